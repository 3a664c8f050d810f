//! Many mutants in one file: a body becomes a choice between its variants.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use crate::Fault;
use crate::compile::CompileError;
use crate::list::{Function, Mutant, offset};
use crate::tree::Tree;

/// The variable of the environment with the number of the mutant in force.
pub(crate) const IN_FORCE: &str = "HUECO_MUTANT";
/// The variable with the name of a file to which the numbers of the functions that run are appended.
pub(crate) const REACHED: &str = "HUECO_MUTANTS_REACHED";

/// The bodies of the outermost functions of a file, braces included, without those that run when the program is compiled.
pub(crate) fn bodies(text: &str) -> Result<Vec<Range<usize>>, Fault> {
    let mut bodies = Bodies { text, found: Vec::new() };
    bodies.visit_file(&syn::parse_file(text)?);
    Ok(bodies.found)
}

struct Bodies<'a> {
    text: &'a str,
    found: Vec<Range<usize>>,
}

impl Bodies<'_> {
    fn add(&mut self, signature: &syn::Signature, block: Span) {
        if signature.constness.is_none() {
            let (start, end) = (block.start(), block.end());
            self.found.push(offset(self.text, start.line, start.column)..offset(self.text, end.line, end.column));
        }
    }
}

impl<'ast> Visit<'ast> for Bodies<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, function.block.span());
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, function.block.span());
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        match &function.default {
            Some(block) => self.add(&function.sig, block.span()),
            None => visit::visit_trait_item_fn(self, function),
        }
    }
}

/// Where mutants are in the files of the copy.
pub(crate) struct Weave {
    files: BTreeMap<PathBuf, Vec<Arm>>,
}

/// The lines, from 1, of one variant of one body, or of the choice as a whole.
struct Arm {
    lines: Range<usize>,
    mutants: Vec<usize>,
}

impl Weave {
    /// The mutants to which errors of the compiler belong: those of a variant, or else all of a function.
    pub(crate) fn refused(&self, errors: &[CompileError]) -> BTreeSet<usize> {
        errors.iter().filter_map(|error| self.at(&error.file, error.line)).flatten().copied().collect()
    }

    fn at(&self, file: &Path, line: usize) -> Option<&[usize]> {
        let arms = self.files.get(file)?.iter().filter(|arm| arm.lines.contains(&line));
        arms.min_by_key(|arm| arm.lines.len()).map(|arm| arm.mutants.as_slice())
    }
}

/// Writes the mutants, each of which has a function, into the copy; all other files are as in the project.
pub(crate) fn weave(tree: &Tree, mutants: &[&Mutant]) -> Result<Weave, Fault> {
    tree.restore()?;
    let mut files: BTreeMap<&Path, BTreeMap<usize, Vec<&Mutant>>> = BTreeMap::new();
    for mutant in mutants {
        let function = mutant.function.as_ref().expect("what has none is built alone");
        files.entry(&mutant.file).or_default().entry(function.number).or_default().push(mutant);
    }
    let mut weave = Weave { files: BTreeMap::new() };
    for (file, functions) in files {
        let (text, arms) = woven(&tree.original(file)?, functions.values());
        tree.write(file, &text)?;
        weave.files.insert(file.to_path_buf(), arms);
    }
    let library = mutants.first().map(|mutant| library_of(&mutant.file));
    if let Some(library) = library {
        let present = std::fs::read_to_string(tree.root().join(&library))?;
        tree.write(&library, &[&present, CHOICE].concat())?;
    }
    Ok(weave)
}

/// The root file of the crate to which a file belongs.
fn library_of(file: &Path) -> PathBuf {
    let source = file.ancestors().find(|folder| folder.ends_with("src")).unwrap_or(Path::new("src"));
    source.join("lib.rs")
}

