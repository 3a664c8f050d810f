//! The first lines of results: what somebody else needs to repeat them, and to judge their times.
//!
//! No time of day: the same command on the same machine begins with the same lines.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

use hueco_jobs::Limits;
use serde::Serialize;

use crate::answer::VERSION;
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::format::Format;
use crate::version;

/// The facts. The order of the keys is part of the contract.
#[derive(Serialize)]
pub(crate) struct Header {
    version: u32,
    kind: &'static str,
    hueco: &'static str,
    commit: Option<&'static str>,
    cpu: Option<String>,
    cores: Option<usize>,
    os: &'static str,
    /// Of random boards, each once.
    seeds: Vec<u64>,
    max_nodes: Option<u64>,
    max_bytes: Option<u64>,
    timeout: Option<f64>,
    command: String,
}

impl Header {
    /// The facts of this run. `seeds` may repeat one seed for each of its boards.
    pub(crate) fn new(context: &Context, mut seeds: Vec<u64>, limits: Limits) -> Self {
        let mut known = BTreeSet::new();
        seeds.retain(|seed| known.insert(*seed));
        Self {
            version: VERSION,
            kind: "header",
            hueco: version::VERSION,
            commit: version::COMMIT,
            cpu: cpu(),
            cores: available_parallelism().ok().map(usize::from),
            os: std::env::consts::OS,
            seeds,
            max_nodes: limits.nodes,
            max_bytes: limits.bytes,
            timeout: limits.time.map(|time| time.as_secs_f64()),
            command: command(&context.words),
        }
    }

    /// Prints them for programs: a line of JSON, or comments of CSV, which pandas skips with `comment='#'` and R with
    /// `comment.char = "#"`.
    pub(crate) fn print(&self, format: Format, out: &mut Out) -> Result<()> {
        match format {
            Format::Text => Ok(()),
            Format::Json => out.json(self),
            Format::Csv => self.comments().iter().try_for_each(|line| out.line(line)),
        }
    }

    /// The facts that are known, one per line.
    fn comments(&self) -> Vec<String> {
        let seeds = self.seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let facts = [
            ("hueco", Some(self.hueco.to_owned())),
            ("commit", self.commit.map(str::to_owned)),
            ("cpu", self.cpu.clone()),
            ("cores", self.cores.map(|cores| cores.to_string())),
            ("os", Some(self.os.to_owned())),
            ("seeds", Some(seeds).filter(|seeds| !seeds.is_empty())),
            ("max_nodes", self.max_nodes.map(|nodes| nodes.to_string())),
            ("max_bytes", self.max_bytes.map(|bytes| bytes.to_string())),
            ("timeout", self.timeout.map(|seconds| seconds.to_string())),
            ("command", Some(self.command.clone())),
        ];
        facts.into_iter().filter_map(|(name, fact)| Some(format!("# {name}: {}", fact?))).collect()
    }
}

/// The model of the processor, as the system names it.
fn cpu() -> Option<String> {
    let of_linux = || fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text));
    let of_mac = || {
        let asked = Command::new("/usr/sbin/sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        String::from_utf8(asked.stdout).ok()
    };
    let of_windows = || std::env::var("PROCESSOR_IDENTIFIER").ok();
    let named = of_linux().or_else(|| cfg!(target_os = "macos").then(of_mac).flatten()).or_else(of_windows);
    let plain = named.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
    plain.filter(|name| !name.is_empty())
}

/// The first `model name` of `/proc/cpuinfo`.
fn model(text: &str) -> Option<String> {
    let value = |line: &str| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "model name").then(|| value.trim().to_owned())
    };
    text.lines().find_map(value)
}

/// The command line as a shell reads it, in one line. The program is `hueco`, wherever it is installed.
fn command(words: &[OsString]) -> String {
    let arguments = words.iter().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("hueco".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().any(char::is_control) {
        let escaped = word.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            '\n' => "\\n".to_owned(),
            '\t' => "\\t".to_owned(),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        });
        format!("$'{}'", escaped.collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_one_line_that_a_shell_reads_back() {
        let words = ["/usr/bin/hueco", "compare", "1 2 / 3 0", "-H", "max(a,b)", "it's", "", "1 2\n3 0"];
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        assert_eq!(command(&words), r"hueco compare '1 2 / 3 0' -H 'max(a,b)' 'it'\''s' '' $'1 2\n3 0'");
        assert_eq!(quoted("a'b\u{1b}"), r"$'a\'b\u001b'");
    }

    #[test]
    fn the_processor_is_named_where_the_system_names_it() {
        assert_eq!(model("processor\t: 0\nmodel name\t: A CPU @ 3 GHz\nmodel name : B"), Some("A CPU @ 3 GHz".into()));
        assert_eq!(model("processor : 0\nBogoMIPS : 1"), None);
    }
}
