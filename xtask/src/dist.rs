//! `cargo xtask dist`: an archive with everything that a person who does not build the program needs.
//!
//! The program itself writes its completions and manual pages, and its `--version` names the archive: nothing here is a
//! second copy of what it knows. A test unpacks the archive in an empty folder and solves a board there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::notices;
use crate::steps::{Done, cargo, printed, root, step, target};

/// Shells, and the name under which each looks for completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "hueco.bash"),
    ("elvish", "hueco.elv"),
    ("fish", "hueco.fish"),
    ("powershell", "_hueco.ps1"),
    ("zsh", "_hueco"),
];

/// Languages, and the folder of each one's manual pages.
const PAGES: [(&str, &str); 2] = [("en", "man/man1"), ("es", "man/es/man1")];

/// Files of the project that go along.
const FILES: [&str; 5] = ["README.md", "README.es.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Makes the archive of `binary`, or of a new release, in `target/dist`.
pub(crate) fn run(binary: Option<PathBuf>) -> Done {
    let binary = if let Some(binary) = binary {
        binary
    } else {
        step("the release builds", &mut cargo(&["build", "--release", "--locked", "--package", "hueco"]))?;
        target().join("release/hueco")
    };
    let archive = pack(&binary, &target().join("dist"))?;
    unpack_and_solve(&archive)?;
    println!("\nxtask: {}", archive.display());
    Ok(())
}

/// The archive of the program that is tried: made, unpacked, used. It stays out of the folder for archives to give away.
pub(crate) fn test(binary: &Path) -> Done {
    unpack_and_solve(&pack(binary, &target().join("xtask/dist"))?)
}

/// Packs `binary` and what belongs to it into an archive in `folder`.
fn pack(binary: &Path, folder: &Path) -> Result<PathBuf, String> {
    let version = printed(Command::new(binary).arg("--version"));
    let version = version.ok_or_else(|| format!("{} --version fails", binary.display()))?;
    let name = name(&version).ok_or_else(|| format!("not a version of hueco: {version}"))?;
    let inside = folder.join(&name);
    if inside.exists() {
        fs::remove_dir_all(&inside).map_err(|error| format!("{}: {error}", inside.display()))?;
    }
    copy(binary, &inside.join("hueco"))?;
    for (shell, file) in COMPLETIONS {
        let script = printed(Command::new(binary).args(["completions", shell, "--lang", "en"]));
        write(&inside.join("completions").join(file), &script.ok_or_else(|| format!("no completions for {shell}"))?)?;
    }
    for (lang, folder) in PAGES {
        let written =
            Command::new(binary).args(["man", "--quiet", "--lang", lang, "--dir"]).arg(inside.join(folder)).status();
        if !written.is_ok_and(|status| status.success()) {
            return Err(format!("no manual pages in {lang}"));
        }
    }
    for file in FILES {
        copy(&root().join(file), &inside.join(file))?;
    }
    write(&inside.join(notices::FILE), &notices::of("hueco")?)?;
    let archive = folder.join(format!("{name}.tar.gz"));
    step("the archive is made", Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(folder).arg(&name))?;
    Ok(archive)
}

/// `hueco-0.1.0-x86_64-unknown-linux-gnu` of `hueco 0.1.0 (abc1234 2026-11-16, x86_64-unknown-linux-gnu, rustc 1.95.0)`.
fn name(version: &str) -> Option<String> {
    let (program, build) = version.trim().strip_suffix(')')?.split_once(" (")?;
    let (program, number) = program.split_once(' ')?;
    let target = build.rsplit(", ").nth(1)?;
    Some(format!("{program}-{number}-{target}"))
}

/// Unpacks the archive in an empty folder and uses what is in it, with an empty environment.
fn unpack_and_solve(archive: &Path) -> Done {
    let folder = std::env::temp_dir().join(format!("hueco-dist-{}", std::process::id()));
    fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let done = solve_in(archive, &folder);
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    done
}

fn solve_in(archive: &Path, folder: &Path) -> Done {
    step("the archive unpacks", Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
    let name = archive.file_name().and_then(|name| name.to_str()?.strip_suffix(".tar.gz"));
    let inside = folder.join(name.ok_or("the archive has no name")?);
    let pages = PAGES.map(|(_, folder)| format!("{folder}/hueco-solve.1"));
    let completions = COMPLETIONS.map(|(_, file)| format!("completions/{file}"));
    let files = FILES.into_iter().chain([notices::FILE]).map(str::to_owned);
    for file in files.chain(pages).chain(completions) {
        if !fs::metadata(inside.join(&file)).is_ok_and(|data| data.len() > 0) {
            return Err(format!("the archive lacks {file}"));
        }
    }
    let mut hueco = Command::new(inside.join("hueco"));
    hueco.args(["solve", "8 6 7 / 2 5 4 / 3 0 1", "--format", "json"]).env_clear().env("HUECO_CACHE", folder);
    let answer = printed(hueco.current_dir(folder)).ok_or("the unpacked program does not solve a board")?;
    if answer.contains("\"optimal\":true,\"length\":31,") {
        println!("xtask: the unpacked program solves a board");
        return Ok(());
    }
    Err(format!("the unpacked program's answer is wrong: {answer}"))
}

fn copy(from: &Path, to: &Path) -> Done {
    make_folder_of(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

fn write(path: &Path, text: &str) -> Done {
    make_folder_of(path)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn make_folder_of(path: &Path) -> Done {
    let folder = path.parent().ok_or("a file without a folder")?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_is_named_for_what_is_in_it() {
        let wanted = Some("hueco-0.1.0-x86_64-unknown-linux-gnu".to_owned());
        assert_eq!(name("hueco 0.1.0 (abc1234 2026-11-16, x86_64-unknown-linux-gnu, rustc 1.95.0)\n"), wanted);
        assert_eq!(name("hueco 0.1.0 (x86_64-unknown-linux-gnu, rustc 1.95.0)\n"), wanted);
        assert_eq!(name("hueco 0.1.0"), None);
    }
}
