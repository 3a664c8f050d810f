//! Cases for `menu`.
//!
//! Boards are drawn at random until one is found that tells right from wrong: on which a program with a given
//! [`Mistake`] would write something else. The longest run of any board is 3,308 steps, so drawing is quick.

use super::{About, Case, Dice};
use crate::board::Nine;
use crate::stack_search::{Heuristic, Mistake, recorded};

/// The ten kinds, in order; more cases begin again with other boards.
const KINDS: [About; 10] = [
    About::NoBoard,
    About::Repeated,
    About::Whitespace,
    About::AfterFive,
    About::TiesOfG,
    About::TiesOfH,
    About::TiesOfF,
    About::TiesOfD,
    About::DeadEnds,
    About::LongRuns,
];

pub(super) fn generate(seed: u64, count: usize, strict: bool) -> Vec<Case> {
    let mut kinds: Vec<About> = KINDS.into_iter().cycle().take(count).collect();
    if strict {
        kinds.extend([About::NoFive, About::Unsolvable]);
    }
    let case = |(at, &about): (usize, &About)| Case::new(at + 1, about, text(about, &mut Dice::new(seed, at)));
    kinds.iter().enumerate().map(case).collect()
}

use Heuristic::{Pieces, Reversals, Sums};

fn text(about: About, dice: &mut Dice) -> String {
    match about {
        About::NoBoard => {
            let board = telling(dice, Pieces, Mistake::BlankInG);
            format!("2 3\n4\n3\n1 {}\n2 3 4\n5\n", plain(&board))
        }
        About::Repeated => {
            let (a, b) = (telling(dice, Sums, Mistake::BlankInH), telling(dice, Pieces, Mistake::TieAsCreated));
            let goal = Nine::BLANK_FIRST;
            format!(
                "1\n{}\n3\n3\n1\n{}\n1\n{}\n2\n2\n1 {}\n4 1 {} 2 3 4\n1 {}\n5\n",
                a.rows().join("\n"),
                a.rows().join("\n"),
                b.rows().join("\n"),
                plain(&a),
                plain(&goal),
                plain(&b)
            )
        }
        About::Whitespace => {
            let (a, b) = (telling(dice, Reversals, Mistake::OnlyH), solvable(dice));
            let words = format!("2 1 {} 4 3 1 {} 2 5", plain(&a), plain(&b));
            let gaps = [" ", "  ", "\t", "\n", "\n\n\n", " \n\t ", "      ", "\t\t"];
            let gap = |dice: &mut Dice| dice.pick(&gaps);
            let spaced: Vec<String> = words.split(' ').map(|word| format!("{}{word}", gap(dice))).collect();
            format!("{}\n \n", spaced.concat())
        }
        About::AfterFive => {
            let (a, b) = (telling(dice, Sums, Mistake::PiecesForSums), solvable(dice));
            format!("1 {}\n3 2\n5\n4 2 1 {}\n3 2\n5\n", plain(&a), plain(&b))
        }
        About::TiesOfG => {
            let ties = [Mistake::TieSmallerFirst, Mistake::TieAsCreated, Mistake::TieLastCreatedFirst];
            each(dice, Pieces, &ties)
        }
        About::TiesOfH => {
            let ties = [Mistake::TieSmallerFirst, Mistake::TieAsCreated, Mistake::TieLastCreatedFirst];
            each(dice, Sums, &ties)
        }
        About::TiesOfF => {
            let of_d = [
                Mistake::DIgnored,
                Mistake::LargerDFirst,
                Mistake::NoBlankInD,
                Mistake::DAddedToF,
                Mistake::DInRowsOnly,
                Mistake::DInColumnsOnly,
            ];
            each(dice, Reversals, &of_d)
        }
        About::TiesOfD => {
            let ties = [
                Mistake::TieSmallerFirst,
                Mistake::TieAsCreated,
                Mistake::TieLastCreatedFirst,
                Mistake::OnlyG,
                Mistake::MovesForG,
            ];
            each(dice, Reversals, &ties)
        }
        About::DeadEnds => {
            let dead = Mistake::NoDeadEnds;
            let boards = Heuristic::ALL.map(|h| (h, telling(dice, h, dead)));
            let lines = boards.map(|(h, board)| format!("1 {} {}\n", plain(&board), h.option()));
            let push = telling(dice, Pieces, Mistake::ForgetsPushed);
            format!("{}1 {} 2\n5\n", lines.concat(), plain(&push))
        }
        About::LongRuns => {
            let least = [600, 400, 800];
            let lines = Heuristic::ALL.map(|h| {
                let long = |board: &Nine| recorded(*board, h, None, usize::MAX).len() >= least[h as usize];
                format!("1 {} {}\n", plain(&drawn(dice, long)), h.option())
            });
            format!("{}5\n", lines.concat())
        }
        About::NoFive => format!("1 {}\n2 3 4\n", plain(&solvable(dice))),
        _ => {
            let mut board = solvable(dice);
            let tiles: Vec<usize> = (0..9).filter(|&cell| board.0[cell] != 0).collect();
            board.0.swap(tiles[0], tiles[1]);
            format!("1 {} 2 1 {} 3 5\n", plain(&board), plain(&solvable(dice)))
        }
    }
}

