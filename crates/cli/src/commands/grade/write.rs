//! Files that a teacher asks for: the cases of an exam, and a report.

use std::fs;
use std::path::Path;

use hueco_grade::{Course, Exam};
use hueco_say::Lang;

use crate::failure::{Failure, Result};

/// Writes `NAME.in`, `NAME.out` and, where there are any, `NAME.args` of every case. Returns how many cases there are.
///
/// The cases of `sums` are the parts of one output: they are one case here.
pub(super) fn cases(exam: &Exam, folder: &Path, lang: Lang) -> Result<usize> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::writing(lang, &path, &error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let most = if exam.course() == Course::Sums { 1 } else { usize::MAX };
    let questions = &exam.questions()[..exam.questions().len().min(most)];
    for (case, answer) in questions {
        let arguments: Vec<String> = case.args.iter().map(|arg| arg.to_string_lossy().into_owned() + "\n").collect();
        let write = |ending: &str, bytes: &[u8]| {
            let path = folder.join(format!("{}.{ending}", case.name));
            fs::write(&path, bytes).map_err(failed(&path))
        };
        write("in", &case.stdin)?;
        write("out", &answer.text)?;
        if !arguments.is_empty() {
            write("args", arguments.concat().as_bytes())?;
        }
    }
    Ok(questions.len())
}

/// Writes a report.
pub(super) fn report(file: &Path, text: &str, lang: Lang) -> Result<()> {
    fs::write(file, text).map_err(|error| Failure::writing(lang, &file.display().to_string(), &error))
}
