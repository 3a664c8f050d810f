//! The report: one HTML file without scripts, which a teacher can read, print or send.
//!
//! The table of the class comes first, then what went wrong how often, then every submission with its failed cases: the first
//! difference, the explanation, and the input in a box that opens. All names and lines come from students: everything is
//! escaped, and the page may load nothing.

use std::fmt::Write as _;

use hueco_grade::{Cause, Class, Marks, RowResult, Verdict};
use hueco_say::grade::{self as said, Block, Column, faults};
use hueco_say::{Lang, Say};

use super::Request;
use super::class::{Causes, failed_cases};
use super::text::{about, printable, score, sentence};

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#d5d8dd;--soft:#f3f5f8;--bad:#b3261e;--good:#1b6e3c;--ink:#1d2129;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--line:#3b414b;--soft:#23272e;--bad:#ff8f86;--good:#7fd6a0;--ink:#e6e8ec;--paper:#15181d}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;margin:0}h2{font-size:1.25rem;margin:2.5rem 0 .5rem}h3{font-size:1.05rem;margin:2rem 0 .3rem;overflow-wrap:anywhere}
p{margin:.4rem 0}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}th{font-weight:600}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td.name{overflow-wrap:anywhere;min-width:7rem}
.bad{color:var(--bad)}.good{color:var(--good)}.case{border:1px solid var(--line);border-radius:.4rem;padding:.6rem .8rem;margin:.6rem 0}
.case h4{margin:0 0 .3rem;font-size:1rem}pre{background:var(--soft);padding:.5rem .7rem;border-radius:.3rem;overflow-x:auto;margin:.4rem 0;font-size:.9rem}
summary{cursor:pointer}.boards{display:flex;gap:1.5rem;flex-wrap:wrap}.boards pre{min-width:8rem}a{color:inherit}
@media(max-width:40rem){.more{display:none}th,td{padding:.3rem .4rem}td.name{min-width:4rem}}
@media print{.case{break-inside:avoid}details{display:none}}";

/// The report of a class.
pub(super) fn class(class: &Class, request: &Request, lang: Lang) -> String {
    let mut page = Page::new(request, lang);
    let scores: Vec<f64> =
        class.rows.iter().filter_map(|row| row_marks(&row.result)).map(|marks| marks.score).collect();
    let mean = if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 };
    page.paragraph("", &said::report_class(lang, class.rows.len(), score(mean, lang)));
    if class.interrupted {
        page.paragraph("bad", said::class_interrupted(lang));
    }
    page.text += "<div class=\"wide\"><table><thead><tr>";
    for (name, kind) in [
        (said::column_name(lang), ""),
        (said::column_score(lang), "n"),
        (said::column_failed(lang), "more"),
        (said::column_cause(lang), ""),
    ] {
        page.cell("th", kind, name);
    }
    page.text += "</tr></thead><tbody>\n";
    for (at, row) in class.rows.iter().enumerate() {
        page.text += "<tr>";
        let _ = write!(page.text, "<td class=\"name\"><a href=\"#s{at}\">{}</a></td>", escaped(&row.name));
        match &row.result {
            RowResult::Marks(marks) => {
                page.cell("td", "n", &score(marks.score, lang));
                page.cell("td", "more", &failed_cases(marks).collect::<Vec<_>>().join(" "));
                page.cell("td", "", &brief(marks, request, lang));
            }
            RowResult::NotRunnable(error) => {
                page.cell("td", "n", "-");
                page.cell("td", "more", "");
                page.cell("td", "bad", &error.say(lang));
            }
        }
        page.text += "</tr>\n";
    }
    page.text += "</tbody></table></div>\n";
    page.causes(&Causes::of(class, request, lang), lang);
    for (at, row) in class.rows.iter().enumerate() {
        let _ = write!(page.text, "<h3 id=\"s{at}\">{}", escaped(&row.name));
        match &row.result {
            RowResult::Marks(marks) => {
                let _ = writeln!(page.text, " · {}</h3>", score(marks.score, lang));
                page.marks(marks, request, lang);
            }
            RowResult::NotRunnable(error) => {
                page.text += "</h3>\n";
                page.paragraph("bad", &sentence(&error.say(lang)));
            }
        }
    }
    page.end()
}

/// The report of one program.
pub(super) fn one(marks: &Marks, request: &Request, lang: Lang) -> String {
    let mut page = Page::new(request, lang);
    page.paragraph("", &marks.program);
    page.paragraph("", &said::score_line(lang, score(marks.score, lang), marks.passed, marks.count));
    page.marks(marks, request, lang);
    page.end()
}

fn row_marks(result: &RowResult) -> Option<&Marks> {
    match result {
        RowResult::Marks(marks) => Some(marks),
        RowResult::NotRunnable(_) => None,
    }
}

/// The cause in one line, or the first reason.
fn brief(marks: &Marks, request: &Request, lang: Lang) -> String {
    let first = || marks.first_failed().and_then(|verdict| said::reason(verdict, &request.limits, lang));
    match &marks.cause {
        Some(cause) => said::what(&cause.what, &request.limits, lang),
        None => first().unwrap_or_default(),
    }
}

/// Text as HTML, control characters escaped first.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            c => html.push(c),
        }
    }
    html
}

