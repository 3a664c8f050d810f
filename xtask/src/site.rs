//! `cargo xtask site`: the page as a folder for any web host, with hueco as WebAssembly modules in it.
//!
//! The folder is the page of `crates/web`, with the back end and the service worker of `crates/wasm/site` in place of the
//! server's, the modules and the documentation. Two modules are fetched when first needed: courses with number puzzles, and
//! problem files; the first does everything else.
//!
//! ```text
//! toolchain.rs   a Rust that builds for WebAssembly, installed where it is missing
//! smaller.rs     a module made smaller
//! docs.rs        the documentation: its pages, their frame, where their links lead
//! markdown.rs    a text of it as HTML
//! ```

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use crate::steps::{Done, root, step, target};
use smaller::Smaller;
use toolchain::{TARGET, Toolchain};

mod docs;
mod markdown;
mod smaller;
mod toolchain;

/// The modules, and what cargo is asked for each. The page waits for the first.
const MODULES: [(&str, &[&str]); 3] = [
    ("hueco.wasm", &[]),
    ("hueco-courses.wasm", &["--features", "courses"]),
    ("hueco-scripts.wasm", &["--features", "script"]),
];

/// The profile of the modules, in `Cargo.toml`. Cargo has a folder of this name below `target`, so it is not the site's.
const PROFILE: &str = "module";

/// What is fetched when the page is there: the first load does not wait for it.
fn is_late(name: &str) -> bool {
    MODULES[1..].iter().any(|(module, _)| *module == name) || name.starts_with("docs/")
}

/// Makes the folder for a web host: `target/site`. What is tested is what goes there.
pub(crate) fn make() -> Result<PathBuf, String> {
    let folder = target().join("site");
    fill(&folder)?;
    println!("\nxtask: {}", folder.display());
    Ok(folder)
}

fn fill(folder: &Path) -> Done {
    let toolchain = Toolchain::find()?;
    let smaller = Smaller::ready()?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed(folder))?;
    }
    copy_all(&root().join("crates/web/page"), folder)?;
    let built = target().join(TARGET).join(PROFILE).join("hueco_wasm.wasm");
    for (name, options) in MODULES {
        let mut build =
            toolchain.cargo(&["rustc", "--profile", PROFILE, "--target", TARGET, "--package", "hueco-wasm", "--lib"]);
        build.args(["--crate-type", "cdylib"]).args(options);
        step(&format!("{name} builds"), &mut build)?;
        smaller.write(&built, &folder.join(name))?;
    }
    let own = root().join("crates/wasm/site");
    copy(&own.join("backend.js"), &folder.join("assets/backend.js"))?;
    copy(&own.join("manifest.webmanifest"), &folder.join("manifest.webmanifest"))?;
    edit_index(&folder.join("index.html"))?;
    docs::write(&folder.join("docs"))?;
    copy(&own.join("docs.css"), &folder.join("docs/docs.css"))?;
    service_worker(&own.join("sw.js"), folder)
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

fn copy(from: &Path, to: &Path) -> Done {
    fs::copy(from, to).map(|_| ()).map_err(failed(from))
}

fn copy_all(from: &Path, to: &Path) -> Done {
    fs::create_dir_all(to).map_err(failed(to))?;
    for entry in fs::read_dir(from).map_err(failed(from))? {
        let entry = entry.map_err(failed(from))?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy_all(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

/// The page preloads the back end that it has, and says how it is installed.
fn edit_index(path: &Path) -> Done {
    const SERVER: &str = "assets/lib/server.js";
    const HEAD: &str = "</head>";
    let text = fs::read_to_string(path).map_err(failed(path))?;
    if !text.contains(SERVER) || !text.contains(HEAD) {
        return Err(format!("{}: expected a preload of {SERVER}", path.display()));
    }
    let head = format!("  <link rel=\"manifest\" href=\"manifest.webmanifest\">\n{HEAD}");
    let text = text.replace(SERVER, "assets/lib/engine.js").replace(HEAD, &head);
    fs::write(path, text).map_err(failed(path))
}

/// The service worker knows every file and the version of them all.
fn service_worker(template: &Path, folder: &Path) -> Done {
    let names = names_below(folder)?;
    let mut hasher = DefaultHasher::new();
    for name in &names {
        let path = folder.join(name);
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(&path).map_err(failed(&path))?);
    }
    let (late, first): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| is_late(name));
    let text = fs::read_to_string(template).map_err(failed(template))?;
    let text = text
        .replace("@VERSION@", &format!("{:016x}", hasher.finish()))
        .replace("@FIRST@", &format!("{first:?}"))
        .replace("@REST@", &format!("{late:?}"));
    let to = folder.join("sw.js");
    fs::write(&to, text).map_err(failed(&to))
}

/// The names of the files below a folder, in order, with `/` between their parts.
fn names_below(folder: &Path) -> Result<Vec<String>, String> {
    fn add(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Done {
        for entry in fs::read_dir(folder).map_err(failed(folder))? {
            let entry = entry.map_err(failed(folder))?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                add(&entry.path(), &format!("{name}/"), names)?;
            } else {
                names.push(name);
            }
        }
        Ok(())
    }
    let mut names = Vec::new();
    add(folder, "", &mut names)?;
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_load_waits_for_what_it_needs() {
        assert!(is_late("hueco-scripts.wasm") && is_late("hueco-courses.wasm") && is_late("docs/lab.html"));
        assert!(!is_late("hueco.wasm") && !is_late("index.html") && !is_late("assets/worker.js"));
    }
}
