//! Files that a command writes at once: a name refers to the file before or to the new one, whole.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use hueco_say::{Lang, Say, usage};
use hueco_tiles::file::replace;

use crate::failure::{Failure, Result};
use crate::status::Status;

/// Creates or replaces a file. A link is followed. What is there and no plain file, such as a pipe, is written to as it is.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>, lang: Lang) -> Result<()> {
    let (name, bytes) = (path.display().to_string(), bytes.as_ref());
    let failed = |error| Failure::writing(lang, &name, &error);
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, bytes).map_err(failed);
    }
    // No folder is made here: one that is not there is most likely misspelt.
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::metadata(folder).map_err(failed)?;
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    replace(&target, &|file| file.write_all(bytes)).map_err(|error| Failure::Message {
        status: Status::Internal,
        message: usage::cannot_write(lang, &name, error.say(lang)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &Path, text: &str) -> bool {
        write(path, text, Lang::En).is_ok()
    }

    #[test]
    fn a_file_is_replaced_and_a_folder_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        assert!(written(&path, "old") && written(&path, "new"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(!written(&folder.path().join("none/picture.svg"), "new") && !written(folder.path(), "new"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(written(&link, "new"));
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    /// A name that is no text, as old archives have.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_may_be_any_bytes() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff.svg"));
        assert!(written(&path, "new"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
