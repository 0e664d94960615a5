//! Capturing in passing: who may be captured so, by whom, and where.

use std::fmt::Write;

use crate::area::Area;
use crate::betza::{Means, Walk};
use crate::draft::Draft;
use crate::kinds::Kind;
use crate::piece_type::PieceType;
use crate::refusal::Reason;

impl Draft<'_> {
    /// Lists the types that may be captured in passing, for they make a double step.
    pub(crate) fn passers(&mut self) -> Vec<PieceType> {
        if !self.rules.double_step {
            return Vec::new();
        }
        let types: Vec<PieceType> = self.kinds.iter().map(|kind| kind.one).collect();
        let mut found = Vec::new();
        for one in types {
            let walk = self.walk(one);
            let own = walk.first_moves.keys().any(|key| !walk.moves.contains_key(key));
            if (one == PieceType::PAWN || own) && !found.contains(&one) && self.steps_twice(one) {
                found.push(one);
            }
        }
        found
    }

    /// Tells whether a type may ever stand where a double step begins.
    fn steps_twice(&self, one: PieceType) -> bool {
        let _ = one;
        self.rules.double_region.iter().any(|region| !(*region & self.board()).is_empty())
    }

    /// Lists the types that may capture in passing.
    pub(crate) fn catchers(&self) -> Vec<PieceType> {
        let rules = self.rules;
        if rules.passing_region.iter().all(|region| (*region & rules.board()).is_empty()) {
            return Vec::new();
        }
        let catches =
            |one: PieceType| one == PieceType::PAWN || rules.passing_types.iter().any(|types| types.has(one));
        let mut found: Vec<PieceType> = Vec::new();
        for kind in &self.kinds {
            if catches(kind.one) && !found.contains(&kind.one) {
                found.push(kind.one);
            }
        }
        found
    }

    /// Tells whether a type may capture in passing onto a square where it would be promoted by any other move: by this it is not.
    pub(crate) fn catches_in_zone(&self, one: PieceType) -> bool {
        let rules = self.rules;
        self.catchers().contains(&one)
            && (0..2).any(|side: usize| {
                // The other side's double steps cross the square before the one where they begin.
                let crossed = rules.double_region[1 - side].squares().fold(Area::EMPTY, |all, (file, rank)| {
                    let before = if side == 0 { rank.checked_sub(1) } else { Some(rank + 1) };
                    all | before.map_or(Area::EMPTY, |rank| Area::of(file, rank))
                });
                let zone = rules.promotion_region[side] & rules.passing_region[side] & self.board();
                !(zone & crossed).is_empty()
            })
    }

    /// Tells whether there is any capturing in passing.
    pub(crate) fn has_passing(&mut self) -> bool {
        !self.passers().is_empty() && !self.catchers().is_empty()
    }

    /// Writes the line by which a kind captures in passing, if it does.
    pub(crate) fn write_passing(&mut self, text: &mut String, kind: &Kind, walk: &Walk) {
        if !self.catchers().contains(&kind.one) || !self.has_passing() {
            return;
        }
        let rules = self.rules;
        let sides = [0, 1].map(|side| kind.one == PieceType::PAWN || rules.passing_types[side].has(kind.one));
        if sides[0] != sides[1] && self.start.count(kind.one, false) > 0 && self.start.count(kind.one, true) > 0
        {
            self.refuse("enPassantTypes", Reason::NoWords);
        }
        let passers = self.passers();
        let is_straight = |draft: &mut Self, one: PieceType| {
            one == PieceType::PAWN || draft.walk(one).first_moves.keys().all(|(leap, _)| *leap == (2, 0))
        };
        if !passers.iter().all(|one| is_straight(self, *one)) {
            self.refuse("enPassantTypes", Reason::NoWords);
            return;
        }
        let (steps, is_plain): (_, bool) = if kind.one == PieceType::PAWN {
            ("diagonally forward".to_owned(), true)
        } else {
            let own: crate::betza::Leaps = walk
                .captures
                .iter()
                .filter(|(key, _)| !walk.moves.contains_key(key))
                .map(|(key, means)| (*key, *means))
                .collect();
            let is_near = own
                .iter()
                .all(|((leap, _), means)| leap.0.abs() < 2 && leap.1.abs() < 2 && *means == Means::Leap);
            let ways = crate::words::ways(&own).unwrap_or_default();
            if own.is_empty() {
                return;
            }
            (ways.trim_start_matches("step ").to_owned(), is_near)
        };
        if !is_plain {
            self.refuse("enPassantTypes", Reason::NoWordsWith("customPiece1"));
            return;
        }
        let victims = self.nouns(&passers).unwrap_or_default();
        let region = rules.passing_region.map(|region| region & rules.board());
        let only = if region.iter().all(|region| (rules.board() - *region) == Area::EMPTY) {
            String::new()
        } else {
            format!(", only to {}", self.places.name("own", &region, "passage"))
        };
        let _ = writeln!(
            text,
            "  captures (en passant): step {steps} onto passed, capturing the enemy {victims} directly behind it{only}, no attack"
        );
    }

    /// Writes what is remembered of double steps.
    pub(crate) fn write_memory(&mut self, text: &mut String) {
        if !self.has_passing() {
            return;
        }
        text.push_str("\nremember passed: a square, for the next turn\n");
        for one in self.passers() {
            let Some(noun) = self.noun(one) else { continue };
            let condition =
                if one == PieceType::PAWN { ",\n  if the enemy may then make an en passant" } else { "" };
            let _ = writeln!(
                text,
                "after a {noun} makes a double step: passed is the square it crossed{condition}"
            );
        }
    }
}
