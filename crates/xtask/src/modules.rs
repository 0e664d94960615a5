//! Reads the sources of a crate as modules, and tells which module uses which.

mod paths;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

pub use paths::Module;

use paths::{Named, Way, named};
use words::words;

/// The modules of one crate, each with its words and signs; tests, comments and texts are left out.
#[derive(Default)]
pub struct Modules {
    sources: BTreeMap<Module, Source>,
}

struct Source {
    file: PathBuf,
    words: Vec<String>,
    named: Vec<Named>,
}

impl Modules {
    /// Reads the file of a crate's root and every file that it declares, however far down.
    ///
    /// # Errors
    /// A file that is declared cannot be read.
    pub fn read(root: &Path) -> Outcome<Self> {
        let mut texts = BTreeMap::new();
        let folder = root.parent().unwrap_or(root);
        read(root, folder, Module::new(), &mut texts)?;
        Ok(Self::new(texts))
    }

    fn new(texts: BTreeMap<Module, (PathBuf, Vec<String>)>) -> Self {
        let all: BTreeSet<Module> = texts.keys().cloned().collect();
        let sources = texts.into_iter().map(|(module, (file, words))| {
            let named = named(&module, &words, &all);
            (module, Source { file, words, named })
        });
        Self { sources: sources.collect() }
    }

    /// Makes modules of texts, each behind the names that lead to it: `rules::torus`.
    #[cfg(test)]
    pub fn of(texts: &[(&str, &str)]) -> Self {
        let texts = texts.iter().map(|(name, text)| {
            let module = name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            (module, (PathBuf::from(format!("{name}.rs")), words(text)))
        });
        Self::new(texts.collect())
    }

    /// Tells whether there is such a module.
    pub fn has(&self, module: &[String]) -> bool {
        self.sources.contains_key(module)
    }

    /// Lists the words and signs of a module.
    pub fn words(&self, module: &[String]) -> &[String] {
        self.sources.get(module).map_or(&[], |source| &source.words)
    }

    /// Lists the modules whose items a module names, also those that it only hands on.
    pub fn uses(&self, module: &[String]) -> BTreeSet<Module> {
        let mut found = BTreeSet::new();
        for named in self.named(module).iter().filter(|named| !named.foreign) {
            self.find_holders(&named.path, 0, &mut found);
        }
        found.remove(module);
        found
    }

    /// Lists for each file the files whose items it uses itself: what its children have and it only hands on is not among them.
    pub fn imports(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let imports = self.sources.iter().map(|(module, source)| {
            let mut found = BTreeSet::new();
            for named in source.named.iter().filter(|named| self.is_import(module, named)) {
                self.find_holders(&named.path, 0, &mut found);
            }
            found.remove(module);
            (source.file.clone(), found.iter().map(|module| self.sources[module].file.clone()).collect())
        });
        imports.collect()
    }

    fn named(&self, module: &[String]) -> &[Named] {
        self.sources.get(module).map_or(&[], |source| &source.named)
    }

    /// Tells whether a module needs what it names, and does not only hand it on, or give a module a short name.
    fn is_import(&self, module: &[String], named: &Named) -> bool {
        let own = named.path.len() > module.len() && named.path.starts_with(module);
        match named.way {
            _ if named.foreign => false,
            Way::Written => true,
            Way::HandedOn => !own || named.used > 0,
            Way::Imported => !self.has(&named.path) || named.used > 0,
        }
    }

    /// Adds the module that holds what a path from the root names; what a module only hands on is looked up where it comes from.
    fn find_holders(&self, path: &[String], depth: usize, found: &mut BTreeSet<Module>) {
        let length = (0..=path.len()).rev().find(|length| self.has(&path[..*length])).unwrap_or_default();
        let (holder, rest) = path.split_at(length);
        // Modules that hand on each other's names would lead round for ever.
        if depth > self.sources.len() {
            return;
        }
        let Some(name) = rest.first() else {
            found.insert(holder.to_vec());
            return;
        };
        // A `use` of a single name that is no module hands on what the module has itself, as a macro.
        let own = |named: &Named| named.foreign && named.path.len() == holder.len() + 1;
        let handed = self.named(holder).iter().filter(|named| named.way != Way::Written && !own(named));
        if name == "*" {
            found.insert(holder.to_vec());
            for handed in handed.filter(|named| named.way == Way::HandedOn) {
                self.find_holders(&handed.path, depth + 1, found);
            }
            return;
        }
        let mut known = false;
        for handed in handed {
            if handed.name == *name {
                known = true;
                if !handed.foreign && handed.path != path {
                    self.find_holders(&handed.path, depth + 1, found);
                }
            } else if handed.name == "*" && !handed.foreign && handed.path.len() > 1 {
                let from = &handed.path[..handed.path.len() - 1];
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

    /// Tells whether a module has an item of this name that is its own.
    fn defines(&self, module: &[String], name: &str) -> bool {
        const ITEMS: [&str; 9] = ["const", "enum", "fn", "mod", "static", "struct", "trait", "type", "union"];
        self.words(module).windows(2).any(|pair| ITEMS.contains(&pair[0].as_str()) && pair[1] == name)
    }
}

/// Reads a module's file, and those of its children out of the folder where they stand.
fn read(
    file: &Path,
    folder: &Path,
    module: Module,
    texts: &mut BTreeMap<Module, (PathBuf, Vec<String>)>,
) -> Outcome {
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let words = words(&text);
    for child in words.windows(3).filter(|three| three[0] == "mod" && three[2] == ";").map(|three| &three[1]) {
        let inner = folder.join(child);
        let files = [folder.join(format!("{child}.rs")), inner.join("mod.rs")];
        let child_file = files.iter().find(|file| file.is_file());
        let child_file =
            child_file.ok_or_else(|| format!("{} declares {child}, which has no file", file.display()))?;
        read(child_file, &inner, [module.as_slice(), std::slice::from_ref(child)].concat(), texts)?;
    }
    texts.insert(module, (file.to_owned(), words));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists what a module imports among others, as names of files.
    fn imports(module: &str, texts: &[(&str, &str)]) -> Vec<String> {
        let all = Modules::of(texts).imports();
        let found = &all[Path::new(&format!("{module}.rs"))];
        found.iter().map(|file| file.display().to_string()).collect()
    }

    #[test]
    fn every_way_to_name_an_item_is_an_import() {
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
    fn what_is_handed_on_or_named_for_tests_is_none() {
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
    fn an_item_is_looked_for_where_it_comes_from() {
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
