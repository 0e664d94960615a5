use std::path::Path;

use crate::Outcome;
use crate::project::{self, Project, is_foreign, read};

/// Lines of prose must have fewer characters than this.
const MAX_LINE: usize = 200;

/// Prefixes that identify a code span as a path in the project.
const PATH_PREFIXES: [&str; 7] = ["crates/", "games/", "web/", "docs/", "benches/", "fuzz/", ".ci/"];

const PLACEHOLDERS: [&str; 2] = ["GAME", "NAME.rs"];

/// Checks the project's Markdown files: line lengths, links, and references to code.
///
/// A code span refers to a file or folder by its path from the root, and to a function or test as `FILE#NAME`.
pub fn check(project: &Project) -> Outcome {
    let mut pages = project::files(&project.root, &is_foreign)?;
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut found = Vec::new();
    for page in &pages {
        let text = read(page)?;
        let name = page.strip_prefix(&project.root).unwrap_or(page);
        let folder = page.parent().unwrap_or(&project.root);
        let mut problems: Vec<_> = long_lines(&text).map(too_long).collect();
        problems.extend(links(&text).filter(|(_, link)| !resolves(folder, link)).map(broken_link));
        problems
            .extend(references(&text).filter_map(|(line, name)| Some((line, missing(&project.root, name)?))));
        found
            .extend(problems.into_iter().map(|(line, problem)| format!("{}:{line} {problem}", name.display())));
    }
    if found.is_empty() {
        println!("prose: {} pages, every line shorter than {MAX_LINE} characters", pages.len());
        return Ok(());
    }
    let shown = found.iter().take(8).cloned().collect::<Vec<_>>().join("\n  ");
    Err(format!("{} problems in Markdown:\n  {shown}", found.len()))
}

fn too_long((line, length): (usize, usize)) -> (usize, String) {
    let problem = format!(
        "has {length} characters: put each sentence on its own line, and split sentences of {MAX_LINE} characters or more"
    );
    (line, problem)
}

fn broken_link((line, link): (usize, &str)) -> (usize, String) {
    (line, format!("links to {link}, which does not exist"))
}

/// Returns the lines outside code blocks, with their 1-based numbers.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
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

/// Returns the numbers and lengths of lines that are too long. Table rows and link targets, which cannot be broken, do not count.
fn long_lines(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let lines = prose(text).filter(|(_, line)| !line.trim_start().starts_with('|'));
    lines.map(|(number, line)| (number, length_of_prose(line))).filter(|(_, length)| *length >= MAX_LINE)
}

/// Counts the characters of a line, excluding link targets.
fn length_of_prose(line: &str) -> usize {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().chars().count();
    first + parts.map(|part| part.find(')').map_or(part, |end| &part[end..]).chars().count()).sum::<usize>()
}

/// Returns the targets of links and images, with their line numbers.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        line.split("](").skip(1).filter_map(move |part| Some((number, &part[..part.find(')')?])))
    })
}

/// Returns whether a link target is external or an existing file.
fn resolves(folder: &Path, link: &str) -> bool {
    let file = link.split('#').next().unwrap_or_default();
    file.is_empty() || link.contains("://") || folder.join(file).exists()
}

/// Returns the code spans that refer to files of the project, with their line numbers.
fn references(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let spans = prose(text).flat_map(|(number, line)| {
        line.split('`').enumerate().filter(|(part, _)| part % 2 == 1).map(move |(_, span)| (number, span))
    });
    spans.filter(|(_, span)| {
        PATH_PREFIXES.iter().any(|folder| span.starts_with(folder))
            && !span.split('/').any(|part| PLACEHOLDERS.contains(&part))
    })
}

/// Describes what is missing if a path or `FILE#NAME` does not exist; otherwise returns `None`.
fn missing(root: &Path, reference: &str) -> Option<String> {
    let (file, name) = reference.split_once('#').map_or((reference, None), |(file, name)| (file, Some(name)));
    let path = root.join(file);
    if !path.exists() {
        return Some(format!("refers to {file}, which does not exist"));
    }
    let name = name?;
    let text = read(&path).unwrap_or_default();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    if words.any(|word| word == name) {
        return None;
    }
    Some(format!("refers to {name} in {file}, which does not contain it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, usize)> {
        long_lines(text).collect()
    }

    #[test]
    fn project_pages_pass() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn long_lines_are_found() {
        let (short, long) = ("é".repeat(MAX_LINE - 1), "é".repeat(MAX_LINE));
        assert_eq!(found(&short), []);
        assert_eq!(found(&format!("# Title\n\n{short}\n{long}\n")), [(4, MAX_LINE)]);
        assert_eq!(found(&format!("- {long}")), [(1, MAX_LINE + 2)]);
        let (line, problem) = too_long((4, MAX_LINE));
        assert!(line == 4 && problem.contains("200 characters"), "{problem}");
    }

    #[test]
    fn tables_code_and_link_targets_may_be_long() {
        let long = "x".repeat(MAX_LINE);
        assert_eq!(found(&format!("| {long} |\n  | {long} |")), []);
        assert_eq!(found(&format!("```\n{long}\n```\n~~~text\n{long}\n```\n~~~")), []);
        assert_eq!(found(&format!("[here](https://example.org/{long}), and ![there](images/{long}.png)")), []);
    }

    #[test]
    fn text_after_code_or_links_counts() {
        let long = "x".repeat(MAX_LINE);
        assert_eq!(found(&format!("```\n{long}\n```\n{long}")), [(4, MAX_LINE)]);
        assert_eq!(found(&format!("[a](b) {long}")), [(1, MAX_LINE + 4)]);
    }

    #[test]
    fn links_are_external_or_existing_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text =
            "[a](src/main.rs) ![b](src/none.svg)\n```\n[c](none)\n```\n[d](https://example.org/e) [f](#g)";
        let dangling: Vec<_> = links(text).filter(|(_, link)| !resolves(folder, link)).collect();
        assert_eq!(dangling, [(1, "src/none.svg")]);
        assert!(resolves(folder, "src/main.rs#main"));
    }

    #[test]
    fn referenced_code_must_exist() {
        let root = Project::find().unwrap().root;
        let here = "crates/xtask/src/prose.rs";
        let text = format!(
            "`{here}` and `moves.rs`\n`{here}#missing`, `/api/live`\n```\n`crates/none`\n```\n`games/`"
        );
        let spans: Vec<_> = references(&text).collect();
        assert_eq!(spans, [(1, here), (2, &*format!("{here}#missing")), (6, "games/")]);
        assert!(spans.iter().all(|(_, span)| missing(&root, span).is_none()));
        assert!(missing(&root, "crates/none").is_some_and(|problem| problem.contains("crates/none")));
        let gone = concat!("no_such", "_function");
        assert!(missing(&root, &format!("{here}#{gone}")).is_some_and(|problem| problem.contains(gone)));
    }
}
