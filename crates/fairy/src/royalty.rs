//! Which pieces are royal.

use crate::draft::Draft;
use crate::kinds;
use crate::piece_type::PieceType;
use crate::refusal::Reason;
use crate::rules::Value;

impl Draft<'_> {
    /// Finds the royal types, and refuses what is royal in a way of its own.
    pub(crate) fn find_royals(&mut self) {
        let rules = self.rules;
        if self.kinds.iter().any(|kind| kind.one == PieceType::KING) {
            self.royals.push(PieceType::KING);
        }
        if !rules.is("extinctionPseudoRoyal") || rules.extinction == Value::None {
            return;
        }
        let types: Vec<PieceType> = rules.extinction_types.types().collect();
        if rules.extinction != Value::Loss || types.contains(&PieceType::ALL) {
            self.refuse("extinctionPseudoRoyal", Reason::NoWordsWith("extinctionPieceTypes"));
            return;
        }
        for one in types {
            if self.kinds_of(one).is_empty() {
                continue;
            }
            let most = self.most_of(one);
            let is_always = most.is_some_and(|most| most <= rules.extinction_count as usize + 1);
            // Whoever has two may lose one of them, and is in check when both are attacked.
            let is_duple = rules.is("dupleCheck")
                && rules.extinction_count == 0
                && rules.extinction_types.types().count() == 1
                && !self.royals.contains(&PieceType::KING);
            if is_duple {
                self.all_royals = true;
            } else if !is_always && rules.extinction_count == 0 && !self.comes_to_be(one) {
                self.last_royals = true;
            } else if !is_always && rules.extinction_count < 60 {
                self.refuse("extinctionPseudoRoyal", Reason::NoWordsWith("extinctionPieceCount"));
            }
            if !self.royals.contains(&one) {
                self.royals.push(one);
            }
        }
        if rules.is("dupleCheck") && !self.all_royals {
            self.refuse("dupleCheck", Reason::NoWordsWith("extinctionPieceTypes"));
        }
    }

    /// Tells whether a side may come to have more pieces of a type than it begins with.
    fn comes_to_be(&self, one: PieceType) -> bool {
        self.rules.is("capturesToHand")
            || self
                .kinds
                .iter()
                .any(|kind| kinds::promotions(self.rules, kind.one).iter().any(|(to, _)| *to == one))
    }

    /// Returns how many pieces of a type a side may ever have; `None` where nothing bounds it.
    fn most_of(&self, one: PieceType) -> Option<usize> {
        let mut sources = vec![one];
        let mut at = 0;
        while let Some(target) = sources.get(at).copied() {
            at += 1;
            for kind in &self.kinds {
                let leads = kinds::promotions(self.rules, kind.one).iter().any(|(to, _)| *to == target);
                if leads && !sources.contains(&kind.one) {
                    sources.push(kind.one);
                }
            }
        }
        // What is captured by others may become royal there.
        let others = sources.iter().any(|source| *source != one && !self.rules.extinction_types.has(*source));
        if self.rules.is("capturesToHand") && others {
            return None;
        }
        let count = |is_black| sources.iter().map(|source| self.start.count(*source, is_black)).sum::<usize>();
        Some(count(false).max(count(true)))
    }
}
