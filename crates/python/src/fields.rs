//! Python's values as the fields of a request. What a field must be is the request's to say: here only what has no place in any
//! request is refused.

use std::borrow::Cow;

use hueco::values;
use hueco_jobs::RequestFault;
use hueco_say::{Lang, Say, python as said};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

use crate::errors::{RENAMED, exception, refused};

/// Lists within lists; a board has two.
const DEPTH: usize = 8;

/// The fields of boards that every call has: `None` is no board.
const BOARDS: [&str; 2] = ["board", "text"];

/// The fields of a request. Arguments that are `None` are not given.
pub(crate) fn fields(arguments: &Bound<'_, PyDict>, lang: Lang) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (name, value) in arguments {
        let name: String = name.extract()?;
        if value.is_none() {
            if BOARDS.contains(&name.as_str()) {
                return Err(refused(value.py(), RequestFault::BoardExpected.of(&name), lang));
            }
            continue;
        }
        let value = amount(&name, &value, lang)?.map_or_else(|| json(&name, &value, DEPTH, lang), Ok)?;
        let field = RENAMED.iter().find(|(_, argument)| *argument == name && *argument != "board");
        map.insert(field.map_or(name, |(field, _)| (*field).to_owned()), value);
    }
    Ok(map)
}

/// A request's text.
pub(crate) fn text(map: Map<String, Value>) -> Vec<u8> {
    // A map of texts, numbers and lists can always be written.
    serde_json::to_vec(&Value::Object(map)).unwrap_or_default()
}

/// `10s`, `4GiB`, `2M`, as on the command line; a time may also be a `timedelta`.
fn amount(name: &str, value: &Bound<'_, PyAny>, lang: Lang) -> PyResult<Option<Value>> {
    let is_time = matches!(name, "timeout" | "run_timeout");
    if is_time && !value.is_instance_of::<PyFloat>() && value.hasattr("total_seconds")? {
        return json(name, &value.call_method0("total_seconds")?, 1, lang).map(Some);
    }
    let Ok(text) = value.cast::<PyString>() else { return Ok(None) };
    let text = text.to_cow()?;
    let number = match name {
        _ if is_time => values::duration(&text).map(|time| Value::from(time.as_secs_f64())),
        "max_nodes" => values::nodes(&text).map(Value::from),
        "max_memory" => values::bytes(&text).map(Value::from),
        _ => return Ok(None),
    };
    number.map(Some).map_err(|error| {
        let message = format!("{name}: {}", error.say(lang));
        exception(value.py(), "HuecoError", message, ("bad_field", Some(name), None))
    })
}

/// A value as JSON.
pub(crate) fn json(name: &str, value: &Bound<'_, PyAny>, depth: usize, lang: Lang) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(cow(text).into_owned()));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(decimal(number.value()));
    }
    if depth > 0 {
        let inner = |value: Bound<'_, PyAny>| json(name, &value, depth - 1, lang);
        if let Ok(list) = value.cast::<PyList>() {
            return list.iter().map(inner).collect::<PyResult<_>>().map(Value::Array);
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return tuple.iter().map(inner).collect::<PyResult<_>>().map(Value::Array);
        }
        if let Ok(map) = value.cast::<PyDict>() {
            let pair = |(name, value): (Bound<'_, PyAny>, _)| Ok((name.str()?.to_cow()?.into_owned(), inner(value)?));
            return map.iter().map(pair).collect::<PyResult<_>>().map(Value::Object);
        }
    }
    // Also the whole numbers of numpy.
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    if let Ok(number) = value.extract::<u64>() {
        return Ok(number.into());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(decimal(number));
    }
    let kind = value.get_type().name()?.to_cow()?.into_owned();
    let message = said::unexpected_type(lang, name, kind);
    Err(exception(value.py(), "HuecoTypeError", message, ("bad_field", Some(name), None)))
}

/// JSON has no infinity: a text in its place is refused with what was expected.
fn decimal(number: f64) -> Value {
    serde_json::Number::from_f64(number).map_or_else(|| Value::String(number.to_string()), Value::Number)
}

/// A text; what UTF-8 cannot write is replaced.
fn cow<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    text.to_string_lossy()
}
