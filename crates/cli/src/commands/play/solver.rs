//! The solver beside a game: a thread that searches from one state at a time, while the game is drawn and played.
//!
//! A search that nobody waits for any more is cancelled, by the flag that every search looks at about once a millisecond. A panic in it
//! ends the game: the program's panic hook restores the terminal, and the loop of the game sees that.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use super::coach::Found;
use super::session::Why;
use crate::failure::Result;

/// A search that is to be done.
struct Asked<S> {
    state: S,
    why: Why,
    cancel: Arc<AtomicBool>,
}

/// What came of a search, and from where.
pub(super) type Answer<S, A> = (S, Result<Found<S, A>>);

/// A thread that searches.
pub(super) struct Solver<S, A> {
    asked: Sender<Asked<S>>,
    answers: Receiver<Answer<S, A>>,
    /// The search under way: from where, why, and the flag that ends it.
    busy: Option<(S, Why, Arc<AtomicBool>)>,
}

impl<S: Clone + Eq + Send, A: Send> Solver<S, A> {
    /// Starts a thread. `search` is made on it, so that it may hold what cannot be sent.
    pub(super) fn start<'scope, M, F>(scope: &'scope Scope<'scope, '_>, make: M) -> Self
    where
        S: 'scope,
        A: 'scope,
        M: FnOnce() -> F + Send + 'scope,
        F: FnMut(&S, Why, &Arc<AtomicBool>) -> Result<Found<S, A>>,
    {
        let (asked, asks) = channel::<Asked<S>>();
        let (answer, answers) = channel();
        let serve = move || {
            let mut search = make();
            while let Ok(Asked { state, why, cancel }) = asks.recv() {
                let found = search(&state, why, &cancel);
                if answer.send((state, found)).is_err() {
                    return;
                }
            }
        };
        // The panic hook has printed the message already; the scope would panic once more.
        scope.spawn(move || drop(panic::catch_unwind(AssertUnwindSafe(serve))));
        Self { asked, answers, busy: None }
    }

    /// Sees to it that what is wanted is searched, now or after the search under way. One for the coach is ended where the player
    /// waits for another; otherwise it ends by itself, and what it finds is not lost.
    pub(super) fn want(&mut self, wanted: Option<(&S, Why)>) {
        if let Some((state, why, cancel)) = &self.busy {
            let is_other = wanted.is_none_or(|(wanted, _)| wanted != state);
            let is_urgent = wanted.is_some_and(|(_, why)| why == Why::Asked);
            if is_other && (is_urgent || *why == Why::Asked) {
                cancel.store(true, Ordering::Relaxed);
            }
        } else if let Some((state, why)) = wanted {
            let cancel = Arc::new(AtomicBool::new(false));
            // Where the thread is gone, so is the terminal.
            let _ = self.asked.send(Asked { state: state.clone(), why, cancel: Arc::clone(&cancel) });
            self.busy = Some((state.clone(), why, cancel));
        }
    }

    /// Whether a search is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// What was found since the last call. A search that was cancelled found nothing.
    pub(super) fn answer(&mut self) -> Option<Answer<S, A>> {
        // A thread that panicked has restored the terminal, by which the game is seen to be over.
        let answer = self.answers.try_recv().ok()?;
        let cancelled = self.busy.take().is_some_and(|(_, _, cancel)| cancel.load(Ordering::Relaxed));
        (!cancelled).then_some(answer)
    }
}

/// The thread ends soon after the game, whatever it is busy with.
impl<S, A> Drop for Solver<S, A> {
    fn drop(&mut self) {
        if let Some((_, _, cancel)) = &self.busy {
            cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A solver whose searches from odd numbers take until they are cancelled.
    fn start<'scope>(scope: &'scope Scope<'scope, '_>) -> Solver<u32, ()> {
        Solver::start(scope, || {
            |state: &u32, _: Why, cancel: &Arc<AtomicBool>| {
                while state % 2 == 1 && !cancel.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(Found::Late)
            }
        })
    }

    fn wait(solver: &mut Solver<u32, ()>, wanted: Option<(&u32, Why)>) -> u32 {
        loop {
            solver.want(wanted);
            if let Some((state, _)) = solver.answer() {
                return state;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_player_does_not_wait_for_the_coach() {
        std::thread::scope(|scope| {
            let mut solver = start(scope);
            solver.want(Some((&1, Why::Coach)));
            assert_eq!(wait(&mut solver, Some((&2, Why::Asked))), 2);
        });
    }

    #[test]
    fn what_is_no_longer_wanted_ends() {
        std::thread::scope(|scope| {
            let mut solver = start(scope);
            solver.want(Some((&1, Why::Asked)));
            assert_eq!(wait(&mut solver, Some((&4, Why::Coach))), 4);
            // The last one runs on until the solver is dropped.
            solver.want(Some((&5, Why::Coach)));
        });
    }
}
