//! Nodes by layer: what a search generated and expanded at each bound, or at each f.
//!
//! A search that deepens announces its bounds (IDA*, `iddfs`, `bfhs`, a beam): a layer is then a bound, and rounds of the same
//! bound are one layer. Any other search is divided by f = g + h of the node it expands, without weights. Children belong to the
//! layer in which they were generated, so the layers of a search add up to its counters.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use hueco_search::{EventKind, EventView, Events, Stop};

/// What divides a search into layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayersBy {
    /// The f of the nodes that it expands.
    #[default]
    F,
    /// The bounds of its rounds.
    Bound,
}

impl LayersBy {
    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::F => "f",
            Self::Bound => "bound",
        }
    }
}

/// What a search did in one layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The bound, or f.
    pub value: u64,
    /// Nodes created, pruned ones included.
    pub generated: u64,
    /// Nodes whose children were created.
    pub expanded: u64,
}

/// The layers of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// What divides it.
    pub by: LayersBy,
    /// By increasing value.
    pub layers: Vec<Layer>,
}

/// Counts the layers of a search as it runs.
#[derive(Clone, Debug, Default)]
pub struct LayerCounter {
    by: LayersBy,
    /// The layer that the search is in.
    current: Option<u64>,
    /// Counts of the current layer since it was entered: the map is looked up only where the layer changes.
    generated: u64,
    expanded: u64,
    /// Counts by value.
    left: BTreeMap<u64, (u64, u64)>,
}

impl LayerCounter {
    /// What was counted.
    pub fn finish(mut self) -> Layers {
        self.leave();
        let layer = |(value, (generated, expanded))| Layer { value, generated, expanded };
        Layers { by: self.by, layers: self.left.into_iter().map(layer).collect() }
    }

    fn enter(&mut self, value: u64) {
        if self.current != Some(value) {
            self.leave();
            self.current = Some(value);
        }
    }

    fn leave(&mut self) {
        let Some(value) = self.current else { return };
        let (generated, expanded) = self.left.entry(value).or_default();
        *generated += std::mem::take(&mut self.generated);
        *expanded += std::mem::take(&mut self.expanded);
    }
}

impl Events for LayerCounter {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        match event.kind {
            EventKind::Created | EventKind::Pruned(_) | EventKind::Improved { .. } => {
                // The start is in the first layer, which has no other value unless a bound follows.
                self.current = self.current.or(event.f());
                self.generated += 1;
            }
            EventKind::Deepened { bound } if self.by == LayersBy::F => {
                self.by = LayersBy::Bound;
                self.current = Some(bound);
            }
            EventKind::Deepened { bound } => self.enter(bound),
            EventKind::Examined => {
                if self.by == LayersBy::F {
                    self.enter(event.f().unwrap_or(0));
                }
                self.expanded += 1;
            }
            // The goal was taken like any other, but has no children.
            EventKind::Solved { expanded: false } => self.expanded = self.expanded.saturating_sub(1),
            EventKind::Solved { expanded: true } | EventKind::Forgotten { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
