//! Many small jobs over local processes, answered in order.
//!
//! ```text
//! tasks ──reading thread──▶ window of jobs ──a few to each──▶ processes (processes.rs)
//!                              ▲    │ answers, put in order          │
//!                              │    └──▶ the caller                  │
//!                              └── jobs of a lost process, again ◀───┘
//! ```
//! A job is a line of text. A process is started when there is a job and no idle process. Each has a few jobs in advance,
//! enough for a moment: it never waits for the next one, and little is repeated if it is lost. The jobs of a lost process
//! go to the others, and a new process takes its place. A job during which three processes were lost may be what kills
//! them; it is given up.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::processes::{Loss, Parent, ProcessEvent, Processes};

/// How much work a process has in advance.
const ADVANCE: Duration = Duration::from_millis(50);
/// The most jobs that a process has in advance.
const MAX_ADVANCE: u32 = 64;
/// A job during which this many processes were lost is given up.
const MAX_LOSSES: u32 = 3;
/// Tasks that are read ahead of the window.
const READ_AHEAD: usize = 16;

/// What a process sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FromProcess {
    Started(u64),
    Answered(u64, Value),
}

/// What a process receives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ToProcess {
    Job(u64, String),
    Stop,
}

/// What is answered, in order. `K` is what the caller wants to have back with the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task<K> {
    /// A job for a process.
    Job(String, K),
    /// Nothing to do: it only waits for its turn.
    Skip(K),
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// What a process answered.
    Answer(Value),
    /// There was nothing to do.
    Skipped,
    /// Every process that tried was lost; this is how the last one was.
    Lost(Loss),
}

/// A process that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostProcess {
    /// Its number, from 0; the process that replaces it has the same.
    pub process: usize,
    /// How it was lost.
    pub loss: Loss,
    /// How many of its jobs are done again.
    pub repeated: usize,
}

/// Why a farm had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FarmError {
    /// No process could be started.
    #[error("no process could be started: {0}")]
    Start(std::io::ErrorKind),
    /// This many processes in a row were lost before they had started a job.
    #[error("{0} processes were lost before they had started a job")]
    LostBeforeWork(usize),
}

/// Local processes for many jobs.
pub struct Farm<'a> {
    /// The number of processes.
    pub processes: usize,
    /// How many jobs each does at the same time.
    pub jobs_at_once: usize,
    /// The command that starts a process, by its number.
    pub command: &'a dyn Fn(usize) -> Command,
    /// The most tasks that are held at a time, including answers that wait for their turn.
    pub window: usize,
    /// How long a process may send nothing.
    pub timeout: Duration,
    /// Becomes true when the user wants it to end.
    pub cancel: &'a AtomicBool,
}

impl Farm<'_> {
    /// Does all tasks. `on_reply` receives the replies in the order of the tasks, each as soon as its turn has come, and
    /// may end the run. `on_loss` is called for every process that was lost.
    ///
    /// After a cancel the processes are asked to stop, and the replies that are in order are still passed on. Tasks are
    /// taken in a thread that is not waited for, since it may be waiting for input.
    pub fn run<K: Send + 'static>(
        &self,
        tasks: impl Iterator<Item = Task<K>> + Send + 'static,
        on_reply: &mut dyn FnMut(K, Reply) -> ControlFlow<()>,
        on_loss: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let processes = Processes::new(self.timeout);
        let needs_tasks = Arc::new(AtomicBool::new(true));
        let (sender, tasks_read) = sync_channel(READ_AHEAD);
        let (waker, is_waiting) = (processes.waker(), Arc::clone(&needs_tasks));
        std::thread::spawn(move || {
            for task in tasks {
                if sender.send(task).is_err() {
                    return;
                }
                if is_waiting.swap(false, Ordering::SeqCst) {
                    waker.wake();
                }
            }
            drop(sender);
            waker.wake();
        });
        let mut run = Run {
            farm: self,
            processes,
            slots: (0..self.processes.max(1)).map(|_| None).collect(),
            jobs: BTreeMap::new(),
            queue: VecDeque::new(),
            tasks_taken: 0,
            lost_before_work: 0,
        };
        run.run(&tasks_read, &needs_tasks, on_reply, on_loss)
    }
}

/// A task without a reply, or whose reply waits for its turn.
struct Job<K> {
    kept: K,
    text: String,
    reply: Option<Reply>,
    losses: u32,
}

/// A process at work.
struct Slot {
    /// Its number among all that were ever started.
    number: usize,
    /// Its jobs in the order in which they were sent, and whether it has started each.
    jobs: VecDeque<(u64, bool)>,
    has_started_any: bool,
    /// From one answer to the next: a moving average.
    pace: Option<Duration>,
    last_answer: Instant,
}

