//! The states at some distance from the start, each once: the tasks of every round.
//!
//! They are found by breadth-first search, level by level. A shortest solution passes through exactly one of them and never
//! comes back to a level before, so a task begins with the moves that lead to the next level only.

use rustc_hash::FxHashMap;

use super::state::{Labels, NONE, Near, inverse};

/// A state of the last level.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) labels: Labels,
    pub(super) blank: u8,
    /// The letters that lead back, a bit each.
    pub(super) back: u8,
    /// Its place in the level before, and the letter that led here from there.
    parent: u32,
    letter: u8,
}

/// The levels up to the tasks.
#[derive(Debug)]
pub(super) struct Frontier {
    /// By level but the last, and state: its parent and letter.
    paths: Vec<Vec<(u32, u8)>>,
    pub(super) tasks: Vec<Task>,
}

impl Frontier {
    /// Levels from a start until one has this many states, at most this many levels, or until they end.
    pub(super) fn new(start: &Labels, blank: u8, near: &Near, wanted: usize, most: u32) -> Self {
        let mut this =
            Self { paths: Vec::new(), tasks: vec![Task { labels: *start, blank, back: 0, parent: 0, letter: 0 }] };
        while this.tasks.len() < wanted && this.depth() < most {
            let next = this.next_level(near);
            if next.is_empty() {
                break;
            }
            let last = std::mem::replace(&mut this.tasks, next);
            this.paths.push(last.iter().map(|task| (task.parent, task.letter)).collect());
        }
        this
    }

    fn next_level(&self, near: &Near) -> Vec<Task> {
        let mut next: Vec<Task> = Vec::with_capacity(3 * self.tasks.len());
        let mut places: FxHashMap<Labels, u32> = FxHashMap::default();
        for (parent, task) in self.tasks.iter().enumerate() {
            for (letter, &from) in near[usize::from(task.blank)].iter().enumerate() {
                if from == NONE || task.back >> letter & 1 == 1 {
                    continue;
                }
                let mut labels = task.labels;
                labels.swap(usize::from(task.blank), usize::from(from));
                let back = 1 << inverse(letter);
                let place = *places.entry(labels).or_insert_with(|| {
                    next.push(Task { labels, blank: from, back: 0, parent: parent as u32, letter: letter as u8 });
                    next.len() as u32 - 1
                });
                next[place as usize].back |= back;
            }
        }
        next
    }

    /// Moves from the start to the tasks.
    pub(super) fn depth(&self) -> u32 {
        self.paths.len() as u32
    }

    /// The letters from the start to a task.
    pub(super) fn path(&self, task: usize) -> Vec<u8> {
        let Some(mut at) = self.tasks.get(task).map(|task| (task.parent, task.letter)) else { return Vec::new() };
        let mut letters = Vec::with_capacity(self.paths.len());
        for level in self.paths.iter().rev() {
            letters.push(at.1);
            at = level[at.0 as usize];
        }
        letters.reverse();
        letters
    }
}