/// A board for each mistake, on which it shows.
fn each(dice: &mut Dice, heuristic: Heuristic, mistakes: &[Mistake]) -> String {
    let mut line = |&mistake| format!("1 {}\n{}\n", plain(&telling(dice, heuristic, mistake)), heuristic.option());
    let lines: Vec<String> = mistakes.iter().map(&mut line).collect();
    lines.concat() + "5\n"
}

fn plain(board: &Nine) -> String {
    board.rows().join(" ")
}

/// A board that can reach the goal.
fn solvable(dice: &mut Dice) -> Nine {
    let mut board = Nine::BLANK_FIRST;
    for cell in (1..9).rev() {
        board.0.swap(cell, dice.throw(cell + 1));
    }
    if !board.reaches(&Nine::BLANK_FIRST) {
        let tiles: Vec<usize> = (0..9).filter(|&cell| board.0[cell] != 0).collect();
        board.0.swap(tiles[6], tiles[7]);
    }
    board
}

fn drawn(dice: &mut Dice, wanted: impl Fn(&Nine) -> bool) -> Nine {
    loop {
        let board = solvable(dice);
        if wanted(&board) {
            return board;
        }
    }
}

/// A board on which a program with this mistake records other steps, and not so many that a person could not follow.
fn telling(dice: &mut Dice, heuristic: Heuristic, mistake: Mistake) -> Nine {
    drawn(dice, |&board| {
        let right = recorded(board, heuristic, None, 300);
        (2..300).contains(&right.len()) && recorded(board, heuristic, Some(mistake), right.len() + 1) != right
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu_file::Input;

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        assert_eq!(generate(7, 10, false), generate(7, 10, false));
        assert_ne!(generate(7, 10, false), generate(8, 10, false));
        assert_eq!(generate(7, 10, false)[..], generate(7, 25, false)[..10]);
        assert_eq!(generate(7, 0, false).len(), 0);
    }

    #[test]
    fn ten_cases_catch_every_mistake() {
        for seed in 0..4 {
            let cases = generate(seed, 10, false);
            let requests: Vec<_> = cases.iter().flat_map(|case| Input::read(&case.stdin).requests).collect();
            for mistake in Mistake::ALL {
                let caught = requests.iter().filter(|r| r.board.is_some()).any(|r| {
                    let board = r.board.expect("filtered");
                    let right = recorded(board, r.heuristic, None, usize::MAX);
                    recorded(board, r.heuristic, Some(mistake), right.len() + 1) != right
                });
                assert!(caught, "seed {seed}: {mistake:?}");
            }
        }
    }

    #[test]
    fn every_kind_is_what_it_says() {
        let cases = generate(3, 10, true);
        let input = |about| Input::read(&cases.iter().find(|c| c.about == about).expect("a case").stdin);
        assert_eq!(cases.len(), 12);
        assert!(input(About::NoBoard).requests.iter().filter(|r| r.board.is_none()).count() == 4);
        assert!(!input(About::AfterFive).after_five.is_empty());
        assert_eq!(input(About::TiesOfF).requests.len(), 6);
        assert!(input(About::Repeated).requests.iter().any(|r| r.board == Some(Nine::BLANK_FIRST)));
        let reaches = |board: Nine| board.reaches(&Nine::BLANK_FIRST);
        for case in &cases {
            let all = Input::read(&case.stdin).requests.iter().filter_map(|r| r.board).all(reaches);
            assert_eq!(all, case.about != About::Unsolvable, "{}", case.about);
        }
        for request in input(About::LongRuns).requests {
            assert!(recorded(request.board.unwrap(), request.heuristic, None, usize::MAX).len() >= 400);
        }
    }
}
