//! A step that runs beside the others. The release is built that way: its last and longest part uses one core, and the lints
//! and tests, which are built apart from it, use the other. So is the documentation, while the browser's tests wait for pages.

use std::fs::File;
use std::path::PathBuf;
use std::process::Child;
use std::time::Instant;

use crate::{Done, cargo_command};

/// A command that is running, with what it says in a file.
pub(crate) struct Beside {
    what: &'static str,
    started: Instant,
    child: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts a cargo command; no two with the same first word at a time.
    pub(crate) fn cargo(what: &'static str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<Self, String> {
        let log = std::env::temp_dir().join(format!("hueco-xtask-{}-{}.log", std::process::id(), arguments[0]));
        let said = |error: std::io::Error| format!("{}: {error}", log.display());
        let file = File::create(&log).map_err(said)?;
        let mut command = cargo_command(arguments, environment);
        command.stdout(file.try_clone().map_err(said)?).stderr(file);
        println!("\nxtask: {what}, beside the next steps: {command:?}");
        let child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        Ok(Self { what, started: Instant::now(), child, log })
    }

    /// Waits for its end. What it said is printed if it failed.
    pub(crate) fn done(mut self) -> Done {
        let status = self.child.wait().map_err(|error| format!("{}: {error}", self.what))?;
        if status.success() {
            println!("\nxtask: {}: yes, in {:.0} s", self.what, self.started.elapsed().as_secs_f64());
            return Ok(());
        }
        print!("{}", std::fs::read_to_string(&self.log).unwrap_or_default());
        Err(format!("{}: no ({status})", self.what))
    }
}

/// A run that ends early does not leave it running.
impl Drop for Beside {
    fn drop(&mut self) {
        // Both fail where it has ended and been waited for: then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}
