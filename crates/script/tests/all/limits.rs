//! Files that never end or take too much: a limit ends them, and nothing crashes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{load, options, solve};
use hueco_script::{Limits, Mistake, Outcome, ProblemFile, run};
use hueco_search::{Algorithm, Budget, Limit};

const HEAD: &str = "start = 0\ndef goal(s): return False\n";
const SPIN: &str = "    n = 0\n    for i in range(1000000000):\n        for j in range(1000000000):\n            n += j\n    return n\n";

fn stopped(source: &str, algorithm: Algorithm, budget: Budget) -> Outcome {
    let file = load(source, &[]).expect("it loads");
    let mut budget = budget;
    run(&file, &options(algorithm, None), &mut budget, None).expect("it runs").outcome
}

#[test]
fn an_endless_space_ends_at_the_limits_of_the_search() {
    let source = format!("{HEAD}def actions(s): return [(\"inc\", s + 1)]\n");
    let nodes = Budget::unlimited().max_nodes(1000);
    assert_eq!(stopped(&source, Algorithm::Bfs, nodes), Outcome::Stopped(Limit::Nodes));
    let time = Budget::unlimited().timeout(Duration::from_millis(200));
    assert_eq!(stopped(&source, Algorithm::Bfs, time), Outcome::Stopped(Limit::Time));
    let memory = Budget::unlimited().max_bytes(1 << 20);
    assert_eq!(stopped(&source, Algorithm::Bfs, memory), Outcome::Stopped(Limit::Memory));
}

#[test]
fn an_endless_call_ends_at_the_time_limit_and_when_cancelled() {
    let source = format!("{HEAD}def spin():\n{SPIN}def actions(s): return [(\"x\", spin())]\n");
    let time = Budget::unlimited().timeout(Duration::from_millis(100));
    assert_eq!(stopped(&source, Algorithm::Auto, time), Outcome::Stopped(Limit::Time));
    let cancelled = Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped(&source, Algorithm::Auto, cancelled), Outcome::Stopped(Limit::Interrupt));
}

#[test]
fn an_endless_call_ends_at_its_own_limit() {
    let limits = Limits { load_steps: 1_000_000, call_steps: 1_000_000, ..Limits::default() };
    let load = |source: &str| ProblemFile::load_within("p.star", source, &[], limits, &Budget::unlimited());
    let source = format!("{HEAD}def actions(s):\n{SPIN}");
    let file = Arc::new(load(&source).expect("it loads"));
    let error = run(&file, &options(Algorithm::Auto, None), &mut Budget::unlimited(), None).expect_err("too long");
    assert_eq!(*error.mistake, Mistake::Steps(1_000_000));
    assert_eq!(error.at.map(|at| at.line), Some(3), "{error}");
    let error = load(&format!("def spin():\n{SPIN}start = spin()\n")).expect_err("too long");
    assert_eq!(*error.mistake, Mistake::Steps(1_000_000));
    let time = Budget::unlimited().timeout(Duration::ZERO);
    let source = format!("def spin():\n{SPIN}start = spin()\n");
    let error = ProblemFile::load_within("p.star", &source, &[], Limits::default(), &time).expect_err("no time");
    assert_eq!(*error.mistake, Mistake::Stopped(Limit::Time));
}

#[test]
fn what_grows_without_bound_is_refused() {
    for growth in [
        "t = t + t",
        "t += t",
        "t.extend(t)",
        "t = t * 2",
        "t *= 2",
        "t = t + [t] * 1000000000",
        "t = list(range(2000000000))",
        "t = tuple(range(2000000000))",
        "t = sorted(range(2000000000))",
        "t = reversed(range(2000000000))",
        "t = enumerate(range(2000000000))",
        "t = zip(range(2000000000))",
        "t = \"a\" * 2000000000",
        "t = 2000000000 * \"a\"",
        "t = (1, 2) * 2000000000",
        "t += range(2000000000)",
        "t.extend(range(2000000000))",
    ] {
        let source =
            format!("{HEAD}def actions(s):\n    t = [0]\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&source, &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_)), "{growth}: {error}");
        assert_eq!(error.at.map(|at| at.line), Some(6), "{growth}: {error}");
    }
    for growth in ["t = \"%s%s\" % (t, t)", "t = f\"{t}{t}\"", "t = \"\".join([t, t])", "t = t + t", "t += t"] {
        let body = format!("    t = \"a\"\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&format!("{HEAD}def actions(s):\n{body}"), &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_)), "{growth}: {error}");
        let error = load(&format!("def f():\n{body}start = f()\n"), &[]).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_)), "{growth}: {error}");
    }
    for growth in ["t = t * t", "t = t << 1000000000", "t <<= 4000000", "t *= t"] {
        let body = format!("    t = 3\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&format!("{HEAD}def actions(s):\n{body}"), &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_)), "{growth}: {error}");
    }
}

#[test]
fn many_small_things_are_refused_too() {
    let body = "    t = []\n    for i in range(1000000000):\n        t.append((i, i))\n    return t\n";
    let error = solve(&format!("{HEAD}def actions(s):\n{body}"), &[], Algorithm::Auto).expect_err("too much");
    assert!(matches!(*error.mistake, Mistake::Memory(_)), "{error}");
}

#[test]
fn recursion_ends() {
    for source in [
        "def f(n): return f(n)\nstart = f(1)\n".to_owned(),
        format!("{HEAD}def f(n): return f(n + 1)\ndef actions(s): return f(s)\n"),
        format!("{HEAD}def f(n): return [f(n + 1) for x in [1, 2]]\ndef actions(s): return f(s)\n"),
    ] {
        let error = solve(&source, &[], Algorithm::Auto).expect_err("endless");
        assert!(matches!(*error.mistake, Mistake::CallDepth(_)), "{error}");
    }
}

#[test]
fn what_nests_too_deeply_is_refused() {
    for source in [
        format!("start = {}", "(".repeat(5000)),
        format!("start = {}0{}", "(".repeat(5000), ")".repeat(5000)),
        format!("start = {}0{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("start = {}0", "-".repeat(100_000)),
        format!("start = {}0", "not ".repeat(50_000)),
        format!("start = 0{}", "+1".repeat(100_000)),
        format!("start = a{}", "[0]".repeat(50_000)),
        format!("start = a{}", ".b".repeat(50_000)),
        format!("start = {}0", "lambda: ".repeat(20_000)),
        format!("start = {}0", "0 if 0 else ".repeat(20_000)),
        format!("def f(x):\n  if x: pass\n{}", "  elif x: pass\n".repeat(10_000)),
        (0..2000).map(|level| " ".repeat(level.min(100)) + "if x:\n").collect(),
    ] {
        assert!(load(&source, &[]).is_err(), "{}", &source[..40]);
    }
    let error = load(&" ".repeat(1 << 20), &[]).expect_err("too large");
    assert!(matches!(*error.mistake, Mistake::FileTooLarge { .. }));
}

#[test]
fn deep_values_do_not_overflow_the_stack() {
    let nest = "def nest(n):\n    t = ()\n    for i in range(n): t = (t,)\n    return t\n";
    let deep = |start: &str| {
        solve(&format!("{nest}start = {start}\ngoal = 1\ndef actions(s): return []\n"), &[], Algorithm::Auto)
    };
    for start in ["nest(1000000)", "str(nest(1000000))", "(nest(1000000) == nest(1000000))", "hash(str(nest(100000)))"]
    {
        assert!(deep(start).is_err(), "{start}");
    }
}
