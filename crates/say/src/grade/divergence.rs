//! A `menu` search in the wrong order, explained as a teacher would at the blackboard.
//!
//! Where: the search and the step. What: the right board and the program's, side by side, with their values. The rule: the
//! children in the order of pushing, and what decides between the two. The cause: the mistake that leads to the program's
//! steps, if one does. The blocks come in that order; the caller lays them out.

use hueco_grade::board::Board3x3;
use hueco_grade::cause::{DecidedBy, Divergence, Evidence, Relation};
use hueco_grade::stack_search::{Child, Heuristic, Mistake};

use super::mistakes;
use crate::{Lang, Say};

/// One block of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A sentence.
    Sentence(String),
    /// Two boards side by side: the right one and the program's.
    Boards(Column, Column),
    /// Children in the order of pushing: the board, its values, and which one it is.
    Children(Vec<[String; 3]>),
}

/// One of two boards side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Whose board.
    pub caption: String,
    /// Its three rows; a remark if there is no board.
    pub rows: Vec<String>,
    /// Its values, if they matter.
    pub values: String,
}

/// Explains a search in the wrong order.
pub fn explain(divergence: &Divergence, lang: Lang) -> Vec<Block> {
    let Divergence { run, heuristic, start, step, expected, found, .. } = divergence;
    let mut blocks =
        vec![Block::Sentence(mistakes::order_place(lang, run, heuristic.option(), heuristic.title(), start, step))];
    let comparable = child(divergence, *expected).is_some() && child(divergence, *found).is_some();
    let column = |caption: &str, board: &Option<Board3x3>, none: &str| Column {
        caption: caption.to_owned(),
        rows: board.map_or_else(|| vec![none.to_owned()], |board| board.rows().to_vec()),
        values: child(divergence, *board).filter(|_| comparable).map_or_else(String::new, |c| values(c, *heuristic)),
    };
    blocks.push(Block::Boards(
        column(mistakes::order_right_board(lang), expected, mistakes::order_search_ends(lang)),
        column(mistakes::order_your_board(lang), found, mistakes::order_nothing_more(lang)),
    ));
    // If steps are missing or superfluous, the rules of pushing would mislead.
    if recorded_wrongly(divergence) {
        blocks.push(Block::Sentence(mistakes::order_recorded(lang).to_owned()));
    } else {
        blocks.extend(relation(divergence, lang).map(Block::Sentence));
        blocks.extend(pushing_order(divergence, lang));
        blocks.extend(decision(divergence, lang).map(Block::Sentence));
    }
    blocks.push(Block::Sentence(cause(divergence, lang)));
    blocks
}

/// Whether the mistake is in what is recorded, not in the search, and explains a whole search.
fn recorded_wrongly(divergence: &Divergence) -> bool {
    let recording = matches!(
        divergence.mistake,
        Some(Mistake::PathOnly | Mistake::RecordsPushed | Mistake::NoDeadEnds | Mistake::NoStart | Mistake::NoGoal)
    );
    recording && matches!(divergence.evidence, Some(Evidence::Run | Evidence::File))
}

fn child(divergence: &Divergence, board: Option<Board3x3>) -> Option<&Child> {
    divergence.children.iter().find(|child| Some(child.board) == board)
}

fn values(child: &Child, heuristic: Heuristic) -> String {
    match heuristic {
        Heuristic::Pieces => format!("g={}", child.g),
        Heuristic::Sums => format!("h={}", child.h),
        Heuristic::Reversals => format!("f={} d={}", child.f(), child.d),
    }
}

/// How the program's board relates to the right search.
fn relation(divergence: &Divergence, lang: Lang) -> Option<String> {
    let words = match divergence.relation {
        _ if divergence.step == 1 && divergence.found.is_some() => mistakes::order_first_step,
        Relation::Sibling => return None,
        Relation::Waiting => mistakes::order_waiting,
        Relation::Examined => mistakes::order_examined,
        Relation::Neighbour => mistakes::order_neighbour,
        Relation::Unreachable => mistakes::order_unreachable,
        Relation::AfterTheGoal => mistakes::order_after_goal,
        Relation::Ended => mistakes::order_ended,
    };
    Some(words(lang).to_owned())
}

/// The children in the order of pushing, if both boards are among them; else where the right board comes from.
fn pushing_order(divergence: &Divergence, lang: Lang) -> Vec<Block> {
    let Some(parent) = divergence.parent else { return Vec::new() };
    if divergence.relation != Relation::Sibling {
        return vec![Block::Sentence(mistakes::order_on_top(lang, parent))];
    }
    let intro = mistakes::order_siblings(lang, parent);
    let row = |child: &Child| {
        let mark = match Some(child.board) {
            board if board == divergence.expected => mistakes::order_is_right(lang),
            board if board == divergence.found => mistakes::order_is_yours(lang),
            _ => "",
        };
        [child.board.to_string(), values(child, divergence.heuristic), mark.to_owned()]
    };
    vec![Block::Sentence(intro), Block::Children(divergence.children.iter().map(row).collect())]
}

/// Which rule decides between the two boards.
fn decision(divergence: &Divergence, lang: Lang) -> Option<String> {
    let right = child(divergence, divergence.expected)?;
    let wrong = child(divergence, divergence.found)?;
    let heuristic = divergence.heuristic;
    let (name, value): (_, fn(&Child) -> u32) = match heuristic {
        Heuristic::Pieces => ("g", |child| child.g),
        Heuristic::Sums => ("h", |child| child.h),
        Heuristic::Reversals => ("f", Child::f),
    };
    Some(match divergence.decided_by? {
        DecidedBy::Value => mistakes::decided_by_value(lang, name, value(right), value(wrong)),
        DecidedBy::Reversals => mistakes::decided_by_reversals(lang, right.d, wrong.d),
        DecidedBy::Board => mistakes::decided_by_board(lang, values(right, heuristic)),
    })
}

