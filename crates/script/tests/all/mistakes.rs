//! Files that are wrong: each mistake has its place.

use crate::common::{load, options, solve};
use hueco_script::{Expected, Mistake, Options, Outcome, Position, ScriptError, run};
use hueco_search::{Algorithm, Budget};

/// What is wrong with a file when it is solved, and where.
fn mistake(source: &str) -> (u32, u32, Mistake) {
    match solve(source, &[], Algorithm::Auto) {
        Err(ScriptError { file, at: Some(Position { line, column }), mistake }) => {
            assert_eq!(file, "p.star");
            (line, column, *mistake)
        }
        other => panic!("{source}\n{other:?}"),
    }
}

/// A file of three lines that is right, with something in place of one of its definitions.
fn file(start: &str, goal: &str, actions: &str) -> String {
    format!("{start}\n{goal}\n{actions}\n")
}

const START: &str = "start = 0";
const GOAL: &str = "def goal(s): return s == 3";
const ACTIONS: &str = "def actions(s): return [(\"inc\", s + 1)]";

#[test]
fn the_plain_file_is_right() {
    let answer = solve(&file(START, GOAL, ACTIONS), &[], Algorithm::Auto).expect("it runs");
    assert_eq!(answer.path.expect("solved").cost, 3);
}

#[test]
fn what_cannot_be_parsed_has_a_place() {
    for (source, line, column) in [
        ("def goal(s)\n", 1, 12),
        ("start = 0\nx = (1,\n", 3, 1),
        ("start = 1 +\n", 1, 12),
        ("x = 0\n  y = 1\n", 2, 1),
        ("load(\"/etc/passwd\", \"x\")\n", 1, 1),
        ("start = \u{0}\n", 1, 9),
        ("while True: pass\n", 1, 1),
        ("import os\n", 1, 1),
        ("def f(s):\n\n\treturn 1\n", 3, 1),
        ("if True:\n    x = 1\n  # back\n  y = 2\n", 4, 1),
    ] {
        let (at, place, mistake) = mistake(source);
        assert!(matches!(mistake, Mistake::Syntax(_)), "{source} {mistake:?}");
        assert_eq!((at, place), (line, column), "{source} {mistake}");
    }
}

#[test]
fn a_list_of_goals_is_no_goal() {
    assert_eq!(mistake(&file(START, "goal = [1, 2]", ACTIONS)), (2, 1, Mistake::GoalIsAList));
}

/// `h` forgets a `return`: what it calls a dead end leads to the goal.
#[test]
fn without_a_claim_a_dead_end_proves_nothing() {
    let heuristic = "def h(s):\n    if s < 2: return 3 - s";
    let source = format!("{}{heuristic}\n", file(START, GOAL, ACTIONS));
    let found = Mistake::UnclaimedDeadEnd { function: "h".to_owned(), state: "2".to_owned() };
    assert_eq!(mistake(&source), (4, 5, found));
    let on_threads = Options { threads: 2, ..options(Algorithm::Hdastar, None) };
    let file = load(&source, &[]).expect("it loads");
    let error = run(&file, &on_threads, &mut Budget::unlimited(), None).expect_err("no proof");
    assert!(matches!(*error.mistake, Mistake::UnclaimedDeadEnd { .. }), "{error}");
    // What the file claims, it answers for.
    let claimed = format!("{source}admissible = [\"h\"]\n");
    let answer = solve(&claimed, &[], Algorithm::Auto).expect("it runs");
    assert_eq!(answer.outcome, Outcome::Unsolvable);
}

#[test]
fn names_that_are_missing_are_named() {
    assert_eq!(mistake(""), (1, 1, Mistake::Missing("start")));
    assert_eq!(mistake("start = 0\n"), (1, 1, Mistake::Missing("goal")));
    assert_eq!(mistake("start = 0\ngoal = 1\n"), (1, 1, Mistake::Missing("actions")));
}

