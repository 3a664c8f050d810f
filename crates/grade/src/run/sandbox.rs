//! The few calls to the system that have no safe wrapper in the standard library.
//!
//! Between `fork` and `exec` a child sets its own limits and leaves our session; afterwards its whole process group
//! can be ended with one call. Everything `unsafe` of this crate is in this file.
//!
//! Limits are not a jail: a program can still read what its user can read. They protect the evaluator and the machine
//! from accidents and from carelessness.
#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What the system itself enforces on one process and all it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Confines {
    /// Largest file, in bytes.
    pub(super) file_bytes: u64,
    /// Private memory of one process, in bytes.
    pub(super) memory_bytes: u64,
    /// Tasks of the user, ours included; `None` sets no limit.
    pub(super) tasks: Option<u64>,
    /// A number that marks the process and all its descendants; see [`super::processes`].
    pub(super) mark: Option<u64>,
}

/// Makes `command` start in a session of its own (so: a process group of its own and no terminal), under `confines`.
pub(super) fn confine(command: &mut Command, confines: Confines) {
    // SAFETY: the closure runs in the child of a fork of a process with several threads, where only calls that neither
    // allocate nor lock are allowed. It makes plain system calls (setsid, setrlimit, prctl) on values it owns, and
    // builds its errors from errno, without allocating. It touches no memory shared with the parent.
    unsafe {
        command.pre_exec(move || enter(confines));
    }
}

fn enter(confines: Confines) -> io::Result<()> {
    // SAFETY: setsid takes no pointer.
    if unsafe { libc::setsid() } < 0 {
        return Err(io::Error::last_os_error());
    }
    // Reservations without access are not counted by RLIMIT_DATA on Linux: a Java machine reserves far more than it
    // uses. Elsewhere RLIMIT_DATA does not count mapped memory, RLIMIT_AS does.
    #[cfg(target_os = "linux")]
    let memory = libc::RLIMIT_DATA;
    #[cfg(not(target_os = "linux"))]
    let memory = libc::RLIMIT_AS;
    let fixed = [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_FSIZE, confines.file_bytes), (memory, confines.memory_bytes)];
    for (resource, most) in fixed {
        lower(resource, most)?;
    }
    if let Some(tasks) = confines.tasks {
        lower(libc::RLIMIT_NPROC, tasks)?;
    }
    #[cfg(target_os = "linux")]
    {
        if let Some(mark) = confines.mark {
            lower(libc::RLIMIT_RTTIME, mark)?;
        }
        // SAFETY: this prctl takes a number. If the evaluator is killed, the program is killed with it.
        if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Lowers a limit to `most`, or leaves it where it is already lower.
fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid rlimit that outlives the call.
    if unsafe { libc::getrlimit(resource, &raw mut limit) } < 0 {
        return Err(io::Error::last_os_error());
    }
    let most = (most as libc::rlim_t).min(limit.rlim_max);
    let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: as above.
    if unsafe { libc::setrlimit(resource, &raw const limit) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Whether our child `pid` has ended. It is not reaped: until it is, its number, which is also its group's, stays taken.
pub(super) fn has_ended(pid: i32) -> io::Result<bool> {
    // SAFETY: siginfo_t is plain data for which all zeroes is a valid value.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    // SAFETY: `info` is a valid siginfo_t that outlives the call.
    let answer = unsafe {
        libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut info, libc::WEXITED | libc::WNOHANG | libc::WNOWAIT)
    };
    if answer < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: waitid filled the structure for a child, or left it zeroed where none has ended.
    Ok(unsafe { info.si_pid() } == pid)
}

/// Kills every process of a group. It may be empty already.
pub(super) fn kill_group(group: i32) {
    // SAFETY: takes numbers only. The caller holds the group's number: its leader is not reaped yet.
    unsafe { libc::killpg(group, libc::SIGKILL) };
}

/// Kills one process. It may be gone already.
#[cfg(target_os = "linux")]
pub(super) fn kill(pid: i32) {
    // SAFETY: takes numbers only.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// Takes leave of a dead process that became our child, if it is one.
#[cfg(target_os = "linux")]
pub(super) fn reap(pid: i32) {
    // SAFETY: no status is asked for, so the pointer may be null.
    unsafe { libc::waitpid(pid, std::ptr::null_mut(), libc::WNOHANG) };
}

/// From now on processes that lost their parent become children of this one, so that they can be reaped.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() {
    // SAFETY: this prctl takes a number. Where it fails, orphans go to the system's first process, as always.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1 as libc::c_ulong) };
}

/// The largest value to which `RLIMIT_RTTIME` may be set.
#[cfg(target_os = "linux")]
pub(super) fn highest_mark() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid rlimit that outlives the call.
    if unsafe { libc::getrlimit(libc::RLIMIT_RTTIME, &raw mut limit) } < 0 {
        return 0;
    }
    limit.rlim_max
}

/// Bytes of a memory page.
#[cfg(target_os = "linux")]
pub(super) fn page_bytes() -> u64 {
    // SAFETY: takes a number only.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// The user we are.
#[cfg(target_os = "linux")]
pub(super) fn user() -> u32 {
    // SAFETY: takes nothing and cannot fail.
    unsafe { libc::getuid() }
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

    const CONFINES: Confines = Confines { file_bytes: 1 << 20, memory_bytes: 1 << 30, tasks: None, mark: None };

    #[test]
    fn limits_hold_in_the_child() {
        let mut command = shell("ulimit -c; ulimit -f; ulimit -d");
        confine(&mut command, CONFINES);
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
    fn an_ended_child_is_seen_and_still_there_to_reap() {
        let mut command = shell("exit 7");
        confine(&mut command, CONFINES);
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
    fn a_group_dies_together() {
        let mut command = shell("sleep 60 & sleep 60 & wait");
        confine(&mut command, CONFINES);
        let mut child = command.spawn().unwrap();
        assert!(!has_ended(child.id() as i32).unwrap());
        kill_group(child.id() as i32);
        let output = child.stdout.take().unwrap();
        assert!(!child.wait().unwrap().success());
        // The pipe closes only when the last of the group is gone.
        assert_eq!(io::read_to_string(output).unwrap(), "");
    }
}
