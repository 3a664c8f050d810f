//! What can be said of the package without Python. `run.py` has its tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in the lists `use crate::…::{a, b};` of the module.
fn exported() -> BTreeSet<String> {
    let module = read("src/lib.rs");
    let module = module.split("mod _hueco {").nth(1).expect("the module");
    let uses = module.split("use crate::").skip(1).filter_map(|rest| rest.split(';').next());
    let names = |list: &str| {
        let list = list.rsplit("::").next().unwrap_or_default().trim_matches(['{', '}']).to_owned();
        list.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>()
    };
    uses.flat_map(names).filter(|name| !name.is_empty()).collect()
}

#[test]
fn the_stub_names_what_the_extension_has() {
    let stub = read("python/hueco/_hueco.pyi");
    let named = |line: &str| {
        let rest = line.strip_prefix("def ").or_else(|| line.strip_prefix("class "))?;
        rest.split(['(', ':']).next().map(str::to_owned)
    };
    let stubbed: BTreeSet<String> = stub.lines().filter_map(named).collect();
    assert_eq!(stubbed, exported());
}

#[test]
fn every_option_of_the_package_can_be_suggested() {
    let options = read("python/hueco/_options.py");
    let declared = options.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("    ")?.split_once(": ")?;
        name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_').then_some(name)
    });
    let errors = read("src/errors.rs");
    let list = errors.split("const OPTIONS").nth(1).and_then(|rest| rest.split("];").next()).expect("the list");
    let known: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    let missing: Vec<&str> = declared.filter(|name| !known.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
