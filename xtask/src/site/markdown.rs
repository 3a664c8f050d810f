//! The documentation's Markdown as HTML.
//!
//! Only the project's own texts are read, and they use little of Markdown: headings, paragraphs, lists of one level, tables,
//! fenced code, pictures, links, emphasis. That little is written here, because this crate has no dependencies; whatever
//! else a text may try is an error with its line, never a page with markup left in it.

/// A page without its frame.
pub(super) struct Page {
    /// The text of the first heading.
    pub(super) title: String,
    pub(super) html: String,
}

/// Where a link of a text leads on the page, or nowhere: then only its text stays.
pub(super) type Links<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Renders a text. An error names a line.
pub(super) fn render(text: &str, links: Links<'_>) -> Result<Page, String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut page = Page { title: String::new(), html: String::new() };
    let mut at = 0;
    while at < lines.len() {
        let (block, used) = block(&lines[at..]).map_err(|fault| format!("line {}: {fault}", at + 1))?;
        if let (Block::Heading(1, title), true) = (&block, page.title.is_empty()) {
            page.title = plain(title);
        }
        page.html.push_str(&block.html(links));
        at += used;
    }
    Ok(page)
}

enum Block {
    Nothing,
    Heading(usize, String),
    Code(String),
    Table(Vec<Vec<String>>),
    List { is_ordered: bool, entries: Vec<String> },
    Paragraph(String),
}

/// The first block, and how many lines it has.
fn block(lines: &[&str]) -> Result<(Block, usize), String> {
    let first = lines[0];
    if first.trim().is_empty() {
        return Ok((Block::Nothing, 1));
    }
    if first.starts_with([' ', '\t', '>', '<', '~']) {
        return Err(format!("expected a heading, a list, a table, code or a paragraph, not `{first}`"));
    }
    if let Some(heading) = heading(first) {
        return Ok((heading, 1));
    }
    if first.starts_with("```") {
        let end = lines[1..].iter().position(|line| line.trim_end() == "```").ok_or("code that does not end")?;
        return Ok((Block::Code(lines[1..=end].join("\n")), end + 2));
    }
    let until_empty = || lines.iter().take_while(|line| !line.trim().is_empty());
    if first.starts_with('|') {
        let rows: Vec<&str> = until_empty().copied().take_while(|line| line.starts_with('|')).collect();
        let is_rule = |row: &&str| row.chars().all(|c| "|-: ".contains(c));
        if !rows.get(1).is_some_and(is_rule) {
            return Err("expected a line of `|---|` below the heads of a table".to_owned());
        }
        let cells = rows.iter().enumerate().filter(|&(at, _)| at != 1).map(|(_, row)| cells(row)).collect();
        return Ok((Block::Table(cells), rows.len()));
    }
    if let Some(is_ordered) = entry(first).map(|(is_ordered, _)| is_ordered) {
        return list(lines, is_ordered);
    }
    let own: Vec<&str> =
        until_empty().copied().take_while(|line| heading(line).is_none() && !line.starts_with("```")).collect();
    let own: Vec<&str> = own
        .iter()
        .enumerate()
        .take_while(|&(at, line)| at == 0 || entry(line).is_none())
        .map(|(_, line)| *line)
        .collect();
    let used = own.len();
    Ok((Block::Paragraph(own.join("\n")), used))
}

fn heading(line: &str) -> Option<Block> {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    let text = line[level..].strip_prefix(' ').filter(|_| (1..=6).contains(&level))?;
    Some(Block::Heading(level, text.trim().to_owned()))
}

/// Whether a line begins an entry of a list, an ordered one or not, and its text.
fn entry(line: &str) -> Option<(bool, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((false, text));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[digits..].strip_prefix(". ").filter(|_| digits > 0).map(|text| (true, text))
}

/// Entries, each with the indented lines that follow it.
fn list(lines: &[&str], is_ordered: bool) -> Result<(Block, usize), String> {
    let mut entries: Vec<String> = Vec::new();
    let mut used = 0;
    for line in lines {
        match (entry(line), entries.last_mut()) {
            (Some((ordered, text)), _) if ordered == is_ordered => entries.push(text.to_owned()),
            (None, Some(last)) if line.starts_with("  ") => {
                if entry(line.trim_start()).is_some() || line.trim_start().starts_with("```") {
                    return Err(format!("a list within a list: `{line}`"));
                }
                last.push('\n');
                last.push_str(line.trim());
            }
            _ => break,
        }
        used += 1;
    }
    Ok((Block::List { is_ordered, entries }, used))
}

