//! Parses a crate's modules and finds which modules use each other.

mod paths;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::project::read;

pub use paths::Module;

use paths::{PathKind, PathUse, path_uses};
use words::words;

/// The modules of a crate, as tokens without tests, comments and string literals.
#[derive(Default)]
pub struct Modules {
    sources: BTreeMap<Module, Source>,
}

struct Source {
    file: PathBuf,
    words: Vec<String>,
    paths: Vec<PathUse>,
}

impl Modules {
    /// Reads a crate's root file and, recursively, the modules that it declares.
    pub fn read(root: &Path) -> Outcome<Self> {
        let mut texts = BTreeMap::new();
        let folder = root.parent().unwrap_or(root);
        read(root, folder, Module::new(), &mut texts)?;
        Ok(Self::new(texts))
    }

    fn new(texts: BTreeMap<Module, (PathBuf, Vec<String>)>) -> Self {
        let all: BTreeSet<Module> = texts.keys().cloned().collect();
        let sources = texts.into_iter().map(|(module, (file, words))| {
            let paths = path_uses(&module, &words, &all);
            (module, Source { file, words, paths })
        });
        Self { sources: sources.collect() }
    }

    /// Creates modules from pairs of a path, such as `rules::torus`, and source text.
    #[cfg(test)]
    pub fn of(texts: &[(&str, &str)]) -> Self {
        let texts = texts.iter().map(|(name, text)| {
            let module = name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            (module, (PathBuf::from(format!("{name}.rs")), words(text)))
        });
        Self::new(texts.collect())
    }

    pub fn has(&self, module: &[String]) -> bool {
        self.sources.contains_key(module)
    }

    pub fn words(&self, module: &[String]) -> &[String] {
        self.sources.get(module).map_or(&[], |source| &source.words)
    }

    /// Returns the modules whose items a module refers to or re-exports.
    pub fn uses(&self, module: &[String]) -> BTreeSet<Module> {
        let mut found = BTreeSet::new();
        for used in self.paths(module).iter().filter(|used| !used.external) {
            self.find_holders(&used.path, 0, &mut found);
        }
        found.remove(module);
        found
    }

    /// Returns, for each file, the files whose items it uses. Re-exports of a module's own children do not count.
    pub fn imports(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let imports = self.sources.iter().map(|(module, source)| {
            let mut found = BTreeSet::new();
            for used in source.paths.iter().filter(|used| self.is_import(module, used)) {
                self.find_holders(&used.path, 0, &mut found);
            }
            found.remove(module);
            (source.file.clone(), found.iter().map(|module| self.sources[module].file.clone()).collect())
        });
        imports.collect()
    }

    fn paths(&self, module: &[String]) -> &[PathUse] {
        self.sources.get(module).map_or(&[], |source| &source.paths)
    }

    /// Returns whether `used` counts as an import. Modules and re-exports of own items count only if the name is used.
    fn is_import(&self, module: &[String], used: &PathUse) -> bool {
        let own = used.path.len() > module.len() && used.path.starts_with(module);
        match used.kind {
            _ if used.external => false,
            PathKind::Inline => true,
            PathKind::ReExport => !own || used.uses > 0,
            PathKind::Import => !self.has(&used.path) || used.uses > 0,
        }
    }

    /// Adds the modules that define the item at a path from the crate root, following re-exports.
    fn find_holders(&self, path: &[String], depth: usize, found: &mut BTreeSet<Module>) {
        let length = (0..=path.len()).rev().find(|length| self.has(&path[..*length])).unwrap_or_default();
        let (holder, rest) = path.split_at(length);
        // A cycle of re-exports would never end.
        if depth > self.sources.len() {
            return;
        }
        let Some(name) = rest.first() else {
            found.insert(holder.to_vec());
            return;
        };
        // A one-segment path in a `use` that names no module refers to an item of the same module, such as a macro.
        let own = |used: &PathUse| used.external && used.path.len() == holder.len() + 1;
        let imported = self.paths(holder).iter().filter(|used| used.kind != PathKind::Inline && !own(used));
        if name == "*" {
            found.insert(holder.to_vec());
            for imported in imported.filter(|used| used.kind == PathKind::ReExport) {
                self.find_holders(&imported.path, depth + 1, found);
            }
            return;
        }
        let mut known = false;
        for imported in imported {
            if imported.name == *name {
                known = true;
                if !imported.external && imported.path != path {
                    self.find_holders(&imported.path, depth + 1, found);
                }
            } else if imported.name == "*" && !imported.external && imported.path.len() > 1 {
                let from = &imported.path[..imported.path.len() - 1];
                if from != holder && self.defines(from, name) {
                    known = true;
                    self.find_holders(&[from, &rest[..1]].concat(), depth + 1, found);
                }
            }
        }
        if !known {
            found.insert(holder.to_vec());
        }
    }

