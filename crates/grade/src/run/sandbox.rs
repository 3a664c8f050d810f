//! The few calls to the system that the standard library does not make.
//!
//! Between `fork` and `exec` a child sets its own limits and leaves our session; afterwards its whole process group can be
//! killed with one call. All `unsafe` code of this crate is in this file: the one call that registers what runs between
//! the two.
//!
//! Limits protect the grader and the machine from accidents and carelessness; what a program is kept from otherwise is in
//! [`super::isolation`].
#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

#[cfg(target_os = "linux")]
use super::isolation::Jail;
#[cfg(target_os = "linux")]
use rustix::process::WaitOptions;
use rustix::process::{self, Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};

/// Systems other than Linux have none.
#[cfg(not(target_os = "linux"))]
pub(super) enum Jail {}

#[cfg(not(target_os = "linux"))]
impl Jail {
    fn enter(&mut self) -> io::Result<()> {
        match *self {}
    }
}

/// What the system enforces on one process and everything it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Confinement {
    /// The largest file, in bytes.
    pub(super) file_bytes: u64,
    /// Private memory of one process, in bytes.
    pub(super) memory_bytes: u64,
    /// Tasks of the user, ours included; `None` sets no limit.
    pub(super) tasks: Option<u64>,
    /// A number that tags the process and all its descendants; see [`super::processes`].
    pub(super) tag: Option<u64>,
}

/// Makes `command` start in a session of its own (so: a process group of its own and no terminal), under `confinement`, and
/// in a jail if there is one.
pub(super) fn confine(command: &mut Command, confinement: Confinement, mut jail: Option<Jail>) {
    // SAFETY: the closure runs in the child of a fork of a process with several threads, where only calls that neither
    // allocate nor lock are allowed. It makes plain system calls (setsid, getrlimit, setrlimit, prctl, capset,
    // landlock_restrict_self, seccomp, close) on values it owns, and builds its errors from their numbers, without
    // allocating. It touches no memory shared with the parent.
    unsafe {
        command.pre_exec(move || {
            enter(confinement)?;
            jail.as_mut().map_or(Ok(()), Jail::enter)
        });
    }
}

/// Lowers the priority of a process and of what it starts from now on. It may have ended already.
pub(super) fn slow_down(pid: i32) {
    let _ = rustix::process::setpriority_process(Pid::from_raw(pid), 10);
}

fn enter(confinement: Confinement) -> io::Result<()> {
    process::setsid()?;
    // Reservations without access are not counted by RLIMIT_DATA on Linux: a Java machine reserves far more than it
    // uses. Elsewhere RLIMIT_DATA does not count mapped memory, RLIMIT_AS does.
    #[cfg(target_os = "linux")]
    let memory = Resource::Data;
    #[cfg(not(target_os = "linux"))]
    let memory = Resource::As;
    for (resource, max) in
        [(Resource::Core, 0), (Resource::Fsize, confinement.file_bytes), (memory, confinement.memory_bytes)]
    {
        lower(resource, max)?;
    }
    if let Some(tasks) = confinement.tasks {
        lower(Resource::Nproc, tasks)?;
    }
    #[cfg(target_os = "linux")]
    {
        if let Some(tag) = confinement.tag {
            lower(Resource::Rttime, tag)?;
        }
        // If the grader is killed, the program is killed with it.
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
    }
    Ok(())
}

/// Lowers a limit to `max`, unless it is lower already.
fn lower(resource: Resource, max: u64) -> io::Result<()> {
    let max = Some(process::getrlimit(resource).maximum.map_or(max, |highest| highest.min(max)));
    Ok(process::setrlimit(resource, Rlimit { current: max, maximum: max })?)
}

/// Whether our child `pid` has ended. It is not reaped, so that its number, which is also its group's, stays reserved.
pub(super) fn has_ended(pid: i32) -> io::Result<bool> {
    let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::InvalidInput)?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(process::waitid(WaitId::Pid(pid), options)?.is_some())
}

/// Kills every process of a group. It may be empty already. The caller holds the group's number: its leader is not
/// reaped yet.
pub(super) fn kill_group(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        let _ = process::kill_process_group(group, Signal::KILL);
    }
}

/// Kills one process. It may have ended already.
#[cfg(target_os = "linux")]
pub(super) fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = process::kill_process(pid, Signal::KILL);
    }
}

/// Reaps a dead process if it is a child of ours.
#[cfg(target_os = "linux")]
pub(super) fn reap(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = process::waitpid(Some(pid), WaitOptions::NOHANG);
    }
}

/// From now on orphaned processes become children of this one, so that it can reap them. Where the call fails, orphans go
/// to the system's first process, as always.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() {
    let _ = process::set_child_subreaper(Some(process::getpid()));
}

/// The largest value to which `RLIMIT_RTTIME` may be set.
#[cfg(target_os = "linux")]
pub(super) fn highest_tag() -> u64 {
    process::getrlimit(Resource::Rttime).maximum.unwrap_or(u64::MAX)
}

/// Bytes of a memory page.
#[cfg(target_os = "linux")]
pub(super) fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

/// Our user.
#[cfg(target_os = "linux")]
pub(super) fn user() -> u32 {
    process::getuid().as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    const CONFINEMENT: Confinement = Confinement { file_bytes: 1 << 20, memory_bytes: 1 << 30, tasks: None, tag: None };

    #[test]
    fn limits_apply_to_the_child() {
        let mut command = shell("ulimit -c; ulimit -f; ulimit -d");
        confine(&mut command, CONFINEMENT, None);
        let output = command.output().unwrap();
        let found: Vec<u64> =
            String::from_utf8(output.stdout).unwrap().split_whitespace().map(|n| n.parse().unwrap()).collect();
        assert_eq!(found[0], 0);
        // Shells count files in blocks of 512 or 1024 bytes.
        assert!([1024, 2048].contains(&found[1]), "{found:?}");
        #[cfg(target_os = "linux")]
        assert_eq!(found[2], 1 << 20);
    }

    #[test]
    fn an_ended_child_is_noticed_and_can_still_be_reaped() {
        let mut command = shell("exit 7");
        confine(&mut command, CONFINEMENT, None);
        let mut child = command.spawn().unwrap();
        let pid = child.id() as i32;
        while !has_ended(pid).unwrap() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(has_ended(pid).unwrap());
        kill_group(pid);
        assert_eq!(child.wait().unwrap().code(), Some(7));
        assert!(has_ended(pid).is_err());
    }

    #[test]
    fn a_group_is_killed_as_a_whole() {
        let mut command = shell("sleep 60 & sleep 60 & wait");
        confine(&mut command, CONFINEMENT, None);
        let mut child = command.spawn().unwrap();
        assert!(!has_ended(child.id() as i32).unwrap());
        kill_group(child.id() as i32);
        let output = child.stdout.take().unwrap();
        assert!(!child.wait().unwrap().success());
        // The pipe closes only when the last process of the group is dead.
        assert_eq!(io::read_to_string(output).unwrap(), "");
    }
}
