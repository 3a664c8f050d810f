//! The functions of the module and those that it imports. Everything `unsafe` of this crate is in this file.
//!
//! *Why it is sound.* The worker calls from one thread, with an engine that `open` returned and never freed, and with texts in
//! memory that `reserve` returned for exactly their length; `ask` takes them over and frees them. `alive` may be called
//! while `ask` runs, from within an import: both have the engine as a shared reference. What an import receives is read
//! before it returns.

#![allow(unsafe_code)]

use std::slice;

use hueco_say::Lang;

use crate::engine::Engine;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// An event: its name and its data, both texts.
    fn emit(name: *const u8, name_bytes: usize, data: *const u8, data_bytes: usize);
    /// A table to keep: its name and its bytes.
    fn keep(name: *const u8, name_bytes: usize, table: *const u8, table_bytes: usize);
}

unsafe extern "C" {
    /// Made by the linker: what must run before anything else.
    fn __wasm_call_ctors();
}

fn sink(name: &'static str, data: &str) {
    // SAFETY: both are texts that live until the call returns.
    unsafe { emit(name.as_ptr(), name.len(), data.as_ptr(), data.len()) }
}

/// An engine. Called once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn open() -> *const Engine {
    // SAFETY: it is called first, and once. Without this call the linker would add one to every function.
    unsafe { __wasm_call_ctors() };
    Box::into_raw(Box::default())
}

/// Where the flag of an engine is: one byte, set to 1 to end its run.
#[unsafe(no_mangle)]
unsafe extern "C" fn flag(engine: *const Engine) -> *const u8 {
    // SAFETY: `open` returned it.
    unsafe { &*engine }.flag().as_ptr().cast()
}

/// Memory for a text.
#[unsafe(no_mangle)]
extern "C" fn reserve(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Answers a request: its kind, its language and its body, each on a line of its own, the body to the end.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(engine: *const Engine, text: *mut u8, bytes: usize) {
    // SAFETY: `open` returned the engine, and `reserve` the text for this many bytes.
    let (engine, text) = unsafe { (&*engine, Box::from_raw(slice::from_raw_parts_mut(text, bytes))) };
    let mut lines = text.splitn(3, |&byte| byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (kind, lang, body) = (line(), line(), line());
    let lang = if lang == b"es" { Lang::Es } else { Lang::En };
    engine.ask(str::from_utf8(kind).unwrap_or_default(), body, lang, sink);
    // SAFETY: both live until the call returns.
    engine.keep(|name, table| unsafe { keep(name.as_ptr(), name.len(), table.as_ptr(), table.len()) });
}

/// Hands the engine a table that was kept. Returns whether it is intact.
#[unsafe(no_mangle)]
unsafe extern "C" fn give(engine: *const Engine, table: *mut u8, bytes: usize) -> bool {
    // SAFETY: `open` returned the engine, and `reserve` the table for this many bytes.
    let (engine, table) = unsafe { (&*engine, Box::from_raw(slice::from_raw_parts_mut(table, bytes))) };
    engine.give(&table)
}

/// Emits that the run is still under way.
#[unsafe(no_mangle)]
unsafe extern "C" fn alive(engine: *const Engine) {
    // SAFETY: `open` returned it.
    unsafe { &*engine }.alive(sink);
}
