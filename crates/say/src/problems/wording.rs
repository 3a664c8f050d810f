//! `Say` for the mistakes in a problem file.

use hueco_script::{Expected, Mistake, ParameterFault, Position, ScriptError};

use super::{
    all_need_admissible, claim_of_nothing, cost_too_large, expected_action, expected_actions, expected_cost,
    expected_estimate, expected_function, expected_names, expected_number_or_text, expected_state_or_maker,
    expected_state_or_test, expected_text, expected_truth, expected_whole, file_too_large, goal_is_a_list,
    interpreter_failed, late_parameter, missing_actions, missing_goal, missing_start, nested_too_deeply,
    no_way_forward, none, not_an_abstraction, one_way, paid_twice, parameters_not_a_cost, parameters_not_a_setting,
    parameters_open_quote, parameters_twice, parameters_words, problem_expected_number, state_too_deep,
    state_too_large, stopped_loading, syntax, text_too_long, too_many_actions, too_many_calls, too_many_steps,
    too_much_memory, unclaimed_dead_end, unhashable, unknown_heuristic, unknown_parameter, unsteady, value_too_deep,
    wrong_item, wrong_kind, wrong_parameter, wrong_result,
};
use crate::interpreter::of_interpreter;
use crate::{Lang, Say, suggested};

impl Say for ScriptError {
    fn say(&self, lang: Lang) -> String {
        let mistake = self.mistake.say(lang);
        match self.at {
            Some(Position { line, column }) => format!("{}:{line}:{column}: {mistake}", self.file),
            None => format!("{}: {mistake}", self.file),
        }
    }
}

impl Say for Mistake {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::FileTooLarge { bytes, limit } => file_too_large(lang, bytes, limit),
            Self::NestedTooDeeply { limit } => nested_too_deeply(lang, limit),
            Self::Syntax(words) => syntax(lang, of_interpreter(&shown(words), lang)),
            Self::Evaluation(words) => of_interpreter(&shown(words), lang),
            Self::Missing(name) => missing(name, lang),
            Self::WrongKind { name, expected, found } => wrong_kind(lang, name, found, expected.say(lang)),
            Self::ClaimOfNothing { list, name } => claim_of_nothing(lang, list, shown(name)),
            Self::Unhashable { found } => unhashable(lang, found),
            Self::GoalIsAList => goal_is_a_list(lang).to_owned(),
            Self::ValueTooDeep => value_too_deep(lang).to_owned(),
            Self::StateTooDeep => state_too_deep(lang).to_owned(),
            Self::StateTooLarge => state_too_large(lang).to_owned(),
            Self::WrongResult { function, state, expected, found } => {
                wrong_result(lang, function, shown(state), shown(found), expected.say(lang))
            }
            Self::WrongItem { function, state, item, expected, found } => {
                wrong_item(lang, item, function, shown(state), shown(found), expected.say(lang))
            }
            Self::TooManyActions { function, state, found, limit } => {
                too_many_actions(lang, function, shown(state), found, limit)
            }
            Self::CostTooLarge(cost) => cost_too_large(lang, lang.number(*cost)),
            Self::Unsteady { function, state } => unsteady(lang, function, shown(state)),
            Self::Steps(limit) => too_many_steps(lang, limit),
            Self::Memory(limit) => too_much_memory(lang, lang.bytes(*limit)),
            Self::TextTooLong(limit) => text_too_long(lang, lang.bytes(*limit)),
            Self::Stopped(limit) => stopped_loading(lang, limit.say(lang)),
            Self::CallDepth(limit) => too_many_calls(lang, limit),
            Self::WrongParameter { name, value, expected } => {
                wrong_parameter(lang, name, shown(value), expected.say(lang))
            }
            Self::UnknownParameter { name, known } => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                unknown(unknown_parameter(lang, shown(name), listed(&known, lang)), name, &known, lang)
            }
            Self::LateParameter => late_parameter(lang).to_owned(),
            Self::UnknownHeuristic { name, known } => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                unknown(unknown_heuristic(lang, shown(name), listed(&known, lang)), name, &known, lang)
            }
            Self::OneWay => one_way(lang).to_owned(),
            Self::UnclaimedDeadEnd { function, state } => unclaimed_dead_end(lang, function, shown(state)),
            Self::NotAdmissible { heuristic } => all_need_admissible(lang, heuristic),
            Self::NoWayForward { from, to, cost } => no_way_forward(lang, shown(from), shown(to), cost),
            Self::NotAnAbstraction { abstraction, from, to, from_image, to_image } => {
                not_an_abstraction(lang, abstraction, shown(from), shown(to), shown(from_image), shown(to_image))
            }
            Self::PaidTwice { heuristic, state, action, cost, sum } => {
                paid_twice(lang, heuristic, shown(state), shown(action), cost, sum)
            }
            Self::Internal(words) => interpreter_failed(lang, shown(words)),
        }
    }
}

impl Say for Expected {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Function => expected_function,
            Self::StateOrMaker => expected_state_or_maker,
            Self::StateOrTest => expected_state_or_test,
            Self::Text => expected_text,
            Self::Truth => expected_truth,
            Self::Names => expected_names,
            Self::Actions => expected_actions,
            Self::Action => expected_action,
            Self::Cost => expected_cost,
            Self::Estimate => expected_estimate,
            Self::Number => expected_whole,
            Self::Float => problem_expected_number,
            Self::NumberOrText => expected_number_or_text,
        };
        words(lang).to_owned()
    }
}

/// What is missing, and how it is written.
fn missing(name: &str, lang: Lang) -> String {
    match name {
        "start" => missing_start(lang),
        "goal" => missing_goal(lang),
        _ => missing_actions(lang),
    }
    .to_owned()
}

fn unknown(message: String, name: &str, known: &[&str], lang: Lang) -> String {
    suggested(message, name, known.iter().copied(), lang)
}

/// Names as a list; the word for none where there are none.
pub fn names_listed(names: &[String], lang: Lang) -> String {
    listed(&names.iter().map(String::as_str).collect::<Vec<_>>(), lang)
}

fn listed(names: &[&str], lang: Lang) -> String {
    if names.is_empty() { none(lang).to_owned() } else { names.join(", ") }
}

/// A piece of the file or of the interpreter's words, without anything that a terminal would obey.
fn shown(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

impl Say for ParameterFault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NotASetting(found) => parameters_not_a_setting(lang, found),
            Self::Twice(name) => parameters_twice(lang, name),
            Self::NotACost(found) => parameters_not_a_cost(lang, found),
            Self::OpenQuote => parameters_open_quote(lang).to_owned(),
            Self::Words { found, expected } => parameters_words(lang, *found, expected),
        }
    }
}
