//! Packed states: what is equal, what is refused, and bytes from elsewhere.

use super::*;
use starlark::environment::{Globals, Module};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};

/// What the value of an expression is used for.
fn with_value<T>(text: &str, use_it: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> T) -> T {
    Module::with_temp_heap(|module| {
        let ast = AstModule::parse("t", text.to_owned(), &Dialect::Standard).expect("it parses");
        let mut eval = Evaluator::new(&module);
        use_it(eval.eval_module(ast, &Globals::standard()).expect("it runs"), module.heap())
    })
}

/// What a value packs to, without a look at how it is written.
fn only_packed(text: &str) -> Result<State, NoState> {
    with_value(text, |value, _| State::pack(value, &mut Vec::new()))
}

/// What an expression packs to.
fn packed(text: &str) -> Result<State, NoState> {
    with_value(text, |value, heap| {
        let state = State::pack(value, &mut Vec::new())?;
        // Unpacked it is the same again, and it writes itself as the interpreter does.
        let again = state.unpack(heap);
        assert_eq!(State::pack(again, &mut Vec::new()).as_ref(), Ok(&state));
        assert_eq!(State::from_bytes(state.bytes()).as_ref(), Some(&state));
        assert!(again.equals(value).expect("they compare"), "{text}");
        assert_eq!(state.to_string(), value.to_repr(), "{text}");
        Ok(state)
    })
}

#[test]
fn values_are_packed_and_unpacked() {
    for text in [
        "0",
        "-32",
        "159",
        "-33",
        "160",
        "32767",
        "32768",
        "-32769",
        "2147483647",
        "-2147483648",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "-170141183460469231731687303715884105728",
        "None",
        "True",
        "False",
        "\"\"",
        "\"abc\"",
        "\"exactly fifteen\"",
        "\"exactly sixteen!\"",
        "\"more than fifteen bytes\"",
        r#""quote \" slash \\ line \n tab \t""#,
        "()",
        "(1,)",
        "(1, 2)",
        "((), (1, (2, \"x\")))",
        "tuple(range(29))",
        "tuple(range(30))",
        "tuple(range(1000))",
        "1.5",
        "-2.0",
        "(1, None, True, 0.25, \"a\")",
        "(159, 160)",
        "(None, None)",
        "(True, False)",
    ] {
        assert!(packed(text).is_ok(), "{text}");
    }
    assert_eq!(packed("(8, 6, 7, 2, 5, 4, 3, 0, 1)").map(|state| state.bytes().len()), Ok(10));
}

#[test]
fn different_values_have_different_bytes() {
    let texts = ["0", "1", "False", "True", "None", "\"\"", "()", "(0,)", "(0, 0)", "((0,),)", "\"0\"", "0.5", "160"];
    let states: Vec<State> = texts.iter().map(|text| packed(text).expect("a state")).collect();
    for (at, state) in states.iter().enumerate() {
        assert_eq!(states.iter().position(|other| other == state), Some(at));
    }
    // Both zeros are equal, and so their bytes are.
    assert_eq!(only_packed("-0.0"), packed("0.0"));
}

#[test]
fn texts_are_written_on_one_line() {
    let state = only_packed(r#""\r\x01 é""#).expect("a state");
    assert_eq!((state.to_string(), format!("{state:?}")), (r#""\r\x01 é""#.to_owned(), r#""\r\x01 é""#.to_owned()));
}

#[test]
fn what_has_no_hash_is_no_state() {
    assert_eq!(packed("[1]"), Err(NoState::Unhashable("list".to_owned())));
    assert_eq!(packed("(1, {})"), Err(NoState::Unhashable("dict".to_owned())));
    assert_eq!(only_packed("float(\"nan\")"), Err(NoState::Unhashable("float".to_owned())));
    assert_eq!(packed("\"a\" * 2000000"), Err(NoState::Large));
    // A tag and a length, then letters.
    let large = |letters: usize| only_packed(&format!("\"a\" * {letters}"));
    assert!(large(LARGEST - 5).is_ok());
    assert_eq!(large(LARGEST - 4), Err(NoState::Large));
    let nested = "(".repeat(65) + "0" + &",)".repeat(65);
    assert_eq!(packed(&nested), Err(NoState::Deep));
}

#[test]
fn bytes_that_no_value_packs_to_are_no_state() {
    let nested: Vec<u8> = [vec![TUPLE + 1; DEEPEST + 1], vec![0]].concat();
    let large: Vec<u8> = [&[LONG_TEXT], &(LARGEST as u32).to_le_bytes()[..], &vec![b'a'; LARGEST]].concat();
    for bytes in [
        &b""[..],
        &[0, 0],
        &[INT16, 5, 0],
        &[INT16, 5],
        &[INT32, 0, 1, 0, 0],
        &[INT64, 0, 1, 0, 0, 0, 0, 0, 0],
        &[BIG, 1, 0, 0, 0, 5],
        &[BIG, 255, 255, 255, 255],
        &[FLOAT, 0, 0, 0, 0, 0, 0, 0, 128],
        &[FLOAT, 0, 0, 0, 0, 0, 0, 248, 127],
        &[TEXT + 1, 255],
        &[TEXT + 2, b'a'],
        &[LONG_TEXT, 1, 0, 0, 0, b'a'],
        &[TUPLE + 2, 0],
        &[LONG_TUPLE, 255, 255, 255, 255, 0],
        &[0xC8],
        &nested,
        &large,
    ] {
        assert_eq!(State::from_bytes(bytes), None, "{:?}", &bytes[..bytes.len().min(99)]);
    }
}

#[test]
fn bytes_that_only_nest_do_not_overflow_the_stack() {
    assert_eq!(State::from_bytes(&vec![TUPLE + 1; LARGEST]), None);
}

#[test]
fn long_states_share_their_bytes() {
    let state = packed("tuple(range(100))").expect("a state");
    // A tag, a length and a hundred numbers; before them a hash and two counters.
    assert_eq!((state.heap_bytes(), size_of::<State>()), (allocated(5 + 100 + 8 + 16), 24));
    assert_eq!(packed("tuple(range(21))").expect("a state").heap_bytes(), 0);
    let hash = |state: &State| FxBuildHasher.hash_one(state);
    assert_eq!(hash(&state), hash(&packed("tuple(range(100))").expect("a state")));
    assert_ne!(hash(&state), hash(&packed("tuple(range(99))").expect("a state")));
}

#[test]
fn every_byte_counts_in_a_hash() {
    let hash = |bytes: &[u8]| FxBuildHasher.hash_one(State::new(bytes));
    for len in 1..40 {
        let bytes = vec![7; len];
        assert_eq!(hash(&bytes), hash(&bytes));
        for at in 0..len {
            let mut other = bytes.clone();
            other[at] = 8;
            assert_ne!(hash(&bytes), hash(&other), "{len} {at}");
        }
    }
}

#[test]
fn a_state_is_sent_as_its_bytes() {
    let state = packed("(1, 2)").expect("a state");
    assert_eq!(serde_json::to_value(&state).expect("it is written"), serde_json::json!(state.bytes()));
    let read = |bytes| State::deserialize(de::value::BytesDeserializer::<de::value::Error>::new(bytes));
    assert_eq!(read(state.bytes()), Ok(state.clone()));
    let error = read(&[0xC8]).expect_err("no state").to_string();
    assert_eq!(error, "invalid value: byte array, expected the packed bytes of a state");
}
