use std::collections::BTreeMap;

use entourage_kernel::Problem;

use crate::ini::{self, FileError, Section};
use crate::options;
use crate::refusal::{Reason, Refusal};
use crate::rules::Rules;
use crate::write;

/// The variants that are known before any configuration.
const BUILT_IN: &str = include_str!("../../../variants/fairy-stockfish.ini");

/// Holds the variants of a configuration, and those that are built in.
#[derive(Clone, Debug)]
pub struct Configuration {
    variants: BTreeMap<String, Variant>,
    /// The names of those of the configuration, in its order.
    names: Vec<String>,
}

/// Holds a variant with what of it could not be read.
#[derive(Clone, Debug)]
struct Variant {
    rules: Rules,
    faults: Vec<Refusal>,
}

/// Holds a variant that was written as a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The name of the game, which is that of its file, too.
    pub id: String,
    /// The definition.
    pub text: String,
    /// The capital letter of each kind of piece, with how Fairy-Stockfish writes that kind on a board: `Q`, or `+P`.
    pub letters: Vec<(char, String)>,
    /// What it is good to know.
    pub notes: Vec<Note>,
}

/// Tells something of a game that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// A hand holds fewer pieces than could be captured in all; what comes to a full hand is lost.
    Hand,
}

impl Note {
    /// Says it in every language, in one clause.
    pub fn problem(self) -> Problem {
        match self {
            Self::Hand => Problem::new(
                "a hand holds fewer pieces than could be captured in all",
                "une main tient moins de pièces qu'on ne pourrait en capturer en tout",
            ),
        }
    }
}

impl Configuration {
    /// Reads a configuration; a section that cannot be read is refused when its variant is asked for.
    ///
    /// # Errors
    /// A text that is too long, or has no section or too many.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let sections = ini::sections(text)?;
        let mut configuration = Self::built_in();
        for section in &sections {
            configuration.add(section, false);
        }
        Ok(configuration)
    }

    /// Returns the variants that are built in, which is what a configuration that says nothing comes to.
    pub fn built_in() -> Self {
        let mut configuration = Self { variants: BTreeMap::new(), names: Vec::new() };
        for section in ini::sections(BUILT_IN).iter().flatten() {
            configuration.add(section, true);
        }
        configuration
    }

    /// Lists the variants of the configuration, in its order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Lists the variants that are built in, in the order of the alphabet.
    pub fn built_in_names(&self) -> impl Iterator<Item = &str> {
        let is_own = |name: &&String| !name.starts_with('.') && !self.names.contains(name);
        self.variants.keys().filter(is_own).map(String::as_str)
    }

    /// Tells whether a variant has this name.
    pub fn has(&self, name: &str) -> bool {
        !name.starts_with('.') && self.variants.contains_key(name)
    }

    fn add(&mut self, section: &Section, is_built_in: bool) {
        let line = (!is_built_in).then_some(section.line);
        let mut faults = section.faults.clone();
        let parent = section.parent.as_deref();
        let known = parent.map(|name| (name, self.variants.get(name)));
        let mut rules = match known {
            None => Rules::new(),
            Some((_, Some(variant))) => variant.rules.clone(),
            Some((name, None)) => {
                faults.push(Refusal::new(
                    &section.name,
                    line,
                    Reason::NoParent(name.chars().take(60).collect()),
                ));
                Rules::new()
            }
        };
        if let Some((name, Some(variant))) = known
            && !variant.faults.is_empty()
        {
            faults.push(Refusal::new(&section.name, line, Reason::Parent(name.to_owned())));
        }
        options::apply(&mut rules, &section.options, is_built_in, &mut faults);
        // Of two variants of one name the first counts.
        if section.name.is_empty() || self.variants.contains_key(&section.name) {
            return;
        }
        self.variants.insert(section.name.clone(), Variant { rules, faults });
        if !is_built_in {
            self.names.push(section.name.clone());
        }
    }

    /// Writes a variant as a game.
    ///
    /// # Errors
    /// Every option that cannot be read or said, with its line.
    pub fn import(&self, name: &str) -> Result<Imported, Vec<Refusal>> {
        let Some(variant) = self.variants.get(name).filter(|_| self.has(name)) else {
            return Err(vec![Refusal::new(name, None, Reason::NoVariant)]);
        };
        if !variant.faults.is_empty() {
            return Err(variant.faults.clone());
        }
        let written = write::write(name, &variant.rules)?;
        let notes = written.notes.iter().map(|_| Note::Hand).collect();
        Ok(Imported { id: write::identifier(name), text: written.text, letters: written.letters, notes })
    }
}