impl Slot {
    fn has_room(&self, jobs_at_once: usize) -> bool {
        let jobs_in = |pace: Duration| ADVANCE.as_nanos() / pace.as_nanos().max(1);
        let advance = self.pace.map_or(1, |pace| jobs_in(pace).clamp(1, u128::from(MAX_ADVANCE)) as usize);
        self.jobs.len() < jobs_at_once + advance
    }

    fn answered(&mut self, place: usize) {
        self.jobs.remove(place);
        let now = Instant::now();
        let took = now.duration_since(std::mem::replace(&mut self.last_answer, now));
        self.pace = Some(self.pace.map_or(took, |pace| (3 * pace + took) / 4));
    }
}

struct Run<'a, K> {
    farm: &'a Farm<'a>,
    processes: Processes<FromProcess>,
    /// By process number; `None`: not started yet, or lost and not replaced yet.
    slots: Vec<Option<Slot>>,
    /// By place in the order of tasks. The first is the oldest whose reply was not passed on.
    jobs: BTreeMap<u64, Job<K>>,
    /// Jobs that no process has.
    queue: VecDeque<u64>,
    tasks_taken: u64,
    /// Processes lost in a row without having started a job.
    lost_before_work: usize,
}

impl<K> Run<'_, K> {
    fn run(
        &mut self,
        tasks: &Receiver<Task<K>>,
        needs_tasks: &AtomicBool,
        on_reply: &mut dyn FnMut(K, Reply) -> ControlFlow<()>,
        on_loss: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let mut stopped: Option<Instant> = None;
        loop {
            if stopped.is_none() && self.farm.cancel.load(Ordering::Relaxed) {
                stopped = Some(Instant::now());
                self.stop();
            }
            let is_all_taken = stopped.is_some() || self.take_tasks(tasks, needs_tasks);
            if self.pass_on_replies(on_reply).is_break() {
                return Ok(());
            }
            match stopped {
                None if is_all_taken && self.jobs.is_empty() => return Ok(()),
                None => self.assign()?,
                Some(moment) if moment.elapsed() > self.farm.timeout => return Ok(()),
                Some(_) if self.slots.iter().all(Option::is_none) => return Ok(()),
                Some(_) => {}
            }
            match self.processes.next_event() {
                None => {}
                Some(ProcessEvent::Message(number, message)) => self.receive(number, message),
                Some(ProcessEvent::Lost(number, loss)) => self.lose(number, loss, stopped.is_some(), on_loss)?,
            }
        }
    }

    fn stop(&mut self) {
        for slot in self.slots.iter().flatten() {
            self.processes.send(slot.number, &ToProcess::Stop);
        }
    }

    /// Fills the window. Returns whether no more tasks will come.
    fn take_tasks(&mut self, tasks: &Receiver<Task<K>>, needs_tasks: &AtomicBool) -> bool {
        while self.jobs.len() < self.farm.window.max(1) {
            // Set before the look, so that a task that arrives after it wakes this thread.
            needs_tasks.store(true, Ordering::SeqCst);
            let (kept, text, reply) = match tasks.try_recv() {
                Ok(Task::Job(text, kept)) => (kept, text, None),
                Ok(Task::Skip(kept)) => (kept, String::new(), Some(Reply::Skipped)),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            };
            if reply.is_none() {
                self.queue.push_back(self.tasks_taken);
            }
            self.jobs.insert(self.tasks_taken, Job { kept, text, reply, losses: 0 });
            self.tasks_taken += 1;
        }
        false
    }

    fn pass_on_replies(&mut self, on_reply: &mut dyn FnMut(K, Reply) -> ControlFlow<()>) -> ControlFlow<()> {
        while let Some(first) = self.jobs.first_entry() {
            if first.get().reply.is_none() {
                break;
            }
            let Job { kept, reply, .. } = first.remove();
            on_reply(kept, reply.unwrap_or(Reply::Skipped))?;
        }
        ControlFlow::Continue(())
    }

    /// Sends jobs to the processes that have the fewest; starts a process if none is idle.
    fn assign(&mut self) -> Result<(), FarmError> {
        while let Some(&job) = self.queue.front() {
            let is_any_idle = self.slots.iter().flatten().any(|slot| slot.jobs.is_empty());
            if !is_any_idle && let Some(process) = self.slots.iter().position(Option::is_none) {
                self.start(process)?;
                continue;
            }
            let with_room = self.slots.iter_mut().flatten().filter(|slot| slot.has_room(self.farm.jobs_at_once));
            let Some(slot) = with_room.min_by_key(|slot| slot.jobs.len()) else { return Ok(()) };
            if slot.jobs.is_empty() {
                slot.last_answer = Instant::now();
            }
            slot.jobs.push_back((job, false));
            let text = self.jobs.get(&job).map(|job| job.text.clone()).unwrap_or_default();
            self.processes.send(slot.number, &ToProcess::Job(job, text));
            self.queue.pop_front();
        }
        Ok(())
    }

    /// Starts a process. Where that is impossible, the others continue without it.
    fn start(&mut self, process: usize) -> Result<(), FarmError> {
        match self.processes.start((self.farm.command)(process)) {
            Ok(number) => {
                let (jobs, last_answer) = (VecDeque::new(), Instant::now());
                self.slots[process] = Some(Slot { number, jobs, has_started_any: false, pace: None, last_answer });
            }
            Err(error) => {
                self.slots.retain(Option::is_some);
                if self.slots.is_empty() {
                    return Err(FarmError::Start(error.kind()));
                }
            }
        }
        Ok(())
    }

    fn receive(&mut self, number: usize, message: FromProcess) {
        let Some(slot) = self.slots.iter_mut().flatten().find(|slot| slot.number == number) else { return };
        let (job, answer) = match message {
            FromProcess::Started(job) => (job, None),
            FromProcess::Answered(job, value) => (job, Some(value)),
        };
        let Some(place) = slot.jobs.iter().position(|(it, _)| *it == job) else { return };
        self.lost_before_work = 0;
        slot.has_started_any = true;
        slot.jobs[place].1 = true;
        if let Some(value) = answer {
            slot.answered(place);
            if let Some(job) = self.jobs.get_mut(&job) {
                job.reply = Some(Reply::Answer(value));
                job.text = String::new();
            }
        }
    }

    /// Takes back the jobs of a process that was lost.
    fn lose(
        &mut self,
        number: usize,
        loss: Loss,
        is_stopping: bool,
        on_loss: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let is_it = |slot: &Option<Slot>| slot.as_ref().is_some_and(|slot| slot.number == number);
        let Some(process) = self.slots.iter().position(is_it) else { return Ok(()) };
        let Some(slot) = self.slots[process].take() else { return Ok(()) };
        if is_stopping {
            return Ok(());
        }
        let mut repeated = 0;
        for (place, was_started) in slot.jobs.into_iter().rev() {
            let Some(job) = self.jobs.get_mut(&place) else { continue };
            job.losses += u32::from(was_started);
            if job.losses >= MAX_LOSSES {
                job.reply = Some(Reply::Lost(loss));
            } else {
                self.queue.push_front(place);
                repeated += 1;
            }
        }
        on_loss(LostProcess { process, loss, repeated });
        self.lost_before_work += usize::from(!slot.has_started_any);
        if self.lost_before_work >= MAX_LOSSES as usize * self.slots.len() {
            return Err(FarmError::LostBeforeWork(self.lost_before_work));
        }
        Ok(())
    }
}

