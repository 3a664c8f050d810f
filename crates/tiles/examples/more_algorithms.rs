//! Counts of the newer algorithms beside the older ones, for BENCHMARKS.md: `more_algorithms bounded` compares dynamic
//! potential search with weighted A*, `more_algorithms layers [BOARD …]` the memory of breadth-first heuristic search with that
//! of A* on some of Korf's boards, `more_algorithms rounds` budgeted tree search with IDA*. Nodes and bytes do not depend on the
//! machine.

use hueco_search::algorithm::{Algorithm, Settings, run};
use hueco_search::{Blind, Budget, Cost, Heuristic, Problem, Quality, Report, Stats};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::{Instance, Nibbles, Order, Set, Tiles};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("bounded") => bounded(),
        Some("layers") => layers(),
        Some("rounds") => {
            rounds();
            Ok(())
        }
        _ => Err("bounded, layers or rounds".into()),
    }
}

fn by<P: Problem, H: Heuristic<P>>(name: &str, weight: u32, problem: &P, heuristic: &H) -> Report<P::Action> {
    let algorithm = Algorithm::parse(name).expect("an algorithm");
    let settings = Settings { weight, ..Settings::default() };
    run(algorithm, &settings, problem, heuristic, &mut (), &mut Budget::unlimited()).expect("one direction")
}

fn tiles(instance: &Instance) -> Result<Tiles<Nibbles>, Box<dyn std::error::Error>> {
    Ok(Tiles::new(&instance.board, &Set::Korf15.goal(), Order::default())?)
}

/// Expansions and costs of both algorithms over some instances, for several weights.
fn compare<P: Problem, H: Heuristic<P>>(domain: &str, problems: &[(P, H)]) {
    for weight in [1250, 1500, 2000] {
        let sum = |name: &str| {
            let reports = problems.iter().map(|(problem, heuristic)| by(name, weight, problem, heuristic));
            reports.fold((Stats::default(), 0, 0), |(stats, cost, bound), report| {
                let own = report.cost().expect("a solution");
                assert!(u64::from(own) * 1000 <= u64::from(report.lower_bound) * u64::from(weight) + 999);
                (stats + report.stats, cost + own, bound + report.lower_bound)
            })
        };
        let ((weighted, a, lower_a), (potential, b, lower_b)) = (sum("wastar"), sum("dps"));
        let ratio = potential.expanded as f64 / weighted.expanded as f64;
        println!(
            "{domain}, {} instances, weight {:.2}: wastar {} expanded, cost {a}, proved {:.3}; dps {} expanded, cost {b}, \
             proved {:.3}; ratio {ratio:.2}",
            problems.len(),
            f64::from(weight) / 1000.0,
            weighted.expanded,
            f64::from(a) / f64::from(lower_a),
            potential.expanded,
            f64::from(b) / f64::from(lower_b),
        );
    }
}

fn bounded() -> Result<(), Box<dyn std::error::Error>> {
    let boards: Vec<_> = Set::Korf15.instances().iter().take(10).map(tiles).collect::<Result<_, _>>()?;
    let boards: Vec<_> = boards.into_iter().map(|tiles| (Manhattan::new(tiles.frame()), tiles)).collect();
    let boards: Vec<_> = boards.into_iter().map(|(manhattan, tiles)| (tiles, manhattan)).collect();
    compare("15-puzzle", &boards);
    let mut random = Random(7);
    let stacks: Vec<_> = (0..20).map(|_| (Pancakes::shuffled(&mut random), Gap)).collect();
    compare("pancakes of 20", &stacks);
    let grids: Vec<_> = (0..4).map(|seed| (Grid::new(400, Random(seed)), Straight)).collect();
    compare("grid of 400x400, costs 1 to 9", &grids);
    Ok(())
}

/// Four of Korf's easier boards, and five on which A* needs 60 to 300 MB.
const BOARDS: [&str; 9] = ["12", "42", "55", "79", "6", "5", "8", "2", "4"];

fn layers() -> Result<(), Box<dyn std::error::Error>> {
    let chosen: Vec<String> = std::env::args().skip(2).collect();
    let is_chosen =
        |id: &str| if chosen.is_empty() { BOARDS.contains(&id) } else { chosen.iter().any(|one| one == id) };
    for instance in Set::Korf15.instances().iter().filter(|instance| is_chosen(&instance.id)) {
        let tiles = tiles(instance)?;
        let manhattan = Manhattan::new(tiles.frame());
        let (a_star, bfhs) = (by("astar", 1000, &tiles, &manhattan), by("bfhs", 1000, &tiles, &manhattan));
        assert_eq!((a_star.cost(), a_star.is_optimal()), (bfhs.cost(), bfhs.is_optimal()));
        println!(
            "board {}, {} moves: astar {} bytes, {} expanded; bfhs {} bytes, {} expanded; bytes {:.3}",
            instance.id,
            bfhs.cost().unwrap_or(0),
            a_star.stats.peak_bytes,
            a_star.stats.expanded,
            bfhs.stats.peak_bytes,
            bfhs.stats.expanded,
            bfhs.stats.peak_bytes as f64 / a_star.stats.peak_bytes as f64
        );
    }
    Ok(())
}

