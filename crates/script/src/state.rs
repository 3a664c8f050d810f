//! States outside the interpreter: packed bytes, equal where the values are equal.
//!
//! A value is a tag and what follows it, so a tuple of nine small numbers takes ten bytes:
//!
//! ```text
//! 00..=BF  a whole number from -32 to 159           C6  a float: 8 bytes
//! C0       None                                     C7  a larger whole number: length (4 bytes), two's complement
//! C1, C2   False, True                              D0..=DF  a text of 0 to 15 bytes     E0  a longer one: length, bytes
//! C3..=C5  a whole number in 2, 4 or 8 bytes        E1..=FE  a tuple of 0 to 29 values   FF  a longer one: length, values
//! ```
//! A number always takes the shortest form, so equal values have equal bytes. Up to [`INLINE`] bytes lie in the state itself,
//! longer ones in one shared allocation that begins with their hash.

#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};
use std::hash::{BuildHasher as _, Hash, Hasher};
use std::sync::Arc;

use hueco_search::allocated;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use starlark::values::float::StarlarkFloat;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue as _, Value};

/// Bytes of a state that need no allocation.
const INLINE: usize = 22;
/// Tuples within tuples.
const DEEPEST: usize = 64;
/// Bytes of a packed state.
const LARGEST: usize = 1 << 20;
/// Bytes of a hash before the bytes of a long state.
const HASH: usize = 8;
/// What an allocation holds beside its bytes: two counters.
const COUNTERS: usize = 16;

const SMALLEST: i64 = -32;
const SMALL_END: i64 = SMALLEST + NONE as i64;
const NONE: u8 = 0xC0;
const FALSE: u8 = 0xC1;
const TRUE: u8 = 0xC2;
const INT16: u8 = 0xC3;
const INT32: u8 = 0xC4;
const INT64: u8 = 0xC5;
const FLOAT: u8 = 0xC6;
const BIG: u8 = 0xC7;
const TEXT: u8 = 0xD0;
const LONG_TEXT: u8 = 0xE0;
const TUPLE: u8 = 0xE1;
const LONG_TUPLE: u8 = 0xFF;
const SHORT_TEXT: usize = (LONG_TEXT - TEXT) as usize;
const SHORT_TUPLE: usize = (LONG_TUPLE - TUPLE) as usize;

/// A state of a problem file: a value of numbers, texts, truth values, None and tuples of them.
#[derive(Clone, PartialEq, Eq)]
pub struct State(Bytes);

#[derive(Clone, PartialEq, Eq)]
enum Bytes {
    Inline(u8, [u8; INLINE]),
    Shared(Arc<[u8]>),
}

/// Why a value is no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoState {
    /// It contains a value of this type, which has no hash.
    Unhashable(String),
    /// Tuples within tuples, too many.
    Deep,
    /// Too many bytes.
    Large,
}

impl State {
    pub(crate) fn new(packed: &[u8]) -> Self {
        if packed.len() <= INLINE {
            let mut bytes = [0; INLINE];
            bytes[..packed.len()].copy_from_slice(packed);
            return Self(Bytes::Inline(packed.len() as u8, bytes));
        }
        let hash = FxBuildHasher.hash_one(packed);
        Self(Bytes::Shared(hash.to_ne_bytes().into_iter().chain(packed.iter().copied()).collect()))
    }

    /// A state from its packed bytes, which may come from a file or another process. `None` if no value packs to them.
    pub fn from_bytes(packed: &[u8]) -> Option<Self> {
        let is_whole = packed.len() <= LARGEST && skip(packed, 0)?.is_empty();
        is_whole.then(|| Self::new(packed))
    }

    /// The packed bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Inline(len, bytes) => &bytes[..*len as usize],
            Bytes::Shared(bytes) => &bytes[HASH..],
        }
    }

    /// Bytes outside the state itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Bytes::Inline(..) => 0,
            Bytes::Shared(bytes) => allocated(COUNTERS + bytes.len()),
        }
    }

    /// Packs a value. `buffer` is only a place to work.
    pub(crate) fn pack(value: Value<'_>, buffer: &mut Vec<u8>) -> Result<Self, NoState> {
        if let Some(state) = TupleRef::from_value(value).and_then(|tuple| Self::small(tuple.content())) {
            return Ok(state);
        }
        buffer.clear();
        pack(value, buffer, 0)?;
        Ok(Self::new(buffer))
    }

    /// A short tuple of small numbers, as most states are, without a buffer.
    #[inline]
    fn small(items: &[Value<'_>]) -> Option<Self> {
        let mut bytes = [0; INLINE];
        let (tag, places) = bytes.split_first_mut()?;
        let places = places.get_mut(..items.len())?;
        *tag = TUPLE + items.len() as u8;
        for (place, item) in places.iter_mut().zip(items) {
            *place = small_number(*item)?;
        }
        Some(Self(Bytes::Inline(items.len() as u8 + 1, bytes)))
    }

    /// The value in a heap of the interpreter.
    pub(crate) fn unpack<'v>(&self, heap: Heap<'v>) -> Value<'v> {
        Reader(self.bytes()).value(heap)
    }
}

impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match &self.0 {
            Bytes::Inline(len, bytes) => {
                let (a, b, c) = (word(bytes, 0), word(bytes, 8), word(bytes, INLINE - 8));
                hasher.write_u64(a);
                // Most states are short: what is beyond their end is zero.
                if *len > 8 {
                    hasher.write_u64(b);
                    if *len > 16 {
                        hasher.write_u64(c);
                    }
                }
            }
            Bytes::Shared(bytes) => hasher.write_u64(word(bytes, 0)),
        }
    }
}

#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.bytes())
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Packed;
        impl de::Visitor<'_> for Packed {
            type Value = State;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the packed bytes of a state")
            }

            fn visit_bytes<E: de::Error>(self, packed: &[u8]) -> Result<State, E> {
                State::from_bytes(packed).ok_or_else(|| E::invalid_value(de::Unexpected::Bytes(packed), &self))
            }
        }
        deserializer.deserialize_bytes(Packed)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As Starlark writes it.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reader(self.bytes()).write(f)
    }
}

/// The one byte of a small number.
#[inline]
fn small_number(value: Value<'_>) -> Option<u8> {
    u8::try_from(i64::from(value.unpack_i32()?) - SMALLEST).ok().filter(|byte| *byte < NONE)
}

fn pack(value: Value<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), NoState> {
    if let Some(number) = value.unpack_i32() {
        pack_int(i64::from(number), out);
    } else if let Some(tuple) = TupleRef::from_value(value) {
        if depth == DEEPEST {
            return Err(NoState::Deep);
        }
        if tuple.len() < SHORT_TUPLE {
            out.push(TUPLE + tuple.len() as u8);
        } else {
            out.push(LONG_TUPLE);
            out.extend((tuple.len() as u32).to_le_bytes());
        }
        // Most states are tuples of small numbers.
        for &item in tuple.content() {
            match small_number(item) {
                Some(byte) => out.push(byte),
                None => pack(item, out, depth + 1)?,
            }
        }
    } else if let Some(text) = value.unpack_str() {
        if text.len() < SHORT_TEXT {
            out.push(TEXT + text.len() as u8);
        } else {
            out.push(LONG_TEXT);
            out.extend((text.len() as u32).to_le_bytes());
        }
        out.extend(text.as_bytes());
    } else if let Some(truth) = value.unpack_bool() {
        out.push(if truth { TRUE } else { FALSE });
    } else if value.is_none() {
        out.push(NONE);
    } else if let Ok(Some(number)) = i64::unpack_value(value) {
        pack_int(number, out);
    } else if let Ok(Some(number)) = BigInt::unpack_value(value) {
        let bytes = number.to_signed_bytes_le();
        out.push(BIG);
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    } else if let Ok(Some(StarlarkFloat(number))) = StarlarkFloat::unpack_value(value)
        && !number.is_nan()
    {
        // Both zeros are equal.
        out.push(FLOAT);
        out.extend((number + 0.0).to_le_bytes());
    } else {
        return Err(NoState::Unhashable(value.get_type().to_owned()));
    }
    if out.len() > LARGEST { Err(NoState::Large) } else { Ok(()) }
}

fn pack_int(number: i64, out: &mut Vec<u8>) {
    if (SMALLEST..SMALL_END).contains(&number) {
        out.push((number - SMALLEST) as u8);
    } else if let Ok(number) = i16::try_from(number) {
        out.push(INT16);
        out.extend(number.to_le_bytes());
    } else if let Ok(number) = i32::try_from(number) {
        out.push(INT32);
        out.extend(number.to_le_bytes());
    } else {
        out.push(INT64);
        out.extend(number.to_le_bytes());
    }
}

