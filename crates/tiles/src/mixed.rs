//! One packing for boards of every size, where each search is compiled once for all of them: see [`IS_SMALL`](crate::IS_SMALL).

use std::hash::{Hash, Hasher};

use hueco_search::allocated;

use crate::cells::{Cells, Nibbles, Wide};

/// Labels by cell: up to sixteen in one word, more beside the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mixed {
    Word(Nibbles),
    Beside(Box<Wide>),
}

impl Hash for Mixed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // All boards of a search have one size.
        match self {
            Self::Word(labels) => labels.hash(state),
            Self::Beside(labels) => labels.hash(state),
        }
    }
}

impl Cells for Mixed {
    const SMALL: bool = false;
    type Sum = u32;

    fn pack(labels: &[u16]) -> Self {
        if labels.len() <= Nibbles::CELLS {
            Self::Word(Nibbles::pack(labels))
        } else {
            Self::Beside(Box::new(Wide::pack(labels)))
        }
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        match self {
            Self::Word(labels) => labels.get(cell),
            Self::Beside(labels) => labels.get(cell),
        }
    }

    #[inline]
    fn sliding(&self, from: usize, blank: usize) -> usize {
        match self {
            Self::Word(labels) => labels.sliding(from, blank),
            Self::Beside(labels) => labels.sliding(from, blank),
        }
    }

    #[inline]
    fn blank(&self) -> usize {
        match self {
            Self::Word(labels) => labels.blank(),
            Self::Beside(labels) => labels.blank(),
        }
    }

    #[inline]
    fn slide(&mut self, from: usize, blank: usize) {
        match self {
            Self::Word(labels) => labels.slide(from, blank),
            Self::Beside(labels) => labels.slide(from, blank),
        }
    }

    #[inline]
    fn word(&self) -> Option<u64> {
        match self {
            Self::Word(labels) => labels.word(),
            Self::Beside(_) => None,
        }
    }

    #[inline]
    fn key(&self) -> Option<u64> {
        match self {
            Self::Word(labels) => labels.key(),
            Self::Beside(_) => None,
        }
    }

    fn heap_bytes(&self) -> usize {
        match self {
            Self::Word(_) => 0,
            Self::Beside(labels) => allocated(size_of::<Wide>()) + labels.heap_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use hueco_search::algorithm::{Algorithm, Settings, run_from_both_ends};
    use hueco_search::{Budget, Heuristic, Max, Report};

    use super::*;
    use crate::board::{Board, Direction};
    use crate::heuristic::{Additive, AnyHeuristic, HeuristicSpec};
    use crate::parse::parse_board;
    use crate::pattern::{Partition, Tables};
    use crate::problem::{Order, Tiles};
    use crate::workbench::Workbench;

    fn searched<C: Cells>(board: &Board, algorithm: Algorithm, spec: &HeuristicSpec) -> Report<Direction> {
        let tiles = Tiles::<C>::new(board, &Board::blank_last(board.shape()), Order::default()).unwrap();
        let to = |target: &[u16]| AnyHeuristic::new(spec, tiles.frame(), target, &Workbench::default()).unwrap();
        let (to_goal, to_start) = (to(tiles.frame().home()), to(&tiles.start_positions()));
        let mut budget = Budget::unlimited().max_nodes(20_000);
        run_from_both_ends(algorithm, &Settings::default(), &tiles, (&to_goal, &to_start), &mut (), &mut budget)
    }

    #[test]
    fn every_search_is_the_same_in_this_packing() {
        let small = parse_board("1 2 3 4 / 5 0 6 8 / 9 10 7 12 / 13 14 11 15", None).unwrap();
        let large =
            parse_board("1 2 3 4 5 / 6 7 8 9 10 / 11 0 12 13 15 / 16 17 18 14 20 / 21 22 23 19 24", None).unwrap();
        for spec in ["manhattan", "linear-conflict", "max(linear-conflict,inversion)"].map(|text| text.parse().unwrap())
        {
            for (_, algorithm) in Algorithm::ALL {
                let memoryless = |mut report: Report<Direction>| {
                    report.stats.peak_bytes = 0;
                    report
                };
                let [narrow, mixed] =
                    [searched::<Nibbles>, searched::<Mixed>].map(|search| search(&small, algorithm, &spec));
                assert_eq!(memoryless(narrow), memoryless(mixed), "{algorithm} {spec}");
                let [wide, mixed] =
                    [searched::<Wide>, searched::<Mixed>].map(|search| search(&large, algorithm, &spec));
                assert_eq!(memoryless(wide), memoryless(mixed), "{algorithm} {spec}");
            }
        }
    }

    #[test]
    fn patterns_joined_to_another_heuristic_estimate_as_the_larger_of_both() {
        let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
        let tiles = Tiles::<Mixed>::new(&board, &Board::blank_last(board.shape()), Order::default()).unwrap();
        let frame = tiles.frame();
        let partition = Partition::auto(frame.shape(), 8).unwrap();
        let tables = Tables::build(&partition, 1, &Budget::unlimited(), &mut |_, _| ()).unwrap();
        let patterns = Additive::new(frame, tables).unwrap();
        let others =
            AnyHeuristic::new(&"linear-conflict".parse().unwrap(), frame, frame.home(), &Workbench::default()).unwrap();
        let both = Max(patterns.clone(), others.clone());
        let joined = others.with_patterns::<Mixed>(patterns);
        let mut state = hueco_search::Problem::start(&tiles);
        let (mut plain, mut memo) = (both.memo(&tiles, &state), joined.memo(&tiles, &state));
        for letter in "UURDDLULURRDLDRU".chars() {
            let direction = Direction::from_letter(letter).unwrap();
            if !hueco_search::Problem::actions(&tiles, &state, None).any(|(open, _)| open == direction) {
                continue;
            }
            plain = both.advance(&tiles, &plain, &state, direction);
            memo = joined.advance(&tiles, &memo, &state, direction);
            hueco_search::Problem::apply(&tiles, &mut state, direction);
            assert_eq!(
                Heuristic::<Tiles<Mixed>>::estimate(&joined, &memo, u32::MAX),
                Heuristic::<Tiles<Mixed>>::estimate(&both, &plain, u32::MAX)
            );
        }
    }
}
