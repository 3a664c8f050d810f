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

    /// What a reader makes of a field.
    fn read<T>(value: &str, reader: impl Fn(&mut Fields) -> Result<T, RequestError>) -> Result<T, RequestFault> {
        let mut fields = Fields::parse(format!("{{\"a\":{value}}}").as_bytes()).unwrap();
        let read = reader(&mut fields).map_err(|error| {
            assert_eq!(error.field.as_deref(), Some("a"));
            error.fault
        });
        fields.finish().unwrap();
        read
    }

    #[test]
    fn a_field_has_the_kind_that_its_reader_asks_for() {
        assert_eq!(read("\"b\"", |fields| fields.text("a")), Ok(Some("b".to_owned())));
        assert_eq!(read("null", |fields| fields.text("a")), Ok(None));
        assert_eq!(read("1", |fields| fields.text("a")), Err(RequestFault::Text));
        assert_eq!(read("[\"b\",\"c\"]", |fields| fields.texts("a")), Ok(vec!["b".to_owned(), "c".to_owned()]));
        assert_eq!(read("null", |fields| fields.texts("a")), Ok(vec![]));
        for value in ["\"b\"", "[\"b\",1]"] {
            assert_eq!(read(value, |fields| fields.texts("a")), Err(RequestFault::Texts));
        }
        assert_eq!(read("{\"b\":7}", |fields| fields.object("a")?.whole("b", 0, 9)), Ok(Some(7)));
        assert!(read("null", |fields| fields.object("a")?.finish()).is_ok());
        assert_eq!(read("[]", |fields| fields.object("a").map(|_| ())), Err(RequestFault::Object));
        for (value, flag) in
            [("true", Ok(true)), ("false", Ok(false)), ("null", Ok(false)), ("0", Err(RequestFault::Flag))]
        {
            assert_eq!(read(value, |fields| fields.flag("a")), flag);
        }
    }

    #[test]
    fn a_number_lies_in_its_range() {
        let fault = RequestFault::Whole { least: 2, most: 4 };
        for (value, number) in
            [("1", None), ("2", Some(2)), ("4", Some(4)), ("5", None), ("3.5", None), ("\"3\"", None)]
        {
            assert_eq!(read(value, |fields| fields.whole("a", 2, 4)), number.map(Some).ok_or(fault.clone()), "{value}");
        }
        let fault = RequestFault::Decimal { least: 2.0, most: 4.0 };
        for (value, number) in [("1.9", None), ("2", Some(2.0)), ("3.5", Some(3.5)), ("4", Some(4.0)), ("4.1", None)] {
            let read = read(value, |fields| fields.decimal("a", 2.0, 4.0));
            assert_eq!(read, number.map(Some).ok_or(fault.clone()), "{value}");
        }
        assert_eq!(read("null", |fields| fields.whole("a", 2, 4)), Ok(None));
        assert_eq!(read("null", |fields| fields.decimal("a", 2.0, 4.0)), Ok(None));
    }

    #[test]
    fn a_name_is_one_of_those_that_are_known() {
        let known = [("one", 1), ("two", 2)];
        assert_eq!(read("\"two\"", |fields| fields.named("a", &known)), Ok(Some(2)));
        assert_eq!(read("null", |fields| fields.named("a", &known)), Ok(None));
        // A long name is repeated in part, and nothing of it that a terminal would obey.
        let found = "x".repeat(SHOWN);
        let fault = RequestFault::Name { found, known: vec!["one", "two"] };
        assert_eq!(read(&format!("\"\\u001b{}\"", "x".repeat(99)), |fields| fields.named("a", &known)), Err(fault));
    }

    #[test]
    fn null_is_as_good_as_nothing() {
        let fields = Fields::parse(br#"{"a":0,"b":null}"#).unwrap();
        assert!(fields.has("a") && !fields.has("b") && !fields.has("c"));
        let error = missing("a");
        assert_eq!((error.field.as_deref(), error.fault), (Some("a"), RequestFault::MissingField));
        assert_eq!(Fields::parse(b"[1]").unwrap_err().fault, RequestFault::NotAnObject);
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
