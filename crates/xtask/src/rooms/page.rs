//! Draws the imports of the page's sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::Outcome;
use crate::project::children;

/// Lists for each source of the page, tests aside, the sources that it imports.
///
/// # Errors
/// A file cannot be read.
pub fn imports(folder: &Path) -> Outcome<BTreeMap<PathBuf, BTreeSet<PathBuf>>> {
    let mut files = BTreeSet::new();
    list(folder, &mut files)?;
    let mut imports = BTreeMap::new();
    for file in &files {
        let text =
            fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let beside = file.parent().unwrap_or(folder);
        let found = addresses(&text).into_iter().filter_map(|address| find(&beside.join(address), &files));
        imports.insert(file.clone(), found.filter(|found| found != file).collect());
    }
    Ok(imports)
}

fn list(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Outcome {
    for path in children(folder)? {
        if path.is_dir() {
            list(&path, files)?;
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let tests = name.contains(".test.") || name.contains(".testing.");
        if !tests && (name.ends_with(".ts") || name.ends_with(".svelte")) {
            files.insert(path);
        }
    }
    Ok(())
}

/// Lists the relative addresses that a source imports from, whether at once or when it needs them.
fn addresses(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, quote) in source.match_indices(['"', '\'']) {
        let before = source[..at].trim_end();
        let imports = ["from", "import", "import("].iter().any(|word| {
            before
                .strip_suffix(word)
                .is_some_and(|rest| !rest.ends_with(|letter: char| letter.is_alphanumeric()))
        });
        let line = source[..at].rfind('\n').map_or(0, |end| end + 1);
        let comment = source[line..at].trim_start().starts_with("//");
        let text = source[at + 1..].split(quote).next().unwrap_or_default();
        if imports && !comment && text.starts_with('.') {
            found.push(text);
        }
    }
    found
}

/// Finds the file that an address means; its ending may be left out.
fn find(address: &Path, files: &BTreeSet<PathBuf>) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in address.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    let name = plain.file_name()?.to_str()?.to_owned();
    let names = [name.clone(), format!("{name}.ts"), format!("{name}.svelte.ts"), format!("{name}/index.ts")];
    names.iter().map(|name| plain.with_file_name(name)).find(|file| files.contains(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_import_is_found() {
        let source = "import type { Side } from \"./types\";\nimport {\n  a,\n} from '../a';\nexport { b } from \"./b\";\n\
                      const later = await import(\"./later\");\nimport \"./styles.css\";\n";
        assert_eq!(addresses(source), ["./types", "../a", "./b", "./later", "./styles.css"]);
    }

    #[test]
    fn what_is_no_import_is_left_out() {
        let source = "import { mount } from \"svelte\";\n// as from \"./elsewhere\"\nconst text = \"./text\";\ncompare(\"from\", \"./a\");\n";
        assert_eq!(addresses(source), Vec::<&str>::new());
    }

    #[test]
    fn an_address_means_the_file_with_one_of_the_endings() {
        let files = ["web/a.ts", "web/b.svelte", "web/b.svelte.ts", "web/c/state.svelte.ts"].map(PathBuf::from);
        let find = |address: &str| find(Path::new(address), &files.iter().cloned().collect());
        assert_eq!(find("web/c/../a"), Some(files[0].clone()));
        assert_eq!(find("web/./b.svelte"), Some(files[1].clone()));
        assert_eq!(find("web/c/state.svelte"), Some(files[3].clone()));
        assert_eq!(find("web/none"), None);
    }
}
