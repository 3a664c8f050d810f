//! Whether an answer is right: replayed, known beforehand, or in agreement with itself.

use super::boards::Puzzle;

/// The status and the body of an answer, if there was one.
pub(super) type Answer = Option<(u16, String)>;

/// What an answer came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It is right.
    Right,
    /// A limit came first, as it may.
    Open,
    /// The queue was full, as it may be.
    Refused,
    /// It is wrong, or there is none.
    Wrong(String),
}

/// The text of an answer that is not refused.
fn text(answer: Answer) -> Result<String, Finding> {
    match answer {
        None => Err(Finding::Wrong("no answer".to_owned())),
        Some((200, text)) => Ok(text),
        Some((503, _)) => Err(Finding::Refused),
        Some((status, text)) => Err(Finding::Wrong(format!("{status}: {text}"))),
    }
}

/// Judges the text of an answer; one that a limit has stopped is open.
fn of_text(answer: Answer, is_right: impl FnOnce(&str) -> bool) -> Finding {
    match text(answer) {
        Err(finding) => finding,
        Ok(text) if is_right(&text) => Finding::Right,
        Ok(text) if is_stopped(&text) => Finding::Open,
        Ok(text) => Finding::Wrong(text.chars().take(2000).collect()),
    }
}

fn is_stopped(text: &str) -> bool {
    ["outcome", "code"].iter().any(|name| field(text, name).as_deref() == Some("stopped"))
        || field(text, "stopped_by").is_some()
}

/// Half a request is refused.
pub(super) fn refusal(answer: Answer) -> Finding {
    match answer {
        Some((400, _)) => Finding::Right,
        answer => Finding::Wrong(format!("half a request is answered with {answer:?}")),
    }
}

/// A solution leads to the goal. Moves that do not are wrong, also where a limit came.
pub(super) fn solution(answer: Answer, puzzle: &Puzzle) -> Finding {
    match answer {
        Some((200, text)) if field(&text, "moves").is_some_and(|moves| !puzzle.is_solved_by(&moves)) => {
            Finding::Wrong(format!("{puzzle} is not solved by {text}"))
        }
        answer => of_text(answer, |text| field(text, "moves").is_some()),
    }
}

/// A cancelled job has ended, one way or the other.
pub(super) fn end(answer: Answer) -> Finding {
    of_text(answer, |text| matches!(field(text, "state").as_deref(), Some("done" | "failed" | "cancelled")))
}

/// A problem file: from 0 to a number, one step or several at once. It stands in JSON as it is.
pub(super) fn steps_and_leaps(goal: usize, leap: usize) -> String {
    let actions = format!("[(\\\"step\\\", s + 1), (\\\"leap\\\", s + {leap})]");
    format!("start = 0\\ngoal = {goal}\\ndef actions(s):\\n    return {actions} if s < goal else []\\n")
}

/// The shortest way leaps as often as it can.
pub(super) fn way(answer: Answer, goal: usize, leap: usize) -> Finding {
    of_text(answer, |text| {
        let actions = text.split("\"actions\":[").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
        let count = |name: &str| actions.matches(name).count();
        let is_shortest = (count("\"leap\""), count("\"step\"")) == (goal / leap, goal % leap);
        is_shortest
            && text.contains("\"optimal\":true")
            && number(text, "cost") == Some((goal / leap + goal % leap) as u64)
    })
}

/// A heuristic on all boards of a size, and what is known of it.
pub(super) struct Known {
    pub(super) size: &'static str,
    pub(super) heuristic: &'static str,
    states: u64,
    is_admissible: bool,
}

/// Half of all orders of the cells can be reached. A blank that counts as misplaced makes an estimate too large.
pub(super) const CHECKS: [Known; 4] = [
    Known { size: "2x2", heuristic: "manhattan", states: 12, is_admissible: true },
    Known { size: "2x3", heuristic: "linear-conflict", states: 360, is_admissible: true },
    Known { size: "3x2", heuristic: "misplaced", states: 360, is_admissible: true },
    Known { size: "2x2", heuristic: "misplaced-blank", states: 12, is_admissible: false },
];

pub(super) fn check(answer: Answer, known: &Known) -> Finding {
    of_text(answer, |text| {
        let is_same = text.contains(&format!("\"admissible\":{},", known.is_admissible));
        is_same && number(text, "states") == Some(known.states)
    })
}

/// All methods prove the same length.
pub(super) fn comparison(answer: Answer, methods: usize) -> Finding {
    of_text(answer, |text| {
        let runs: Vec<&str> = text.split("\"kind\":\"run\"").skip(1).collect();
        let lengths: Vec<Option<u64>> = runs.iter().map(|run| number(run, "length")).collect();
        let are_proven = runs.iter().all(|run| run.contains("\"optimal\":true"));
        let are_equal = lengths.iter().all(|length| length.is_some() && *length == lengths[0]);
        runs.len() == methods && are_proven && are_equal
    })
}

