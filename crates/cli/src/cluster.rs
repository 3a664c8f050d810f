//! Commands that run on several processes: their options, and both sides of a supervised run.
//!
//! With `--processes` a command starts itself that many times, each time as a *member*, supervises the members, and prints
//! the result of the first. With `--hosts` the user starts it on every host.

use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use hueco_cluster::{ConnectError, Loss, Member, SuperviseError, Supervisor, Team, connect};
use hueco_say::{Lang, Say, commands as words, explore as said};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::status::Status;

/// `--processes`, `--hosts`, `--process`, `--patience`, `--restarts`, and the hidden options of members.
pub(crate) fn args(lang: Lang) -> Vec<Arg> {
    let args = [
        options::number(lang, "processes", 1, 1024).help(said::option_processes(lang)),
        Arg::new("hosts")
            .long("hosts")
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .requires("process")
            .conflicts_with("processes")
            .help(said::option_hosts(lang)),
        options::number(lang, "process", 0, 1_000_000).requires("hosts").help(said::option_process(lang)),
        options::duration(lang, "patience").default_value("30s").help(said::option_patience(lang)),
        options::number(lang, "restarts", 0, 1_000_000).default_value("10").help(said::option_restarts(lang)),
        // For members: its number, what is left of the run's time, and whether the members were started before.
        options::number(lang, "member", 0, 1024).requires("processes").hide(true),
        options::duration(lang, options::TIME_LEFT).requires("member").hide(true),
        Arg::new("again").long("again").action(ArgAction::SetTrue).requires("member").hide(true),
    ];
    args.map(|arg| arg.help_heading(said::heading_cluster(lang))).into()
}

/// What the command line says about processes.
pub(crate) struct Cluster<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    /// Threads of each process.
    pub(crate) threads: usize,
    /// The number of local processes, if they are requested.
    pub(crate) processes: Option<usize>,
    /// How long a process may be silent.
    patience: Duration,
    /// When the time of the run is over.
    deadline: Option<Instant>,
}

