//! `compare`: every algorithm with every heuristic, on one board or many.

use std::time::{Duration, Instant};

use hueco_say::{Say, compare as said, pictures, serve};
use hueco_show::answer::{VERSION, microseconds};
use hueco_show::compare::{Limits, Method, Run, RunRow, Total, TotalRow, combined};
use hueco_tiles::heuristic::{HeuristicSpec, Named};
use hueco_tiles::solve::{Algorithm, Answer, Plan, solve};
use hueco_tiles::{Board, RandomBoards};
use serde::Serialize;
use serde_json::Value;

use super::sum_of;
use crate::ask::{self, Allowance, cancellable};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Progress, Teller, Work};

/// Boards, and runs of one comparison.
const MOST_BOARDS: usize = 200;
const MOST_RUNS: usize = 2000;
/// What a run may use where the request does not say: enough for any 3x3 board, and an end for the others.
const USUAL_NODES: u64 = 10_000_000;

const USUAL_ALGORITHMS: [Algorithm; 4] = [Algorithm::Bfs, Algorithm::Greedy, Algorithm::Astar, Algorithm::Idastar];
const USUAL_HEURISTICS: [Named; 3] = [Named::Misplaced, Named::Manhattan, Named::LinearConflict];

#[derive(Serialize)]
struct Compared<'a> {
    version: u32,
    methods: &'a [String],
    /// A row for each run, by board and then by method.
    rows: Vec<RunRow<'a>>,
    /// A row for each method.
    totals: Vec<TotalRow<'a>>,
    /// Whether all runs were made.
    complete: bool,
    svg: String,
}

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let lang = fields.lang;
    let boards = boards(fields, allowed)?;
    let goals = goals(fields, &boards)?;
    let methods = methods(fields)?;
    if boards.len() * methods.len() > MOST_RUNS {
        return Err(Fault::bad("too_many", serve::too_many_runs(lang, MOST_RUNS)));
    }
    let nodes = fields.whole("nodes", 1, allowed.nodes)?.unwrap_or(USUAL_NODES.min(allowed.nodes));
    let bytes = fields.whole("bytes", 1, allowed.bytes)?.unwrap_or(allowed.bytes);
    let seconds = fields.decimal("run_seconds", ask::SHORTEST, allowed.time.as_secs_f64())?;
    let limits = Limits { nodes, bytes, time: seconds.map(Duration::from_secs_f64) };
    let tuned = ask::tuned(fields, Plan::new(boards[0].clone(), goals[0].clone()))?;
    let share = ask::limits(fields, allowed)?;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let started = Instant::now();
        let (mut runs, mut answers) = (Vec::new(), Vec::<Answer>::new());
        let all = boards.len() * methods.len();
        for (number, (board, goal)) in boards.iter().zip(&goals).enumerate() {
            for (index, method) in methods.iter().enumerate() {
                // All runs together have the job's time, each no more than its own.
                let left = share.time.saturating_sub(started.elapsed());
                if left.is_zero() || teller.cancelled() {
                    break;
                }
                let plan = Plan {
                    board: board.clone(),
                    goal: goal.clone(),
                    algorithm: method.algorithm,
                    heuristic: method.heuristic.clone(),
                    max_nodes: Some(limits.nodes),
                    max_bytes: Some(limits.bytes),
                    timeout: Some(limits.time.unwrap_or(left).min(left)),
                    ..tuned.clone()
                };
                let plan = cancellable(plan, teller.cancel());
                let answer = solve(&plan, &share.workbench, &mut |_| ())
                    .map_err(|error| Fault::bad("bad_plan", error.say(lang)))?;
                runs.push(Run::new(number, index, &answer));
                answers.push(answer);
                teller.progress(&Progress {
                    seconds: microseconds(started.elapsed().as_secs_f64()),
                    generated: sum_of(&runs, |run| run.generated),
                    done: Some(runs.len() as f64 / all as f64),
                    ..Progress::default()
                });
            }
        }
        let names: Vec<String> = methods.iter().map(Method::name).collect();
        let total = |index: usize| Total::of(runs.iter().filter(move |run| run.method == index));
        let compared = Compared {
            version: VERSION,
            methods: &names,
            rows: runs
                .iter()
                .zip(&answers)
                .map(|(run, answer)| RunRow::new(&boards[run.board], &methods[run.method], answer, run))
                .collect(),
            totals: names.iter().enumerate().map(|(index, name)| TotalRow::new(name, &total(index), limits)).collect(),
            complete: runs.len() == all,
            svg: pictures::compared(&boards, &names, &runs, lang),
        };
        super::result(&compared, &share, lang)
    }))
}

/// `boards`: a list; or `random`: how many, of which size, from which seed.
fn boards(fields: &mut Fields, allowed: &Allowance) -> Result<Vec<Board>, Fault> {
    let lang = fields.lang;
    if let Some(random) = fields.value("random") {
        let wrong = || Fault::wrong("random", serve::options_expected(lang));
        let mut random = Fields::of(random, lang).ok_or_else(wrong)?;
        let shape = ask::size(&mut random, allowed)?.ok_or_else(|| random.missing("size"))?;
        let count = random.whole("count", 1, MOST_BOARDS as u64)?.unwrap_or(1);
        let seed = random.whole("seed", 0, u64::MAX)?.unwrap_or(0);
        random.finish()?;
        let goal = ask::peek_goal(fields, shape)?;
        return Ok(RandomBoards::new(&goal, seed).take(count as usize).collect());
    }
    let size = ask::size(fields, allowed)?;
    let boards = match fields.value("boards") {
        Some(Value::Array(boards)) => boards,
        Some(_) => return Err(Fault::wrong("boards", serve::boards_expected(lang, MOST_BOARDS))),
        None => vec![fields.value("board").ok_or_else(|| Fault::bad("missing_field", said::compare_no_boards(lang)))?],
    };
    if boards.is_empty() || boards.len() > MOST_BOARDS {
        return Err(Fault::wrong("boards", serve::boards_expected(lang, MOST_BOARDS)));
    }
    boards.into_iter().map(|board| ask::read_board(board, "boards", size, allowed, lang)).collect()
}

/// The goal of each board: boards may differ in shape.
fn goals(fields: &mut Fields, boards: &[Board]) -> Result<Vec<Board>, Fault> {
    let goal = fields.value("goal");
    boards.iter().map(|board| ask::read_goal(goal.clone(), board.shape(), fields.lang)).collect()
}

fn methods(fields: &mut Fields) -> Result<Vec<Method>, Fault> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for name in fields.texts("algorithms")? {
        let algorithm = ask::algorithm_name("algorithms", &name, fields.lang)?;
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    let mut heuristics: Vec<HeuristicSpec> = Vec::new();
    let lang = fields.lang;
    let named = fields.texts("heuristics")?.into_iter().map(|text| ask::read_heuristic(&text, lang));
    let own = fields.texts("formulas")?.into_iter().map(|text| ask::read_formula(&text, lang));
    for heuristic in named.chain(own) {
        let heuristic = heuristic?;
        if !heuristics.contains(&heuristic) {
            heuristics.push(heuristic);
        }
    }
    if algorithms.is_empty() {
        algorithms = USUAL_ALGORITHMS.into();
    }
    if heuristics.is_empty() {
        heuristics = USUAL_HEURISTICS.map(HeuristicSpec::from).into();
    }
    Ok(combined(&algorithms, &heuristics))
}