/// A process of a farm, as seen by itself. Several threads may do its jobs.
pub struct FarmProcess {
    parent: Parent,
    jobs: Mutex<Receiver<(u64, String)>>,
    is_stopped: Arc<AtomicBool>,
}

impl FarmProcess {
    /// From now on this process sends heartbeats, receives jobs, and exits when the farm has ended. `cancel` becomes true
    /// when the farm asks it to stop.
    pub fn join(cancel: &Arc<AtomicBool>) -> Self {
        let (sender, jobs) = channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (cancel, stop) = (Arc::clone(cancel), Arc::clone(&is_stopped));
        let mut sender = Some(sender);
        let parent = Parent::connect(move |message| match message {
            ToProcess::Job(number, text) => {
                let _ = sender.as_ref().map(|sender| sender.send((number, text)));
            }
            ToProcess::Stop => {
                stop.store(true, Ordering::SeqCst);
                cancel.store(true, Ordering::SeqCst);
                sender = None;
            }
        });
        Self { parent, jobs: Mutex::new(jobs), is_stopped }
    }

    /// Waits for the next job and returns its number and its text; `None` after a stop.
    pub fn next(&self) -> Option<(u64, String)> {
        let (number, text) = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
        if self.is_stopped() {
            return None;
        }
        self.parent.send(&FromProcess::Started(number));
        Some((number, text))
    }

    /// Whether the farm has asked it to stop. A process that stops for another reason, such as a signal meant for it alone,
    /// should exit without an answer: then its jobs are done by others.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Answers a job.
    pub fn answer(&self, number: u64, value: Value) {
        self.parent.send(&FromProcess::Answered(number, value));
    }
}
