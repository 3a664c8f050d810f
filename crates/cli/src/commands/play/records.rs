//! Records: the fewest moves and the shortest time for each size, and the boards of the day that were solved, in a file of the user's
//! data folder.
//!
//! The file is JSON that a person can read. It is read again, changed and replaced as a whole each time, under a lock: two games at
//! once lose nothing, and a kill leaves the old file or the new one. A file that cannot be understood is never written over.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy as _;
use hueco_say::{Lang, Say, play as said, usage};
use hueco_tiles::file::{SaveError, replace};
use serde::{Deserialize, Serialize};

/// Names the folder instead of the system's custom.
const VARIABLE: &str = "HUECO_DATA";
const FILE: &str = "records.json";
const LOCK: &str = ".records.lock";
/// The version of the format.
const VERSION: u32 = 1;
/// Days that are kept.
const MOST_DAYS: usize = 1000;

/// A fair game that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    pub(super) moves: u64,
    pub(super) time: Duration,
}

/// Why a game that was won does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfair {
    /// With a hint, or after a solution was watched.
    Helped,
    /// The player chose the board.
    Given,
    /// Another goal than that of every other game.
    Goal,
    /// The player knows a solution of this board.
    Again,
}

impl Say for Unfair {
    fn say(&self, lang: Lang) -> String {
        let why = match self {
            Self::Helped => said::play_helped(lang),
            Self::Given => said::play_unfair_board(lang),
            Self::Goal => said::play_unfair_goal(lang),
            Self::Again => said::play_unfair_again(lang),
        };
        why.to_owned()
    }
}

/// The best of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Best {
    /// Games won.
    pub(super) games: u64,
    /// The fewest moves of one.
    pub(super) moves: u64,
    /// The shortest time of one.
    pub(super) milliseconds: u64,
}

/// What was done on a day's board: the fewest moves, and the time of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OfDay {
    pub(super) moves: u64,
    pub(super) milliseconds: u64,
}

/// All records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Records {
    version: u32,
    /// By size, `4x4`.
    #[serde(default)]
    sizes: BTreeMap<String, Best>,
    /// By date, `2026-02-14`.
    #[serde(default)]
    days: BTreeMap<String, OfDay>,
}

impl Default for Records {
    fn default() -> Self {
        Self { version: VERSION, sizes: BTreeMap::new(), days: BTreeMap::new() }
    }
}

/// Which records a game broke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) moves: bool,
    pub(super) time: bool,
}

impl Records {
    /// The best of a size.
    pub(super) fn best(&self, size: &str) -> Option<Best> {
        self.sizes.get(size).copied()
    }

    /// What was done on the board of a day.
    pub(super) fn of_day(&self, day: &str) -> Option<OfDay> {
        self.days.get(day).copied()
    }

    /// Adds a game. The first of its size breaks no record.
    fn add(&mut self, size: &str, day: Option<&str>, win: Win) -> Broken {
        let milliseconds = u64::try_from(win.time.as_millis()).unwrap_or(u64::MAX);
        let first = Best { games: 0, moves: win.moves, milliseconds };
        let best = self.sizes.entry(size.to_owned()).or_insert(first);
        let broken = Broken { moves: win.moves < best.moves, time: milliseconds < best.milliseconds };
        best.games = best.games.saturating_add(1);
        best.moves = best.moves.min(win.moves);
        best.milliseconds = best.milliseconds.min(milliseconds);
        if let Some(day) = day {
            let new = OfDay { moves: win.moves, milliseconds };
            let kept = self.days.entry(day.to_owned()).or_insert(new);
            if (new.moves, new.milliseconds) < (kept.moves, kept.milliseconds) {
                *kept = new;
            }
            while self.days.len() > MOST_DAYS {
                self.days.pop_first();
            }
        }
        broken
    }
}

/// Why records are not read or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordsError {
    /// The system does not allow it.
    Reading(PathBuf, ErrorKind),
    /// It is no file of records, or one of a later version.
    Foreign(PathBuf),
    /// It cannot be written.
    Writing(PathBuf, SaveError),
}

impl Say for RecordsError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Reading(path, kind) => usage::cannot_read(lang, path.display(), kind.say(lang)),
            Self::Foreign(path) => said::records_foreign(lang, path.display()),
            Self::Writing(path, error) => usage::cannot_write(lang, path.display(), error.say(lang)),
        }
    }
}

/// The file of records.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    folder: PathBuf,
}

impl Keeper {
    /// The user's: in the folder named by `HUECO_DATA`, else in `hueco` in the system's data folder. `None` without a home.
    pub(super) fn of_user() -> Option<Self> {
        Self::of(std::env::var_os(VARIABLE).as_deref())
    }

    fn of(variable: Option<&OsStr>) -> Option<Self> {
        let folder = match variable {
            Some(folder) if !folder.is_empty() => PathBuf::from(folder),
            _ => etcetera::choose_base_strategy().ok()?.data_dir().join("hueco"),
        };
        Some(Self { folder })
    }

