use hueco_search::Budget;
use hueco_tiles::anytime::*;
use hueco_tiles::*;
use std::time::Instant;
fn main() {
    let args: Vec<f64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let n = args[0] as usize;
    let s = Shape::new(n, n).unwrap();
    let g = Board::blank_last(s);
    for b in RandomBoards::new(&g, 1).take(args[1] as usize) {
        let md: usize = (0..s.cells())
            .map(|c| {
                let t = b.tiles()[c] as usize;
                if t == 0 { 0 } else { s.distance(c, t - 1) }
            })
            .sum();
        let task = Task { board: &b, goal: &g, threads: 1, budget: Budget::unlimited(), max_nodes: None, fast: false };
        let t = Instant::now();
        let (len, gen_) = try_large(&task, &args[2..8], &args[8..]);
        println!("{len} {:.3} {:.2}M {:?}", len as f64 / md as f64, gen_ as f64 / 1e6, t.elapsed());
    }
}
