//! Whole spaces on threads, on connected teams, from checkpoints and on disk: always the same counts.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_cluster::{Checkpoint, Event, Exploration, ExploreError, Note, Resume, Team, connect, explore, fuzz};
use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{DistanceTable, Options, Shard, Space, Walked, Width, enumerate};
use hueco_tiles::{Board, Metric, Shape};

fn exploration(rows: usize, cols: usize) -> Exploration {
    let shape = Shape::new(rows, cols).unwrap();
    Exploration {
        shape,
        goal_blank: shape.cells() - 1,
        metric: Metric::Single,
        deepest: 100,
        depth: None,
        checkpoint: None,
        spill: None,
        table: None,
    }
}

fn with_checkpoints(exploration: Exploration, folder: &Path, resume: Resume) -> Exploration {
    Exploration { checkpoint: Some(Checkpoint { folder: folder.to_owned(), every: 1, resume }), ..exploration }
}

fn run(
    exploration: &Exploration,
    threads: usize,
    budget: &Budget,
) -> (Result<Option<Walked>, ExploreError>, Vec<Event>) {
    let mut events = Vec::new();
    let walked = explore(Team::threads(threads), exploration, budget, &mut |event| events.push(event));
    (walked, events)
}

fn walked(exploration: &Exploration, threads: usize) -> Walked {
    run(exploration, threads, &Budget::unlimited()).0.unwrap().expect("the first worker is here")
}

/// The same on teams that are connected through the loopback interface, as processes would be.
fn connected(exploration: &Exploration, processes: usize, threads: usize) -> Walked {
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = listeners.iter().map(|it| it.local_addr().unwrap().to_string()).collect();
    let threads: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(process, listener)| {
            let (exploration, addresses) = (exploration.clone(), addresses.clone());
            std::thread::spawn(move || {
                let never = AtomicBool::new(false);
                let (run, timeout) = (exploration.fingerprint(), Duration::from_secs(60));
                let sockets = connect(&listener, &addresses, process, run, timeout, &never).unwrap();
                let team = Team::connected(sockets, process, threads).unwrap();
                explore(team, &exploration, &Budget::unlimited(), &mut |_| ()).unwrap()
            })
        })
        .collect();
    let results: Vec<Option<Walked>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(results[1..].iter().all(Option::is_none), "only the first process returns a result");
    results[0].clone().expect("the first process returns a result")
}

/// What the enumeration of the tiles library finds in one process.
fn plain(exploration: &Exploration) -> (Vec<u64>, Vec<Board>) {
    let mut goal: Vec<u64> = (1..exploration.shape.cells() as u64).collect();
    goal.insert(exploration.goal_blank, 0);
    let goal = Board::new(exploration.shape, &goal).unwrap();
    let options = Options { metric: exploration.metric, threads: 1, deepest: exploration.deepest };
    let levels = enumerate(&goal, options, &Budget::unlimited(), &mut |_| ()).unwrap();
    (levels.depths, levels.deepest)
}

#[test]
fn counts_are_the_same_on_threads_and_processes() {
    for (rows, cols, metric, goal_blank) in [
        (2, 2, Metric::Single, 0),
        (2, 4, Metric::Single, 7),
        (3, 3, Metric::Single, 4),
        (3, 3, Metric::Multi, 8),
        (5, 2, Metric::Multi, 3),
        (1, 6, Metric::Single, 2),
    ] {
        let exploration = Exploration { metric, goal_blank, ..exploration(rows, cols) };
        let expected = plain(&exploration);
        let one = walked(&exploration, 1);
        assert_eq!(one.depths, expected.0, "{rows}x{cols}");
        assert_eq!(one.deepest.len(), expected.1.len());
        assert_eq!(one.stopped, None);
        for threads in [2, 3, 7] {
            assert_eq!(walked(&exploration, threads), one, "{rows}x{cols} on {threads} threads");
        }
        assert_eq!(connected(&exploration, 3, 1), one, "{rows}x{cols} on three processes");
        assert_eq!(connected(&exploration, 2, 2), one, "{rows}x{cols} on two processes of two threads");
    }
}

