//! Files that are right.

use crate::common::{library, load, options, solve};
use std::sync::Arc;

use hueco_script::{
    HeuristicSpec, Limits, Mistake, Options, Outcome, ProblemFile, ScriptProblem, Verdict, check, replay, run,
    run_reporting,
};
use hueco_search::{Algorithm, Budget, Ending, Limit, all_optimal};

#[test]
fn jugs_are_solved_in_the_files_own_words() {
    let answer = solve(&library("jugs"), &[], Algorithm::Auto).expect("it runs");
    assert_eq!((answer.outcome, answer.optimal, answer.lower_bound), (Outcome::Solved, true, 6));
    assert_eq!((answer.algorithm, answer.heuristic.to_string()), (Algorithm::Astar, "h".to_owned()));
    let path = answer.path.expect("solved");
    assert_eq!((path.cost, path.actions.len(), path.states.len()), (6, 6, 7));
    assert_eq!((path.states[0].to_string(), path.states[6].to_string()), ("(0, 0)".into(), "(2, 0)".into()));
    assert_eq!(path.actions[0], "fill 3");
}

#[test]
fn the_8_puzzle_is_like_tiles() {
    let source = library("eight");
    for (algorithm, heuristic) in [
        (Algorithm::Bfs, None),
        (Algorithm::Astar, Some("h")),
        (Algorithm::Astar, Some("abstraction_first")),
        (Algorithm::Astar, Some("max(h,abstraction_first)")),
        (Algorithm::Idastar, Some("h")),
        (Algorithm::Nbs, Some("h")),
        (Algorithm::Bidirectional, None),
    ] {
        let file = load(&source, &[]).expect("it loads");
        let answer = run(&file, &options(algorithm, heuristic), &mut Budget::unlimited(), None).expect("it runs");
        assert_eq!((answer.outcome, answer.optimal), (Outcome::Solved, true), "{algorithm} {heuristic:?}");
        let path = answer.path.expect("solved");
        assert_eq!((path.cost, path.actions.len()), (31, 31), "{algorithm}");
    }
}

/// A road map with costs, a right heuristic and a wrong one.
const ROADS: &str = r#"
start = "A"
goal = "D"
E = {"A": [("B", 1), ("C", 5)], "B": [("C", 1), ("D", 9)], "C": [("D", 2)], "D": []}
def actions(s): return [(t, t, c) for (t, c) in E[s]]
def h(s): return {"A": 3, "B": 3, "C": 2, "D": 0}[s]
def h_wrong(s): return {"A": 3, "B": 30, "C": 2, "D": 0}[s]
admissible = ["h"]
"#;

#[test]
fn optimal_is_only_said_where_it_is_claimed_and_proved() {
    let file = load(ROADS, &[]).expect("it loads");
    let ask = |algorithm, heuristic| {
        run(&file, &options(algorithm, heuristic), &mut Budget::unlimited(), None).expect("it runs")
    };
    for (algorithm, heuristic, optimal) in [
        (Algorithm::Astar, Some("h"), true),
        (Algorithm::Astar, Some("h_wrong"), false),
        (Algorithm::Astar, Some("max(h,h_wrong)"), false),
        (Algorithm::Idastar, Some("h"), true),
        (Algorithm::Ucs, None, true),
        (Algorithm::Greedy, Some("h"), false),
        (Algorithm::Bfs, None, false),
        (Algorithm::Iddfs, None, false),
        (Algorithm::Dfs, None, false),
    ] {
        let answer = ask(algorithm, heuristic);
        assert_eq!(answer.optimal, optimal, "{algorithm} {heuristic:?}");
        let cost = answer.path.expect("solved").cost;
        assert!(cost == 4 || !optimal, "{algorithm} {cost}");
    }
    let path = ask(Algorithm::Bfs, None).path.expect("solved");
    assert_eq!(path.actions.len(), 2);
}

#[test]
fn heuristics_are_judged() {
    let file = load(ROADS, &[]).expect("it loads");
    let judged = |name: &str| match check(&file, &HeuristicSpec::parse(name).unwrap(), &Budget::unlimited()).unwrap() {
        Verdict::Checked(checked) => checked,
        Verdict::Stopped(limit) => panic!("{limit}"),
    };
    let right = judged("h");
    assert_eq!((right.states, right.solvable, right.radius, right.exact), (4, 4, 4, 3));
    assert!(right.admissible && right.consistent && right.overestimate.is_none() && right.drop.is_none());
    assert!((right.mean_error - 0.25).abs() < 1e-9, "{}", right.mean_error);
    let wrong = judged("h_wrong");
    let over = wrong.overestimate.expect("B");
    assert_eq!((over.state.to_string(), over.estimate, over.distance), ("\"B\"".into(), Some(30), 3));
    assert!(!wrong.admissible && !wrong.consistent && wrong.drop.is_some());
    let stopped = check(&file, &HeuristicSpec::Blind, &Budget::unlimited().max_bytes(1)).unwrap();
    assert_eq!(stopped, Verdict::Stopped(Limit::Memory));
}

