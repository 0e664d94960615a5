use std::collections::BTreeMap;
use std::io::Write;

use entourage_pgn::{Game, Item, Termination};
use serde::Serialize;

use super::games::Games;
use crate::arguments::RecordFile;
use crate::commands::variation::write_json;
use crate::failure::{Console, Outcome, one_line, pick, shortened};

/// Maximum number of distinct games and causes; more are counted together.
const MOST_NAMES: usize = 1_000;

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    games: u64,
    faults: u64,
    moves: u64,
    longest: u64,
    /// The number of the longest game.
    longest_game: u64,
    variations: u64,
    comments: u64,
    /// By termination mark.
    results: BTreeMap<&'static str, u64>,
    /// By the tag Game; the empty name stands for games without one.
    by_game: BTreeMap<String, u64>,
    causes: BTreeMap<String, u64>,
}

impl Stats {
    fn count(&mut self, game: &Game) {
        let moves = game.main_line().count() as u64;
        self.moves += moves;
        if moves > self.longest {
            (self.longest, self.longest_game) = (moves, game.number);
        }
        for item in &game.items {
            match item {
                Item::Begin => self.variations += 1,
                Item::Comment(_) => self.comments += 1,
                _ => {}
            }
        }
        let mark = game.termination.map_or("", Termination::mark);
        *self.results.entry(mark).or_default() += 1;
        add(&mut self.by_game, game.tag("Game").unwrap_or_default());
        if let Some(cause) = game.tag("Cause") {
            add(&mut self.causes, cause);
        }
    }
}

/// Counts a name, or "…" if there are too many.
fn add(counts: &mut BTreeMap<String, u64>, name: &str) {
    let name = shortened(name);
    let is_known = counts.contains_key(&name) || counts.len() < MOST_NAMES;
    *counts.entry(if is_known { name } else { "…".to_owned() }).or_default() += 1;
}

pub fn run(console: &mut Console<'_>, file: &RecordFile, json: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open(file)?;
    let mut stats = Stats::default();
    while let Some(read) = games.next()? {
        match read {
            Ok(game) => stats.count(&game),
            Err(_) => stats.faults += 1,
        }
    }
    stats.games = games.number();
    if json {
        return Ok(write_json(&stats, out)?);
    }
    let said = |en, fr| pick(language, en, fr);
    let rows = [
        (said("games", "parties"), stats.games),
        (said("written wrongly", "mal écrites"), stats.faults),
        (said("moves", "coups"), stats.moves),
        (said("longest game", "partie la plus longue"), stats.longest),
        (said("which is game", "qui est la partie"), stats.longest_game),
        (said("variations", "variantes"), stats.variations),
        (said("remarks", "remarques"), stats.comments),
    ];
    for (name, count) in rows {
        writeln!(out, "{name}: {count}")?;
    }
    let missing = said("none", "aucun");
    let results = stats.results.into_iter().map(|(mark, count)| (mark.to_owned(), count)).collect();
    for (title, counts) in [
        (said("result", "résultat"), results),
        (said("game", "jeu"), stats.by_game),
        (said("cause", "cause"), stats.causes),
    ] {
        for (name, count) in counts {
            let name = if name.is_empty() { missing } else { &name };
            writeln!(out, "{title} {}: {count}", one_line(name))?;
        }
    }
    Ok(())
}
