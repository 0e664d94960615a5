//! Finds in a module's words the paths that lead into its crate.

use std::collections::BTreeSet;

use super::words::is_name;

/// A module by the names that lead to it from the crate's root, which has none.
pub type Module = Vec<String>;

/// How a path comes to stand in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Where it is needed: `crate::rules::judge(…)`.
    Written,
    /// In a `use` of the module's own.
    Imported,
    /// In a `use` that others see, too.
    HandedOn,
}

/// A path into the crate, or to another crate, that a module names.
pub struct Named {
    /// The names from the crate's root to the item; a star stands for all.
    pub path: Vec<String>,
    /// What the module calls it.
    pub name: String,
    /// Whether it leads to another crate, so that `path` says nothing.
    pub foreign: bool,
    /// How it stands there.
    pub way: Way,
    /// How often the module has its name elsewhere, except in front of `::`.
    pub used: usize,
}

/// Lists the paths that a module's words name, among the crate's modules `all`.
pub fn named(module: &[String], words: &[String], all: &BTreeSet<Module>) -> Vec<Named> {
    let mut reader = Reader { module, words, all, found: Vec::new(), rest: Vec::new() };
    reader.read_imports();
    reader.read_others();
    reader.found
}

struct Reader<'a> {
    module: &'a [String],
    words: &'a [String],
    all: &'a BTreeSet<Module>,
    found: Vec<Named>,
    /// The words outside of every `use`, by index.
    rest: Vec<usize>,
}

impl Reader<'_> {
    fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// Reads every `use`, and keeps the other words.
    fn read_imports(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            if self.word(at) != "use" || !is_name(self.word(at + 1)) && !matches!(self.word(at + 1), "{" | "::")
            {
                self.rest.push(at);
                at += 1;
                continue;
            }
            // `pub use`, `pub(crate) use`: whatever stands between the statement before and this one.
            let shared = self.words[..at]
                .iter()
                .rev()
                .take_while(|word| !matches!(word.as_str(), ";" | "}" | "{" | "]"));
            let way = if shared.into_iter().any(|word| word == "pub") { Way::HandedOn } else { Way::Imported };
            at += 1 + self.read_tree(at + 1, None, way);
        }
    }

    /// Reads names, a star, or several of these in braces; returns how many words that takes.
    fn read_tree(&mut self, start: usize, base: Option<(Vec<String>, bool)>, way: Way) -> usize {
        let mut at = start;
        let mut base = base;
        loop {
            match self.word(at) {
                "{" => {
                    at += 1;
                    while !matches!(self.word(at), "}" | "") {
                        at += self.read_tree(at, base.clone(), way).max(1);
                        if self.word(at) == "," {
                            at += 1;
                        }
                    }
                    return at + 1 - start;
                }
                "::" => at += 1,
                name if name == "*" || is_name(name) => {
                    let (path, foreign) = self.step(base.take(), name);
                    at += 1;
                    if self.word(at) == "::" {
                        base = Some((path, foreign));
                        continue;
                    }
                    let mut name = path.last().cloned().unwrap_or_default();
                    if self.word(at) == "as" {
                        name = self.word(at + 1).to_owned();
                        at += 2;
                    }
                    self.found.push(Named { path, name, foreign, way, used: 0 });
                    return at - start;
                }
                _ => return at - start,
            }
        }
    }

    /// Goes one name further along a path.
    fn step(&self, base: Option<(Vec<String>, bool)>, name: &str) -> (Vec<String>, bool) {
        match (base, name) {
            (Some(base), "self") => base,
            (Some((mut path, foreign)), "super") => {
                path.pop();
                (path, foreign)
            }
            (Some((mut path, foreign)), name) => {
                path.push(name.to_owned());
                (path, foreign)
            }
            (None, "crate") => (Vec::new(), false),
            (None, "self") => (self.module.to_vec(), false),
            (None, "super") => (self.module[..self.module.len().saturating_sub(1)].to_vec(), false),
            (None, child) => {
                let path = [self.module, &[child.to_owned()]].concat();
                let foreign = !self.all.contains(&path);
                (path, foreign)
            }
        }
    }

    /// Reads the paths that stand where they are needed, and counts how often the names of imports do.
    fn read_others(&mut self) {
        let imported = self.found.len();
        for index in 0..self.rest.len() {
            let at = self.rest[index];
            let before = |count: usize| at.checked_sub(count).map_or("", |at| self.word(at));
            // A field or a method is no item; what follows two dots may be one.
            if before(1) == "::" || before(1) == "." && before(2) != "." {
                continue;
            }
            let word = &self.words[at];
            if self.word(at + 1) != "::" {
                if is_name(word) {
                    let same = self.found[..imported].iter_mut().filter(|named| named.name == *word);
                    same.for_each(|named| named.used += 1);
                }
                continue;
            }
            let known = self.found[..imported].iter().find(|named| named.name == *word);
            let (base, foreign) = match known {
                Some(named) => (named.path.clone(), named.foreign),
                None => self.step(None, word),
            };
            // What follows a type is an item of its own, and the type was imported.
            if foreign || known.is_some() && !self.all.contains(&base) {
                if let Some(named) = self.found[..imported].iter_mut().find(|named| named.name == *word) {
                    named.used += 1;
                }
                continue;
            }
            let way = Way::Written;
            self.read_written(at + 2, base, way);
        }
    }

    fn read_written(&mut self, start: usize, base: Vec<String>, way: Way) {
        let mut path = base;
        let mut at = start;
        while is_name(self.word(at)) {
            (path, _) = self.step(Some((path, false)), &self.words[at]);
            at += 1;
            if self.word(at) != "::" {
                break;
            }
            at += 1;
        }
        let name = path.last().cloned().unwrap_or_default();
        self.found.push(Named { path, name, foreign: false, way, used: 0 });
    }
}
