//! What a program is kept from, as far as the system can: files that are not its own, the network, signals to others, and
//! everything that needs privilege.
//!
//! On Linux three things work together, none of which needs privilege. *Landlock* lets the program read the system's folders
//! and its own, and write in its own alone; it may not send signals to processes outside (from Linux 6.12) nor trace them.
//! *Seccomp* refuses every socket, and the calls that lead around Landlock. A grader run by the superuser gives up all its
//! *capabilities* for the program. What the kernel lacks is left out, and [`Isolation::of_this_system`] says so.
//!
//! Everything that allocates happens before `fork`; between `fork` and `exec` there are system calls alone.

use serde::Serialize;

/// What this system can keep a program from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Isolation {
    /// It reads and writes only its own files and those of the system.
    pub files: bool,
    /// It has no network.
    pub network: bool,
    /// It cannot signal other processes.
    pub signals: bool,
}

impl Isolation {
    /// Everything.
    pub const FULL: Self = Self { files: true, network: true, signals: true };

    /// As far as the kernel goes.
    #[cfg(target_os = "linux")]
    pub fn of_this_system() -> Self {
        linux::available()
    }

    /// Other systems have no such means.
    #[cfg(not(target_os = "linux"))]
    pub fn of_this_system() -> Self {
        Self::default()
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::Jail;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::io;
    use std::path::{Path, PathBuf};

    use landlock::{
        ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
        RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
    };
    use rustix::thread::{CapabilitySet, CapabilitySets};
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    use super::Isolation;

    /// The newest rights that are asked for; an older kernel enforces those it knows.
    const RIGHTS: ABI = ABI::V6;

    /// Folders and files of the system that any program may read: what compilers, interpreters and the loader need.
    const SYSTEM: [&str; 34] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/opt",
        "/nix/store",
        "/gnu/store",
        "/snap",
        "/etc/alternatives",
        "/etc/fpc.cfg",
        "/etc/group",
        "/etc/java",
        "/etc/java-11-openjdk",
        "/etc/java-17-openjdk",
        "/etc/java-21-openjdk",
        "/etc/java-25-openjdk",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/locale.alias",
        "/etc/localtime",
        "/etc/nsswitch.conf",
        "/etc/passwd",
        "/etc/python3",
        "/etc/ssl/openssl.cnf",
        "/proc",
        "/sys/devices/system/cpu",
        "/sys/fs/cgroup",
        "/sys/kernel/mm",
        "/dev/random",
        "/dev/urandom",
    ];
    /// Devices that any program may write to.
    const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

    /// Calls that are refused: sockets of every kind, what reaches into other processes, and what leads around Landlock.
    const REFUSED: [i64; 26] = [
        libc::SYS_socket,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_io_uring_setup,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_open_by_handle_at,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_move_mount,
        libc::SYS_open_tree,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_reboot,
        libc::SYS_shmget,
    ];

    pub(super) fn available() -> Isolation {
        let needs = |ask: fn(Ruleset) -> Result<Ruleset, RulesetError>| {
            ask(Ruleset::default().set_compatibility(CompatLevel::HardRequirement)).is_ok()
        };
        Isolation {
            files: needs(|ruleset| ruleset.handle_access(AccessFs::from_all(ABI::V1))),
            network: filter().is_some(),
            signals: needs(|ruleset| ruleset.scope(Scope::Signal)),
        }
    }

    /// The means, ready for one program; entered once, in the child.
    #[derive(Debug)]
    pub(in super::super) struct Jail {
        ruleset: Option<RulesetCreated>,
        filter: Option<BpfProgram>,
    }

    impl Jail {
        /// A jail in which the system's files and `reads` can be read, and `writes` can be written.
        pub(in super::super) fn new(reads: &[PathBuf], writes: &[PathBuf]) -> io::Result<Self> {
            let ruleset = ruleset(reads, writes).map_err(io::Error::other)?;
            Ok(Self { ruleset: Some(ruleset), filter: filter() })
        }

        /// Locks the calling process in. It makes system calls alone and does not allocate.
        pub(in super::super) fn enter(&mut self) -> io::Result<()> {
            rustix::thread::set_no_new_privs(true)?;
            if rustix::process::geteuid().is_root() {
                let none = CapabilitySet::empty();
                let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
                rustix::thread::set_capabilities(None, sets)?;
            }
            if let Some(ruleset) = self.ruleset.take() {
                ruleset.restrict_self().map_err(|_| io::ErrorKind::PermissionDenied)?;
            }
            if let Some(filter) = &self.filter {
                seccompiler::apply_filter(filter).map_err(|_| io::ErrorKind::PermissionDenied)?;
            }
            Ok(())
        }
    }

    fn ruleset(reads: &[PathBuf], writes: &[PathBuf]) -> Result<RulesetCreated, RulesetError> {
        let all = AccessFs::from_all(RIGHTS);
        let read: BitFlags<AccessFs> = AccessFs::from_read(RIGHTS);
        let of_file = AccessFs::from_file(RIGHTS);
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .scope(Scope::from_all(RIGHTS))?
            .create()?;
        let system = SYSTEM.iter().map(|path| (Path::new(path), read));
        let devices = DEVICES.iter().map(|path| (Path::new(path), of_file));
        let reads = reads.iter().map(|path| (path.as_path(), read));
        let writes = writes.iter().map(|path| (path.as_path(), all));
        for (path, rights) in system.chain(devices).chain(reads).chain(writes) {
            // A folder that a system does not have needs no rule.
            let Ok(file) = PathFd::new(path) else { continue };
            let rights = if path.is_dir() { rights } else { rights & of_file };
            ruleset = ruleset.add_rule(PathBeneath::new(file, rights))?;
        }
        Ok(ruleset)
    }

    fn filter() -> Option<BpfProgram> {
        let refused: BTreeMap<i64, Vec<_>> = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
        let refuse = SeccompAction::Errno(libc::EACCES as u32);
        let arch = std::env::consts::ARCH.try_into().ok()?;
        SeccompFilter::new(refused, SeccompAction::Allow, refuse, arch).ok()?.try_into().ok()
    }
}