#[test]
fn counts_are_the_published_ones() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/depth_counts.txt");
    let text = fs::read_to_string(path).expect(path);
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (about, counts) = line.split_once(':').unwrap();
        let words: Vec<&str> = about.split_whitespace().collect();
        // Larger ones are counted by the command, in release builds.
        if !["2x2", "3x2", "4x2", "3x3", "5x2"].contains(&words[0]) {
            continue;
        }
        let (rows, cols) = words[0].split_once('x').unwrap();
        let metric = if words[1] == "single" { Metric::Single } else { Metric::Multi };
        let exploration = Exploration { metric, ..exploration(rows.parse().unwrap(), cols.parse().unwrap()) };
        let counts: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        assert_eq!(walked(&exploration, 2).depths, counts, "{}", words[0]);
        compared += 1;
    }
    assert_eq!(compared, 10);
}

#[test]
fn a_run_that_a_limit_stopped_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = walked(&exploration(3, 3), 1);
    for (threads, depth) in [(1, 0), (2, 9), (3, 30)] {
        let folder = folder.path().join(format!("{threads}"));
        let first = Exploration { depth: Some(depth), ..with_checkpoints(exploration(3, 3), &folder, Resume::Never) };
        let part = walked(&first, threads);
        assert_eq!(part.stopped, Some(Limit::Depth));
        assert_eq!(part.depths, whole.depths[..=depth as usize]);
        // With another number of workers.
        let (rest, events) =
            run(&with_checkpoints(exploration(3, 3), &folder, Resume::Always), 4 - threads, &Budget::unlimited());
        assert_eq!(rest.unwrap().unwrap(), whole);
        assert_eq!(events[0], Event::Note(Note::Resumed { level: depth + 1 }));
    }
    let (stopped, _) = run(&exploration(3, 3), 2, &Budget::unlimited().max_nodes(1000));
    let stopped = stopped.unwrap().unwrap();
    assert_eq!(stopped.stopped, Some(Limit::Nodes));
    assert_eq!(stopped.depths, whole.depths[..stopped.depths.len()]);
    let flag = Arc::new(AtomicBool::new(false));
    flag.store(true, Ordering::Relaxed);
    let (stopped, _) = run(&exploration(3, 3), 2, &Budget::unlimited().cancel(flag));
    assert_eq!(stopped.unwrap().unwrap(), Walked { stopped: Some(Limit::Interrupt), ..Walked::default() });
}

#[test]
fn a_run_without_time_reports_its_checkpoint_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let whole = walked(&exploration(3, 3), 1);
    let over = || Budget::unlimited().timeout(Duration::ZERO);
    let space = Space::new(Shape::new(3, 3).unwrap(), 8, Metric::Single).unwrap();
    let spilled = space.bytes() - Shard::bytes(space.ranking().orders()) / 2;
    for (name, memory) in [("memory", u64::MAX), ("disk", spilled)] {
        let folder = folder.path().join(name);
        stopped_run(&folder);
        let before = names(&folder);
        let resumed = with_checkpoints(exploration(3, 3), &folder, Resume::Always);
        let (stopped, events) = run(&resumed, 2, &over().max_bytes(memory));
        let stopped = stopped.unwrap().unwrap();
        assert_eq!((stopped.stopped, &stopped.depths[..]), (Some(Limit::Time), &whole.depths[..13]), "{name}");
        assert_eq!((names(&folder), events), (before, Vec::new()), "{name}");
        let (rest, _) = run(&resumed, 2, &Budget::unlimited().max_bytes(memory));
        assert_eq!(rest.unwrap().unwrap(), whole, "{name}");
        // One that starts from nothing.
        let spill = Some(folder.join("spilled"));
        let (nothing, _) = run(&Exploration { spill, ..exploration(3, 3) }, 2, &over().max_bytes(memory));
        assert_eq!(nothing.unwrap().unwrap(), Walked { stopped: Some(Limit::Time), ..Walked::default() }, "{name}");
    }
}

#[test]
fn the_gauge_counts_every_state_and_those_of_an_earlier_run() {
    let folder = tempfile::tempdir().unwrap();
    let gauged = || {
        let gauge = Arc::new(Gauge::default());
        (Budget::unlimited().gauge(Arc::clone(&gauge)), gauge)
    };
    let (budget, gauge) = gauged();
    let first = Exploration { depth: Some(20), ..with_checkpoints(exploration(3, 3), folder.path(), Resume::Never) };
    let part = run(&first, 2, &budget).0.unwrap().unwrap();
    assert_eq!(gauge.count(), part.depths.iter().sum::<u64>());
    let (budget, gauge) = gauged();
    run(&with_checkpoints(exploration(3, 3), folder.path(), Resume::Always), 3, &budget).0.unwrap();
    assert_eq!(gauge.count(), 181_440);
}

