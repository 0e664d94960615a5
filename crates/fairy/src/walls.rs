//! Walls: squares on which nothing stands, from the start, since a piece has left them, or since a player put one there.

use std::fmt::Write;

use crate::draft::Draft;
use crate::kinds::Kind;
use crate::refusal::Reason;
use crate::rules::Rules;
use crate::start::Start;

/// Tells where a move puts a wall.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walling {
    /// Nowhere.
    None,
    /// Where the piece stood.
    Past,
    /// On an empty square of a region.
    Static,
    /// On an empty square to which the piece could go on.
    Arrow,
    /// There is one, which goes to another empty square.
    Duck,
}

/// Finds where a move puts a wall.
fn walling(rules: &Rules) -> Walling {
    match rules.word("wallingRule") {
        "past" => Walling::Past,
        "static" => Walling::Static,
        "arrow" => Walling::Arrow,
        "duck" => Walling::Duck,
        _ => Walling::None,
    }
}

/// Finds a letter for walls; `None` where there are none.
///
/// # Errors
/// All letters are taken.
pub(crate) fn letter(rules: &Rules, start: &Start, kinds: &[Kind]) -> Result<Option<char>, ()> {
    if start.walls.is_empty() && walling(rules) == Walling::None {
        return Ok(None);
    }
    let is_free = |letter: &char| kinds.iter().all(|kind| kind.letter != *letter);
    ('A'..='Z').rev().find(is_free).map(Some).ok_or(())
}

impl Draft<'_> {
    /// Refuses what walls cannot be said with.
    pub(crate) fn refuse_walls(&mut self) {
        let rules = self.rules;
        let walling = walling(rules);
        if walling == Walling::None {
            return;
        }
        let rights = [0, 1].iter().any(|side| !crate::castling::find(rules, &self.start, *side).is_empty());
        if rights && walling == Walling::Past {
            self.refuse("wallingRule", Reason::NoWordsWith("castling"));
        }
        if rules.is("blastOnCapture") {
            self.refuse("wallingRule", Reason::NoWordsWith("blastOnCapture"));
        }
        if rules.is("pieceDrops") {
            self.refuse("wallingRule", Reason::NoWordsWith("pieceDrops"));
        }
        if walling == Walling::Duck && !self.start.walls.is_empty() {
            self.refuse("wallingRule", Reason::NoWordsWith("startFen"));
        }
        // Where no wall may stand, no piece may leave.
        if walling != Walling::Static
            && rules.walling_region.iter().any(|region| !(self.board() - *region).is_empty())
        {
            self.refuse("wallingRule", Reason::NoWordsWith("wallingRegionWhite"));
        }
    }

    /// Writes the piece that walls are.
    pub(crate) fn write_wall(&self, text: &mut String) {
        if let Some(letter) = self.wall {
            let _ = writeln!(text, "piece {letter} \"Wall\" fr \"Mur\" of nobody");
        }
    }

    /// Writes where moves put walls.
    pub(crate) fn write_walling(&mut self, text: &mut String) {
        match walling(self.rules) {
            Walling::None => {}
            Walling::Past => text.push_str("after a piece moves: a Wall is put where it stood\n"),
            Walling::Static => {
                let region = std::array::from_fn(|side| self.rules.walling_region[side] & self.board());
                let of = match self.places.is_everywhere(&region) {
                    true => String::new(),
                    false => format!(" of {}", self.places.name("own", &region, "ground")),
                };
                let _ = writeln!(text, "after a piece moves: a Wall is put on any empty square{of}");
            }
            Walling::Duck => text.push_str("after a piece moves: the Wall goes to any empty square\n"),
            Walling::Arrow => {
                for kind in self.kinds.clone() {
                    let leaps = self.walk(kind.one).moves;
                    // What goes in several ways would put a wall for each.
                    match crate::words::ways(&leaps).filter(|ways| !ways.contains(", ")) {
                        Some(way) if !leaps.is_empty() => {
                            let name = &kind.name;
                            let _ = writeln!(
                                text,
                                "after a {name} moves: a Wall is put on any empty square a {way} away"
                            );
                        }
                        Some(_) => {}
                        None => self.refuse("wallingRule", Reason::NoWords),
                    }
                }
            }
        }
    }

    /// Tells whether there is one wall, which every move puts elsewhere.
    pub(crate) fn has_duck(&self) -> bool {
        walling(self.rules) == Walling::Duck
    }

    /// Tells whether no position ever comes again, nor any clock to its end: each move but a pass leaves a square less for good.
    pub(crate) fn never_recurs(&mut self) -> bool {
        let rules = self.rules;
        if ![Walling::None, Walling::Duck].contains(&walling(rules)) {
            return self.board().len() <= 2 * rules.clock as usize;
        }
        let kinds = self.kinds.clone();
        rules.is("pieceDrops")
            && kinds.into_iter().all(|kind| self.walk(kind.one) == crate::betza::Walk::default())
    }
}
