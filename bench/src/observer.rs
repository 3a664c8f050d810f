//! What a search pays for being observable when nobody observes it: A* with the observer `()` against the same engine
//! with the observer calls cut out of the sources of its loop (the crate `bare`). In instructions, where valgrind is installed.

use std::process::Command;

use crate::measure::{Side, head, rows, take_turns_by_wall};
use crate::pancake;

const PILES: usize = 400;

macro_rules! a_star_with {
    ($name:ident, $engine:ident, $module:ident) => {
        fn $name(piles: usize) -> u64 {
            use $engine::Search;
            let solve = |pile: &[u8; pancake::SIZE]| {
                let pancakes = pancake::$module::Pancakes(pancake::pack(pile));
                let mut search = $engine::BestFirst::a_star(&pancakes, &pancake::$module::Gap, $engine::Ties::LowH);
                search.run(&mut (), &mut $engine::Budget::unlimited()).stats.generated
            };
            pancake::piles(piles, 3).iter().map(solve).sum()
        }
    };
}

a_star_with!(observable, hueco_search, ours);
a_star_with!(bare, hueco_bare, bare);

/// One side alone, for an instruction count from outside.
pub fn counted(arguments: &[String]) {
    let (side, piles) = match arguments {
        [side, piles] => (side.as_str(), piles.parse().unwrap_or(0)),
        _ => ("", 0),
    };
    let nodes = if side == "bare" { bare(piles) } else { observable(piles) };
    println!("{nodes}");
}

/// Instructions of a run of this program.
fn instructions(side: &str, piles: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["counted", side, &piles.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}

pub fn run() {
    head("Observable and not: the same A* on 400 pancake piles");
    let mut sides = [Side::new("observer ()", || observable(PILES)), Side::new("no observer calls", || bare(PILES))];
    take_turns_by_wall(25, &mut sides);
    rows("pancake A*", &sides);
    assert_eq!(sides[0].nodes, sides[1].nodes);
    let of = |side| Some(instructions(side, PILES)? - instructions(side, 0)?);
    match (of("observable"), of("bare")) {
        (Some(observable), Some(bare)) => {
            let more = (observable as f64 / bare as f64 - 1.0) * 100.0;
            println!("instructions: {observable} with observer (), {bare} without calls: {more:+.3} %");
        }
        _ => println!("(valgrind is not installed: no instruction counts)"),
    }
}
