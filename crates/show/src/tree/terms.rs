//! A picture for a program without a catalogue of messages: it is labelled with the terms of the trace format.

use hueco_search::Side;

use super::{Heading, Phrase, Words};

/// The terms of the trace format as the words of a picture. `hueco_say::Lang` has sentences, in two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms;

impl Words for Terms {
    fn say(&self, phrase: Phrase<'_>) -> String {
        let term = match phrase {
            Phrase::Title { problem, algorithm, heuristic } => {
                return [problem, algorithm, heuristic].into_iter().flatten().collect::<Vec<_>>().join(", ");
            }
            Phrase::Goal(goal) => return format!("goal: {goal}"),
            Phrase::Outcome(end) => {
                let length = end.length.map(|length| format!("length {length}"));
                return end.outcome.clone().into_iter().chain(length).collect::<Vec<_>>().join(", ");
            }
            Phrase::Drawn { drawn, whole } => return format!("nodes: {drawn} of {whole}"),
            Phrase::More(count) => return format!("+{count}"),
            Phrase::Pruned(reason) => return reason.name().chars().take(16).collect(),
            Phrase::Heading(Heading::Round(bound)) => return format!("bound {bound}"),
            Phrase::Heading(Heading::From(Side::Forward)) => "forward",
            Phrase::Heading(Heading::From(Side::Backward)) => "backward",
            Phrase::KeyExamined | Phrase::KeyExamination => "examined",
            Phrase::KeyFrontier => "frontier",
            Phrase::KeyPath => "path",
            Phrase::KeyGoal => "solved",
            Phrase::KeyPruned => "pruned",
            Phrase::KeyMoved | Phrase::Moved => "improved",
            Phrase::Forgotten => "forgotten",
            Phrase::KeyCreated => "created",
            Phrase::KeyCosts => "costs",
        };
        term.to_owned()
    }
}
