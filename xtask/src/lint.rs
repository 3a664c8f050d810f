//! `cargo xtask lint`: what can be seen without running anything. Every warning is an error.

use crate::steps::{Done, cargo, printed, root, step};

/// Format, clippy, the models, documentation, and the rust-version that the manifests declare.
pub(crate) fn run() -> Done {
    step("the format is rustfmt's", &mut cargo(&["fmt", "--all", "--check"]))?;
    for outside in ["bench", "fuzz", "models", "mutants"] {
        let manifest = format!("{outside}/Cargo.toml");
        step("the format is rustfmt's", &mut cargo(&["fmt", "--manifest-path", &manifest, "--check"]))?;
    }
    rust_version()?;
    // Clippy's `incompatible_msrv` is the other half of that check: what our own code uses of the standard library.
    step("clippy has no warnings", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // They are made of files of the crates, whose changes can break them.
    let check = ["check", "--manifest-path", "models/Cargo.toml", "--tests"];
    step("the models compile", &mut cargo(&check))?;
    let mut pages = cargo(&["doc", "--workspace", "--no-deps"]);
    step("the documentation has no warnings", pages.env("RUSTDOCFLAGS", "-D warnings"))?;
    println!("\nxtask: no lint has anything to report");
    Ok(())
}

/// No dependency needs a newer compiler than the workspace declares.
fn rust_version() -> Done {
    let manifest =
        std::fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let declared = quoted_after(&manifest, "rust-version = ").next().and_then(version);
    let declared = declared.ok_or("Cargo.toml declares no rust-version")?;
    let packages = printed(&mut cargo(&["metadata", "--format-version", "1", "--locked"]));
    let packages = packages.ok_or("cargo metadata fails; is Cargo.lock up to date?")?;
    match quoted_after(&packages, "\"rust_version\":").filter_map(version).max() {
        Some(needed) if needed > declared => {
            Err(format!("the workspace declares Rust {}, and a dependency needs {}", dotted(declared), dotted(needed)))
        }
        _ => {
            println!("\nxtask: no dependency needs more than the declared Rust {}", dotted(declared));
            Ok(())
        }
    }
}

/// Every text in quotes that directly follows `key`.
fn quoted_after<'a>(text: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    text.split(key).skip(1).filter_map(|rest| rest.strip_prefix('"')?.split('"').next())
}

/// `1.88` or `1.88.0` as numbers.
fn version(text: &str) -> Option<[u32; 3]> {
    let mut parts = text.split('.').map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?])
}

fn dotted([major, minor, patch]: [u32; 3]) -> String {
    format!("{major}.{minor}.{patch}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("1.88"), Some([1, 88, 0]));
        assert_eq!(version("1.88.1"), Some([1, 88, 1]));
        assert!(version("1.100") > version("1.99.9"));
        assert_eq!(version("nightly"), None);
    }

    #[test]
    fn every_package_that_states_a_version_is_found() {
        let metadata =
            r#"{"name":"a","rust_version":"1.85"},{"name":"b","rust_version":null},{"rust_version":"1.88.0"}"#;
        assert_eq!(quoted_after(metadata, "\"rust_version\":").collect::<Vec<_>>(), ["1.85", "1.88.0"]);
    }
}
