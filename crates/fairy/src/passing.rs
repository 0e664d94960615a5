//! Writes captures en passant: victims, captors and squares.

use std::fmt::Write;

use crate::area::Area;
use crate::betza::{Leap, Means, Walk};
use crate::draft::Draft;
use crate::kinds::Kind;
use crate::piece_type::PieceType;
use crate::refusal::Reason::{Unsupported, UnsupportedWith};

impl Draft<'_> {
    /// Returns the types that may be captured en passant because they make double steps.
    pub(crate) fn passers(&mut self) -> Vec<PieceType> {
        if !self.rules.double_step {
            return Vec::new();
        }
        let types: Vec<PieceType> = self.kinds.iter().map(|kind| kind.one).collect();
        let mut found = Vec::new();
        for one in types {
            let walk = self.walk(one);
            let own = walk.first_moves.keys().any(|key| !walk.moves.contains_key(key));
            if (one == PieceType::PAWN || own) && !found.contains(&one) && self.steps_twice() {
                found.push(one);
            }
        }
        found
    }

    fn steps_twice(&self) -> bool {
        self.rules.double_region.iter().any(|region| !(*region & self.board()).is_empty())
    }

    pub(crate) fn steps_thrice(&self) -> bool {
        let rules = self.rules;
        rules.double_step && rules.triple_region.iter().any(|region| !(*region & rules.board()).is_empty())
    }

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

    /// Returns whether a type may capture en passant on a promotion square, where such a capture does not promote.
    pub(crate) fn catches_in_zone(&self, one: PieceType) -> bool {
        let rules = self.rules;
        self.catchers().contains(&one)
            && (0..2).any(|side: usize| {
                // Double steps cross the square in front of their start square; triple steps also cross the next square.
                let before = |from: Area, far: usize| {
                    from.squares().fold(Area::EMPTY, |all, (file, rank)| {
                        let before = if side == 0 { rank.checked_sub(far) } else { Some(rank + far) };
                        all | before.map_or(Area::EMPTY, |rank| Area::of(file, rank))
                    })
                };
                let [double, triple] = [rules.double_region, rules.triple_region].map(|from| from[1 - side]);
                let crossed = before(double, 1) | before(triple, 1) | before(triple, 2);
                let zone = rules.promotion_region[side] & rules.passing_region[side] & self.board();
                !(zone & crossed).is_empty()
            })
    }

    pub(crate) fn has_passing(&mut self) -> bool {
        !self.passers().is_empty() && !self.catchers().is_empty()
    }

    pub(crate) fn write_passing(&mut self, text: &mut String, kind: &Kind, walk: &Walk) {
        if !self.catchers().contains(&kind.one) || !self.has_passing() {
            return;
        }
        let rules = self.rules;
        let sides = [0, 1].map(|side| kind.one == PieceType::PAWN || rules.passing_types[side].has(kind.one));
        if sides[0] != sides[1] && self.start.count(kind.one, false) > 0 && self.start.count(kind.one, true) > 0
        {
            self.refuse("enPassantTypes", Unsupported);
        }
        let passers = self.passers();
        if !self.passes_by_two() {
            self.refuse("enPassantTypes", Unsupported);
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
            self.refuse("enPassantTypes", UnsupportedWith("customPiece1"));
            return;
        }
        let victims = self.nouns(&passers).unwrap_or_default();
        let region = rules.passing_region.map(|region| region & rules.board());
        let only = if region.iter().all(|region| (rules.board() - *region) == Area::EMPTY) {
            String::new()
        } else {
            format!(", only to {}", self.places.name("own", &region, "passage"))
        };
        let there = if self.passes_aside() { "on passer" } else { "directly behind it" };
        let mut line = |onto: &str, there: &str| {
            let _ = writeln!(
                text,
                "  captures (en passant): step {steps} onto {onto}, capturing the enemy {victims} {there}{only}, no attack"
            );
        };
        line("passed", there);
        if self.passes_thrice() {
            // After a triple step, the piece is one square past the second crossed square and two past the first.
            line("an empty square", "on thrice directly behind it");
            line("an empty square", "on thrice 2 steps backward away");
        }
    }

    fn double_steps(&mut self) -> Vec<Leap> {
        let mut found = Vec::new();
        for one in self.passers() {
            match one {
                PieceType::PAWN => found.push((2, 0)),
                _ => found.extend(self.walk(one).first_moves.keys().map(|(leap, _)| *leap)),
            }
        }
        found
    }

    fn passes_by_two(&mut self) -> bool {
        self.double_steps().into_iter().all(|leap| matches!(leap, (2, 0) | (2, -2 | 2)))
    }

    /// Returns whether a double step can end on a square that is not directly behind the crossed square.
    pub(crate) fn passes_aside(&mut self) -> bool {
        self.has_passing() && self.double_steps().into_iter().any(|(_, aside)| aside != 0)
    }

    pub(crate) fn passes_thrice(&mut self) -> bool {
        self.has_passing() && self.steps_thrice() && self.passers().contains(&PieceType::PAWN)
    }

    pub(crate) fn write_memory(&mut self, text: &mut String) {
        if !self.has_passing() {
            return;
        }
        text.push_str("\nremember passed: a square, for the next turn\n");
        let (is_aside, is_thrice) = (self.passes_aside(), self.passes_thrice());
        for name in [is_aside.then_some("passer"), is_thrice.then_some("thrice")].into_iter().flatten() {
            let _ = writeln!(text, "remember {name}: a square, for the next turn");
        }
        for one in self.passers() {
            let Some(noun) = self.noun(one) else { continue };
            let is_pawn = one == PieceType::PAWN;
            let condition = if is_pawn { ",\n  if the enemy may then make an en passant" } else { "" };
            let _ = writeln!(
                text,
                "after a {noun} makes a double step: passed is the square it crossed{condition}"
            );
            if is_aside {
                let _ = writeln!(text, "after a {noun} makes a double step: passer is where it stands");
            }
            if is_thrice && is_pawn {
                let _ =
                    writeln!(text, "after a {noun} makes a triple step: thrice is where it stands{condition}");
            }
        }
    }
}
