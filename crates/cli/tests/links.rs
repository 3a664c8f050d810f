//! Links between the Markdown files: each relative link leads to a file or folder that exists and, after `#`, to one of its
//! headings. Links to other sites are not followed.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown files below a folder, without hidden folders and without what builds and npm leave behind.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                found.extend(pages(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// The lines of a page with their numbers from 1, without blocks of code and without `code` inside a line.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut inside = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            found.push((number, line.split('`').step_by(2).collect()));
        }
    }
    found
}

/// The relative links of a page: line and target.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        for rest in line.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            if !target.contains("://") && !target.starts_with("mailto:") {
                found.push((number, target.to_owned()));
            }
        }
    }
    found
}

/// The anchors that a renderer makes of the headings: letters and digits in lower case, hyphens for spaces.
fn anchors(text: &str) -> Vec<String> {
    let mut inside = false;
    let headings = text.lines().filter(|line| {
        inside ^= line.starts_with("```");
        !inside && line.starts_with('#')
    });
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    };
    headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().chars().filter_map(kept).collect()).collect()
}

/// What is wrong with the links of a page that lies in `folder`.
fn broken(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, target) in links(text) {
        let (file, anchor) = target.split_once('#').map_or((&target[..], None), |(file, anchor)| (file, Some(anchor)));
        let path = folder.join(file);
        if !path.exists() {
            found.push(format!("{number}: there is no {file}"));
        } else if let Some(anchor) = anchor {
            let there = if file.is_empty() { text.to_owned() } else { fs::read_to_string(&path).expect("a page") };
            if !anchors(&there).iter().any(|known| known == anchor) {
                found.push(format!("{number}: no heading for {target}"));
            }
        }
    }
    found
}

#[test]
fn every_relative_link_leads_somewhere() {
    let pages = pages(&root());
    assert!(pages.len() > 30, "only {} Markdown files were found", pages.len());
    let mut found = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).expect("a page");
        let folder = page.parent().expect("a folder");
        found.extend(broken(folder, &text).into_iter().map(|what| format!("{}:{what}", page.display())));
    }
    assert!(found.is_empty(), "broken links:\n{}", found.join("\n"));
}

#[test]
fn broken_links_are_found() {
    let text = "# A page: `one`\n[a](README.md) [b](nowhere.md)\n`[c](nowhere.md)`\n```\n[d](nowhere.md)\n# No heading\n```\n\
                [e](#a-page-one) [f](#no-heading) [g](README.md#hueco) [h](README.md#nothing) [i](https://example.org/x)\n";
    let expected =
        ["2: there is no nowhere.md", "8: no heading for #no-heading", "8: no heading for README.md#nothing"];
    assert_eq!(broken(&root(), text), expected);
}
