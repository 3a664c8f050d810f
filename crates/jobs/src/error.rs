//! Why a request is refused, or why its run has no result. Typed: `hueco_say` words both, in either language.
//!
//! A refused request names the field, a code for programs and, where the field is a text, the position in it.

use hueco_courses::CourseError;
#[cfg(feature = "script")]
use hueco_script::{Mistake, ScriptError};
use hueco_search::Limit;
use hueco_tiles::check::CheckError;
use hueco_tiles::heuristic::{FormulaError, HeuristicError};
use hueco_tiles::lists::ListError;
use hueco_tiles::moves::MovesError;
use hueco_tiles::parse::{ParseError, ParseShapeError};
use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::solve::{Algorithm, PlanError};
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Position, Shape};
use thiserror::Error;

use crate::problem;

/// A request that cannot be run as it stands.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}{fault}", .field.as_ref().map(|name| format!("{name}: ")).unwrap_or_default())]
pub struct RequestError {
    /// The field that is wrong, where it is one.
    pub field: Option<String>,
    /// What is wrong with it.
    pub fault: RequestFault,
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RequestFault {
    /// The text is not JSON.
    #[error("not valid JSON at {}:{}", .0.line, .0.column)]
    Json(Position),
    /// The text is JSON, but no object.
    #[error("not a JSON object")]
    NotAnObject,
    /// There is no such field.
    #[error("no such field")]
    UnknownField,
    /// A field is missing.
    #[error("missing")]
    MissingField,
    /// A text was expected.
    #[error("expected a text")]
    Text,
    /// A list of texts was expected.
    #[error("expected a list of texts")]
    Texts,
    /// `true` or `false` was expected.
    #[error("expected true or false")]
    Flag,
    /// An object was expected.
    #[error("expected an object")]
    Object,
    /// A whole number of a range was expected.
    #[error("expected a whole number from {least} to {most}")]
    Whole {
        /// The least.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A number of a range was expected.
    #[error("expected a number from {least} to {most}")]
    Decimal {
        /// The least.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// One of several names was expected.
    #[error("{found:?}: expected one of {}", .known.join(", "))]
    Name {
        /// The name that was found.
        found: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// There is no such algorithm.
    #[error("{found:?}: expected one of {}", Algorithm::ALL.map(|(name, _)| name).join(", "))]
    Algorithm {
        /// The name that was found.
        found: String,
    },
    /// Problem files are not run here.
    #[error("problem files are not run here")]
    NoProblems,
    /// This cannot be the name of a heuristic of a problem file.
    #[error("{found:?}: expected the name of a heuristic of the file, or max(a,b,…)")]
    FileHeuristic {
        /// What was found.
        found: String,
    },
    /// The order of children is no permutation of `ULRD`.
    #[error("expected the letters U, L, R, D in some order")]
    Order,
    /// The size is wrong.
    #[error(transparent)]
    Size(#[from] ParseShapeError),
    /// A board was expected: a text or a list of numbers.
    #[error("expected a board: a text or a list of numbers")]
    BoardExpected,
    /// A board's text is wrong.
    #[error(transparent)]
    Board(ParseError),
    /// A list of a board holds something other than a number.
    #[error("{}number {place}: unexpected {found}; expected a whole number from 0", .row.map(|row| format!("row {row}, ")).unwrap_or_default())]
    ListNumber {
        /// The row, from 1, where rows were given.
        row: Option<usize>,
        /// The place in the list, from 1.
        place: usize,
        /// What was found, as JSON.
        found: String,
    },
    /// A list of rows holds something other than a list.
    #[error("row {row}: unexpected {found}; expected a list of numbers")]
    ListRow {
        /// The row, from 1.
        row: usize,
        /// What was found, as JSON.
        found: String,
    },
    /// Lists of numbers are no board.
    #[error(transparent)]
    List(ListError),
    /// The board has more cells than are allowed here.
    #[error("a {shape} board has more than {limit} cells")]
    TooLarge {
        /// Its shape.
        shape: Shape,
        /// The most cells.
        limit: usize,
    },
    /// A goal was expected: a name, a board's text or a list of numbers.
    #[error("expected a goal: a name, a text or a list of numbers")]
    GoalExpected,
    /// The goal's text is wrong.
    #[error("in the goal: {error}")]
    Goal {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// The goal's lists are wrong.
    #[error("in the goal: {0}")]
    GoalList(Box<RequestFault>),
    /// The heuristic is wrong.
    #[error(transparent)]
    Heuristic(HeuristicError),
    /// The formula is wrong.
    #[error(transparent)]
    Formula(FormulaError),
    /// A heuristic and a formula at once.
    #[error("either heuristic or formula, not both")]
    HeuristicOrFormula,
    /// A list of boards was expected.
    #[error("expected a list of 1 to {most} boards")]
    Boards {
        /// The most boards.
        most: usize,
    },
    /// No board was given.
    #[error("no boards")]
    NoBoards,
    /// Boards times methods are too many.
    #[error("more than {most} runs")]
    TooManyRuns {
        /// The most runs.
        most: usize,
    },
    /// The text of a number puzzle is wrong.
    #[error(transparent)]
    Puzzle(hueco_sums::ParseError),
    /// The moves are wrong.
    #[error(transparent)]
    Moves(MovesError),
    /// The input of a course program is wrong.
    #[error(transparent)]
    Input(hueco_courses::InputError),
    /// Board and goal differ in shape.
    #[error(transparent)]
    Shape(ShapeMismatch),
}

impl RequestFault {
    /// The same, of a field.
    pub fn of(self, field: &str) -> RequestError {
        RequestError { field: Some(field.to_owned()), fault: self }
    }
}

impl From<RequestFault> for RequestError {
    fn from(fault: RequestFault) -> Self {
        Self { field: None, fault }
    }
}

impl RequestError {
    /// A code for programs.
    pub fn code(&self) -> &'static str {
        use RequestFault as F;
        match &self.fault {
            F::Json(_) | F::NotAnObject => "bad_json",
            F::UnknownField => "unknown_field",
            F::MissingField | F::NoBoards => "missing_field",
            F::Text
            | F::Texts
            | F::Flag
            | F::Object
            | F::Whole { .. }
            | F::Decimal { .. }
            | F::Name { .. }
            | F::Algorithm { .. }
            | F::Order
            | F::HeuristicOrFormula
            | F::Boards { .. } => "bad_field",
            F::Size(_) => "bad_size",
            F::BoardExpected | F::Board(_) | F::ListNumber { .. } | F::ListRow { .. } | F::List(_) => "bad_board",
            F::TooLarge { .. } => "too_large",
            F::NoProblems => "not_allowed",
            F::GoalExpected | F::Goal { .. } | F::GoalList(_) | F::Shape(_) => "bad_goal",
            F::Heuristic(_) | F::FileHeuristic { .. } => "bad_heuristic",
            F::Formula(_) => "bad_formula",
            F::TooManyRuns { .. } => "too_many",
            F::Puzzle(_) => "bad_puzzle",
            F::Moves(_) => "bad_moves",
            F::Input(_) => "bad_input",
        }
    }

    /// The position in the request, or in the text of its field.
    pub fn position(&self) -> Option<Position> {
        match &self.fault {
            RequestFault::Json(at) => Some(*at),
            RequestFault::Board(error) | RequestFault::Goal { error, .. } => Some(error.at),
            RequestFault::Formula(error) => Some(Position { line: 1, column: error.at + 1 }),
            RequestFault::Puzzle(error) => Some(Position { line: error.line as usize, column: error.column as usize }),
            RequestFault::Input(error) => Some(error.at),
            _ => None,
        }
    }
}

/// Why a run has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// The plan cannot be run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The heuristic cannot be checked.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The table has the distances of other boards, or to another goal.
    #[error("the table is for boards of {shape} with the blank of the goal in cell {blank}")]
    OtherTable {
        /// The shape of its boards.
        shape: Shape,
        /// The cell of its goal's blank, from 1.
        blank: usize,
    },
    /// A course program could not read its input or write its output.
    #[error(transparent)]
    Course(#[from] CourseError),
    /// A mistake in a problem file, or in what was asked of it.
    #[cfg(feature = "script")]
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Boards of this size are too small to ask about.
    #[error("boards of {0} are too small for a quiz")]
    QuizTooSmall(Shape),
    /// No search of a problem file has a moment to ask about.
    #[error("the problem is too small for a quiz")]
    QuizNothing,
    /// Parity says that there is no solution: nothing was searched, so there is nothing to draw.
    #[error("unsolvable: nothing was searched")]
    NothingSearched,
    /// A limit ended the run before there was anything to show.
    #[error("stopped by a limit: {0:?}")]
    Stopped(Limit),
    /// The result is larger than is allowed.
    #[error("the result has more than {limit} bytes")]
    TooLarge {
        /// The most bytes.
        limit: usize,
    },
}

impl JobError {
    pub(crate) fn other_table(table: &DistanceTable) -> Self {
        let ranking = table.space().ranking();
        Self::OtherTable { shape: ranking.shape(), blank: ranking.goal_blank() + 1 }
    }

    /// A code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Plan(_) => "bad_plan",
            Self::Check(_) | Self::OtherTable { .. } => "bad_heuristic",
            Self::Course(CourseError::Input(_)) => "bad_input",
            Self::Course(CourseError::Shape(_)) => "bad_goal",
            Self::Course(_) => "internal",
            #[cfg(feature = "script")]
            Self::Script(error) => match *error.mistake {
                Mistake::UnknownHeuristic { .. } => "bad_heuristic",
                Mistake::Stopped(_) => "stopped",
                _ => "bad_problem",
            },
            Self::QuizTooSmall(_) | Self::QuizNothing => "too_small",
            Self::NothingSearched => "unsolvable",
            Self::Stopped(_) => "stopped",
            Self::TooLarge { .. } => "result_large",
        }
    }

    /// The field of the request that a run showed to be wrong.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Course(CourseError::Input(_)) => Some("input"),
            Self::QuizTooSmall(_) => Some("size"),
            Self::QuizNothing => Some(problem::FIELD),
            #[cfg(feature = "script")]
            Self::Script(error) => Some(match *error.mistake {
                Mistake::UnknownParameter { .. } => "set",
                Mistake::OneWay => "algorithm",
                Mistake::UnknownHeuristic { .. } | Mistake::NotAdmissible { .. } => "heuristic",
                _ => problem::FIELD,
            }),
            _ => None,
        }
    }

    /// The position in the text of that field.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Course(CourseError::Input(error)) => Some(error.at),
            #[cfg(feature = "script")]
            Self::Script(error) => error.at.map(|at| Position { line: at.line as usize, column: at.column as usize }),
            _ => None,
        }
    }
}
