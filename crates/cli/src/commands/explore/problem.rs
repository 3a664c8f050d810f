//! `hueco explore --problem FILE`: every state that the actions of a problem file lead to from its start, counted by the fewest
//! actions that lead there.
//!
//! Every worker calls the file through an interpreter of its own. A mistake of the file that one of them meets is made again
//! by the process that reports it, so that no message has to be sent, and each host words it in its own language.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use clap::ArgMatches;
use hueco_cluster::{Enumerated, Enumeration, Layer, ReachError, ReachEvent, Team, enumerate};
use hueco_jobs::{JobError, ProblemSource};
use hueco_say::{Say, explore as said};
use hueco_script::{ProblemFile, ScriptProblem, State, drawings};
use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::space::Level;
use serde::{Deserialize, Serialize};

use super::members::{MemberProgress, Reports, Supervised, while_counting};
use super::{budget_of_process, print, read_checkpoint};
use crate::answer::one_line;
use crate::cluster::Cluster;
use crate::context::Context;
use crate::explored::{self, ExploredStates, Script, mean};
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::problem;
use crate::progress::Progress;
use crate::status::Status;

pub(super) fn run(source: &ProblemSource, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let request = Request::read(source, matches, context)?;
    let run = request.fingerprint();
    if request.cluster.member().is_some() {
        return Ok(request.cluster.run_member(run, |team, progress| request.member(team, progress)));
    }
    let gauge = Arc::new(Gauge::default());
    let progress = Progress::of_states(matches, context, &gauge);
    let found = if request.cluster.processes.is_some() {
        request.supervised(&progress, &gauge)?
    } else {
        let team = request.cluster.team(run)?;
        let budget = request.budget.clone().gauge(gauge);
        let mut on_event = |event| match event {
            ReachEvent::Layer(layer) => progress.level(level(layer)),
            ReachEvent::Note(note) => context.note(&note.say(context.lang)),
        };
        let found = context.while_searching(|| request.enumerate(team, &budget, &mut on_event));
        found.map_err(|error| request.failure(&error))?
    };
    drop(progress);
    // Of several hosts only the first has a result.
    let Some(found) = found else { return Ok(Status::Done) };
    request.print(&found)?;
    if !found.unit_costs {
        context.note(said::depth_counts_actions(context.lang));
    }
    Ok(found.stopped.map_or(Status::Done, Status::from))
}

fn level(Layer { depth, states, reached }: Layer) -> Level {
    Level { depth, states, reached, all: 0 }
}

/// What the command line requests.
struct Request<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    file: Arc<ProblemFile>,
    enumeration: Enumeration<Script>,
    budget: Budget,
    cluster: Cluster<'a>,
}

/// The result of the first member. States are packed.
#[derive(Serialize, Deserialize)]
struct Found {
    depths: Vec<u64>,
    deepest: Vec<Vec<u8>>,
    unit_costs: bool,
    stopped: Option<String>,
}

impl From<Enumerated<State>> for Found {
    fn from(found: Enumerated<State>) -> Self {
        let Enumerated { depths, deepest, unit_costs, stopped } = found;
        let deepest = deepest.iter().map(|state| state.bytes().to_vec()).collect();
        Self { depths, deepest, unit_costs, stopped: stopped.map(|limit| limit.name().to_owned()) }
    }
}

impl From<Found> for Enumerated<State> {
    fn from(found: Found) -> Self {
        let Found { depths, deepest, unit_costs, stopped } = found;
        let deepest = deepest.iter().filter_map(|bytes| State::from_bytes(bytes)).collect();
        Self { depths, deepest, unit_costs, stopped: stopped.as_deref().and_then(Limit::parse) }
    }
}

impl<'a> Request<'a> {
    fn read(source: &ProblemSource, matches: &'a ArgMatches, context: &'a Context) -> Result<Self> {
        let number = |name| matches.get_one::<u64>(name).copied();
        let cluster = Cluster::read(matches, context);
        let budget = budget_of_process(matches, context, &cluster);
        let file = context.while_searching(|| source.load(&budget));
        let file = file.map_err(|error| problem::failure(&JobError::Script(error), context.lang))?;
        let (depth, deepest) = (number("depth").map(|depth| depth as u32), number("deepest").unwrap_or(0) as usize);
        let enumeration = explored::enumeration(&file, depth, deepest, read_checkpoint(matches));
        Ok(Self { matches, context, file, enumeration, budget, cluster })
    }

