//! What a fuzzer does with arbitrary bytes: each parser takes them without a panic, and what it accepts survives being
//! printed and read again; each reader of files refuses them or returns something that can be used. Plain functions, so that the stable
//! tests run them too.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use hueco_search::{Algorithm, Budget, Problem as _};

use crate::board::{Board, Direction, Shape};
use crate::cells::{Cells as _, Nibbles};
use crate::file::FileFault;
use crate::heuristic::{Formula, HeuristicSpec, Measures};
use crate::instances::read_instances;
use crate::metric::Metric;
use crate::moves::{invert, moves_text, parse_moves, replay};
use crate::multi::Slide;
use crate::parity::{Solvability, solvability};
use crate::parse::{parse_board, parse_goal, parse_shape};
use crate::pattern::Shelf;
use crate::problem::{Frame, Order, Tiles};
use crate::read::read_boards;
use crate::solve::{Outcome, Plan, PlanError, checkpoint, solve};
use crate::space::DistanceTable;
use crate::workbench::Workbench;

/// One board, many boards, a goal and a shape.
pub fn board(data: &[u8]) {
    for (line, board) in read_boards(data, None) {
        assert!(line >= 1);
        match board {
            Ok(board) => round_trip(&board),
            Err(error) => assert!(error.at.line >= 1 && error.at.column >= 1, "{error}"),
        }
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    match parse_board(text, None) {
        Ok(board) => round_trip(&board),
        Err(error) => assert!(error.at.line <= text.lines().count().max(1), "{error}"),
    }
    if let Ok(shape) = parse_shape(text) {
        assert_eq!(parse_shape(&shape.to_string()), Ok(shape));
        if let Ok(goal) = parse_goal(text, shape) {
            round_trip(&goal);
        }
    }
}

/// What a method promises of its solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// It is a shortest one, and proved.
    Optimal,
    /// It is within the weight.
    Weighted,
    /// It is one.
    Solution,
}

