//! How long the solutions of a beam are, over the boards of an instance file.

use std::time::Instant;

use hueco_search::Budget;
use hueco_tiles::anytime::beam::{Options, search};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::ordering::{Convex, Weights};
use hueco_tiles::{Board, Frame, read_instances, replay};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |at: usize, default: f64| args.get(at).map_or(default, |a| a.parse().expect("a number"));
    let file = std::io::BufReader::new(std::fs::File::open(&args[1]).expect("an instance file"));
    let boards = number(3, 10.0) as usize;
    let weights = Weights { exponent: number(4, 1.5), fine: number(5, 2.0) };
    let options =
        Options { width: number(2, 10_000.0) as usize, threads: number(6, 1.0) as usize, ..Options::default() };
    let (mut total, mut solved, mut generated) = (0, 0, 0);
    let begin = Instant::now();
    let mut wrong = 0;
    for instance in read_instances(file, None).take(boards) {
        let instance = instance.expect("an instance");
        let shape = instance.board.shape();
        let goal = if shape.cells() == 25 { Board::blank_first(shape) } else { Board::blank_last(shape) };
        let frame = Frame::new(&goal);
        let geometry = Geometry::new(shape, frame.home());
        let convex = Convex::new(shape, frame.home(), weights);
        let outcome = search(&geometry, &convex, &frame.labels(&instance.board), &options, &Budget::unlimited());
        generated += outcome.generated;
        if replay(&instance.board, &outcome.moves).expect("legal") == goal {
            total += outcome.moves.len();
            solved += 1;
        } else {
            wrong += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{solved} solved, {wrong} not, mean {:.2}, {:.3} s a board, {:.1} M generated/s",
        total as f64 / solved as f64,
        seconds / boards as f64,
        generated as f64 / seconds / 1e6
    );
}