/// The cells of a row: `\|` and what is between backquotes do not end one.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut is_code = false;
    let mut chars = row.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if chars.peek() == Some(&'|') => cell.extend(chars.next()),
            '|' if !is_code => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            _ => {
                is_code ^= char == '`';
                cell.push(char);
            }
        }
    }
    cells
}

impl Block {
    fn html(&self, links: Links<'_>) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Heading(level, text) => {
                format!("<h{level} id=\"{}\">{}</h{level}>\n", anchor(text), inline(text, links))
            }
            Self::Code(text) => format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escaped(text)),
            Self::Table(rows) => {
                let head = rows.iter().take(1).map(|row| table_row("th", row, links));
                let others = rows.iter().skip(1).map(|row| table_row("td", row, links));
                let rows: Vec<String> = head.chain(others).collect();
                format!("<div class=\"wide\" tabindex=\"0\"><table>\n{}</table></div>\n", rows.concat())
            }
            Self::List { is_ordered, entries } => {
                let name = if *is_ordered { "ol" } else { "ul" };
                let entries: Vec<String> =
                    entries.iter().map(|entry| format!("<li>{}</li>\n", inline(entry, links))).collect();
                format!("<{name}>\n{}</{name}>\n", entries.concat())
            }
            Self::Paragraph(text) => format!("<p>{}</p>\n", inline(text, links)),
        }
    }
}

fn table_row(name: &str, cells: &[String], links: Links<'_>) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("<{name}>{}</{name}>", inline(cell, links))).collect();
    format!("<tr>{}</tr>\n", cells.concat())
}

