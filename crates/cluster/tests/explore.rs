//! Whole spaces on threads, on connected teams, from checkpoints and on disk: always the same counts.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_cluster::{Checkpoint, Event, ExploreError, Job, Note, Resume, Team, explore, meet};
use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{DistanceTable, Options, Shard, Space, Walked, Width, enumerate};
use hueco_tiles::{Board, Metric, Shape};

fn job(rows: usize, cols: usize) -> Job {
    let shape = Shape::new(rows, cols).unwrap();
    Job {
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

fn keeping(job: Job, folder: &Path, resume: Resume) -> Job {
    Job { checkpoint: Some(Checkpoint { folder: folder.to_owned(), every: 1, resume }), ..job }
}

fn run(job: &Job, threads: usize, budget: &Budget) -> (Result<Option<Walked>, ExploreError>, Vec<Event>) {
    let mut events = Vec::new();
    let walked = explore(Team::threads(threads), job, budget, &mut |event| events.push(event));
    (walked, events)
}

fn walked(job: &Job, threads: usize) -> Walked {
    run(job, threads, &Budget::unlimited()).0.unwrap().expect("the first worker is here")
}

/// The same job on teams that are connected through the loopback interface, each as a process would be.
fn connected(job: &Job, processes: usize, threads: usize) -> Walked {
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = listeners.iter().map(|it| it.local_addr().unwrap().to_string()).collect();
    let threads: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(process, listener)| {
            let (job, addresses) = (job.clone(), addresses.clone());
            std::thread::spawn(move || {
                let never = AtomicBool::new(false);
                let patience = Duration::from_secs(60);
                let sockets = meet(&listener, &addresses, process, job.fingerprint(), patience, &never).unwrap();
                let team = Team::connected(sockets, process, threads).unwrap();
                explore(team, &job, &Budget::unlimited(), &mut |_| ()).unwrap()
            })
        })
        .collect();
    let results: Vec<Option<Walked>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(results[1..].iter().all(Option::is_none), "only the first tells");
    results[0].clone().expect("the first tells")
}

/// What the library's own enumeration finds in one process.
fn plain(job: &Job) -> (Vec<u64>, Vec<Board>) {
    let mut goal: Vec<u64> = (1..job.shape.cells() as u64).collect();
    goal.insert(job.goal_blank, 0);
    let goal = Board::new(job.shape, &goal).unwrap();
    let options = Options { metric: job.metric, threads: 1, deepest: job.deepest };
    let levels = enumerate(&goal, options, &Budget::unlimited(), &mut |_| ()).unwrap();
    (levels.depths, levels.deepest)
}

#[test]
fn every_configuration_counts_the_same() {
    for (rows, cols, metric, goal_blank) in [
        (2, 2, Metric::Single, 0),
        (2, 4, Metric::Single, 7),
        (3, 3, Metric::Single, 4),
        (3, 3, Metric::Multi, 8),
        (5, 2, Metric::Multi, 3),
        (1, 6, Metric::Single, 2),
    ] {
        let job = Job { metric, goal_blank, ..job(rows, cols) };
        let expected = plain(&job);
        let one = walked(&job, 1);
        assert_eq!(one.depths, expected.0, "{rows}x{cols}");
        assert_eq!(one.deepest.len(), expected.1.len());
        assert_eq!(one.stopped, None);
        for threads in [2, 3, 7] {
            assert_eq!(walked(&job, threads), one, "{rows}x{cols} on {threads} threads");
        }
        assert_eq!(connected(&job, 3, 1), one, "{rows}x{cols} on three processes");
        assert_eq!(connected(&job, 2, 2), one, "{rows}x{cols} on two processes of two threads");
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
        // Larger ones are run by the command, in release builds.
        if !["2x2", "3x2", "4x2", "3x3", "5x2"].contains(&words[0]) {
            continue;
        }
        let (rows, cols) = words[0].split_once('x').unwrap();
        let metric = if words[1] == "single" { Metric::Single } else { Metric::Multi };
        let job = Job { metric, ..job(rows.parse().unwrap(), cols.parse().unwrap()) };
        let counts: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        assert_eq!(walked(&job, 2).depths, counts, "{}", words[0]);
        compared += 1;
    }
    assert_eq!(compared, 10);
}

#[test]
fn a_limit_stops_all_and_the_rest_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let whole = walked(&job(3, 3), 1);
    for (threads, depth) in [(1, 0), (2, 9), (3, 30)] {
        let folder = folder.path().join(format!("{threads}"));
        let first = Job { depth: Some(depth), ..keeping(job(3, 3), &folder, Resume::No) };
        let part = walked(&first, threads);
        assert_eq!(part.stopped, Some(Limit::Depth));
        assert_eq!(part.depths, whole.depths[..=depth as usize]);
        // With another number of workers.
        let (rest, events) = run(&keeping(job(3, 3), &folder, Resume::Must), 4 - threads, &Budget::unlimited());
        assert_eq!(rest.unwrap().unwrap(), whole);
        assert_eq!(events[0], Event::Note(Note::Resumed { level: depth + 1 }));
    }
    let (stopped, _) = run(&job(3, 3), 2, &Budget::unlimited().max_nodes(1000));
    let stopped = stopped.unwrap().unwrap();
    assert_eq!(stopped.stopped, Some(Limit::Nodes));
    assert_eq!(stopped.depths, whole.depths[..stopped.depths.len()]);
    let flag = Arc::new(AtomicBool::new(false));
    flag.store(true, Ordering::Relaxed);
    let (stopped, _) = run(&job(3, 3), 2, &Budget::unlimited().cancel(flag));
    assert_eq!(stopped.unwrap().unwrap(), Walked { stopped: Some(Limit::Interrupt), ..Walked::default() });
}