    fn defines(&self, module: &[String], name: &str) -> bool {
        const ITEMS: [&str; 9] = ["const", "enum", "fn", "mod", "static", "struct", "trait", "type", "union"];
        self.words(module).windows(2).any(|pair| ITEMS.contains(&pair[0].as_str()) && pair[1] == name)
    }
}

/// Reads a module's file and, recursively, the files of child modules in `folder`.
fn read(
    file: &Path,
    folder: &Path,
    module: Module,
    texts: &mut BTreeMap<Module, (PathBuf, Vec<String>)>,
) -> Outcome {
    let text = read(file)?;
    let words = words(&text);
    for child in words.windows(3).filter(|three| three[0] == "mod" && three[2] == ";").map(|three| &three[1]) {
        let inner = folder.join(child);
        let files = [folder.join(format!("{child}.rs")), inner.join("mod.rs")];
        let child_file = files.iter().find(|file| file.is_file());
        let child_file = child_file
            .ok_or_else(|| format!("{} declares {child}, but there is no such file", file.display()))?;
        read(child_file, &inner, [module.as_slice(), std::slice::from_ref(child)].concat(), texts)?;
    }
    texts.insert(module, (file.to_owned(), words));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(module: &str, texts: &[(&str, &str)]) -> Vec<String> {
        let all = Modules::of(texts).imports();
        let found = &all[Path::new(&format!("{module}.rs"))];
        found.iter().map(|file| file.display().to_string()).collect()
    }

    #[test]
    fn every_path_syntax_is_an_import() {
        for text in [
            "use crate::b::Item;",
            "use super::b::{Item as Other, more};",
            "fn f() -> crate::b::Item { todo!() }",
            "use crate::b; fn f() { b::more() }",
            "use crate::{Item};",
            "fn f(x: u8) { g(..crate::b::Item::default()) }",
        ] {
            let texts = [("", "mod a; mod b; pub use b::Item;"), ("a", text), ("b", "pub struct Item;")];
            assert_eq!(imports("a", &texts), ["b.rs"], "{text}");
        }
    }

    #[test]
    fn re_exports_and_tests_are_no_imports() {
        for text in [
            "mod b; pub use b::Item; pub(crate) use b::*;",
            "mod b; #[cfg(test)] mod tests { use super::b::Item; }",
            "mod b; // crate::b::Item \n const TEXT: &str = \"crate::b::Item\";",
            "mod b; use std::fmt; use other::b::Item;",
        ] {
            let texts = [("", "mod a;"), ("a", text), ("a::b", "pub struct Item;")];
            assert_eq!(imports("a", &texts), Vec::<String>::new(), "{text}");
        }
        let used =
            [("", "mod a;"), ("a", "mod b; pub use b::Item; fn f(_: Item) {}"), ("a::b", "pub struct Item;")];
        assert_eq!(imports("a", &used), ["a::b.rs"]);
    }

    #[test]
    fn re_exports_are_followed() {
        let texts = [
            ("", "mod a; mod b; mod c;"),
            ("a", "use crate::b::{Item, Own};"),
            ("b", "mod d; pub use crate::c::Item; pub use d::*; pub struct Own;"),
            ("b::d", "pub struct Far;"),
            ("c", "use crate::b::Far; pub struct Item;"),
        ];
        assert_eq!(imports("a", &texts), ["b.rs", "c.rs"]);
        assert_eq!(imports("b", &texts), ["c.rs"]);
        assert_eq!(imports("c", &texts), ["b::d.rs"]);
    }
}