/// A file's text with the mutants of its functions, in order, and where each of them is.
fn woven<'a>(text: &str, functions: impl Iterator<Item = &'a Vec<&'a Mutant>>) -> (String, Vec<Arm>) {
    let mut out = String::new();
    let mut arms = Vec::new();
    let mut copied = 0;
    for mutants in functions {
        let Function { number, body } = mutants[0].function.clone().expect("checked by the caller");
        out.push_str(&text[copied..body.start]);
        let first = line(&out);
        let _ = write!(out, "{{ match crate::mutant_in_force({number}) {{");
        for mutant in mutants {
            out.push('\n');
            let start = line(&out);
            let _ = write!(out, "{} => {}", mutant.number, mutant.body(text, &body));
            arms.push(Arm { lines: start..line(&out) + 1, mutants: vec![mutant.number] });
        }
        let _ = write!(out, "\n_ => {} }} }}", &text[body.clone()]);
        arms.push(Arm { lines: first..line(&out) + 1, mutants: mutants.iter().map(|mutant| mutant.number).collect() });
        copied = body.end;
    }
    out.push_str(&text[copied..]);
    (out, arms)
}

/// The number, from 1, of the last line of a text.
fn line(text: &str) -> usize {
    text.matches('\n').count() + 1
}

/// What a crate with mutants has at the end: which of them is in force, and which functions run.
const CHOICE: &str = r#"
#[allow(missing_docs, clippy::all, clippy::pedantic)]
pub(crate) fn mutant_in_force(function: usize) -> usize {
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    struct Choice {
        mutant: usize,
        reached: Option<(std::fs::File, Vec<AtomicBool>)>,
    }
    static CHOICE: OnceLock<Choice> = OnceLock::new();
    let choice = CHOICE.get_or_init(|| Choice {
        mutant: std::env::var("HUECO_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0),
        reached: std::env::var_os("HUECO_MUTANTS_REACHED").map(|path| {
            let file = std::fs::File::options().create(true).append(true).open(path).expect("a file of reached functions");
            (file, (0..100_000).map(|_| AtomicBool::new(false)).collect())
        }),
    });
    if let Some((file, seen)) = &choice.reached
        && !seen[function].swap(true, Ordering::Relaxed)
    {
        let mut file = file;
        file.write_all(format!("{function}\n").as_bytes()).expect("a line of reached functions");
    }
    choice.mutant
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "const A: u32 = 1 + 2;\nconst fn b() -> u32 { 1 + 2 }\nimpl C {\n    fn d(&self) -> u32 { 1 + 2 }\n}\n\
                        trait E {\n    fn f(&self);\n    fn g(&self) -> u32 {\n        1 + 2\n    }\n}\n";

    #[test]
    fn bodies_that_can_choose_are_found() {
        let found: Vec<&str> = bodies(TEXT).expect("Rust").into_iter().map(|body| &TEXT[body]).collect();
        assert_eq!(found, ["{ 1 + 2 }", "{\n        1 + 2\n    }"]);
    }

    #[test]
    fn a_body_becomes_a_choice_and_errors_find_their_mutant() {
        let text = "fn a() -> u32 { 1 + 2 }\nfn b() {}\n";
        let body = bodies(text).expect("Rust").remove(0);
        let of = |number, replacement: &str| Mutant {
            number,
            name: String::new(),
            file: PathBuf::from("src/lib.rs"),
            place: 18..19,
            replacement: replacement.to_owned(),
            function: Some(Function { number: 7, body: body.clone() }),
        };
        let (less, times) = (of(4, "-"), of(5, "*"));
        let (out, arms) = woven(text, [vec![&less, &times]].iter());
        let expected = "fn a() -> u32 { match crate::mutant_in_force(7) {\n4 => { 1 - 2 }\n5 => { 1 * 2 }\n_ => { 1 + 2 } } }\n\
                        fn b() {}\n";
        assert_eq!(out, expected);
        let weave = Weave { files: BTreeMap::from([(PathBuf::from("src/lib.rs"), arms)]) };
        let refused = |line| {
            let error = CompileError { file: PathBuf::from("src/lib.rs"), line, text: String::new() };
            weave.refused(&[error]).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(refused(2), [4]);
        assert_eq!(refused(3), [5]);
        assert_eq!(refused(4), [4, 5]);
        assert!(refused(5).is_empty());
        assert!(CHOICE.contains(IN_FORCE) && CHOICE.contains(REACHED));
    }
}