impl<'a> Cluster<'a> {
    pub(crate) fn read(matches: &'a ArgMatches, context: &'a Context) -> Self {
        let processes = matches.get_one::<u64>("processes").map(|&count| count as usize);
        let is_one = processes.is_none() && !matches.contains_id("hosts");
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        let threads = matches.get_one::<u64>("threads").map(|&threads| threads as usize);
        Self {
            matches,
            context,
            threads: threads.unwrap_or_else(|| if is_one { cores() } else { 1 }),
            processes,
            patience: *matches.get_one("patience").expect("it has a default"),
            deadline: options::timeout(matches).and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// The number of this member, if it is one.
    pub(crate) fn member(&self) -> Option<usize> {
        self.matches.get_one::<u64>("member").map(|&number| number as usize)
    }

    /// The workers of this process, connected to those of other hosts if there are any. `run` identifies the run.
    pub(crate) fn team(&self, run: u64) -> Result<Team> {
        let Some(file) = self.matches.get_one::<PathBuf>("hosts") else { return Ok(Team::threads(self.threads)) };
        let lang = self.context.lang;
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| Failure::reading(lang, &name, &error))?;
        let addresses = read_hosts(&name, &text, lang).map_err(Failure::input)?;
        let process = self.matches.get_one::<u64>("process").map_or(0, |&process| process as usize);
        let Some(own) = addresses.get(process) else {
            return Err(Failure::input(said::hosts_process(lang, process, addresses.len() - 1)));
        };
        let listener = TcpListener::bind(own).map_err(|error| {
            Failure::input(ConnectError::Listen { address: own.clone(), kind: error.kind() }.say(lang))
        })?;
        let team = self.context.while_searching(|| self.connect(&listener, &addresses, process, run));
        team.map_err(|error| match error {
            ConnectError::Cancelled => Failure::Message { status: Status::Interrupted, message: error.say(lang) },
            error => Failure::input(error.say(lang)),
        })
    }

    fn connect(
        &self,
        listener: &TcpListener,
        addresses: &[String],
        process: usize,
        run: u64,
    ) -> std::result::Result<Team, ConnectError> {
        let sockets = connect(listener, addresses, process, run, self.patience, &self.context.cancel)?;
        Team::connected(sockets, process, self.threads)
            .map_err(|error| ConnectError::Listen { address: addresses[process].clone(), kind: error.kind() })
    }

    /// Starts the members of a command, with one more option if there is one, and supervises them. `command` is the last
    /// word of the command's name. `on_progress` receives the progress of all members, with the
    /// number of the member; the result is that of the first, `None` if it did not come in time.
    pub(crate) fn supervise<P: DeserializeOwned, R: DeserializeOwned>(
        &self,
        command: &str,
        option: Option<&str>,
        on_progress: &mut dyn FnMut(usize, P),
    ) -> Result<Option<R>> {
        let context = self.context;
        let internal = |message| Failure::Message { status: Status::Internal, message };
        let again = context.again().map_err(|error| internal(SuperviseError::Start(error.kind()).say(context.lang)))?;
        // The options of a member come right after the command's name, before a possible `--`.
        let name = context.words.iter().position(|word| word == command).unwrap_or(1);
        let start = |number: usize, attempt: u32| {
            let mut member = again();
            member.args(&context.words[1..=name]).arg(format!("--member={number}")).args(option);
            if let Some(deadline) = self.deadline {
                let left = deadline.saturating_duration_since(Instant::now());
                member.arg(format!("--{}={:.6}", options::TIME_LEFT, left.as_secs_f64()));
            }
            if attempt > 0 {
                member.arg("--again");
            }
            if !context.quiet {
                member.arg("--quiet");
            }
            member.args(&context.words[name + 1..]);
            member
        };
        let supervisor = Supervisor {
            processes: self.processes.unwrap_or(1),
            command: &start,
            timeout: self.patience,
            deadline: self.deadline,
            max_restarts: self.matches.get_one::<u64>("restarts").map_or(0, |&restarts| restarts as u32),
            cancel: &context.cancel,
        };
        let mut on_message = |number, value: Value| {
            if let Ok(progress) = serde_json::from_value(value) {
                on_progress(number, progress);
            }
        };
        let mut on_loss = |number, loss: Loss, _| {
            context.note(&said::lost_and_restarted(context.lang, number, loss.say(context.lang)));
        };
        let result = match supervisor.run(&mut on_message, &mut on_loss) {
            Ok(result) => result,
            Err(SuperviseError::Late) => return Ok(None),
            Err(error) => return Err(internal(error.say(context.lang))),
        };
        match serde_json::from_value(result) {
            Ok(MemberResult::Done(result)) => Ok(Some(result)),
            Ok(MemberResult::Failed { status, message }) => {
                Err(Failure::Message { status: Status::of_code(status).unwrap_or(Status::Internal), message })
            }
            Err(_) => Err(internal(said::peer_lost(context.lang).to_owned())),
        }
    }

    /// Runs one member, connected to the others. `work` returns its result; `None` if another member was lost.
    pub(crate) fn run_member<P: Serialize, R: Serialize>(
        &self,
        run: u64,
        work: impl FnOnce(Team, &(dyn Fn(P) + Sync)) -> Option<Result<R>>,
    ) -> Status {
        // When another member is lost, threads of this one panic. The supervisor reports the loss; their panics are noise.
        std::panic::set_hook(Box::new(|_| ()));
        let Ok(listener) = TcpListener::bind("127.0.0.1:0") else { return Status::Internal };
        let Some((member, peers)) = Member::join(&listener, &self.context.cancel) else {
            return Status::Internal;
        };
        let progress = |progress: P| member.progress(serde_json::to_value(progress).unwrap_or_default());
        let number = self.member().unwrap_or(0);
        let done = self.context.while_searching(|| {
            let team = self.connect(&listener, &peers, number, run).ok()?;
            work(team, &progress)
        });
        let result = match done {
            // Without a result it counts as lost, and all members are restarted.
            None => {
                member.peer_lost();
                return Status::Internal;
            }
            Some(Err(Failure::ReaderGone)) => return Status::Internal,
            Some(Ok(result)) => MemberResult::Done(result),
            Some(Err(Failure::Message { status, message })) => MemberResult::Failed { status: status.code(), message },
        };
        member.finish(serde_json::to_value(result).unwrap_or_default());
        Status::Done
    }
}

/// The failure of a run whose result did not come in time.
pub(crate) fn late(lang: Lang) -> Failure {
    Failure::Message { status: Status::Time, message: SuperviseError::Late.say(lang) }
}

/// The result of a member.
#[derive(Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum MemberResult<R> {
    Done(R),
    /// With a message in the user's language.
    Failed {
        status: i32,
        message: String,
    },
}

/// The addresses of a hosts file: one per line, with comments after `#`.
fn read_hosts(file: &str, text: &str, lang: Lang) -> std::result::Result<Vec<String>, String> {
    let mut addresses = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let address = text.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let is_address = address.rsplit_once(':').is_some_and(|(host, port)| {
            let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
            !host.is_empty() && !host.contains(char::is_whitespace) && is_port
        });
        if !is_address {
            return Err(said::hosts_address(lang, file, line + 1, address));
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() { Err(said::hosts_empty(lang, file)) } else { Ok(addresses) }
}

/// What a fuzzer does with the bytes of a hosts file: its addresses, in a file of their own, are read as the same.
pub fn fuzz_hosts(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read_hosts("hosts.txt", text, Lang::En) {
        Ok(addresses) => {
            for address in &addresses {
                let (host, port) = address.rsplit_once(':').expect("an address has a port");
                assert!(
                    !host.is_empty() && !host.contains(['#', ' ']) && port.bytes().all(|byte| byte.is_ascii_digit())
                );
            }
            assert_eq!(read_hosts("hosts.txt", &addresses.join("\n"), Lang::En), Ok(addresses));
        }
        Err(message) => {
            let in_spanish = read_hosts("hosts.txt", text, Lang::Es).expect_err("wrong in one language only");
            assert!(message.contains("hosts.txt"), "{message}");
            assert_ne!(message, in_spanish);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_of_a_hosts_file_are_skipped() {
        let read = |text| read_hosts("hosts.txt", text, Lang::En);
        assert_eq!(
            read("a:1\n\n# all\n b.example:4100 # second\n[::1]:7"),
            Ok(vec!["a:1".to_owned(), "b.example:4100".to_owned(), "[::1]:7".to_owned()])
        );
        assert!(read("a:1\nb").is_err_and(|message| message.contains("line 2") && message.contains("host:port")));
        for bad in ["", "# none", ":4", "a b:4", "a:70000", "a:", "a:+80"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
