//! Cases for `menu`.
//!
//! Boards are drawn at random until one reveals a given [`Mistake`]: a program that makes it would write something else. The
//! longest search of any board is 3,308 steps, so drawing is quick.

use super::{Case, Random, Topic};
use crate::board::Board3x3;
use crate::stack_search::{Heuristic, Mistake, recorded};

/// The ten topics, in order; more cases repeat them with other boards.
const TOPICS: [Topic; 10] = [
    Topic::NoBoard,
    Topic::Repeated,
    Topic::Whitespace,
    Topic::AfterFive,
    Topic::TiesOfG,
    Topic::TiesOfH,
    Topic::TiesOfF,
    Topic::TiesOfD,
    Topic::DeadEnds,
    Topic::LongRuns,
];

pub(super) fn generate(seed: u64, count: usize, strict: bool) -> Vec<Case> {
    let mut topics: Vec<Topic> = TOPICS.into_iter().cycle().take(count).collect();
    if strict {
        topics.extend([Topic::NoFive, Topic::Unsolvable]);
    }
    let case = |(at, &about): (usize, &Topic)| Case::new(at + 1, about, text(about, &mut Random::new(seed, at)));
    topics.iter().enumerate().map(case).collect()
}

use Heuristic::{Pieces, Reversals, Sums};

