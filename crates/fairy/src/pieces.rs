//! Writes the kinds of piece, with their lines and labels.

use std::fmt::Write;

use crate::area::Area;
use crate::betza::{Leaps, Walk};
use crate::draft::Draft;
use crate::kinds::{self, Kind};
use crate::piece_type::PieceType;
use crate::refusal::Reason::{self, UnsupportedWith};
use crate::rules::Sides;
use crate::words::{self, Line};

/// How the lines of a kind are labelled for promotions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Plain,
    /// All lines have the same label, which distinguishes moves from drops.
    March,
    /// Lines have different labels inside and outside the promotion zone.
    Split,
}

struct Limits<'l> {
    label: Option<&'l str>,
    from: Sides<Area>,
    to: Sides<Area>,
}

impl Draft<'_> {
    pub(crate) fn promotes_everywhere(&self) -> bool {
        self.rules.promotion_region.iter().all(|region| (self.rules.board() - *region).is_empty())
    }

    pub(crate) fn turns(&self, kind: &Kind) -> bool {
        let promotes = self.rules.promoted[usize::from(kind.one.0)].is_some();
        let demotes = self.rules.is("pieceDemotion") && kind.before.is_some();
        kind.one != PieceType::KING && kind.one != PieceType::PAWN && (promotes || demotes)
    }

    pub(crate) fn mode(&self, kind: &Kind, walk: &Walk) -> Mode {
        let rules = self.rules;
        let lands = |zone: &Sides<Area>| {
            let drops = self.drop_area(kind.one, walk);
            self.is_dropped(kind.one) && (0..2).any(|side| !(drops[side] & zone[side]).is_empty())
        };
        if self.turns(kind) {
            if rules.is("piecePromotionOnCapture") {
                return Mode::Plain;
            }
            let stays = (0..2).all(|side| {
                let zone = rules.promotion_region[side] & self.board();
                zone.squares().all(|square| {
                    let reached = walk.leads(square, side == 1) & self.board();
                    (reached - zone).is_empty()
                })
            });
            return match stays || self.promotes_everywhere() {
                true if lands(&rules.promotion_region) => Mode::March,
                true => Mode::Plain,
                false => Mode::Split,
            };
        }
        let is_pawn = (0..2).any(|side| kinds::is_pawn(rules, kind.one, side));
        let marches = is_pawn && (lands(&rules.promotion_region) || self.catches_in_zone(kind.one));
        if marches { Mode::March } else { Mode::Plain }
    }

    pub(crate) fn write_pieces(&mut self, text: &mut String) {
        for kind in self.kinds.clone() {
            let _ = write!(text, "piece {} \"{}\"", kind.letter, kind.name);
            if let Some(french) = &kind.french {
                let _ = write!(text, " fr \"{french}\"");
            }
            text.push('\n');
            let before = text.len();
            let walk = self.walk(kind.one);
            if kind.one == PieceType::PAWN {
                self.write_pawn(text, &kind, &walk);
            } else {
                self.write_walk(text, &kind, &walk);
            }
            if kind.one == PieceType::KING && self.rules.is("flyingGeneral") {
                let _ = writeln!(text, "  captures: slide straight onto an enemy {}", kind.name);
            }
            if !text[before..].contains("captures") {
                text.push_str("  never captures\n");
            }
            if kind.before.is_none() && self.is_dropped(kind.one) {
                self.write_drops(text, &kind, &walk);
            }
        }
        self.write_wall(text);
    }

    fn write_drops(&mut self, text: &mut String, kind: &Kind, walk: &Walk) {
        let area = self.drop_area(kind.one, walk);
        if area.iter().all(|area| area.is_empty()) {
            return;
        }
        let of = if area.iter().all(|area| (self.board() - *area).is_empty()) {
            String::new()
        } else {
            format!(" of {}", self.places.name("own", &area, "camp"))
        };
        let bound = match self.rules.no_doubled == Some(kind.one) {
            true => {
                let noun = self.noun(kind.one).unwrap_or_default();
                match self.rules.no_doubled_count {
                    0 => return,
                    1 => format!(" on a file with no own {noun}"),
                    count => format!(" on a file with at most {} own {noun}", count - 1),
                }
            }
            false => String::new(),
        };
        for target in self.drop_targets(&of, &bound) {
            let _ = writeln!(text, "  moves (drop): to {target}");
        }
        if self.rules.is("dropPromoted") && self.rules.promoted[usize::from(kind.one.0)].is_some() {
            let _ = writeln!(text, "  moves (turned drop): to any square{of}{bound}, from own hand");
        }
    }

    fn ends(&mut self, kind: &Kind, walk: &Walk) -> Sides<Area> {
        let rules = self.rules;
        let mut ends = self.mobility(kind.one);
        let dead = self.dead(walk);
        for (side, area) in ends.iter_mut().enumerate() {
            let zone = rules.promotion_region[side];
            let (is_promoted, is_forced) = self.promotion_of(kind, side);
            if rules.is("immobilityIllegal") {
                *area = *area - if is_promoted { dead[side] - zone } else { dead[side] };
            }
            if is_forced && !is_promoted {
                *area = *area - zone;
            }
            // In Fairy-Stockfish, a piece also attacks squares that it cannot enter.
            let barred = self.mobility(kind.one)[side] - *area;
            let reached = |(file, rank): (usize, usize)| walk.captured((file, rank), side == 1);
            let attacked = self.board().squares().fold(Area::EMPTY, |all, square| all | reached(square));
            if !self.royals.is_empty() && !(attacked & barred & self.board()).is_empty() {
                let option =
                    if rules.is("immobilityIllegal") { "immobilityIllegal" } else { "mandatoryPawnPromotion" };
                self.refuse(option, UnsupportedWith("promotionPieceTypes"));
            }
        }
        ends
    }

    fn promotion_of(&self, kind: &Kind, side: usize) -> (bool, bool) {
        let rules = self.rules;
        let as_pawn = kinds::is_pawn(rules, kind.one, side);
        let pawn_types = rules.promotion_types[side].types().next().is_some() && as_pawn;
        let turned = rules.promoted[usize::from(kind.one.0)].is_some() && kind.one != PieceType::KING;
        (pawn_types || turned, as_pawn && rules.is("mandatoryPawnPromotion"))
    }

    fn write_line(&mut self, text: &mut String, line: &Line, limits: &Limits<'_>) {
        if limits.from.iter().all(|area| (*area & self.board()).is_empty()) {
            return;
        }
        let verb = match (line.moves, line.captures) {
            (true, true) => "moves and captures",
            (true, false) => "moves",
            _ => "captures",
        };
        let label = limits.label.map_or_else(String::new, |label| format!(" ({label})"));
        let _ = write!(text, "  {verb}{label}: {}", line.ways);
        if !self.places.is_everywhere(&limits.from) {
            let _ = write!(text, ", from {}", self.places.name("own", &limits.from, "home"));
        }
        if !self.places.is_everywhere(&limits.to) {
            let _ = write!(text, ", only to {}", self.places.name("own", &limits.to, "realm"));
        }
        if self.rules.is("mustDrop") {
            text.push_str(", when no own piece is in own hand");
        }
        text.push('\n');
    }

    fn write_walk(&mut self, text: &mut String, kind: &Kind, walk: &Walk) {
        let rules = self.rules;
        let board = [rules.board(); 2];
        let to = self.ends(kind, walk);
        let mode = self.mode(kind, walk);
        let explodes = rules.is("blastOnCapture") && self.royals.contains(&kind.one);
        let mut walk = walk.clone();
        if explodes {
            walk.captures.clear();
        }
        let soldier: Sides<Area> = {
            let ranks = (rules.soldier_rank..rules.ranks).fold(Area::EMPTY, |all, rank| all | Area::rank(rank));
            [ranks & rules.board(), (ranks & rules.board()).mirrored(rules.ranks)]
        };
        let mut parts: Vec<(Walk, Sides<Area>, Option<&'static str>)> = Vec::new();
        if kind.one == PieceType::SOLDIER && rules.soldier_rank > 0 {
            let pick = |is_straight: bool| {
                let part = |leaps: &Leaps| {
                    leaps
                        .iter()
                        .filter(|((leap, _), _)| (leap.1 == 0) == is_straight)
                        .map(|(key, means)| (*key, *means))
                        .collect()
                };
                Walk { moves: part(&walk.moves), captures: part(&walk.captures), first_moves: Leaps::new() }
            };
            parts.push((pick(true), board, None));
            parts.push((pick(false), soldier, None));
        } else if let Some((there, both)) = self.reversible(kind, &walk) {
            parts.push((
                Walk { moves: there, captures: Leaps::new(), first_moves: Leaps::new() },
                board,
                Some("advance"),
            ));
            parts.push((
                Walk { moves: both, captures: walk.captures.clone(), first_moves: Leaps::new() },
                board,
                None,
            ));
        } else {
            parts.push((Walk { first_moves: Leaps::new(), ..walk.clone() }, board, None));
        }
        for (part, from, label) in parts {
            let Some(lines) = words::lines(&part) else {
                self.refuse(&kind.one.option(), Reason::Walk(rules.walk(kind.one).to_owned()));
                continue;
            };
            let lines = match kind.one == PieceType::JANGGI_CANNON {
                true => self.cannon_lines(kind.one),
                false => lines,
            };
            for line in lines {
                match mode {
                    Mode::Plain => self.write_line(text, &line, &Limits { label, from, to }),
                    Mode::March => self.write_line(text, &line, &Limits { label: Some("march"), from, to }),
                    Mode::Split => {
                        let inside = std::array::from_fn(|side| from[side] & rules.promotion_region[side]);
                        let outside = std::array::from_fn(|side| from[side] - rules.promotion_region[side]);
                        self.write_line(text, &line, &Limits { label: Some("enter"), from: outside, to });
                        self.write_line(text, &line, &Limits { label: Some("leave"), from: inside, to });
                    }
                }
                if label.is_some() && mode != Mode::Plain {
                    self.refuse("nMoveRuleTypes", UnsupportedWith("promotedPieceType"));
                }
            }
        }
        if !walk.first_moves.is_empty() && rules.double_step {
            self.write_first_moves(text, kind, &walk, mode, to);
        }
        self.write_passing(text, kind, &walk);
    }

    /// Returns the lines of a Cannon, which neither jumps over nor captures other Cannons.
    fn cannon_lines(&self, one: PieceType) -> Vec<Line> {
        let noun = self.noun(one).unwrap_or_default();
        let over = format!("slide straight over one piece but {noun}");
        let onto = format!("{over} onto an enemy piece but {noun}");
        vec![
            Line { moves: true, captures: false, ways: over },
            Line { moves: false, captures: true, ways: onto },
        ]
    }

    fn write_first_moves(&mut self, text: &mut String, kind: &Kind, walk: &Walk, mode: Mode, to: Sides<Area>) {
        let own: Leaps = walk
            .first_moves
            .iter()
            .filter(|(key, _)| !walk.moves.contains_key(key))
            .map(|(key, means)| (*key, *means))
            .collect();
        let Some(ways) = words::ways(&own) else {
            self.refuse(&kind.one.option(), Reason::Walk(self.rules.walk(kind.one).to_owned()));
            return;
        };
        if mode == Mode::Split || mode == Mode::March {
            self.refuse(&kind.one.option(), UnsupportedWith("promotedPieceType"));
        }
        let line = Line { moves: true, captures: false, ways };
        self.write_line(
            text,
            &line,
            &Limits { label: Some("double step"), from: self.rules.double_region, to },
        );
    }

    /// Returns the irreversible and reversible moves of a kind, if the move clock distinguishes them.
    fn reversible(&mut self, kind: &Kind, walk: &Walk) -> Option<(Leaps, Leaps)> {
        let rules = self.rules;
        let counts = rules.clock > 0 && rules.clock_types.iter().any(|types| types.has(kind.one));
        if !counts {
            return None;
        }
        let comes_back = |key: &(crate::betza::Leap, crate::betza::MeansKind)| {
            walk.moves.keys().any(|(leap, _)| *leap == (-key.0.0, -key.0.1))
        };
        let (both, there): (Leaps, Leaps) =
            walk.moves.iter().map(|(key, means)| (*key, *means)).partition(|(key, _)| comes_back(key));
        if both.is_empty() {
            return None;
        }
        if !there.is_empty() {
            self.irreversible.insert("advance");
        }
        if !walk.first_moves.is_empty() {
            self.irreversible.insert("double step");
        }
        Some((there, both))
    }

    pub(crate) fn is_irreversible(&self, one: PieceType, walk: &Walk) -> bool {
        one == PieceType::PAWN
            || !walk
                .moves
                .keys()
                .any(|(leap, _)| walk.moves.keys().any(|(other, _)| *other == (-leap.0, -leap.1)))
    }

    fn write_pawn(&mut self, text: &mut String, kind: &Kind, walk: &Walk) {
        let rules = self.rules;
        let to = self.ends(kind, walk);
        let label = (self.mode(kind, walk) == Mode::March).then_some("march");
        let everywhere = [rules.board(); 2];
        let line = |moves: bool, ways: &str| Line { moves, captures: !moves, ways: ways.to_owned() };
        self.write_line(text, &line(true, "step forward"), &Limits { label, from: everywhere, to });
        if rules.double_step {
            let limits = Limits { label: Some("double step"), from: rules.double_region, to };
            self.write_line(text, &line(true, "slide forward exactly 2"), &limits);
            if self.steps_thrice() {
                let limits = Limits { label: Some("triple step"), from: rules.triple_region, to };
                self.write_line(text, &line(true, "slide forward exactly 3"), &limits);
            }
            let narrow = (0..2).any(|side| !(rules.board() - self.mobility(kind.one)[side]).is_empty());
            if narrow {
                self.refuse(
                    &format!("mobilityRegionWhite{}", kind.one.capital()),
                    UnsupportedWith("doubleStep"),
                );
            }
        }
        self.write_line(text, &line(false, "step diagonally forward"), &Limits { label, from: everywhere, to });
        self.write_passing(text, kind, walk);
    }
}
