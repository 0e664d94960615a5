use std::collections::BTreeMap;

use crate::Outcome;
use crate::modules::{Module, Modules};
use crate::project::Project;

/// Types and functions that generate moves, which no law (reference implementation of the rules) may use.
const FORBIDDEN: [&str; 11] = [
    "AnyMove",
    "Evaluate",
    "MoveCount",
    "MoveList",
    "MoveSink",
    "Rules",
    "count_moves",
    "generate",
    "legal_moves",
    "list_moves",
    "perft",
];
/// What else the law of a game must not use.
const IN_GAMES: &[&str] = &["has_moves"];
/// What else the law of game definitions, which has its own `has_moves`, must not use.
const IN_DEFINITIONS: &[&str] = &["Plan", "Turn", "View", "generator"];

/// Checks that no game's reference implementation of the rules (law) depends on a move generator, even indirectly.
///
/// Law and generator are implemented independently, so that comparing them finds errors in either.
pub fn check(project: &Project) -> Outcome {
    let mut checked = Vec::new();
    for game in crate::project::children(&project.root.join("games"))? {
        if !game.join("Cargo.toml").exists() {
            continue;
        }
        let name = game.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let modules = Modules::read(&game.join("src/lib.rs"))?;
        let law = vec![vec!["law".to_owned()]];
        if let Some(path) =
            path_to_generator(&modules, law, IN_GAMES).map_err(|problem| format!("games/{name}: {problem}"))?
        {
            return Err(format!("games/{name}: the law uses a move generator: {path}"));
        }
        checked.push(name);
    }
    let modules = Modules::read(&project.root.join("crates/definition/src/lib.rs"))?;
    let roots = ["law", "execution"]
        .into_iter()
        .flat_map(|name| descendants(&modules, vec![name.to_owned()]))
        .collect();
    if let Some(path) = path_to_generator(&modules, roots, IN_DEFINITIONS)? {
        return Err(format!("crates/definition: the law must not use the generator, but imports {path}"));
    }
    checked.push("definition".to_owned());
    println!("laws: none of {} uses a move generator", checked.join(", "));
    Ok(())
}

fn descendants(modules: &Modules, module: Module) -> Vec<Module> {
    let declared =
        modules.words(&module).windows(2).filter(|pair| pair[0] == "mod").map(|pair| pair[1].clone());
    let children: Vec<Module> = declared.map(|child| [&module[..], &[child]].concat()).collect();
    let below: Vec<Module> = children.into_iter().flat_map(|child| descendants(modules, child)).collect();
    [vec![module], below].concat()
}

/// Searches `roots` and the modules that they use for the names in [`FORBIDDEN`] and `more`; returns the chain of uses to the first one.
fn path_to_generator(modules: &Modules, roots: Vec<Module>, more: &[&str]) -> Outcome<Option<String>> {
    if let Some(root) = roots.iter().find(|root| !modules.has(root)) {
        return Err(format!("src/{}.rs is missing", root.join("/")));
    }
    let mut from: BTreeMap<Module, Option<Module>> = roots.iter().map(|root| (root.clone(), None)).collect();
    let mut open = roots;
    let is_forbidden = |word: &str| FORBIDDEN.contains(&word) || more.contains(&word);
    while let Some(module) = open.pop() {
        if let Some(word) = modules.words(&module).iter().find(|word| is_forbidden(word)) {
            let mut path = vec![word.clone()];
            let mut at = Some(module);
            while let Some(module) = at {
                path.insert(0, module.join("::"));
                at = from[&module].clone();
            }
            return Ok(Some(path.join(" → ")));
        }
        for used in modules.uses(&module) {
            // The crate root refers to every module but contains no rules.
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

    fn path(sources: &[(&str, &str)]) -> Option<String> {
        path_to_generator(&Modules::of(sources), vec![vec!["law".to_owned()]], IN_GAMES).unwrap()
    }

    #[test]
    fn submodules_of_the_law_are_checked() {
        let law = "mod plain; mod fast; fn has_moves() {}";
        let path = |fast| {
            let sources =
                [("", "mod law; mod generator;"), ("law", law), ("law::plain", ""), ("law::fast", fast)];
            let modules = Modules::of(&sources);
            path_to_generator(&modules, descendants(&modules, vec!["law".to_owned()]), IN_DEFINITIONS)
        };
        assert_eq!(path("impl Scene { fn has_moves(&self) -> bool { true } }"), Ok(None));
        assert_eq!(path("use crate::generator::Turn;"), Ok(Some("law::fast → generator".to_owned())));
    }

    #[test]
    fn no_law_reaches_a_generator() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn an_independent_law_passes() {
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
        assert_eq!(path(&sources), None);
    }

    #[test]
    fn dependencies_on_a_generator_are_found() {
        let root = "mod generate; mod law; mod game; pub use game::{Game, is_over};";
        let game = "use crate::generate::generate; pub fn is_over() {}";
        let generate = "pub fn generate() {}";
        let through = |law| path(&[("", root), ("law", law), ("game", game), ("generate", generate)]);
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
        assert_eq!(path(&inner), None, "unused modules do not count");
        let inner =
            [("", root), ("law", "use plain::x;"), ("law::plain", "use super::super::game;"), ("game", game)];
        assert_eq!(path(&inner).as_deref(), Some("law → law::plain → game → generate"));
    }
}
