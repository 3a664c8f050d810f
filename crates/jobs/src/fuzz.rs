//! What a fuzzer does with arbitrary bytes: they are read as a request or refused, without a panic, and a request that was read can
//! be written and read again. A plain function, so that the stable tests run it too.

use crate::limits::Allowance;
use crate::request::Request;

/// Reads `data` as a request. Panics where something is wrong.
pub fn request(data: &[u8]) {
    let allowed = Allowance { cells: 100, random_boards: 100, boards: 100, ..Allowance::unlimited() };
    match Request::read(data, &allowed) {
        Ok(request) => {
            let written = serde_json::to_string(&request).expect("a request that was read can be written");
            let again = Request::read(written.as_bytes(), &allowed).expect("what was written can be read");
            assert_eq!(serde_json::to_string(&again).ok(), Some(written));
        }
        Err(error) => assert!(error.position().is_none_or(|at| at.line >= 1), "{error}"),
    }
}
