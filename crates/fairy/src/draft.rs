//! The draft of a game: the data about a variant from which the definition is written.

use std::collections::BTreeSet;

use crate::area::Area;
use crate::betza::{self, Walk};
use crate::kinds::{self, Kind};
use crate::piece_type::PieceType;
use crate::refusal::{Reason, Refusal};
use crate::rules::{Rules, Sides};
use crate::start::Start;
use crate::walls;
use crate::words::Places;

pub(crate) struct Draft<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) start: Start,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) places: Places,
    pub(crate) faults: Vec<Refusal>,
    /// Whether a hand has room for fewer pieces than could be captured.
    pub(crate) lacks_room_in_hand: bool,
    pub(crate) royals: Vec<PieceType>,
    /// Whether a side is in check only when all its royal pieces are threatened.
    pub(crate) all_royals: bool,
    /// Whether a piece is royal only while it is the last of its kind.
    pub(crate) last_royals: bool,
    pub(crate) irreversible: BTreeSet<&'static str>,
    pub(crate) wall: Option<char>,
}

impl<'r> Draft<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Result<Self, Refusal> {
        let refused =
            |option: &str, reason: Reason| Refusal::new(option, rules.lines.get(option).copied(), reason);
        let start = Start::read(rules).ok_or_else(|| refused("startFen", Reason::Start))?;
        let found = kinds::find(rules, &start);
        let kinds = kinds::name(rules, &found)
            .ok_or_else(|| refused("promotionPieceTypes", Reason::TooMany("pieces")))?;
        let wall = walls::letter(rules, &start, &kinds)
            .map_err(|()| refused("promotionPieceTypes", Reason::TooMany("pieces")))?;
        Ok(Self {
            rules,
            wall,
            start,
            kinds,
            places: Places::new(rules.files, rules.ranks),
            faults: Vec::new(),
            lacks_room_in_hand: false,
            royals: Vec::new(),
            all_royals: false,
            last_royals: false,
            irreversible: BTreeSet::new(),
        })
    }

    pub(crate) fn refuse(&mut self, option: &str, reason: Reason) {
        let refusal = Refusal::new(option, self.rules.lines.get(option).copied(), reason);
        if !self.faults.contains(&refusal) {
            self.faults.push(refusal);
        }
    }

    pub(crate) fn refuse_if(&mut self, is_refused: bool, option: &str, reason: Reason) {
        if is_refused {
            self.refuse(option, reason);
        }
    }

    pub(crate) fn walk(&mut self, one: PieceType) -> Walk {
        let betza = self.rules.walk(one).to_owned();
        betza::read(&betza).unwrap_or_else(|| {
            self.refuse(&one.option(), Reason::Walk(betza));
            Walk::default()
        })
    }

    pub(crate) fn kinds_of(&self, one: PieceType) -> Vec<&Kind> {
        self.kinds.iter().filter(|kind| kind.one == one).collect()
    }

    pub(crate) fn noun(&self, one: PieceType) -> Option<String> {
        if one == PieceType::ALL {
            return Some("piece".to_owned());
        }
        let names: Vec<String> = self.kinds_of(one).into_iter().map(|kind| kind.name.clone()).collect();
        (!names.is_empty()).then(|| crate::words::either(&names))
    }

    pub(crate) fn nouns(&self, types: &[PieceType]) -> Option<String> {
        let names: Vec<String> =
            self.kinds.iter().filter(|kind| types.contains(&kind.one)).map(|kind| kind.name.clone()).collect();
        (!names.is_empty()).then(|| crate::words::either(&names))
    }

    pub(crate) fn board(&self) -> Area {
        self.rules.board() - self.start.walls
    }

    pub(crate) fn mobility(&self, one: PieceType) -> Sides<Area> {
        let board = self.rules.board();
        self.rules.mobility[usize::from(one.0)].map(|area| if area.is_empty() { board } else { area & board })
    }

    /// Returns the squares from which a piece with this movement can never move.
    pub(crate) fn dead(&self, walk: &Walk) -> Sides<Area> {
        let board = self.board();
        [false, true].map(|is_black| {
            let stuck =
                |(file, rank): &(usize, usize)| (walk.leads((*file, *rank), is_black) & board).is_empty();
            Area::of_all(board.squares().filter(stuck))
        })
    }

    pub(crate) fn is_dropped(&self, one: PieceType) -> bool {
        self.rules.is("pieceDrops")
            && (self.start.hands.iter().flatten().any(|held| *held == one)
                || self.rules.is("capturesToHand") && !self.royals.contains(&one) && self.comes_to_hand(one))
    }

    fn comes_to_hand(&self, one: PieceType) -> bool {
        self.kinds.iter().any(|kind| kind.one != PieceType::KING && kind.before.unwrap_or(kind.one) == one)
    }

    pub(crate) fn drop_area(&self, one: PieceType, walk: &Walk) -> Sides<Area> {
        let rules = self.rules;
        let (mobility, dead) = (self.mobility(one), self.dead(walk));
        std::array::from_fn(|side| {
            let mut area = rules.drop_region[side] & mobility[side] & self.board();
            if one == PieceType::PAWN {
                if !rules.is("promotionZonePawnDrops") {
                    area = area - rules.promotion_region[side];
                }
                if !rules.is("firstRankPawnDrops") {
                    area = area - Area::rank(if side == 0 { 0 } else { rules.ranks - 1 });
                }
            }
            if rules.is("immobilityIllegal") {
                area = area - dead[side];
            }
            area
        })
    }
}
