//! Guards in the text: what the interpreter cannot be asked to guard is rewritten before it is parsed again.
//!
//! ```text
//! t += t            t += __grow(t)               extends a list in place
//! t *= n            t = __multiply(t, n)
//! f"{t}{t}"         f"{__shown(t, 2)}{__shown(t, 2)}"
//! t.extend(t)       t.extend(__grow(t))
//! t.join(l)         __join(t, l)                 and `replace`, `format`
//! fail(t)           fail(__shown(t, 1))
//! list(range(n))    list(__grow(range(n)))       wherever nothing loops over the range itself
//! ```
//! Every insertion stands next to a token whose place is exact. The parser forgets parentheses: what stands before a method
//! is found with them. [`Edited`] maps a place in the new text to the place in the old one, so that messages show what the
//! person wrote.

use starlark::syntax::AstModule;
use starlark::syntax::ast::{
    ArgumentP, AssignOp, AstExpr, AstLiteral, AstStmt, Clause, ClauseP, ExprP, ForClause, StmtP,
};

use crate::error::Position;
use crate::nesting::parentheses;

/// Methods that make a text of others, with their guards.
pub(crate) const WRITING: [(&str, &str); 3] = [("replace", "__replace("), ("join", "__join("), ("format", "__format(")];

/// A text with guards.
#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) text: String,
    original: String,
    /// Places in the new text where something was put, how long it is, and how much of the old text it replaces.
    edits: Vec<Edit>,
}

#[derive(Debug)]
struct Edit {
    /// In the old text.
    at: usize,
    removed: usize,
    inserted: String,
}

impl Edited {
    /// Puts guards into a text that was parsed.
    pub(crate) fn new(original: &str, ast: &AstModule) -> Self {
        let mut edits = Vec::new();
        let (open, close) = parentheses(original);
        let mut finder = Finder { text: original, open, close, edits: &mut edits };
        finder.statement(ast.statement());
        // Insertions at one place keep the order in which they were found: inner ones come later.
        edits.sort_by_key(|edit| edit.at);
        let (mut text, mut from) = (String::with_capacity(original.len() + 16 * edits.len()), 0);
        for edit in &edits {
            text.push_str(&original[from..edit.at]);
            text.push_str(&edit.inserted);
            from = edit.at + edit.removed;
        }
        text.push_str(&original[from..]);
        Self { text, original: original.to_owned(), edits }
    }

    /// The old text.
    pub(crate) fn original(&self) -> &str {
        &self.original
    }

    /// The place in the old text of a place in the new one.
    pub(crate) fn position(&self, place: usize) -> Position {
        let (mut grown, mut old) = (0_isize, place as isize);
        for edit in &self.edits {
            let begins = edit.at as isize + grown;
            if place as isize <= begins {
                break;
            }
            grown += edit.inserted.len() as isize - edit.removed as isize;
            old = (place as isize - grown).max(edit.at as isize);
        }
        let mut end = (old.max(0) as usize).min(self.original.len());
        while !self.original.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.original[..end];
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        Position { line: before.matches('\n').count() as u32 + 1, column: line.chars().count() as u32 + 1 }
    }
}

struct Finder<'t, 'e> {
    text: &'t str,
    /// The places of parentheses outside texts.
    open: Vec<usize>,
    close: Vec<usize>,
    edits: &'e mut Vec<Edit>,
}

impl Finder<'_, '_> {
    fn insert(&mut self, at: usize, inserted: &str) {
        self.edits.push(Edit { at, removed: 0, inserted: inserted.to_owned() });
    }

