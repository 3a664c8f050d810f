//! Sums of abstractions: better than each alone, and refused where they count an action twice.

use hueco_script::{HeuristicSpec, Mistake, Verdict, check, run};
use hueco_search::{Algorithm, Budget};

use crate::common::{library, load, options};

const SUM: &str = "add(abstraction_small,abstraction_large)";

#[test]
fn a_sum_beats_its_parts_and_stays_admissible() {
    let file = load(&library("hanoi"), &[("discs", "6"), ("pegs", "4")]).unwrap();
    let expanded = |heuristic: &str| {
        let options = options(Algorithm::Astar, Some(heuristic));
        let answer = run(&file, &options, &mut Budget::unlimited(), None).unwrap();
        assert_eq!((answer.path.unwrap().cost, answer.optimal), (17, true), "{heuristic}");
        answer.stats.expanded
    };
    let sum = expanded(SUM);
    assert!(sum < expanded("abstraction_small") && sum < expanded("abstraction_large"), "{sum}");
    assert!(expanded(&format!("max(h,{SUM})")) <= sum);

    let file = load(&library("hanoi"), &[("discs", "5"), ("pegs", "4")]).unwrap();
    let mean = |heuristic: &str| {
        let spec = HeuristicSpec::parse(heuristic).unwrap();
        let Verdict::Checked(checked) = check(&file, &spec, &Budget::unlimited()).unwrap() else { panic!("no limit") };
        assert!(checked.admissible && checked.consistent, "{heuristic} {checked:?}");
        checked.mean_estimate
    };
    assert!(mean(SUM) > mean("abstraction_small").max(mean("abstraction_large")));
}

#[test]
fn an_action_that_is_counted_twice_is_refused() {
    // Both counters see every step.
    let source = "start = (0, 0)\ngoal = (3, 3)\n\
        def actions(s): return [(\"on\", tuple([None if x == None else x + 1 for x in s]))] if max([x or 0 for x in s]) < 3 else []\n\
        def abstraction_a(s): return (s[0], None)\ndef abstraction_b(s): return (None, s[1])\n";
    let file = load(source, &[]).unwrap();
    let run = |heuristic| run(&file, &options(Algorithm::Astar, Some(heuristic)), &mut Budget::unlimited(), None);
    assert!(run("max(abstraction_a,abstraction_b)").unwrap().optimal);
    let error = run("add(abstraction_a,abstraction_b)").unwrap_err();
    let Mistake::PaidTwice { heuristic, state, action, cost, sum } = *error.mistake else { panic!("{error}") };
    assert_eq!((heuristic.as_str(), state.as_str()), ("add(abstraction_a,abstraction_b)", "(0, 0)"));
    assert_eq!((action.as_str(), cost, sum), ("on", 1, 2));

    // An action that costs nothing where it moves nothing is counted once.
    let priced = "start = (0, 0)\ngoal = (2, 2)\n\
        def actions(s):\n    return [(n, t, 1 if t[i] != 9 else 0) for n, i, t in \
        [(\"a\", 0, (s[0] + (s[0] < 2), s[1])), (\"b\", 1, (s[0], s[1] + (s[1] < 2)))]]\n\
        def abstraction_a(s): return (s[0], 9)\ndef abstraction_b(s): return (9, s[1])\n";
    let file = load(
        &priced.replace("(s[0] < 2)", "(1 if s[0] < 2 else 0)").replace("(s[1] < 2)", "(1 if s[1] < 2 else 0)"),
        &[],
    );
    let options = options(Algorithm::Astar, Some("add(abstraction_a,abstraction_b)"));
    let answer = hueco_script::run(&file.unwrap(), &options, &mut Budget::unlimited(), None).unwrap();
    assert_eq!((answer.path.unwrap().cost, answer.stats.expanded), (4, 4));
}
