//! Every method finds exactly what trying everything finds, on random small puzzles.

use std::fmt::Write;

use hueco_search::Budget;
use hueco_sums::{Method, Options, Puzzle, Wanted, parse, solve};
use proptest::prelude::*;

const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

fn brute_force(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let cells = puzzle.empty_cells();
    let mut filled: Vec<i64> = puzzle.start().into_iter().map(|value| value.unwrap_or(0)).collect();
    let mut found = Vec::new();
    let count = puzzle.numbers().len();
    for mut code in 0..count.pow(cells.len() as u32) {
        for cell in &cells {
            filled[cell.index()] = puzzle.numbers()[code % count].value;
            code /= count;
        }
        if puzzle.is_solved_by(&filled) {
            found.push(filled.clone());
        }
    }
    found.sort_unstable();
    found
}

fn sum() -> impl Strategy<Value = String> {
    let term = (-3i64..=3, 0..NAMES.len()).prop_map(|(factor, cell)| match factor {
        0 => format!("+ {}", cell + 1),
        1.. => format!("+ {factor}*{}", NAMES[cell]),
        _ => format!("- {}*{}", -factor, NAMES[cell]),
    });
    prop::collection::vec(term, 1..4).prop_map(|terms| terms.join(" "))
}

fn rule() -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">=", "="]);
    let line =
        Just(NAMES.to_vec()).prop_shuffle().prop_flat_map(|names| (1..=5usize).prop_map(move |n| names[..n].join(" ")));
    let plain = Just(NAMES.to_vec())
        .prop_shuffle()
        .prop_flat_map(|names| (2..=5usize).prop_map(move |n| names[..n].join(" + ")));
    prop_oneof![
        (sum(), relation.clone(), -6i64..20).prop_map(|(sum, relation, target)| format!("A {sum} {relation} {target}")),
        (plain, 3i64..20).prop_map(|(sum, target)| format!("{sum} = {target}")),
        (sum(), relation, sum()).prop_map(|(a, relation, b)| format!("A {a} {relation} {b}")),
        (sum(), sum(), sum()).prop_map(|(a, b, c)| format!("A {a} = B {b} = C {c}")),
        line.prop_map(|line| format!("different: {line}")),
        Just("equal: rows".to_string()),
        Just("different: columns".to_string()),
        (2i64..12).prop_map(|target| format!("columns <= {target}")),
    ]
}

fn numbers() -> impl Strategy<Value = String> {
    prop_oneof![
        (-2i64..3, 5i64..7).prop_map(|(first, count)| format!("numbers {first} - {}", first + count - 1)),
        (-2i64..3, 2i64..4).prop_map(|(first, count)| format!("digits {first} - {}", first + count - 1)),
        Just("numbers 1*2 2*3 4".to_string()),
        Just("numbers 1-3*2 9".to_string()),
        Just("numbers -100000 1 2 3 100000".to_string()),
    ]
}

prop_compose! {
    fn text()(numbers in numbers(), fixed in prop::option::of((0..5usize, 0i64..5)), rules in prop::collection::vec(rule(), 0..4))
        -> String {
        let mut text = String::from("cells\n");
        for (i, name) in NAMES.iter().enumerate() {
            match fixed {
                Some((cell, value)) if cell == i => write!(text, "{name}={value} ").unwrap(),
                _ => write!(text, "{name} ").unwrap(),
            }
            if i == 2 {
                text.push('\n');
            }
        }
        format!("{text}\n\n{numbers}\n{}\n", rules.join("\n"))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn methods_agree_with_trying_everything(text in text(), seed in prop::option::of(0u64..9)) {
        let puzzle = parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let expected = brute_force(&puzzle);
        for (name, method) in Method::ALL {
            let options = Options { method, seed, wanted: Wanted::All { at_most: None }, ..Options::default() };
            let answer = solve(&puzzle, &options, &mut Budget::unlimited());
            let mut found = answer.solutions;
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{} on\n{}", name, text);
            prop_assert_eq!(answer.count, expected.len() as u64);
            prop_assert!(answer.complete);
            let first = solve(&puzzle, &Options { wanted: Wanted::First, ..options }, &mut Budget::unlimited());
            prop_assert_eq!(first.count > 0, !expected.is_empty());
            if let Some(solution) = first.solution() {
                prop_assert!(puzzle.is_solved_by(solution));
                prop_assert_eq!(first.route.len(), puzzle.empty_cells().len());
            }
        }
    }
}