#[test]
fn a_replay_stops_where_an_action_is_illegal() {
    let file = load(ROADS, &[]).expect("it loads");
    let play = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        replay(&file, &names, &Budget::unlimited()).expect("it runs")
    };
    let whole = play(&["B", "C", "D"]);
    assert_eq!((whole.cost, whole.solved, whole.illegal), (4, true, None));
    let part = play(&["B", "A"]);
    assert_eq!((part.cost, part.solved, part.states.len()), (1, false, 2));
    assert_eq!(part.illegal, Some((1, vec!["C".to_owned(), "D".to_owned()])));
}

#[test]
fn zero_costs_and_large_costs_are_added_up() {
    let source = "start = 0\ngoal = 3\ndef actions(s): return [(\"a\", s + 1, [0, 1000000, 7][s])] if s < 3 else []\n\
        def predecessors(s): return [(\"b\", s - 1, [0, 1000000, 7][s - 1])] if s > 0 else []\n";
    for algorithm in [Algorithm::Ucs, Algorithm::Astar, Algorithm::Idastar, Algorithm::Bidirectional, Algorithm::Nbs] {
        let answer = solve(source, &[], algorithm).expect("it runs");
        assert_eq!((answer.optimal, answer.path.map(|path| path.cost)), (true, Some(1_000_007)), "{algorithm}");
    }
}

#[test]
fn costs_beyond_counting_are_an_error() {
    let source = "start = 0\ngoal = 3\ndef actions(s): return [(\"a\", s + 1, 1000000000)]\n";
    let error = solve(source, &[], Algorithm::Ucs).expect_err("three billions");
    assert_eq!(*error.mistake, Mistake::CostTooLarge(3_000_000_000));
}

/// A line of steps that cost a thousand million each; its abstraction is the line itself.
fn long_line(steps: u32) -> String {
    format!(
        "start = 0\ngoal = {steps}\n\
         def actions(s): return [(\"on\", s + 1, 1000000000)] if s < {steps} and s >= 0 else []\n\
         def abstraction_x(s): return s\n"
    )
}

/// The same, with tables that are built from the goal back.
fn long_line_back(steps: u32) -> String {
    let back = "def predecessors(s): return [(\"back\", s - 1, 1000000000)] if s > 0 else []\n";
    long_line(steps) + back
}

#[test]
fn a_table_of_distances_beyond_counting_is_no_proof_that_there_is_no_solution() {
    for source in [long_line(5), long_line_back(5)] {
        let file = load(&source, &[]).expect("it loads");
        for algorithm in
            [Algorithm::Astar, Algorithm::Wastar, Algorithm::Greedy, Algorithm::Hdastar, Algorithm::Smastar]
        {
            let options = Options { threads: 2, ..options(algorithm, Some("abstraction_x")) };
            let error = run(&file, &options, &mut Budget::unlimited(), None).expect_err("five billions");
            assert_eq!(*error.mistake, Mistake::CostTooLarge(5_000_000_000), "{algorithm}");
        }
        for algorithm in [Algorithm::Idastar, Algorithm::Rbfs, Algorithm::Bfhs, Algorithm::Ibex] {
            let options = options(algorithm, Some("abstraction_x"));
            let answer = run(&file, &options, &mut Budget::unlimited(), None).expect("it runs");
            assert_eq!(answer.outcome, Outcome::Stopped(Limit::Depth), "{algorithm}");
        }
    }
    let file = load(&long_line_back(5), &[]).expect("it loads");
    for algorithm in [Algorithm::Bidirectional, Algorithm::Nbs, Algorithm::Dvcbs] {
        let error = run(&file, &options(algorithm, Some("abstraction_x")), &mut Budget::unlimited(), None);
        assert_eq!(*error.expect_err("five billions").mistake, Mistake::CostTooLarge(5_000_000_000), "{algorithm}");
    }
}

