use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::Presentation;

/// Checks that every code that the sources of a game's crate write out where they make a reason is among the codes that the game
/// lists, which have sentences: random play meets seldom ones too seldom.
///
/// # Panics
/// If a code is not listed, no code is found, or a source cannot be read.
pub fn check_reason_codes<R: Presentation>(rules: &R, crate_folder: &str) {
    let mut found = BTreeSet::new();
    search(&Path::new(crate_folder).join("src"), &mut found);
    assert!(!found.is_empty(), "no reason is made in {crate_folder}/src");
    let listed = rules.reason_codes();
    let missing: Vec<&String> = found.iter().filter(|code| !listed.contains(&code.as_str())).collect();
    assert!(missing.is_empty(), "not listed among the codes: {missing:?}");
}

fn search(folder: &Path, found: &mut BTreeSet<String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
        if path.is_dir() {
            search(&path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.extend(codes(&text));
        }
    }
}

/// Lists the codes that a source writes out where it makes a reason.
fn codes(source: &str) -> impl Iterator<Item = String> {
    let calls = source.split("Reason::new(").skip(1);
    calls.filter_map(|rest| Some(rest.trim_start().strip_prefix('"')?.split_once('"')?.0.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::codes;

    #[test]
    fn codes_are_found_where_reasons_are_made() {
        let source = "Reason::new(\"a-b\", \"1\", []); let c = code; Reason::new(c, \"2\", []);\n Reason::new(\n    \"d\",";
        assert_eq!(codes(source).collect::<Vec<_>>(), ["a-b", "d"]);
    }
}