    fn statement(&mut self, statement: &AstStmt) {
        if let StmtP::AssignModify(target, op, value) = &statement.node {
            let small = matches!(value.node, ExprP::Literal(AstLiteral::Int(_))) && *op == AssignOp::Add;
            let (token, guard) = match op {
                AssignOp::Add => ("+=", "__grow"),
                AssignOp::Multiply => ("*=", "__multiply"),
                AssignOp::LeftShift => ("<<=", "__shift"),
                AssignOp::Percent => ("%=", "__percent"),
                _ => ("", ""),
            };
            let after = target.span.end().get() as usize;
            if let (false, false, Some(at)) = (small, token.is_empty(), self.text[after..].find(token)) {
                let begin = target.span.begin().get() as usize;
                let inserted = match op {
                    AssignOp::Add => format!("+= {guard}(("),
                    _ => format!("= {guard}({}, (", &self.text[begin..after]),
                };
                self.edits.push(Edit { at: after + at, removed: token.len(), inserted });
                self.edits.push(Edit { at: statement.span.end().get() as usize, removed: 0, inserted: "))".into() });
            }
        }
        statement.visit_stmt(|inner| self.statement(inner));
        if has_statements(statement) {
            // Of a statement with a body only its own expressions: those of the body are found with its statements.
            self.heads(statement);
        } else {
            statement.visit_expr(|inner| self.expression(inner));
        }
    }

