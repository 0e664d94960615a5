//! Drops that depend on what stands around them, and pieces that change sides because of them.

use std::fmt::Write;

use crate::area::Area;
use crate::draft::Draft;
use crate::kinds;
use crate::piece_type::PieceType;
use crate::refusal::Reason;

impl Draft<'_> {
    /// Refuses what changing sides cannot be said with.
    pub(crate) fn refuse_flips(&mut self) {
        let rules = self.rules;
        if rules.word("flipEnclosedPieces") == "none" {
            return;
        }
        if !self.royals.is_empty() {
            self.refuse("flipEnclosedPieces", Reason::NoWordsWith("king"));
        }
        if self.kinds.iter().any(|kind| !kinds::promotions(rules, kind.one).is_empty()) {
            self.refuse("flipEnclosedPieces", Reason::NoWordsWith("promotionPieceTypes"));
        }
    }

    /// Returns the squares that drops must fill before any other.
    fn opening(&self) -> Option<Area> {
        let area = self.rules.enclosing_start & self.board();
        let is_taken = |(file, rank): (usize, usize)| {
            self.start.placed.iter().any(|placed| (placed.file, placed.rank) == (file, rank))
        };
        (!area.squares().all(is_taken)).then_some(area)
    }

    /// Says where drops lead that may go to `of`, and when; a line each.
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
        if !of.is_empty() {
            self.refuse("enclosingDropStart", Reason::NoWordsWith("dropRegionWhite"));
        }
        let name = self.places.name("own", &[opening; 2], "opening");
        vec![
            format!("any square of {name}{bound}, from own hand"),
            format!(
                "any square{of}{bound}{limit}, from own hand, when all pieces on {name} are {} or more",
                opening.len()
            ),
        ]
    }

    /// Writes that what is dropped needs something below it.
    pub(crate) fn write_weight(&mut self, text: &mut String) {
        if self.rules.word("enclosingDrop") != "top" {
            return;
        }
        let board = self.board();
        let floor = self.places.zone("floor", [board & Area::rank(0); 2]);
        // What is below is behind for White, and before for Black.
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

    /// Writes who changes sides.
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

    /// Returns the type that the sides have so much of in hand that they never run out of it.
    pub(crate) fn endless(&mut self) -> Option<PieceType> {
        let rules = self.rules;
        let mut held = self.start.hands.iter().flatten().copied();
        let one = held.next()?;
        let fits = held.all(|other| other == one) && !rules.is("capturesToHand") && self.never_recurs();
        let placed = self.start.placed.len();
        let room = self.board().len().saturating_sub(placed);
        // Without passes, each side drops every other time.
        let most = if rules.pass_on_stalemate[0] { room } else { room.div_ceil(2) };
        (fits && self.start.hands.iter().all(|hand| hand.len() >= most)).then_some(one)
    }

    /// Writes that a hand of which nobody runs out is never empty.
    pub(crate) fn write_supply(&mut self, text: &mut String) {
        if let Some(noun) = self.endless().and_then(|one| self.noun(one)) {
            let _ = writeln!(text, "after a {noun} makes a drop: an own {noun} is put in own hand");
        }
    }
}
