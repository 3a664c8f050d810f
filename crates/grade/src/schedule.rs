//! Which case of which program runs next, on several threads.
//!
//! A case takes a *place*, of which there are as many as programs run at a time. A program that is still running after a few
//! seconds gives its place back and continues at a lower priority: most likely it hangs, and the others need not wait for it.
//! A program that ran out of time in [`Plan::give_up_after`] cases is not run on the cases that come after those; while that
//! many are slow, its other cases wait. Which cases those are follows from the verdicts in the order of the cases, not from
//! which was first.
//!
//! A program that ran out of time because it waited for a core, and that passed other cases, runs once more.
//!
//! A thread that panics, the caller's included, ends the others after their cases; the caller panics.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::exam::{Exam, Verdict};
use crate::program::ProgramError;
use crate::run::{Ending, RunError};
use crate::submission::Built;

/// After this time a program gives its place back.
const SLOW_AFTER: Duration = Duration::from_secs(5);
/// The most programs that run without a place.
const MAX_SLOW: usize = 32;
/// How often the interrupt is read while there is nothing to do.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What is run, and how.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) exam: &'a Exam,
    /// How many programs run at a time.
    pub(crate) places: usize,
    pub(crate) interrupt: Option<&'a AtomicBool>,
}

/// Makes a program ready.
pub(crate) type Build<'a> = dyn Fn(usize) -> Result<Result<Built, ProgramError>, RunError> + Sync + 'a;

/// What came of a program: its verdicts, as far as the grading came.
pub(crate) type Graded = Result<Vec<Verdict>, ProgramError>;

/// What is reported while it happens.
pub(crate) enum Report<'a> {
    /// The next verdict of a program, in the order of the cases.
    Verdict(&'a Verdict),
    /// A program is done.
    Program(&'a Graded),
}

enum Stage {
    Unbuilt,
    Building,
    Built(Arc<Built>),
    Failed(ProgramError),
}

/// How far one program is.
struct Progress {
    stage: Stage,
    /// The next case to run.
    next: usize,
    running: usize,
    slow: usize,
    /// Cases to run once more.
    again: Vec<usize>,
    was_again: bool,
    verdicts: Vec<Option<Verdict>>,
}

/// What the threads share.
struct Table {
    programs: Vec<Progress>,
    free: usize,
    slow: usize,
    failed: Option<RunError>,
    /// A thread has panicked: what it had begun is never done.
    has_panicked: bool,
}

enum Job {
    Build(usize),
    Case { program: usize, case: usize, built: Arc<Built>, last_try: bool },
}

/// Runs `count` programs. `report` is called on this thread.
pub(crate) fn run(
    plan: Plan<'_>,
    count: usize,
    build: &Build<'_>,
    mut report: impl FnMut(usize, Report<'_>),
) -> Result<Vec<Option<Graded>>, RunError> {
    let cases = plan.exam.questions().len();
    let fresh = |_| Progress {
        stage: Stage::Unbuilt,
        next: 0,
        running: 0,
        slow: 0,
        again: Vec::new(),
        was_again: false,
        verdicts: vec![None; cases],
    };
    let table = Table {
        programs: (0..count).map(fresh).collect(),
        free: plan.places.max(1),
        slow: 0,
        failed: None,
        has_panicked: false,
    };
    let floor = Floor { plan, build, table: Mutex::new(table), changed: Condvar::new() };
    let (sender, receiver) = channel();
    let mut graded: Vec<Option<Graded>> = (0..count).map(|_| None).collect();
    let mut reported = vec![0; count];
    std::thread::scope(|scope| {
        let _alarm = Alarm(&floor);
        for _ in 0..(plan.places.max(1) + MAX_SLOW).min(count * cases) {
            let (floor, sender) = (&floor, sender.clone());
            scope.spawn(move || floor.work(&sender));
        }
        drop(sender);
        for at in receiver {
            let table = floor.lock();
            let progress = &table.programs[at];
            for verdict in progress.settled(plan).skip(reported[at]) {
                report(at, Report::Verdict(verdict));
                reported[at] += 1;
            }
            if let Some(done) = progress.done(plan).filter(|_| graded[at].is_none()) {
                for verdict in done.iter().flatten().skip(reported[at]) {
                    report(at, Report::Verdict(verdict));
                }
                report(at, Report::Program(&done));
                graded[at] = Some(done);
            }
        }
    });
    let table = floor.table.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = table.failed {
        return Err(error);
    }
    // An interrupt leaves the verdicts up to the first that is missing.
    for (graded, progress) in graded.iter_mut().zip(&table.programs) {
        if graded.is_none() && progress.next > 0 {
            *graded = Some(Ok(progress.settled(plan).cloned().collect()));
        }
    }
    Ok(graded)
}

impl Progress {
    fn timed_out(&self) -> usize {
        self.verdicts.iter().flatten().filter(|verdict| verdict.ending == Ending::TimedOut).count()
    }

    /// The first case that is not run because of those before it.
    fn given_up_at(&self, plan: Plan<'_>) -> Option<usize> {
        let allowed = plan.exam.give_up_after().checked_sub(1)?;
        let is_over = |verdict: &Option<Verdict>| verdict.as_ref().is_some_and(|v| v.ending == Ending::TimedOut);
        let last = self.verdicts.iter().enumerate().filter(|(_, verdict)| is_over(verdict)).nth(allowed)?.0;
        // All cases before must be known, else another one may be the last.
        self.verdicts[..last].iter().all(Option::is_some).then_some(last + 1)
    }

    /// The verdicts that no later one changes.
    fn settled(&self, plan: Plan<'_>) -> impl Iterator<Item = &Verdict> {
        let first_open = self.again.iter().copied().min().unwrap_or(usize::MAX);
        let end = self.given_up_at(plan).unwrap_or(usize::MAX).min(first_open);
        self.verdicts.iter().take(end).map_while(Option::as_ref)
    }

    fn done(&self, plan: Plan<'_>) -> Option<Graded> {
        match &self.stage {
            Stage::Failed(error) => return Some(Err(error.clone())),
            Stage::Built(_) if self.running == 0 && self.again.is_empty() => {}
            _ => return None,
        }
        let given_up = self.given_up_at(plan);
        let mut verdicts = Vec::with_capacity(self.verdicts.len());
        for (case, verdict) in self.verdicts.iter().enumerate() {
            verdicts.push(match verdict {
                _ if given_up.is_some_and(|first| case >= first) => plan.exam.not_run(case),
                Some(verdict) => verdict.clone(),
                None => return None,
            });
        }
        Some(Ok(verdicts))
    }
}

/// What a thread needs.
struct Floor<'a> {
    plan: Plan<'a>,
    build: &'a Build<'a>,
    table: Mutex<Table>,
    changed: Condvar,
}

/// Ends the work when the thread that holds it panics: the others would wait for what it had begun.
struct Alarm<'f>(&'f Floor<'f>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().has_panicked = true;
            self.0.changed.notify_all();
        }
    }
}

