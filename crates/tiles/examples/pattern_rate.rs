//! Rates of pattern databases.
use hueco_search::Budget;
use hueco_tiles::pattern::{build::{build,build_bytes}, partition::Partition};
use hueco_tiles::Shape;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let threads: usize = args.get(2).map_or(1, |t| t.parse().unwrap());
    let partition = Partition::parse(&args[1], Shape::new(4, 4).unwrap(), 0, |t| Some(t)).unwrap();
    for pattern in partition.canonical_patterns() {
        let t = std::time::Instant::now();
        let mut last = None;
        let values = build(&pattern, threads, &Budget::unlimited(), &mut |p| last = Some(p)).unwrap();
        let sum: u64 = values.iter().map(|&v| v as u64).sum();
        println!("{pattern} {:.3} {} mean {:.4} max {:?} {:?}", t.elapsed().as_secs_f64(), build_bytes(&pattern).unwrap(), sum as f64 / values.len() as f64, values.iter().max(), last);
    }
}
