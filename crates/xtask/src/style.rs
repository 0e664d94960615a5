//! Checks Markdown, comments and user-visible strings against a table of words (`style/words.tsv`).
//!
//! npm linters are no substitute: textlint with prh reads only Markdown, needs 140 packages (57 MB) and takes two seconds for `docs/`; `typos` and
//! cspell match only single words. This check also reads Rust and TypeScript, and takes about a second for all files in a debug build.

use std::path::Path;

use crate::Outcome;
use crate::modules::words::{Part, parts};
use crate::project::{self, Project, is_foreign, read};
use crate::prose::prose;

/// Maximum number of findings that a failed check prints.
const SHOWN: usize = 12;

/// The kind of text that a phrase is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Docs,
    Comments,
    Strings,
}

/// A row of the table: a phrase to avoid, and what to write instead.
struct Phrase {
    text: String,
    /// For each word of the phrase, the words that match it.
    words: Vec<Vec<String>>,
    /// Whether the phrase matches only at the beginning of a comment.
    leading: bool,
    /// Whether the phrase matches only a text that contains no other words.
    whole: bool,
    replacement: String,
    place: Option<Place>,
}

/// A line number and a word, in lower case.
type Token = (usize, String);

struct Finding<'a> {
    file: String,
    line: usize,
    phrase: &'a Phrase,
}

/// The table of phrases, and the exceptions as pairs of a path and a phrase.
struct Style {
    phrases: Vec<Phrase>,
    exceptions: Vec<(String, String)>,
}

/// Checks all files.
///
/// # Errors
/// The first findings with their replacements, or a file that cannot be read.
pub fn check(project: &Project) -> Outcome {
    let style = Style::read(project)?;
    let found = style.search(project, &[])?;
    if found.is_empty() {
        println!("style: no file contains any of {} phrases", style.phrases.len());
        return Ok(());
    }
    let shown: Vec<String> = found.iter().take(SHOWN).map(Finding::text).collect();
    Err(format!("{} uses of phrases in crates/xtask/style/words.tsv:\n  {}", found.len(), shown.join("\n  ")))
}

/// Lists the findings in the files below `paths`, or in all files.
///
/// # Errors
/// A file cannot be read.
pub fn list(project: &Project, paths: &[String]) -> Outcome {
    let style = Style::read(project)?;
    let found = style.search(project, paths)?;
    for finding in &found {
        println!("{}", finding.text());
    }
    println!("{} phrases", found.len());
    Ok(())
}

impl Finding<'_> {
    fn text(&self) -> String {
        let Phrase { text, replacement, .. } = self.phrase;
        format!("{}:{} \"{text}\": write {replacement}", self.file, self.line)
    }
}

impl Style {
    fn read(project: &Project) -> Outcome<Self> {
        let folder = project.root.join("crates/xtask/style");
        let rows = |name: &str| -> Outcome<Vec<Vec<String>>> {
            let text = read(&folder.join(name))?;
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            Ok(lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect())
        };
        let phrases = rows("words.tsv")?.iter().map(|row| Phrase::read(row)).collect::<Outcome<_>>()?;
        let exceptions = rows("exceptions.tsv")?.into_iter().map(|row| match row.as_slice() {
            [path, phrase, reason] if !reason.is_empty() => Ok((path.clone(), phrase.clone())),
            _ => Err(format!("style/exceptions.tsv: {row:?} must be a path, a phrase and a reason")),
        });
        let exceptions = exceptions.collect::<Outcome<_>>()?;
        Ok(Self { phrases, exceptions })
    }

    /// Finds the phrases in all files whose paths begin with one of `paths`, or in all files if `paths` is empty.
    fn search(&self, project: &Project, paths: &[String]) -> Outcome<Vec<Finding<'_>>> {
        let is_excluded = |folder: &Path| is_foreign(folder) || folder.ends_with("generated");
        let mut found = Vec::new();
        for path in project::files(&project.root, &is_excluded)?.into_iter().filter(|path| is_checked(path)) {
            let file = path.strip_prefix(&project.root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if paths.is_empty() || paths.iter().any(|prefix| file.starts_with(prefix.as_str())) {
                self.search_file(&file, &read(&path)?, &mut found);
            }
        }
        Ok(found)
    }

    fn search_file<'a>(&'a self, file: &str, source: &str, found: &mut Vec<Finding<'a>>) {
        let excepted = |phrase: &Phrase| {
            let mut all = self.exceptions.iter();
            all.any(|(path, text)| file.starts_with(path.as_str()) && (text == "*" || *text == phrase.text))
        };
        let phrases: Vec<&Phrase> = self.phrases.iter().filter(|phrase| !excepted(phrase)).collect();
        for (place, tokens) in texts(file, source) {
            for at in 0..tokens.len() {
                let here = phrases.iter().filter(|phrase| phrase.place.is_none_or(|only| only == place));
                let here = here.filter(|phrase| !phrase.leading || (at == 0 && place == Place::Comments));
                let mut here = here.filter(|phrase| !phrase.whole || tokens.len() == phrase.words.len());
                if let Some(phrase) = here.find(|phrase| phrase.begins(&tokens[at..])) {
                    found.push(Finding { file: file.to_owned(), line: tokens[at].0, phrase });
                }
            }
        }
    }
}