/// Boards of every small shape with every goal: all exact methods, the table of all distances and pattern databases report the length
/// that a plain search by queue finds, and prove it; the others keep what they promise. None gives up, none refuses a board.
pub fn solvers(data: &[u8]) {
    use Promise::{Optimal, Solution, Weighted};

    const SHAPES: [(usize, usize); 9] = [(1, 2), (2, 1), (1, 5), (2, 2), (2, 3), (3, 2), (1, 7), (2, 4), (4, 2)];
    const METHODS: [(Algorithm, &str, Promise); 24] = [
        (Algorithm::Auto, "", Optimal),
        (Algorithm::Bfs, "", Optimal),
        (Algorithm::Ucs, "", Optimal),
        (Algorithm::Astar, "linear-conflict", Optimal),
        (Algorithm::Idastar, "manhattan", Optimal),
        (Algorithm::Idastar, "walking-distance", Optimal),
        (Algorithm::Bidirectional, "", Optimal),
        (Algorithm::Nbs, "manhattan", Optimal),
        (Algorithm::Nbs, "pattern(auto)", Optimal),
        (Algorithm::Rbfs, "inversion", Optimal),
        (Algorithm::Dvcbs, "manhattan", Optimal),
        (Algorithm::Bfhs, "linear-conflict", Optimal),
        (Algorithm::Ibex, "manhattan", Optimal),
        (Algorithm::Hdastar, "manhattan", Optimal),
        (Algorithm::Arastar, "manhattan", Optimal),
        (Algorithm::Awastar, "linear-conflict", Optimal),
        (Algorithm::Idastar, "pattern(auto)", Optimal),
        (Algorithm::Astar, "pattern(auto)", Optimal),
        (Algorithm::Wastar, "manhattan", Weighted),
        (Algorithm::Dps, "linear-conflict", Weighted),
        (Algorithm::Greedy, "manhattan", Solution),
        (Algorithm::Dfs, "", Solution),
        (Algorithm::Stack, "manhattan", Solution),
        (Algorithm::Beam, "manhattan", Solution),
    ];
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let (rows, cols) = SHAPES[bytes.next().unwrap_or(0) % SHAPES.len()];
    let Ok(shape) = Shape::new(rows, cols) else { return };
    let mut shuffled = || {
        let mut numbers: Vec<u64> = (0..shape.cells() as u64).collect();
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, bytes.next().unwrap_or(0) % (last + 1));
        }
        Board::new(shape, &numbers).expect("the numbers of a board in some order")
    };
    let (board, goal) = (shuffled(), shuffled());
    let expected = distance(&board, &goal);
    let workbench = Workbench::new(None);
    for (algorithm, heuristic, promise) in METHODS {
        let about = || format!("{board} to {goal} by {} with {heuristic:?}", algorithm.name());
        let heuristic = (!heuristic.is_empty()).then(|| heuristic.parse().expect("a heuristic"));
        for threads in if algorithm == Algorithm::Hdastar { 1..=2 } else { 1..=1 } {
            // No layer of these boards is wider.
            let width = 20_160;
            let plan = Plan {
                algorithm,
                heuristic: heuristic.clone(),
                width,
                threads: Some(threads),
                ..Plan::new(board.clone(), goal.clone())
            };
            let answer = solve(&plan, &workbench, &mut |_| ()).unwrap_or_else(|error| panic!("{error}: {}", about()));
            let Some(expected) = expected else {
                assert_eq!((answer.outcome, answer.moves), (Outcome::Unsolvable, None), "{}", about());
                continue;
            };
            let moves = answer.moves.unwrap_or_else(|| panic!("{:?}: {}", answer.outcome, about()));
            assert_eq!((answer.outcome, replay(&board, &moves).as_ref()), (Outcome::Solved, Ok(&goal)), "{}", about());
            let bound = answer.lower_bound as usize;
            assert!(bound <= expected && (answer.optimal == (bound == moves.len())), "{bound}: {}", about());
            match promise {
                Optimal => assert_eq!((moves.len(), answer.optimal), (expected, true), "{}", about()),
                Weighted => {
                    assert_eq!(answer.within, Some(plan.weight), "{}", about());
                    assert!((expected..=expected * plan.weight as usize / 1000).contains(&moves.len()), "{}", about());
                }
                Solution => assert!(moves.len() >= expected, "{}", about()),
            }
        }
    }
    let tiles = Tiles::<Nibbles>::new(&board, &goal, Order::default()).expect("of one shape");
    let table = DistanceTable::build(shape, goal.blank(), Metric::Single, &Budget::unlimited()).expect("a small space");
    assert_eq!(table.solve(&tiles.start()).map(|moves| moves.len()), expected, "{board} to {goal} by a table");
}

/// How the files of a format begin, as far as it takes to make them pass for intact.
struct Layout {
    magic: [u8; 8],
    version: u32,
    /// Where the CRC-32 of the contents stands, and that of everything before it in the header.
    contents: usize,
    header: usize,
    length: usize,
}

impl Layout {
    /// The bytes with their checksums made right: else a fuzzer would never see what is behind them.
    fn repaired(&self, data: &[u8]) -> Vec<u8> {
        let mut bytes = data.to_vec();
        bytes.resize(bytes.len().max(self.length), 0);
        bytes[..8].copy_from_slice(&self.magic);
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        let contents = crc32fast::hash(&bytes[self.length..]).to_le_bytes();
        bytes[self.contents..][..4].copy_from_slice(&contents);
        let header = crc32fast::hash(&bytes[..self.header]).to_le_bytes();
        bytes[self.header..][..4].copy_from_slice(&header);
        bytes
    }
}

