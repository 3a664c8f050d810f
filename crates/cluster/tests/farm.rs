//! Jobs over real processes: this test program, started once more with a variable that makes it a process of the farm.

#![cfg(unix)]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use hueco_cluster::{Farm, FarmError, FarmProcess, Loss, LostProcess, Reply, Task};
use serde_json::json;

const ROLE: &str = "HUECO_TEST_FARM_PROCESS";

/// Not a test: what a process of the farm does. The text of a job says how it behaves.
#[test]
fn process() {
    let Ok(role) = std::env::var(ROLE) else { return };
    if role == "dead" {
        std::process::exit(3);
    }
    // Ends the line that the test harness has started.
    println!();
    let cancel = Arc::new(AtomicBool::new(false));
    let process = FarmProcess::join(&cancel);
    // A signal may take effect a moment after it was sent: there must be no answer in between.
    let end_by = |signal: &str| loop {
        Command::new("kill").args([signal, &std::process::id().to_string()]).status().unwrap();
    };
    while let Some((number, text)) = process.next() {
        let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let is_first_time = || std::fs::OpenOptions::new().write(true).create_new(true).open(rest).is_ok();
        match verb {
            "die" => end_by("-KILL"),
            "die-once" if is_first_time() => end_by("-KILL"),
            "freeze-once" if is_first_time() => end_by("-STOP"),
            "wait-for-stop" => {
                while !cancel.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            _ => {}
        }
        println!("a line that is not a message");
        process.answer(number, json!([text, std::process::id()]));
    }
    std::process::exit(0);
}

fn command(role: &'static str) -> impl Fn(usize) -> Command {
    move |_| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "process", "--nocapture", "--test-threads=1"]).env(ROLE, role).stderr(Stdio::null());
        command
    }
}

struct Ran {
    result: Result<(), FarmError>,
    /// The text of every answer, in order.
    answers: Vec<Result<String, Loss>>,
    lost: Vec<LostProcess>,
    processes: HashSet<u64>,
}

fn run(farm: &Farm<'_>, tasks: impl Iterator<Item = Task<usize>> + Send + 'static) -> Ran {
    let (mut answers, mut lost, mut processes) = (Vec::new(), Vec::new(), HashSet::new());
    let mut answer = |place: usize, reply: Reply| {
        assert_eq!(place, answers.len(), "in order");
        answers.push(match reply {
            Reply::Answer(value) => {
                processes.insert(value[1].as_u64().unwrap());
                Ok(value[0].as_str().unwrap().to_owned())
            }
            Reply::Skipped => Ok("skipped".to_owned()),
            Reply::Lost(loss) => Err(loss),
        });
        ControlFlow::Continue(())
    };
    let result = farm.run(tasks, &mut answer, &mut |it| lost.push(it));
    Ran { result, answers, lost, processes }
}

fn jobs(texts: &[String]) -> impl Iterator<Item = Task<usize>> + Send + 'static {
    let texts = texts.to_vec();
    texts.into_iter().enumerate().map(|(place, text)| Task::Job(text, place))
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn farm(processes: usize, command: &dyn Fn(usize) -> Command) -> Farm<'_> {
    Farm { processes, jobs_at_once: 1, command, window: 50, timeout: Duration::from_secs(60), cancel: &NEVER }
}

#[test]
fn answers_come_in_order_with_skipped_tasks_between_them() {
    let command = command("works");
    for processes in [1, 3] {
        let tasks = (0..400).map(|place| match place % 5 {
            0 => Task::Skip(place),
            _ => Task::Job(format!("job {place} ¡ñ \" \\ \u{2028}"), place),
        });
        let ran = run(&farm(processes, &command), tasks);
        assert_eq!(ran.result, Ok(()));
        assert_eq!(ran.answers.len(), 400);
        for (place, answer) in ran.answers.iter().enumerate() {
            let text = if place % 5 == 0 { "skipped".to_owned() } else { format!("job {place} ¡ñ \" \\ \u{2028}") };
            assert_eq!(*answer, Ok(text));
        }
        assert!(ran.lost.is_empty());
        assert!((1..=processes).contains(&ran.processes.len()));
    }
    let ran = run(&farm(4, &command), jobs(&["one".to_owned()]));
    assert_eq!(ran.processes.len(), 1, "no more than there are jobs");
    assert!(run(&farm(2, &command), std::iter::empty()).answers.is_empty());
}

