//! Finds the imports of TypeScript and Svelte files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::Outcome;
use crate::project::{self, read};

/// Returns the files that each source file imports; omits test files.
pub fn imports(folder: &Path) -> Outcome<BTreeMap<PathBuf, BTreeSet<PathBuf>>> {
    let all = project::files(folder, &|_| false)?;
    let files: BTreeSet<PathBuf> = all.into_iter().filter(|file| is_source(file)).collect();
    let mut imports = BTreeMap::new();
    for file in &files {
        let text = read(file)?;
        let beside = file.parent().unwrap_or(folder);
        let found = specifiers(&text).into_iter().filter_map(|path| find(&beside.join(path), &files));
        imports.insert(file.clone(), found.filter(|found| found != file).collect());
    }
    Ok(imports)
}

/// Returns whether a file is a TypeScript or Svelte source other than a test.
fn is_source(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_test = name.contains(".test.") || name.contains(".testing.");
    !is_test && (name.ends_with(".ts") || name.ends_with(".svelte"))
}

/// Returns the relative paths of static and dynamic imports.
fn specifiers(source: &str) -> Vec<&str> {
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

/// Resolves an import, whose path can omit the extension.
fn find(path: &Path, files: &BTreeSet<PathBuf>) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
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
    fn every_import_syntax_is_found() {
        let source = "import type { Side } from \"./types\";\nimport {\n  a,\n} from '../a';\nexport { b } from \"./b\";\n\
                      const later = await import(\"./later\");\nimport \"./styles.css\";\n";
        assert_eq!(specifiers(source), ["./types", "../a", "./b", "./later", "./styles.css"]);
    }

    #[test]
    fn other_strings_are_ignored() {
        let source = "import { mount } from \"svelte\";\n// as from \"./elsewhere\"\nconst text = \"./text\";\ncompare(\"from\", \"./a\");\n";
        assert_eq!(specifiers(source), Vec::<&str>::new());
    }

    #[test]
    fn imports_without_extension_are_resolved() {
        let files = ["web/a.ts", "web/b.svelte", "web/b.svelte.ts", "web/c/state.svelte.ts"].map(PathBuf::from);
        let find = |path: &str| find(Path::new(path), &files.iter().cloned().collect());
        assert_eq!(find("web/c/../a"), Some(files[0].clone()));
        assert_eq!(find("web/./b.svelte"), Some(files[1].clone()));
        assert_eq!(find("web/c/state.svelte"), Some(files[3].clone()));
        assert_eq!(find("web/none"), None);
    }
}
