//! The page in a real browser: its types, then its tests (`crates/web/browser`).

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs::{self, Tools};
use crate::steps::{Done, cargo, root, step};
use crate::{site, test};

/// The page's tests alone: against the program that `HUECO` names, or against one built for it.
pub(crate) fn alone() -> Done {
    let tools = needs::for_page()?;
    if let Some(binary) = std::env::var_os("HUECO") {
        return test(&tools, Path::new(&binary));
    }
    step("the program builds", &mut cargo(&["build", "--package", "hueco"]))?;
    test(&tools, &test::binary())
}

/// The type check and the browser tests, against `binary`.
pub(crate) fn test(tools: &Tools, binary: &Path) -> Done {
    step(
        "the page's types hold",
        tools.node().arg("node_modules/typescript/bin/tsc").args(["--project", "tsconfig.json"]),
    )?;
    let mut tests = tools.node();
    tests.args(["--test", "--test-concurrency=2", "--test-reporter=spec"]);
    step("the page works in a browser", tests.env("HUECO", binary).env("CHROMIUM", &tools.browser))
}

/// The tests of the page without a server: what people do on it, in the same tests, and what only it does.
pub(crate) fn site() -> Done {
    let tools = needs::for_page()?;
    let folder = site::make()?;
    let mut tests = tools.node();
    tests.args(["--test", "--test-concurrency=2", "--test-reporter=spec"]);
    tests.args(["flows", "honest", "lecture", "problems", "site", "tools"].map(|name| format!("{name}.test.js")));
    step("the page works without a server", tests.env("HUECO_SITE", folder).env("CHROMIUM", &tools.browser))
}

/// Where the page's tests and their npm packages are.
pub(crate) fn folder() -> PathBuf {
    root().join("crates/web/browser")
}

impl Tools {
    /// Node, inside the tests' folder.
    fn node(&self) -> Command {
        let mut command = Command::new(&self.node);
        command.current_dir(folder());
        command
    }
}
