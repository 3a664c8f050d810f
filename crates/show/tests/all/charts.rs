//! Charts: the same figures give the same text, every method has its name, extreme figures are drawn too, and nothing
//! leaves the page.

use hueco_show::chart::{
    Accuracy, AccuracyWords, Bar, Cloud, Curve, Line, Style, accuracy, bars, cactus, nodes_by_length, scatter,
};
use proptest::prelude::*;

fn number(n: u64) -> String {
    n.to_string()
}

fn style(width: u32, height: u32) -> Style<'static> {
    Style { width, height, title: "Title <&>".into(), across: "length".into(), up: "nodes".into(), number: &number }
}

fn words() -> AccuracyWords {
    AccuracyWords {
        exact: "exact".into(),
        too_large: "too large".into(),
        too_small: "too small".into(),
        error: "error".into(),
        distance: "distance".into(),
        estimate: "estimate".into(),
        diagonal: "truth".into(),
    }
}

/// The coordinates of everything that is drawn stay on the page.
fn assert_on_the_page(svg: &str, width: f64, height: f64) {
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert!(svg.contains("<title>Title &lt;&amp;&gt;</title>"), "{}", &svg[..300.min(svg.len())]);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    for (names, limit) in [([" x=\"", " cx=\"", " x1=\""], width), ([" y=\"", " cy=\"", " y1=\""], height)] {
        for name in names {
            for rest in svg.split(name).skip(1) {
                let value: f64 = rest.split('"').next().unwrap().parse().unwrap();
                assert!((-1.0..=limit + 1.0).contains(&value), "{name}{value}");
            }
        }
    }
}

fn lines() -> Vec<Line> {
    let line = |name: &str, factor: f64| Line {
        name: name.into(),
        points: (0..10).map(|n| (2.0 * f64::from(n), factor.powi(n).round())).collect(),
    };
    vec![line("bfs", 3.0), line("astar + manhattan", 2.0), Line { name: "stopped".into(), points: Vec::new() }]
}

#[test]
fn lines_have_names_and_their_own_markers() {
    let svg = nodes_by_length(&style(800, 500), &lines());
    assert_on_the_page(&svg, 800.0, 500.0);
    for name in ["bfs", "astar + manhattan", "stopped", "length", "nodes"] {
        assert!(svg.contains(name), "{name}");
    }
    // Ten points and one in the legend, each.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<rect").count()), (11, 11 + 1));
    assert_eq!(svg, nodes_by_length(&style(800, 500), &lines()));
}

#[test]
fn stopped_runs_have_an_arrow() {
    let cloud = |name: &str, stopped: Vec<(f64, f64)>| Cloud {
        name: name.into(),
        ended: vec![(20.0, 5e3), (31.0, 1e6)],
        stopped,
    };
    let clouds = [cloud("bfs", vec![(25.0, 2e4), (31.0, 9e5)]), cloud("astar", Vec::new())];
    let svg = scatter(&style(800, 500), &clouds, "a remark");
    assert_on_the_page(&svg, 800.0, 500.0);
    assert!(svg.contains("bfs") && svg.contains("astar") && svg.contains("a remark"));
    // Four runs and one in the legend; the other method has two runs. The stopped ones leave the axes as they are.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<rect").count()), (5, 3 + 1));
    let without = scatter(&style(800, 500), &[cloud("bfs", Vec::new()), clouds[1].clone()], "a remark");
    assert_eq!(svg.matches("<polyline").count() - without.matches("<polyline").count(), 3 * 2, "three strokes each");
    assert_on_the_page(&scatter(&style(0, 0), &[], ""), 200.0, 260.0);
}

#[test]
fn a_curve_ends_where_nothing_more_is_solved() {
    let curve = |name: &str, seconds: &[f64]| Curve { name: name.into(), seconds: seconds.to_vec() };
    let curves = [curve("all", &[2.0, 0.001, 0.5]), curve("one", &[0.0]), curve("none", &[])];
    let time = |seconds: f64| format!("{seconds} s");
    let svg = cactus(&style(800, 500), &curves, 3, &time);
    assert_on_the_page(&svg, 800.0, 500.0);
    for words in ["all", "one", "none", "0.001 s", "1 s", "length", "nodes"] {
        assert!(svg.contains(words), "{words}");
    }
    // A marker for each solved board, and one in the legend.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<rect").count()), (3 + 1, 1 + 1 + 1));
    let many: Vec<f64> = (1..=5000).map(|n| f64::from(n) * 0.01).collect();
    assert!(cactus(&style(800, 500), &[curve("many", &many)], 5000, &time).matches("<circle").count() <= 13);
    assert_on_the_page(&cactus(&style(300, 200), &[], 0, &time), 300.0, 260.0);
}

#[test]
fn bars_that_were_cut_short_are_hollow() {
    let bar = |complete| Bar { name: "bfs".into(), value: 1_000, remark: "1000, 31 moves".into(), complete };
    let svg = bars(&style(800, 300), &[bar(true), bar(false)]);
    assert_on_the_page(&svg, 800.0, 300.0);
    assert_eq!(svg.matches("<rect").count(), 2);
    assert_eq!(svg.matches("1000, 31 moves").count(), 2);
    assert!(bars(&style(400, 200), &vec![bar(true); 100]).contains("height=\"2910\""));
}

#[test]
fn errors_on_both_sides_are_distinguished() {
    let figures = Accuracy {
        errors: vec![(-7, 5), (0, 10), (1, 20), (40, 1)],
        estimates: vec![(0.0, 0.0, 0.0), (0.0, 1.0, 3.0), (2.0, 2.0, 2.0)],
    };
    for (width, height) in [(960, 420), (480, 700)] {
        let svg = accuracy(&style(width, height), &words(), &figures);
        assert_on_the_page(&svg, width.into(), height.into());
        for word in ["too large", "exact", "too small", "truth", "−"] {
            assert!(svg.contains(word), "{word}");
        }
    }
    let admissible = Accuracy { errors: vec![(0, 1), (2, 3)], ..figures };
    assert!(!accuracy(&style(960, 420), &words(), &admissible).contains("too large"));
}

proptest! {
    #[test]
    fn any_figures_are_drawn(
        points in prop::collection::vec(prop::collection::vec((0.0..1e6_f64, 0.0..1e18_f64), 0..8), 0..20),
        errors in prop::collection::btree_map(-1_000_000..1000_i64, 0..u64::MAX / 1000, 0..50),
        values in prop::collection::vec(0..u64::MAX, 0..30),
        size in (0..1500_u32, 0..1500_u32),
    ) {
        let high = |svg: &str| svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse::<f64>().unwrap();
        let lines: Vec<Line> = points.into_iter().map(|points| Line { name: "m".repeat(points.len() * 30), points }).collect();
        let limit = |n: u32| f64::from(n.max(Style::LEAST));
        let svg = nodes_by_length(&style(size.0.max(600), size.1), &lines);
        assert_on_the_page(&svg, limit(size.0.max(600)), high(&svg));
        let figures = Accuracy { errors: errors.into_iter().collect(), estimates: vec![(0.0, 1e6, 1e9); values.len()] };
        let svg = accuracy(&style(size.0, size.1), &words(), &figures);
        prop_assert!(!svg.contains("NaN"));
        let all: Vec<Bar> = values.iter().map(|&value| Bar { name: "é".into(), value, remark: "r".repeat(90), complete: value % 2 == 0 }).collect();
        assert_on_the_page(&bars(&style(size.0.max(600), size.1), &all), limit(size.0.max(600)), limit(size.1).max(1500.0));
    }
}
