//! Why a request is refused, and why a run has no result; and the words of results.

use hueco_courses::{CourseError, Note};
use hueco_grade::Failure;
use hueco_jobs::part::COURSES;
use hueco_jobs::{JobError, Passage, RequestError, RequestFault, Words};
use hueco_search::Limit;
use hueco_show::compare::Run;
use hueco_show::quiz::{Asked, Question, letter};
use hueco_tiles::check::Check;
use hueco_tiles::{Board, Why};

use crate::catalogue::messages;
use crate::{
    Lang, Say, answers, compare, courses, explore, fault_in_goal, grade, pictures, problems, quiz, serve, suggested,
    unknown_algorithm, usage, why_unsolvable,
};

messages! {
    bad_json { en: "the request is not valid JSON", es: "la petición no es JSON válido" }
    not_an_object { en: "the request is not a JSON object", es: "la petición no es un objeto JSON" }
    unknown_field(name) { en: "there is no field “{name}” here", es: "aquí no hay ningún campo «{name}»" }
    missing_field(name) { en: "the field {name} is missing", es: "falta el campo {name}" }
    text_expected(name) { en: "{name} should be a text", es: "{name} debería ser un texto" }
    texts_expected(name) { en: "{name} should be a list of texts", es: "{name} debería ser una lista de textos" }
    flag_expected(name) { en: "{name} should be true or false", es: "{name} debería ser true o false" }
    object_expected(name) { en: "{name} should be an object", es: "{name} debería ser un objeto" }
    heuristic_or_formula {
        en: "either heuristic or formula, not both",
        es: "o heuristic o formula, no los dos",
    }
    boards_expected(name, most: boards) {
        en: "{name} should be a list of at least 1 and at most {most}",
        es: "{name} debería ser una lista de al menos 1 y como máximo {most}",
    }
    too_many_runs(most: runs) {
        en: "boards times methods make more than {most}; ask for fewer",
        es: "los tableros por los métodos dan más de {most}; pida menos",
    }
    name_expected(name, found, names) {
        en: "{name}: unknown value “{found}”; expected one of: {names}",
        es: "{name}: valor desconocido «{found}»; se esperaba uno de: {names}",
    }
    whole_expected(name, least, most) {
        en: "{name} should be a whole number from {least} to {most}",
        es: "{name} debería ser un número entero de {least} a {most}",
    }
    decimal_expected(name, least, most) {
        en: "{name} should be a number from {least} to {most}",
        es: "{name} debería ser un número de {least} a {most}",
    }
    board_expected(name) {
        en: "{name} should be a board: a text such as \"1 2 3 / 4 5 6 / 7 8 0\", a list of numbers or a list of rows",
        es: "{name} debería ser un tablero: un texto como \"1 2 3 / 4 5 6 / 7 8 0\", una lista de números o una lista de filas",
    }
    list_number_expected(name, place, found) {
        en: "{name}, number {place}: unexpected {found}; expected a whole number from 0",
        es: "{name}, número {place}: {found} no se esperaba; se esperaba un número entero desde 0",
    }
    list_row_number_expected(name, row, place, found) {
        en: "{name}, row {row}, number {place}: unexpected {found}; expected a whole number from 0",
        es: "{name}, fila {row}, número {place}: {found} no se esperaba; se esperaba un número entero desde 0",
    }
    list_row_expected(name, row, found) {
        en: "{name}, row {row}: unexpected {found}; expected a list of numbers",
        es: "{name}, fila {row}: {found} no se esperaba; se esperaba una lista de números",
    }
    board_too_large(size, cells: cells, limit) {
        en: "a {size} board has {cells}; at most {limit} are allowed here",
        es: "un tablero de {size} tiene {cells}; aquí se admiten como máximo {limit}",
    }
    result_too_large(limit: bytes) {
        en: "the result has more than {limit}; ask for less",
        es: "el resultado tiene más de {limit}; pida menos",
    }
}

impl Say for RequestError {
    fn say(&self, lang: Lang) -> String {
        use RequestFault as F;
        let name = self.field.as_deref().unwrap_or_default();
        match &self.fault {
            F::Json(_) => bad_json(lang).to_owned(),
            F::NotAnObject => not_an_object(lang).to_owned(),
            F::UnknownField => unknown_field(lang, name),
            F::MissingField => missing_field(lang, name),
            F::Text => text_expected(lang, name),
            F::Texts => texts_expected(lang, name),
            F::Flag => flag_expected(lang, name),
            F::Object => object_expected(lang, name),
            F::Whole { least, most } => whole_expected(lang, name, least, most),
            F::Decimal { least, most } => decimal_expected(lang, name, least, most),
            F::Name { found, known } => {
                let message = name_expected(lang, name, found, known.join(", "));
                suggested(message, found, known.iter().copied(), lang)
            }
            F::Algorithm { found } => unknown_algorithm(found, lang),
            F::NoProblems => problems::no_problems(lang).to_owned(),
            F::FileHeuristic { found } => problems::file_heuristic_expected(lang, found),
            F::Order => usage::order_expected(lang).to_owned(),
            F::Size(error) => error.say(lang),
            F::BoardExpected | F::GoalExpected => board_expected(lang, name),
            F::Board(error) => error.say(lang),
            F::ListNumber { .. } | F::ListRow { .. } | F::List(_) => list_fault(&self.fault, name, lang),
            F::GoalList(fault) => usage::in_goal(lang, list_fault(fault, name, lang)),
            F::TooLarge { shape, limit } => board_too_large(lang, shape, shape.cells(), limit),
            F::Goal { text, error } => fault_in_goal(text, error, lang),
            F::Heuristic(error) => error.say(lang),
            F::Formula(error) => error.say(lang),
            F::HeuristicOrFormula => heuristic_or_formula(lang).to_owned(),
            F::Boards { most } => boards_expected(lang, name, most),
            F::NoBoards => compare::compare_no_boards(lang).to_owned(),
            F::TooManyRuns { most } => too_many_runs(lang, most),
            F::Puzzle(error) => error.say(lang),
            F::Moves(error) => error.say(lang),
            F::Input(error) => error.say(lang),
            F::Shape(error) => error.say(lang),
            other => other.to_string(),
        }
    }
}

