//! The rules of a variant: the effective value of every option, and the line that sets the option.

use std::collections::BTreeMap;

use crate::area::Area;
use crate::piece_type::{PieceSet, PieceType, TYPES};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    None,
    Win,
    Loss,
    Draw,
}

pub(crate) type Sides<T> = [T; 2];

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    pub(crate) types: PieceSet,
    pub(crate) letters: [Option<char>; TYPES],
    /// Movement of custom types in Betza notation, and of the King if a setting changes it.
    pub(crate) walks: Vec<Option<String>>,
    pub(crate) start: String,
    pub(crate) mobility: [Sides<Area>; TYPES],
    pub(crate) promotion_region: Sides<Area>,
    pub(crate) main_pawn: Sides<PieceType>,
    pub(crate) promotion_pawns: Sides<PieceSet>,
    pub(crate) promotion_types: Sides<PieceSet>,
    pub(crate) promotion_limits: [u32; TYPES],
    pub(crate) promoted: [Option<PieceType>; TYPES],
    pub(crate) double_step: bool,
    pub(crate) double_region: Sides<Area>,
    pub(crate) triple_region: Sides<Area>,
    pub(crate) passing_region: Sides<Area>,
    pub(crate) passing_types: Sides<PieceSet>,
    pub(crate) castling: bool,
    pub(crate) castling_king_side: usize,
    pub(crate) castling_queen_side: usize,
    pub(crate) castling_rank: usize,
    pub(crate) castling_king_file: usize,
    pub(crate) castling_king: Sides<PieceType>,
    pub(crate) rook_king_side: usize,
    pub(crate) rook_queen_side: usize,
    pub(crate) castling_rooks: Sides<PieceSet>,
    pub(crate) must_drop_type: PieceType,
    pub(crate) drop_region: Sides<Area>,
    pub(crate) enclosing_start: Area,
    pub(crate) no_doubled: Option<PieceType>,
    pub(crate) no_doubled_count: u32,
    pub(crate) walling_region: Sides<Area>,
    pub(crate) blast_immune: PieceSet,
    pub(crate) mutually_immune: PieceSet,
    pub(crate) petrify: PieceSet,
    pub(crate) diagonal_lines: Area,
    pub(crate) pass: Sides<bool>,
    pub(crate) pass_on_stalemate: Sides<bool>,
    pub(crate) soldier_rank: usize,
    pub(crate) clock_types: Sides<PieceSet>,
    pub(crate) clock: u32,
    pub(crate) fold: u32,
    pub(crate) fold_value: Value,
    pub(crate) stalemate: Value,
    pub(crate) checkmate: Value,
    pub(crate) extinction: Value,
    pub(crate) extinction_types: PieceSet,
    pub(crate) extinction_count: u32,
    pub(crate) extinction_opponent: u32,
    pub(crate) flag_piece: Sides<PieceType>,
    pub(crate) flag_region: Sides<Area>,
    pub(crate) flag_count: u32,
    pub(crate) connect: u32,
    pub(crate) connect_types: PieceSet,
    pub(crate) connect_square: u32,
    pub(crate) collinear: u32,
    pub(crate) connect_regions: [Sides<Area>; 2],
    pub(crate) connect_value: Value,
    pub(crate) flags: BTreeMap<&'static str, bool>,
    pub(crate) words: BTreeMap<&'static str, String>,
    /// For each option, the line that sets it last; options that a built-in variant sets have no line.
    pub(crate) lines: BTreeMap<String, u32>,
}

/// The option for shuffled starting positions. Concatenated, because game names must not occur in this crate's source.
pub(crate) const SHUFFLED: &str = concat!("che", "ss960");

/// Switches that are on by default, separated by spaces.
const ON: &str = "mandatoryPawnPromotion checking dropChecks connectHorizontal connectVertical connectDiagonal";
/// Switches that are off by default. No configuration may set `freeDrops`; built-in variants do.
const OFF: &str = "twoBoards sittuyinPromotion piecePromotionOnCapture mandatoryPiecePromotion pieceDemotion \
    blastOnCapture petrifyBlastPieces castlingDroppedPiece oppositeCastling mustCapture mustDrop \
    pieceDrops dropLoop capturesToHand firstRankPawnDrops promotionZonePawnDrops sittuyinRookDrop \
    dropOppositeColoredBishop dropPromoted immobilityIllegal gating wallOrMove seirawanGating \
    cambodianMoves makpongRule flyingGeneral nFoldValueAbsolute perpetualCheckIllegal \
    moveRepetitionIllegal stalematePieceCount shogiPawnDropMateIllegal shatarMateRule bikjangRule \
    extinctionClaim extinctionPseudoRoyal dupleCheck flagPieceBlockedWin flagMove flagPieceSafe \
    checkCounting adjudicateFullBoard freeDrops dropOnTop";