#[test]
fn a_sum_of_tables_beyond_counting_is_no_proof_that_there_is_no_solution() {
    // Five coordinates, each with one step of its own: no table is far, the sum of all is.
    let source = "N = 5\nstart = (0,) * N\ngoal = (1,) * N\n\
        def actions(s): return [(str(i), s[:i] + (1,) + s[i + 1:], 1000000000) for i in range(N) if s[i] == 0]\n\
        def alone(s, i): return tuple([s[j] if j == i else 2 for j in range(N)])\n\
        def abstraction_a(s): return alone(s, 0)\ndef abstraction_b(s): return alone(s, 1)\n\
        def abstraction_c(s): return alone(s, 2)\ndef abstraction_d(s): return alone(s, 3)\n\
        def abstraction_e(s): return alone(s, 4)\n";
    let file = load(source, &[]).expect("it loads");
    let sum = "add(abstraction_a,abstraction_b,abstraction_c,abstraction_d,abstraction_e)";
    for algorithm in [Algorithm::Astar, Algorithm::Hdastar] {
        let options = Options { threads: 2, ..options(algorithm, Some(sum)) };
        let error = run(&file, &options, &mut Budget::unlimited(), None).expect_err("five billions");
        assert_eq!(*error.mistake, Mistake::CostTooLarge(5_000_000_000), "{algorithm}");
    }
}

#[test]
fn a_check_of_distances_beyond_counting_is_an_error() {
    for heuristic in ["blind", "abstraction_x"] {
        let spec = HeuristicSpec::parse(heuristic).expect("a heuristic");
        let check = |steps| check(&load(&long_line(steps), &[]).expect("it loads"), &spec, &Budget::unlimited());
        let error = check(6).expect_err("six billions");
        assert_eq!(*error.mistake, Mistake::CostTooLarge(5_000_000_000), "{heuristic}");
        let Ok(Verdict::Checked(checked)) = check(4) else { panic!("four billions can be counted") };
        assert_eq!((checked.states, checked.solvable, checked.radius), (5, 5, 4_000_000_000), "{heuristic}");
        assert!(checked.admissible && checked.consistent, "{heuristic}");
    }
}

#[test]
fn files_are_shared_between_threads() {
    let file = load(&library("wolf"), &[]).expect("it loads");
    std::thread::scope(|scope| {
        let solve = || run(&file, &options(Algorithm::Bfs, None), &mut Budget::unlimited(), None).expect("it runs");
        let threads = [0, 1].map(|_| scope.spawn(solve));
        for thread in threads {
            assert_eq!(thread.join().expect("no panic").path.map(|path| path.cost), Some(7));
        }
    });
}

#[test]
fn all_optimal_solutions_are_found() {
    let problem = ScriptProblem::new(load(&library("wolf"), &[]).expect("it loads"));
    let guide = problem.guide(&HeuristicSpec::Named("h".into()), &Budget::unlimited()).unwrap().unwrap();
    let all = all_optimal(&problem, &guide, 10, &mut Budget::unlimited()).expect("h is admissible");
    assert_eq!(problem.finish(), Ok(None));
    assert_eq!((all.ending, all.count, all.cost), (Ending::Solved, 2, 7));
}

#[test]
fn a_dead_end_is_left_out() {
    let source = "start = 0\ngoal = 9\ndef actions(s): return [(\"inc\", s + 1), (\"far\", s + 100)]\n\
        consistent = [\"h\"]\ndef h(s): return 9 - s if s <= 9 else None\n";
    let answer = solve(source, &[], Algorithm::Astar).expect("it runs");
    assert_eq!((answer.stats.expanded, answer.stats.generated), (9, 19));
}

#[test]
fn memory_is_flat_over_many_calls() {
    // Every call makes garbage of a hundred kilobytes, in all ten times what a call may hold.
    let source = "start = 0\ndef goal(s): return s == 3000\ndef actions(s):\n    x = list(range(12000))\n    return [(\"inc\", s + 1)]\n";
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let file = ProblemFile::load_within("p.star", source, &[], limits, &Budget::unlimited()).expect("it loads");
    let answer = run(&Arc::new(file), &options(Algorithm::Bfs, None), &mut Budget::unlimited(), None).expect("it runs");
    assert_eq!(answer.path.map(|path| path.cost), Some(3000));
}

#[test]
fn an_algorithm_that_improves_its_solution_reports_each_of_them() {
    let file = load(&library("eight"), &[]).expect("it loads");
    let mut costs = Vec::new();
    let mut report = |algorithm| {
        let mut options = options(algorithm, None);
        options.settings.weight = 5000;
        costs.clear();
        let answer = run_reporting(&file, &options, &mut Budget::unlimited(), None, &mut |cost| costs.push(cost));
        (answer.expect("it runs").path.map(|path| path.cost), costs.clone())
    };
    for algorithm in [Algorithm::Arastar, Algorithm::Awastar] {
        let (cost, reported) = report(algorithm);
        assert_eq!((cost, reported.last()), (Some(31), Some(&31)), "{algorithm}");
        assert!(reported.len() > 1 && reported.is_sorted_by(|a, b| a > b), "{algorithm} {reported:?}");
    }
    assert_eq!(report(Algorithm::Astar), (Some(31), vec![]), "there is nothing to improve");
}
