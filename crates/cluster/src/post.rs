//! What workers send each other: parcels to one, words to all.
//!
//! Work goes in *rounds* that all workers make together. In a round a worker sends any number of parcels, then waits until
//! everything that anyone sent it in this round is there ([`Post::delivered`]). Small things that all must know alike, such
//! as how many states a level had, are told to everyone ([`Post::agree`]).
//!
//! Both are streams of one dataflow whose timestamps are rounds. A round is over when no worker can send in it any more and
//! nothing of it is on its way, which is exactly what timely's progress tracking knows. A fast worker may be a round ahead:
//! what it sends waits here under its round.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::ExchangeData;
use timely::container::CapacityContainerBuilder as Builder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::vec::Broadcast;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::team::{Lost, NAP};

/// What can be sent.
pub(crate) trait Mail: ExchangeData + Clone {}

impl<T: ExchangeData + Clone> Mail for T {}

type Handle<T> = InputHandle<u32, Builder<Vec<T>>>;
type ByRound<T> = Rc<RefCell<BTreeMap<u32, Vec<T>>>>;

/// A worker's end of the post. `P` is a parcel, `W` a word.
pub(crate) struct Post<'w, P: Mail, W: Mail> {
    worker: &'w mut Worker,
    parcels: Handle<(u64, P)>,
    words: Handle<(u64, W)>,
    arrived: ProbeHandle<u32>,
    heard: ProbeHandle<u32>,
    inbox: ByRound<P>,
    ears: ByRound<(u64, W)>,
}

impl<'w, P: Mail, W: Mail> Post<'w, P, W> {
    /// Joins the other workers, all of which must do the same.
    pub(crate) fn new(worker: &'w mut Worker) -> Self {
        let (mut parcels, mut words) = (Handle::<(u64, P)>::new(), Handle::<(u64, W)>::new());
        let (arrived, heard) = (ProbeHandle::new(), ProbeHandle::new());
        let (inbox, ears): (ByRound<P>, ByRound<(u64, W)>) = Default::default();
        let (into_inbox, into_ears) = (Rc::clone(&inbox), Rc::clone(&ears));
        worker.dataflow::<u32, _, _>(|scope| {
            scope
                .input_from(&mut parcels)
                .unary::<Builder<Vec<()>>, _, _, _>(Exchange::new(|(to, _): &(u64, P)| *to), "parcels", move |_, _| {
                    move |input, _| {
                        input.for_each_time(|time, data| {
                            let mut inbox = into_inbox.borrow_mut();
                            let round = inbox.entry(*time.time()).or_default();
                            round.extend(data.flat_map(|parcels| parcels.drain(..)).map(|(_, parcel)| parcel));
                        });
                    }
                })
                .probe_with(&arrived);
            scope
                .input_from(&mut words)
                .broadcast()
                .unary::<Builder<Vec<()>>, _, _, _>(timely::dataflow::channels::pact::Pipeline, "words", move |_, _| {
                    move |input, _| {
                        input.for_each_time(|time, data| {
                            let mut ears = into_ears.borrow_mut();
                            let round = ears.entry(*time.time()).or_default();
                            round.extend(data.flat_map(|words| words.drain(..)));
                        });
                    }
                })
                .probe_with(&heard);
        });
        Self { worker, parcels, words, arrived, heard, inbox, ears }
    }

    /// This worker's number.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// Sends a parcel in this round.
    pub(crate) fn send(&mut self, to: usize, parcel: P) {
        self.parcels.send((to as u64, parcel));
    }

    /// Lets the post move: to be called now and then by whoever sends much.
    pub(crate) fn step(&mut self) {
        self.parcels.flush();
        self.worker.step();
    }

    /// Ends the round: everything that was sent to this worker in it.
    pub(crate) fn delivered(&mut self) -> Vec<P> {
        let round = *self.parcels.time();
        self.parcels.advance_to(round + 1);
        self.parcels.flush();
        let arrived = &self.arrived;
        self.worker.step_or_park_while(Some(NAP), || arrived.less_than(&(round + 1)));
        self.inbox.borrow_mut().remove(&round).unwrap_or_default()
    }

    /// Tells all workers a word, and hears theirs: by worker. A worker that says nothing has ended.
    pub(crate) fn agree(&mut self, word: W) -> Result<Vec<W>, Lost> {
        let round = *self.words.time();
        self.words.send((self.worker.index() as u64, word));
        self.words.advance_to(round + 1);
        self.words.flush();
        let heard = &self.heard;
        self.worker.step_or_park_while(Some(NAP), || heard.less_than(&(round + 1)));
        let mut words = self.ears.borrow_mut().remove(&round).unwrap_or_default();
        words.sort_by_key(|(from, _)| *from);
        if words.len() != self.worker.peers() {
            return Err(Lost);
        }
        Ok(words.into_iter().map(|(_, word)| word).collect())
    }
}