    /// Conditions, what is looped over, and defaults.
    fn heads(&mut self, statement: &AstStmt) {
        match &statement.node {
            StmtP::If(condition, _) | StmtP::IfElse(condition, _) => self.expression(condition),
            StmtP::For(each) => self.looped(&each.over),
            StmtP::Def(def) => {
                for parameter in &def.params {
                    parameter.visit_expr(|default| self.expression(default));
                }
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &AstExpr) {
        let (begin, end) = (expression.span.begin().get() as usize, expression.span.end().get() as usize);
        match &expression.node {
            ExprP::FString(parts) => {
                for part in &parts.expressions {
                    self.shown(part, parts.expressions.len());
                }
            }
            ExprP::ListComprehension(item, each, clauses) => {
                self.expression(item);
                return self.clauses(each, clauses);
            }
            ExprP::DictComprehension(item, each, clauses) => {
                self.expression(&item.0);
                self.expression(&item.1);
                return self.clauses(each, clauses);
            }
            ExprP::Call(function, _) if is_range(function) => {
                self.insert(begin, "__grow(");
                self.insert(end, ")");
            }
            // A method that is not called where it is named would be called without its guard.
            ExprP::Dot(_, method) if guard_of(&method.node).is_some() => {
                self.insert(method.span.begin().get() as usize, "__");
            }
            ExprP::Call(function, arguments) => match &function.node {
                ExprP::Dot(text, method) => {
                    let name = method.span.end().get() as usize;
                    if let Some(guard) = guard_of(&method.node) {
                        // Written as usual, it has one list, and its guard need not look for more.
                        let is_usual =
                            matches!(&arguments.args[..], [one] if matches!(one.node, ArgumentP::Positional(_)));
                        let guard = if method.node == "join" && !is_usual { "__join_any(" } else { guard };
                        if self.method(text, name - method.node.len(), name, guard) {
                            self.expression(text);
                            return arguments.args.iter().for_each(|argument| self.expression(argument.expr()));
                        }
                    } else if method.node == "extend" {
                        self.arguments(name, end, arguments.args.len());
                    }
                }
                ExprP::Identifier(name) if name.node.ident == "fail" => {
                    for argument in &arguments.args {
                        if let ArgumentP::Positional(value) = &argument.node {
                            self.shown(value, 1);
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
        expression.visit_expr(|inner| self.expression(inner));
    }

    /// Guards what is written into a text at one of this many places. It keeps the parentheses it may have.
    fn shown(&mut self, value: &AstExpr, places: usize) {
        let Some((begin, end)) = self.whole(value) else { return };
        if !matches!(value.node, ExprP::Literal(_)) {
            self.insert(begin, "__shown((");
            self.insert(end, &format!("), {places})"));
        }
    }

    /// Where an expression begins and ends: to the parser, `(a) + (b)` begins at `a` and ends at `b`. `None` where that cannot
    /// be seen, since there are comments in between.
    fn whole(&self, expression: &AstExpr) -> Option<(usize, usize)> {
        let (begin, end) = (expression.span.begin().get() as usize, expression.span.end().get() as usize);
        let (open, close) = parentheses(&self.text[begin..end]);
        let (mut open, mut depth, mut missing) = (open.into_iter().peekable(), 0_usize, 0_usize);
        for at in close {
            while open.next_if(|&opened| opened < at).is_some() {
                depth += 1;
            }
            match depth {
                0 => missing += 1,
                _ => depth -= 1,
            }
        }
        let left_open = depth + open.count();
        let begin = (0..missing).try_fold(begin, |at, _| Some(self.text[..at].trim_end().strip_suffix('(')?.len()))?;
        let end = (0..left_open).try_fold(end, |at, _| {
            let rest = self.text[at..].trim_start().strip_prefix(')')?;
            Some(self.text.len() - rest.len())
        })?;
        Some((begin, end))
    }

    /// Turns a method, whose name stands from `from` to `to`, into a call of its guard: `t.join(` into `__join(t, `. Returns
    /// whether it could.
    fn method(&mut self, text: &AstExpr, from: usize, to: usize, guard: &str) -> bool {
        let Some((begin, end)) = self.whole(text) else { return false };
        let Some(bracket) = self.text[to..].find('(').map(|at| to + at) else { return false };
        let Some(dot) = self.text[end..from].rfind('.').map(|at| end + at) else { return false };
        if !self.text[to..bracket].trim().is_empty() {
            return false;
        }
        let is_plain = self.text[end..dot].chars().all(|c| c == ')' || c.is_whitespace());
        let first = if is_plain {
            let closing = self.text[end..dot].matches(')').count();
            (0..closing).try_fold(begin, |at, _| Some(self.text[..at].trim_end().strip_suffix('(')?.len()))
        } else {
            None
        };
        // Where there are comments between the parentheses, their places are known.
        let first = first.or_else(|| {
            let closing = self.close.iter().filter(|at| (end..dot).contains(at)).count();
            self.open.get(self.open.partition_point(|&at| at < begin).checked_sub(closing)?).copied()
        });
        if let Some(first) = first {
            self.insert(first, guard);
            self.edits.push(Edit { at: dot, removed: bracket + 1 - dot, inserted: ", ".to_owned() });
        }
        first.is_some()
    }

    fn clauses(&mut self, each: &ForClause, clauses: &[Clause]) {
        self.looped(&each.over);
        for clause in clauses {
            match clause {
                ClauseP::For(each) => self.looped(&each.over),
                ClauseP::If(condition) => self.expression(condition),
            }
        }
    }

    /// What a loop goes over: a range is never made into a list here.
    fn looped(&mut self, over: &AstExpr) {
        match &over.node {
            ExprP::Call(function, _) if is_range(function) => over.visit_expr(|inner| self.expression(inner)),
            _ => self.expression(over),
        }
    }

    /// Guards the one argument of a call whose name ends at `name` and whose last parenthesis ends at `end`.
    fn arguments(&mut self, name: usize, end: usize, count: usize) {
        let Some(open) = self.text[name..end].find('(') else { return };
        if count == 1 && self.text[name..name + open].trim().is_empty() {
            self.insert(name + open + 1, "__grow(");
            self.insert(end - 1, ")");
        }
    }
}

/// What stands in place of a method that makes a text of others.
fn guard_of(method: &str) -> Option<&'static str> {
    WRITING.iter().find(|(known, _)| *known == method).map(|(_, guard)| *guard)
}

fn is_range(function: &AstExpr) -> bool {
    matches!(&function.node, ExprP::Identifier(name) if name.node.ident == "range")
}

fn has_statements(statement: &AstStmt) -> bool {
    matches!(statement.node, StmtP::Statements(_) | StmtP::If(..) | StmtP::IfElse(..) | StmtP::For(_) | StmtP::Def(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use starlark::syntax::Dialect;

    fn edited(text: &str) -> Edited {
        let dialect = Dialect { enable_f_strings: true, ..Dialect::Standard };
        let parse = |text: &str| AstModule::parse("t", text.to_owned(), &dialect);
        let edited = Edited::new(text, &parse(text).expect("it parses"));
        assert!(parse(&edited.text).is_ok(), "{}", edited.text);
        edited
    }

    #[test]
    fn guards_are_put_next_to_exact_tokens() {
        for (old, new) in [
            ("x += y", "x += __grow(( y))"),
            ("x += 1", "x += 1"),
            ("x += (y +\n  z)", "x += __grow(( (y +\n  z)))"),
            ("x += 1, 2", "x += __grow(( 1, 2))"),
            ("x[0] *= 2", "x[0] = __multiply(x[0], ( 2))"),
            ("(x) *= (2)", "(x) = __multiply(x, ( (2)))"),
            ("x.extend((y))", "x.extend(__grow((y)))"),
            ("(x).extend(y,)", "(x).extend(__grow(y,))"),
            ("a.join(b.join(c))", "__join(a, __join(b, c))"),
            ("x = f'{y}'", "x = f'{__shown((y), 1)}'"),
            ("x = f'{(y)}{(1, 2)}'", "x = f'{(__shown((y), 2))}{(__shown((1, 2), 2))}'"),
            ("fail('a', (x), 1)", "fail('a', (__shown((x), 1)), 1)"),
            ("x.format()", "__format(x, )"),
            ("z = x.replace", "z = x.__replace"),
            ("((x + y)) . replace (y, x,)", "__replace(((x + y)) , y, x,)"),
            ("z = '-'.join(x).replace(y[0], f(x).format(y))", "z = __replace(__join('-', x), y[0], __format(f(x), y))"),
            ("((x # )\n ) ).join(y)", "__join(((x # )\n ) ), y)"),
            ("(x.join)(y)", "(x.__join)(y)"),
            ("for i in a.join(b): pass", "for i in __join(a, b): pass"),
            ("for i in range(n): pass", "for i in range(n): pass"),
            ("if a.join(b): pass", "if __join(a, b): pass"),
            ("def f(x=a.join(b)): pass", "def f(x=__join(a, b)): pass"),
            ("x.join(*y)", "__join_any(x, *y)"),
            ("(x).join(y).replace(x, y)", "__replace(__join((x), y), x, y)"),
            ("z = f'{(x) + (y)}{x}'", "z = f'{__shown(((x) + (y)), 2)}{__shown((x), 2)}'"),
            ("z = f'{(x).join(y)}'", "z = f'{__shown((__join((x), y)), 1)}'"),
            ("list(range(9))", "list(__grow(range(9)))"),
            ("for i in range(9): pass", "for i in range(9): pass"),
            ("[i for i in (range(y.join(x)))]", "[i for i in (range(__join(y, x)))]"),
            ("[list(range(i)) for i in x for j in range(9)]", "[list(__grow(range(i))) for i in x for j in range(9)]"),
            ("x.format(a, b)", "__format(x, a, b)"),
        ] {
            let text = format!("def f(x, y):\n    {old}\n");
            assert_eq!(edited(&text).text, format!("def f(x, y):\n    {new}\n"));
        }
        assert_eq!(edited("def f(x):\n  if x.extend(x): x += x\n").text.matches("__grow").count(), 2);
    }

    #[test]
    fn places_are_those_of_the_old_text() {
        let text = "def f(x, y):\n    x += y.nothing\n    x = \"é\" + x.join(y) + zz\n";
        let edited = edited(text);
        for word in ["nothing", "zz", "def", "y)"] {
            let (new, old) = (edited.text.find(word).unwrap(), text.find(word).unwrap());
            let before = &text[..old];
            let line = before.matches('\n').count() as u32 + 1;
            let column = before.rsplit('\n').next().unwrap().chars().count() as u32 + 1;
            assert_eq!(edited.position(new), Position { line, column }, "{word}");
        }
        assert_eq!(edited.position(edited.text.len()).line, 4);
    }
}