/// An input with its line breaks; tabs stay as they are.
fn escaped_lines(text: &str) -> String {
    text.split('\n')
        .map(|line| line.split('\t').map(escaped).collect::<Vec<_>>().join("\t"))
        .collect::<Vec<_>>()
        .join("\n")
}

struct Page {
    text: String,
}

impl Page {
    fn new(request: &Request, lang: Lang) -> Self {
        let title = said::report_title(lang, request.course);
        let code = match lang {
            Lang::En => "en",
            Lang::Es => "es",
        };
        let mut text = format!(
            "<!doctype html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline'\">\
             <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        );
        if let Some(seed) = request.seed {
            let _ = writeln!(text, "<p>{}</p>", said::report_seed(lang, seed));
        }
        Self { text }
    }

    fn end(mut self) -> String {
        self.text += "</body></html>\n";
        self.text
    }

    fn paragraph(&mut self, kind: &str, text: &str) {
        let _ = writeln!(self.text, "<p class=\"{kind}\">{}</p>", escaped(text));
    }

    fn cell(&mut self, tag: &str, kind: &str, text: &str) {
        let _ = write!(self.text, "<{tag} class=\"{kind}\">{}</{tag}>", escaped(text));
    }

    fn pre(&mut self, text: &str) {
        let _ = writeln!(self.text, "<pre>{}</pre>", escaped_lines(text));
    }

    fn causes(&mut self, causes: &Causes, lang: Lang) {
        if causes.rows.is_empty() {
            return;
        }
        let _ = write!(self.text, "<h2>{}</h2><div class=\"wide\"><table><thead><tr>", said::class_causes(lang));
        self.cell("th", "n", said::column_count(lang));
        self.cell("th", "", said::column_cause(lang));
        self.text += "</tr></thead><tbody>\n";
        for (cause, names) in &causes.rows {
            self.text += "<tr>";
            self.cell("td", "n", &names.len().to_string());
            let _ = write!(self.text, "<td>{}<br><small>{}</small></td>", escaped(cause), escaped(&names.join(", ")));
            self.text += "</tr>\n";
        }
        self.text += "</tbody></table></div>\n";
    }

    fn marks(&mut self, marks: &Marks, request: &Request, lang: Lang) {
        if marks.passed == marks.count {
            self.paragraph("good", said::report_all_passed(lang));
            return;
        }
        if let Some(cause) = &marks.cause {
            self.paragraph("", &said::common_cause(cause, &request.limits, lang));
        }
        for verdict in marks.verdicts.iter().filter(|verdict| !verdict.passed) {
            self.case(verdict, request, lang);
        }
    }

    fn case(&mut self, verdict: &Verdict, request: &Request, lang: Lang) {
        let heading = said::case_heading(lang, &verdict.case, about(verdict.about, verdict.part, lang));
        let _ = writeln!(self.text, "<div class=\"case\"><h4>{}</h4>", escaped(&heading));
        if let Some(stopped) = said::stopped(&verdict.ending, &request.limits, lang) {
            self.paragraph("bad", &sentence(&stopped));
        }
        if let Some(line) = &verdict.last_words {
            self.paragraph("", &faults::last_words(lang, line));
        }
        if let Some(failure) = &verdict.failure {
            if let Some(difference) = &failure.difference {
                self.paragraph("", &faults::difference_line(lang, difference.line));
                let names = [faults::difference_expected(lang), faults::difference_found(lang)];
                let width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or(0);
                let side = |name: &str, side: &hueco_grade::cause::Side| match side.say(lang) {
                    text if text.is_empty() => String::new(),
                    text => format!("{name:<width$}  {text}\n"),
                };
                let both = side(names[0], &difference.expected) + &side(names[1], &difference.found);
                self.pre(both.trim_end());
            }
            match &failure.cause {
                Cause::Order(divergence) => self.blocks(&said::explain(divergence, lang)),
                Cause::Stopped => {}
                cause => self.paragraph("", &sentence(&cause.say(lang))),
            }
        }
        if let Some(input) = verdict.input.as_ref().filter(|input| !input.is_empty()) {
            let _ = write!(self.text, "<details><summary>{}</summary>", said::report_input(lang));
            self.pre(input);
            self.paragraph("", said::report_how(lang));
            self.text += "</details>";
        }
        self.text += "</div>\n";
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Sentence(text) => self.paragraph("", text),
                Block::Boards(right, wrong) => {
                    self.text += "<div class=\"boards\">";
                    for Column { caption, rows, values } in [right, wrong] {
                        let _ = write!(self.text, "<div>{}", escaped(caption));
                        self.pre(format!("{}\n{values}", rows.join("\n")).trim_end());
                        self.text += "</div>";
                    }
                    self.text += "</div>\n";
                }
                Block::Children(rows) => {
                    let lines = rows.iter().enumerate().map(|(at, [board, values, mark])| {
                        let arrow = if mark.is_empty() { "" } else { "<- " };
                        format!("{}. {board}  {values}  {arrow}{mark}", at + 1).trim_end().to_owned()
                    });
                    let lines: Vec<String> = lines.collect();
                    self.pre(&lines.join("\n"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_add_markup_or_hide_text() {
        assert_eq!(escaped("<b>&\"\u{1b}[2J\u{202e}"), "&lt;b&gt;&amp;&quot;\\u{1b}[2J\\u{202e}");
        assert_eq!(escaped_lines("1 2\n\t3"), "1 2\n\t3");
    }
}
