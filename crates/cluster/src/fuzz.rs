//! What a fuzzer does with the checkpoints of a run: it changes one file, anywhere, and the next run notices or is not affected. Plain
//! functions, so that the stable tests run them too.

use std::fs;
use std::path::{Path, PathBuf};

use hueco_search::Budget;
use hueco_tiles::space::Walked;
use hueco_tiles::{Board, Metric, Nibbles, Order, Shape, Tiles};

use crate::reach::Common;
use crate::{Checkpoint, Enumeration, Exploration, Resume, Team, enumerate, explore};

/// A folder that is removed at the end, also by a panic.
struct Folder(PathBuf);

impl Folder {
    fn new(of: &str) -> Self {
        let name = format!("hueco-fuzz-{of}-{}-{:?}", std::process::id(), std::thread::current().id());
        let folder = Self(std::env::temp_dir().join(name));
        folder.clear();
        folder
    }

    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.clear();
    }
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> = Vec::new();
    for path in entries {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Changes one of the files as the bytes say: which one, whether it is cut, and what stands where.
fn damage(folder: &Path, data: &[u8]) {
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let files = files(folder);
    let path = &files[bytes.next().unwrap_or(0) % files.len()];
    let mut contents = fs::read(path).expect("it is there");
    let cut = bytes.next().unwrap_or(0);
    if cut >= 128 {
        contents.truncate(contents.len() * (cut - 128) / 128);
    }
    let changes: Vec<usize> = bytes.collect();
    for change in changes.chunks_exact(3) {
        if let Some(byte) = contents.len().checked_sub(1).map(|last| (change[0] << 8 | change[1]) % (last + 1)) {
            contents[byte] = change[2] as u8;
        }
    }
    // A manifest is text with its checksum below: made right, what is in it is read too.
    if path.extension().is_some_and(|end| end == "json")
        && cut & 1 == 1
        && let Some(at) = contents.iter().position(|&byte| byte == b'\n')
    {
        let crc = crc32fast::hash(&contents[..at]);
        contents.truncate(at + 1);
        contents.extend(format!("{crc:08x}\n").into_bytes());
    }
    fs::write(path, contents).expect("it is writable");
}

fn is_forged(data: &[u8]) -> bool {
    data.get(1).is_some_and(|cut| cut & 1 == 1)
}

/// The checkpoints of boards.
pub fn board_checkpoints(data: &[u8]) {
    let folder = Folder::new("boards");
    let checkpoint = |resume| Some(Checkpoint { folder: folder.0.clone(), every: 1, resume });
    let whole = Exploration {
        shape: Shape::new(2, 2).expect("a shape"),
        goal_blank: 3,
        metric: Metric::Single,
        deepest: 5,
        depth: None,
        checkpoint: None,
        spill: None,
        table: None,
    };
    let run = |exploration: &Exploration| -> Option<Walked> {
        explore(Team::threads(1), exploration, &Budget::unlimited(), &mut |_| ()).ok().flatten()
    };
    let expected = run(&whole).expect("without files nothing can be wrong");
    run(&Exploration { depth: Some(3), checkpoint: checkpoint(Resume::Never), ..whole.clone() });
    damage(&folder.0, data);
    let resumed = run(&Exploration { checkpoint: checkpoint(Resume::IfPossible), ..whole });
    assert!(is_forged(data) || resumed.is_none_or(|walked| walked == expected), "a changed checkpoint was believed");
}

/// The checkpoints of any other problem.
pub fn state_checkpoints(data: &[u8]) {
    let folder = Folder::new("states");
    let goal = Board::blank_last(Shape::new(2, 2).expect("a shape"));
    let run = |depth: Option<u32>, resume: Option<Resume>| {
        let checkpoint = resume.map(|resume| Checkpoint { folder: folder.0.clone(), every: 1, resume });
        let source = Common(Tiles::<Nibbles>::new(&goal, &goal, Order::default()).expect("of one shape"));
        let enumeration = Enumeration { source, identity: ("2x2".to_owned(), 7), depth, deepest: 5, checkpoint };
        enumerate(Team::threads(1), enumeration, &Budget::unlimited(), &mut |_| ()).ok().flatten()
    };
    let expected = run(None, None).expect("without files nothing can be wrong");
    run(Some(3), Some(Resume::Never));
    damage(&folder.0, data);
    let resumed = run(None, Some(Resume::IfPossible));
    assert!(is_forged(data) || resumed.is_none_or(|found| found == expected), "a changed checkpoint was believed");
}