fn rounds() {
    for length in [1000, 2000, 4000, 8000] {
        let road = Road { length };
        let [ida_star, ibex, rbfs] =
            ["idastar", "ibex", "rbfs"].map(|name| by(name, 1000, &road, &Blind).stats.expanded);
        println!("road of {length}: idastar {ida_star}, ibex {ibex}, rbfs {rbfs} expanded");
    }
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// A stack of 20 pancakes, the top one first.
struct Pancakes([u8; 20]);

impl Pancakes {
    fn shuffled(random: &mut Random) -> Self {
        let mut stack = std::array::from_fn(|at| at as u8 + 1);
        for at in 1..20 {
            stack.swap(at, random.below(at as u64 + 1) as usize);
        }
        Self(stack)
    }
}

impl Problem for Pancakes {
    type State = [u8; 20];
    type Action = u8;
    type Actions = std::iter::Map<std::ops::RangeInclusive<u8>, fn(u8) -> (u8, Cost)>;

    fn start(&self) -> [u8; 20] {
        self.0
    }

    fn is_goal(&self, stack: &[u8; 20]) -> bool {
        stack.is_sorted()
    }

    fn actions(&self, _: &[u8; 20], _: Option<u8>) -> Self::Actions {
        (2..=20).map(|flip| (flip, 1))
    }

    fn apply(&self, stack: &mut [u8; 20], flip: u8) {
        stack[..flip as usize].reverse();
    }
}

/// Neighbours that do not belong together (Helmert, 2010).
struct Gap;

impl Heuristic<Pancakes> for Gap {
    type Memo = Cost;

    fn memo(&self, _: &Pancakes, stack: &[u8; 20]) -> Cost {
        let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count();
        (gaps + usize::from(stack[19] != 20)) as Cost
    }

    fn estimate(&self, gaps: &Cost, _: Cost) -> Option<Cost> {
        Some(*gaps)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// From one corner to the other; entering a cell costs 1 to 9.
struct Grid {
    side: u32,
    costs: Vec<u8>,
}

impl Grid {
    fn new(side: u32, mut random: Random) -> Self {
        Self { side, costs: (0..side * side).map(|_| 1 + random.below(9) as u8).collect() }
    }
}

impl Problem for Grid {
    type State = u32;
    type Action = i8;
    type Actions = std::vec::IntoIter<(i8, Cost)>;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, cell: &u32) -> bool {
        *cell == self.side * self.side - 1
    }

    fn actions(&self, cell: &u32, _: Option<i8>) -> Self::Actions {
        let (row, col, last) = (cell / self.side, cell % self.side, self.side - 1);
        let legal = [(-2, row > 0), (-1, col > 0), (1, col < last), (2, row < last)];
        let steps = legal.into_iter().filter(|step| step.1).map(|(step, _)| {
            let mut to = *cell;
            self.apply(&mut to, step);
            (step, Cost::from(self.costs[to as usize]))
        });
        steps.collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, cell: &mut u32, step: i8) {
        let by = if step.abs() == 2 { self.side } else { 1 };
        *cell = if step > 0 { *cell + by } else { *cell - by };
    }
}

/// The steps that are left, each at the least cost.
struct Straight;

impl Heuristic<Grid> for Straight {
    type Memo = Cost;

    fn memo(&self, grid: &Grid, cell: &u32) -> Cost {
        2 * (grid.side - 1) - cell / grid.side - cell % grid.side
    }

    fn estimate(&self, left: &Cost, _: Cost) -> Option<Cost> {
        Some(*left)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// A road on which f takes a new value with nearly every place; a side step from each leads nowhere.
struct Road {
    length: u32,
}

impl Problem for Road {
    type State = (u32, bool);
    type Action = bool;
    type Actions = std::vec::IntoIter<(bool, Cost)>;

    fn start(&self) -> (u32, bool) {
        (0, false)
    }

    fn is_goal(&self, state: &(u32, bool)) -> bool {
        *state == (self.length, false)
    }

    fn actions(&self, &(place, aside): &(u32, bool), _: Option<bool>) -> Self::Actions {
        let steps = if aside || place == self.length { vec![] } else { vec![(false, 1 + place % 3), (true, 2)] };
        steps.into_iter()
    }

    fn apply(&self, (place, aside): &mut (u32, bool), sideways: bool) {
        if sideways { *aside = true } else { *place += 1 }
    }
}