/// A run of 3x3 boards that stopped after level 12, with checkpoints of levels 11, 12 and 13.
fn stopped_run(folder: &Path) {
    let part = Exploration { depth: Some(12), ..with_checkpoints(exploration(3, 3), folder, Resume::Never) };
    assert_eq!(walked(&part, 2).stopped, Some(Limit::Depth));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_last_three_checkpoints_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    stopped_run(folder.path());
    let kept = [11, 12, 13].map(|level| [format!("level-{level:05}"), format!("level-{level:05}.json")]);
    assert_eq!(names(folder.path()), kept.concat());
    assert_eq!(names(&folder.path().join("level-00013")).len(), 4);
}

type Damage<'a> = &'a dyn Fn(&Path);

#[test]
fn a_damaged_checkpoint_is_rejected_and_the_one_before_used() {
    let whole = walked(&exploration(3, 3), 1);
    let flip_bit = |path: PathBuf, at: usize| {
        let mut bytes = fs::read(&path).unwrap();
        let at = at.min(bytes.len() - 1);
        bytes[at] ^= 4;
        fs::write(path, bytes).unwrap();
    };
    let truncate = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap();
        fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    };
    let level = |folder: &Path| folder.join("level-00013");
    let stopped = tempfile::tempdir().unwrap();
    stopped_run(stopped.path());
    let bytes = fs::metadata(level(stopped.path()).join("00002.bits")).unwrap().len();
    let cases: [(Damage<'_>, Option<u32>, FileFault); 7] = [
        (&|folder| flip_bit(level(folder).join("00003.bits"), 1000), Some(3), FileFault::Altered),
        (&|folder| flip_bit(level(folder).join("00000.bits"), 30), Some(0), FileFault::BadHeader),
        (
            &|folder| truncate(level(folder).join("00002.bits")),
            Some(2),
            FileFault::Length { expected: bytes, found: bytes - 1 },
        ),
        (&|folder| fs::remove_file(level(folder).join("00001.bits")).unwrap(), Some(1), FileFault::Missing),
        // An intact file of another shard, and one of an older level.
        (
            &|folder| {
                let other = level(folder).join("00001.bits");
                fs::copy(other, level(folder).join("00002.bits")).unwrap();
            },
            Some(2),
            FileFault::OtherContents,
        ),
        (
            &|folder| {
                let older = folder.join("level-00012/00003.bits");
                fs::copy(older, level(folder).join("00003.bits")).unwrap();
            },
            Some(3),
            FileFault::OtherContents,
        ),
        (&|folder| flip_bit(folder.join("level-00013.json"), 40), None, FileFault::Altered),
    ];
    for (damage, shard, fault) in cases {
        let folder = tempfile::tempdir().unwrap();
        copy(stopped.path(), folder.path());
        damage(folder.path());
        let mut again = with_checkpoints(exploration(3, 3), folder.path(), Resume::Always);
        again.checkpoint.as_mut().unwrap().every = 20;
        let (rest, events) = run(&again, 3, &Budget::unlimited());
        assert_eq!(rest.unwrap().unwrap(), whole);
        assert_eq!(
            events[..2],
            [
                Event::Note(Note::CheckpointRejected { level: 13, shard, fault }),
                Event::Note(Note::Resumed { level: 12 })
            ]
        );
    }
}

/// A number in the contents of a file: the `at`th word of the bits, or the `at`th of the numbers of the marks.
fn forge(folder: &Path, file: &str, (header, at, width): (usize, usize, usize), number: u64) {
    let path = folder.join(file);
    let mut bytes = fs::read(&path).unwrap();
    bytes[header + at * width..][..width].copy_from_slice(&number.to_le_bytes()[..width]);
    fuzz::write_as_if_intact(folder, &path, bytes);
}

