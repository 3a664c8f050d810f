//! Cases from a folder.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{Case, CasesError, Part, Topic};

/// The most bytes of one file.
const MAX_BYTES: u64 = 64 << 20;

pub(super) fn read(folder: &Path) -> Result<Vec<Case>, CasesError> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |source| CasesError::Unreadable { path, source }
    };
    let mut inputs = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed(folder))? {
        let path = entry.map_err(failed(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "in") && path.is_file() {
            inputs.push(path);
        }
    }
    if inputs.is_empty() {
        return Err(CasesError::NoCases { path: folder.display().to_string() });
    }
    let mut cases = Vec::new();
    for input in inputs {
        let optional = |extension: &str| {
            let path = input.with_extension(extension);
            if path.is_file() { contents(&path).map(Some) } else { Ok(None) }
        };
        let arguments = optional("args")?.unwrap_or_default();
        let args = String::from_utf8_lossy(&arguments).lines().filter(|l| !l.is_empty()).map(OsString::from).collect();
        let name = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (stdin, answer) = (contents(&input)?, optional("out")?);
        cases.push(Case { name, about: Topic::Given, part: Part::Whole, stdin, args, answer });
    }
    cases.sort_by_cached_key(|case| natural(&case.name));
    Ok(cases)
}

fn contents(path: &Path) -> Result<Vec<u8>, CasesError> {
    let shown = || path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Err(source) => Err(CasesError::Unreadable { path: shown(), source }),
        Ok(read) if read as u64 > MAX_BYTES => Err(CasesError::TooLarge { path: shown(), max: MAX_BYTES }),
        Ok(_) => Ok(bytes),
    }
}

/// A key that sorts 2 before 10.
fn natural(name: &str) -> (u64, String) {
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u64::MAX), name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_in_natural_order() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        assert!(matches!(read(folder.path()), Err(CasesError::NoCases { .. })));
        write("10.in", "5");
        write("2-d.in", "2 5");
        write("2-d.out", "-1\n\n");
        write("10.args", "--tree\n\n--x y\n");
        write("notes.txt", "");
        let cases = read(folder.path()).unwrap();
        assert_eq!(cases.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["2-d", "10"]);
        assert_eq!(cases[0].answer.as_deref(), Some(&b"-1\n\n"[..]));
        assert_eq!(cases[1].args, ["--tree", "--x y"]);
        assert_eq!(cases[1].answer, None);
        assert!(matches!(read(&folder.path().join("none")), Err(CasesError::Unreadable { .. })));
    }
}