impl Phrase {
    fn read(row: &[String]) -> Outcome<Self> {
        let (text, replacement, place) = match row {
            [text, replacement] => (text, replacement, None),
            [text, replacement, place] => (text, replacement, Some(place.as_str())),
            _ => {
                return Err(format!(
                    "style/words.tsv: {row:?} must be a phrase, a replacement and, optionally, a kind of text"
                ));
            }
        };
        let place = match place {
            None => None,
            Some("docs") => Some(Place::Docs),
            Some("comments") => Some(Place::Comments),
            Some("strings") => Some(Place::Strings),
            Some(other) => {
                return Err(format!("style/words.tsv: expected docs, comments or strings, not \"{other}\""));
            }
        };
        let words = text.trim_start_matches(['^', '=']).split(' ');
        let words = words.map(|word| word.split('|').map(str::to_owned).collect()).collect();
        let (text, replacement) = (text.clone(), replacement.clone());
        let (leading, whole) = (text.starts_with('^'), text.starts_with('='));
        Ok(Self { leading, whole, text, words, replacement, place })
    }

    fn begins(&self, tokens: &[Token]) -> bool {
        tokens.len() >= self.words.len()
            && self.words.iter().zip(tokens).all(|(words, (_, token))| {
                words.iter().any(|word| match word.strip_suffix('*') {
                    Some(stem) => token.starts_with(stem),
                    None => token == word,
                })
            })
    }
}

fn is_checked(file: &Path) -> bool {
    match file.extension().and_then(|end| end.to_str()) {
        Some("game" | "md" | "mjs" | "py" | "pyi" | "rs" | "svelte" | "toml" | "ts") => true,
        // Tables of user-visible texts.
        Some("tsv") => file.iter().any(|folder| folder == "src"),
        _ => false,
    }
}

/// Splits a file into texts: lines of Markdown, blocks of comments, and strings.
fn texts(file: &str, source: &str) -> Vec<(Place, Vec<Token>)> {
    let mut texts = Vec::new();
    if file.ends_with(".md") {
        texts.extend(prose(source).map(|(line, text)| (Place::Docs, tokens(line, &without_targets(text)))));
        return texts;
    }
    if file.ends_with(".tsv") {
        texts.extend((1..).zip(source.lines()).map(|(line, text)| (Place::Strings, tokens(line, text))));
        return texts;
    }
    // In Svelte components, only comment lines are checked, because text between tags would be mistaken for strings.
    let strings = match file.rsplit('.').next() {
        Some("rs") => file.contains("/src/"),
        Some("game" | "py" | "pyi") => true,
        Some("ts") => file.ends_with("words.ts") || file.contains("/language/"),
        _ => false,
    };
    let mut block: Option<(usize, Vec<Token>)> = None;
    for (line, text) in (1..).zip(source.lines()) {
        let text = text.trim_start();
        let marks = ["///", "//!", "//", "/**", "/*", "* ", "<!--", "# "];
        match marks.iter().find_map(|mark| text.strip_prefix(mark)) {
            Some(text) => {
                let (last, words) = block.get_or_insert_default();
                *last = line;
                words.extend(tokens(line, text));
            }
            None => texts.extend(block.take().map(|(_, words)| (Place::Comments, words))),
        }
    }
    texts.extend(block.map(|(_, words)| (Place::Comments, words)));
    if strings {
        let all = parts(source).filter(|(_, part, text)| *part == Part::Literal && text.contains(' '));
        texts.extend(all.map(|(line, _, text)| (Place::Strings, tokens(line, text.trim_matches(['"', '`'])))));
    }
    texts
}

/// Removes the targets of links.
fn without_targets(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.find(')').map_or(part, |end| &part[end..]))
}

/// Splits a text into words, without code between backticks; an empty token ends each sentence.
fn tokens(line: usize, text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for prose in text.split('`').step_by(2) {
        let mut rest = prose;
        while let Some(start) = rest.find(|letter: char| letter.is_alphanumeric() || ".;:?!".contains(letter)) {
            rest = &rest[start..];
            let end =
                rest.find(|letter: char| !letter.is_alphanumeric() && letter != '\'').unwrap_or(rest.len());
            tokens.push((line, rest[..end].to_lowercase()));
            rest = &rest[end.max(1)..];
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, source: &str) -> Vec<(usize, String)> {
        let style = Style::read(&Project::find().unwrap()).unwrap();
        let mut found = Vec::new();
        style.search_file(file, source, &mut found);
        found.into_iter().map(|finding| (finding.line, finding.phrase.text.clone())).collect()
    }

    #[test]
    fn files_have_no_phrase_of_the_table() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn phrases_are_found_in_markdown_comments_and_strings() {
        assert_eq!(found("a.md", "One\n\nTwo, Whoever asks.\n"), [(3, "whoever".into())]);
        assert_eq!(found("a.md", "`whoever`\n```\nwhoever\n```\n[at](whoever.md). Hand"), []);
        assert_eq!(found("crates/a/src/a.rs", "/// Tells a name.\nfn a() {}"), [(1, "^tells".into())]);
        assert_eq!(found("crates/a/src/a.rs", "/// Returns what it tells.\nfn tells() {}"), []);
        let wrapped = "// Games that are at\n// hand.\nlet hand = \"It is\tat hand\";";
        assert_eq!(found("crates/a/src/a.rs", wrapped), [(1, "at hand".into()), (3, "at hand".into())]);
        assert_eq!(found("web/src/a/words.ts", "a: `One press`,\n"), [(1, "one press".into())]);
        assert_eq!(found("web/src/a/words.ts", "a: \"Go on\", b: \"Go on now\""), [(1, "=go on".into())]);
        assert_eq!(found("variants/a.game", "  says \"Nobody moves.\" # It\n"), [(1, "nobody".into())]);
    }
}
