//! What must be known of a Java source before it is compiled: the name of its class, and where it begins.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether a source has a `main` method.
pub(super) fn has_main(source: &Path) -> bool {
    read(source).contains("static void main")
}

/// A source whose public class has another name must be called like the class: renames it, if so.
pub(super) fn renamed(source: &Path) -> Option<PathBuf> {
    let name = public_class(&read(source))?;
    let path = source.with_file_name(format!("{name}.java"));
    (path != source && !path.exists()).then(|| fs::rename(source, &path).is_ok().then_some(path)).flatten()
}

/// The full name of the class that is run.
pub(super) fn main_class(source: &Path) -> String {
    let text = read(source);
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let class = public_class(&text).or_else(|| class_before_main(&text)).unwrap_or(stem);
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next().map(str::trim));
    package.map_or(class.clone(), |package| format!("{package}.{class}"))
}

fn read(source: &Path) -> String {
    fs::read(source).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn public_class(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at =
        words.windows(2).position(|pair| pair[1] == "class" && ["public", "final", "abstract"].contains(&pair[0]))?;
    Some(identifier(words.get(at + 2)?))
}

/// The last class that begins before `main` does.
fn class_before_main(text: &str) -> Option<String> {
    let before = &text[..text.find("static void main")?];
    let words: Vec<&str> = before.split_whitespace().collect();
    let at = words.iter().rposition(|word| *word == "class")?;
    Some(identifier(words.get(at + 1)?))
}

fn identifier(word: &str) -> String {
    word.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_in_sources() {
        let text = "package a.b;\nimport x;\nclass Node { }\npublic final class Puzzle{\n public static void main(String[] a) {} }";
        assert_eq!(public_class(text).as_deref(), Some("Puzzle"));
        assert_eq!(class_before_main("class A {}\nclass B { static void main").as_deref(), Some("B"));
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("ana.java");
        fs::write(&source, text).unwrap();
        let moved = renamed(&source).unwrap();
        assert_eq!(moved.file_name().unwrap(), "Puzzle.java");
        assert!(has_main(&moved) && renamed(&moved).is_none());
        assert_eq!(main_class(&moved), "a.b.Puzzle");
    }
}
