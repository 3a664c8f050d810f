//! What a fuzzer does with the checkpoints of a run: it changes one file, anywhere, and the next run notices or is not affected; or it
//! makes the checksums right besides, and the next run ends, whatever it counts. Plain
//! functions, so that the stable tests run them too.

use std::fs;
use std::path::{Path, PathBuf};

use hueco_search::Budget;
use hueco_tiles::space::{Shard, Space, Walked};
use hueco_tiles::{Board, Cells as _, Metric, Nibbles, Order, Shape, Tiles};
use serde_json::Value;

use crate::reach::Common;
use crate::{
    Checkpoint, Enumeration, Exploration, ExploreError, PeerLost, ReachError, Resume, Team, enumerate, explore,
};

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
    if is_forged(data) {
        write_as_if_intact(folder, path, contents);
    } else {
        fs::write(path, contents).expect("it is writable");
    }
}

/// Writes a file of a folder of checkpoints and makes all checksums right, also those in the manifests: else nobody would ever see what
/// is behind them.
pub fn write_as_if_intact(folder: &Path, path: &Path, mut contents: Vec<u8>) {
    let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    // Where the header has the length of the contents, and in which unit; the two checksums follow.
    let (length_at, unit) = match extension {
        "bits" => (36, 2),
        "marks" => (36, 8),
        "states" => (40, 1),
        _ => {
            // A manifest is text with its checksum below.
            if let Some(at) = contents.iter().position(|&byte| byte == b'\n') {
                contents.truncate(at);
            }
            return fs::write(path, with_checksum(&contents)).expect("it is writable");
        }
    };
    let header = length_at + 16;
    contents.resize(contents.len().max(header), 0);
    let bytes = (contents.len() - header) as u64;
    contents[length_at..][..8].copy_from_slice(&(bytes / unit).to_le_bytes());
    let crc = crc32fast::hash(&contents[header..]);
    contents[length_at + 8..][..4].copy_from_slice(&crc.to_le_bytes());
    let header_crc = crc32fast::hash(&contents[..header - 4]);
    contents[header - 4..][..4].copy_from_slice(&header_crc.to_le_bytes());
    let states = u64::from_le_bytes(contents[32..40].try_into().expect("eight bytes"));
    fs::write(path, &contents).expect("it is writable");
    let of_path = |part: &Path| {
        let name = part.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        name.trim_start_matches("level-").parse::<usize>().unwrap_or(0)
    };
    let (level, number) = (path.parent().map_or(0, of_path), of_path(path));
    for manifest in files(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let text = fs::read_to_string(&manifest).expect("it is there");
        let mut listed: Value = serde_json::from_str(text.lines().next().unwrap_or_default()).expect("it is intact");
        if let Some(parts) = listed["parts"].as_array_mut() {
            for part in parts.iter_mut().filter(|part| part["level"] == level) {
                let file = &mut part["files"][number];
                (file["states"], file["bytes"], file["crc"]) = (states.into(), bytes.into(), crc.into());
            }
        } else if listed["level"] == level {
            listed["files"][number][extension] = crc.into();
        }
        fs::write(&manifest, with_checksum(listed.to_string().as_bytes())).expect("it is writable");
    }
}

/// A line, and its checksum below.
fn with_checksum(line: &[u8]) -> Vec<u8> {
    let crc = format!("\n{:08x}\n", crc32fast::hash(line));
    [line, crc.as_bytes()].concat()
}

/// The lowest bits of the second byte: whether checksums are made right, whether the boards are spilled, and whether the run that wrote
/// the checkpoints had come to its end.
fn is_set(data: &[u8], bit: u8) -> bool {
    data.get(1).is_some_and(|byte| byte >> bit & 1 == 1)
}

fn is_forged(data: &[u8]) -> bool {
    is_set(data, 0)
}

/// The checkpoints of boards, in memory or spilled.
pub fn board_checkpoints(data: &[u8]) {
    let folder = Folder::new("boards");
    let (is_spilled, is_complete) = (is_set(data, 1), is_set(data, 2));
    let checkpoint = |resume| Some(Checkpoint { folder: folder.0.clone(), every: 1, resume });
    let shape = Shape::new(2, if is_spilled { 3 } else { 2 }).expect("a shape");
    let whole = Exploration {
        shape,
        goal_blank: shape.cells() - 1,
        metric: Metric::Single,
        deepest: 5,
        // Many small files: a few levels of them, of which the last have states in all shards.
        depth: is_spilled.then_some(9),
        checkpoint: None,
        spill: None,
        table: None,
    };
    let space = Space::new(shape, whole.goal_blank, whole.metric).expect("a small space");
    // Two hundred bytes beside the tables of moves are eight shards, some of them in memory at once.
    let tables = space.bytes() - Shard::bytes(space.ranking().orders());
    let bytes = if is_spilled { tables + 200 } else { u64::MAX };
    let run = |exploration: &Exploration, bytes: u64| -> Option<Walked> {
        let walked = explore(Team::threads(1), exploration, &Budget::unlimited().max_bytes(bytes), &mut |_| ());
        assert_ne!(walked, Err(ExploreError::PeerLost(PeerLost)), "the worker panicked");
        walked.ok().flatten()
    };
    let expected = run(&whole, u64::MAX).expect("without files nothing can be wrong");
    let first = if is_complete { whole.depth } else { Some(if is_spilled { 7 } else { 3 }) };
    run(&Exploration { depth: first, checkpoint: checkpoint(Resume::Never), ..whole.clone() }, bytes);
    damage(&folder.0, data);
    let resumed = run(&Exploration { checkpoint: checkpoint(Resume::IfPossible), ..whole }, bytes);
    if let Some(walked) = &resumed {
        // What a run prints.
        for &rank in &walked.deepest {
            assert_eq!(space.ranking().rank(&Nibbles::pack(&space.ranking().unrank(rank))), Some(rank));
        }
        assert!(walked.depths.iter().try_fold(0_u64, |sum, &states| sum.checked_add(states)).is_some());
    }
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
        let found = enumerate(Team::threads(1), enumeration, &Budget::unlimited(), &mut |_| ());
        assert!(!matches!(found, Err(ReachError::PeerLost(_))), "the worker panicked");
        found.ok().flatten()
    };
    let expected = run(None, None).expect("without files nothing can be wrong");
    run(if is_set(data, 2) { None } else { Some(3) }, Some(Resume::Never));
    damage(&folder.0, data);
    let resumed = run(None, Some(Resume::IfPossible));
    assert!(is_forged(data) || resumed.is_none_or(|found| found == expected), "a changed checkpoint was believed");
}
