//! `--optimal` on boards of more than sixteen cells: lengths, limits, and a proof that is interrupted and resumed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hueco_search::Limit;
use hueco_tiles::file::FileFault;
use hueco_tiles::solve::{Algorithm, Answer, Outcome, Plan, PlanError, solve};
use hueco_tiles::{Board, Direction, RandomBoards, Shape, Workbench, replay};

/// A board that a walk of this many moves leads to from the goal.
fn walked(goal: &Board, moves: usize, seed: u64) -> Board {
    let mut numbers = RandomBoards::new(goal, seed).flat_map(|board| board.tiles().to_vec());
    let (mut board, mut last) = (goal.clone(), None);
    for _ in 0..moves {
        let options: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|&direction| Some(direction.opposite()) != last && replay(&board, &[direction]).is_ok())
            .collect();
        let direction = options[usize::from(numbers.next().unwrap()) % options.len()];
        board = replay(&board, &[direction]).unwrap();
        last = Some(direction);
    }
    board
}

/// Small tables, and little for the near-optimal part: the rounds have to do the work.
fn plan(board: &Board, goal: &Board) -> Plan {
    let mut plan = Plan::new(board.clone(), goal.clone());
    (plan.optimal, plan.threads) = (true, Some(1));
    (plan.max_nodes, plan.max_bytes) = (Some(400_000_000), Some(64 << 20));
    plan
}

fn carried_out(plan: &Plan, workbench: &Workbench) -> Answer {
    let answer = solve(plan, workbench, &mut |_| ()).unwrap();
    if let Some(moves) = &answer.moves {
        assert_eq!(replay(&plan.board, moves).unwrap(), plan.goal);
        assert_eq!(answer.optimal, answer.lower_bound as usize == moves.len());
    }
    answer
}

#[test]
fn lengths_are_those_of_ida_star() {
    for (rows, cols, moves) in [(3, 6, 50), (2, 9, 40)] {
        let shape = Shape::new(rows, cols).unwrap();
        let goal = Board::blank_first(shape);
        let board = walked(&goal, moves, 1);
        let workbench = Workbench::default();
        let answer = carried_out(&plan(&board, &goal), &workbench);
        assert_eq!(answer.outcome, Outcome::Solved);
        let mut other = Plan::new(board, goal);
        other.algorithm = Algorithm::Idastar;
        other.heuristic = Some("max(inversion,linear-conflict)".parse().unwrap());
        assert_eq!(answer.length(), carried_out(&other, &workbench).length(), "{shape}");
    }
}

/// Ends the run when so much is proved beyond what was known at first.
fn interrupted(plan: &Plan, workbench: &Workbench, at: u32) -> Answer {
    let flag = Arc::new(AtomicBool::new(false));
    let plan = Plan { cancel: Some(Arc::clone(&flag)), ..plan.clone() };
    let answer = solve(&plan, workbench, &mut |progress| {
        if progress.round.is_some() && progress.lower_bound >= at {
            flag.store(true, Ordering::Relaxed);
        }
    });
    answer.unwrap()
}

fn with_checkpoint(plan: &Plan, path: &Path) -> Plan {
    Plan { checkpoint: Some(path.to_owned()), ..plan.clone() }
}

#[test]
fn a_proof_that_is_interrupted_resumes_with_the_same_count() {
    let (folder, workbench) = (tempfile::tempdir().unwrap(), Workbench::default());
    let shape = Shape::new(4, 5).unwrap();
    let goal = Board::blank_last(shape);
    let board = RandomBoards::new(&goal, 1).next().unwrap();
    let plan = Plan { max_nodes: None, max_bytes: Some(32 << 20), ..plan(&board, &goal) };
    let path = folder.path().join("whole");
    let whole = carried_out(&with_checkpoint(&plan, &path), &workbench);
    assert_eq!(whole.outcome, Outcome::Solved);
    assert!(!path.exists(), "nothing is left to be resumed");
    let path = folder.path().join("interrupted");
    let plan = with_checkpoint(&plan, &path);
    let stopped = interrupted(&plan, &workbench, whole.lower_bound - 2);
    if stopped.outcome == Outcome::Solved {
        // The last round but one took less than a tenth of a second: there was nothing to interrupt.
        return;
    }
    assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Interrupt));
    assert!(stopped.lower_bound < whole.lower_bound && path.exists());
    let resumed = carried_out(&plan, &workbench);
    assert_eq!((resumed.length(), resumed.optimal), (whole.length(), true));
    assert_eq!(resumed.stats.generated, whole.stats.generated);
    assert!(!path.exists());
}

#[test]
fn the_checkpoint_of_another_board_is_an_error_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let goal = Board::blank_last(Shape::new(3, 6).unwrap());
    std::fs::write(&path, "no checkpoint").unwrap();
    let plan = with_checkpoint(&plan(&walked(&goal, 30, 1), &goal), &path);
    let solved = solve(&plan, &Workbench::default(), &mut |_| ());
    assert_eq!(solved.unwrap_err(), PlanError::Checkpoint(FileFault::BadHeader));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "no checkpoint");
}

#[test]
fn limits_leave_a_solution_and_a_true_bound() {
    let goal = Board::blank_last(Shape::new(5, 5).unwrap());
    let board = RandomBoards::new(&goal, 3).next().unwrap();
    let mut plan = plan(&board, &goal);
    plan.max_nodes = Some(2_000_000);
    let answer = carried_out(&plan, &Workbench::default());
    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes));
    assert!(!answer.optimal && answer.moves.is_some());
    assert!(answer.lower_bound > 60 && answer.stats.generated <= 2_000_000);
}
