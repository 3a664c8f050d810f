//! What is predeclared beside Starlark's own functions: `param(name, default)`, which can be set from outside, and
//! Python's `sum`.

#![allow(unsafe_code, reason = "the derive asserts that the type has no lifetime, and it has none")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use starlark::any::ProvidesStaticType;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::float::StarlarkFloat;
use starlark::values::{UnpackValue as _, Value};

use crate::error::{Expected, Mistake};

/// The parameters of a file, and what else a function of ours must know while it runs.
#[derive(Debug, Default, ProvidesStaticType)]
pub(crate) struct Parameters {
    /// What was set from outside.
    pub(crate) set: BTreeMap<String, String>,
    /// Those that the file asked for, with the value it received.
    pub(crate) asked: RefCell<BTreeMap<String, String>>,
    /// Bytes of the heap that a call may use.
    pub(crate) memory: u64,
    /// Whether the file is being loaded.
    pub(crate) loading: bool,
}

impl Parameters {
    /// Those of an evaluator.
    pub(crate) fn of<'a>(eval: &Evaluator<'_, 'a, '_>) -> Option<&'a Self> {
        eval.extra.and_then(|extra| extra.downcast_ref::<Self>())
    }
}

fn refuse(mistake: Mistake) -> starlark::Error {
    starlark::Error::new_other(mistake)
}

/// Whether a value is a number, a truth value or a text.
fn is_plain(value: Value<'_>) -> starlark::Result<bool> {
    let number = BigInt::unpack_value(value)?.is_some() || StarlarkFloat::unpack_value(value)?.is_some();
    Ok(number || value.unpack_str().is_some() || value.unpack_bool().is_some())
}

#[starlark_module]
pub(crate) fn predeclared(builder: &mut GlobalsBuilder) {
    /// A parameter: its default, or what was set from outside.
    fn param<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let Some(parameters) = Parameters::of(eval).filter(|parameters| parameters.loading) else {
            return Err(refuse(Mistake::LateParameter));
        };
        let wrong = |value: &str, expected| {
            refuse(Mistake::WrongParameter { name: name.into(), value: value.into(), expected })
        };
        let heap = eval.heap();
        if !is_plain(default)? {
            return Err(wrong(default.get_type(), Expected::NumberOrText));
        }
        let value = match parameters.set.get(name) {
            None => default,
            Some(text) if default.unpack_str().is_some() => heap.alloc(text.as_str()),
            Some(text) if BigInt::unpack_value(default)?.is_some() => {
                heap.alloc(text.trim().parse::<BigInt>().map_err(|_| wrong(text, Expected::Number))?)
            }
            Some(text) if default.unpack_bool().is_some() => match text.trim() {
                "True" | "true" | "1" => Value::new_bool(true),
                "False" | "false" | "0" => Value::new_bool(false),
                _ => return Err(wrong(text, Expected::Truth)),
            },
            Some(text) => {
                let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
                heap.alloc(number.ok_or_else(|| wrong(text, Expected::Float))?)
            }
        };
        parameters.asked.borrow_mut().insert(name.to_owned(), value.to_str());
        Ok(value)
    }

    /// The sum of a list of numbers.
    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let mut small = 0_i64;
        let mut total = None;
        for number in numbers.iterate(heap)? {
            match (number.unpack_i32(), total) {
                (Some(number), None) if small.checked_add(number.into()).is_some() => small += i64::from(number),
                (_, so_far) => total = Some(so_far.unwrap_or_else(|| heap.alloc(small)).add(number, heap)?),
            }
        }
        Ok(total.unwrap_or_else(|| heap.alloc(small)))
    }
}
