//! What workers send each other: messages to one worker, broadcasts to all.
//!
//! Work proceeds in *rounds*, which all workers go through together. In a round a worker sends any number of messages, then
//! waits until everything that was sent to it in this round has arrived ([`Messenger::receive_round`]). Small values that
//! all must know alike, such as the number of states of a level, are broadcast ([`Messenger::all_gather`]).
//!
//! Both are streams of one dataflow whose timestamps are rounds. A round is over when no worker can send in it any more and
//! nothing of it is in transit, which is exactly what timely's progress tracking knows. A fast worker may be one round
//! ahead: what it sends is stored here under its round.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::ExchangeData;
use timely::container::CapacityContainerBuilder as Builder;
use timely::dataflow::channels::pact::{Exchange, Pipeline};
use timely::dataflow::operators::vec::Broadcast;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::team::{Alarm, MAX_SLEEP, PeerLost};

/// What can be sent.
pub(crate) trait Payload: ExchangeData + Clone {}

impl<T: ExchangeData + Clone> Payload for T {}

type Handle<T> = InputHandle<u32, Builder<Vec<T>>>;
type ByRound<T> = Rc<RefCell<BTreeMap<u32, Vec<T>>>>;

/// A worker's connection to all workers. `M` is a message to one of them, `B` a broadcast.
pub(crate) struct Messenger<'w, M: Payload, B: Payload> {
    worker: &'w mut Worker,
    alarm: Alarm,
    /// Messages, with the number of the receiver.
    messages: Handle<(u64, M)>,
    /// Broadcasts, with the number of the sender.
    broadcasts: Handle<(u64, B)>,
    messages_done: ProbeHandle<u32>,
    broadcasts_done: ProbeHandle<u32>,
    received_messages: ByRound<M>,
    received_broadcasts: ByRound<(u64, B)>,
}

impl<'w, M: Payload, B: Payload> Messenger<'w, M, B> {
    /// Joins the other workers, all of which must do the same.
    pub(crate) fn new(worker: &'w mut Worker, alarm: &Alarm) -> Self {
        let alarm = alarm.clone();
        let (mut messages, mut broadcasts) = (Handle::<(u64, M)>::new(), Handle::<(u64, B)>::new());
        let (messages_done, broadcasts_done) = (ProbeHandle::new(), ProbeHandle::new());
        let (received_messages, received_broadcasts): (ByRound<M>, ByRound<(u64, B)>) = Default::default();
        let (message_store, broadcast_store) = (Rc::clone(&received_messages), Rc::clone(&received_broadcasts));
        worker.dataflow::<u32, _, _>(|scope| {
            scope
                .input_from(&mut messages)
                .unary::<Builder<Vec<()>>, _, _, _>(Exchange::new(|(to, _): &(u64, M)| *to), "messages", |_, _| {
                    move |input, _| {
                        input.for_each_time(|time, data| {
                            let mut store = message_store.borrow_mut();
                            let round = store.entry(*time.time()).or_default();
                            round.extend(data.flat_map(|batch| batch.drain(..)).map(|(_, message)| message));
                        });
                    }
                })
                .probe_with(&messages_done);
            scope
                .input_from(&mut broadcasts)
                .broadcast()
                .unary::<Builder<Vec<()>>, _, _, _>(Pipeline, "broadcasts", |_, _| {
                    move |input, _| {
                        input.for_each_time(|time, data| {
                            let mut store = broadcast_store.borrow_mut();
                            let round = store.entry(*time.time()).or_default();
                            round.extend(data.flat_map(|batch| batch.drain(..)));
                        });
                    }
                })
                .probe_with(&broadcasts_done);
        });
        Self {
            worker,
            alarm,
            messages,
            broadcasts,
            messages_done,
            broadcasts_done,
            received_messages,
            received_broadcasts,
        }
    }

    /// This worker's number.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// Whether this is the first worker, which reports for the whole run.
    pub(crate) fn is_first(&self) -> bool {
        self.index() == 0
    }

    /// Sends a message in this round.
    pub(crate) fn send(&mut self, to: usize, message: M) {
        self.messages.send((to as u64, message));
    }

    /// Lets messages move. To be called now and then by a worker that sends many.
    pub(crate) fn flush(&mut self) {
        self.messages.flush();
        self.worker.step();
    }

    /// Ends the round and returns everything that was sent to this worker in it.
    pub(crate) fn receive_round(&mut self) -> Vec<M> {
        let round = *self.messages.time();
        self.messages.advance_to(round + 1);
        self.messages.flush();
        wait(self.worker, &self.alarm, &self.messages_done, round);
        self.received_messages.borrow_mut().remove(&round).unwrap_or_default()
    }

    /// Broadcasts a value and returns those of all workers, in order. A worker without one has ended.
    pub(crate) fn all_gather(&mut self, value: B) -> Result<Vec<B>, PeerLost> {
        let round = *self.broadcasts.time();
        self.broadcasts.send((self.worker.index() as u64, value));
        self.broadcasts.advance_to(round + 1);
        self.broadcasts.flush();
        wait(self.worker, &self.alarm, &self.broadcasts_done, round);
        let mut values = self.received_broadcasts.borrow_mut().remove(&round).unwrap_or_default();
        values.sort_by_key(|(from, _)| *from);
        if values.len() != self.worker.peers() {
            return Err(PeerLost);
        }
        Ok(values.into_iter().map(|(_, value)| value).collect())
    }
}

/// Waits until everything of a round has arrived. A worker that panicked sends nothing any more: then there is nothing to wait for.
fn wait(worker: &mut Worker, alarm: &Alarm, done: &ProbeHandle<u32>, round: u32) {
    worker.step_or_park_while(Some(MAX_SLEEP), || done.less_than(&(round + 1)) && !alarm.has_rung());
    if alarm.has_rung() {
        Alarm::leave();
    }
}
