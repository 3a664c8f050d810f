//! The documentation of the page without a server: each text as a page, in both languages, and a list of them.
//!
//! A link from one text to another leads to its page, and pictures are copied. What else a text links to, source code for
//! example, is not on the site: there the link's words stay without the link.

use std::fs;
use std::path::{Path, PathBuf};

use super::markdown::{Page, escaped, render};
use super::{copy, failed, names_below};
use crate::steps::{Done, root};

/// Writes every page of the documentation into `folder`.
pub(super) fn write(folder: &Path) -> Done {
    let from = root().join("docs");
    let mut pages = Vec::new();
    for name in names()? {
        let to = folder.join(&name);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(failed(parent))?;
        }
        let Some(name) = name.strip_suffix(".md") else {
            copy(&from.join(&name), &to)?;
            continue;
        };
        let page = page(name)?;
        let to = folder.join(format!("{name}.html"));
        fs::write(&to, framed(name, &page)).map_err(failed(&to))?;
        pages.push((name.to_owned(), page.title));
    }
    let list = Page { title: "hueco".to_owned(), html: contents(&pages) };
    let index = folder.join("index.html");
    fs::write(&index, framed("index", &list)).map_err(failed(&index))
}

/// The texts and their pictures, by their names below `docs`.
fn names() -> Result<Vec<String>, String> {
    let mut names = names_below(&root().join("docs"))?;
    names.retain(|name| name.strip_suffix(".md").is_some() || name.starts_with("pictures/"));
    Ok(names)
}

fn page(name: &str) -> Result<Page, String> {
    let path = root().join("docs").join(format!("{name}.md"));
    let text = fs::read_to_string(&path).map_err(failed(&path))?;
    let folder = PathBuf::from(name);
    let folder = folder.parent().unwrap_or(Path::new(""));
    render(&text, &|address| lead(folder, address)).map_err(|fault| format!("{}: {fault}", path.display()))
}

/// Where a link of a text in `folder` leads, if that is on the site.
fn lead(folder: &Path, address: &str) -> Option<String> {
    if address.starts_with("https:") || address.starts_with('#') {
        return Some(address.to_owned());
    }
    let (file, place) = address.split_once('#').map_or((address, None), |(file, place)| (file, Some(place)));
    // Out of `docs` by one `..` too many: not on the site.
    let mut below: Vec<_> = folder.components().collect();
    for part in Path::new(file).components() {
        if part.as_os_str() == ".." {
            below.pop()?;
        } else {
            below.push(part);
        }
    }
    let below: PathBuf = below.into_iter().collect();
    if !root().join("docs").join(below).is_file() {
        return None;
    }
    let file = file.strip_suffix(".md").map_or(file.to_owned(), |name| format!("{name}.html"));
    Some(place.map_or(file.clone(), |place| format!("{file}#{place}")))
}

/// The language of a text, by its name.
fn language(name: &str) -> &'static str {
    if name.strip_suffix(".es").is_some() { "es" } else { "en" }
}

/// A list of the pages, by language; what was tried while hueco was made stands at the end.
fn contents(pages: &[(String, String)]) -> String {
    let list = |lang: &str, is_notebook: bool| {
        let own =
            pages.iter().filter(|(name, _)| language(name) == lang && name.starts_with("notebook/") == is_notebook);
        let links: Vec<String> =
            own.map(|(name, title)| format!("<li><a href=\"{name}.html\">{}</a></li>\n", escaped(title))).collect();
        format!("<ul lang=\"{lang}\">\n{}</ul>\n", links.concat())
    };
    let (english, spanish, notebook) = (list("en", false), list("es", false), list("en", true));
    format!(
        "<h1>hueco</h1>\n<div class=\"languages\">\n<section><h2>Documentation</h2>\n{english}</section>\n\
         <section lang=\"es\"><h2>Documentación</h2>\n{spanish}</section>\n\
         <section><h2>Notebook</h2>\n{notebook}</section>\n</div>\n"
    )
}

/// A whole document. Its links are relative, so that the site works in any folder.
fn framed(name: &str, page: &Page) -> String {
    let up = "../".repeat(name.matches('/').count() + 1);
    let docs = &up[3..];
    let lang = language(name);
    let (back, list) = if lang == "es" { ("Ir a hueco", "Documentación") } else { ("To hueco", "Documentation") };
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title} · hueco</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"{up}assets/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{up}assets/style/base.css\">\n\
         <link rel=\"stylesheet\" href=\"{docs}docs.css\">\n<script src=\"{up}assets/theme.js\"></script>\n</head>\n\
         <body class=\"document\">\n<nav><a href=\"{up}index.html\">{back}</a> · <a href=\"{docs}index.html\">{list}</a></nav>\n\
         <main>\n{html}</main>\n</body>\n</html>\n",
        title = escaped(&page.title),
        html = page.html,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let lead = |folder: &str, address: &str| lead(Path::new(folder), address);
        assert_eq!(lead("", "lab.es.md").as_deref(), Some("lab.es.html"));
        assert_eq!(lead("courses", "../see.md#a").as_deref(), Some("../see.html#a"));
        assert_eq!(lead("", "pictures/check.svg").as_deref(), Some("pictures/check.svg"));
        assert_eq!(lead("", "../BENCHMARKS.md"), None);
        assert_eq!(lead("notebook", "../../BENCHMARKS.md"), None);
        assert_eq!(lead("", "#here").as_deref(), Some("#here"));
        assert_eq!(lead("", "no-such.md"), None);
    }

    /// A link to a place of a page that has no such heading is a mistake in the documentation.
    #[test]
    fn every_page_renders_and_every_place_it_links_to_is_there() {
        let texts: Vec<String> =
            names().unwrap().iter().filter_map(|name| name.strip_suffix(".md").map(str::to_owned)).collect();
        assert!(texts.len() > 30, "{texts:?}");
        for name in &texts {
            let own = page(name).unwrap();
            assert!(!own.title.is_empty(), "{name} has no title");
            let folder = Path::new(name).parent().unwrap();
            for link in own.html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some((file, place)) = link.split_once('#').filter(|_| !link.starts_with("https:")) else {
                    continue;
                };
                let other = if file.is_empty() { name.clone() } else { joined(folder, file) };
                let there = page(other.strip_suffix(".html").unwrap_or(&other)).unwrap();
                assert!(there.html.contains(&format!(" id=\"{place}\"")), "{name}: {link}");
            }
        }
    }

    fn joined(folder: &Path, file: &str) -> String {
        match file.strip_prefix("../") {
            Some(file) => joined(folder.parent().unwrap(), file),
            None => folder.join(file).to_str().unwrap().to_owned(),
        }
    }
}