#[test]
fn names_of_the_wrong_kind_are_named() {
    let wrong =
        |name: &str, expected, found: &str| Mistake::WrongKind { name: name.into(), expected, found: found.into() };
    let right = file(START, GOAL, ACTIONS);
    assert_eq!(mistake(&file(START, GOAL, "actions = 7")), (3, 1, wrong("actions", Expected::Function, "int")));
    for (line, name, expected, found) in [
        ("h = 3", "h", Expected::Function, "int"),
        ("h_x = \"a\"", "h_x", Expected::Function, "string"),
        ("draw = None", "draw", Expected::Function, "NoneType"),
        ("predecessors = []", "predecessors", Expected::Function, "list"),
        ("reversible = 1", "reversible", Expected::Truth, "int"),
        ("title = 1", "title", Expected::Text, "int"),
        ("admissible = \"h\"", "admissible", Expected::Names, "string"),
        ("consistent = [1]", "consistent", Expected::Names, "list"),
        ("abstraction_a = ()", "abstraction_a", Expected::Function, "tuple"),
    ] {
        assert_eq!(mistake(&format!("{right}{line}\n")), (4, 1, wrong(name, expected, found)));
    }
    let claim = Mistake::ClaimOfNothing { list: "admissible", name: "h_no".into() };
    assert_eq!(mistake(&format!("{right}admissible = [\"h_no\"]\n")), (4, 1, claim));
}

#[test]
fn states_without_a_hash_are_refused() {
    let list = || Mistake::Unhashable { found: "list".into() };
    assert_eq!(mistake(&file("start = [1]", GOAL, ACTIONS)), (1, 1, list()));
    assert_eq!(mistake(&file("def start(): return (1, [2])", GOAL, ACTIONS)), (1, 5, list()));
    assert_eq!(mistake(&file(START, "goal = (1, [2])", ACTIONS)), (2, 1, list()));
    let dict = Mistake::Unhashable { found: "dict".into() };
    assert_eq!(mistake(&file(START, GOAL, "def actions(s): return [(\"x\", {})]")), (3, 5, dict));
    let large = "def actions(s): return [(\"x\", tuple(range(2000000)))]";
    assert_eq!(mistake(&file(START, GOAL, large)), (3, 5, Mistake::StateTooLarge));
    let deep = "def actions(s):\n    t = ()\n    for i in range(100): t = (t,)\n    return [(\"x\", t)]";
    assert_eq!(mistake(&file(START, GOAL, deep)), (3, 5, Mistake::StateTooDeep));
}

#[test]
fn wrong_results_stand_where_their_function_is_defined() {
    let result = |function: &str, expected, found: &str| Mistake::WrongResult {
        function: function.into(),
        state: "0".into(),
        expected,
        found: found.into(),
    };
    let item = |expected, found: &str| Mistake::WrongItem {
        function: "actions".into(),
        state: "0".into(),
        item: 2,
        expected,
        found: found.into(),
    };
    let actions = |returned: &str| mistake(&file(START, GOAL, &format!("def actions(s): return {returned}")));
    assert_eq!(actions("7"), (3, 5, result("actions", Expected::Actions, "7")));
    assert_eq!(actions("None"), (3, 5, result("actions", Expected::Actions, "None")));
    for (returned, expected) in [
        ("(\"x\", 1, -1)", Expected::Cost),
        ("(\"x\", 1, 1.5)", Expected::Cost),
        ("(\"x\", 1, True)", Expected::Cost),
        ("(\"x\", 1, 10000000000)", Expected::Cost),
        ("(\"x\",)", Expected::Action),
        ("(1, \"x\")", Expected::Action),
        ("[\"x\", 1]", Expected::Action),
        ("5", Expected::Action),
    ] {
        assert_eq!(actions(&format!("[(\"y\", 1), {returned}]")), (3, 5, item(expected, returned)));
    }
    let right = file(START, GOAL, ACTIONS);
    for returned in ["\"many\"", "-1", "1.5", "True", "[]"] {
        let found = mistake(&format!("{right}def h(s): return {returned}\n"));
        assert_eq!(found, (4, 5, result("h", Expected::Estimate, returned)));
    }
}

#[test]
fn errors_while_it_runs_have_the_place_where_they_happen() {
    for (source, line, column) in [
        (file("start = f(1)", GOAL, ACTIONS), 1, 9),
        (file("start = 1 // 0", GOAL, ACTIONS), 1, 9),
        (file(START, "def goal(s): return s.nothing", ACTIONS), 2, 21),
        (file(START, "def goal(s): return undefined", ACTIONS), 2, 21),
        (file(START, "def goal(s, t): return True", ACTIONS), 2, 5),
        (file(START, GOAL, "def actions(s):\n    s += \"x\".join([1])\n    return []"), 4, 10),
        (file(START, GOAL, "def actions(s):\n    x = [s]\n    x *= \"a\"\n    return []"), 5, 7),
        (file(START, GOAL, "def actions(s):\n    return fail(\"no\")"), 4, 12),
        (file(START, GOAL, "def actions(s): return s + \"x\""), 3, 24),
    ] {
        let (at, place, mistake) = mistake(&source);
        assert!(matches!(mistake, Mistake::Evaluation(_)), "{source} {mistake:?}");
        assert_eq!((at, place), (line, column), "{source} {mistake}");
    }
}

