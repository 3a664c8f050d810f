//! What `hueco --version` says of this build beyond its number: the commit, the target and the compiler.
//!
//! The commit is that of the checkout which holds this very file. Source that was unpacked from a package, also inside
//! someone else's checkout, has none. The script runs again when the checkout moves to another commit, not when files
//! change, so that only a new commit costs a new build, and only of this crate.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut parts = Vec::new();
    if printed("git", &["ls-files", "--error-unmatch", "build.rs"]).is_some() {
        watch_commit();
        parts.extend(printed("git", &["log", "-1", "--no-show-signature", "--abbrev=7", "--format=%h %cs"]));
        if let Some(commit) = printed("git", &["log", "-1", "--no-show-signature", "--format=%H"]) {
            println!("cargo::rustc-env=HUECO_COMMIT={commit}");
        }
    }
    parts.extend(env::var("TARGET"));
    let compiler = env::var("RUSTC").ok().and_then(|rustc| printed(&rustc, &["--version"]));
    // `rustc 1.95.0`, without the compiler's own commit.
    parts.extend(compiler.map(|text| text.split(' ').take(2).collect::<Vec<_>>().join(" ")));
    println!("cargo::rustc-env=HUECO_BUILD={}", parts.join(", "));
}

/// Names the files that change with the commit: what is checked out, the branch's own file, and the log of both. Some
/// checkouts lack some of them, and cargo takes a missing file for a changed one.
fn watch_commit() {
    let branch = printed("git", &["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        // A linked worktree has its files elsewhere: git knows where.
        if let Some(path) = printed("git", &["rev-parse", "--git-path", name]).filter(|path| Path::new(path).is_file())
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What a command prints, in one line, unless it fails.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty() && !text.contains('\n')).then_some(text)
}
