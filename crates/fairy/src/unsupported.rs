//! Refuses options that the definition language cannot express, and finds the royal pieces.

use crate::area::Area;
use crate::draft::Draft;
use crate::kinds;
use crate::piece_type::PieceType;
use crate::refusal::Reason::{Unsupported, UnsupportedWith};
use crate::rules::{SHUFFLED, Value};

/// Switches that are refused if on, in addition to the switch for shuffled start positions.
const NEVER_ON: &str = "twoBoards sittuyinPromotion sittuyinRookDrop castlingDroppedPiece oppositeCastling \
    dropOppositeColoredBishop gating seirawanGating cambodianMoves wallOrMove makpongRule \
    moveRepetitionIllegal shatarMateRule bikjangRule petrifyBlastPieces";

const NEVER_SUPPORTED: [&str; 3] = ["countingRule", "chasingRule", "castlingWins"];

/// The supported values of options.
const SUPPORTED: [(&str, &[&str]); 4] = [
    ("enclosingDrop", &["none", "reversi", "ataxx", "top"]),
    ("flipEnclosedPieces", &["none", "reversi", "ataxx"]),
    ("wallingRule", &["none", "past", "static", "arrow", "duck"]),
    ("materialCounting", &["none", "unweighted", "whitedrawodds", "blackdrawodds"]),
];

impl Draft<'_> {
    pub(crate) fn refuse_unsupported(&mut self) {
        let rules = self.rules;
        for option in NEVER_ON.split(' ').chain([SHUFFLED]).filter(|option| rules.is(option)) {
            self.refuse(option, Unsupported);
        }
        for option in NEVER_SUPPORTED.into_iter().filter(|option| rules.word(option) != "none") {
            self.refuse(option, Unsupported);
        }
        for (option, _) in SUPPORTED.into_iter().filter(|(option, said)| !said.contains(&rules.word(option))) {
            self.refuse(option, Unsupported);
        }
        // Without drops, the option has no effect.
        self.refuse_if(rules.is("freeDrops") && rules.is("pieceDrops"), "freeDrops", Unsupported);
        self.refuse_walls();
        self.refuse_flips();
        let more = [
            ("petrifyOnCaptureTypes", !rules.petrify.is_empty()),
            ("diagonalLines", !(rules.diagonal_lines & rules.board()).is_empty()),
            (
                "connectRegion1White",
                rules.connect_regions.iter().flatten().any(|region| *region != Area::EMPTY),
            ),
        ];
        for (option, _) in more.into_iter().filter(|(_, is_said)| *is_said) {
            self.refuse(option, Unsupported);
        }
        if rules.is("checkCounting") && self.royals != [PieceType::KING] {
            self.refuse("checkCounting", UnsupportedWith("extinctionPieceTypes"));
        }
        self.refuse_if(rules.pass[0] != rules.pass[1] || rules.pass[0], "pass", Unsupported);
        self.refuse_if(
            rules.pass_on_stalemate[0] != rules.pass_on_stalemate[1],
            "passOnStalemate",
            Unsupported,
        );
        if rules.is("mustDrop") && (rules.must_drop_type != PieceType::ALL || !self.royals.is_empty()) {
            self.refuse("mustDrop", Unsupported);
        }
        self.refuse_if(
            rules.is("blastOnCapture") && rules.is("capturesToHand"),
            "blastOnCapture",
            UnsupportedWith("capturesToHand"),
        );
        if rules.is("pieceDemotion") && !rules.is("mandatoryPiecePromotion") {
            self.refuse("pieceDemotion", UnsupportedWith("mandatoryPiecePromotion"));
        }
    }
}

impl Draft<'_> {
    /// Finds the royal types, and refuses combinations of options that the definition language cannot express.
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
            self.refuse("extinctionPseudoRoyal", UnsupportedWith("extinctionPieceTypes"));
            return;
        }
        for one in types {
            if self.kinds_of(one).is_empty() {
                continue;
            }
            let most = self.most_of(one);
            let is_always = most.is_some_and(|most| most <= rules.extinction_count as usize + 1);
            // A side with two royal pieces may lose one, and is in check when both are attacked.
            let is_duple = rules.is("dupleCheck")
                && rules.extinction_count == 0
                && rules.extinction_types.types().count() == 1
                && !self.royals.contains(&PieceType::KING);
            if is_duple {
                self.all_royals = true;
            } else if !is_always && rules.extinction_count == 0 && !self.comes_to_be(one) {
                self.last_royals = true;
            } else if !is_always && rules.extinction_count < 60 {
                self.refuse("extinctionPseudoRoyal", UnsupportedWith("extinctionPieceCount"));
            }
            if !self.royals.contains(&one) {
                self.royals.push(one);
            }
        }
        if rules.is("dupleCheck") && !self.all_royals {
            self.refuse("dupleCheck", UnsupportedWith("extinctionPieceTypes"));
        }
    }

    fn comes_to_be(&self, one: PieceType) -> bool {
        self.rules.is("capturesToHand")
            || self
                .kinds
                .iter()
                .any(|kind| kinds::promotions(self.rules, kind.one).iter().any(|(to, _)| *to == one))
    }

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
        // Captured pieces may become royal in the opponent's hand.
        let others = sources.iter().any(|source| *source != one && !self.rules.extinction_types.has(*source));
        if self.rules.is("capturesToHand") && others {
            return None;
        }
        let count = |is_black| sources.iter().map(|source| self.start.count(*source, is_black)).sum::<usize>();
        Some(count(false).max(count(true)))
    }
}
