//! The licences of the crates that are part of what is given away: the program, the Python package. Most ask that their text goes
//! along with every copy.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::{cargo, printed};

/// A crate of the program that is not the project's own.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Dependency {
    name: String,
    version: String,
    license: String,
}

/// What the file is called.
pub(crate) const FILE: &str = "LICENSES-OF-DEPENDENCIES.txt";

/// A list of all dependencies of a crate with their licences, and each text once.
pub(crate) fn of(package: &str) -> Result<String, String> {
    let tree = ["tree", "--package", package, "--edges", "normal,no-proc-macro", "--prefix", "none", "--locked"];
    let tree = printed(cargo(&tree).args(["--format", "{p}\t{l}"])).ok_or("cargo tree fails")?;
    let dependencies = dependencies(&tree);
    let sources = sources()?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut notices = String::from(
        "hueco contains the standard library of Rust (MIT OR Apache-2.0) and these crates, under these licences. The texts of the\n\
         crates follow.\n\n",
    );
    for Dependency { name, version, license } in &dependencies {
        let _ = writeln!(notices, "{name} {version}: {license}");
        let folder =
            sources.iter().map(|source| source.join(format!("{name}-{version}"))).find(|folder| folder.is_dir());
        let folder = folder.ok_or_else(|| format!("the source of {name} {version} is not in cargo's folder"))?;
        for text in licence_texts(&folder)? {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    for (text, crates) in &texts {
        let _ = write!(notices, "\n{}\n{}\n\n{text}\n", "=".repeat(80), crates.join(", "));
    }
    Ok(notices)
}

/// The lines of `cargo tree`, without the project's own crates, each once.
fn dependencies(tree: &str) -> BTreeSet<Dependency> {
    let parse = |line: &str| {
        let (package, license) = line.split_once('\t')?;
        let (name, rest) = package.split_once(" v")?;
        let mut rest = rest.split(' ');
        let version = rest.next()?.to_owned();
        // What follows the version is a path (a crate of the project) or a mark.
        if rest.any(|word| word.starts_with("(/")) {
            return None;
        }
        Some(Dependency { name: name.to_owned(), version, license: license.trim_end_matches(" (*)").to_owned() })
    };
    tree.lines().filter_map(parse).collect()
}

/// The folders in which cargo unpacks crates, one for each registry.
fn sources() -> Result<Vec<PathBuf>, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).ok_or("cargo has no home folder")?;
    entries(&home.join("registry/src"))
}

fn licence_texts(folder: &Path) -> Result<Vec<String>, String> {
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|word| name.starts_with(word))
    };
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).trim().replace("\r\n", "\n"))
    };
    entries(folder)?.into_iter().filter(is_licence).map(read).collect()
}

/// What is in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let found: Result<Vec<PathBuf>, _> = fs::read_dir(folder).map_err(failed)?.map(|entry| Ok(entry?.path())).collect();
    let mut found = found.map_err(failed)?;
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_projects_own_crates_and_repetitions_are_left_out() {
        let tree = "hueco v0.1.0 (/src/crates/cli)\tMIT OR Apache-2.0\nmemchr v2.8.3\tUnlicense OR MIT\n\
                    clap v4.6.7\tMIT OR Apache-2.0\nmemchr v2.8.3\tUnlicense OR MIT (*)\n";
        let found: Vec<String> =
            dependencies(tree).into_iter().map(|d| format!("{} {} {}", d.name, d.version, d.license)).collect();
        assert_eq!(found, ["clap 4.6.7 MIT OR Apache-2.0", "memchr 2.8.3 Unlicense OR MIT"]);
    }
}
