//! The fields of one line: each is asked for by name, and an error says where it stands.

use hueco_search::{CellValue, OwnedShown};
use serde_json::{Map, Value as Json};

use super::Domain;
use super::fault::{Expected, Fault, TraceError};

/// A line of a trace, parsed.
pub(super) struct Fields<'a> {
    text: &'a str,
    line: usize,
    map: Map<String, Json>,
}

impl<'a> Fields<'a> {
    /// Reads a line as a JSON object.
    pub(super) fn parse(text: &'a str, line: usize) -> Result<Self, TraceError> {
        match serde_json::from_str(text) {
            Ok(Json::Object(map)) => Ok(Self { text, line, map }),
            Ok(_) => Err(TraceError { line, column: first_column(text), fault: Fault::NotJson }),
            Err(error) => {
                // serde counts bytes; people count characters.
                let before = error.column().saturating_sub(1).min(text.len());
                let column = text.as_bytes()[..before].iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1;
                Err(TraceError { line, column, fault: Fault::NotJson })
            }
        }
    }

    /// An error at the beginning of the line.
    pub(super) fn error(&self, fault: Fault) -> TraceError {
        TraceError { line: self.line, column: first_column(self.text), fault }
    }

    /// An error where a field stands.
    pub(super) fn error_at(&self, field: &str, fault: Fault) -> TraceError {
        let column = self
            .text
            .find(&format!("\"{field}\""))
            .map_or_else(|| first_column(self.text), |at| self.text[..at].chars().count() + 1);
        TraceError { line: self.line, column, fault }
    }

    fn wrong(&self, field: &'static str, expected: Expected) -> TraceError {
        self.error_at(field, Fault::Wrong { field, expected })
    }

    /// A field that is there and not null.
    fn get(&self, field: &str) -> Option<&Json> {
        self.map.get(field).filter(|value| !value.is_null())
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    /// The field, or that it is missing.
    pub(super) fn required<T>(&self, field: &'static str, value: Option<T>) -> Result<T, TraceError> {
        value.ok_or_else(|| self.error(Fault::Missing { field }))
    }

    pub(super) fn count(&self, field: &'static str) -> Result<Option<u64>, TraceError> {
        self.get(field).map(|value| value.as_u64().ok_or_else(|| self.wrong(field, Expected::Count))).transpose()
    }

    pub(super) fn decimal(&self, field: &'static str) -> Result<Option<f64>, TraceError> {
        self.get(field).map(|value| value.as_f64().ok_or_else(|| self.wrong(field, Expected::Number))).transpose()
    }

    pub(super) fn text(&self, field: &'static str) -> Result<Option<&str>, TraceError> {
        self.get(field).map(|value| value.as_str().ok_or_else(|| self.wrong(field, Expected::Text))).transpose()
    }

    pub(super) fn truth(&self, field: &'static str) -> Result<Option<bool>, TraceError> {
        self.get(field).map(|value| value.as_bool().ok_or_else(|| self.wrong(field, Expected::Truth))).transpose()
    }

    /// The fields of an object inside this one; an error in it is reported at its line.
    pub(super) fn object(&self, field: &'static str) -> Result<Option<Fields<'a>>, TraceError> {
        let object = |value: &Json| {
            let map = value.as_object().cloned().ok_or_else(|| self.wrong(field, Expected::Object))?;
            Ok(Fields { text: self.text, line: self.line, map })
        };
        self.get(field).map(object).transpose()
    }

    /// The objects of a list.
    pub(super) fn objects(&self, field: &'static str) -> Result<Option<Vec<Fields<'a>>>, TraceError> {
        let wrong = || self.wrong(field, Expected::Cells);
        let Some(value) = self.get(field) else { return Ok(None) };
        let list = value.as_array().ok_or_else(wrong)?;
        let object = |value: &Json| {
            let map = value.as_object().cloned().ok_or_else(wrong)?;
            Ok(Fields { text: self.text, line: self.line, map })
        };
        list.iter().map(object).collect::<Result<_, _>>().map(Some)
    }

    /// A state: a text in the domain `any`, else a list of numbers, null where a cell is empty.
    pub(super) fn state(&self, field: &'static str, domain: &Domain) -> Result<Option<OwnedShown>, TraceError> {
        if let Domain::Any { .. } = domain {
            return Ok(self.text(field)?.map(|text| OwnedShown::Text(text.into())));
        }
        let wrong = || self.wrong(field, Expected::Board);
        let Some(value) = self.get(field) else { return Ok(None) };
        let cell = |value: &Json| match value {
            Json::Null => Ok(CellValue::EMPTY),
            // i32::MIN stands for an empty cell.
            number => match number.as_i64().and_then(|number| i32::try_from(number).ok()) {
                Some(number) if number > i32::MIN => Ok(CellValue::new(number)),
                _ => Err(wrong()),
            },
        };
        let cells = value.as_array().ok_or_else(wrong)?.iter().map(cell).collect::<Result<_, _>>()?;
        Ok(Some(OwnedShown::Cells(cells)))
    }
}

/// The column of the first thing that is no space.
fn first_column(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count() + 1
}