impl Floor<'_> {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, sender: &Sender<usize>) {
        let _alarm = Alarm(self);
        let mut table = self.lock();
        loop {
            let interrupted = self.plan.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if interrupted || table.failed.is_some() || table.has_panicked {
                return;
            }
            let job = if table.free > 0 { table.next_job(self.plan) } else { None };
            let Some(job) = job else {
                if table.is_done(self.plan) {
                    return;
                }
                let waited = self.changed.wait_timeout(table, LOOK_EVERY);
                table = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            table.free -= 1;
            drop(table);
            let program = match job {
                Job::Build(program) => {
                    self.prepare(program);
                    program
                }
                Job::Case { program, case, built, last_try } => {
                    self.case(program, case, &built, last_try);
                    program
                }
            };
            // The receiver is there as long as this thread is.
            let _ = sender.send(program);
            self.changed.notify_all();
            table = self.lock();
        }
    }

    fn prepare(&self, program: usize) {
        let built = (self.build)(program);
        let mut table = self.lock();
        table.free += 1;
        match built {
            Err(error) => table.failed = Some(error),
            Ok(Err(error)) => table.programs[program].stage = Stage::Failed(error),
            Ok(Ok(built)) => table.programs[program].stage = Stage::Built(Arc::new(built)),
        }
    }

    fn case(&self, program: usize, case: usize, built: &Built, last_try: bool) {
        let (was_slow, gave_place_back) = (AtomicBool::new(false), AtomicBool::new(false));
        let on_slow = || {
            let mut table = self.lock();
            table.programs[program].slow += 1;
            was_slow.store(true, Ordering::Relaxed);
            if table.slow < MAX_SLOW && !last_try {
                table.slow += 1;
                table.free += 1;
                gave_place_back.store(true, Ordering::Relaxed);
                self.changed.notify_all();
            }
        };
        let slow_after = SLOW_AFTER.min(self.plan.exam.limits().timeout);
        let ran = self.plan.exam.run_case(&built.program, case, self.plan.interrupt, Some((slow_after, &on_slow)));
        let mut table = self.lock();
        if gave_place_back.into_inner() {
            table.slow -= 1;
        } else {
            table.free += 1;
        }
        let (verdict, was_starved) = match ran {
            Ok(ran) => ran,
            Err(error) => {
                table.failed = Some(error);
                return;
            }
        };
        let progress = &mut table.programs[program];
        progress.running -= 1;
        progress.slow -= usize::from(was_slow.into_inner());
        if verdict.ending == Ending::Interrupted {
            return;
        }
        let passed_others = progress.verdicts.iter().flatten().any(|verdict| verdict.passed);
        if verdict.ending == Ending::TimedOut && was_starved && passed_others && !progress.was_again {
            progress.was_again = true;
            progress.again.push(case);
        }
        progress.verdicts[case] = Some(verdict);
    }
}

