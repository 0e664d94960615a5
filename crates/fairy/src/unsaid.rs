//! What no words are for: options that the language of text games cannot say.

use crate::area::Area;
use crate::draft::Draft;
use crate::piece_type::PieceType;
use crate::refusal::Reason;

/// Options that are refused where they are on.
const NEVER_ON: [&str; 16] = [
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
    "petrifyBlastPieces",
];

/// Options that are refused where they name a rule.
const NEVER_SAID: [&str; 3] = ["countingRule", "chasingRule", "castlingWins"];

/// Rules of an option for which there are words.
const SAID: [(&str, &[&str]); 4] = [
    ("enclosingDrop", &["none", "reversi", "ataxx", "top"]),
    ("flipEnclosedPieces", &["none", "reversi", "ataxx"]),
    ("wallingRule", &["none", "past", "static", "arrow", "duck"]),
    ("materialCounting", &["none", "unweighted", "whitedrawodds", "blackdrawodds"]),
];

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
        for (option, _) in SAID.into_iter().filter(|(option, said)| !said.contains(&rules.word(option))) {
            self.refuse(option, Reason::NoWords);
        }
        // Where nothing is dropped, it does not matter how.
        if rules.is("freeDrops") && rules.is("pieceDrops") {
            self.refuse("freeDrops", Reason::NoWords);
        }
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
