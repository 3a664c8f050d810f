//! How fast a problem file is searched: `cargo run --release --example speed -- FILE [ALGORITHM [HEURISTIC]]`.

use std::error::Error;
use std::sync::Arc;

use hueco_script::{HeuristicSpec, Options, ProblemFile, run};
use hueco_search::{Algorithm, Budget};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("a problem file is expected")?;
    let file = Arc::new(ProblemFile::load(&name, &std::fs::read_to_string(&name)?, &[])?);
    let algorithm = arguments.next().map_or(Ok(Algorithm::Bfs), |name| name.parse())?;
    let heuristic = arguments.next().and_then(|name| HeuristicSpec::parse(&name));
    let options = Options { algorithm, heuristic, ..Options::default() };
    let answer = run(&file, &options, &mut Budget::unlimited(), None)?;
    let (stats, seconds) = (answer.stats, answer.time.as_secs_f64());
    println!("{} {} {:?} cost {:?}", file.title(), answer.algorithm, answer.outcome, answer.path.map(|path| path.cost));
    println!("{stats:?}");
    println!(
        "{:.0} expansions/s, {:.0} generated/s",
        stats.expanded as f64 / seconds,
        stats.generated as f64 / seconds
    );
    println!("{:.1} bytes per generated state", stats.peak_bytes as f64 / stats.generated as f64);
    println!("{:.1} bytes per expanded state, {seconds:.3} s", stats.peak_bytes as f64 / stats.expanded as f64);
    Ok(())
}
