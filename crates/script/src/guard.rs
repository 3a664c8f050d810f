//! What a problem file can call: Starlark's own functions, `param`, and guards.
//!
//! The interpreter looks at its limits every thousand ticks. `t = t + t` doubles a list at every tick, and `"a" * 10000000000`
//! is one operation, so both would exhaust the memory of the process before it looks. Operators and functions that can make
//! something large therefore go through the functions here, which refuse before they allocate; `edit.rs` puts those calls
//! that are no operators into the text.
//!
//! This stops mistakes and simple malice, not every malice: a text replaced by itself over and over, or a comparison of two
//! tuples that contain themselves many times over, is the work of one call of the interpreter. Who runs the files of
//! strangers runs them in a process of their own.

use std::collections::HashMap;

use num_bigint::BigInt;
use starlark::environment::{Globals, GlobalsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::AstModule;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, UnpackValue as _, Value};

use crate::error::Mistake;
use crate::nesting::is_too_deep;
use crate::parameters::Parameters;

/// Bytes of a value in a list or a tuple.
const SLOT: u64 = 8;
/// Bits that a shift may add to a number.
const LONGEST_SHIFT: i32 = 4096;

/// Everything that is predeclared.
pub(crate) fn globals() -> Globals {
    GlobalsBuilder::standard().with(crate::parameters::predeclared).with(guards).build()
}

/// Lets growing operators go through the guards.
pub(crate) fn guard_operators(ast: &mut AstModule) {
    let names = [("+", "__add"), ("*", "__multiply"), ("<<", "__shift"), ("%", "__percent")];
    let replaced: HashMap<String, String> = names.iter().map(|(op, name)| ((*op).into(), (*name).into())).collect();
    ast.replace_binary_operators(&replaced);
}

fn refuse(mistake: Mistake) -> starlark::Error {
    starlark::Error::new_other(mistake)
}

/// Refuses if the heap holds too much already, or would with this much more.
fn allow<'v>(more: u64, heap: Heap<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let memory = Parameters::of(eval).map_or(u64::MAX, |parameters| parameters.memory);
    if more.saturating_add(heap.allocated_bytes() as u64) > memory {
        Err(refuse(Mistake::Memory(memory)))
    } else {
        Ok(())
    }
}

/// Bytes of the contents of a text, a list, a tuple or a large number.
fn size(value: Value<'_>) -> u64 {
    if let Some(text) = value.unpack_str() {
        text.len() as u64
    } else if let Some(list) = ListRef::from_value(value) {
        list.len() as u64 * SLOT
    } else if let Some(tuple) = TupleRef::from_value(value) {
        tuple.len() as u64 * SLOT
    } else if let Ok(Some(number)) = BigInt::unpack_value(value) {
        number.bits() / 8
    } else {
        0
    }
}

/// Refuses to write what nests so deeply that writing it overflows the stack.
fn writable(value: Value<'_>) -> starlark::Result<()> {
    let has_parts = value.unpack_i32().is_none() && value.unpack_str().is_none();
    if has_parts && is_too_deep(value, true) { Err(refuse(Mistake::ValueTooDeep)) } else { Ok(()) }
}

/// Contents of this size need no guard: a thousand of them between two looks are few.
const SMALL: u64 = 4096;

#[starlark_module]
fn guards(builder: &mut GlobalsBuilder) {
    fn __add<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        if a.unpack_i32().is_none() {
            let more = size(a) + size(b);
            if more > SMALL {
                allow(more, heap, eval)?;
            }
        }
        a.add(b, heap)
    }

    fn __multiply<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        if a.unpack_i32().is_none() || b.unpack_i32().is_none() {
            let times = |value: Value<'v>| value.unpack_i32().map(|times| times.max(0) as u64);
            let more = match (times(a), times(b)) {
                (Some(times), _) => size(b).saturating_mul(times),
                (_, Some(times)) => size(a).saturating_mul(times),
                // Two long numbers: the work grows faster than the result.
                _ if size(a) + size(b) > SMALL => u64::MAX,
                _ => 0,
            };
            if more > SMALL {
                // A text is repeated beside the heap and then copied into it.
                allow(more.saturating_mul(2), heap, eval)?;
            }
        }
        a.mul(b, heap)
    }

    fn __shift<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        if b.unpack_i32().is_none_or(|by| by > LONGEST_SHIFT) || (a.unpack_i32().is_none() && size(a) > SMALL) {
            allow(u64::MAX, heap, eval)?;
        }
        a.left_shift(b, heap)
    }

    fn __percent<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        if a.unpack_i32().is_none() {
            writable(b)?;
            let parts = TupleRef::from_value(b).map(|tuple| tuple.iter().map(size).sum::<u64>());
            let more = size(a) + parts.unwrap_or_else(|| size(b));
            if more > SMALL {
                allow(more.saturating_mul(2), heap, eval)?;
            }
        }
        a.percent(b, heap)
    }

    fn str<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        writable(value)?;
        Ok(value.to_str())
    }

    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        writable(value)?;
        Ok(value.to_repr())
    }

    /// What is put in front of something that makes another thing grow. A range has any length and takes no memory: what
    /// is made of it does.
    fn __grow<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let parts = ListRef::from_value(value).map(|list| list.iter().map(size).sum::<u64>());
        let length = value.length().map_or(0, |length| length.max(0) as u64);
        let more = parts.unwrap_or_default() + length * SLOT * 4;
        if more > SMALL {
            allow(more, eval.heap(), eval)?;
        }
        Ok(value)
    }
}