    /// A number that identifies the run: processes with different ones refuse to connect.
    fn fingerprint(&self) -> u64 {
        let Enumeration { identity, depth, deepest, checkpoint, .. } = &self.enumeration;
        let every = checkpoint.as_ref().map(|checkpoint| checkpoint.every);
        BuildHasherDefault::<DefaultHasher>::default().hash_one((identity.1, depth, deepest, every))
    }

    fn enumerate(
        &self,
        team: Team,
        budget: &Budget,
        on_event: &mut dyn FnMut(ReachEvent),
    ) -> std::result::Result<Option<Enumerated<State>>, ReachError<State>> {
        enumerate(team, self.enumeration.clone(), budget, on_event)
    }

    /// Runs one of the members.
    fn member(&self, team: Team, progress: &(dyn Fn(MemberProgress) + Sync)) -> Option<Result<Option<Found>>> {
        let gauge = Arc::new(Gauge::default());
        let budget = self.budget.clone().gauge(Arc::clone(&gauge));
        let mut on_event = |event| {
            progress(match event {
                ReachEvent::Layer(Layer { depth, states, reached }) => {
                    MemberProgress::Level { depth, states, reached, all: 0 }
                }
                ReachEvent::Note(note) => MemberProgress::Note(note.say(self.context.lang)),
            });
        };
        match while_counting(&gauge, progress, || self.enumerate(team, &budget, &mut on_event)) {
            Err(ReachError::PeerLost(_)) => None,
            Err(error) => Some(Err(self.failure(&error))),
            Ok(found) => Some(Ok(found.map(Found::from))),
        }
    }

    /// Runs all members, supervised.
    fn supervised(&self, progress: &Progress<'_>, gauge: &Gauge) -> Result<Option<Enumerated<State>>> {
        let supervised = Reports::new(self.context, progress, gauge).supervise::<Option<Found>>(&self.cluster)?;
        Ok(match supervised {
            Supervised::Done(found) => found.map(Enumerated::from),
            // Whether all costs are one is not known then; without it the reader is reminded that actions are counted.
            Supervised::Late(depths) => {
                Some(Enumerated { depths, deepest: Vec::new(), unit_costs: false, stopped: Some(Limit::Time) })
            }
        })
    }

    /// The message and exit status of an error.
    fn failure(&self, error: &ReachError<State>) -> Failure {
        let lang = self.context.lang;
        let (status, message) = match error {
            ReachError::Mistake(state) => {
                let mistake = JobError::Script(ScriptProblem::mistake_at(&self.file, state));
                return problem::failure(&mistake, lang);
            }
            ReachError::PeerLost(_) => (Status::Internal, error.say(lang)),
            ReachError::InUse { .. } | ReachError::OtherRun { .. } | ReachError::NothingToResume { .. } => {
                (Status::BadInput, error.say(lang))
            }
        };
        Failure::Message { status, message }
    }

    fn print(&self, found: &Enumerated<State>) -> Result<()> {
        let lang = self.context.lang;
        let states: u64 = found.depths.iter().sum();
        let (mean, last) = (mean(&found.depths), found.depths.len().saturating_sub(1));
        let mut out = self.context.out();
        match Format::read(self.matches) {
            Format::Json => {
                out.line(&one_line(&ExploredStates::new(&self.file, found)))?;
            }
            Format::Csv => print::csv(&found.depths, &mut out)?,
            Format::Text => {
                out.line(self.file.title())?;
                print::table(&found.depths, said::column_problem_states(lang), lang, &mut out)?;
                out.line(&match found.stopped {
                    None => said::explored_states(lang, states, last, lang.decimal(mean, 6)),
                    Some(limit) if found.depths.is_empty() => said::explored_no_state(lang, limit.say(lang)),
                    Some(limit) => said::explored_states_part(lang, limit.say(lang), states, last),
                })?;
                if let (false, Some(&all)) = (found.deepest.is_empty(), found.depths.last()) {
                    out.line(&said::deepest_states(lang, found.deepest.len(), last, lang.number(all)))?;
                }
                for state in self.shown(&found.deepest) {
                    out.line(&state)?;
                }
            }
        }
        out.flush()
    }

    /// States as people see them: drawn, where each drawing takes one line.
    fn shown(&self, states: &[State]) -> Vec<String> {
        let drawn = drawings(&self.file, states, &self.budget).ok().flatten().unwrap_or_default();
        let is_short = drawn.len() == states.len() && drawn.iter().all(|drawing| !drawing.trim_end().contains('\n'));
        if is_short { drawn } else { states.iter().map(ToString::to_string).collect() }
    }
}
