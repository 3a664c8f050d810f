//! `Say` for the types of the cluster, which WebAssembly does not have.

use hueco_cluster::{BuildTableError, ConnectError, DiskFault, ExploreError, Loss, Note, ReachError, SuperviseError};

use super::{
    checkpoint_not_written, checkpoint_rejected, connect_cancelled, connect_listen, connect_missing, connect_other_run,
    explored_nothing, folder_has_problem, folder_in_use, folder_nothing, folder_other_problem, folder_other_run,
    lost_ended, lost_killed, lost_silent, peer_lost, resumed, spill_read, spill_write, supervise_late,
    supervise_lost_often, supervise_lost_once, supervise_start, the_manifest, the_shard,
};
use crate::{Lang, Say};

impl Say for ConnectError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Listen { address, kind } => connect_listen(lang, address, kind.say(lang)),
            Self::Missing { missing } => {
                let numbers: Vec<String> = missing.iter().map(ToString::to_string).collect();
                connect_missing(lang, numbers.join(", "))
            }
            Self::OtherRun { process } => connect_other_run(lang, process),
            Self::Cancelled => connect_cancelled(lang).to_owned(),
        }
    }
}

impl Say for SuperviseError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Start(kind) => supervise_start(lang, kind.say(lang)),
            Self::Late => supervise_late(lang).to_owned(),
            Self::TooManyLosses(1) => supervise_lost_once(lang).to_owned(),
            Self::TooManyLosses(times) => supervise_lost_often(lang, times),
        }
    }
}

impl Say for Loss {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Ended(None) => lost_ended(lang).to_owned(),
            Self::Ended(Some(signal)) => lost_killed(lang, signal),
            Self::Silent => lost_silent(lang).to_owned(),
        }
    }
}

impl Say for ExploreError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Space(error) => error.say(lang),
            Self::PeerLost(_) => peer_lost(lang).to_owned(),
            Self::InUse { folder, shape, level } => folder_in_use(lang, folder.display(), shape, level),
            Self::OtherRun { folder, shape } => folder_other_run(lang, folder.display(), shape),
            Self::NothingToResume { folder } => folder_nothing(lang, folder.display()),
            Self::Spill(DiskFault::Write(error)) => spill_write(lang, error.say(lang)),
            Self::Spill(DiskFault::Read(fault)) => spill_read(lang, fault.say(lang)),
            Self::Stopped(limit) => explored_nothing(lang, limit.say(lang)),
        }
    }
}

/// A mistake of the problem itself is worded by whoever can repeat it.
impl<S> Say for ReachError<S> {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::PeerLost(_) | Self::Mistake(_) => peer_lost(lang).to_owned(),
            Self::InUse { folder, name, level } => folder_has_problem(lang, folder.display(), name, level),
            Self::OtherRun { folder, name } => folder_other_problem(lang, folder.display(), name),
            Self::NothingToResume { folder } => folder_nothing(lang, folder.display()),
        }
    }
}

impl Say for Note {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Resumed { level } => resumed(lang, level),
            Self::CheckpointRejected { level, shard, fault } => {
                let file = shard.map_or_else(|| the_manifest(lang).to_owned(), |shard| the_shard(lang, shard));
                checkpoint_rejected(lang, level, file, fault.say(lang))
            }
            Self::CheckpointNotWritten { level, error } => checkpoint_not_written(lang, level, error.say(lang)),
            Self::TableNotWritten { error } => error.say(lang),
        }
    }
}

impl Say for BuildTableError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Build(error) => error.say(lang),
            Self::PeerLost(_) => peer_lost(lang).to_owned(),
        }
    }
}