#[test]
fn levels_that_no_run_can_have_written_are_rejected_though_their_checksums_are_right() {
    const BITS: (usize, usize, usize) = (52, 7, 2);
    const FIRST_OF_MARK: (usize, usize, usize) = (52, 2, 8);
    const ORDERS_OF_MARK: (usize, usize, usize) = (52, 3, 8);
    let stopped = tempfile::tempdir().unwrap();
    let whole = walked(&exploration(3, 3), 1);
    let space = Space::new(Shape::new(3, 3).unwrap(), 8, Metric::Single).unwrap();
    let spilling = || Budget::unlimited().max_bytes(space.bytes() - Shard::bytes(space.ranking().orders()) / 8 * 7);
    let part = Exploration { depth: Some(12), ..with_checkpoints(exploration(3, 3), stopped.path(), Resume::Never) };
    assert_eq!(run(&part, 2, &spilling()).0.unwrap().unwrap().stopped, Some(Limit::Depth));
    let marks = names(&stopped.path().join("level-00013")).into_iter().filter(|name| name.contains(".marks"));
    let marks: Vec<String> = marks.map(|name| format!("level-00013/{name}")).collect();
    let shard: u32 = marks[1]["level-00013/".len()..][..5].parse().unwrap();
    let replaced = |folder: &Path, old: &str, new: &str| {
        let path = folder.join("level-00013.json");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{text}");
        fuzz::write_as_if_intact(folder, &path, text.replacen(old, new, 1).into_bytes());
    };
    let deepest = format!(",{}]", whole_deepest(&part));
    let states = whole.depths[12];
    let cases: [(Damage<'_>, Option<u32>, FileFault); 9] = [
        // A state with its blank in a tenth cell; marks before all shards, of other shards, of no state and of no such cell.
        (&|folder| forge(folder, "level-00013/00003.bits", BITS, 1 << 9), Some(3), FileFault::Altered),
        (&|folder| forge(folder, &marks[1], FIRST_OF_MARK, 0), Some(shard), FileFault::Altered),
        (&|folder| forge(folder, &marks[1], FIRST_OF_MARK, u64::MAX), Some(shard), FileFault::Altered),
        (&|folder| forge(folder, &marks[1], ORDERS_OF_MARK, 0), Some(shard), FileFault::Altered),
        (
            &|folder| {
                let bytes = fs::read(folder.join(&marks[1])).unwrap();
                let first = u64::from_le_bytes(bytes[52 + 16..][..8].try_into().unwrap());
                forge(folder, &marks[1], FIRST_OF_MARK, first | 15);
            },
            Some(shard),
            FileFault::Altered,
        ),
        // A deepest board that there is not, boards that are not in order, and counts that are too many.
        (&|folder| replaced(folder, &deepest, ",181440]"), None, FileFault::BadHeader),
        (&|folder| replaced(folder, &deepest, ",0]"), None, FileFault::BadHeader),
        (&|folder| replaced(folder, &format!(",{states}]"), ",181440]"), None, FileFault::BadHeader),
        (&|folder| replaced(folder, &format!(",{states}]"), &format!(",{}]", u64::MAX)), None, FileFault::BadHeader),
    ];
    for (number, (forge, shard, fault)) in cases.into_iter().enumerate() {
        for budget in [spilling(), Budget::unlimited()] {
            let folder = tempfile::tempdir().unwrap();
            copy(stopped.path(), folder.path());
            forge(folder.path());
            let mut again = with_checkpoints(exploration(3, 3), folder.path(), Resume::Always);
            (again.depth, again.checkpoint.as_mut().unwrap().every) = (Some(13), 100);
            let (rest, events) = run(&again, 2, &budget);
            let rejected = Note::CheckpointRejected { level: 13, shard, fault };
            let expected = [rejected, Note::Resumed { level: 12 }].map(Event::Note);
            assert_eq!(events[..2], expected, "case {number}");
            assert_eq!(rest.unwrap().unwrap().depths, whole.depths[..14], "case {number}");
        }
    }
}

/// The last of the deepest boards that a manifest lists.
fn whole_deepest(part: &Exploration) -> u64 {
    let plain = Exploration { checkpoint: None, ..part.clone() };
    *walked(&plain, 1).deepest.last().unwrap()
}

#[test]
fn a_run_that_is_resumed_at_its_last_level_counts_no_further() {
    let folder = tempfile::tempdir().unwrap();
    stopped_run(folder.path());
    let whole = walked(&exploration(3, 3), 1);
    for threads in [1, 3] {
        let again = Exploration {
            depth: Some(12),
            deepest: 7,
            ..with_checkpoints(exploration(3, 3), folder.path(), Resume::Always)
        };
        let (resumed, events) = run(&again, threads, &Budget::unlimited());
        let resumed = resumed.unwrap().unwrap();
        assert_eq!((resumed.stopped, &resumed.depths[..]), (Some(Limit::Depth), &whole.depths[..13]));
        assert_eq!(resumed.deepest.len(), 7, "as many as this run was asked for");
        assert_eq!(events, [Event::Note(Note::Resumed { level: 13 })]);
    }
}

#[test]
fn a_run_that_cannot_be_resumed_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let nothing = run(&with_checkpoints(exploration(3, 3), &path, Resume::Always), 2, &Budget::unlimited()).0;
    assert_eq!(nothing, Err(ExploreError::NothingToResume { folder: path.clone() }));
    stopped_run(&path);
    let shape = Shape::new(3, 3).unwrap();
    let again = run(&with_checkpoints(exploration(3, 3), &path, Resume::Never), 2, &Budget::unlimited()).0;
    assert_eq!(again, Err(ExploreError::InUse { folder: path.clone(), shape, level: 13 }));
    for other in [
        exploration(2, 4),
        Exploration { metric: Metric::Multi, ..exploration(3, 3) },
        Exploration { goal_blank: 0, ..exploration(3, 3) },
    ] {
        let refused = run(&with_checkpoints(other, &path, Resume::IfPossible), 2, &Budget::unlimited()).0;
        assert_eq!(refused, Err(ExploreError::OtherRun { folder: path.clone(), shape }));
    }
    // Two that are damaged leave the third.
    let damage = |level: u32| fs::remove_file(path.join(format!("level-{level:05}/00002.bits"))).unwrap();
    (12..=13).for_each(damage);
    let mut still = with_checkpoints(exploration(3, 3), &path, Resume::Always);
    (still.depth, still.checkpoint.as_mut().unwrap().every) = (Some(11), 20);
    let (_, events) = run(&still, 2, &Budget::unlimited());
    assert!(events.contains(&Event::Note(Note::Resumed { level: 11 })), "{events:?}");
    damage(11);
    let (lost, events) = run(&with_checkpoints(exploration(3, 3), &path, Resume::Always), 2, &Budget::unlimited());
    assert_eq!(lost, Err(ExploreError::NothingToResume { folder: path.clone() }));
    assert_eq!(events.len(), 1);
    // A run may start again instead; what was damaged is removed.
    let (again, _) = run(&with_checkpoints(exploration(3, 3), &path, Resume::IfPossible), 2, &Budget::unlimited());
    assert_eq!(again.unwrap().unwrap(), walked(&exploration(3, 3), 1));
    assert!(!names(&path).contains(&"level-00011".to_owned()));
}