fn cause(divergence: &Divergence, lang: Lang) -> String {
    match (divergence.mistake, divergence.evidence) {
        (Some(mistake), Some(evidence)) => {
            let named = match divergence.and {
                Some(and) => mistakes::both(lang, mistake.say(lang), and.say(lang)),
                None => mistake.say(lang),
            };
            if divergence.unsure {
                mistakes::possible_cause(lang, named, evidence.say(lang))
            } else {
                mistakes::probable_cause(lang, named, evidence.say(lang))
            }
        }
        _ => mistakes::no_single_cause(lang).to_owned(),
    }
}

impl Say for Evidence {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::File => mistakes::evidence_file(lang).to_owned(),
            Self::Run => mistakes::evidence_run(lang).to_owned(),
            Self::Steps(steps) => mistakes::evidence_steps(lang, steps),
        }
    }
}

impl Say for Mistake {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::TieSmallerFirst => mistakes::mistake_tie_smaller_first,
            Self::TieAsCreated => mistakes::mistake_tie_as_created,
            Self::TieLastCreatedFirst => mistakes::mistake_tie_last_created_first,
            Self::WorstNext => mistakes::mistake_worst_next,
            Self::BlankInG => mistakes::mistake_blank_in_g,
            Self::BlankInH => mistakes::mistake_blank_in_h,
            Self::NoBlankInD => mistakes::mistake_no_blank_in_d,
            Self::DIgnored => mistakes::mistake_d_ignored,
            Self::LargerDFirst => mistakes::mistake_larger_d_first,
            Self::DAddedToF => mistakes::mistake_d_added_to_f,
            Self::DInRowsOnly => mistakes::mistake_d_in_rows_only,
            Self::DInColumnsOnly => mistakes::mistake_d_in_columns_only,
            Self::OnlyG => mistakes::mistake_only_g,
            Self::OnlyH => mistakes::mistake_only_h,
            Self::MovesForG => mistakes::mistake_moves_for_g,
            Self::SumsForPieces => mistakes::mistake_sums_for_pieces,
            Self::PiecesForSums => mistakes::mistake_pieces_for_sums,
            Self::OtherGoal => mistakes::mistake_other_goal,
            Self::ForgetsExamined => mistakes::mistake_forgets_examined,
            Self::ForgetsPushed => mistakes::mistake_forgets_pushed,
            Self::DropsParentOnly => mistakes::mistake_drops_parent_only,
            Self::DropsNothing => mistakes::mistake_drops_nothing,
            Self::BestChildOnly => mistakes::mistake_best_child_only,
            Self::Queue => mistakes::mistake_queue,
            Self::BestOfAll => mistakes::mistake_best_of_all,
            Self::NotOrdered => mistakes::mistake_not_ordered,
            Self::PathOnly => mistakes::mistake_path_only,
            Self::RecordsPushed => mistakes::mistake_records_pushed,
            Self::NoDeadEnds => mistakes::mistake_no_dead_ends,
            Self::NoStart => mistakes::mistake_no_start,
            Self::NoGoal => mistakes::mistake_no_goal,
            Self::Reversed => mistakes::mistake_reversed,
        };
        words(lang).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_has_a_text_of_its_own() {
        for (_, lang) in Lang::ALL {
            let mut texts: Vec<String> = Mistake::ALL.iter().map(|mistake| mistake.say(lang)).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), Mistake::ALL.len());
        }
    }

    #[test]
    fn a_tie_broken_the_wrong_way_is_explained() {
        let board = |cells| Board3x3(cells);
        let child = |cells, g, h, d| Child { board: board(cells), g, h, d };
        let divergence = Divergence {
            run: 1,
            heuristic: Heuristic::Reversals,
            start: board([1, 2, 3, 4, 0, 5, 6, 7, 8]),
            step: 3,
            parent: Some(board([1, 2, 3, 4, 0, 5, 6, 7, 8])),
            children: vec![child([1, 2, 3, 4, 7, 5, 6, 0, 8], 5, 7, 0), child([1, 2, 3, 4, 5, 0, 6, 7, 8], 5, 7, 0)],
            expected: Some(board([1, 2, 3, 4, 5, 0, 6, 7, 8])),
            found: Some(board([1, 2, 3, 4, 7, 5, 6, 0, 8])),
            relation: Relation::Sibling,
            decided_by: Some(DecidedBy::Board),
            mistake: Some(Mistake::TieSmallerFirst),
            and: None,
            evidence: Some(Evidence::File),
            unsure: false,
        };
        let blocks = explain(&divergence, Lang::En);
        let Block::Boards(right, wrong) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(right.rows, ["1 2 3", "4 5 0", "6 7 8"]);
        assert_eq!((right.values.as_str(), wrong.values.as_str()), ("f=12 d=0", "f=12 d=0"));
        let Block::Children(rows) = &blocks[3] else { panic!("{blocks:?}") };
        assert_eq!(rows[1][2], "right");
        assert!(matches!(&blocks[4], Block::Sentence(rule) if rule.starts_with("f=12 d=0 for both, a tie:")));
        assert!(matches!(&blocks[5], Block::Sentence(cause) if cause.starts_with("Probable cause: in a tie")));
    }
}
