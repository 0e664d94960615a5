use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::project::{Project, children};

/// A line of prose is shorter than this, in characters.
const LIMIT: usize = 200;

/// Folders whose pages are not the project's own: what is built, and what is installed.
const FOREIGN: [&str; 3] = ["target", "node_modules", "dist"];

/// What the path of a file of the project begins with, where a page names one in a span of code.
const FOLDERS: [&str; 7] = ["crates/", "games/", "web/", "docs/", "benches/", "fuzz/", ".ci/"];

/// Words in a path that stand for any folder or file.
const ANY: [&str; 2] = ["GAME", "NAME.rs"];

/// Checks the project's Markdown: no line of prose is too long, and what it links to and names exists.
///
/// Spans of code name files and folders by their path from the root, and functions and tests in them as `FILE#NAME`.
///
/// # Errors
/// The first few faults, with what to do, or a file that cannot be read.
pub fn check(project: &Project) -> Outcome {
    let mut pages = Vec::new();
    collect(&project.root, &mut pages)?;
    let mut found = Vec::new();
    for page in &pages {
        let text = read(page)?;
        let name = page.strip_prefix(&project.root).unwrap_or(page);
        let folder = page.parent().unwrap_or(&project.root);
        let mut faults: Vec<_> = long_lines(&text).map(too_long).collect();
        faults.extend(links(&text).filter(|(_, link)| !leads_somewhere(folder, link)).map(leads_nowhere));
        faults.extend(named(&text).filter_map(|(line, name)| Some((line, missing(&project.root, name)?))));
        found.extend(faults.into_iter().map(|(line, fault)| format!("{}:{line} {fault}", name.display())));
    }
    if found.is_empty() {
        println!("prose: {} pages, every line shorter than {LIMIT} characters", pages.len());
        return Ok(());
    }
    let shown = found.iter().take(8).cloned().collect::<Vec<_>>().join("\n  ");
    Err(format!("{} faults in Markdown:\n  {shown}", found.len()))
}

fn too_long((line, length): (usize, usize)) -> (usize, String) {
    let fault = format!(
        "has {length} characters: give every sentence a line of its own, and split a sentence that still has {LIMIT}"
    );
    (line, fault)
}

fn leads_nowhere((line, link): (usize, &str)) -> (usize, String) {
    (line, format!("links to {link}, which does not exist: mend the link"))
}

/// Adds the Markdown files below a folder to `pages`.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Outcome {
    for path in children(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !FOREIGN.contains(&name.as_ref()) {
                collect(&path, pages)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Lists the lines outside blocks of code, each with its number from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence = None;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let opening = ["```", "~~~"].into_iter().find(|fence| line.trim_start().starts_with(fence));
        if fence.is_none() {
            fence = opening;
            return opening.is_none();
        }
        if fence == opening {
            fence = None;
        }
        false
    })
}

/// Finds the lines of prose that are too long, each with its number and its length.
///
/// Rows of tables cannot be broken, and neither can where a link leads: they count nothing.
fn long_lines(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let lines = prose(text).filter(|(_, line)| !line.trim_start().starts_with('|'));
    lines.map(|(number, line)| (number, length_of_prose(line))).filter(|(_, length)| *length >= LIMIT)
}

/// Counts the characters of a line, without those of where its links lead.
fn length_of_prose(line: &str) -> usize {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().chars().count();
    first + parts.map(|part| part.find(')').map_or(part, |end| &part[end..]).chars().count()).sum::<usize>()
}

/// Lists where links and pictures lead, each with the number of its line.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        line.split("](").skip(1).filter_map(move |part| Some((number, &part[..part.find(')')?])))
    })
}

/// Tells whether a link leads out of the project, or to a file in it.
fn leads_somewhere(folder: &Path, link: &str) -> bool {
    let file = link.split('#').next().unwrap_or_default();
    file.is_empty() || link.contains("://") || folder.join(file).exists()
}

/// Lists the spans of code that name something of the project, each with the number of its line.
fn named(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let spans = prose(text).flat_map(|(number, line)| {
        line.split('`').enumerate().filter(|(part, _)| part % 2 == 1).map(move |(_, span)| (number, span))
    });
    spans.filter(|(_, span)| {
        FOLDERS.iter().any(|folder| span.starts_with(folder))
            && !span.split('/').any(|part| ANY.contains(&part))
    })
}

/// Says what does not exist of a file or folder, or of a file and a name in it, `FILE#NAME`.
fn missing(root: &Path, named: &str) -> Option<String> {
    let (file, name) = named.split_once('#').map_or((named, None), |(file, name)| (file, Some(name)));
    let path = root.join(file);
    if !path.exists() {
        return Some(format!("names {file}, which does not exist: mend the name"));
    }
    let name = name?;
    let text = read(&path).unwrap_or_default();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    if words.any(|word| word == name) {
        return None;
    }
    Some(format!("names {name} in {file}, which has no such name: mend one of them"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, usize)> {
        long_lines(text).collect()
    }

    #[test]
    fn the_pages_of_the_project_are_in_order() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn long_lines_of_prose_are_found_with_their_number() {
        let (short, long) = ("é".repeat(LIMIT - 1), "é".repeat(LIMIT));
        assert_eq!(found(&short), []);
        assert_eq!(found(&format!("# Title\n\n{short}\n{long}\n")), [(4, LIMIT)]);
        assert_eq!(found(&format!("- {long}")), [(1, LIMIT + 2)]);
        let (line, fault) = too_long((4, LIMIT));
        assert!(
            line == 4 && fault.contains("200 characters") && fault.contains("a line of its own"),
            "{fault}"
        );
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let long = "x".repeat(LIMIT);
        assert_eq!(found(&format!("| {long} |\n  | {long} |")), []);
        assert_eq!(found(&format!("```\n{long}\n```\n~~~text\n{long}\n```\n~~~")), []);
        assert_eq!(found(&format!("[here](https://example.org/{long}), and ![there](images/{long}.png)")), []);
    }

    #[test]
    fn what_follows_a_block_or_a_link_counts() {
        let long = "x".repeat(LIMIT);
        assert_eq!(found(&format!("```\n{long}\n```\n{long}")), [(4, LIMIT)]);
        assert_eq!(found(&format!("[a](b) {long}")), [(1, LIMIT + 4)]);
    }

    #[test]
    fn links_lead_out_or_to_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text =
            "[a](src/main.rs) ![b](src/none.svg)\n```\n[c](none)\n```\n[d](https://example.org/e) [f](#g)";
        let dangling: Vec<_> = links(text).filter(|(_, link)| !leads_somewhere(folder, link)).collect();
        assert_eq!(dangling, [(1, "src/none.svg")]);
        assert!(leads_somewhere(folder, "src/main.rs#main"));
    }

    #[test]
    fn what_a_page_names_must_exist() {
        let root = Project::find().unwrap().root;
        let here = "crates/xtask/src/prose.rs";
        let text = format!(
            "`{here}` and `moves.rs`\n`{here}#missing`, `/api/live`\n```\n`crates/none`\n```\n`games/`"
        );
        let spans: Vec<_> = named(&text).collect();
        assert_eq!(spans, [(1, here), (2, &*format!("{here}#missing")), (6, "games/")]);
        assert!(spans.iter().all(|(_, span)| missing(&root, span).is_none()));
        assert!(missing(&root, "crates/none").is_some_and(|fault| fault.contains("names crates/none")));
        let gone = concat!("no_such", "_function");
        assert!(missing(&root, &format!("{here}#{gone}")).is_some_and(|fault| fault.contains(gone)));
    }
}