#[test]
fn the_gauge_counts_every_state_and_those_of_an_earlier_run() {
    let folder = tempfile::tempdir().unwrap();
    let gauged = || {
        let gauge = Arc::new(Gauge::default());
        (Budget::unlimited().gauge(Arc::clone(&gauge)), gauge)
    };
    let (budget, gauge) = gauged();
    let first = Job { depth: Some(20), ..keeping(job(3, 3), folder.path(), Resume::No) };
    let part = run(&first, 2, &budget).0.unwrap().unwrap();
    assert_eq!(gauge.count(), part.depths.iter().sum::<u64>());
    let (budget, gauge) = gauged();
    run(&keeping(job(3, 3), folder.path(), Resume::Must), 3, &budget).0.unwrap();
    assert_eq!(gauge.count(), 181_440);
}

/// A run of 3x3 boards that stopped after level 12, with its checkpoints before levels 12 and 13.
fn stopped_run(folder: &Path) {
    let part = Job { depth: Some(12), ..keeping(job(3, 3), folder, Resume::No) };
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
fn the_last_two_levels_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    stopped_run(folder.path());
    assert_eq!(names(folder.path()), ["level-00012", "level-00012.json", "level-00013", "level-00013.json"]);
    assert_eq!(names(&folder.path().join("level-00013")).len(), 4);
}

type Harm<'a> = &'a dyn Fn(&Path);

#[test]
fn a_damaged_checkpoint_is_refused_and_the_one_before_taken() {
    let whole = walked(&job(3, 3), 1);
    let damage = |path: PathBuf, at: usize| {
        let mut bytes = fs::read(&path).unwrap();
        let at = at.min(bytes.len() - 1);
        bytes[at] ^= 4;
        fs::write(path, bytes).unwrap();
    };
    let cut = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap();
        fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    };
    let level = |folder: &Path| folder.join("level-00013");
    let stopped = tempfile::tempdir().unwrap();
    stopped_run(stopped.path());
    let bytes = fs::metadata(level(stopped.path()).join("00002.bits")).unwrap().len();
    let cases: [(Harm<'_>, Option<u32>, FileFault); 7] = [
        (&|folder| damage(level(folder).join("00003.bits"), 1000), Some(3), FileFault::Altered),
        (&|folder| damage(level(folder).join("00000.bits"), 30), Some(0), FileFault::BadHeader),
        (
            &|folder| cut(level(folder).join("00002.bits")),
            Some(2),
            FileFault::Length { expected: bytes, found: bytes - 1 },
        ),
        (&|folder| fs::remove_file(level(folder).join("00001.bits")).unwrap(), Some(1), FileFault::Missing),
        // A good file, but of another shard; and one of an older level.
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
        (&|folder| damage(folder.join("level-00013.json"), 40), None, FileFault::Altered),
    ];
    for (harm, shard, fault) in cases {
        let folder = tempfile::tempdir().unwrap();
        copy(stopped.path(), folder.path());
        harm(folder.path());
        let mut again = keeping(job(3, 3), folder.path(), Resume::Must);
        again.checkpoint.as_mut().unwrap().every = 20;
        let (rest, events) = run(&again, 3, &Budget::unlimited());
        assert_eq!(rest.unwrap().unwrap(), whole);
        assert_eq!(
            events[..2],
            [Event::Note(Note::Refused { level: 13, shard, fault }), Event::Note(Note::Resumed { level: 12 })]
        );
    }
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let nothing = run(&keeping(job(3, 3), &path, Resume::Must), 2, &Budget::unlimited()).0;
    assert_eq!(nothing, Err(ExploreError::NothingToResume { folder: path.clone() }));
    stopped_run(&path);
    let shape = Shape::new(3, 3).unwrap();
    let again = run(&keeping(job(3, 3), &path, Resume::No), 2, &Budget::unlimited()).0;
    assert_eq!(again, Err(ExploreError::InUse { folder: path.clone(), shape, level: 13 }));
    for other in [job(2, 4), Job { metric: Metric::Multi, ..job(3, 3) }, Job { goal_blank: 0, ..job(3, 3) }] {
        let refused = run(&keeping(other, &path, Resume::IfAny), 2, &Budget::unlimited()).0;
        assert_eq!(refused, Err(ExploreError::OtherRun { folder: path.clone(), shape }));
    }
    for level in [12, 13] {
        fs::remove_file(path.join(format!("level-{level:05}/00002.bits"))).unwrap();
    }
    let (lost, events) = run(&keeping(job(3, 3), &path, Resume::Must), 2, &Budget::unlimited());
    assert_eq!(lost, Err(ExploreError::NothingToResume { folder: path.clone() }));
    assert_eq!(events.len(), 2);
    // A supervisor may begin again instead.
    let (again, _) = run(&keeping(job(3, 3), &path, Resume::IfAny), 2, &Budget::unlimited());
    assert_eq!(again.unwrap().unwrap(), walked(&job(3, 3), 1));
}

