//! The answer to a number puzzle, in words, as JSON and as CSV. All are written as they are made: a record of millions of states
//! is never held a second time as text.

use hueco_jobs::SumsResult;
use hueco_say::{Lang, Say, answers, sums as said};
use hueco_search::Ending;
use hueco_show::placed;
use hueco_sums::{States, Wanted, draw};
use hueco_tiles::solve::Outcome;

use crate::answer::{microseconds, outcome_name, stopped_by, time_and_rate, wrapped};
use crate::context::Out;
use crate::failure::Result;
use crate::table::csv_field;

const CSV_HEADER: &str = "title,cells,outcome,stopped_by,count,complete,number,solution,method,generated,expanded,examined,\
                          peak_bytes,seconds";

/// Routes are wrapped for the narrowest usual terminal.
const WIDTH: usize = 80;

/// An answer with what it answers.
pub(crate) struct Answered<'a>(pub(crate) &'a SumsResult);

impl Answered<'_> {
    /// How it ended.
    pub(crate) fn outcome(&self) -> Outcome {
        placed::outcome(&self.0.answer)
    }

    /// Writes one line of JSON.
    pub(crate) fn json(&self, out: &mut Out) -> Result<()> {
        out.json(&self.0.object())
    }

    /// Writes the names of the columns and a row for each solution that is listed; one row where there is none.
    pub(crate) fn csv(&self, out: &mut Out) -> Result<()> {
        out.line(CSV_HEADER)?;
        let (answer, stats) = (&self.0.answer, self.0.answer.stats);
        let cells: Vec<&str> = self.0.puzzle.cells().iter().map(|cell| cell.name.as_str()).collect();
        let head = [
            csv_field(self.0.puzzle.title().unwrap_or_default()),
            csv_field(&cells.join(" ")),
            outcome_name(self.outcome()).to_owned(),
            stopped_by(self.outcome()).unwrap_or_default().to_owned(),
            answer.count.to_string(),
            answer.complete.to_string(),
        ];
        let tail = format!(
            "{},{},{},{},{},{}",
            self.0.options.method.name(),
            stats.generated,
            stats.expanded,
            stats.examined,
            stats.peak_bytes,
            microseconds(self.0.time.as_secs_f64())
        );
        let head = head.join(",");
        for (index, solution) in answer.solutions.iter().enumerate() {
            let numbers: Vec<String> = solution.iter().map(ToString::to_string).collect();
            out.line(&format!("{head},{},{},{tail}", index + 1, numbers.join(" ")))?;
        }
        if answer.solutions.is_empty() { out.line(&format!("{head},,,{tail}")) } else { Ok(()) }
    }

    /// Writes the answer in words.
    pub(crate) fn text(&self, out: &mut Out, lang: Lang) -> Result<()> {
        if let Some(title) = self.0.puzzle.title() {
            out.line(&title.replace(char::is_control, " "))?;
        }
        if self.0.options.record {
            let (created, examined) = (&self.0.answer.created, &self.0.answer.examined);
            self.states(out, &said::sums_created(lang, lang.number(created.len() as u64)), created)?;
            self.states(out, &said::sums_examined(lang, lang.number(examined.len() as u64)), examined)?;
        }
        out.line(&self.verdict(lang))?;
        for solution in &self.0.answer.solutions {
            let state: Vec<_> = solution.iter().copied().map(Some).collect();
            out.line(&format!("\n{}", draw(&self.0.puzzle, &state).trim_end()))?;
        }
        if self.0.answer.count > 0 {
            out.line("")?;
            out.line(&self.route_words(lang))?;
        }
        let (method, stats) = (self.0.options.method, self.0.answer.stats);
        let method_line = if self.0.options.tree {
            said::sums_method_tree(lang, method.name())
        } else {
            answers::method_alone(lang, method.name())
        };
        out.line(&method_line)?;
        out.line(&said::sums_counters(lang, stats.generated, stats.expanded, stats.examined))?;
        out.line(&answers::memory_line(lang, lang.bytes(stats.peak_bytes)))?;
        out.line(&time_and_rate(self.0.time, stats.generated, lang))
    }

    /// How it ended, in one sentence.
    fn verdict(&self, lang: Lang) -> String {
        let answer = &self.0.answer;
        let count = lang.number(answer.count);
        match answer.ending {
            Ending::Unsolvable => answers::unsolvable(lang).to_owned(),
            Ending::Stopped(limit) if answer.count == 0 => said::sums_stopped_without(lang, limit.say(lang)),
            Ending::Stopped(limit) => said::sums_stopped_with(lang, limit.say(lang), count),
            Ending::Solved if answer.complete && answer.count == 1 => said::sums_only_one(lang).to_owned(),
            Ending::Solved if answer.complete => said::sums_all_found(lang, answer.count),
            Ending::Solved if self.0.options.wanted == Wanted::First => said::sums_solved(lang).to_owned(),
            Ending::Solved => said::sums_enough(lang, count),
        }
    }

    fn route_words(&self, lang: Lang) -> String {
        let steps: Vec<String> = placed::route(&self.0.puzzle, &self.0.answer)
            .map(|step| said::sums_step(lang, step.number, step.cell))
            .collect();
        if steps.is_empty() {
            return said::sums_nothing_to_place(lang).to_owned();
        }
        // A line breaks between two steps, never inside one.
        let steps = steps.join(", ").replace(' ', "\u{a0}").replace(",\u{a0}", ", ");
        wrapped(&said::sums_route(lang, steps), WIDTH).replace('\u{a0}', " ")
    }

    fn states(&self, out: &mut Out, heading: &str, states: &States) -> Result<()> {
        let width = states.len().to_string().len();
        out.line(heading)?;
        for (i, state) in states.iter().enumerate() {
            let contents = self.0.puzzle.listed(&state);
            let contents: Vec<String> =
                contents.iter().map(|value| value.map_or_else(|| "_".to_owned(), |value| value.to_string())).collect();
            out.line(&format!("{:>width$}  [{}]", i + 1, contents.join(", ")))?;
        }
        out.line("")
    }
}
