//! Many small jobs over local processes, answered in order.
//!
//! ```text
//! tasks ──feeder thread──▶ window of jobs ──a few to each──▶ processes (processes.rs)
//!                              ▲    │ answers, put in order          │
//!                              │    └──▶ the caller                  │
//!                              └── jobs of a lost process, again ◀───┘
//! ```
//! A job is a line of text. A process is started when there is a job and nobody idle to do it, and has as many jobs at hand
//! as it will do in a moment, so that it never waits for the next one and little is lost with it. Every process says that
//! it is alive twice a second; one that ends without having been told to, or says nothing for too long, is *lost*: its jobs
//! go to the others and another one takes its place. A job that was being done when its process was lost, three times over,
//! may be what kills them; it is answered as lost.
//!
//! ```text
//! a process is told    {"job":[7,"…"]}   "stop"    nothing any more: end at once
//! and says             {"began":7}   {"done":[7,…]}   "alive"
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::processes::{Heard, Processes, signal};
use crate::supervise::Loss;

/// How often a process says that it is alive.
const PULSE: Duration = Duration::from_millis(500);
/// How long the farm waits before it looks around.
const GLANCE: Duration = Duration::from_millis(100);
/// A process has jobs at hand for about so long, beside the one it does.
const PROVISION: Duration = Duration::from_millis(50);
/// The most jobs that a process has at hand beside the one it does.
const MOST_AHEAD: u32 = 64;
/// A job during which so many processes were lost is given up.
const LOSSES: u32 = 3;
/// Tasks that are read ahead of the window.
const FED_AHEAD: usize = 16;

/// What a process says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Said {
    Alive,
    Began(u64),
    Done(u64, Value),
}

/// What a process is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Told {
    Job(u64, String),
    Stop,
}

/// One of the things that are answered in order. `K` is what the caller keeps of it until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task<K> {
    /// A process is asked.
    Ask(String, K),
    /// There is nothing to ask: it only waits for its turn.
    Known(K),
}

/// What a task came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// What a process said.
    Said(Value),
    /// Nothing was asked.
    Known,
    /// Every process that tried was lost; the last one so.
    Lost(Loss),
}

/// A process that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostProcess {
    /// Its number, from 0; the one that takes its place has the same.
    pub process: usize,
    /// How it was lost.
    pub loss: Loss,
    /// Its jobs that are done again.
    pub again: usize,
}

/// Why a farm could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FarmError {
    /// No process could be started.
    #[error("no process could be started: {0}")]
    Start(std::io::ErrorKind),
    /// Processes were lost again and again before they began with anything.
    #[error("{0} processes were lost before they began")]
    NeverBegan(usize),
}

/// Local processes for many jobs.
pub struct Farm<'a> {
    /// How many.
    pub processes: usize,
    /// Jobs that each does at the same time.
    pub at_once: usize,
    /// The command that starts one, by its number.
    pub command: &'a dyn Fn(usize) -> Command,
    /// The most tasks that are held at a time, answers that wait for their turn included.
    pub window: usize,
    /// How long a process may say nothing.
    pub patience: Duration,
    /// Becomes true when the user wants it to end.
    pub cancel: &'a AtomicBool,
}

impl Farm<'_> {
    /// Works through all tasks. `answer` is given them in their order, each as soon as it is its turn, and may end it all;
    /// `lost` hears of every process that was lost.
    ///
    /// When it is cancelled, the processes are told to stop: what they still answer is given as far as it is in order.
    /// Tasks are taken in a thread that is not waited for, since it may wait for an input.
    pub fn run<K: Send + 'static>(
        &self,
        tasks: impl Iterator<Item = Task<K>> + Send + 'static,
        answer: &mut dyn FnMut(K, Reply) -> ControlFlow<()>,
        lost: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let processes = Processes::new();
        let is_hungry = Arc::new(AtomicBool::new(true));
        let (feed, fed) = sync_channel(FED_AHEAD);
        let (nudge, hungry) = (processes.nudge(), Arc::clone(&is_hungry));
        std::thread::spawn(move || {
            for task in tasks {
                if feed.send(task).is_err() {
                    return;
                }
                if hungry.swap(false, Ordering::SeqCst) {
                    nudge.give();
                }
            }
            drop(feed);
            nudge.give();
        });
        let mut run = Run {
            farm: self,
            processes,
            hands: (0..self.processes.max(1)).map(|_| None).collect(),
            jobs: BTreeMap::new(),
            queue: VecDeque::new(),
            taken: 0,
            never_began: 0,
        };
        run.run(&fed, &is_hungry, answer, lost)
    }
}

/// A task that is not answered yet.
struct Job<K> {
    kept: K,
    text: String,
    reply: Option<Reply>,
    losses: u32,
}

/// A process at work.
struct Hand {
    /// Its number among all that were ever started.
    number: usize,
    /// Its jobs in the order in which it was told, and whether it has begun with each.
    jobs: VecDeque<(u64, bool)>,
    has_begun: bool,
    /// From one answer to the next, about.
    pace: Option<Duration>,
    since: Instant,
}

