//! Puts the page into the program: every file of `page/` as it is and, where that is smaller, compressed, with a tag that
//! changes when the file does. So `hueco serve` is one file with nothing else to install.
//!
//! `index.html` names its files in a folder called after their contents, `assets/vVERSION/`: a browser may keep them for ever.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A compressed copy must save at least this much to be worth it.
const WORTH_BYTES: usize = 128;

/// The one file whose name does not change with its contents.
const INDEX: &str = "index.html";

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let page = variable("CARGO_MANIFEST_DIR")?.join("page");
    let out = variable("OUT_DIR")?;
    println!("cargo::rerun-if-changed={}", page.display());
    let mut names = Vec::new();
    walk(&page, "", &mut names)?;
    names.sort();
    let version = version(&page, &names)?;
    fs::write(out.join("version"), &version)?;
    let mut table = String::from("&[\n");
    for (number, name) in names.iter().enumerate() {
        let mut path = page.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        let mut bytes = fs::read(&path)?;
        if name == INDEX {
            let text = String::from_utf8(bytes).map_err(io::Error::other)?;
            bytes = text.replace("=\"assets/", &format!("=\"assets/v{version}/")).into_bytes();
            path = out.join(INDEX);
            fs::write(&path, &bytes)?;
        }
        let tag = blake3::hash(&bytes).to_hex();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(&bytes)?;
        let packed = packer.finish()?;
        let gzip = if packed.len() + WORTH_BYTES <= bytes.len() {
            let file = out.join(format!("{number}.gz"));
            fs::write(&file, &packed)?;
            format!("Some(include_bytes!({:?}))", text(&file)?)
        } else {
            "None".to_owned()
        };
        let (tag, path) = (&tag.as_str()[..16], text(&path)?);
        writeln!(table, "File {{ name: {name:?}, tag: {tag:?}, bytes: include_bytes!({path:?}), gzip: {gzip} }},")
            .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("page.rs"), table)
}

/// What the files but the index contain, in sixteen digits.
fn version(page: &Path, names: &[String]) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for name in names.iter().filter(|name| *name != INDEX) {
        let bytes = fs::read(page.join(name))?;
        hasher.update(name.as_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
    Ok(hasher.finalize().to_hex().as_str()[..16].to_owned())
}

/// A path as a text that Rust source can hold.
fn text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::other("the path is not UTF-8"))
}

/// Names of files below a folder, with `/` between the parts. What starts with a dot stays outside.
fn walk(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
