//! What a problem file can call: Starlark's own functions, `param`, and guards.
//!
//! The interpreter looks at its limits every thousand ticks. `t = t + t` doubles a list at every tick, and `"a" * 10000000000`
//! is one operation, so both would exhaust the memory of the process before it looks. Operators and functions that can make
//! something large therefore go through the functions here, which refuse before they allocate; `edit.rs` puts those calls
//! that are no operators into the text.
//!
//! What takes no memory but endless time in a single operation, such as a comparison of two tuples that contain others many
//! times over, cannot be refused at a price that honest files would pay. It is noticed from outside: see `pulse.rs`.

use std::collections::HashMap;

use num_bigint::BigInt;
use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::AstModule;
use starlark::values::list::ListRef;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, StringValue, UnpackValue as _, Value};

use crate::edit::WRITING;
use crate::error::Mistake;
use crate::nesting::written_parts;
use crate::parameters::Parameters;

/// Bytes of a value in a list or a tuple.
const SLOT: u64 = 8;
/// Bits that a shift may add to a number.
const LONGEST_SHIFT: i32 = 4096;
/// Bytes of a text: what is made of its letters, a list of them for example, takes much more than the text.
const LONGEST_TEXT: u64 = 4 << 20;

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

/// How many parts a value has. Numbers are met most, and to ask them makes an error each time, which takes longer than the
/// addition that is guarded.
fn length(value: Value<'_>) -> u64 {
    if value.unpack_i32().is_some() || matches!(value.get_type(), "int" | "float" | "bool" | "NoneType") {
        return 0;
    }
    value.length().map_or(0, |length| length.max(0) as u64)
}

/// Refuses a text that is too long, or for which there is no memory.
fn allow_text<'v>(length: u64, heap: Heap<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    if length <= SMALL {
        Ok(())
    } else if length <= LONGEST_TEXT {
        // It is made beside the heap and then copied into it.
        allow(length * 2, heap, eval)
    } else {
        Err(refuse(Mistake::TextTooLong(LONGEST_TEXT)))
    }
}

/// Refuses to write what nests so deeply that writing it overflows the stack, or is too large.
fn writable(value: Value<'_>) -> starlark::Result<()> {
    written(value).map(|_| ())
}

/// About how long a value is when it is written.
fn written(value: Value<'_>) -> starlark::Result<u64> {
    /// Letters of a number, a comma and a space.
    const LETTERS: u64 = 16;
    if let Some(text) = value.unpack_str() {
        return Ok(text.len() as u64);
    }
    if value.unpack_i32().is_some() {
        return Ok(LETTERS);
    }
    let parts = written_parts(value).ok_or_else(|| refuse(Mistake::ValueTooDeep))?;
    Ok(parts.saturating_mul(LETTERS))
}

/// What a list or a tuple holds.
fn items(value: Value<'_>) -> Option<&[Value<'_>]> {
    let list = ListRef::from_value(value).map(ListRef::content);
    list.or_else(|| TupleRef::from_value(value).map(TupleRef::content))
}

/// Refuses what would be too long when it is joined; the most that it takes.
fn allow_joined<'v>(text: Value<'v>, parts: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<u64> {
    let texts = items(parts).map_or(0, |items| items.iter().map(|item| size(*item)).sum::<u64>());
    let longest = texts.saturating_add(length(parts).saturating_mul(size(text)));
    allow_text(longest, eval.heap(), eval).map(|()| longest)
}

/// Texts with another between them; `None` if there is something else among them, or nothing. A drawing is mostly this, and to look
/// up the method and to call it takes longer than to do it.
fn joined<'v>(between: Value<'v>, parts: Value<'v>, longest: u64) -> Option<String> {
    let (between, (first, rest)) = (between.unpack_str()?, items(parts)?.split_first()?);
    let mut whole = String::with_capacity(longest as usize);
    whole.push_str(first.unpack_str()?);
    for part in rest {
        whole.push_str(between);
        whole.push_str(part.unpack_str()?);
    }
    Some(whole)
}

