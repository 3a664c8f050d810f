//! Boxes of a tree never overlap, whatever their sizes; parents stand over their children; order is kept.

use hueco_show::tree::{Placed, Sized, place};
use proptest::prelude::*;

const GAP: f64 = 10.0;
const ROWS: f64 = 20.0;

/// A tree of up to `most` boxes: each has one of the earlier ones above it, or none.
fn trees(most: usize) -> impl Strategy<Value = Vec<Sized>> {
    let one = (any::<prop::sample::Index>(), 0..20_u32, 1..120_u32, 1..60_u32);
    prop::collection::vec(one, 1..most).prop_map(|boxes| {
        let sized = |(at, (above, root, width, height)): (usize, (prop::sample::Index, u32, u32, u32))| Sized {
            parent: (at > 0 && root > 0).then(|| above.index(at)),
            width: f64::from(width),
            height: f64::from(height),
        };
        boxes.into_iter().enumerate().map(sized).collect()
    })
}

fn check(boxes: &[Sized], placed: &[Placed]) -> Result<(), TestCaseError> {
    prop_assert_eq!(boxes.len(), placed.len());
    let mut rows: std::collections::BTreeMap<u64, Vec<&Placed>> = std::collections::BTreeMap::new();
    for (at, (sized, box_)) in boxes.iter().zip(placed).enumerate() {
        prop_assert!(box_.x > -1e-6 && box_.y > -1e-6);
        prop_assert_eq!((box_.width, box_.height), (sized.width, sized.height));
        rows.entry(box_.y as u64).or_default().push(box_);
        let children: Vec<&Placed> =
            (0..boxes.len()).filter(|&c| boxes[c].parent == Some(at)).map(|c| &placed[c]).collect();
        for child in &children {
            prop_assert!(child.y >= box_.bottom() + ROWS - 1e-6);
        }
        prop_assert!(children.windows(2).all(|pair| pair[0].x < pair[1].x), "children in order");
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            let middle = f64::midpoint(first.middle(), last.middle());
            prop_assert!((box_.middle() - middle).abs() < 1e-6, "a parent stands over its children");
        }
    }
    for row in rows.values_mut() {
        row.sort_by(|a, b| a.x.total_cmp(&b.x));
        for pair in row.windows(2) {
            prop_assert!(pair[0].x + pair[0].width + GAP <= pair[1].x + 1e-6, "boxes keep apart");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn boxes_keep_apart(boxes in trees(60)) {
        check(&boxes, &place(&boxes, GAP, ROWS))?;
    }

    #[test]
    fn in_large_trees_too(boxes in trees(600)) {
        check(&boxes, &place(&boxes, GAP, ROWS))?;
    }
}

#[test]
fn a_very_deep_tree_is_placed() {
    let sized = |at: usize| Sized { parent: at.checked_sub(1), width: 10.0, height: 5.0 };
    let boxes: Vec<Sized> = (0..200_000).map(sized).collect();
    let placed = place(&boxes, GAP, ROWS);
    assert!(placed.iter().all(|place| place.x.abs() < 1e-6));
}

/// A tree with the place of each box; none for what is below a folded one.
#[derive(serde::Deserialize)]
struct Expected {
    name: String,
    gap: f64,
    rows: f64,
    folded: Vec<usize>,
    boxes: Vec<ExpectedBox>,
}

#[derive(serde::Deserialize)]
struct ExpectedBox {
    parent: Option<usize>,
    width: f64,
    height: f64,
    at: Option<(f64, f64)>,
}

/// The page's test `layout.test.js` reads the same file.
#[test]
fn the_page_and_the_command_place_boxes_alike() {
    let trees: Vec<Expected> = serde_json::from_str(include_str!("layout.json")).expect("trees");
    assert!(trees.len() >= 8 && trees.iter().any(|tree| !tree.folded.is_empty()));
    for Expected { name, gap, rows, folded, boxes } in trees {
        // Where each box stands among those that are drawn.
        let mut drawn: Vec<Option<usize>> = Vec::new();
        let (mut sized, mut expected) = (Vec::new(), Vec::new());
        for ExpectedBox { parent, width, height, at } in boxes {
            let is_drawn = parent.is_none_or(|parent| drawn[parent].is_some() && !folded.contains(&parent));
            assert_eq!(is_drawn, at.is_some(), "{name}");
            drawn.push(is_drawn.then_some(sized.len()));
            if let Some(at) = at {
                sized.push(Sized { parent: parent.and_then(|parent| drawn[parent]), width, height });
                expected.push(at);
            }
        }
        for (at, (placed, (x, y))) in place(&sized, gap, rows).iter().zip(expected).enumerate() {
            let is_there = (placed.x - x).abs() < 1e-9 && (placed.y - y).abs() < 1e-9;
            assert!(is_there, "{name}, box {at}: at {}, {}, expected {x}, {y}", placed.x, placed.y);
        }
    }
}
