use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::RulesPage;
use crate::{Language, Presentation, Reason, Square};

/// Asserts that [`Presentation::reason_codes`] lists all reason codes in the source files of a game's crate, and that
/// the rules pages contain the rulings that these files cite. Random play alone would miss rare codes.
pub fn check_reason_codes<R: Presentation>(rules: &R, crate_folder: &str) {
    let mut found = BTreeSet::new();
    search(&Path::new(crate_folder).join("src"), &mut found);
    assert!(!found.is_empty(), "no reason is created in {crate_folder}/src");
    let listed = rules.reason_codes();
    let pages = Language::ALL.map(|language| rules.metadata().rules_page.get(language));
    let pages = pages.map(RulesPage::read);
    for Written { code, ruling } in &found {
        let is_listed = code.as_ref().is_none_or(|code| listed.contains(&code.as_str()));
        assert!(is_listed, "not listed among the codes: {code:?}");
        // Reasons created in tests do not have to cite a ruling.
        let cited = |ruling: &String| {
            ruling.is_empty() || pages.iter().all(|page| page.anchors.contains(&ruling.as_str()))
        };
        assert!(ruling.as_ref().is_none_or(cited), "{code:?} cites {ruling:?}, which the rules pages lack");
    }
}

/// Asserts that every reason has a complete sentence in both languages, without an article or space too many, in the start
/// position, for every square and for every number of squares up to `most`.
pub fn check_sentences<R: Presentation>(rules: &R, most: usize) {
    const MISTAKES: [&str; 8] = ["  ", " :", "de le ", " à le ", " le A", " le E", " le I", " le O"];
    let (start, size) = (rules.start(), rules.topology().squares.len());
    for code in rules.reason_codes() {
        for (square, count) in (0..size).flat_map(|square| (0..=most).map(move |count| (square, count))) {
            let squares = (0..count).map(|number| Square::new((square + 7 * number) % size));
            let reason = Reason::new(code.to_owned(), "", squares);
            for language in Language::ALL {
                let text = rules.sentence(&start, &reason, language.into());
                let text = text.unwrap_or_else(|| panic!("{code} has no sentence"));
                assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{code}: {text}");
                assert!(!MISTAKES.iter().any(|mistake| text.contains(mistake)), "{code}: {text}");
            }
        }
    }
}

/// The string literals in a call to `Reason::new`; `None` for computed arguments.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Written {
    code: Option<String>,
    ruling: Option<String>,
}

fn search(folder: &Path, found: &mut BTreeSet<Written>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
        if path.is_dir() {
            search(&path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.extend(reasons(&text));
        }
    }
}

fn reasons(source: &str) -> impl Iterator<Item = Written> {
    source.split("Reason::new(").skip(1).map(|call| {
        let mut rest = call;
        let mut argument = || {
            let text =
                rest.trim_start().strip_prefix('"').and_then(|text| Some(text.split_once('"')?.0.to_owned()));
            rest = rest.split_once(',').map_or("", |(_, rest)| rest);
            text
        };
        Written { code: argument(), ruling: argument() }
    })
}

#[cfg(test)]
mod tests {
    use super::reasons;

    #[test]
    fn codes_and_rulings_are_extracted_from_sources() {
        let source = "Reason::new(\"a-b\", \"T1\", []); let c = code; Reason::new(c, \"2\", []);\n Reason::new(\n    \"d\",\n    \
                      of(kind), [])";
        let found: Vec<_> = reasons(source).map(|written| (written.code, written.ruling)).collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(found, [(text("a-b"), text("T1")), (None, text("2")), (text("d"), None)]);
    }
}