impl Table {
    /// The next job: programs in order, cases in order; cases once more come last.
    fn next_job(&mut self, plan: Plan<'_>) -> Option<Job> {
        let cases = plan.exam.questions().len();
        for (program, progress) in self.programs.iter_mut().enumerate() {
            match &progress.stage {
                Stage::Unbuilt => {
                    progress.stage = Stage::Building;
                    return Some(Job::Build(program));
                }
                Stage::Building | Stage::Failed(_) => {}
                Stage::Built(built) => {
                    let allowed = plan.exam.give_up_after();
                    let waits = allowed > 0 && progress.slow + progress.timed_out() >= allowed;
                    if progress.next < cases && !waits {
                        let (case, built) = (progress.next, built.clone());
                        progress.next += 1;
                        progress.running += 1;
                        return Some(Job::Case { program, case, built, last_try: false });
                    }
                }
            }
        }
        for (program, progress) in self.programs.iter_mut().enumerate() {
            if let (Stage::Built(built), Some(case)) = (&progress.stage, progress.again.pop()) {
                progress.running += 1;
                return Some(Job::Case { program, case, built: built.clone(), last_try: true });
            }
        }
        None
    }

    fn is_done(&self, plan: Plan<'_>) -> bool {
        self.programs.iter().all(|progress| progress.done(plan).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::{RecvTimeoutError, channel};

    use super::*;
    use crate::cases::{Case, Course, Part, Topic};
    use crate::judge::{Answer, JudgeOptions};
    use crate::run::Limits;

    /// Longer than anything here takes.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn exam() -> Exam {
        let case = |number: u32| Case {
            name: number.to_string(),
            about: Topic::Given,
            part: Part::Whole,
            stdin: Vec::new(),
            args: Vec::new(),
            answer: None,
        };
        let cases = (1..=3).map(case).collect();
        let key = |_, _: &Case| Ok(Answer::from(Vec::new()));
        let limits =
            Limits { timeout: Duration::from_secs(10), output: 1 << 20, memory: 1 << 30, processes: 40, files: 200 };
        Exam::new(Course::Solver, cases, &key, JudgeOptions::default(), limits).unwrap().with_isolation(false)
    }

    type Built = Result<super::Built, ProgramError>;

    /// Runs programs on two places, and expects that the panic arrives.
    fn panics(
        count: usize,
        build: impl Fn(usize) -> Built + Send + Sync + 'static,
        mut report: impl FnMut() + Send + 'static,
    ) {
        let (sender, ended) = channel::<()>();
        let running = std::thread::spawn(move || {
            let (exam, _sender) = (exam(), sender);
            let plan = Plan { exam: &exam, places: 2, interrupt: None };
            let _ = run(plan, count, &|at| Ok(build(at)), |_, _| report());
        });
        assert_eq!(ended.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected), "the others wait for ever");
        assert!(running.join().is_err());
    }

    #[test]
    fn a_thread_that_panics_ends_the_others() {
        let build = |at| if at == 1 { panic!("a fault of the program") } else { Err(ProgramError::Empty) };
        panics(3, build, || ());
    }

    #[test]
    fn a_report_that_panics_ends_all() {
        const PROGRAMS: usize = 10_000;
        let built = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&built);
        let build = move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(1));
            Err(ProgramError::Empty)
        };
        panics(PROGRAMS, build, || panic!("a fault of the program"));
        assert!(built.load(Ordering::SeqCst) < PROGRAMS, "all are built, though nobody wants to know");
    }
}
