//! How long the solutions of one beam are, by ordering and width: the mean over the boards of an instance file, or over
//! random boards, and user time.
//!
//! `ordering_rate <instance file | RxC> <boards> <convex | neighbours | file of weights> <width>...`

use hueco_search::Budget;
use hueco_tiles::anytime::beam::{End, Options, search};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::neighbours::{self, Neighbours};
use hueco_tiles::anytime::ordering::{Ordering, Toward, Weights};
use hueco_tiles::{Board, Frame, RandomBoards, Shape, parse_shape, read_instances};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, source, count, ordering, widths @ ..] = &args[..] else {
        eprintln!("ordering_rate <instance file | RxC> <boards> <convex | neighbours | file of weights> <width>...");
        return;
    };
    let (goal, boards) = boards(source, count.parse().expect("a number of boards"));
    let (shape, frame) = (goal.shape(), Frame::new(&goal));
    for width in widths {
        let width = width.parse().expect("a width");
        match &ordering[..] {
            "convex" => rate(&frame, &boards, &Weights::default().toward(shape, frame.home()), width),
            "neighbours" => {
                let sets = neighbours::shipped().expect("weights");
                rate(&frame, &boards, &by_neighbours(sets, &frame), width);
            }
            file => {
                let bytes = std::fs::read(file).expect("a file");
                let sets = neighbours::decode(&bytes).expect("weights");
                rate(&frame, &boards, &by_neighbours(&sets, &frame), width);
            }
        }
    }
}

fn rate(frame: &Frame, boards: &[Board], ordering: &impl Ordering, width: usize) {
    let geometry = Geometry::new(boards[0].shape(), frame.home());
    let (mut length, mut solved, mut generated) = (0, 0, 0);
    let begin = cpu();
    for board in boards {
        let options = Options { width, longest: 2_000, ..Options::default() };
        let outcome = search(&geometry, ordering, &frame.labels(board), &options, &Budget::unlimited());
        generated += outcome.generated;
        if outcome.end == End::Goal {
            length += outcome.moves.len();
            solved += 1;
        }
    }
    let seconds = cpu() - begin;
    println!(
        "width {width}: {solved} of {} solved, mean {:.2}, user {:.3} s a board, {:.0} ns a child",
        boards.len(),
        length as f64 / f64::from(solved),
        seconds / boards.len() as f64,
        seconds * 1e9 / generated as f64
    );
}

/// User seconds of this process so far.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

fn by_neighbours(sets: &[neighbours::Set], frame: &Frame) -> Neighbours {
    let set = neighbours::nearest(sets, frame.shape()).expect("weights");
    Neighbours::new(set, frame.shape(), frame.home()).expect("a side of at most 16")
}

fn boards(source: &str, count: usize) -> (Board, Vec<Board>) {
    let goal = |shape: Shape| if shape.cells() == 25 { Board::blank_first(shape) } else { Board::blank_last(shape) };
    if let Ok(shape) = parse_shape(source) {
        return (goal(shape), RandomBoards::new(&goal(shape), 1).take(count).collect());
    }
    let file = std::io::BufReader::new(std::fs::File::open(source).expect("an instance file"));
    let read = read_instances(file, None).take(count).map(|instance| instance.expect("an instance").board);
    let boards: Vec<Board> = read.collect();
    (goal(boards[0].shape()), boards)
}