/// A method of a text, called as it would be without a guard.
fn call<'v>(
    method: &str,
    text: Value<'v>,
    positional: &[Value<'v>],
    named: &SmallMap<String, Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let method = text.get_attr_error(method, eval.heap())?;
    let named: Vec<(&str, Value<'v>)> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    eval.eval_function(method, positional, &named)
}

/// Most numbers that are written: the heap holds a text of one letter once and for all.
const DIGITS: &str = "0123456789";
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
            if a.unpack_str().is_some() {
                allow_text(more, heap, eval)?;
            } else if more > SMALL {
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
            if a.unpack_str().is_some() || b.unpack_str().is_some() {
                allow_text(more, heap, eval)?;
            } else if more > SMALL {
                allow(more, heap, eval)?;
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
            allow_text(size(a).saturating_add(written(b)?), heap, eval)?;
        }
        a.percent(b, heap)
    }

    fn str<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<StringValue<'v>> {
        if let Some(number) = value.unpack_i32() {
            let digit = usize::try_from(number).ok().and_then(|at| DIGITS.get(at..=at));
            return Ok(digit.map_or_else(|| heap.alloc_str(&number.to_string()), |digit| heap.alloc_str(digit)));
        }
        writable(value)?;
        Ok(heap.alloc_str(&value.to_str()))
    }

    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        writable(value)?;
        Ok(value.to_repr())
    }

    /// A method that is guarded cannot be taken as a value: its guard would be left behind.
    fn getattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let name = if WRITING.iter().any(|(guarded, _)| *guarded == name) { "" } else { name };
        match (value.get_attr(name, heap)?, default) {
            (Some(found), _) => Ok(found),
            (None, Some(default)) => Ok(default),
            (None, None) => value.get_attr_error(name, heap),
        }
    }

    fn __replace<'v>(
        #[starlark(require = pos)] text: Value<'v>,
        #[starlark(args)] arguments: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let [old, new, ..] = &arguments.items[..] {
            let (length, new) = (size(text), size(*new));
            let times = length / size(*old).max(1) + 1;
            allow_text(length.saturating_add(times.saturating_mul(new)), eval.heap(), eval)?;
        }
        call("replace", text, &arguments.items, &named, eval)
    }

    /// One list of texts. What else it is given, the method refuses in its own words.
    fn __join<'v>(
        #[starlark(require = pos)] text: Value<'v>,
        #[starlark(require = pos)] parts: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let longest = allow_joined(text, parts, eval)?;
        match joined(text, parts, longest) {
            Some(whole) => Ok(eval.heap().alloc_str(&whole).to_value()),
            None => call("join", text, &[parts], &SmallMap::new(), eval),
        }
    }

    fn __join_any<'v>(
        #[starlark(require = pos)] text: Value<'v>,
        #[starlark(args)] arguments: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let [parts] = arguments.items[..] {
            allow_joined(text, parts, eval)?;
        }
        call("join", text, &arguments.items, &named, eval)
    }

    fn __format<'v>(
        #[starlark(require = pos)] text: Value<'v>,
        #[starlark(args)] arguments: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let places = text.unpack_str().map_or(0, |text| text.matches('{').count() as u64);
        let mut longest = 0;
        for value in arguments.items.iter().chain(named.values()) {
            longest = longest.max(written(*value)?);
        }
        allow_text(size(text).saturating_add(places.saturating_mul(longest)), eval.heap(), eval)?;
        call("format", text, &arguments.items, &named, eval)
    }

    /// What is written into a text, one of this many.
    fn __shown<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] places: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        allow_text(written(value)?.saturating_mul(places.max(1) as u64), eval.heap(), eval)?;
        Ok(value)
    }

    /// What is put in front of something that makes another thing grow. A range has any length and takes no memory: what
    /// is made of it does.
    fn __grow<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let parts = ListRef::from_value(value).map(|list| list.iter().map(size).sum::<u64>());
        let more = parts.unwrap_or_default() + length(value) * SLOT * 4;
        if more > SMALL {
            allow(more, eval.heap(), eval)?;
        }
        Ok(value)
    }
}
