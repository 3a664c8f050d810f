//! How long small spaces and slides take: `space_rates 3x3` solves every 3x3 board by a complete table, `space_rates
//! multi SHAPE COUNT` solves random boards in the fewest slides.

use std::time::Instant;

use hueco_search::Budget;
use hueco_tiles::multi::MultiSolver;
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Board, Cells, Frame, Metric, Nibbles, RandomBoards, Shape, parse_shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["3x3"] => all_of_three(),
        ["multi", shape, count] => slides(parse_shape(shape)?, count.parse()?),
        _ => Err("3x3, or: multi SHAPE COUNT".into()),
    }
}

fn all_of_three() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Board::blank_last(Shape::new(3, 3)?);
    let frame = Frame::new(&goal);
    let started = Instant::now();
    let table = DistanceTable::build(goal.shape(), goal.blank(), Metric::Single, &Budget::unlimited())?;
    let built = started.elapsed();
    let ranking = table.space().ranking();
    let boards: Vec<Board> = (0..ranking.states()).map(|rank| ranking.board(&frame, rank)).collect();
    let started = Instant::now();
    let mut moves = 0;
    for board in &boards {
        moves += table.solve(&Nibbles::pack(&frame.labels(board))).ok_or("every rank is a board")?.len();
    }
    let solved = started.elapsed();
    println!("3x3: built in {built:?}; {} boards, {moves} moves in {solved:?}", boards.len());
    Ok(())
}

fn slides(shape: Shape, count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let goal = Board::blank_last(shape);
    let started = Instant::now();
    let solver = MultiSolver::new(&goal, &Budget::unlimited())?;
    println!("{shape} by {}: ready in {:?}", solver.bound().map_or("table", |bound| bound.name()), started.elapsed());
    for board in RandomBoards::new(&goal, 1).take(count) {
        let started = Instant::now();
        let report = solver.solve(&board, &mut Budget::unlimited())?;
        println!("{board}: {:?} slides, {} generated, {:?}", report.cost(), report.stats.generated, started.elapsed());
    }
    Ok(())
}
