//! Writes the rules for walls, drops that depend on neighbouring pieces, and enclosed pieces that change sides.

use std::fmt::Write;

use crate::area::Area;
use crate::draft::Draft;
use crate::kinds;
use crate::kinds::Kind;
use crate::piece_type::PieceType;
use crate::refusal::Reason::{Unsupported, UnsupportedWith};
use crate::rules::Rules;
use crate::start::Start;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Walling {
    None,
    Past,
    Static,
    /// Each move puts a wall on an empty square that the moved piece could reach.
    Arrow,
    /// Each move relocates the only wall to another empty square.
    Duck,
}

fn walling(rules: &Rules) -> Walling {
    match rules.word("wallingRule") {
        "past" => Walling::Past,
        "static" => Walling::Static,
        "arrow" => Walling::Arrow,
        "duck" => Walling::Duck,
        _ => Walling::None,
    }
}

pub(crate) fn letter(rules: &Rules, start: &Start, kinds: &[Kind]) -> Result<Option<char>, ()> {
    if start.walls.is_empty() && walling(rules) == Walling::None {
        return Ok(None);
    }
    let is_free = |letter: &char| kinds.iter().all(|kind| kind.letter != *letter);
    ('A'..='Z').rev().find(is_free).map(Some).ok_or(())
}

impl Draft<'_> {
    pub(crate) fn refuse_walls(&mut self) {
        let rules = self.rules;
        let walling = walling(rules);
        if walling == Walling::None {
            return;
        }
        let rights = [0, 1].iter().any(|side| !crate::start::find(rules, &self.start, *side).is_empty());
        self.refuse_if(rights && walling == Walling::Past, "wallingRule", UnsupportedWith("castling"));
        self.refuse_if(rules.is("blastOnCapture"), "wallingRule", UnsupportedWith("blastOnCapture"));
        self.refuse_if(rules.is("pieceDrops"), "wallingRule", UnsupportedWith("pieceDrops"));
        if walling == Walling::Duck && !self.start.walls.is_empty() {
            self.refuse("wallingRule", UnsupportedWith("startFen"));
        }
        // In Fairy-Stockfish, pieces cannot leave squares on which walls are not allowed.
        if walling != Walling::Static
            && rules.walling_region.iter().any(|region| !(self.board() - *region).is_empty())
        {
            self.refuse("wallingRule", UnsupportedWith("wallingRegionWhite"));
        }
    }

    pub(crate) fn write_wall(&self, text: &mut String) {
        if let Some(letter) = self.wall {
            let _ = writeln!(text, "piece {letter} \"Wall\" fr \"Mur\" of nobody");
        }
    }

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
                    // Each alternative would put its own wall, so only pieces with a single way to move are supported.
                    match crate::words::ways(&leaps).filter(|ways| !ways.contains(", ")) {
                        Some(way) if !leaps.is_empty() => {
                            let name = &kind.name;
                            let _ = writeln!(
                                text,
                                "after a {name} moves: a Wall is put on any empty square a {way} away"
                            );
                        }
                        Some(_) => {}
                        None => self.refuse("wallingRule", Unsupported),
                    }
                }
            }
        }
    }

    pub(crate) fn has_duck(&self) -> bool {
        walling(self.rules) == Walling::Duck
    }

    /// Returns whether no position can recur and no move clock can run out, because each move except a pass
    /// permanently fills a square.
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

impl Draft<'_> {
    pub(crate) fn refuse_flips(&mut self) {
        let rules = self.rules;
        if rules.word("flipEnclosedPieces") == "none" {
            return;
        }
        self.refuse_if(!self.royals.is_empty(), "flipEnclosedPieces", UnsupportedWith("king"));
        if self.kinds.iter().any(|kind| !kinds::promotions(rules, kind.one).is_empty()) {
            self.refuse("flipEnclosedPieces", UnsupportedWith("promotionPieceTypes"));
        }
    }

    /// Returns the squares that drops must fill first.
    fn opening(&self) -> Option<Area> {
        let area = self.rules.enclosing_start & self.board();
        let is_taken = |(file, rank): (usize, usize)| {
            self.start.placed.iter().any(|placed| (placed.file, placed.rank) == (file, rank))
        };
        (!area.squares().all(is_taken)).then_some(area)
    }

    pub(crate) fn drop_targets(&mut self, of: &str, bound: &str) -> Vec<String> {
        let rules = self.rules;
        let limit = match rules.word("enclosingDrop") {
            "reversi" => " where it encloses an enemy",
            "ataxx" => " next to an own piece",
            _ => return vec![format!("any square{of}{bound}, from own hand")],
        };
        let Some(opening) = self.opening() else {
            return vec![format!("any square{of}{bound}{limit}, from own hand")];
        };
        self.refuse_if(!of.is_empty(), "enclosingDropStart", UnsupportedWith("dropRegionWhite"));
        let name = self.places.name("own", &[opening; 2], "opening");
        vec![
            format!("any square of {name}{bound}, from own hand"),
            format!(
                "any square{of}{bound}{limit}, from own hand, when all pieces on {name} are {} or more",
                opening.len()
            ),
        ]
    }

    /// Writes the power that requires a piece below a dropped piece.
    pub(crate) fn write_weight(&mut self, text: &mut String) {
        if self.rules.word("enclosingDrop") != "top" {
            return;
        }
        let board = self.board();
        let floor = self.places.zone("floor", [board & Area::rank(0); 2]);
        // Below means behind the piece for White, and in front of the piece for Black.
        for (way, name, squares) in
            [("behind", "dark", [Area::EMPTY, board]), ("before", "light", [board, Area::EMPTY])]
        {
            let other = self.places.zone(name, squares);
            let _ = writeln!(
                text,
                "\npower weight of any piece: after its drop a piece must be directly {way} it, unless on {floor} or on own {other}"
            );
        }
    }

    pub(crate) fn write_flips(&mut self, text: &mut String) {
        let whom = match self.rules.word("flipEnclosedPieces") {
            "reversi" => "enemies it encloses change sides",
            "ataxx" => "enemies next to it change sides",
            _ => return,
        };
        let types: Vec<PieceType> = self.kinds.iter().map(|kind| kind.one).collect();
        let mut moves = false;
        for one in &types {
            moves |= !self.walk(*one).moves.is_empty() || !self.walk(*one).captures.is_empty();
        }
        if types.iter().any(|one| self.is_dropped(*one)) {
            let _ = writeln!(text, "after a piece makes a drop: {whom}");
        }
        if moves {
            let _ = writeln!(text, "after a piece moves: {whom}");
        }
    }

    pub(crate) fn endless(&mut self) -> Option<PieceType> {
        let rules = self.rules;
        let mut held = self.start.hands.iter().flatten().copied();
        let one = held.next()?;
        let fits = held.all(|other| other == one) && !rules.is("capturesToHand") && self.never_recurs();
        let placed = self.start.placed.len();
        let room = self.board().len().saturating_sub(placed);
        // Without passes, the sides alternate, so that each makes half of the drops.
        let most = if rules.pass_on_stalemate[0] { room } else { room.div_ceil(2) };
        (fits && self.start.hands.iter().all(|hand| hand.len() >= most)).then_some(one)
    }

    pub(crate) fn write_supply(&mut self, text: &mut String) {
        if let Some(noun) = self.endless().and_then(|one| self.noun(one)) {
            let _ = writeln!(text, "after a {noun} makes a drop: an own {noun} is put in own hand");
        }
    }
}
