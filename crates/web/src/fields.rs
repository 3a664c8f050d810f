//! The fields of a request's JSON, taken one by one. A field that nobody took is a misspelt one: the request is refused
//! rather than half understood. Every message names its field and is in the user's language.

use hueco_say::{Lang, serve, suggested};
use serde_json::{Map, Value};

use crate::fault::Fault;

/// The fields of a request that are not taken yet.
#[derive(Debug)]
pub(crate) struct Fields {
    map: Map<String, Value>,
    /// The language of messages.
    pub(crate) lang: Lang,
}

impl Fields {
    /// The fields of a text, which must be one JSON object.
    pub(crate) fn parse(text: &[u8], lang: Lang) -> Result<Self, Fault> {
        let value: Value = serde_json::from_slice(text).map_err(|error| {
            let at = hueco_tiles::Position { line: error.line(), column: error.column() };
            Fault::bad("bad_json", serve::bad_json(lang)).at(at)
        })?;
        Self::of(value, lang).ok_or_else(|| Fault::bad("bad_json", serve::not_an_object(lang)))
    }

    /// The fields of a value, if it is an object.
    pub(crate) fn of(value: Value, lang: Lang) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self { map, lang }),
            _ => None,
        }
    }

    /// Whether a field is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.peek(name).is_some()
    }

    /// A value that stays.
    pub(crate) fn peek(&self, name: &str) -> Option<&Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// Any value; null is as good as nothing.
    pub(crate) fn value(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Fault::wrong(name, serve::text_expected(self.lang, name))),
        }
    }

    /// A text that must be there.
    pub(crate) fn required_text(&mut self, name: &str) -> Result<String, Fault> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// A list of texts, empty where there is none.
    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, Fault> {
        let wrong = Fault::wrong(name, serve::texts_expected(self.lang, name));
        match self.value(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => values
                .into_iter()
                .map(|value| if let Value::String(text) = value { Ok(text) } else { Err(wrong.clone()) })
                .collect(),
            Some(_) => Err(wrong),
        }
    }

    /// One of several names.
    pub(crate) fn named<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let found = known.iter().find(|(known, _)| *known == text);
        found.map(|&(_, value)| Some(value)).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            let message = serve::name_expected(self.lang, name, shown, names.join(", "));
            Fault::wrong(name, suggested(message, &text, names, self.lang))
        })
    }

    /// Yes or no; no where it is not there.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(Fault::wrong(name, serve::flag_expected(self.lang, name))),
        }
    }

    /// A whole number between two others.
    pub(crate) fn whole(&mut self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Fault> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.as_u64().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(Fault::wrong(name, serve::whole_expected(self.lang, name, least, most))),
        }
    }

    /// A number between two others.
    pub(crate) fn decimal(&mut self, name: &str, least: f64, most: f64) -> Result<Option<f64>, Fault> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.as_f64().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(Fault::wrong(name, serve::decimal_expected(self.lang, name, least, most))),
        }
    }

    /// Nothing may be left.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(name) => {
                let shown: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                Err(Fault::bad("unknown_field", serve::unknown_field(self.lang, &shown)).field(&shown))
            }
        }
    }

    /// A field is not there.
    pub(crate) fn missing(&self, name: &str) -> Fault {
        Fault::bad("missing_field", serve::missing_field(self.lang, name)).field(name)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn deep_texts_are_refused() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Fields::parse(deep.as_bytes(), Lang::En).unwrap_err().json().contains("bad_json"));
    }

    #[test]
    fn what_nobody_takes_is_named() {
        let mut fields = Fields::parse(br#"{"width":5,"wdith":7,"depth":null}"#, Lang::Es).unwrap();
        assert_eq!(fields.whole("width", 1, 9).unwrap(), Some(5));
        assert_eq!(fields.whole("depth", 1, 9).unwrap(), None);
        assert!(fields.finish().unwrap_err().json().contains("«wdith»"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(mut fields) = Fields::parse(&bytes, Lang::En) {
                let _ = (fields.text("a"), fields.whole("b", 0, 1), fields.decimal("c", 0.0, 1.0), fields.flag("d"));
                let _ = fields.finish();
            }
        }
    }
}