fn text(about: Topic, random: &mut Random) -> String {
    match about {
        Topic::NoBoard => {
            let board = revealing(random, Pieces, Mistake::BlankInG);
            format!("2 3\n4\n3\n1 {}\n2 3 4\n5\n", plain(&board))
        }
        Topic::Repeated => {
            let (a, b) = (revealing(random, Sums, Mistake::BlankInH), revealing(random, Pieces, Mistake::TieAsCreated));
            let goal = Board3x3::BLANK_FIRST;
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
        Topic::Whitespace => {
            let (a, b) = (revealing(random, Reversals, Mistake::OnlyH), solvable(random));
            let words = format!("2 1 {} 4 3 1 {} 2 5", plain(&a), plain(&b));
            let gaps = [" ", "  ", "\t", "\n", "\n\n\n", " \n\t ", "      ", "\t\t"];
            let gap = |random: &mut Random| random.pick(&gaps);
            let spaced: Vec<String> = words.split(' ').map(|word| format!("{}{word}", gap(random))).collect();
            format!("{}\n \n", spaced.concat())
        }
        Topic::AfterFive => {
            let (a, b) = (revealing(random, Sums, Mistake::PiecesForSums), solvable(random));
            format!("1 {}\n3 2\n5\n4 2 1 {}\n3 2\n5\n", plain(&a), plain(&b))
        }
        Topic::TiesOfG => {
            let ties = [Mistake::TieSmallerFirst, Mistake::TieAsCreated, Mistake::TieLastCreatedFirst];
            each(random, Pieces, &ties)
        }
        Topic::TiesOfH => {
            let ties = [Mistake::TieSmallerFirst, Mistake::TieAsCreated, Mistake::TieLastCreatedFirst];
            each(random, Sums, &ties)
        }
        Topic::TiesOfF => {
            let of_d = [
                Mistake::DIgnored,
                Mistake::LargerDFirst,
                Mistake::NoBlankInD,
                Mistake::DAddedToF,
                Mistake::DInRowsOnly,
                Mistake::DInColumnsOnly,
            ];
            each(random, Reversals, &of_d)
        }
        Topic::TiesOfD => {
            let ties = [
                Mistake::TieSmallerFirst,
                Mistake::TieAsCreated,
                Mistake::TieLastCreatedFirst,
                Mistake::OnlyG,
                Mistake::MovesForG,
            ];
            each(random, Reversals, &ties)
        }
        Topic::DeadEnds => {
            let dead = Mistake::NoDeadEnds;
            let boards = Heuristic::ALL.map(|h| (h, revealing(random, h, dead)));
            let lines = boards.map(|(h, board)| format!("1 {} {}\n", plain(&board), h.option()));
            let push = revealing(random, Pieces, Mistake::ForgetsPushed);
            format!("{}1 {} 2\n5\n", lines.concat(), plain(&push))
        }
        Topic::LongRuns => {
            let min_steps = [600, 400, 800];
            let lines = Heuristic::ALL.map(|h| {
                let long = |board: &Board3x3| recorded(*board, h, None, usize::MAX).len() >= min_steps[h as usize];
                format!("1 {} {}\n", plain(&draw(random, long)), h.option())
            });
            format!("{}5\n", lines.concat())
        }
        Topic::NoFive => format!("1 {}\n2 3 4\n", plain(&solvable(random))),
        _ => {
            let mut board = solvable(random);
            let tiles: Vec<usize> = (0..9).filter(|&cell| board.0[cell] != 0).collect();
            board.0.swap(tiles[0], tiles[1]);
            format!("1 {} 2 1 {} 3 5\n", plain(&board), plain(&solvable(random)))
        }
    }
}

/// A board for each mistake that reveals it.
fn each(random: &mut Random, heuristic: Heuristic, mistakes: &[Mistake]) -> String {
    let mut line = |&mistake| format!("1 {}\n{}\n", plain(&revealing(random, heuristic, mistake)), heuristic.option());
    let lines: Vec<String> = mistakes.iter().map(&mut line).collect();
    lines.concat() + "5\n"
}

fn plain(board: &Board3x3) -> String {
    board.rows().join(" ")
}

/// A board that can reach the goal.
fn solvable(random: &mut Random) -> Board3x3 {
    let mut board = Board3x3::BLANK_FIRST;
    for cell in (1..9).rev() {
        board.0.swap(cell, random.below(cell + 1));
    }
    if !board.reaches(&Board3x3::BLANK_FIRST) {
        let tiles: Vec<usize> = (0..9).filter(|&cell| board.0[cell] != 0).collect();
        board.0.swap(tiles[6], tiles[7]);
    }
    board
}

fn draw(random: &mut Random, wanted: impl Fn(&Board3x3) -> bool) -> Board3x3 {
    loop {
        let board = solvable(random);
        if wanted(&board) {
            return board;
        }
    }
}

/// A board that reveals a mistake, by other steps; not too many for a person to follow.
fn revealing(random: &mut Random, heuristic: Heuristic, mistake: Mistake) -> Board3x3 {
    draw(random, |&board| {
        let right = recorded(board, heuristic, None, 300);
        (2..300).contains(&right.len()) && recorded(board, heuristic, Some(mistake), right.len() + 1) != right
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu_file::Input;

    #[test]
    fn cases_depend_on_the_seed_alone() {
        assert_eq!(generate(7, 10, false), generate(7, 10, false));
        assert_ne!(generate(7, 10, false), generate(8, 10, false));
        assert_eq!(generate(7, 10, false)[..], generate(7, 25, false)[..10]);
        assert_eq!(generate(7, 0, false).len(), 0);
    }

    #[test]
    fn ten_cases_reveal_every_mistake() {
        for seed in 0..4 {
            let cases = generate(seed, 10, false);
            let requests: Vec<_> = cases.iter().flat_map(|case| Input::read(&case.stdin).requests).collect();
            for mistake in Mistake::ALL {
                let is_revealed = requests.iter().filter(|r| r.board.is_some()).any(|r| {
                    let board = r.board.expect("filtered");
                    let right = recorded(board, r.heuristic, None, usize::MAX);
                    recorded(board, r.heuristic, Some(mistake), right.len() + 1) != right
                });
                assert!(is_revealed, "seed {seed}: {mistake:?}");
            }
        }
    }

    #[test]
    fn every_case_is_about_its_topic() {
        let cases = generate(3, 10, true);
        let input = |about| Input::read(&cases.iter().find(|c| c.about == about).expect("a case").stdin);
        assert_eq!(cases.len(), 12);
        assert!(input(Topic::NoBoard).requests.iter().filter(|r| r.board.is_none()).count() == 4);
        assert!(!input(Topic::AfterFive).after_five.is_empty());
        assert_eq!(input(Topic::TiesOfF).requests.len(), 6);
        assert!(input(Topic::Repeated).requests.iter().any(|r| r.board == Some(Board3x3::BLANK_FIRST)));
        let reaches = |board: Board3x3| board.reaches(&Board3x3::BLANK_FIRST);
        for case in &cases {
            let all = Input::read(&case.stdin).requests.iter().filter_map(|r| r.board).all(reaches);
            assert_eq!(all, case.about != Topic::Unsolvable, "{}", case.about);
        }
        for request in input(Topic::LongRuns).requests {
            assert!(recorded(request.board.unwrap(), request.heuristic, None, usize::MAX).len() >= 400);
        }
    }
}
