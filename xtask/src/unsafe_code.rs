//! The table "Unsafe code" of docs/reliability.md against the code: each file that may have such code, and no other, is in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::steps::root;

/// Rust files below a folder that switch the lint off, as the table names them: from the folder of the crates on.
fn allowed(folder: &Path, name: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let file = entry.file_name().into_string().unwrap();
        let inside = if name.is_empty() { file.clone() } else { format!("{name}/{file}") };
        if entry.file_type().unwrap().is_dir() {
            // What Python, a browser or a build put there is not ours.
            if !["target", "node_modules", ".venv"].contains(&file.as_str()) {
                allowed(&entry.path(), &inside, found);
            }
        } else if entry.path().extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(entry.path()).unwrap();
            if ["allow", "expect"].iter().any(|word| text.contains(&format!("[{word}(unsafe_code"))) {
                found.insert(inside);
            }
        }
    }
}

/// The first column of the table under a heading.
fn listed(document: &str, heading: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs").join(document)).unwrap();
    let section = text.split(&format!("## {heading}\n")).nth(1).unwrap_or_else(|| panic!("{document}: no {heading}"));
    let rows = section.lines().take_while(|line| !line.starts_with("## "));
    rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next()).map(str::to_owned).collect()
}

#[test]
fn every_file_with_unsafe_code_is_in_the_table() {
    let mut found = BTreeSet::new();
    allowed(&root().join("crates"), "", &mut found);
    assert!(found.contains("grade/src/run/sandbox.rs"), "{found:?}");
    assert_eq!(listed("reliability.md", "Unsafe code"), found);
    assert_eq!(listed("reliability.es.md", "Código unsafe"), found);
}