impl Hand {
    fn has_room(&self, at_once: usize) -> bool {
        let per_moment = |pace: Duration| PROVISION.as_nanos() / pace.as_nanos().max(1);
        let ahead = self.pace.map_or(1, |pace| per_moment(pace).clamp(1, u128::from(MOST_AHEAD)) as usize);
        self.jobs.len() < at_once + ahead
    }

    fn answered(&mut self, place: usize) {
        self.jobs.remove(place);
        let now = Instant::now();
        let took = now.duration_since(std::mem::replace(&mut self.since, now));
        self.pace = Some(self.pace.map_or(took, |pace| (3 * pace + took) / 4));
    }
}

struct Run<'a, K> {
    farm: &'a Farm<'a>,
    processes: Processes,
    /// By number; `None`: not started yet, or lost and not started again.
    hands: Vec<Option<Hand>>,
    /// By place in the order. The first is the oldest that was not answered.
    jobs: BTreeMap<u64, Job<K>>,
    /// What is to be handed out.
    queue: VecDeque<u64>,
    taken: u64,
    /// Processes lost in a row without having begun anything.
    never_began: usize,
}

impl<K> Run<'_, K> {
    fn run(
        &mut self,
        fed: &Receiver<Task<K>>,
        is_hungry: &AtomicBool,
        answer: &mut dyn FnMut(K, Reply) -> ControlFlow<()>,
        lost: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let mut stopped: Option<Instant> = None;
        loop {
            if stopped.is_none() && self.farm.cancel.load(Ordering::Relaxed) {
                stopped = Some(Instant::now());
                self.stop();
            }
            let is_fed = stopped.is_some() || self.take_tasks(fed, is_hungry);
            if self.answer_in_order(answer).is_break() {
                return Ok(());
            }
            match stopped {
                None if is_fed && self.jobs.is_empty() => return Ok(()),
                None => self.hand_out()?,
                Some(moment) if moment.elapsed() > self.farm.patience => return Ok(()),
                Some(_) if self.hands.iter().all(Option::is_none) => return Ok(()),
                Some(_) => {}
            }
            if let Some(number) = self.processes.silent(self.farm.patience) {
                self.processes.end(number);
                self.lose(number, Loss::Silent, stopped.is_some(), lost)?;
            }
            match self.processes.hear(GLANCE) {
                None => {}
                Some(Heard::Ended(number)) => {
                    let status = self.processes.end(number);
                    self.lose(number, Loss::Ended(status.and_then(signal)), stopped.is_some(), lost)?;
                }
                Some(Heard::Line(number, text)) => self.listen(number, &text),
            }
        }
    }

    fn stop(&mut self) {
        let stop = line(&Told::Stop);
        for hand in self.hands.iter().flatten() {
            self.processes.tell(hand.number, &stop);
        }
    }

    /// Fills the window. Whether there is nothing more to come.
    fn take_tasks(&mut self, fed: &Receiver<Task<K>>, is_hungry: &AtomicBool) -> bool {
        while self.jobs.len() < self.farm.window.max(1) {
            // Said before it is looked: whoever feeds after the look sees it.
            is_hungry.store(true, Ordering::SeqCst);
            let (kept, text, reply) = match fed.try_recv() {
                Ok(Task::Ask(text, kept)) => (kept, text, None),
                Ok(Task::Known(kept)) => (kept, String::new(), Some(Reply::Known)),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            };
            if reply.is_none() {
                self.queue.push_back(self.taken);
            }
            self.jobs.insert(self.taken, Job { kept, text, reply, losses: 0 });
            self.taken += 1;
        }
        false
    }

    fn answer_in_order(&mut self, answer: &mut dyn FnMut(K, Reply) -> ControlFlow<()>) -> ControlFlow<()> {
        while let Some(first) = self.jobs.first_entry() {
            if first.get().reply.is_none() {
                break;
            }
            let Job { kept, reply, .. } = first.remove();
            answer(kept, reply.unwrap_or(Reply::Known))?;
        }
        ControlFlow::Continue(())
    }

    /// Gives jobs to whoever has the fewest; starts a process where nobody is idle.
    fn hand_out(&mut self) -> Result<(), FarmError> {
        while let Some(&job) = self.queue.front() {
            let is_anyone_idle = self.hands.iter().flatten().any(|hand| hand.jobs.is_empty());
            if !is_anyone_idle && let Some(place) = self.hands.iter().position(Option::is_none) {
                self.start(place)?;
                continue;
            }
            let free = self.hands.iter_mut().flatten().filter(|hand| hand.has_room(self.farm.at_once));
            let Some(hand) = free.min_by_key(|hand| hand.jobs.len()) else { return Ok(()) };
            if hand.jobs.is_empty() {
                hand.since = Instant::now();
            }
            hand.jobs.push_back((job, false));
            let text = self.jobs.get(&job).map(|job| job.text.clone()).unwrap_or_default();
            self.processes.tell(hand.number, &line(&Told::Job(job, text)));
            self.queue.pop_front();
        }
        Ok(())
    }

    /// Starts a process. Where that is impossible, those that are there go on without it.
    fn start(&mut self, place: usize) -> Result<(), FarmError> {
        match self.processes.start((self.farm.command)(place)) {
            Ok(number) => {
                let jobs = VecDeque::new();
                let hand = Hand { number, jobs, has_begun: false, pace: None, since: Instant::now() };
                self.hands[place] = Some(hand);
            }
            Err(error) => {
                self.hands.retain(Option::is_some);
                if self.hands.is_empty() {
                    return Err(FarmError::Start(error.kind()));
                }
            }
        }
        Ok(())
    }

    fn listen(&mut self, number: usize, text: &str) {
        // What is no word of ours, such as a line that a library printed, says at least that it is alive.
        let Ok(said) = serde_json::from_str(text) else { return };
        let Some(hand) = self.hands.iter_mut().flatten().find(|hand| hand.number == number) else { return };
        let (job, reply) = match said {
            Said::Alive => return,
            Said::Began(job) => (job, None),
            Said::Done(job, value) => (job, Some(value)),
        };
        let Some(place) = hand.jobs.iter().position(|(it, _)| *it == job) else { return };
        self.never_began = 0;
        hand.has_begun = true;
        hand.jobs[place].1 = true;
        if let Some(value) = reply {
            hand.answered(place);
            if let Some(job) = self.jobs.get_mut(&job) {
                job.reply = Some(Reply::Said(value));
                job.text = String::new();
            }
        }
    }

    /// Takes the jobs of a process that has ended back.
    fn lose(
        &mut self,
        number: usize,
        loss: Loss,
        was_told_to: bool,
        lost: &mut dyn FnMut(LostProcess),
    ) -> Result<(), FarmError> {
        let is_it = |hand: &Option<Hand>| hand.as_ref().is_some_and(|hand| hand.number == number);
        let Some(process) = self.hands.iter().position(is_it) else { return Ok(()) };
        let Some(hand) = self.hands[process].take() else { return Ok(()) };
        if was_told_to {
            return Ok(());
        }
        let mut again = 0;
        for (place, was_begun) in hand.jobs.into_iter().rev() {
            let Some(job) = self.jobs.get_mut(&place) else { continue };
            job.losses += u32::from(was_begun);
            if job.losses >= LOSSES {
                job.reply = Some(Reply::Lost(loss));
            } else {
                self.queue.push_front(place);
                again += 1;
            }
        }
        lost(LostProcess { process, loss, again });
        self.never_began += usize::from(!hand.has_begun);
        if self.never_began >= LOSSES as usize * self.hands.len() {
            return Err(FarmError::NeverBegan(self.never_began));
        }
        Ok(())
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A process of a farm: its side of the talk. Several threads may work on its jobs.
pub struct FarmHand {
    out: Arc<Mutex<std::io::Stdout>>,
    jobs: Mutex<Receiver<(u64, String)>>,
    is_stopped: Arc<AtomicBool>,
}

impl FarmHand {
    /// From now on this process says that it is alive, hears of jobs, and ends when nobody needs it any more. `cancel`
    /// becomes true when it is told to stop.
    pub fn begin(cancel: &Arc<AtomicBool>) -> Self {
        let (heard, jobs) = channel();
        let out = Arc::new(Mutex::new(std::io::stdout()));
        let is_stopped = Arc::new(AtomicBool::new(false));
        let this = Self { out: Arc::clone(&out), jobs: Mutex::new(jobs), is_stopped: Arc::clone(&is_stopped) };
        let cancel = Arc::clone(cancel);
        std::thread::spawn(move || {
            let mut heard = Some(heard);
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                match serde_json::from_str(&line) {
                    Ok(Told::Job(number, text)) => {
                        let _ = heard.as_ref().map(|heard| heard.send((number, text)));
                    }
                    Ok(Told::Stop) => {
                        is_stopped.store(true, Ordering::SeqCst);
                        cancel.store(true, Ordering::SeqCst);
                        heard = None;
                    }
                    Err(_) => {}
                }
            }
            std::process::exit(1);
        });
        std::thread::spawn(move || {
            loop {
                say(&out, &Said::Alive);
                std::thread::sleep(PULSE);
            }
        });
        this
    }

    /// The next job, waited for: its number and its text. `None` after it was told to stop.
    pub fn next(&self) -> Option<(u64, String)> {
        let (number, text) = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
        if self.is_stopped() {
            return None;
        }
        say(&self.out, &Said::Began(number));
        Some((number, text))
    }

    /// Whether it was told to stop. A process that stops for another reason, such as a signal meant for it alone, should end
    /// and not answer: then its jobs are done by others.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Answers a job.
    pub fn answer(&self, number: u64, value: Value) {
        say(&self.out, &Said::Done(number, value));
    }
}

fn say(out: &Mutex<std::io::Stdout>, said: &Said) {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    // If nobody listens any more, its input has ended too, and that ends this process.
    let _ = writeln!(out, "{}", line(said)).and_then(|()| out.flush());
}
