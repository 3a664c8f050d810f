//! The folder a program runs in: empty at first, measured while it runs, and removed afterwards.
//!
//! Its contents are not trusted. A link may point anywhere, a pipe may block its reader for ever, a chain of folders may be
//! deeper than any path can name, a folder may be unreadable. So nothing here follows a link, opens a pipe, or recurses.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::{FileKind, OutputFile};

/// A program with deeper folders is stopped.
const MAX_DEPTH: usize = 32;

/// A temporary folder with two others: `work`, where the program starts, and `tmp`, for its temporary files. Beside them are
/// the files of its standard streams: a program may open `/dev/stdin` by name, for which they need one.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

/// How much a folder contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FolderSize {
    pub(super) entries: usize,
    pub(super) bytes: u64,
    pub(super) too_deep: bool,
}

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        let root = tempfile::Builder::new().prefix("hueco-grade-").tempdir()?.keep();
        let folder = Self { root };
        fs::create_dir(folder.work())?;
        fs::create_dir(folder.temporary())?;
        Ok(folder)
    }

    /// Where the program starts.
    pub(super) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// A file beside both, for standard input, output or error: open for reading and writing.
    pub(super) fn stream(&self, name: &str) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.root.join(name))
    }

    /// Where the files of [`Folder::stream`] are.
    #[cfg(target_os = "linux")]
    pub(super) fn streams(&self) -> [PathBuf; 3] {
        ["stdin", "stdout", "stderr"].map(|name| self.root.join(name))
    }

    /// Where its temporary files go.
    pub(super) fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Counts entries and bytes. Counting stops after `max` entries.
    pub(super) fn measure(&self, max: usize) -> FolderSize {
        let mut size = FolderSize::default();
        let mut pending = vec![(self.work(), 0), (self.temporary(), 0)];
        while let Some((path, depth)) = pending.pop() {
            for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                size.entries += 1;
                if size.entries > max {
                    return size;
                }
                // This does not follow links. The entry may be gone already.
                let Ok(metadata) = entry.metadata() else { continue };
                if metadata.is_dir() {
                    size.too_deep |= depth >= MAX_DEPTH;
                    if depth < MAX_DEPTH {
                        pending.push((entry.path(), depth + 1));
                    }
                } else if metadata.is_file() {
                    size.bytes = size.bytes.saturating_add(metadata.len());
                }
            }
        }
        size
    }

    /// The names in `work`, sorted, at most `max` of them.
    pub(super) fn names(&self, max: usize) -> Vec<String> {
        let entries = fs::read_dir(self.work()).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.take(1000).map(|e| shorten(&e.file_name())).collect();
        names.sort();
        names.truncate(max);
        names
    }

    /// Reads the file `name`, at most `max` bytes of it.
    pub(super) fn read(&self, name: &str, max: u64) -> OutputFile {
        let path = self.work().join(name);
        match fs::symlink_metadata(&path) {
            Err(_) => return OutputFile::Missing,
            Ok(metadata) if !metadata.is_file() => return OutputFile::NotAFile(kind(metadata.file_type())),
            Ok(_) => {}
        }
        // The program and everything it started are dead, so nothing changes in between; the flags make sure of it.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let open = || OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(&path);
        let opened = open().or_else(|_| {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
            open()
        });
        match opened.and_then(|file| read_at_most(file, max)) {
            Ok(bytes) => OutputFile::Bytes(bytes),
            Err(_) => OutputFile::Missing,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = remove(&self.root);
    }
}

/// The first `max` bytes of a file.
pub(super) fn read_at_most(file: File, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn shorten(name: &OsStr) -> String {
    name.to_string_lossy().chars().take(80).collect()
}

fn kind(of: fs::FileType) -> FileKind {
    if of.is_symlink() {
        FileKind::Link
    } else if of.is_dir() {
        FileKind::Folder
    } else if of.is_fifo() {
        FileKind::Pipe
    } else {
        FileKind::Special
    }
}

/// Removes a folder of any depth with short paths and few open files: nested folders are moved up first.
fn remove(root: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let mut is_empty = true;
        for entry in fs::read_dir(root)? {
            let path = entry?.path();
            is_empty = false;
            if !fs::symlink_metadata(&path)?.is_dir() {
                fs::remove_file(&path)?;
                continue;
            }
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700))?;
            for inner in fs::read_dir(&path)? {
                let inner = inner?.path();
                if fs::symlink_metadata(&inner)?.is_dir() {
                    fs::set_permissions(&inner, fs::Permissions::from_mode(0o700))?;
                    moved += 1;
                    fs::rename(&inner, root.join(format!("{moved}.moved")))?;
                } else {
                    fs::remove_file(&inner)?;
                }
            }
            fs::remove_dir(&path)?;
        }
        if is_empty {
            return fs::remove_dir(root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_not_followed() {
        let folder = Folder::new().unwrap();
        fs::write(folder.work().join("a"), vec![0; 100]).unwrap();
        fs::create_dir(folder.work().join("sub")).unwrap();
        fs::write(folder.work().join("sub/b"), vec![0; 50]).unwrap();
        fs::write(folder.temporary().join("c"), vec![0; 7]).unwrap();
        std::os::unix::fs::symlink("/", folder.work().join("out")).unwrap();
        assert_eq!(folder.measure(100), FolderSize { entries: 5, bytes: 157, too_deep: false });
        assert_eq!(folder.measure(2).entries, 3);
        assert_eq!(folder.names(10), ["a", "out", "sub"]);
    }

    #[test]
    fn only_files_are_read() {
        let folder = Folder::new().unwrap();
        fs::write(folder.work().join("text"), "hello").unwrap();
        fs::create_dir(folder.work().join("sub")).unwrap();
        std::os::unix::fs::symlink("text", folder.work().join("link")).unwrap();
        assert_eq!(folder.read("text", 3), OutputFile::Bytes(b"hel".to_vec()));
        assert_eq!(folder.read("none", 3), OutputFile::Missing);
        assert_eq!(folder.read("sub", 3), OutputFile::NotAFile(FileKind::Folder));
        assert_eq!(folder.read("link", 3), OutputFile::NotAFile(FileKind::Link));
    }

    #[test]
    fn folders_deeper_than_any_path_are_removed() {
        let folder = Folder::new().unwrap();
        let root = folder.root.clone();
        // Built from the inside out: no path longer than three names is ever used.
        let (inner, outer) = (root.join("inner"), root.join("outer"));
        fs::create_dir(&inner).unwrap();
        for _ in 0..1100 {
            fs::create_dir(&outer).unwrap();
            fs::write(outer.join("file"), "x").unwrap();
            fs::rename(&inner, outer.join("deeper")).unwrap();
            fs::rename(&outer, &inner).unwrap();
        }
        fs::rename(&inner, folder.work().join("deeper")).unwrap();
        fs::set_permissions(folder.work(), fs::Permissions::from_mode(0o000)).unwrap();
        assert!(folder.measure(10_000).entries <= 10_000);
        drop(folder);
        assert!(!root.exists());
    }
}