/// Bytes as a file, for readers that take nothing else.
fn as_file<T>(bytes: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    let name = format!("hueco-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).expect("the folder for temporary files is writable");
    let result = read(&path);
    let _ = std::fs::remove_file(&path);
    result
}

/// The files of pattern databases: plain tables and those by region.
const TABLES: [Layout; 2] = [table_layout(1), table_layout(2)];

const fn table_layout(version: u32) -> Layout {
    Layout { magic: *b"huecopdb", version, contents: 36, header: 72, length: 4096 }
}

/// The file of a pattern database.
pub fn table_file(data: &[u8]) {
    for bytes in [data.to_vec(), TABLES[0].repaired(data), TABLES[1].repaired(data)] {
        if Shelf::default().give(&bytes).is_ok() {
            let is_right = TABLES.iter().any(|layout| bytes == layout.repaired(&bytes));
            assert!(is_right, "what is taken has right checksums");
        }
    }
}

/// A file of distances: what is taken answers for every board, whatever it holds. A way that it leads is a solution, and a search
/// that it leads ends with a solution or with an error.
pub fn distance_file(data: &[u8]) {
    const LAYOUT: Layout = Layout { magic: *b"huecodst", version: 1, contents: 40, header: 44, length: 48 };
    // Larger ones take long to look at, and hold nothing else.
    if data.len() > 10_000 {
        return;
    }
    for bytes in [data.to_vec(), LAYOUT.repaired(data)] {
        if let Ok(table) = as_file(&bytes, DistanceTable::open) {
            assert_eq!(bytes, LAYOUT.repaired(&bytes), "what is taken has right checksums");
            let ranking = table.space().ranking();
            let (shape, states) = (ranking.shape(), ranking.states());
            for rank in [states, u64::MAX] {
                assert_eq!(table.distance_of(rank), None);
            }
            let mut numbers: Vec<u64> = (1..shape.cells() as u64).collect();
            numbers.insert(ranking.goal_blank(), 0);
            let goal = Board::new(shape, &numbers).expect("the numbers of a board in some order");
            let frame = Frame::new(&goal);
            for rank in 0..states.min(500) {
                let board = ranking.board(&frame, rank);
                let labels = Nibbles::pack(&frame.labels(&board));
                let distance = table.distance_of(rank);
                assert!(distance.is_none_or(|distance| distance < 255));
                if let Some(slides) = table.slides(&labels) {
                    assert_eq!(Some(slides.len()), distance.map(|distance| distance as usize));
                    let moves: Vec<Direction> = slides.into_iter().flat_map(Slide::steps).collect();
                    assert_eq!(replay(&board, &moves).as_ref(), Ok(&goal));
                }
            }
            let chosen = crc32fast::hash(&bytes) as usize;
            let board = ranking.board(&frame, chosen as u64 % states);
            led_by(table, board, goal, chosen);
        }
    }
}

/// A search with a table for its heuristic.
fn led_by(table: DistanceTable, board: Board, goal: Board, chosen: usize) {
    let led: Vec<_> = Algorithm::ALL.into_iter().filter(|(_, algorithm)| algorithm.uses_heuristic()).collect();
    let (name, algorithm) = led[chosen % led.len()];
    let plan = Plan {
        algorithm,
        distances: Some(Arc::new(table)),
        threads: Some(1 + chosen % 2),
        max_nodes: Some(20_000),
        ..Plan::new(board, goal)
    };
    match solve(&plan, &Workbench::new(None), &mut |_| ()) {
        Ok(answer) => {
            let moves = answer.moves.as_deref();
            assert!(moves.is_none_or(|moves| replay(&plan.board, moves).as_ref() == Ok(&plan.goal)), "{name}");
            // On boards of one row most cannot reach the goal, whatever a table says.
            let is_solvable = solvability(&plan.board, &plan.goal).is_ok_and(Solvability::is_solvable);
            assert_eq!(answer.outcome != Outcome::Unsolvable, is_solvable, "{} by {name}", plan.board);
        }
        Err(error) => {
            let expected = [PlanError::WrongTable, PlanError::TableBothEnds];
            assert!(expected.contains(&error) || matches!(error, PlanError::OtherTable { .. }), "{error}");
        }
    }
}

/// The checkpoint of a proof: what is taken is about the board, and its solution solves it.
pub fn proof_file(data: &[u8]) {
    const LAYOUT: Layout = Layout { magic: *b"huecoprf", version: 1, contents: 92, header: 96, length: 128 };
    let board = parse_board("1 2 3 / 4 5 6 / 0 7 8", None).expect("a board");
    let goal = Board::blank_last(board.shape());
    for bytes in [data.to_vec(), LAYOUT.repaired(data)] {
        match as_file(&bytes, |path| checkpoint::read(path, &board, &goal)) {
            Ok(Some(saved)) => {
                let moves: &[Direction] = saved.best.as_deref().unwrap_or_default();
                assert!(moves.is_empty() || replay(&board, moves).as_ref() == Ok(&goal));
            }
            Ok(None) => panic!("the file is there"),
            Err(fault) => assert_ne!(fault, FileFault::Missing),
        }
    }
    resumed_proof(data, &LAYOUT);
}

/// A proof of a board with eighteen cells that is resumed from a file whose numbers are any, one byte for each: it is refused, or ends
/// within its limits.
fn resumed_proof(data: &[u8], layout: &Layout) {
    /// Tables are built once.
    static WORKBENCH: LazyLock<Workbench> = LazyLock::new(|| Workbench::new(None));
    let goal = Board::blank_last(parse_shape("2x9").expect("a shape"));
    let (mut board, mut walk): (Board, Vec<Direction>) = (goal.clone(), Vec::new());
    for step in 0..14 {
        let back = walk.last().map(|direction| direction.opposite());
        let options: Vec<_> = board.neighbours().filter(|(direction, _)| Some(*direction) != back).collect();
        let (direction, next) = options[step % options.len()].clone();
        walk.push(direction);
        board = next;
    }
    let mut bytes = data.iter().copied();
    let mut number = || match bytes.next().unwrap_or(0) {
        byte @ ..64 => u64::from(byte),
        byte @ 64..128 => u64::from(byte) << 8,
        byte @ 128..192 => 1 << (byte - 128),
        byte => u64::MAX - u64::from(255 - byte),
    };
    let [partitions, solution, bound, from] = [(); 4].map(|()| number() as u32);
    walk.reverse();
    let solution = if solution % 2 == 1 { invert(&walk) } else { Vec::new() };
    let mut file = vec![0; 16];
    for field in [partitions, solution.len() as u32, bound, from] {
        file.extend(field.to_le_bytes());
    }
    for _ in 0..6 {
        file.extend(number().to_le_bytes());
    }
    file.extend(0_u64.to_le_bytes());
    let numbers = board.tiles().iter().chain(goal.tiles());
    let mut contents: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    contents.extend(solution.iter().map(|direction| direction.letter() as u8));
    file.extend((contents.len() as u32).to_le_bytes());
    file.resize(layout.length, 0);
    file.extend(contents);
    as_file(&layout.repaired(&file), |path| {
        let plan = Plan {
            optimal: true,
            threads: Some(1),
            max_nodes: Some(4000),
            max_bytes: Some(2 << 20),
            checkpoint: Some(path.to_owned()),
            ..Plan::new(board, goal)
        };
        match solve(&plan, &WORKBENCH, &mut |_| ()) {
            Ok(answer) => {
                let moves = answer.moves.as_deref();
                assert!(moves.is_none_or(|moves| replay(&plan.board, moves).as_ref() == Ok(&plan.goal)));
            }
            Err(error) => assert_eq!(error, PlanError::Checkpoint(FileFault::BadHeader)),
        }
    });
}

/// The length of a shortest solution, as plainly as it can be found.
fn distance(board: &Board, goal: &Board) -> Option<usize> {
    let (mut seen, mut level) = (HashSet::from([board.clone()]), vec![board.clone()]);
    for length in 0.. {
        if level.contains(goal) {
            return Some(length);
        }
        let next = |board: &Board| board.neighbours().map(|(_, board)| board).collect::<Vec<_>>();
        level = level.iter().flat_map(next).filter(|board| seen.insert(board.clone())).collect();
        if level.is_empty() {
            break;
        }
    }
    None
}

/// An instance file.
pub fn instances(data: &[u8]) {
    for instance in read_instances(data, None) {
        match instance {
            Ok(instance) => round_trip(&instance.board),
            Err(error) => assert!(error.at.line >= 1 && error.at.column >= 1, "{error}"),
        }
    }
}

/// Moves, and what they do to a board.
pub fn moves(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(moves) = parse_moves(text) else { return };
    assert_eq!(parse_moves(&moves_text(&moves)).as_ref(), Ok(&moves));
    assert_eq!(invert(&invert(&moves)), moves);
    let start = Board::blank_last(parse_shape("3x4").expect("a shape"));
    let legal = replay(&start, &moves).map_or_else(|error| error.index - 1, |_| moves.len());
    let there = replay(&start, &moves[..legal]).expect("legal up to there");
    let back: Vec<_> = invert(&moves[..legal]).into_iter().rev().collect();
    assert_eq!(replay(&there, &back), Ok(start));
}

/// A formula: what is accepted is printed and read back as the same, and has a value on extreme boards; what is not has a
/// place in the text.
pub fn formula(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Formula>() {
        Ok(formula) => {
            let printed = formula.to_string();
            assert_eq!(printed.parse().as_ref(), Ok(&formula), "{printed}");
            for number in [0, 1, 1000, u32::MAX / 4] {
                let measures = Measures {
                    misplaced: number,
                    manhattan: number / 2,
                    linear_conflict: number,
                    direct_reversals: number,
                    inversion: number / 3,
                    walking: number,
                    blank: number / 5,
                };
                assert!(formula.estimate(&measures) <= Formula::LARGEST);
            }
        }
        Err(error) => {
            assert!(error.length >= 1, "{error}");
            assert!(error.text.is_empty() || error.text == text, "{error}");
            assert!(error.text.is_empty() || error.at <= text.chars().count(), "{error}");
        }
    }
}

/// A heuristic: what is accepted is printed and read back as the same.
pub fn heuristic(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(spec) = text.parse::<HeuristicSpec>() {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec), "{spec}");
    }
}

