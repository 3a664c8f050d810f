//! How searches grow where f has many values: IDA* with the square of the states, budgeted tree search almost in line with
//! them.

use hueco_search::{Blind, Budget, Cost, Ibex, IdaStar, Problem, Report, Search};

/// A road of `length` places, each step of it a cost of its own, so that f takes a new value with every state. From each
/// place a side step leads nowhere.
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

    fn is_goal(&self, &(place, aside): &(u32, bool)) -> bool {
        place == self.length && !aside
    }

    fn actions(&self, &(place, aside): &(u32, bool), _: Option<bool>) -> Self::Actions {
        let steps = if aside || place == self.length { vec![] } else { vec![(false, 1 + place % 3), (true, 2)] };
        steps.into_iter()
    }

    fn apply(&self, (place, aside): &mut (u32, bool), sideways: bool) {
        if sideways { *aside = true } else { *place += 1 }
    }
}

fn expanded(report: &Report<bool>, road: &Road) -> u64 {
    let cheapest = (0..road.length).map(|place| 1 + place % 3).sum::<u32>();
    assert_eq!((report.cost(), report.is_optimal()), (Some(cheapest), true));
    report.stats.expanded
}

#[test]
fn rounds_that_grow_by_nodes_do_not_square_the_work() {
    let count = |length: u32| {
        let road = Road { length };
        let ida_star = expanded(&IdaStar::ida_star(&road, &Blind).run(&mut (), &mut Budget::unlimited()), &road);
        let ibex = expanded(&Ibex::new(&road, &Blind).run(&mut (), &mut Budget::unlimited()), &road);
        (ida_star as f64, ibex as f64)
    };
    let counts: Vec<_> = [500, 1000, 2000, 4000].map(count).to_vec();
    for pair in counts.windows(2) {
        let (ida_star, ibex) = (pair[1].0 / pair[0].0, pair[1].1 / pair[0].1);
        assert!((3.8..4.2).contains(&ida_star), "twice the road, four times the work: {ida_star} {counts:?}");
        assert!(ibex < 2.8, "twice the road, little more than twice the work: {ibex} {counts:?}");
    }
    let (ida_star, ibex) = counts[3];
    assert!(ibex * 50.0 < ida_star, "{counts:?}");
    // Never more than the states, the logarithm of the cost and a constant.
    assert!(ibex < 8000.0 * 16.0 * 8000f64.log2(), "{counts:?}");
}

/// Where f has few values, the bounds are those of IDA*.
#[test]
fn where_every_round_is_large_enough_the_rounds_are_those_of_ida_star() {
    /// Every place has three next places: each round is three times the last.
    struct Tree;

    impl Problem for Tree {
        type State = u32;
        type Action = u32;
        type Actions = std::vec::IntoIter<(u32, Cost)>;

        fn start(&self) -> u32 {
            1
        }

        fn is_goal(&self, place: &u32) -> bool {
            *place == 3u32.pow(8) + 17
        }

        fn actions(&self, _: &u32, _: Option<u32>) -> Self::Actions {
            vec![(0, 1), (1, 1), (2, 1)].into_iter()
        }

        fn apply(&self, place: &mut u32, step: u32) {
            *place = *place * 3 + step;
        }
    }
    let ida_star = IdaStar::ida_star(&Tree, &Blind).run(&mut (), &mut Budget::unlimited());
    let ibex = Ibex::new(&Tree, &Blind).run(&mut (), &mut Budget::unlimited());
    assert_eq!(ibex, ida_star);
}