#[test]
fn shards_that_exceed_the_memory_are_spilled_to_disk() {
    let folder = tempfile::tempdir().unwrap();
    let whole = walked(&exploration(2, 5), 1);
    let space = Space::new(Shape::new(2, 5).unwrap(), 9, Metric::Single).unwrap();
    let planes = Shard::bytes(space.ranking().orders());
    let tables = space.bytes() - planes;
    for (at, (threads, part, checkpoints)) in [(1, 3, false), (2, 10, false), (2, 4, true)].into_iter().enumerate() {
        let spill = folder.path().join(format!("spill{at}"));
        let kept = folder.path().join(format!("kept{at}"));
        let plain = Exploration { spill: Some(spill.clone()), ..exploration(2, 5) };
        let mut exploration = if checkpoints { with_checkpoints(plain, &kept, Resume::Never) } else { plain };
        if let Some(checkpoint) = &mut exploration.checkpoint {
            checkpoint.every = 5;
        }
        let budget = Budget::unlimited().max_bytes(tables + planes / part);
        let (walked, _) = run(&exploration, threads, &budget);
        assert_eq!(walked.unwrap().unwrap(), whole, "case {at}");
        assert!(!spill.exists(), "nothing is left");
        if checkpoints {
            let levels = [45, 50, 55].map(|level| [format!("level-{level:05}"), format!("level-{level:05}.json")]);
            assert_eq!(names(&kept), levels.concat());
            let last = Exploration {
                checkpoint: with_checkpoints(exploration.clone(), &kept, Resume::Always).checkpoint,
                ..exploration
            };
            // In memory now, from what was spilled.
            assert_eq!(run(&last, 1, &Budget::unlimited()).0.unwrap().unwrap(), whole);
        }
    }
    let (refused, _) = run(&exploration(2, 5), 1, &Budget::unlimited().max_bytes(tables + planes - 1));
    assert_eq!(refused, Err(ExploreError::Stopped(Limit::Memory)));
}