fn round_trip(board: &Board) {
    let size = Some(board.shape());
    let text = board.to_string();
    assert_eq!(parse_board(&text, size).as_ref(), Ok(board));
    if board.shape().rows() > 1 {
        assert_eq!(parse_board(&text, None).as_ref(), Ok(board));
    }
    assert_eq!(parse_board(&text.replace(" / ", "\n"), size).as_ref(), Ok(board));
    let numbers: Vec<String> = board.tiles().iter().map(u16::to_string).collect();
    let rows: Vec<String> = numbers.chunks(board.shape().cols()).map(|row| format!("[{}]", row.join(","))).collect();
    let nested = format!("[{}]", rows.join(", "));
    assert_eq!(parse_board(&nested, None).as_ref(), Ok(board));
    assert_eq!(parse_board(&nested.replace(',', "\n,"), size).as_ref(), Ok(board));
    assert_eq!(parse_board(&format!("[{}]", numbers.join(", ")), size).as_ref(), Ok(board));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Else the fuzzer would never come behind the header of one of them.
    #[test]
    fn both_kinds_of_tables_are_taken_once_repaired() {
        let mut seed = include_bytes!("../tests/corpus/table_file/three_of_2x3").to_vec();
        seed[8..12].fill(0);
        seed[72..76].fill(0);
        assert_eq!(Shelf::default().give(&seed), Err(FileFault::OtherVersion { expected: 1, found: 0 }));
        for layout in &TABLES {
            let bytes = layout.repaired(&seed);
            assert_eq!((Shelf::default().give(&bytes), bytes[8]), (Ok(()), layout.version as u8));
        }
    }
}
