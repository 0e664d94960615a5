//! WebAssembly bindings of `entourage-fairy`, which convert Fairy-Stockfish variants to definitions.
//!
//! No input causes a panic.

use entourage_fairy::{Configuration, Refusal};
use entourage_kernel::{Language, Problem};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub struct Variants(Configuration);

/// A converted variant: its definition, or the reasons why it cannot be converted.
#[wasm_bindgen(getter_with_clone)]
pub struct Variant {
    /// The definition; `None` if an option was refused.
    pub text: Option<String>,
    /// Notes on the definition, each in lower case and without a full stop.
    pub notes: Vec<String>,
    /// Each refused option with the reason, and with the line if the configuration sets the option.
    pub refusals: Vec<String>,
}

#[wasm_bindgen]
impl Variants {
    /// Parses a configuration; an empty one contains the built-in variants of Fairy-Stockfish.
    ///
    /// # Errors
    /// Returns a message in `language` if the configuration is too long, has no section, or has too many sections.
    #[wasm_bindgen(constructor)]
    pub fn read(text: &str, language: &str) -> Result<Variants, String> {
        if text.trim().is_empty() {
            return Ok(Self(Configuration::built_in()));
        }
        let told = |problem: Problem| problem.get(language_of(language)).to_owned();
        Configuration::read(text).map(Self).map_err(|error| told(error.problem()))
    }

    /// Returns the names of the variants in the configuration, or of the built-in variants if there are none.
    pub fn names(&self) -> Vec<String> {
        let own: Vec<String> = self.0.names().map(str::to_owned).collect();
        if own.is_empty() { self.0.built_in_names().map(str::to_owned).collect() } else { own }
    }

    /// Returns the ignored parts of the configuration, each with line and reason, in `language`.
    pub fn passed_over(&self, language: &str) -> Vec<String> {
        let language = language_of(language);
        self.0.ignored().iter().map(|refusal| told(refusal, language)).collect()
    }

    /// Converts a variant; notes and reasons for refusals are in `language`.
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

fn told(refusal: &Refusal, language: Language) -> String {
    let line = refusal.line.map_or_else(String::new, |line| format!("{line}: "));
    line + refusal.problem().get(language)
}

fn language_of(code: &str) -> Language {
    code.parse().unwrap_or(Language::English)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_configuration_has_the_built_in_variants() {
        let found = Variants::read(" ", "en").map(|variants| variants.names().len()).unwrap_or_default();
        assert!(found > 100, "{found}");
    }

    #[test]
    fn a_variant_is_converted_or_refused_by_option_and_line() {
        let variants =
            Variants::read("[mine:knightmate]\nstalemateValue = loss\n[odd:knightmate]\nnothing = 1\n", "en")
                .unwrap();
        assert_eq!(variants.names(), ["mine", "odd"]);
        let mine = variants.import("mine", "en");
        assert!(mine.text.is_some_and(|text| text.contains("game mine")), "{:?}", mine.refusals);
        let odd = variants.import("odd", "fr");
        assert_eq!(odd.refusals, ["4: nothing\u{a0}: option inconnue"]);
        assert!(odd.text.is_none());
        assert_eq!(variants.import("none", "en").refusals, ["none: there is no variant with this name"]);
    }

    #[test]
    fn an_invalid_configuration_is_refused() {
        assert!(Variants::read("nothing of the kind", "en").is_err_and(|told| !told.is_empty()));
    }
}
