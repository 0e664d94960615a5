//! What no words are for: options that the language of text games cannot say.

use crate::area::Area;
use crate::draft::Draft;
use crate::piece_type::PieceType;
use crate::refusal::Reason;

/// Options that are refused where they are on.
const NEVER_ON: [&str; 19] = [
    crate::rules::SHUFFLED,
    "twoBoards",
    "sittuyinPromotion",
    "sittuyinRookDrop",
    "castlingDroppedPiece",
    "oppositeCastling",
    "dropOppositeColoredBishop",
    "gating",
    "seirawanGating",
    "cambodianMoves",
    "wallOrMove",
    "makpongRule",
    "moveRepetitionIllegal",
    "shatarMateRule",
    "bikjangRule",
    "flagPieceBlockedWin",
    "adjudicateFullBoard",
    "petrifyBlastPieces",
    "freeDrops",
];

/// Options that are refused where they name a rule.
const NEVER_SAID: [&str; 6] =
    ["enclosingDrop", "flipEnclosedPieces", "wallingRule", "countingRule", "chasingRule", "castlingWins"];

impl Draft<'_> {
    /// Refuses every option that there are no words for.
    pub(crate) fn refuse_unsaid(&mut self) {
        let rules = self.rules;
        for option in NEVER_ON.into_iter().filter(|option| rules.is(option)) {
            self.refuse(option, Reason::NoWords);
        }
        for option in NEVER_SAID.into_iter().filter(|option| rules.word(option) != "none") {
            self.refuse(option, Reason::NoWords);
        }
        if !["none", "whitedrawodds", "blackdrawodds"].contains(&rules.word("materialCounting")) {
            self.refuse("materialCounting", Reason::NoWords);
        }
        let more = [
            ("petrifyOnCaptureTypes", !rules.petrify.is_empty()),
            ("diagonalLines", !(rules.diagonal_lines & rules.board()).is_empty()),
            ("connectNxN", rules.connect_square > 0),
            ("collinearN", rules.collinear > 0),
            (
                "connectRegion1White",
                rules.connect_regions.iter().flatten().any(|region| *region != Area::EMPTY),
            ),
            ("tripleStepRegionWhite", rules.triple_region.iter().any(|region| *region != Area::EMPTY)),
            ("startFen", !self.start.walls.is_empty()),
        ];
        for (option, _) in more.into_iter().filter(|(_, is_said)| *is_said) {
            self.refuse(option, Reason::NoWords);
        }
        if rules.is("checkCounting") && self.royals != [PieceType::KING] {
            self.refuse("checkCounting", Reason::NoWordsWith("extinctionPieceTypes"));
        }
        if rules.pass[0] != rules.pass[1] || rules.pass[0] {
            self.refuse("pass", Reason::NoWords);
        }
        if rules.pass_on_stalemate[0] != rules.pass_on_stalemate[1] {
            self.refuse("passOnStalemate", Reason::NoWords);
        }
        if rules.is("mustDrop") && (rules.must_drop_type != PieceType::ALL || !self.royals.is_empty()) {
            self.refuse("mustDrop", Reason::NoWords);
        }
        if rules.is("blastOnCapture") && rules.is("capturesToHand") {
            self.refuse("blastOnCapture", Reason::NoWordsWith("capturesToHand"));
        }
        if rules.is("pieceDemotion") && !rules.is("mandatoryPiecePromotion") {
            self.refuse("pieceDemotion", Reason::NoWordsWith("mandatoryPiecePromotion"));
        }
    }
}