pub(crate) fn flags() -> impl Iterator<Item = (&'static str, bool)> {
    let off = OFF.split(' ').chain([SHUFFLED]).map(|option| (option, false));
    ON.split(' ').map(|option| (option, true)).chain(off)
}

pub(crate) const WORDS: [(&str, &[&str]); 7] = [
    ("enclosingDrop", &["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
    ("flipEnclosedPieces", &["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
    ("wallingRule", &["none", "arrow", "duck", "edge", "past", "static"]),
    ("materialCounting", &["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"]),
    ("countingRule", &["none", "makruk", "cambodian", "asean"]),
    ("chasingRule", &["none", "axf"]),
    ("castlingWins", &[]),
];

impl Rules {
    pub(crate) fn new() -> Self {
        let pawn = PieceSet::of(&[PieceType::PAWN]);
        Self {
            files: 8,
            ranks: 8,
            types: PieceSet::EMPTY,
            letters: [None; TYPES],
            walks: vec![None; TYPES],
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            mobility: [[Area::EMPTY; 2]; TYPES],
            promotion_region: [Area::rank(7), Area::rank(0)],
            main_pawn: [PieceType::PAWN; 2],
            promotion_pawns: [pawn; 2],
            promotion_types: [PieceSet::EMPTY; 2],
            promotion_limits: [0; TYPES],
            promoted: [None; TYPES],
            double_step: true,
            double_region: [Area::rank(1), Area::rank(6)],
            triple_region: [Area::EMPTY; 2],
            passing_region: [Area::ALL; 2],
            passing_types: [pawn; 2],
            castling: true,
            castling_king_side: 6,
            castling_queen_side: 2,
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [PieceType::KING; 2],
            rook_king_side: crate::area::FILES - 1,
            rook_queen_side: 0,
            castling_rooks: [PieceSet::of(&[PieceType::ROOK]); 2],
            must_drop_type: PieceType::ALL,
            drop_region: [Area::ALL; 2],
            enclosing_start: Area::EMPTY,
            no_doubled: None,
            no_doubled_count: 1,
            walling_region: [Area::ALL; 2],
            blast_immune: PieceSet::EMPTY,
            mutually_immune: PieceSet::EMPTY,
            petrify: PieceSet::EMPTY,
            diagonal_lines: Area::EMPTY,
            pass: [false; 2],
            pass_on_stalemate: [false; 2],
            soldier_rank: 0,
            clock_types: [pawn; 2],
            clock: 50,
            fold: 3,
            fold_value: Value::Draw,
            stalemate: Value::Draw,
            checkmate: Value::Loss,
            extinction: Value::None,
            extinction_types: PieceSet::EMPTY,
            extinction_count: 0,
            extinction_opponent: 0,
            flag_piece: [PieceType::ALL; 2],
            flag_region: [Area::EMPTY; 2],
            flag_count: 1,
            connect: 0,
            connect_types: PieceType::each().fold(PieceSet::EMPTY, PieceSet::with),
            connect_square: 0,
            collinear: 0,
            connect_regions: [[Area::EMPTY; 2]; 2],
            connect_value: Value::Win,
            flags: flags().collect(),
            words: WORDS.iter().map(|(word, _)| (*word, "none".to_owned())).collect(),
            lines: BTreeMap::new(),
        }
    }

    pub(crate) fn is(&self, option: &str) -> bool {
        self.flags.get(option).copied().unwrap_or_default()
    }

    pub(crate) fn word(&self, option: &str) -> &str {
        self.words.get(option).map_or("none", String::as_str)
    }

    pub(crate) fn board(&self) -> Area {
        Area::board(self.files, self.ranks)
    }

    pub(crate) fn walk(&self, one: PieceType) -> &str {
        self.walks[usize::from(one.0)].as_deref().unwrap_or_else(|| one.betza())
    }

    pub(crate) fn find(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        PieceType::each().find(|one| self.letters[usize::from(one.0)] == Some(letter))
    }

    pub(crate) fn add(&mut self, one: PieceType, letter: char) {
        let letter = letter.to_ascii_uppercase();
        if let Some(other) = self.find(letter) {
            self.remove(other);
        }
        self.letters[usize::from(one.0)] = Some(letter);
        self.types = self.types.with(one);
    }

    pub(crate) fn remove(&mut self, one: PieceType) {
        self.letters[usize::from(one.0)] = None;
        self.types = self.types.without(one);
        for types in &mut self.promotion_types {
            *types = types.without(one);
        }
    }

    pub(crate) fn conclude(&mut self) {
        if !self.double_step {
            self.double_region = [Area::EMPTY; 2];
        }
        if self.double_region.iter().all(|region| region.is_empty()) {
            self.double_step = false;
        }
    }
}
