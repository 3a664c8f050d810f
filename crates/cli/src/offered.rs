//! Values that a shell offers while more are accepted: names of heuristics beside `max(a,b)`, of algorithms in a list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// A parser with the names that it offers.
#[derive(Clone)]
pub(crate) struct Offered<P> {
    names: Vec<&'static str>,
    parse: P,
}

/// Reads values by `parse` and offers `names` to shells and to the help page.
pub(crate) fn offered<P: TypedValueParser>(names: impl IntoIterator<Item = &'static str>, parse: P) -> Offered<P> {
    Offered { names: names.into_iter().collect(), parse }
}

impl<P: TypedValueParser> TypedValueParser for Offered<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Self::Value, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
