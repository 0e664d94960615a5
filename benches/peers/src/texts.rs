//! Games that are written as text, measured as those of the house are.

use entourage_definition::{Library, Shipped, TextGame, check};
use entourage_kernel::Rules;

use crate::games::Depths;
use crate::positions::positions;
use crate::workload::Collect;

/// A definition that is measured.
struct Written {
    /// The name of its rows.
    row: &'static str,
    /// The definition, and the game of the house whose middle games are its own.
    game: &'static str,
    /// How many words its positions have of those of that game.
    words: usize,
    depths: Depths,
}

const WRITTEN: [Written; 2] = [
    Written { row: "chess-as-text", game: "chess", words: 4, depths: Depths { start: 5, middle: 3 } },
    Written { row: "toddler-as-text", game: "toddler", words: 3, depths: Depths { start: 3, middle: 2 } },
];

/// Lists the names of the rows of games that are written as text.
pub fn names() -> impl Iterator<Item = &'static str> {
    WRITTEN.iter().map(|written| written.row)
}

/// Collects the work on those that are asked for.
///
/// # Errors
/// A definition that has errors, or a position of which the plain law says something else than what is measured.
pub fn collect(collect: &mut Collect<'_>) -> Result<(), String> {
    for written in WRITTEN.iter().filter(|written| collect.games.contains(&written.row)) {
        let rules = open(written.game)?;
        let plain = rules.plainly();
        let cut = |text: &str| text.split(' ').take(written.words).collect::<Vec<_>>().join(" ");
        let texts: Vec<String> = positions(written.game).map(cut).collect();
        let shown = |position: &_| {
            let mut moves = Vec::new();
            plain.legal_moves(position, &mut moves);
            let mut texts: Vec<String> = moves.into_iter().map(|intent| plain.write_move(intent)).collect();
            texts.sort();
            Ok(texts)
        };
        collect.add_all(written.row, &rules, written.depths, &texts, &shown)?;
    }
    Ok(())
}

/// Opens a definition that comes with the program.
fn open(id: &str) -> Result<TextGame, String> {
    let source = Shipped.find(id).ok_or_else(|| format!("{id} is not written as text"))?;
    check(source, &Shipped).game().ok_or_else(|| format!("{id} has errors"))
}
