//! Tests which variants are imported, and which options cause others to be refused.

use std::collections::BTreeSet;

use entourage_definition::{Severity, Shipped, Source, check};
use entourage_fairy::Configuration;
use entourage_kernel::Language;

/// The options of the example variants in Fairy-Stockfish's repository.
pub const VARIANTS: &str = include_str!("../data/variants.ini");
const REFUSED: &str = include_str!("../data/refused.tsv");

#[test]
fn the_expected_variants_are_imported_or_refused_by_option() {
    let configuration = Configuration::read(VARIANTS).unwrap();
    let names: Vec<&str> = configuration.built_in_names().chain(configuration.names()).collect();
    assert_eq!((configuration.built_in_names().count(), configuration.names().count()), (120, 143));
    let mut refused = String::new();
    for name in &names {
        let Err(refusals) = configuration.import(name) else { continue };
        let options: BTreeSet<&str> = refusals.iter().map(|refusal| refusal.option.as_str()).collect();
        refused += &format!("{name}\t{}\n", options.into_iter().collect::<Vec<_>>().join(" "));
    }
    if std::env::var_os("FAIRY_WRITE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/refused.tsv"), &refused).unwrap();
    }
    assert_eq!(refused, REFUSED, "the list of refused variants has changed; FAIRY_WRITE=1 updates it");
    assert_eq!(names.len() - refused.lines().count(), IMPORTED);
}

/// Expected number of imported variants, out of 263.
const IMPORTED: usize = 215;

#[test]
fn every_imported_game_passes_the_checker() {
    let configuration = Configuration::read(VARIANTS).unwrap();
    for name in configuration.built_in_names().chain(configuration.names()) {
        let Ok(imported) = configuration.import(name) else { continue };
        let report = check(Source::new(imported.id, imported.text.clone()), &Shipped);
        let faults: Vec<String> = report
            .diagnostics
            .iter()
            .filter(|fault| fault.severity == Severity::Error)
            .map(|fault| fault.render(&report.sources, Language::English))
            .collect();
        assert!(faults.is_empty(), "{name}: {}\n{}", faults.concat(), imported.text);
        assert!(report.game().is_some(), "{name}");
        assert_eq!(entourage_definition::format(&imported.text).as_ref(), Ok(&imported.text), "{name}");
    }
}