/// A trace is about the board, its counters are those of its events, and what is solved is as deep as the solution is long.
pub(super) fn trace(answer: Answer, puzzle: &Puzzle) -> Finding {
    of_text(answer, |text| {
        let Some((header, rest)) = text.split_once("\"events\":[") else { return false };
        let Some((events, end)) = rest.split_once("],\"end\":") else { return false };
        let count = |name: &str| events.matches(&format!("\"event\":\"{name}\"")).count() as u64;
        let generated = count("created") + count("pruned") + count("improved");
        let depth = events.split("\"event\":\"solved\"").nth(1).and_then(|solved| number(solved, "g"));
        header.contains(&format!("\"start\":{}", puzzle.json()))
            && number(end, "events") == Some(events.matches("\"event\":").count() as u64)
            && (number(end, "generated"), number(end, "examined")) == (Some(generated), Some(count("examined")))
            && depth.is_some()
            && depth == number(end, "length")
    })
}

/// The text of a field of a JSON object.
pub(super) fn field(json: &str, name: &str) -> Option<String> {
    let rest = json.split(&format!("\"{name}\":\"")).nth(1)?;
    rest.split('"').next().map(str::to_owned)
}

/// The number of a field of a JSON object.
fn number(json: &str, name: &str) -> Option<u64> {
    let rest = json.split(&format!("\"{name}\":")).nth(1)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::boards::Numbers;
    use super::*;

    #[allow(clippy::unnecessary_wraps, reason = "every judge takes an answer that may be missing")]
    fn ok(text: &str) -> Answer {
        Some((200, text.to_owned()))
    }

    fn is_wrong(finding: &Finding) -> bool {
        matches!(finding, Finding::Wrong(_))
    }

    #[test]
    fn moves_are_replayed_also_where_a_limit_came() {
        let puzzle = Puzzle::random(2, 2, &mut Numbers::new(1));
        let text = |moves: &str| format!("{{\"outcome\":\"stopped\",\"moves\":{moves}}}");
        assert!(is_wrong(&solution(ok(&text("\"UUU\"")), &puzzle)));
        assert_eq!(solution(ok(&text("null")), &puzzle), Finding::Open);
        assert!(is_wrong(&solution(ok("{\"outcome\":\"unsolvable\",\"moves\":null}"), &puzzle)));
    }

    #[test]
    fn the_way_of_a_problem_file_is_known() {
        let text =
            |actions: &str, cost: u32| ok(&format!("{{\"optimal\":true,\"cost\":{cost},\"actions\":[{actions}]}}"));
        assert_eq!(way(text("\"leap\",\"step\",\"leap\"", 3), 15, 7), Finding::Right);
        assert!(is_wrong(&way(text("\"leap\",\"step\",\"leap\"", 4), 15, 7)));
        assert!(is_wrong(&way(text("\"leap\",\"step\"", 2), 15, 7)));
    }

    #[test]
    fn a_heuristic_is_what_it_is_known_to_be() {
        let text = |states: u32, is: bool| {
            ok(&format!("{{\"stopped_by\":null,\"states\":{states},\"admissible\":{is},\"moves\":24}}"))
        };
        assert_eq!(check(text(12, true), &CHECKS[0]), Finding::Right);
        assert!(is_wrong(&check(text(12, false), &CHECKS[0])) && is_wrong(&check(text(12, true), &CHECKS[3])));
        assert!(is_wrong(&check(text(11, true), &CHECKS[0])));
    }

    #[test]
    fn methods_that_disagree_are_wrong() {
        let run =
            |length: &str| format!("{{\"kind\":\"run\",\"optimal\":true,\"length\":{length},\"stopped_by\":null}}");
        let runs = |lengths: &[&str]| ok(&lengths.iter().map(|length| run(length)).collect::<Vec<_>>().join(","));
        assert_eq!(comparison(runs(&["20", "20"]), 2), Finding::Right);
        assert!(is_wrong(&comparison(runs(&["20", "22"]), 2)) && is_wrong(&comparison(runs(&["20"]), 2)));
        assert!(is_wrong(&comparison(runs(&["null", "null"]), 2)));
    }

    #[test]
    fn a_trace_counts_what_it_holds() {
        let puzzle = Puzzle::random(2, 2, &mut Numbers::new(1));
        let events = "{\"event\":\"created\",\"g\":0},{\"event\":\"examined\"},{\"event\":\"solved\",\"g\":0}";
        let text = |examined: u32, length: u32| {
            let end =
                format!("{{\"length\":{length},\"stats\":{{\"generated\":1,\"examined\":{examined}}},\"events\":3}}");
            ok(&format!("{{\"header\":{{\"start\":{}}},\"events\":[{events}],\"end\":{end}}}", puzzle.json()))
        };
        assert_eq!(trace(text(1, 0), &puzzle), Finding::Right);
        assert!(is_wrong(&trace(text(2, 0), &puzzle)) && is_wrong(&trace(text(1, 1), &puzzle)));
        assert!(is_wrong(&trace(text(1, 0), &Puzzle::random(2, 3, &mut Numbers::new(1)))));
    }
}
