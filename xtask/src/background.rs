//! A step that runs in the background: the documentation's examples, while the browser's tests wait for pages.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Instant;

use crate::steps::{Done, shown, target};

/// A command that is running, with what it prints in a file.
pub(crate) struct Background {
    what: &'static str,
    started: Instant,
    child: Child,
    log: PathBuf,
}

impl Background {
    /// Starts a command. Its output goes to the file `name`.
    pub(crate) fn start(what: &'static str, name: &str, mut command: Command) -> Result<Self, String> {
        let log = target().join("xtask").join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", log.display());
        std::fs::create_dir_all(target().join("xtask")).map_err(failed)?;
        let file = File::create(&log).map_err(failed)?;
        command.stdout(file.try_clone().map_err(failed)?).stderr(file);
        println!("\nxtask: {what}, in the background: {}", shown(&command));
        let child = command.spawn().map_err(|error| format!("{}: {error}", shown(&command)))?;
        Ok(Self { what, started: Instant::now(), child, log })
    }

    /// Waits for its end. What it printed is shown if it failed.
    pub(crate) fn finish(mut self) -> Done {
        let status = self.child.wait().map_err(|error| format!("{}: {error}", self.what))?;
        if status.success() {
            println!("\nxtask: {}: yes, after {:.0} s", self.what, self.started.elapsed().as_secs_f64());
            return Ok(());
        }
        print!("{}", std::fs::read_to_string(&self.log).unwrap_or_default());
        Err(format!("{}: no ({status})", self.what))
    }
}

/// A task that ends early does not leave it running.
impl Drop for Background {
    fn drop(&mut self) {
        // Both fail where it has ended and been waited for: then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
