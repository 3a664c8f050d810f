//! Files that a teacher asks for: the cases of an exam, and a report.

use std::fs;
use std::path::Path;

use hueco_grade::{Course, Exam};
use hueco_say::Lang;

use crate::failure::{Failure, Result};
use crate::whole;

/// Writes `NAME.in`, `NAME.out` and, where there are any, `NAME.args` of every case. Returns how many cases there are.
///
/// The cases of `sums` are the parts of one output: they are one case here.
pub(super) fn cases(exam: &Exam, folder: &Path, lang: Lang) -> Result<usize> {
    fs::create_dir_all(folder).map_err(|error| Failure::writing(lang, &folder.display().to_string(), &error))?;
    let most = if exam.course() == Course::Sums { 1 } else { usize::MAX };
    let questions = &exam.questions()[..exam.questions().len().min(most)];
    for (case, answer) in questions {
        let arguments: Vec<String> = case.args.iter().map(|arg| arg.to_string_lossy().into_owned() + "\n").collect();
        let write =
            |ending: &str, bytes: &[u8]| whole::write(&folder.join(format!("{}.{ending}", case.name)), bytes, lang);
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
    whole::write(file, text, lang)
}
