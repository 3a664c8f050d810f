//! Files that never end or take too much: a limit ends them, and nothing crashes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{load, options, solve};
use hueco_script::{Limits, Mistake, Outcome, ProblemFile, Pulse, run};
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
        "t = {i: [i] * 2000000000 for i in range(1)}",
    ] {
        let source =
            format!("{HEAD}def actions(s):\n    t = [0]\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&source, &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_) | Mistake::TextTooLong(_)), "{growth}: {error}");
        assert_eq!(error.at.map(|at| at.line), Some(6), "{growth}: {error}");
    }
    for growth in [
        "t = \"%s%s\" % (t, t)",
        "u = \"%s%s\"; u %= (t, t); t = u",
        "t = f\"{t}{t}\"",
        "t = \"\".join([t, t])",
        "t = t + t",
        "t += t",
        "t = t.replace(\"a\", \"aaa\")",
        "t = (t).replace(\"\", t)",
        "t = \"{}{}\".format(t, t)",
        "t = \"{t}{t}\".format(t = t)",
        "t = (\"a\" * 4000000).replace(\"a\", \"b\" * 4000000)",
        "t = (\"a\" * 4000000).join([\"b\"] * 4000000)",
        "t = (\"{0}\" * 100000).format(\"b\" * 1000000)",
    ] {
        let body = format!("    t = \"a\"\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&format!("{HEAD}def actions(s):\n{body}"), &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_) | Mistake::TextTooLong(_)), "{growth}: {error}");
        assert_eq!(error.at.map(|at| at.line), Some(6), "{growth}: {error}");
        let error = load(&format!("def f():\n{body}start = f()\n"), &[]).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_) | Mistake::TextTooLong(_)), "{growth}: {error}");
    }
    for growth in ["t = t * t", "t = t << 1000000000", "t <<= 4000000", "t *= t", "t = t << 4000", "t <<= 4096"] {
        let body = format!("    t = 3\n    for i in range(60):\n        {growth}\n    return []\n");
        let error = solve(&format!("{HEAD}def actions(s):\n{body}"), &[], Algorithm::Auto).expect_err(growth);
        assert!(matches!(*error.mistake, Mistake::Memory(_)), "{growth}: {error}");
    }
}

#[test]
fn what_is_allowed_ends_exactly_where_it_says() {
    let mistake = |limits: Limits, line: &str| {
        let source = format!("{HEAD}def actions(s):\n    {line}\n    return []\n");
        let file =
            Arc::new(ProblemFile::load_within("p.star", &source, &[], limits, &Budget::unlimited()).expect(line));
        let ended = run(&file, &options(Algorithm::Auto, None), &mut Budget::unlimited(), None);
        ended.err().map(|error| *error.mistake)
    };
    let usual = Limits::default();
    assert_eq!(mistake(usual, "t = \"a\" * 4194304"), None);
    assert_eq!(mistake(usual, "t = \"a\" * 4194305"), Some(Mistake::TextTooLong(4 << 20)));
    assert_eq!(mistake(usual, "t = 1 << 4096"), None);
    assert!(matches!(mistake(usual, "t = 1 << 4097"), Some(Mistake::Memory(_))));
    // A list grows by doubling: what it is made of is counted four times.
    let small = Limits { memory: 1 << 20, ..usual };
    assert_eq!(mistake(small, "t = list(range(20000))"), None);
    assert!(matches!(mistake(small, "t = list(range(80000))"), Some(Mistake::Memory(_))));
    // The same memory is there while the file is loaded.
    let source = format!("text = \"a\" * 1000000\n{HEAD}def actions(s): return []\n");
    assert!(ProblemFile::load_within("p.star", &source, &[], usual, &Budget::unlimited()).is_ok());
    let refused = ProblemFile::load_within("p.star", &source, &[], small, &Budget::unlimited()).expect_err("too much");
    assert!(matches!(*refused.mistake, Mistake::Memory(_)), "{refused}");
}

#[test]
fn a_state_has_so_many_actions() {
    const MOST: usize = 1 << 20;
    let solved =
        |count: usize| solve(&format!("{HEAD}def actions(s): return [(\"\", 0)] * {count}\n"), &[], Algorithm::Bfs);
    assert_eq!(solved(MOST).expect("as many as there may be").outcome, Outcome::Unsolvable);
    for found in [MOST + 1, 2 * MOST] {
        let error = solved(found).expect_err("too many");
        assert!(
            matches!(*error.mistake, Mistake::TooManyActions { found: n, limit: MOST, .. } if n == found),
            "{error}"
        );
    }
}

/// A tuple that holds another twice, which holds another twice, and so on.
const TWICE: &str = "def twice(n):\n    t = ()\n    for i in range(n): t = (t, t)\n    return t\n";

#[test]
fn what_is_small_in_memory_and_endless_on_paper_is_not_written() {
    for start in [
        "str(twice(60))",
        "repr([twice(60)])",
        "\"%s\" % (twice(60),)",
        "\"{}\".format(twice(60))",
        "f\"{twice(60)}\"",
        "fail(twice(60))",
        "twice(60)",
    ] {
        let error = load(&format!("{TWICE}start = {start}\n"), &[]).expect_err(start);
        assert!(matches!(*error.mistake, Mistake::ValueTooDeep | Mistake::StateTooLarge), "{start}: {error}");
    }
    // A method that is guarded cannot be taken along without its guard.
    for start in ["\"a\".replace", "getattr(\"a\", \"join\")", "(\"a\".format)(1)"] {
        assert!(load(&format!("f = {start}\nstart = 1\n"), &[]).is_err(), "{start}");
    }
    let fine = "start = \"a-{}\".format(f\"{[1, 2]}\").replace(\"-\", \", \".join([\"b\", \"c\"]))\ngoal = 1\n";
    let file = load(&format!("{fine}def actions(s): return []\n"), &[]).expect("it loads");
    assert_eq!(file.start().to_string(), "\"ab, c[1, 2]\"");
    assert_eq!(getattr_of_others(), "3");
}

fn getattr_of_others() -> String {
    let source =
        "start = getattr([1, 2, 1], \"index\")(2) + getattr(1, \"x\", 2)\ngoal = 1\ndef actions(s): return []\n";
    load(source, &[]).expect("it loads").start().to_string()
}

#[test]
fn a_single_operation_that_takes_long_is_seen_from_another_thread() {
    let pulse = Arc::new(Pulse::default());
    let (for_thread, limit) = (Arc::clone(&pulse), Duration::from_millis(20));
    let thread = std::thread::spawn(move || {
        let source = format!("{TWICE}start = 1 if twice(27) == twice(27) else 0\n");
        let budget = Budget::unlimited().timeout(limit);
        ProblemFile::load_watched("p.star", &source, &[], Limits::default(), &budget, for_thread).is_err()
    });
    let (mut last, mut unchanged) = (None, 0);
    while !thread.is_finished() {
        std::thread::sleep(limit);
        let open = pulse.open_call();
        unchanged = if open.is_some() && open == last { unchanged + 1 } else { 0 };
        last = open;
        if unchanged == 3 {
            break;
        }
    }
    assert_eq!(unchanged, 3, "the call was open long after its time");
    assert!(thread.join().expect("it ends one day"));
    assert_eq!(pulse.open_call(), None);
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
    let beside = format!("{nest}other = nest(1000000)\nstart = 0\ngoal = 1\ndef actions(s): return []\n");
    let error = load(&beside, &[]).expect_err("what the names stand for is frozen");
    assert_eq!((&*error.mistake, error.at.map(|at| at.line)), (&Mistake::ValueTooDeep, Some(5)));
}
