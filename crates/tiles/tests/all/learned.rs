//! The learned ordering: its law, its symmetries, and the file of its weights.

use hueco_tiles::anytime::learned::{Chosen, Learned, Network, STORED, Shipped, WeightsError, decode, encode, shipped};
use hueco_tiles::anytime::ordering::{Ordering, Toward};
use hueco_tiles::problem::Sliding;
use hueco_tiles::{Board, Direction, Frame, RandomBoards, Shape};
use proptest::prelude::*;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

fn square(side: usize) -> Shape {
    Shape::new(side, side).expect("a shape")
}

/// Any weights at all.
fn network(side: usize, seed: u64) -> Network {
    let mut random = Random(seed);
    let places = side.pow(4);
    Network {
        side,
        fine: random.next() as i16 % 400,
        bias: std::array::from_fn(|_| random.next() as i16 % 100),
        straight: (0..places).map(|_| random.next() as i16 % 1_000).collect(),
        weights: (0..places).map(|_| std::array::from_fn(|_: usize| random.next() as i8)).collect(),
    }
}

/// A goal whose blank stands in a corner, its tiles in any order.
fn goal_in_corner(side: usize, corner: usize, seed: u64) -> Board {
    let cells = side * side;
    let place = [0, side - 1, cells - side, cells - 1][corner];
    let mut random = Random(seed);
    let mut tiles: Vec<u64> = (1..cells as u64).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, random.next() as usize % (last + 1));
    }
    tiles.insert(place, 0);
    Board::new(square(side), &tiles).expect("a board")
}

fn bytes(frame: &Frame, board: &Board) -> Vec<u8> {
    frame.labels(board).iter().map(|&label| label as u8).collect()
}

/// Slides at random, and after each compares the change with the scores before and after.
fn keeps_the_law(ordering: &impl Ordering, shape: Shape, mut cells: Vec<u8>, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..60 {
        let to = cells.iter().position(|&label| label == 0).expect("a blank");
        let Some(from) = shape.neighbour(to, Direction::ALL[random.next() as usize % 4]) else { continue };
        let before = ordering.score(&cells);
        let slide = Sliding { label: cells[from].into(), from, to };
        let change = ordering.change(&ordering.parent(&cells, slide.to), &cells, slide);
        cells.swap(from, to);
        assert_eq!(ordering.score(&cells), before + change);
    }
}

/// The board with its cells sent through `image`.
fn sent(board: &Board, image: impl Fn(usize) -> usize) -> Board {
    let mut tiles = vec![0; board.tiles().len()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        tiles[image(cell)] = tile.into();
    }
    Board::new(board.shape(), &tiles).expect("a board")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_change_is_the_difference_of_two_scores(side in 2_usize..9, corner in 0_usize..4, seed in any::<u64>()) {
        let goal = goal_in_corner(side, corner, seed);
        let frame = Frame::new(&goal);
        let cells = bytes(&frame, &RandomBoards::new(&goal, seed).next().expect("a board"));
        let any = Learned::new(&network(side, seed), square(side), frame.home()).expect("a corner of a square");
        keeps_the_law(&any, square(side), cells.clone(), seed);
        keeps_the_law(&Shipped.toward(square(side), frame.home()), square(side), cells, seed);
    }

    /// Board and goal mirrored or turned together score the same.
    #[test]
    fn images_score_alike(side in 2_usize..8, corner in 0_usize..4, seed in any::<u64>()) {
        let goal = goal_in_corner(side, corner, seed);
        let board = RandomBoards::new(&goal, seed).next().expect("a board");
        let network = network(side, seed);
        let score = |goal: &Board, board: &Board| {
            let frame = Frame::new(goal);
            Learned::new(&network, square(side), frame.home()).map(|learned| learned.score(&bytes(&frame, board)))
        };
        let own = score(&goal, &board);
        prop_assert!(own.is_some());
        let transposed = |cell: usize| cell % side * side + cell / side;
        prop_assert_eq!(score(&sent(&goal, transposed), &sent(&board, transposed)), own);
        let flipped = |cell: usize| cell / side * side + side - 1 - cell % side;
        prop_assert_eq!(score(&sent(&goal, flipped), &sent(&board, flipped)), own);
    }

    #[test]
    fn damage_is_refused(byte in 0_usize..2_000, bit in 0_u8..8, end in 0_usize..2_000) {
        let good = encode(&[network(2, 1), network(3, 2)]);
        let mut bad = good.clone();
        let byte = byte % good.len();
        bad[byte] ^= 1 << bit;
        prop_assert!(decode(&bad).is_err());
        prop_assert!(decode(&good[..end % good.len()]).is_err());
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let networks = vec![network(2, 1), network(4, 2), network(5, 3)];
    assert_eq!(decode(&encode(&networks)).as_ref(), Ok(&networks));
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let good = encode(&[network(3, 1)]);
    assert_eq!(decode(b"P6 2 2 255"), Err(WeightsError::NotWeights));
    let mut newer = good.clone();
    newer[8] = 9;
    assert_eq!(decode(&newer), Err(WeightsError::Version(9)));
    let mut damaged = good.clone();
    damaged[100] ^= 1;
    assert_eq!(decode(&damaged), Err(WeightsError::Damaged));
    // Parts that do not fit, under a checksum that does.
    let sealed = |content: &[u8]| [content, &crc32fast::hash(content).to_le_bytes()].concat();
    let content = &good[..good.len() - 4];
    assert_eq!(decode(&sealed(&content[..content.len() - 1])), Err(WeightsError::Parts));
    assert_eq!(decode(&sealed(&[content, &[0]].concat())), Err(WeightsError::Parts));
    let (mut huge, mut units) = (content.to_vec(), content.to_vec());
    (huge[12], units[13]) = (255, STORED as u8 + 1);
    assert_eq!(decode(&sealed(&huge)), Err(WeightsError::Parts));
    assert_eq!(decode(&sealed(&units)), Err(WeightsError::Parts));
}

#[test]
fn what_is_shipped_can_be_read_and_is_used() {
    let networks = shipped().expect("sound weights");
    assert!(!networks.is_empty());
    for network in networks {
        let goal = Board::blank_first(square(network.side));
        let ordering = Shipped.toward(goal.shape(), Frame::new(&goal).home());
        assert!(matches!(ordering, Chosen::Learned(_)), "{0}x{0}", network.side);
    }
    let goal = Board::blank_last(Shape::new(5, 6).expect("a shape"));
    assert!(matches!(Shipped.toward(goal.shape(), Frame::new(&goal).home()), Chosen::Neighbours(_)));
}

#[test]
fn there_are_weights_only_for_corners_of_squares() {
    let network = network(3, 1);
    let home = |blank: u16| [blank].into_iter().chain((0..9).filter(move |&cell| cell != blank)).collect::<Vec<u16>>();
    for blank in 0..9 {
        assert_eq!(Learned::new(&network, square(3), &home(blank)).is_some(), [0, 2, 6, 8].contains(&blank), "{blank}");
    }
    assert!(Learned::new(&network, square(4), &(0..16).collect::<Vec<u16>>()).is_none());
}
