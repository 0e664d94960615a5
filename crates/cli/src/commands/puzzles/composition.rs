use std::fs;
use std::path::Path;

use entourage_arena::Stopwatch;
use entourage_pgn::{Game, Item, Move, Place, Turn};
use entourage_registry::solver::{Branch, Progress, Role, Task};
use entourage_registry::{AnyMatch, Registry, solve_composition, solve_text_composition};
use entourage_scoresheet::{Facts, Sheet, Style, record};

use crate::arguments::SolveComposition;
use crate::commands::show_progress;
use crate::failure::{Console, Failure, Outcome, one_line};
use crate::{definition, input};

pub fn solve(console: &mut Console<'_>, options: &SolveComposition) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let (id, _) = options.game.split_once(':').unwrap_or((&options.game, ""));
    if !registry.games().contains(&id) && definition::file(&options.game).is_none() {
        registry.offer_shipped(id);
    }
    let begun = input::open_at(registry, &options.game, Some(&options.position))?;
    let &SolveComposition { stipulation, turns, tries, set_play, nodes: limit, .. } = options;
    let task = Task { stipulation, turns, tries: tries.unwrap_or(0), set_play, limit };
    let clock = Stopwatch::start();
    let report = &mut |Progress { positions, turns, done, total }| {
        let seconds = clock.seconds();
        show_progress(&format!(
            "turns {turns}  moves {done}/{total}  positions {positions}  time {seconds:.0}s"
        ));
    };
    let solved = solve_composition(begun.as_ref(), task, report)
        .or_else(|| solve_text_composition(begun.as_ref(), task, report));
    show_progress("");
    let unknown = || Failure::at("GAME", "this game cannot be solved as a composition");
    let solved = solved.ok_or_else(unknown)?.map_err(|error| Failure::at("POSITION", error.problem()))?;
    let text = solved.text(language);
    if let Some(path) = &options.record {
        let mut written = written(registry, begun.as_ref(), &solved.into_tree());
        // A definition file is named as it is by records in the same folder.
        if let Some((path, rest)) = definition::file(&options.game) {
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            written.set_tag("Game", if rest.is_empty() { name.into() } else { format!("{name}:{rest}") });
        }
        if path == Path::new("-") {
            return Ok(write!(out, "{written}")?);
        }
        fs::write(path, written.to_string()).map_err(|error| Failure::at("--record", error.to_string()))?;
    }
    let game = one_line(&options.game);
    Ok(write!(out, "{game}\n{}\n{} {turns}\n\n{text}", begun.position_text(), stipulation.code())?)
}

/// Returns the record of a solution: the first line with all others as variations, in short notation if the game has one.
fn written(registry: &Registry, begun: &dyn AnyMatch, tree: &[Branch]) -> Game {
    let mut game = record(registry, begun, &Facts::default());
    game.termination = None;
    add(&mut game.items, tree);
    match Sheet::read(registry, &game, Style::Short) {
        Ok(sheet) => sheet.game,
        Err(_) => game,
    }
}

fn add(items: &mut Vec<Item>, branches: &[Branch]) {
    let Some((first, others)) = branches.split_first() else { return };
    add_move(items, first);
    for other in others {
        items.push(Item::Begin);
        add_move(items, other);
        add(items, &other.then);
        items.push(Item::End);
    }
    add(items, &first.then);
}

fn add_move(items: &mut Vec<Item>, branch: &Branch) {
    items.push(Item::Move(Move { text: branch.text.clone(), turn: Turn::FIRST, place: Place::default() }));
    items.extend(match branch.role {
        Role::Plain => None,
        Role::Key | Role::Refutation => Some(Item::Nag(1)),
        Role::Try => Some(Item::Nag(2)),
        Role::Dual => Some(Item::Comment("dual".to_owned())),
    });
}