/// The name of a heading in an address, as the usual hosts of Markdown make it.
pub(super) fn anchor(heading: &str) -> String {
    let kept = plain(heading).to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A text without its markup.
fn plain(text: &str) -> String {
    let html = inline(text, &|_| None);
    let mut text = String::new();
    let mut is_tag = false;
    for char in html.chars() {
        match char {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(char),
            _ => {}
        }
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// What may stand in a line: code, links, pictures, emphasis, and characters after a backslash.
fn inline(text: &str, links: Links<'_>) -> String {
    let mut out = String::new();
    let mut before = ' ';
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let (html, used) =
            span(rest, before, links).unwrap_or_else(|| (escaped(&rest[..char.len_utf8()]), char.len_utf8()));
        out += &html;
        before = rest[..used].chars().next_back().unwrap_or(char);
        rest = &rest[used..];
    }
    out
}

/// The markup that `rest` begins with, if it does: its HTML and its length.
fn span(rest: &str, before: char, links: Links<'_>) -> Option<(String, usize)> {
    match rest.chars().next()? {
        '\\' => {
            let next = rest[1..].chars().next().filter(char::is_ascii_punctuation)?;
            Some((escaped(&next.to_string()), 2))
        }
        '`' => {
            let fence = &rest[..rest.bytes().take_while(|&byte| byte == b'`').count()];
            let inner = rest[fence.len()..].find(fence)?;
            let code = &rest[fence.len()..fence.len() + inner];
            let code = if fence.len() > 1 { code.trim() } else { code };
            Some((format!("<code>{}</code>", escaped(&code.replace('\n', " "))), inner + 2 * fence.len()))
        }
        '!' => {
            let (alt, address, used) = bracketed(rest.strip_prefix('!')?)?;
            let address = links(address).unwrap_or_else(|| address.to_owned());
            Some((format!("<img src=\"{}\" alt=\"{}\">", escaped(&address), escaped(&plain(alt))), used + 1))
        }
        '[' => {
            let (text, address, used) = bracketed(rest)?;
            let text = inline(text, links);
            let html = match links(address) {
                Some(address) => format!("<a href=\"{}\">{text}</a>", escaped(&address)),
                None => text,
            };
            Some((html, used))
        }
        '*' => emphasis(rest, before, links),
        _ => None,
    }
}

/// `[text](address)`: both, and the length.
fn bracketed(rest: &str) -> Option<(&str, &str, usize)> {
    let mut depth = 0_usize;
    let end = rest.char_indices().find_map(|(at, char)| {
        match char {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let address = rest[end + 1..].strip_prefix('(')?;
    let address = &address[..address.find(')')?];
    Some((&rest[1..end], address, end + address.len() + 3))
}

/// `*text*` or `**text**`. The stars of `A*` and of `h* − h` are no emphasis: one begins where a word does and ends where one does.
fn emphasis(rest: &str, before: char, links: Links<'_>) -> Option<(String, usize)> {
    let stars = rest.bytes().take_while(|&byte| byte == b'*').count().min(2);
    let (mark, name) = if stars == 2 { ("**", "strong") } else { ("*", "em") };
    let is_mark = |char: char| char.is_ascii_punctuation();
    let after = rest[stars..].chars().next()?;
    if after.is_whitespace()
        || (is_mark(after) && !before.is_whitespace() && !is_mark(before))
        || before.is_alphanumeric()
    {
        return None;
    }
    let mut at = stars;
    while at < rest.len() {
        let inner = &rest[at..];
        let last = rest[..at].chars().next_back()?;
        if inner.starts_with(mark) && at > stars && !last.is_whitespace() {
            let next = inner[stars..].chars().next().unwrap_or(' ');
            if !next.is_alphanumeric() && next != '*' {
                return Some((format!("<{name}>{}</{name}>", inline(&rest[stars..at], links)), at + stars));
            }
        }
        // What is code or a link is no end.
        let skipped = span(inner, last, &|_| None).filter(|_| !inner.starts_with('*')).map(|(_, used)| used);
        at += skipped.unwrap_or_else(|| inner.chars().next().map_or(1, char::len_utf8));
    }
    None
}

/// A text in HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        let links = |address: &str| (!address.starts_with("../")).then(|| address.replace(".md", ".html"));
        render(text, &links).unwrap().html
    }

    #[test]
    fn blocks_become_their_elements() {
        assert_eq!(html("# A *title*\n\none\ntwo\n"), "<h1 id=\"a-title\">A <em>title</em></h1>\n<p>one\ntwo</p>\n");
        assert_eq!(html("- a\n  b\n- c\n"), "<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>\n");
        assert_eq!(html("text\n1. a\n2. b\n"), "<p>text</p>\n<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
        assert_eq!(
            html("```sh\na < b\n\n# c\n```\nd\n"),
            "<pre tabindex=\"0\"><code>a &lt; b\n\n# c</code></pre>\n<p>d</p>\n"
        );
        let table = html("| a | `b|c` |\n|---|---|\n| d \\| e | |\n");
        assert!(table.contains("<th>a</th><th><code>b|c</code></th>"), "{table}");
        assert!(table.contains("<td>d | e</td><td></td>"), "{table}");
    }

    #[test]
    fn what_is_not_known_is_an_error_with_its_line() {
        for (text, line) in
            [("a\n\n> b\n", 3), ("- a\n  - b\n", 1), ("| a |\n| b |\n", 1), ("```\na\n", 1), ("    code\n", 1)]
        {
            let fault = render(text, &|_| None).map(|_| ()).unwrap_err();
            assert!(fault.starts_with(&format!("line {line}: ")), "{fault}");
        }
    }

    #[test]
    fn the_stars_of_algorithms_are_no_emphasis() {
        assert_eq!(html("A* and IDA* and h* − h\n"), "<p>A* and IDA* and h* − h</p>\n");
        assert_eq!(
            html("*b\\** is **not** h*; *Consistent*: A*\n"),
            "<p><em>b*</em> is <strong>not</strong> h*; <em>Consistent</em>: A*</p>\n"
        );
        assert_eq!(html("(`a * b` *c `*` d*)\n"), "<p>(<code>a * b</code> <em>c <code>*</code> d</em>)</p>\n");
    }

    #[test]
    fn links_lead_to_pages_or_are_text() {
        assert_eq!(html("[a `b`](c.md#d)\n"), "<p><a href=\"c.html#d\">a <code>b</code></a></p>\n");
        assert_eq!(html("([x](../y.rs))\n"), "<p>(x)</p>\n");
        assert_eq!(html("![A \"b\"](c.svg)\n"), "<p><img src=\"c.svg\" alt=\"A &quot;b&quot;\"></p>\n");
        assert_eq!(html("a[0] & [b]\n"), "<p>a[0] &amp; [b]</p>\n");
    }

    #[test]
    fn a_heading_has_the_name_that_links_use() {
        assert_eq!(anchor("In the page"), "in-the-page");
        assert_eq!(anchor("Líneas de parámetros"), "líneas-de-parámetros");
        assert_eq!(anchor("Near-optimal solutions (`auto` beyond 4x4)"), "near-optimal-solutions-auto-beyond-4x4");
    }
}
