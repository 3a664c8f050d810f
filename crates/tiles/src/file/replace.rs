//! Files that get their name when they are complete.
//!
//! A new file is written in its folder under a temporary name, synced, and renamed. Two processes that write the same file
//! at once write two temporary files; the later rename wins and nothing is lost. A process that is killed leaves its
//! temporary file behind, which a later writer removes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::SaveError;

/// The end of a temporary file's name.
const TEMPORARY: &str = ".part";
/// Temporary files that are older than this and not locked were left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(600);

/// Creates or replaces a file with what `write` writes. Its folder is created if need be. On failure the old file, if
/// there was one, is untouched, and nothing else is left.
pub fn replace(path: &Path, write: &dyn Fn(&mut File) -> io::Result<()>) -> Result<(), SaveError> {
    let (Some(folder), Some(_)) = (folder_of(path), path.file_name()) else {
        return Err(SaveError::Io(ErrorKind::InvalidInput));
    };
    fs::create_dir_all(folder)?;
    let (temporary, mut file) = temporary(path)?;
    let written = write(&mut file).and_then(|()| file.sync_all()).and_then(|()| publish(&temporary, path));
    if let Err(error) = written {
        let _ = fs::remove_file(&temporary);
        return Err(error.into());
    }
    Ok(())
}

/// A new file beside the one with this name, under a temporary name that no other writer has. It is locked until it is closed, so that
/// nobody takes it for an abandoned one; those are removed.
pub(crate) fn temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let (Some(folder), Some(name)) = (folder_of(path), path.file_name()) else {
        return Err(ErrorKind::InvalidInput.into());
    };
    remove_abandoned(folder);
    let (temporary, file) = create_temporary(folder, &name.to_string_lossy())?;
    // Where a file system has no locks, abandoned files are recognized by their age alone. Where a lock keeps other writers of
    // the same file from writing, there must be none.
    if cfg!(unix) {
        let _ = file.try_lock();
    }
    Ok((temporary, file))
}

/// Gives a complete, synced file its name.
pub fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    fs::rename(temporary, path)?;
    if let Some(folder) = folder_of(path) {
        // The name survives a crash only if the folder is synced too. Where that is impossible, a crash costs the file.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// The folder of a file, also where the path is a name alone.
fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// A new file under a name that no other writer has, in this process or another.
fn create_temporary(folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let path = folder.join(format!(".{name}.{process}.{number}{TEMPORARY}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return Ok((path, created?)),
        }
    }
}

/// Removes the temporary files that killed processes left in a folder. Returns how many.
pub fn remove_abandoned(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let is_temporary = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|n| n.starts_with('.') && n.ends_with(TEMPORARY))
    };
    let is_abandoned = |path: &PathBuf| {
        let age = fs::metadata(path).and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        let is_locked = File::open(path).map(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        age.is_some_and(|age| age >= ABANDONED) && matches!(is_locked, Ok(false))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_temporary).filter(is_abandoned);
    paths.filter(|path| fs::remove_file(path).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        replace(&path, &|file| file.write_all(b"old")).unwrap();
        let full = replace(&path, &|file| {
            file.write_all(b"new")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(full, Err(SaveError::Full));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["table"]);
    }

    #[test]
    fn a_name_alone_is_in_the_folder_where_one_is() {
        let folder = |path: &str| folder_of(Path::new(path)).map(Path::to_owned);
        assert_eq!(folder("table"), Some(PathBuf::from(".")));
        assert_eq!((folder("a/table"), folder("/")), (Some(PathBuf::from("a")), None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_reports_a_full_disk() {
        let written = OpenOptions::new().write(true).open("/dev/full").and_then(|mut file| file.write_all(&[0; 9000]));
        assert_eq!(written.map_err(SaveError::from), Err(SaveError::Full));
    }

    #[test]
    fn abandoned_files_are_removed_and_locked_or_recent_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        let create = |name: &str, modified: Option<std::time::SystemTime>| {
            let file = File::create(folder.path().join(name)).unwrap();
            if let Some(time) = modified {
                file.set_modified(time).unwrap();
            }
            file
        };
        drop(create(".a.1.0.part", Some(old)));
        drop(create(".recent.1.0.part", None));
        let locked = create(".locked.1.0.part", Some(old));
        locked.lock().unwrap();
        drop(create("other", Some(old)));
        assert_eq!(remove_abandoned(folder.path()), 1);
        assert_eq!(names(folder.path()), [".locked.1.0.part", ".recent.1.0.part", "other"]);
    }

    #[test]
    fn temporary_names_of_one_process_differ() {
        let folder = tempfile::tempdir().unwrap();
        let (first, _) = create_temporary(folder.path(), "table").unwrap();
        let (second, _) = create_temporary(folder.path(), "table").unwrap();
        assert_ne!(first, second);
        assert_eq!(names(folder.path()).len(), 2);
    }
}
