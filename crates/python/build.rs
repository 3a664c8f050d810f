//! An extension leaves Python's symbols to the interpreter that loads it; macOS needs an option of the linker for that.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