#[test]
fn shards_beyond_memory_are_laid_down_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let whole = walked(&job(2, 5), 1);
    let space = Space::new(Shape::new(2, 5).unwrap(), 9, Metric::Single).unwrap();
    let planes = Shard::bytes(space.ranking().orders());
    let tables = space.bytes() - planes;
    for (at, (threads, part, checkpoints)) in [(1, 3, false), (2, 10, false), (2, 4, true)].into_iter().enumerate() {
        let spill = folder.path().join(format!("spill{at}"));
        let kept = folder.path().join(format!("kept{at}"));
        let plain = Job { spill: Some(spill.clone()), ..job(2, 5) };
        let mut job = if checkpoints { keeping(plain, &kept, Resume::No) } else { plain };
        if let Some(checkpoint) = &mut job.checkpoint {
            checkpoint.every = 5;
        }
        let budget = Budget::unlimited().max_bytes(tables + planes / part);
        let (walked, _) = run(&job, threads, &budget);
        assert_eq!(walked.unwrap().unwrap(), whole, "case {at}");
        assert!(!spill.exists(), "nothing is left");
        if checkpoints {
            assert_eq!(names(&kept), ["level-00050", "level-00050.json", "level-00055", "level-00055.json"]);
            let last = Job { checkpoint: keeping(job.clone(), &kept, Resume::Must).checkpoint, ..job };
            // In memory now, from what was laid down.
            assert_eq!(run(&last, 1, &Budget::unlimited()).0.unwrap().unwrap(), whole);
        }
    }
    let (refused, _) = run(&job(2, 5), 1, &Budget::unlimited().max_bytes(tables + planes - 1));
    assert_eq!(refused, Err(ExploreError::Stopped(Limit::Memory)));
}

#[test]
fn a_folder_that_cannot_be_written_to_does_not_stop_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let (walked_there, events) = run(&keeping(job(2, 3), &file.join("deep"), Resume::No), 2, &Budget::unlimited());
    assert_eq!(walked_there.unwrap().unwrap(), walked(&job(2, 3), 1));
    let faults =
        events.iter().filter(|event| matches!(event, Event::Note(Note::NotSaved { fault: SaveError::ReadOnly, .. })));
    assert_eq!(faults.count(), 22);
}

#[test]
fn jobs_that_differ_have_other_fingerprints() {
    let plain = job(3, 3);
    let others = [
        job(4, 2),
        Job { goal_blank: 4, ..plain.clone() },
        Job { metric: Metric::Multi, ..plain.clone() },
        Job { depth: Some(3), ..plain.clone() },
        keeping(plain.clone(), Path::new("here"), Resume::No),
    ];
    assert!(others.iter().all(|other| other.fingerprint() != plain.fingerprint()));
    assert_eq!(job(3, 3).fingerprint(), plain.fingerprint());
}

#[test]
fn the_distance_of_every_board_is_kept_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("distances");
    for (job, width) in [(job(3, 3), Width::Byte), (Job { metric: Metric::Multi, ..job(2, 4) }, Width::TwoBits)] {
        let built = DistanceTable::build(job.shape, job.goal_blank, job.metric, &Budget::unlimited()).unwrap();
        let job = Job { table: Some((path.clone(), width)), ..job };
        for write in [&|| walked(&job, 3), &|| connected(&job, 2, 2) as Walked] as [&dyn Fn() -> Walked; 2] {
            write();
            let table = DistanceTable::open(&path).unwrap();
            let ranks = 0..built.space().ranking().states();
            assert!(ranks.into_iter().all(|rank| table.distance_of(rank) == built.distance_of(rank)));
            fs::remove_file(&path).unwrap();
        }
    }
    let nowhere = Job { table: Some((path.join("deep"), Width::Byte)), ..job(2, 3) };
    let (counted, events) = run(&nowhere, 2, &Budget::unlimited());
    assert_eq!(counted.unwrap().unwrap(), walked(&job(2, 3), 1));
    assert!(matches!(events.last(), Some(Event::Note(Note::NoTable { .. }))));
    assert_eq!(names(folder.path()), [""; 0]);
}
