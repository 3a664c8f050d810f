//! Boards that a request gives as lists: `[1, 2, 3, 0]`, row by row, or `[[1, 2], [3, 0]]`. What is wrong is named by row
//! and number, both from 1: a request has no lines to point at.

use hueco_tiles::lists::{board_of_numbers, board_of_rows};
use hueco_tiles::{Board, Shape};
use serde_json::Value;

use crate::error::RequestFault;

/// The characters of a value that an error repeats.
const SHOWN: usize = 24;

/// The board of a list. `size`, where given, is the only shape accepted.
pub(crate) fn board(values: &[Value], size: Option<Shape>) -> Result<Board, RequestFault> {
    if !values.first().is_some_and(Value::is_array) {
        return board_of_numbers(&numbers(values, None)?, size).map_err(RequestFault::List);
    }
    let row = |(index, value): (usize, &Value)| {
        let row = index + 1;
        let values = value.as_array().ok_or_else(|| RequestFault::ListRow { row, found: shown(value) })?;
        numbers(values, Some(row))
    };
    let rows = values.iter().enumerate().map(row).collect::<Result<Vec<_>, _>>()?;
    board_of_rows(&rows, size).map_err(RequestFault::List)
}

fn numbers(values: &[Value], row: Option<usize>) -> Result<Vec<u64>, RequestFault> {
    let number = |(index, value): (usize, &Value)| {
        let wrong = || RequestFault::ListNumber { row, place: index + 1, found: shown(value) };
        value.as_u64().ok_or_else(wrong)
    };
    values.iter().enumerate().map(number).collect()
}

/// A value as JSON, cut where it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(value: &Value, size: Option<Shape>) -> Result<String, String> {
        board(value.as_array().unwrap(), size).map(|board| board.to_string()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn numbers_and_rows_are_boards() {
        let wide = Shape::new(1, 4).ok();
        assert_eq!(read(&json!([1, 2, 3, 0]), None), Ok("1 2 / 3 0".into()));
        assert_eq!(read(&json!([1, 2, 3, 0]), wide), Ok("1 2 3 0".into()));
        assert_eq!(read(&json!([[1, 2], [3, 0]]), None), Ok("1 2 / 3 0".into()));
        assert_eq!(read(&json!([[1, 2, 3, 0]]), None), Ok("1 2 3 0".into()));
        assert_eq!(read(&json!([[1, 2], [3, 0]]), wide), Err("the board is 2x2; expected 1x4".into()));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (value, message) in [
            (json!([]), "at least two cells"),
            (json!([[]]), "at least two cells"),
            (json!([1, 2, 0]), "3 numbers in one list are no square board"),
            (json!([1, "2", 3, 0]), "number 2: unexpected \"2\"; expected a whole number from 0"),
            (json!([1, [2], 3, 0]), "number 2: unexpected [2]"),
            (json!([[1, 2], [3, -1]]), "row 2, number 2: unexpected -1"),
            (json!([[1, 2], [3, 0.5]]), "row 2, number 2: unexpected 0.5"),
            (json!([[1, 2], [[3], 0]]), "row 2, number 1: unexpected [3]"),
            (json!([[1, 2], 3]), "row 2: unexpected 3; expected a list of numbers"),
            (json!([[1, 2], [0]]), "row 2 has 1 numbers; expected 2"),
            (json!([[1, 2], [2, 0]]), "2 stands in cell"),
            (json!(["x".repeat(99)]), "…; expected"),
        ] {
            let error = read(&value, None).unwrap_err();
            assert!(error.contains(message), "{value}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_lists_are_read_or_refused(rows in proptest::collection::vec(proptest::collection::vec(-1_i64..9, 0..4), 0..4)) {
            let (nested, flat) = (json!(rows), json!(rows.concat()));
            for value in [&nested, &flat] {
                if let Ok(board) = board(value.as_array().unwrap(), None) {
                    prop_assert_eq!(board.tiles().iter().map(|&n| i64::from(n)).collect::<Vec<_>>(), rows.concat());
                }
            }
        }
    }
}