fn list_fault(fault: &RequestFault, name: &str, lang: Lang) -> String {
    match fault {
        RequestFault::ListNumber { row: None, place, found } => list_number_expected(lang, name, place, found),
        RequestFault::ListNumber { row: Some(row), place, found } => {
            list_row_number_expected(lang, name, row, place, found)
        }
        RequestFault::ListRow { row, found } => list_row_expected(lang, name, row, found),
        RequestFault::List(error) => error.say(lang),
        other => other.to_string(),
    }
}

impl Say for JobError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Plan(error) => error.say(lang),
            Self::Check(error) => error.say(lang),
            Self::OtherTable { shape, blank } => explore::table_other(lang, shape, blank),
            Self::Course(CourseError::Input(error)) => error.say(lang),
            Self::Course(CourseError::Shape(error)) => error.say(lang),
            #[cfg(feature = "script")]
            Self::Script(error) => error.say(lang),
            Self::QuizTooSmall(size) => quiz::quiz_too_small(lang, size),
            Self::QuizNothing => quiz::quiz_nothing(lang).to_owned(),
            Self::NothingSearched => answers::unsolvable(lang).to_owned(),
            Self::Stopped(limit) => courses::course_stopped(lang, limit.say(lang)),
            Self::TooLarge { limit } => result_too_large(lang, limit),
            _ => serve::internal(lang).to_owned(),
        }
    }
}

impl Words for Lang {
    fn comparison_chart(&self, boards: &[Board], methods: &[String], runs: &[Run]) -> String {
        pictures::compared(boards, methods, runs, *self)
    }

    fn check_chart(&self, check: &Check) -> String {
        pictures::checked(check, *self)
    }

    fn question(&self, question: &Question) -> String {
        match (question.asked, &question.heuristic) {
            (Asked::Value { of, .. }, Some(heuristic)) => quiz::quiz_value(*self, letter(of), heuristic),
            _ => quiz::quiz_which(*self).to_owned(),
        }
    }

    fn because(&self, question: &Question) -> String {
        question.because().say(*self)
    }

    fn course_note(&self, note: &Note) -> String {
        note.say(*self)
    }

    fn course_stopped(&self, limit: Limit) -> String {
        courses::course_stopped(*self, limit.say(*self))
    }

    fn course_failure(&self, failure: &Failure) -> Vec<Passage> {
        if COURSES { grade::passages(&failure.cause, *self) } else { Vec::new() }
    }

    fn unsolvable(&self, why: &Why) -> String {
        why_unsolvable(why, *self)
    }
}

#[cfg(test)]
mod tests {
    use hueco_jobs::{Allowance, Request};

    use super::*;

    fn refused(text: &str, lang: Lang) -> String {
        Request::read(text.as_bytes(), &Allowance::unlimited()).unwrap_err().say(lang)
    }

    #[test]
    fn faults_in_lists_have_a_place() {
        for (board, message) in [
            ("[1, 2, 0]", "no square board has 3 numbers"),
            (r#"[1, "2", 3, 0]"#, "board, number 2: unexpected \"2\"; expected a whole number from 0"),
            ("[[1, 2], [3, -1]]", "board, row 2, number 2: unexpected -1; expected a whole number from 0"),
            ("[[1, 2], 3]", "board, row 2: unexpected 3; expected a list of numbers"),
            ("[[1, 2], [0]]", "row 2 has 1 number; expected 2"),
            ("[[1, 2], [2, 0]]", "duplicate 2"),
            ("7", "board should be a board"),
        ] {
            let said = refused(&format!(r#"{{"kind": "solve", "board": {board}}}"#), Lang::En);
            assert!(said.contains(message), "{board}: {said}");
        }
    }

    #[test]
    fn names_that_were_probably_meant_are_suggested() {
        for (text, meant) in [
            (r#"{"kind": "slove"}"#, "solve"),
            (r#"{"kind": "solve", "board": "1 2 / 3 0", "algorithm": "IAD*"}"#, "idastar"),
            (r#"{"kind": "solve", "board": "1 2 / 3 0", "goal": "blank-fist"}"#, "blank-first"),
            (r#"{"kind": "solve", "board": "1 2 / 3 0", "ties": "lowh"}"#, "low-h"),
        ] {
            assert!(refused(text, Lang::En).ends_with(&format!("Did you mean `{meant}`?")), "{text}");
            assert!(refused(text, Lang::Es).ends_with(&format!("¿Quiso decir `{meant}`?")), "{text}");
        }
    }

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        for text in [
            "[]",
            "{",
            r#"{"kind": "solve"}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "width": 0}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "weight": 0.5}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "fast": 1}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "order": "UU"}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "metric": 1}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "hueristic": "blind"}"#,
            r#"{"kind": "solve", "board": "1 2 / 3 0", "heuristic": "blind", "formula": "h"}"#,
            r#"{"kind": "compare", "boards": []}"#,
            r#"{"kind": "compare"}"#,
            r#"{"kind": "verify", "board": "1 2 / 3 0", "moves": "X"}"#,
        ] {
            assert_ne!(refused(text, Lang::En), refused(text, Lang::Es), "{text}");
        }
    }
}
