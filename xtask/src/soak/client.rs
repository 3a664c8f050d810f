//! Requests of every kind to the server: quick ones, jobs that are waited for or cancelled, and what makes no sense.

use std::time::{Duration, Instant};

use super::boards::{Numbers, Puzzle};
use super::http::Client;
use super::judge::{self, Answer, Finding, field};
use super::tally::Tally;

/// A job that takes longer than this never ends: none may run longer than a few seconds, and few wait.
const PATIENCE: Duration = Duration::from_secs(90);
/// From one look at a job to the next.
const BETWEEN: Duration = Duration::from_millis(20);

/// A kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Half,
    Quick,
    Job,
    Cancelled,
    Problem,
    Check,
    Compare,
    Trace,
}

impl Kind {
    pub(super) const ALL: [Self; 8] =
        [Self::Half, Self::Quick, Self::Job, Self::Cancelled, Self::Problem, Self::Check, Self::Compare, Self::Trace];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Half => "half requests",
            Self::Quick => "quick solutions",
            Self::Job => "solutions of jobs",
            Self::Cancelled => "cancelled jobs",
            Self::Problem => "problem files",
            Self::Check => "checks of heuristics",
            Self::Compare => "comparisons",
            Self::Trace => "traces",
        }
    }
}

/// One client: now this kind of request, now another.
pub(super) fn run(address: &str, seed: u64, end: Instant, tally: &Tally) {
    let mut numbers = Numbers::new(seed);
    let mut client = Client::new(address);
    while Instant::now() < end {
        // Every other request is a quick one.
        let kind = if numbers.below(2) == 0 { Kind::Quick } else { Kind::ALL[numbers.below(Kind::ALL.len())] };
        tally.found(kind, ask(&mut client, kind, &mut numbers));
    }
}

/// Asks for one thing, and judges the answer.
fn ask(client: &mut Client, kind: Kind, numbers: &mut Numbers) -> Finding {
    let mut puzzle = |sizes: &[(usize, usize)]| {
        let (rows, cols) = sizes[numbers.below(sizes.len())];
        Puzzle::random(rows, cols, numbers)
    };
    match kind {
        Kind::Half => judge::refusal(client.ask("POST", "/api/solve", "{\"board\":\"1 2")),
        Kind::Quick => {
            let puzzle = puzzle(&[(3, 3), (4, 4), (3, 4), (5, 5)]);
            let body = format!("{{\"board\":\"{puzzle}\",\"seconds\":0.5}}");
            judge::solution(client.ask("POST", "/api/solve", &body), &puzzle)
        }
        Kind::Job | Kind::Cancelled => {
            let puzzle = puzzle(&[(3, 3), (4, 4), (3, 4), (5, 5)]);
            let algorithm = ["astar", "auto", "bidirectional", "idastar"][numbers.below(4)];
            let fields = format!("\"board\":\"{puzzle}\",\"algorithm\":\"{algorithm}\",\"seconds\":2");
            let is_cancelled = kind == Kind::Cancelled;
            of_job(client, "solve", &fields, is_cancelled, |answer| {
                if is_cancelled { judge::end(answer) } else { judge::solution(answer, &puzzle) }
            })
        }
        Kind::Problem => {
            let (goal, leap) = (1 + numbers.below(300), 2 + numbers.below(8));
            let file = judge::steps_and_leaps(goal, leap);
            of_job(client, "solve", &format!("\"problem\":\"{file}\""), false, |answer| judge::way(answer, goal, leap))
        }
        Kind::Check => {
            let known = &judge::CHECKS[numbers.below(judge::CHECKS.len())];
            let fields = format!("\"size\":\"{}\",\"heuristic\":\"{}\"", known.size, known.heuristic);
            of_job(client, "check", &fields, false, |answer| judge::check(answer, known))
        }
        Kind::Compare => {
            let methods =
                "\"algorithms\":[\"bfs\",\"astar\",\"idastar\"],\"heuristics\":[\"manhattan\",\"linear-conflict\"]";
            let fields = format!("\"board\":\"{}\",{methods}", puzzle(&[(2, 3), (3, 3)]));
            of_job(client, "compare", &fields, false, |answer| judge::comparison(answer, 5))
        }
        Kind::Trace => {
            let puzzle = puzzle(&[(2, 2), (2, 3)]);
            let algorithm = ["bfs", "astar", "greedy"][numbers.below(3)];
            let fields = format!("\"board\":\"{puzzle}\",\"algorithm\":\"{algorithm}\"");
            of_job(client, "trace", &fields, false, |answer| judge::trace(answer, &puzzle))
        }
    }
}

/// Starts a job, cancels it or not, and waits for its end.
fn of_job(
    client: &mut Client,
    kind: &str,
    fields: &str,
    is_cancelled: bool,
    judge: impl FnOnce(Answer) -> Finding,
) -> Finding {
    let (status, started) = match client.ask("POST", "/api/jobs", &format!("{{\"kind\":\"{kind}\",{fields}}}")) {
        None => return judge(None),
        Some((503, _)) => return Finding::Refused,
        Some(answer) => answer,
    };
    let Some(id) = field(&started, "id").filter(|_| status < 300) else {
        return Finding::Wrong(format!("{fields} starts no job: {status} {started}"));
    };
    let path = format!("/api/jobs/{id}");
    if is_cancelled {
        std::thread::sleep(10 * BETWEEN);
        match client.ask("DELETE", &path, "") {
            Some((status, _)) if status < 300 => {}
            answer => return Finding::Wrong(format!("a job is not cancelled: {answer:?}")),
        }
    }
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let answer = client.ask("GET", &path, "");
        let state = answer.as_ref().and_then(|(_, text)| field(text, "state"));
        if !matches!(state.as_deref(), Some("queued" | "running")) {
            return judge(answer);
        }
        std::thread::sleep(BETWEEN);
    }
    Finding::Wrong(format!("a job never ends: {kind} {fields}"))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;

    /// A server that reads what it is asked and writes one thing, whatever that is.
    fn server(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                let mut some = [0; 4096];
                let _ = stream.read(&mut some).and_then(|_| stream.write_all(answer.as_bytes()));
            }
        });
        address
    }

    fn findings(answer: &'static str) -> impl Iterator<Item = (Kind, Finding)> {
        let address = server(answer);
        Kind::ALL.into_iter().map(move |kind| (kind, ask(&mut Client::new(&address), kind, &mut Numbers::new(1))))
    }

    #[test]
    fn a_server_that_answers_nothing_is_wrong() {
        for (kind, finding) in findings("") {
            assert!(matches!(finding, Finding::Wrong(_)), "{kind:?}: {finding:?}");
        }
    }

    #[test]
    fn a_server_that_answers_everything_alike_is_wrong() {
        for (kind, finding) in findings("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}") {
            assert!(matches!(finding, Finding::Wrong(_)), "{kind:?}: {finding:?}");
        }
    }

    #[test]
    fn a_full_queue_is_no_fault_and_nothing_verified() {
        for (kind, finding) in findings("HTTP/1.1 503 Busy\r\ncontent-length: 2\r\n\r\n{}") {
            assert_eq!(finding == Finding::Refused, kind != Kind::Half, "{kind:?}: {finding:?}");
        }
    }
}
