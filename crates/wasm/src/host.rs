//! The functions of the module and those that it imports. Everything `unsafe` of this crate is in this file.
//!
//! *Why it is sound.* The worker calls from one thread, with an engine that `open` returned and never freed, and with texts in
//! memory that `reserve` returned for exactly their length; `ask` takes them over and frees them. `alive` may be called
//! while `ask` runs, from within an import: both have the engine as a shared reference. What an import receives is read
//! before it returns.
//!
//! The tests are the worker: Miri and `AddressSanitizer` see what is handed over and freed. Elsewhere than in a module these
//! functions have no names of their own, since a system has others of these names.

#![allow(unsafe_code)]

use std::ptr;

use hueco_say::Lang;

use crate::engine::Engine;

#[cfg(test)]
use tests::{__wasm_call_ctors, emit, keep};

#[cfg(not(test))]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// An event: its name and its data, both texts.
    fn emit(name: *const u8, name_bytes: usize, data: *const u8, data_bytes: usize);
    /// A table to keep: its name and its bytes.
    fn keep(name: *const u8, name_bytes: usize, table: *const u8, table_bytes: usize);
}

#[cfg(not(test))]
unsafe extern "C" {
    /// Made by the linker: what must run before anything else.
    fn __wasm_call_ctors();
}

fn sink(name: &'static str, data: &str) {
    // SAFETY: both are texts that live until the call returns.
    unsafe { emit(name.as_ptr(), name.len(), data.as_ptr(), data.len()) }
}

/// An engine. Called once, before anything else.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn open() -> *const Engine {
    // SAFETY: it is called first, and once. Without this call the linker would add one to every function.
    unsafe { __wasm_call_ctors() };
    Box::into_raw(Box::default())
}

/// Where the flag of an engine is: one byte, set to 1 to end its run.
#[cfg_attr(not(test), unsafe(no_mangle))]
unsafe extern "C" fn flag(engine: *const Engine) -> *const u8 {
    // SAFETY: `open` returned it.
    unsafe { &*engine }.flag().as_ptr().cast()
}

/// Memory for a text.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn reserve(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Answers a request: its kind, its language and its body, each on a line of its own, the body to the end.
#[cfg_attr(not(test), unsafe(no_mangle))]
unsafe extern "C" fn ask(engine: *const Engine, text: *mut u8, bytes: usize) {
    // SAFETY: `open` returned the engine, and `reserve` the text for this many bytes.
    let (engine, text) = unsafe { (&*engine, Box::from_raw(ptr::slice_from_raw_parts_mut(text, bytes))) };
    let mut lines = text.splitn(3, |&byte| byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (kind, lang, body) = (line(), line(), line());
    let lang = if lang == b"es" { Lang::Es } else { Lang::En };
    engine.ask(str::from_utf8(kind).unwrap_or_default(), body, lang, sink);
    // SAFETY: both live until the call returns.
    engine.keep(|name, table| unsafe { keep(name.as_ptr(), name.len(), table.as_ptr(), table.len()) });
}

/// Hands the engine a table that was kept. Returns whether it is intact.
#[cfg_attr(not(test), unsafe(no_mangle))]
unsafe extern "C" fn give(engine: *const Engine, table: *mut u8, bytes: usize) -> bool {
    // SAFETY: `open` returned the engine, and `reserve` the table for this many bytes.
    let (engine, table) = unsafe { (&*engine, Box::from_raw(ptr::slice_from_raw_parts_mut(table, bytes))) };
    engine.give(&table)
}

/// Emits that the run is still under way.
#[cfg_attr(not(test), unsafe(no_mangle))]
unsafe extern "C" fn alive(engine: *const Engine) {
    // SAFETY: `open` returned it.
    unsafe { &*engine }.alive(sink);
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    thread_local! {
        /// What the worker was sent: events with their data, tables with their lengths.
        static SENT: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
        static OPEN: RefCell<Option<*const Engine>> = const { RefCell::new(None) };
    }

    unsafe fn read<'a>(bytes: *const u8, length: usize) -> &'a [u8] {
        // SAFETY: as the functions of the worker receive them.
        unsafe { std::slice::from_raw_parts(bytes, length) }
    }

    pub(super) unsafe fn emit(name: *const u8, name_bytes: usize, data: *const u8, data_bytes: usize) {
        // SAFETY: see above.
        let (name, data) = unsafe { (read(name, name_bytes), read(data, data_bytes)) };
        let text = |bytes: &[u8]| str::from_utf8(bytes).unwrap().to_owned();
        SENT.with_borrow_mut(|sent| sent.push((text(name), text(data))));
        // From within an event the worker may ask whether the run is alive, once.
        if let Some(engine) = OPEN.take() {
            // SAFETY: `open` returned it.
            unsafe { alive(engine) };
        }
    }

    pub(super) unsafe fn keep(name: *const u8, name_bytes: usize, table: *const u8, table_bytes: usize) {
        // SAFETY: see above.
        let (name, table) = unsafe { (read(name, name_bytes), read(table, table_bytes)) };
        let name = str::from_utf8(name).unwrap().to_owned();
        SENT.with_borrow_mut(|sent| sent.push((name, table.len().to_string())));
    }

    pub(super) unsafe fn __wasm_call_ctors() {}

    /// Memory of the module, filled by the worker.
    fn written(text: &[u8]) -> (*mut u8, usize) {
        let place = reserve(text.len());
        // SAFETY: `reserve` returned it for this many bytes.
        unsafe { place.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        (place, text.len())
    }

    fn asked(engine: *const Engine, text: &str) -> Vec<(String, String)> {
        let (place, bytes) = written(text.as_bytes());
        // SAFETY: `open` returned the engine, `reserve` the text.
        unsafe { ask(engine, place, bytes) };
        SENT.take()
    }

    #[test]
    fn texts_and_tables_change_hands() {
        let engine = open();
        // SAFETY: `open` returned it.
        assert_eq!(unsafe { *flag(engine) }, 0);
        let sent = asked(engine, "parse\nes\n{\"text\":\"1 2 / 0 3\"}");
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert!(sent[0].0 == "result" && sent[0].1.contains("\"solvable\":true"), "{sent:?}");
        for wrong in ["", "parse", "parse\nen", "nothing\nen\n{}", "parse\nen\n{\"text\":\"1 1\"}"] {
            let sent = asked(engine, wrong);
            assert_eq!((sent.len(), sent[0].0.as_str()), (1, "failed"), "{wrong}: {sent:?}");
        }
        OPEN.set(Some(engine));
        let job = "job\nen\n{\"kind\":\"solve\",\"board\":\"1 2 / 0 3\",\"algorithm\":\"astar\"}";
        let sent = asked(engine, job);
        let names: Vec<&str> = sent.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["result", "alive"], "a short run has one event, within which it was asked: {sent:?}");
        let (table, bytes) = written(b"no table");
        // SAFETY: `open` returned the engine, `reserve` the table.
        assert!(!unsafe { give(engine, table, bytes) });
        let (nothing, none) = written(b"");
        // SAFETY: the same.
        assert!(!unsafe { give(engine, nothing, none) });
        // SAFETY: `open` made it of a box. The worker never frees it.
        drop(unsafe { Box::from_raw(engine.cast_mut()) });
    }
}
