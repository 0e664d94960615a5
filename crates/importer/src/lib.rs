//! Variants of Fairy-Stockfish, written as games of text in a browser.
//!
//! A thin face over `entourage-fairy`; nothing that comes from outside can make it panic.

use entourage_fairy::{Configuration, Refusal};
use entourage_kernel::{Language, Problem};
use wasm_bindgen::prelude::wasm_bindgen;

/// Holds what a configuration, a text in the form of `variants.ini`, says.
#[wasm_bindgen]
pub struct Variants(Configuration);

/// Holds what became of a variant: a text, or why there is none.
#[wasm_bindgen(getter_with_clone)]
pub struct Variant {
    /// The game as text; none where something of it was refused.
    pub text: Option<String>,
    /// What is good to know of the text, a clause each.
    pub notes: Vec<String>,
    /// Each option that is refused and why, with its line where the configuration sets it.
    pub refusals: Vec<String>,
}

#[wasm_bindgen]
impl Variants {
    /// Reads a configuration; one that says nothing has the variants that Fairy-Stockfish has built in.
    ///
    /// # Errors
    /// A text that is too long, or has no section or too many, said in the language asked for by its code.
    #[wasm_bindgen(constructor)]
    pub fn read(text: &str, language: &str) -> Result<Variants, String> {
        if text.trim().is_empty() {
            return Ok(Self(Configuration::built_in()));
        }
        let told = |problem: Problem| problem.get(language_of(language)).to_owned();
        Configuration::read(text).map(Self).map_err(|error| told(error.problem()))
    }

    /// Lists the variants by their names: those of the configuration, or where it has none those that are built in.
    pub fn names(&self) -> Vec<String> {
        let own: Vec<String> = self.0.names().map(str::to_owned).collect();
        if own.is_empty() { self.0.built_in_names().map(str::to_owned).collect() } else { own }
    }

    /// Lists what of the configuration makes no variant, with its line and why, in the language asked for by its code.
    pub fn passed_over(&self, language: &str) -> Vec<String> {
        let language = language_of(language);
        self.0.passed_over().iter().map(|refusal| told(refusal, language)).collect()
    }

    /// Writes a variant as a game, or tells in the language asked for why it cannot be.
    pub fn import(&self, name: &str, language: &str) -> Variant {
        let language = language_of(language);
        match self.0.import(name) {
            Ok(imported) => Variant {
                text: Some(imported.text),
                notes: imported.notes.iter().map(|note| note.problem().get(language).to_owned()).collect(),
                refusals: Vec::new(),
            },
            Err(refusals) => {
                let refusals = refusals.iter().map(|refusal| told(refusal, language)).collect();
                Variant { text: None, notes: Vec::new(), refusals }
            }
        }
    }
}

/// Tells what is refused, after its line.
fn told(refusal: &Refusal, language: Language) -> String {
    let line = refusal.line.map_or_else(String::new, |line| format!("{line}: "));
    line + refusal.problem().get(language)
}

/// Reads a language by its code; English where it is none that is spoken here.
fn language_of(code: &str) -> Language {
    code.parse().unwrap_or(Language::English)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_is_listed_where_nothing_is_said() {
        let found = Variants::read(" ", "en").map(|variants| variants.names().len()).unwrap_or_default();
        assert!(found > 100, "{found}");
    }

    #[test]
    fn a_variant_is_written_or_refused_by_option_and_line() {
        let variants =
            Variants::read("[mine:knightmate]\nstalemateValue = loss\n[odd:knightmate]\nnothing = 1\n", "en")
                .unwrap();
        assert_eq!(variants.names(), ["mine", "odd"]);
        let mine = variants.import("mine", "en");
        assert!(mine.text.is_some_and(|text| text.contains("game mine")), "{:?}", mine.refusals);
        let odd = variants.import("odd", "fr");
        assert_eq!(odd.refusals, ["4: nothing\u{a0}: cette option est inconnue"]);
        assert!(odd.text.is_none());
        assert_eq!(variants.import("none", "en").refusals, ["none: no variant is called so"]);
    }

    #[test]
    fn what_is_no_configuration_is_refused_in_words() {
        assert!(Variants::read("nothing of the kind", "en").is_err_and(|told| !told.is_empty()));
    }
}
