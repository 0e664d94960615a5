use std::collections::BTreeMap;

use crate::Outcome;
use crate::modules::{Module, Modules};
use crate::project::Project;

/// What no law may have at hand: the moves of a generator, under whatever name, and the rules that would list them.
const FORBIDDEN: [&str; 11] = [
    "AnyMove",
    "Evaluate",
    "MoveCount",
    "MoveList",
    "MoveSink",
    "Rules",
    "count_moves",
    "generate",
    "has_moves",
    "legal_moves",
    "perft",
];

/// Checks that no game's law reaches a generator: neither the law's own file nor any other that it uses, however far, names one.
///
/// # Errors
/// The first law that does, with the way to it, a game without a law, or a file that cannot be read.
pub fn check(project: &Project) -> Outcome {
    let mut checked = Vec::new();
    for game in crate::project::children(&project.root.join("games"))? {
        if !game.join("Cargo.toml").exists() {
            continue;
        }
        let name = game.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let modules = Modules::read(&game.join("src/lib.rs"))?;
        if let Some(way) = way_to_a_generator(&modules).map_err(|problem| format!("games/{name}: {problem}"))? {
            return Err(format!("games/{name}: the law reaches a generator: {way}"));
        }
        checked.push(name);
    }
    println!("laws: none of {} reaches a generator", checked.join(", "));
    Ok(())
}

/// Follows all that the law uses; returns the files on the way to one that names a generator, and the name.
fn way_to_a_generator(modules: &Modules) -> Outcome<Option<String>> {
    let law = vec!["law".to_owned()];
    if !modules.has(&law) {
        return Err("there is no src/law.rs".to_owned());
    }
    let mut from: BTreeMap<Module, Option<Module>> = BTreeMap::from([(law.clone(), None)]);
    let mut open = vec![law];
    while let Some(module) = open.pop() {
        if let Some(word) = modules.words(&module).iter().find(|word| FORBIDDEN.contains(&word.as_str())) {
            let mut way = vec![word.clone()];
            let mut at = Some(module);
            while let Some(module) = at {
                way.insert(0, module.join("::"));
                at = from[&module].clone();
            }
            return Ok(Some(way.join(" → ")));
        }
        for used in modules.uses(&module) {
            // The root names every module, and holds nothing.
            if !used.is_empty() && !from.contains_key(&used) {
                from.insert(used.clone(), Some(module.clone()));
                open.push(used);
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(sources: &[(&str, &str)]) -> Option<String> {
        way_to_a_generator(&Modules::of(sources)).unwrap()
    }

    #[test]
    fn no_law_reaches_a_generator() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn a_law_that_keeps_to_itself_passes() {
        let sources = [
            (
                "",
                "mod generate; mod law; mod game; mod squares; pub use game::Game; pub(crate) use squares::step;",
            ),
            (
                "law",
                "//! Not by generate(). \n use crate::{step, squares::{self, far as away}}; const A: char = '\"';",
            ),
            (
                "squares",
                "pub fn step() -> &'static str { \"generate\" } #[cfg(test)] mod tests { use crate::generate; }",
            ),
            ("game", "use crate::generate::generate;"),
            ("generate", "use crate::law; pub fn generate() {}"),
        ];
        assert_eq!(way(&sources), None);
    }

    #[test]
    fn whatever_leads_to_a_generator_is_found() {
        let root = "mod generate; mod law; mod game; pub use game::{Game, is_over};";
        let game = "use crate::generate::generate; pub fn is_over() {}";
        let generate = "pub fn generate() {}";
        let through = |law| way(&[("", root), ("law", law), ("game", game), ("generate", generate)]);
        for law in [
            "fn judge() { crate::is_over() }",
            "use crate::game::is_over as ended;",
            "use crate::{squares::step, game::{is_over}};",
            "use super::game;",
            "use super::*;",
            "use crate::*;",
        ] {
            assert_eq!(through(law).as_deref(), Some("law → game → generate"), "{law}");
        }
        assert_eq!(
            through("fn judge(rules: &impl Game) { rules.has_moves() }").as_deref(),
            Some("law → has_moves")
        );
        assert_eq!(through("use crate::generate as moves;").as_deref(), Some("law → generate"));
        let inner =
            [("", root), ("law", "mod plain;"), ("law::plain", "use super::super::game;"), ("game", game)];
        assert_eq!(way(&inner), None, "what the law does not use does not count");
        let inner =
            [("", root), ("law", "use plain::x;"), ("law::plain", "use super::super::game;"), ("game", game)];
        assert_eq!(way(&inner).as_deref(), Some("law → law::plain → game → generate"));
    }
}
