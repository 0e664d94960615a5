use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::Registry;
use entourage_registry::view::GameInfo;

use crate::failure::Failure;
use crate::input;

/// Lists the games, for people or as JSON.
///
/// # Errors
/// The output is closed.
pub fn run(registry: &Registry, json: bool, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let games = registry.games().iter();
    let games =
        games.map(|id| Ok(input::open(registry, id)?.info(language))).collect::<Result<Vec<_>, Failure>>()?;
    if json {
        return Ok(super::moves::write_json(&games, out)?);
    }
    for game in &games {
        write(game, language, out)?;
    }
    Ok(())
}

fn write(game: &GameInfo, language: Language, out: &mut impl Write) -> std::io::Result<()> {
    let (rules, option, draws) = match language {
        Language::English => (
            "rules",
            "option",
            [
                "repetition=N    draw at the Nth occurrence of a position",
                "quiet-limit=N   draw after N moves by each side without a capture",
            ],
        ),
        Language::French => (
            "règles",
            "option",
            [
                "repetition=N    nulle à la N-ième apparition d'une position",
                "quiet-limit=N   nulle après N coups de chaque camp sans prise",
            ],
        ),
    };
    writeln!(out, "{}  {} ({rules} {})", game.id, game.name, game.rules_version)?;
    writeln!(out, "    {}", game.tagline)?;
    for choice in game.options.iter().flat_map(|option| &option.choices) {
        let number = if choice.draws.is_some() { "=N" } else { "" };
        let spec = match choice.code.as_str() {
            "" => game.id.to_owned(),
            code => format!("{}:{code}{number}", game.id),
        };
        writeln!(out, "    {spec}  ({}) {}", choice.name, choice.description)?;
    }
    for line in draws {
        writeln!(out, "    {option} {line}")?;
    }
    Ok(())
}
