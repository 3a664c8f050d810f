//! Operating systems, and the one command by which each installs what is missing.

use super::Need;

/// A system whose packages are known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    /// Debian and what is made of it, Ubuntu apart.
    Debian,
    /// Its Chromium is a snap, not a package.
    Ubuntu,
    Fedora,
    Arch,
    Suse,
    Alpine,
    Mac,
    Other,
}

impl System {
    /// The system that an `os-release` file describes: its own name first, then what it is like.
    pub(super) fn of(os_release: &str) -> Self {
        let field = |name: &str| {
            let line = os_release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches('"')
        };
        let names = field("ID").split(' ').chain(field("ID_LIKE").split(' '));
        let known = names.filter_map(|name| match name {
            "debian" => Some(Self::Debian),
            "ubuntu" => Some(Self::Ubuntu),
            "fedora" | "rhel" => Some(Self::Fedora),
            "arch" => Some(Self::Arch),
            "suse" | "opensuse" => Some(Self::Suse),
            "alpine" => Some(Self::Alpine),
            _ => None,
        });
        known.into_iter().next().unwrap_or(Self::Other)
    }

    /// One command that installs all of `needs`.
    pub(super) fn install(self, needs: &[Need], is_root: bool) -> String {
        let sudo = if is_root { "" } else { "sudo " };
        let names = |needs: &[Need]| {
            let mut names: Vec<&str> = needs.iter().map(|&need| self.package(need)).collect();
            names.dedup();
            names.join(" ")
        };
        let apt = |packages: &str| apt(packages, is_root);
        match self {
            Self::Debian => apt(&names(needs)),
            Self::Ubuntu => {
                let (snaps, packages): (Vec<Need>, Vec<Need>) = needs.iter().partition(|&&need| need == Need::Browser);
                let snap = (!snaps.is_empty()).then(|| format!("{sudo}snap install {}", names(&snaps)));
                let apt = (!packages.is_empty()).then(|| apt(&names(&packages)));
                snap.into_iter().chain(apt).collect::<Vec<_>>().join(" && ")
            }
            Self::Fedora => format!("{sudo}dnf install --assumeyes {}", names(needs)),
            Self::Arch => format!("{sudo}pacman --sync --refresh --needed {}", names(needs)),
            Self::Suse => format!("{sudo}zypper install {}", names(needs)),
            Self::Alpine => format!("{sudo}apk add {}", names(needs)),
            Self::Mac => format!("brew install {}", names(needs)),
            Self::Other => format!("(the package manager of this system) {}", names(needs)),
        }
    }

    /// The command that installs packages which only Debian has under these names.
    pub(super) fn install_debian(self, packages: &str, is_root: bool) -> Option<String> {
        (self == Self::Debian).then(|| apt(packages, is_root))
    }

    /// What a need's package is called.
    fn package(self, need: Need) -> &'static str {
        match (self, need) {
            (Self::Mac, Need::Node | Need::Npm) => "node",
            (Self::Mac, Need::Browser) => "google-chrome",
            (Self::Fedora | Self::Suse, Need::Npm) => "nodejs-npm",
            (_, Need::Node) => "nodejs",
            (_, Need::Npm) => "npm",
            // Chromium draws no text without any font.
            (Self::Debian, Need::Browser) => "chromium fonts-liberation",
            (_, Need::Browser) => "chromium",
            (Self::Arch | Self::Mac, Need::Python) => "python",
            (Self::Debian | Self::Ubuntu, Need::Python) => "python3 python3-venv",
            (_, Need::Python) => "python3",
        }
    }
}

fn apt(packages: &str, is_root: bool) -> String {
    let sudo = if is_root { "" } else { "sudo " };
    let options = "--yes --no-install-recommends";
    format!("{sudo}apt-get update && {sudo}apt-get install {options} {packages}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Need; 4] = [Need::Node, Need::Npm, Need::Browser, Need::Python];

    #[test]
    fn a_system_is_known_by_its_name_and_then_by_its_kind() {
        assert_eq!(System::of("PRETTY_NAME=\"Debian GNU/Linux 12\"\nVERSION_ID=\"12\"\nID=debian\n"), System::Debian);
        assert_eq!(System::of("ID=raspbian\nID_LIKE=debian\n"), System::Debian);
        assert_eq!(System::of("ID=ubuntu\nID_LIKE=debian\n"), System::Ubuntu);
        assert_eq!(System::of("ID=pop\nID_LIKE=\"ubuntu debian\"\n"), System::Ubuntu);
        assert_eq!(System::of("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"), System::Fedora);
        assert_eq!(System::of("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n"), System::Suse);
        assert_eq!(System::of("ID=nixos\n"), System::Other);
        assert_eq!(System::of(""), System::Other);
    }

    #[test]
    fn one_command_installs_all() {
        assert_eq!(
            System::Debian.install(&ALL, true),
            "apt-get update && apt-get install --yes --no-install-recommends nodejs npm chromium fonts-liberation python3 python3-venv"
        );
        assert_eq!(
            System::Arch.install(&[Need::Node, Need::Python], false),
            "sudo pacman --sync --refresh --needed nodejs python"
        );
        assert_eq!(System::Mac.install(&ALL, false), "brew install node google-chrome python");
    }

    #[test]
    fn ubuntu_takes_the_browser_from_elsewhere() {
        assert_eq!(System::Ubuntu.install(&[Need::Browser], true), "snap install chromium");
        let both = System::Ubuntu.install(&[Need::Browser, Need::Python], false);
        assert!(both.starts_with("sudo snap install chromium && sudo apt-get update && "), "{both}");
        assert!(both.ends_with(" python3 python3-venv"), "{both}");
    }
}
