//! Finds the paths that a module uses.

use std::collections::BTreeSet;

use super::words::is_name;

/// A module's path from the crate root; empty for the crate root.
pub type Module = Vec<String>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A path in an expression or type: `crate::rules::judge(…)`.
    Inline,
    /// A path in a private `use`.
    Import,
    /// A path in a `pub use`.
    ReExport,
}

pub struct PathUse {
    /// The names from the crate root to the item; the last can be `*`. Meaningless if `external`.
    pub path: Vec<String>,
    /// The name by which the module refers to the item.
    pub name: String,
    /// Whether the path refers to another crate.
    pub external: bool,
    pub kind: PathKind,
    /// How often the module uses this name. Paths such as `name::item` do not count if `name` is a module.
    pub uses: usize,
}

/// Returns the paths in a module's tokens; `all` contains all modules of the crate.
pub fn path_uses(module: &[String], words: &[String], all: &BTreeSet<Module>) -> Vec<PathUse> {
    let mut reader = Reader { module, words, all, found: Vec::new(), rest: Vec::new() };
    reader.read_imports();
    reader.read_others();
    reader.found
}

struct Reader<'a> {
    module: &'a [String],
    words: &'a [String],
    all: &'a BTreeSet<Module>,
    found: Vec<PathUse>,
    /// Indices of the tokens outside `use` items.
    rest: Vec<usize>,
}

impl Reader<'_> {
    fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// Reads every `use`, and collects the other tokens in `rest`.
    fn read_imports(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            if self.word(at) != "use" || !is_name(self.word(at + 1)) && !matches!(self.word(at + 1), "{" | "::")
            {
                self.rest.push(at);
                at += 1;
                continue;
            }
            // Tokens between the previous item and `use` are the visibility, such as `pub(crate)`.
            let visibility = self.words[..at]
                .iter()
                .rev()
                .take_while(|word| !matches!(word.as_str(), ";" | "}" | "{" | "]"));
            let is_public = visibility.into_iter().any(|word| word == "pub");
            let kind = if is_public { PathKind::ReExport } else { PathKind::Import };
            at += 1 + self.read_tree(at + 1, None, kind);
        }
    }

    /// Reads a use tree; returns its number of tokens.
    fn read_tree(&mut self, start: usize, base: Option<(Vec<String>, bool)>, kind: PathKind) -> usize {
        let mut at = start;
        let mut base = base;
        loop {
            match self.word(at) {
                "{" => {
                    at += 1;
                    while !matches!(self.word(at), "}" | "") {
                        at += self.read_tree(at, base.clone(), kind).max(1);
                        if self.word(at) == "," {
                            at += 1;
                        }
                    }
                    return at + 1 - start;
                }
                "::" => at += 1,
                name if name == "*" || is_name(name) => {
                    let (path, external) = self.step(base.take(), name);
                    at += 1;
                    if self.word(at) == "::" {
                        base = Some((path, external));
                        continue;
                    }
                    let mut name = path.last().cloned().unwrap_or_default();
                    if self.word(at) == "as" {
                        name = self.word(at + 1).to_owned();
                        at += 2;
                    }
                    self.found.push(PathUse { path, name, external, kind, uses: 0 });
                    return at - start;
                }
                _ => return at - start,
            }
        }
    }

    /// Appends a name to a path, or resolves the first name of a path.
    fn step(&self, base: Option<(Vec<String>, bool)>, name: &str) -> (Vec<String>, bool) {
        match (base, name) {
            (Some(base), "self") => base,
            (Some((mut path, external)), "super") => {
                path.pop();
                (path, external)
            }
            (Some((mut path, external)), name) => {
                path.push(name.to_owned());
                (path, external)
            }
            (None, "crate") => (Vec::new(), false),
            (None, "self") => (self.module.to_vec(), false),
            (None, "super") => (self.module[..self.module.len().saturating_sub(1)].to_vec(), false),
            (None, child) => {
                let path = [self.module, &[child.to_owned()]].concat();
                let external = !self.all.contains(&path);
                (path, external)
            }
        }
    }

    /// Reads inline paths, and counts the uses of imported names.
    fn read_others(&mut self) {
        let imported = self.found.len();
        for index in 0..self.rest.len() {
            let at = self.rest[index];
            let before = |count: usize| at.checked_sub(count).map_or("", |at| self.word(at));
            // Skips fields and methods, but not the operand of a range.
            if before(1) == "::" || before(1) == "." && before(2) != "." {
                continue;
            }
            let word = &self.words[at];
            if self.word(at + 1) != "::" {
                if is_name(word) {
                    let same = self.found[..imported].iter_mut().filter(|used| used.name == *word);
                    same.for_each(|used| used.uses += 1);
                }
                continue;
            }
            let known = self.found[..imported].iter().find(|used| used.name == *word);
            let (base, external) = match known {
                Some(used) => (used.path.clone(), used.external),
                None => self.step(None, word),
            };
            // The path refers to an associated item of an imported type.
            if external || known.is_some() && !self.all.contains(&base) {
                if let Some(used) = self.found[..imported].iter_mut().find(|used| used.name == *word) {
                    used.uses += 1;
                }
                continue;
            }
            self.read_inline(at + 2, base);
        }
    }

    fn read_inline(&mut self, mut at: usize, mut path: Vec<String>) {
        while is_name(self.word(at)) {
            (path, _) = self.step(Some((path, false)), &self.words[at]);
            at += 1;
            if self.word(at) != "::" {
                break;
            }
            at += 1;
        }
        let name = path.last().cloned().unwrap_or_default();
        self.found.push(PathUse { path, name, external: false, kind: PathKind::Inline, uses: 0 });
    }
}
