//! The fields of a JSON object, taken one by one. A field that no reader took is a misspelt one: the request is refused rather
//! than half understood.

use serde_json::{Map, Value};

use crate::error::{RequestError, RequestFault};
use hueco_tiles::Position;

/// Characters of an unknown name that an error repeats.
const SHOWN: usize = 40;

/// The fields of a request that are not taken yet.
#[derive(Debug)]
pub(crate) struct Fields {
    map: Map<String, Value>,
}

impl Fields {
    /// The fields of a text, which must be one JSON object.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, RequestError> {
        let value: Value = serde_json::from_slice(text)
            .map_err(|error| RequestFault::Json(Position { line: error.line(), column: error.column() }))?;
        Self::of(value).ok_or_else(|| RequestFault::NotAnObject.into())
    }

    /// The fields of a value, if it is an object.
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self { map }),
            _ => None,
        }
    }

    /// Whether a field is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.map.get(name).is_some_and(|value| !value.is_null())
    }

    /// Any value; null counts as missing.
    pub(crate) fn value(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, RequestError> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(RequestFault::Text.of(name)),
        }
    }

    /// A list of texts, empty where there is none.
    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, RequestError> {
        let text = |value| if let Value::String(text) = value { Some(text) } else { None };
        match self.value(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => {
                values.into_iter().map(text).collect::<Option<_>>().ok_or_else(|| RequestFault::Texts.of(name))
            }
            Some(_) => Err(RequestFault::Texts.of(name)),
        }
    }

    /// The fields of an object, empty where there is none.
    pub(crate) fn object(&mut self, name: &str) -> Result<Self, RequestError> {
        let value = self.value(name).unwrap_or_else(|| Value::Object(Map::new()));
        Self::of(value).ok_or_else(|| RequestFault::Object.of(name))
    }

    /// One of several names.
    pub(crate) fn named<T: Copy>(
        &mut self,
        name: &str,
        known: &[(&'static str, T)],
    ) -> Result<Option<T>, RequestError> {
        self.text(name)?.map(|text| self::named(name, &text, known)).transpose()
    }

    /// Yes or no; no where it is missing.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, RequestError> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(RequestFault::Flag.of(name)),
        }
    }

    /// A whole number of a range.
    pub(crate) fn whole(&mut self, name: &str, least: u64, most: u64) -> Result<Option<u64>, RequestError> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.as_u64().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(RequestFault::Whole { least, most }.of(name)),
        }
    }

    /// A number of a range.
    pub(crate) fn decimal(&mut self, name: &str, least: f64, most: f64) -> Result<Option<f64>, RequestError> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.as_f64().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(RequestFault::Decimal { least, most }.of(name)),
        }
    }

    /// Nothing may be left.
    pub(crate) fn finish(self) -> Result<(), RequestError> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(name) => Err(RequestFault::UnknownField.of(&shortened(name))),
        }
    }
}

/// What a name of a field stands for.
pub(crate) fn named<T: Copy>(field: &str, text: &str, known: &[(&'static str, T)]) -> Result<T, RequestError> {
    known.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&'static str> = known.iter().map(|&(name, _)| name).collect();
        unknown(field, text, &names)
    })
}

/// The name is none of those that are known.
pub(crate) fn unknown(field: &str, text: &str, known: &[&'static str]) -> RequestError {
    RequestFault::Name { found: shortened(text), known: known.to_vec() }.of(field)
}

/// The field is missing.
pub(crate) fn missing(name: &str) -> RequestError {
    RequestFault::MissingField.of(name)
}

/// The beginning of an unknown name, fit to be quoted.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn deep_texts_are_refused() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Fields::parse(deep.as_bytes()).unwrap_err().code(), "bad_json");
    }

    #[test]
    fn a_field_that_no_reader_took_is_named() {
        let mut fields = Fields::parse(br#"{"width":5,"wdith":7,"depth":null}"#).unwrap();
        assert_eq!(fields.whole("width", 1, 9).unwrap(), Some(5));
        assert_eq!(fields.whole("depth", 1, 9).unwrap(), None);
        let error = fields.finish().unwrap_err();
        assert_eq!((error.field.as_deref(), error.fault), (Some("wdith"), RequestFault::UnknownField));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(mut fields) = Fields::parse(&bytes) {
                let _ = (fields.text("a"), fields.whole("b", 0, 1), fields.decimal("c", 0.0, 1.0), fields.flag("d"));
                let _ = fields.finish();
            }
        }
    }
}