#[test]
fn jobs_of_a_lost_process_are_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let mark = |name: &str| folder.path().join(name).display().to_string();
    for (at, verb) in ["die-once", "freeze-once"].into_iter().enumerate() {
        let mut texts: Vec<String> = (0..60).map(|place| format!("job {place}")).collect();
        texts[7] = format!("{verb} {}", mark(&format!("a{at}")));
        if verb == "die-once" {
            texts[30] = format!("{verb} {}", mark("b"));
        }
        let command = command("works");
        // Not so short that a busy machine makes processes look silent.
        let ran = run(&Farm { timeout: Duration::from_secs(4), ..farm(2, &command) }, jobs(&texts));
        assert_eq!(ran.result, Ok(()));
        assert_eq!(ran.answers, texts.into_iter().map(Ok).collect::<Vec<_>>());
        let loss = if at == 0 { Loss::Ended(Some(9)) } else { Loss::Silent };
        assert_eq!(ran.lost.len(), 2 - at);
        assert!(
            ran.lost.iter().all(|lost| lost.loss == loss && lost.repeated >= 1 && lost.process < 2),
            "{:?}",
            ran.lost
        );
    }
}

#[test]
fn a_job_that_kills_its_process_is_given_up_and_no_other() {
    let mut texts: Vec<String> = (0..40).map(|place| format!("job {place}")).collect();
    texts[11] = "die".to_owned();
    texts[12] = "die".to_owned();
    let command = command("works");
    let ran = run(&farm(2, &command), jobs(&texts));
    assert_eq!(ran.result, Ok(()));
    for (place, answer) in ran.answers.iter().enumerate() {
        let expected = if texts[place] == "die" { Err(Loss::Ended(Some(9))) } else { Ok(texts[place].clone()) };
        assert_eq!(*answer, expected);
    }
    assert_eq!((ran.answers.len(), ran.lost.len()), (40, 6));
}

#[test]
fn processes_that_never_start_a_job_end_the_run() {
    let command = command("dead");
    let ran = run(&farm(2, &command), jobs(&["one".to_owned()]));
    assert_eq!(ran.result, Err(FarmError::LostBeforeWork(6)));
    let missing = |_| Command::new("/no/such/program");
    let ran = run(&farm(2, &missing), jobs(&["one".to_owned()]));
    assert_eq!(ran.result, Err(FarmError::Start(std::io::ErrorKind::NotFound)));
}

#[test]
fn tasks_are_answered_while_more_are_to_come() {
    let (sender, tasks) = mpsc::channel();
    let (answered, answers) = mpsc::channel();
    let feeder = std::thread::spawn(move || {
        for place in 0..5 {
            sender.send(Task::Job(format!("job {place}"), place)).unwrap();
            assert_eq!(answers.recv_timeout(Duration::from_secs(60)), Ok(place), "before the next task is sent");
        }
    });
    let command = command("works");
    let mut answer = |place, _| {
        answered.send(place).unwrap();
        ControlFlow::Continue(())
    };
    farm(2, &command).run(tasks.into_iter(), &mut answer, &mut |_| ()).unwrap();
    feeder.join().unwrap();
}

#[test]
fn no_more_tasks_are_taken_than_the_window_holds() {
    let taken = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let tasks = (0..2000usize).map(move |place| {
        counter.fetch_add(1, Ordering::Relaxed);
        Task::Job(format!("job {place}"), place)
    });
    let command = command("works");
    let mut most = 0;
    let mut answer = |place: usize, _| {
        most = most.max(taken.load(Ordering::Relaxed) - place);
        ControlFlow::Continue(())
    };
    farm(2, &command).run(tasks, &mut answer, &mut |_| ()).unwrap();
    assert!((2..=50 + 20).contains(&most), "{most}");
}

#[test]
fn a_cancelled_run_passes_on_what_is_in_order_and_ends() {
    let cancel = AtomicBool::new(false);
    let command = command("works");
    let texts = ["job", "job", "wait-for-stop", "job", "wait-for-stop", "job", "job"].map(str::to_owned);
    let mut received = Vec::new();
    let mut answer = |place: usize, reply: Reply| {
        let Reply::Answer(value) = reply else { panic!("{reply:?}") };
        received.push(value[0].as_str().unwrap().to_owned());
        cancel.store(place >= 1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let farm = Farm { cancel: &cancel, ..farm(2, &command) };
    farm.run(jobs(&texts), &mut answer, &mut |lost| panic!("{lost:?}")).unwrap();
    assert!((2..=texts.len()).contains(&received.len()));
    assert_eq!(received, texts[..received.len()]);
}

#[test]
fn the_receiver_of_the_answers_may_end_the_run() {
    let command = command("works");
    let mut received = 0;
    let mut answer = |_, _| {
        received += 1;
        ControlFlow::Break(())
    };
    farm(2, &command).run((0..).map(|place| Task::Job("job".to_owned(), place)), &mut answer, &mut |_| ()).unwrap();
    assert_eq!(received, 1);
}
