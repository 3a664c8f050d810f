//! What a call into a problem file may take, and who looks at the clock while it runs.
//!
//! The interpreter asks every thousand ticks (a tick is a call or a turn of a loop) whether to go on. A [`Watch`] counts
//! these questions as steps and looks at the budget of the search. Memory is bounded by the heap's limit, which is looked at
//! as often, and by the guards of `guard.rs`, which refuse what would exceed it in a single step.

use std::cell::{Cell, RefCell};

use hueco_search::{Budget, Limit};

/// What one call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ticks of loading the file: calls and turns of loops.
    pub load_steps: u64,
    /// Ticks of one call while a search runs.
    pub call_steps: u64,
    /// Bytes of the interpreter's heap.
    pub memory: u64,
    /// Calls within one another.
    pub depth: usize,
    /// Bytes of the file.
    pub file: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { load_steps: 200_000_000, call_steps: 20_000_000, memory: 256 << 20, depth: 200, file: 256 << 10 }
    }
}

/// Ticks between two questions.
const PERIOD: u64 = 1000;

/// Why a call was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// By its own limit on steps.
    Steps(u64),
    /// By a limit of the search.
    Search(Limit),
}

/// Looks on while the interpreter runs.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Questions since the call began.
    asked: Cell<u64>,
    most: Cell<u64>,
    budget: RefCell<Option<Budget>>,
    halted: Cell<Option<Halt>>,
}

impl Watch {
    /// At most this many ticks per call.
    pub(crate) fn new(steps: u64, budget: Option<Budget>) -> Self {
        let budget = RefCell::new(budget.map(Budget::without_gauge));
        Self { asked: Cell::new(0), most: Cell::new(steps / PERIOD), budget, halted: Cell::new(None) }
    }

    /// From now on the limits of this budget count.
    pub(crate) fn obey(&self, budget: &Budget) {
        *self.budget.borrow_mut() = Some(budget.clone().without_gauge());
    }

    /// A call begins.
    #[inline]
    pub(crate) fn begin(&self) {
        self.asked.set(0);
    }

    /// Whether the call must end.
    pub(crate) fn ends(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        // The first question may come at the end of a short call: the search looks at the clock itself.
        if asked == 0 {
            return false;
        }
        let over = (asked > self.most.get()).then(|| Halt::Steps(self.most.get() * PERIOD));
        let search = || self.budget.borrow().as_ref()?.check().err().map(Halt::Search);
        let halt = over.or_else(search);
        self.halted.set(halt);
        halt.is_some()
    }

    /// Why the last call was stopped, if it was.
    pub(crate) fn take_halt(&self) -> Option<Halt> {
        self.halted.take()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// How many questions of a call are answered before the one that ends it, and why it ends.
    fn call(watch: &Watch) -> (Option<usize>, Option<Halt>) {
        watch.begin();
        ((0..100).position(|_| watch.ends()), watch.take_halt())
    }

    #[test]
    fn each_call_has_all_its_steps() {
        let watch = Watch::new(3000, None);
        for _ in 0..2 {
            // The first question says nothing; three more are three thousand steps.
            assert_eq!(call(&watch), (Some(4), Some(Halt::Steps(3000))));
            assert_eq!(watch.take_halt(), None, "it is reported once");
        }
    }

    #[test]
    fn a_call_obeys_the_last_budget() {
        let watch = Watch::new(1_000_000, Some(Budget::unlimited().timeout(Duration::ZERO)));
        assert_eq!(call(&watch), (Some(1), Some(Halt::Search(Limit::Time))));
        watch.obey(&Budget::unlimited());
        assert_eq!(call(&watch), (None, None));
    }
}
