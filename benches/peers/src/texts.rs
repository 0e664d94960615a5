//! Measures game definitions in the same way as built-in games.

use entourage_definition::{Library, Shipped, TextGame, check};
use entourage_kernel::Rules;

use crate::Outcome;
use crate::check::sorted;
use crate::games::Depths;
use crate::positions::positions;
use crate::workload::Collect;

struct Written {
    row: &'static str,
    /// Name of the definition, and of the built-in game whose middle-game positions are used.
    game: &'static str,
    /// Number of fields in the definition's positions; any further fields of the middle-game positions are dropped.
    words: usize,
    depths: Depths,
}

const WRITTEN: [Written; 2] = [
    Written { row: "chess-as-text", game: "chess", words: 4, depths: Depths { start: 5, middle: 3 } },
    Written { row: "toddler-as-text", game: "toddler", words: 3, depths: Depths { start: 3, middle: 2 } },
];

pub fn names() -> impl Iterator<Item = &'static str> {
    WRITTEN.iter().map(|written| written.row)
}

pub fn collect(games: &[&str], collect: &mut Collect) -> Outcome {
    for written in WRITTEN.iter().filter(|written| games.contains(&written.row)) {
        let rules = open(written.game)?;
        let plain = rules.plainly();
        let cut = |text: &str| text.split(' ').take(written.words).collect::<Vec<_>>().join(" ");
        let texts: Vec<String> = positions(written.game).map(cut).collect();
        let shown = |position: &_| Ok(sorted(&plain, &plain.list_moves(position)));
        collect.add_all(written.row, &rules, written.depths, &texts, &shown)?;
    }
    Ok(())
}

fn open(id: &str) -> Outcome<TextGame> {
    let source = Shipped.find(id).ok_or_else(|| format!("there is no definition {id}"))?;
    check(source, &Shipped).game().ok_or_else(|| format!("{id} has errors"))
}