#[test]
fn a_folder_that_is_not_writable_does_not_stop_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let (walked_there, events) =
        run(&with_checkpoints(exploration(2, 3), &file.join("deep"), Resume::Never), 2, &Budget::unlimited());
    assert_eq!(walked_there.unwrap().unwrap(), walked(&exploration(2, 3), 1));
    let faults = events
        .iter()
        .filter(|event| matches!(event, Event::Note(Note::CheckpointNotWritten { error: SaveError::ReadOnly, .. })));
    assert_eq!(faults.count(), 22);
}

#[test]
fn different_explorations_have_different_fingerprints() {
    let plain = exploration(3, 3);
    let others = [
        exploration(4, 2),
        Exploration { goal_blank: 4, ..plain.clone() },
        Exploration { metric: Metric::Multi, ..plain.clone() },
        Exploration { depth: Some(3), ..plain.clone() },
        with_checkpoints(plain.clone(), Path::new("here"), Resume::Never),
    ];
    assert!(others.iter().all(|other| other.fingerprint() != plain.fingerprint()));
    assert_eq!(exploration(3, 3).fingerprint(), plain.fingerprint());
}

#[test]
fn the_distance_of_every_board_is_written_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("distances");
    for (exploration, width) in
        [(exploration(3, 3), Width::Byte), (Exploration { metric: Metric::Multi, ..exploration(2, 4) }, Width::TwoBits)]
    {
        let built =
            DistanceTable::build(exploration.shape, exploration.goal_blank, exploration.metric, &Budget::unlimited())
                .unwrap();
        let exploration = Exploration { table: Some((path.clone(), width)), ..exploration };
        for write in
            [&|| walked(&exploration, 3), &|| connected(&exploration, 2, 2) as Walked] as [&dyn Fn() -> Walked; 2]
        {
            write();
            let table = DistanceTable::open(&path).unwrap();
            let ranks = 0..built.space().ranking().states();
            assert!(ranks.into_iter().all(|rank| table.distance_of(rank) == built.distance_of(rank)));
            fs::remove_file(&path).unwrap();
        }
    }
    let nowhere = Exploration { table: Some((path.join("deep"), Width::Byte)), ..exploration(2, 3) };
    let (counted, events) = run(&nowhere, 2, &Budget::unlimited());
    assert_eq!(counted.unwrap().unwrap(), walked(&exploration(2, 3), 1));
    assert!(matches!(events.last(), Some(Event::Note(Note::TableNotWritten { .. }))));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn two_runs_at_once_do_not_damage_a_file_of_distances() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("distances");
    let both = [0, 7].map(|goal_blank| Exploration {
        goal_blank,
        table: Some((path.clone(), if goal_blank == 0 { Width::Byte } else { Width::TwoBits })),
        ..exploration(2, 4)
    });
    for _ in 0..30 {
        std::thread::scope(|scope| {
            for exploration in &both {
                scope.spawn(|| {
                    let (_, events) = run(exploration, 2, &Budget::unlimited());
                    assert!(events.iter().all(|event| matches!(event, Event::Level(_))), "{:?}", events.last());
                });
            }
        });
        let table = DistanceTable::open(&path).unwrap();
        assert!([0, 7].contains(&table.space().ranking().goal_blank()));
        assert_eq!(names(folder.path()), ["distances"]);
    }
}

#[test]
fn what_a_killed_run_left_of_a_file_of_distances_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("distances");
    let written = |name: &str| {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).unwrap();
        file
    };
    drop(written(".distances.1.0.part"));
    let locked = written(".distances.2.0.part");
    locked.lock().unwrap();
    walked(&Exploration { table: Some((path, Width::Byte)), ..exploration(2, 3) }, 2);
    assert_eq!(names(folder.path()), [".distances.2.0.part", "distances"], "a run that still writes keeps its file");
}