/// What follows the first value of some bytes; `None` if they do not begin with a packed value.
fn skip(bytes: &[u8], depth: usize) -> Option<&[u8]> {
    let (&tag, rest) = bytes.split_first()?;
    let long = |rest: &'_ [u8]| Some(u32::from_le_bytes(*rest.first_chunk()?) as usize);
    let text = |rest: &[u8], len: usize| std::str::from_utf8(rest.get(..len)?).ok().map(|_| len);
    let tuple = |mut rest, len| {
        // Asked first: each level of bytes that only nest would take some of the stack.
        if depth == DEEPEST {
            return None;
        }
        for _ in 0..len {
            rest = skip(rest, depth + 1)?;
        }
        Some(rest)
    };
    // A number in a longer form than it needs would not be equal to itself.
    let is_shortest = |number: i64| {
        let mut packed = Vec::with_capacity(size_of::<i64>() + 1);
        pack_int(number, &mut packed);
        packed.first() == Some(&tag)
    };
    let taken = match tag {
        ..=TRUE => 0,
        INT16 => is_shortest(i16::from_le_bytes(*rest.first_chunk()?).into()).then_some(2)?,
        INT32 => is_shortest(i32::from_le_bytes(*rest.first_chunk()?).into()).then_some(4)?,
        INT64 => is_shortest(i64::from_le_bytes(*rest.first_chunk()?)).then_some(8)?,
        FLOAT => {
            let number = f64::from_le_bytes(*rest.first_chunk()?);
            (!number.is_nan() && number.to_bits() != (-0.0_f64).to_bits()).then_some(8)?
        }
        BIG => {
            let len = long(rest)?;
            let bytes = rest.get(4..)?.get(..len)?;
            let number = BigInt::from_signed_bytes_le(bytes);
            (i64::try_from(&number).is_err() && number.to_signed_bytes_le() == bytes).then_some(4 + len)?
        }
        TEXT..LONG_TEXT => text(rest, usize::from(tag - TEXT))?,
        LONG_TEXT => 4 + text(rest.get(4..)?, long(rest).filter(|len| *len >= SHORT_TEXT)?)?,
        TUPLE..LONG_TUPLE => return tuple(rest, usize::from(tag - TUPLE)),
        LONG_TUPLE => return tuple(rest.get(4..)?, long(rest).filter(|len| *len >= SHORT_TUPLE)?),
        _ => return None,
    };
    rest.get(taken..)
}

/// Reads what [`pack`] wrote.
struct Reader<'b>(&'b [u8]);

/// One value, or the beginning of a tuple.
enum Item<'b> {
    Int(i64),
    Big(BigInt),
    Float(f64),
    None,
    Bool(bool),
    Text(&'b str),
    Tuple(usize),
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().expect("as many bytes as were taken")
    }

    fn long(&mut self) -> usize {
        u32::from_le_bytes(self.array()) as usize
    }

    #[inline]
    fn item(&mut self) -> Item<'b> {
        let [tag] = self.array();
        let text = |bytes| std::str::from_utf8(bytes).expect("packed from a text");
        match tag {
            ..NONE => Item::Int(i64::from(tag) + SMALLEST),
            NONE => Item::None,
            FALSE | TRUE => Item::Bool(tag == TRUE),
            INT16 => Item::Int(i64::from(i16::from_le_bytes(self.array()))),
            INT32 => Item::Int(i64::from(i32::from_le_bytes(self.array()))),
            INT64 => Item::Int(i64::from_le_bytes(self.array())),
            FLOAT => Item::Float(f64::from_le_bytes(self.array())),
            BIG => {
                let len = self.long();
                Item::Big(BigInt::from_signed_bytes_le(self.take(len)))
            }
            LONG_TEXT => {
                let len = self.long();
                Item::Text(text(self.take(len)))
            }
            TUPLE..LONG_TUPLE => Item::Tuple(usize::from(tag - TUPLE)),
            LONG_TUPLE => Item::Tuple(self.long()),
            _ => Item::Text(text(self.take(usize::from(tag - TEXT)))),
        }
    }

    fn value<'v>(&mut self, heap: Heap<'v>) -> Value<'v> {
        match self.item() {
            Item::Int(number) => match i32::try_from(number) {
                Ok(number) => heap.alloc(number),
                Err(_) => heap.alloc(number),
            },
            Item::Big(number) => heap.alloc(number),
            Item::Float(number) => heap.alloc(number),
            Item::None => Value::new_none(),
            Item::Bool(truth) => Value::new_bool(truth),
            Item::Text(text) => heap.alloc(text),
            Item::Tuple(len) => {
                let small = self.0.get(..len).filter(|items| items.iter().all(|byte| *byte < NONE));
                let Some(small) = small else { return heap.alloc(AllocTuple((0..len).map(|_| self.value(heap)))) };
                self.0 = &self.0[len..];
                heap.alloc(AllocTuple(small.iter().map(|byte| i32::from(*byte) + SMALLEST as i32)))
            }
        }
    }

    fn write(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item() {
            Item::Int(number) => write!(f, "{number}"),
            Item::Big(number) => write!(f, "{number}"),
            Item::Float(number) => write!(f, "{}", StarlarkFloat(number)),
            Item::None => f.write_str("None"),
            Item::Bool(truth) => f.write_str(if truth { "True" } else { "False" }),
            Item::Text(text) => write_text(text, f),
            Item::Tuple(len) => {
                f.write_char('(')?;
                for at in 0..len {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    self.write(f)?;
                }
                f.write_str(if len == 1 { ",)" } else { ")" })
            }
        }
    }
}

/// A text in quotes. Letters of every language stay as they are: a person reads them.
fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c.is_control() => write!(f, "\\x{:02x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