#[test]
fn a_mistake_is_found_by_every_algorithm() {
    let late = "def actions(s):\n    return [(\"inc\", s + 1), (\"dec\", s - 1)] if abs(s) < 4 else 1 // 0";
    let source = file(START, "goal = 9", late) + "reversible = True\nconsistent = [\"h\"]\ndef h(s): return 0\n";
    for (name, algorithm) in Algorithm::ALL {
        let error = solve(&source, &[], algorithm).expect_err(name);
        assert_eq!(error.at, Some(Position { line: 4, column: 64 }), "{name}");
    }
}

#[test]
fn parameters_are_checked() {
    let source = "n = param(\"n\", 3)\nt = param(\"t\", \"a\")\nx = param(\"x\", 0.5)\nb = param(\"b\", False)\nstart = (n, t, x, b)\n\
        def goal(s): return True\ndef actions(s): return []\n";
    let start = |set: &[(&str, &str)]| load(source, set).map(|file| file.start().to_string());
    assert_eq!(start(&[]).as_deref(), Ok("(3, \"a\", 0.5, False)"));
    let set = [("n", "-4"), ("t", "5"), ("x", "2"), ("b", "True")];
    assert_eq!(start(&set).as_deref(), Ok("(-4, \"5\", 2.0, True)"));
    let error = start(&[("n", "four")]).expect_err("no number");
    let wrong = Mistake::WrongParameter { name: "n".into(), value: "four".into(), expected: Expected::Number };
    assert_eq!((error.at, *error.mistake), (Some(Position { line: 1, column: 5 }), wrong));
    let error = start(&[("m", "1")]).expect_err("no such parameter");
    let known = ["b", "n", "t", "x"].map(String::from).to_vec();
    assert_eq!((error.at, *error.mistake), (None, Mistake::UnknownParameter { name: "m".into(), known }));
    let late = file(START, GOAL, "def actions(s): return [(\"x\", param(\"n\", 1))]");
    assert_eq!(mistake(&late), (3, 31, Mistake::LateParameter));
    assert!(matches!(mistake("n = param(\"n\", [])\n"), (1, 5, Mistake::WrongParameter { .. })));
}

#[test]
fn what_the_file_lacks_is_said_without_a_place() {
    let plain = load(&file(START, GOAL, ACTIONS), &[]).expect("it loads");
    let ask = |algorithm, heuristic| run(&plain, &options(algorithm, heuristic), &mut Budget::unlimited(), None);
    let error = ask(Algorithm::Astar, Some("h_no")).expect_err("no heuristic");
    assert_eq!((error.at, *error.mistake), (None, Mistake::UnknownHeuristic { name: "h_no".into(), known: vec![] }));
    for algorithm in [Algorithm::Bidirectional, Algorithm::Nbs] {
        let error = ask(algorithm, None).expect_err("one way");
        assert_eq!((error.at, *error.mistake), (None, Mistake::OneWay));
    }
}

#[test]
fn a_false_claim_to_be_reversible_is_found() {
    let source = file(START, "goal = 3", ACTIONS) + "reversible = True\n";
    // From 3 backward there is 4, 5, …: the two searches never meet, or where they do no action leads forward.
    let source = source.replace("[(\"inc\", s + 1)]", "[(\"inc\", (s + 1) % 5)]");
    let error = solve(&source, &[], Algorithm::Bidirectional).expect_err("not reversible");
    assert!(matches!(*error.mistake, Mistake::NoWayForward { .. }), "{error}");
}

#[test]
fn an_abstraction_that_loses_actions_is_found() {
    let source = "start = 3\ngoal = 6\ndef actions(s):\n    return [(\"inc\", s + 1), (\"leap\", s + 3)] if s < 6 else []\n\
        def abstraction_bad(s): return 1 if s == 3 else s\n";
    let file = load(source, &[]).expect("it loads");
    let error = run(&file, &options(Algorithm::Astar, Some("abstraction_bad")), &mut Budget::unlimited(), None);
    let error = error.expect_err("no abstraction");
    assert!(matches!(*error.mistake, Mistake::NotAnAbstraction { .. }), "{error}");
    assert_eq!(error.at, Some(Position { line: 5, column: 5 }));
}
