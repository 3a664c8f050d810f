//! What the grader promises about a program: see `docs/grading.md`. Each promise is tried by a program that breaks it.
//!
//! Where the kernel lacks what a promise needs, that promise is not tested: the system says so itself.
#![cfg(target_os = "linux")]

mod common;

use std::path::Path;
use std::time::Duration;

use hueco_grade::run::{Invocation, Run, run};
use hueco_grade::{Isolation, Limits, Program};

/// Runs a line of shell that prints `yes` if it got what it should not.
fn shell(script: &str, isolated: bool) -> Run {
    let program = Program::from_command(&["/bin/sh".into(), "-c".into(), script.into()]).unwrap();
    let limits = Limits { timeout: Duration::from_secs(20), ..Limits::default() };
    run(&Invocation { limits, isolated, ..Invocation::new(&program, b"the input") }).unwrap()
}

fn says_yes(script: &str) -> bool {
    // Without isolation the same line says yes: it tries what it says it tries.
    let free = shell(script, false);
    assert!(
        String::from_utf8_lossy(&free.stdout).contains("yes"),
        "{script}: {}",
        String::from_utf8_lossy(&free.stderr)
    );
    String::from_utf8_lossy(&shell(script, true).stdout).contains("yes")
}

#[test]
fn other_files_cannot_be_read_or_written() {
    if !Isolation::of_this_system().files {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "the right answers").unwrap();
    let (secret, folder) = (secret.display(), folder.path().display());
    assert!(!says_yes(&format!("cat {secret} && echo yes")));
    assert!(!says_yes(&format!("ls {folder} && echo yes")));
    assert!(!says_yes(&format!("echo mine > {folder}/new && echo yes")));
    assert!(!says_yes(&format!("echo mine >> {secret} && echo yes")));
    assert!(!says_yes(&format!("ln {secret} {folder}/link && rm {folder}/link && echo yes")));
    assert_eq!(std::fs::read_to_string(secret.to_string()).unwrap().lines().next(), Some("the right answersmine"));
}

#[test]
fn its_own_files_can_be_read_and_written() {
    let own = "echo a > b && mkdir c && mv b c/d && cat c/d && echo t > $TMPDIR/x && cat $TMPDIR/x && cat /dev/stdin && echo > /dev/stderr";
    let run = shell(own, true);
    assert_eq!(String::from_utf8_lossy(&run.stdout), "a\nt\nthe input", "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn there_is_no_network() {
    let Some(mut program) = common::program("menu.py").filter(|_| Isolation::of_this_system().network) else { return };
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let tries = [
        format!("import socket; socket.create_connection(('127.0.0.1', {port}), 5); print('yes')"),
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM); print('yes')".to_owned(),
        "import socket; socket.socket(socket.AF_UNIX); print('yes')".to_owned(),
    ];
    for script in tries {
        program.args = vec!["-c".into(), script.clone().into()];
        let output = |isolated| run(&Invocation { isolated, ..Invocation::new(&program, b"") }).unwrap();
        assert_eq!(output(false).stdout, b"yes\n", "{script}");
        assert_eq!(output(true).stdout, b"", "{script}");
    }
}

#[test]
fn other_processes_cannot_be_signalled_or_traced() {
    let grader = std::process::id();
    if Isolation::of_this_system().signals {
        assert!(!says_yes(&format!("kill -0 {grader} && echo yes")));
    }
    if Isolation::of_this_system().files {
        assert!(!says_yes(&format!("cat /proc/{grader}/environ > /dev/null && echo yes")));
    }
    // Its own children it can.
    let run = shell("sleep 50 & kill $! && echo done", true);
    assert_eq!(run.stdout, b"done\n");
}

#[test]
fn the_graders_variables_are_not_inherited() {
    // A variable that cargo sets for tests.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    assert!(!says_yes("test -n \"$CARGO_MANIFEST_DIR\" && echo yes"));
    let run = shell("echo $HOME; echo $PATH", true);
    let text = String::from_utf8(run.stdout).unwrap();
    let home = text.lines().next().unwrap();
    assert!(Path::new(home).file_name().is_some_and(|name| name == "work"), "{home}");
    assert!(text.lines().nth(1).is_some_and(|path| path.contains("/bin")));
}

#[test]
fn there_is_no_privilege() {
    let run = shell("grep -E '^(NoNewPrivs|CapEff|CapPrm)' /proc/self/status", true);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("NoNewPrivs:\t1"), "{text}");
    for line in text.lines().filter(|line| line.starts_with("Cap")) {
        assert!(line.ends_with("0000000000000000"), "{text}");
    }
}

#[test]
fn a_submission_does_not_see_the_others() {
    use hueco_grade::cases::{Course, generate};
    use hueco_grade::{Answer, Exam, JudgeOptions, RowResult};
    if !Isolation::of_this_system().files {
        return;
    }
    let class = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(class.path().join(name), text).unwrap();
    // What the right program writes is in the neighbour's file.
    write("ana.sh", "# the answer\nprintf -- '-1\\n\\n' > puzzle3x3heuristics.txt\n");
    write("berta.sh", &format!("sh {}/ana.sh\n", class.path().display()));
    std::os::unix::fs::symlink(class.path().join("ana.sh"), class.path().join("carla.sh")).unwrap();
    let mut cases = generate(Course::Menu, 0, 1, false);
    cases[0].stdin = b"2 5".to_vec();
    let key = |_: Course, _: &hueco_grade::Case| Ok(Answer::from(b"-1\n\n".to_vec()));
    let exam = Exam::new(Course::Menu, cases, &key, JudgeOptions::default(), Limits::default()).unwrap();
    let scores: Vec<Option<f64>> = exam
        .grade_folder(class.path(), 2, None, |_| {})
        .unwrap()
        .rows
        .iter()
        .map(|row| match &row.result {
            RowResult::Marks(marks) => Some(marks.score),
            RowResult::NotRunnable(_) => None,
        })
        .collect();
    assert_eq!(scores[..2], [Some(10.0), Some(0.0)]);
}