    /// What was kept; nothing where there is no file yet.
    pub(super) fn read(&self) -> Result<Records, RecordsError> {
        let path = self.folder.join(FILE);
        match fs::read(&path) {
            Ok(bytes) => parse(&bytes).ok_or(RecordsError::Foreign(path)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Records::default()),
            Err(error) => Err(RecordsError::Reading(path, error.kind())),
        }
    }

    /// Adds a game, and returns all records and which of them it broke.
    pub(super) fn add(&self, size: &str, day: Option<&str>, win: Win) -> Result<(Records, Broken), RecordsError> {
        let path = self.folder.join(FILE);
        let unwritable = |error: SaveError| RecordsError::Writing(path.clone(), error);
        fs::create_dir_all(&self.folder).map_err(|error| unwritable(error.into()))?;
        // Held until the new file is there. Without locks two games that end at the same moment may lose one record.
        let lock = lock(&self.folder.join(LOCK));
        let mut records = self.read()?;
        let broken = records.add(size, day, win);
        let text = serde_json::to_vec_pretty(&records).unwrap_or_default();
        replace(&path, &|file: &mut File| file.write_all(&text)).map_err(unwritable)?;
        drop(lock);
        Ok((records, broken))
    }
}

fn lock(path: &Path) -> Option<File> {
    let file = File::create(path).ok()?;
    file.lock().ok()?;
    Some(file)
}

fn parse(bytes: &[u8]) -> Option<Records> {
    // A list would do for the reader of JSON as well, its items in the order of the fields.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    serde_json::from_slice::<Records>(bytes).ok().filter(|records| records.version == VERSION)
}

/// What a fuzzer does with the bytes of such a file: what is taken is the same after it was written and read again, and a game can
/// be added to it.
pub fn fuzz(data: &[u8]) {
    let Some(mut records) = parse(data) else { return };
    let again = |records: &Records| serde_json::to_vec_pretty(records).ok().and_then(|bytes| parse(&bytes));
    assert_eq!(again(&records).as_ref(), Some(&records));
    let win = Win { moves: 20, time: Duration::from_millis(1500) };
    records.add("4x4", Some("9999-12-31"), win);
    assert!(records.best("4x4").is_some_and(|best| best.games >= 1 && best.moves <= 20 && best.milliseconds <= 1500));
    assert!(records.days.len() <= MOST_DAYS);
    assert_eq!(again(&records), Some(records));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(moves: u64, seconds: u64) -> Win {
        Win { moves, time: Duration::from_secs(seconds) }
    }

    fn keeper(folder: &Path) -> Keeper {
        Keeper::of(Some(folder.join("data").as_os_str())).unwrap()
    }

    #[test]
    fn the_best_of_each_size_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper(folder.path());
        assert_eq!(keeper.read(), Ok(Records::default()));
        let broken = |size, game| keeper.add(size, None, game).unwrap().1;
        assert_eq!(broken("4x4", win(90, 60)), Broken::default());
        assert_eq!(broken("4x4", win(80, 70)), Broken { moves: true, time: false });
        assert_eq!(broken("4x4", win(95, 50)), Broken { moves: false, time: true });
        assert_eq!(broken("3x3", win(30, 10)), Broken::default());
        let records = keeper.read().unwrap();
        assert_eq!(records.best("4x4"), Some(Best { games: 3, moves: 80, milliseconds: 50_000 }));
        assert_eq!(records.best("5x5"), None);
    }

    #[test]
    fn the_board_of_a_day_has_its_best_game() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper(folder.path());
        for game in [win(90, 60), win(80, 99), win(85, 1)] {
            keeper.add("4x4", Some("2026-02-14"), game).unwrap();
        }
        let records = keeper.read().unwrap();
        assert_eq!(records.of_day("2026-02-14"), Some(OfDay { moves: 80, milliseconds: 99_000 }));
        assert_eq!(records.of_day("2026-02-15"), None);
    }

    #[test]
    fn games_that_end_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper(folder.path());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..3).for_each(|_| drop(keeper.add("3x3", None, win(20, 5)).unwrap())));
            }
        });
        assert_eq!(keeper.read().unwrap().best("3x3").map(|best| best.games), Some(12));
    }

    #[test]
    fn a_file_of_another_kind_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper(folder.path());
        keeper.add("3x3", None, win(20, 5)).unwrap();
        let path = keeper.folder.join(FILE);
        for foreign in ["", "{", "[1]", "{\"version\":2,\"sizes\":{}}", "{\"version\":1,\"sizes\":[]}"] {
            fs::write(&path, foreign).unwrap();
            assert_eq!(keeper.add("3x3", None, win(19, 4)), Err(RecordsError::Foreign(path.clone())), "{foreign}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let keeper = Keeper::of(Some(folder.path().join("file/below").as_os_str())).unwrap();
        assert!(matches!(keeper.add("3x3", None, win(1, 1)), Err(RecordsError::Writing(..))));
    }
}
