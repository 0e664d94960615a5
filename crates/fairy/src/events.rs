//! Writes the events of a game definition: promotions, captures to the hand, and explosions.

use std::fmt::Write;

use crate::area::Area;
use crate::draft::Draft;
use crate::kinds::{self, Kind};
use crate::piece_type::PieceType;
use crate::pieces::Mode;
use crate::refusal::Reason::UnsupportedWith;
use crate::rules::Sides;
use crate::words::either;

impl Draft<'_> {
    pub(crate) fn write_events(&mut self, text: &mut String) {
        let mut events = String::new();
        for kind in self.kinds.clone() {
            if self.turns(&kind) {
                self.write_turns(&mut events, &kind);
            }
            self.write_promotions(&mut events, &kind);
        }
        self.write_turned_drops(&mut events);
        self.write_captures(&mut events);
        self.write_flips(&mut events);
        self.write_supply(&mut events);
        self.write_walling(&mut events);
        self.write_blasts(&mut events);
        if !events.is_empty() {
            text.push('\n');
            text.push_str(&events);
        }
    }

    fn kind_of(&self, one: PieceType, before: Option<PieceType>) -> Option<&Kind> {
        let before = before.filter(|_| kinds::remembers(self.rules));
        self.kinds.iter().find(|kind| (kind.one, kind.before) == (one, before))
    }

    fn write_promotions(&mut self, text: &mut String, kind: &Kind) {
        let rules = self.rules;
        let lists: Sides<Vec<String>> = std::array::from_fn(|side| {
            if !kinds::is_pawn(rules, kind.one, side) {
                return Vec::new();
            }
            let mut names: Vec<String> = rules.promotion_types[side]
                .types()
                .filter_map(|to| self.kind_of(to, Some(rules.main_pawn[side])).map(|kind| kind.name.clone()))
                .collect();
            if kind.one == PieceType::PAWN
                && let Some(to) = rules.promoted[usize::from(kind.one.0)]
            {
                names.extend(self.kind_of(to, Some(kind.one)).map(|kind| kind.name.clone()));
            }
            names
        });
        let zone = rules.promotion_region.map(|region| region & self.board());
        let is_both = lists[0] == lists[1];
        let walk = self.walk(kind.one);
        let mode = self.mode(kind, &walk);
        if mode == Mode::Split && lists.iter().any(|list| !list.is_empty()) {
            self.refuse("promotedPieceType", UnsupportedWith("promotionPawnTypes"));
            return;
        }
        for side in [0, 1] {
            if lists[side].is_empty() || is_both && side == 1 {
                continue;
            }
            let zone = if is_both {
                zone
            } else {
                std::array::from_fn(|other| if other == side { zone[other] } else { Area::EMPTY })
            };
            if zone.iter().all(|area| area.is_empty()) {
                continue;
            }
            let dead = self.dead(&walk);
            let is_mandatory = rules.is("mandatoryPawnPromotion");
            let forced: Sides<Area> = if is_mandatory {
                zone
            } else if rules.is("immobilityIllegal") {
                std::array::from_fn(|side| zone[side] & dead[side])
            } else {
                [Area::EMPTY; 2]
            };
            let free = std::array::from_fn(|side| zone[side] - forced[side]);
            for (zone, verb) in [(free, "may become"), (forced, "becomes")] {
                if zone.iter().all(|area| area.is_empty()) {
                    continue;
                }
                let place = self.places.name("own", &zone, "goal");
                let does = match mode {
                    Mode::March => format!("makes {} onto", self.labels(kind)),
                    _ => "arrives on".to_owned(),
                };
                if verb == "becomes" && lists[side].len() == 1 {
                    self.refuse_limit(kind);
                }
                let whose = place.replacen("own last rank", "its last rank", 1);
                let bounds = if verb == "becomes" && lists[side].len() == 1 {
                    String::new()
                } else {
                    self.bounds(kind, &lists[side])
                };
                let list = either(&lists[side]);
                let _ = writeln!(text, "after a {} {does} {whose}: it {verb} {list}{bounds}", kind.name);
            }
        }
    }

    /// Returns the limits on the number of promoted pieces.
    fn bounds(&mut self, kind: &Kind, names: &[String]) -> String {
        let mut bounds = Vec::new();
        let mut types: Vec<PieceType> = Vec::new();
        for (one, _) in kinds::promotions(self.rules, kind.one) {
            let most = self.rules.promotion_limits[usize::from(one.0)];
            if most == 0 || types.contains(&one) {
                continue;
            }
            types.push(one);
            match self.kinds_of(one)[..] {
                [only] if names.contains(&only.name) => bounds.push(format!("{most} {}", only.name)),
                [_] => {}
                _ => self.refuse("promotionLimit", UnsupportedWith("capturesToHand")),
            }
        }
        if bounds.is_empty() { String::new() } else { format!(", with at most {} a side", bounds.join(", ")) }
    }

    /// Refuses a limit on a forced promotion, since the piece could not move once the limit is reached.
    fn refuse_limit(&mut self, kind: &Kind) {
        let limited = kinds::promotions(self.rules, kind.one);
        if limited.iter().any(|(to, _)| self.rules.promotion_limits[usize::from(to.0)] > 0) {
            self.refuse("promotionLimit", UnsupportedWith("mandatoryPiecePromotion"));
        }
    }

    fn labels(&mut self, kind: &Kind) -> String {
        let mut labels = vec!["a march"];
        if self.passers().contains(&kind.one) {
            labels.push("a double step");
            labels.extend((kind.one == PieceType::PAWN && self.steps_thrice()).then_some("a triple step"));
        }
        labels.join(" or ")
    }

    fn write_turns(&mut self, text: &mut String, kind: &Kind) {
        let rules = self.rules;
        let target = match rules.promoted[usize::from(kind.one.0)] {
            Some(to) if kind.before.is_none() || !rules.is("pieceDemotion") => self.kind_of(to, Some(kind.one)),
            Some(_) => {
                self.refuse("pieceDemotion", UnsupportedWith("promotedPieceType"));
                return;
            }
            None => kind.before.and_then(|before| self.kind_of(before, None)),
        };
        let Some(target) = target.map(|kind| kind.name.clone()) else { return };
        let name = &kind.name;
        let is_mandatory = rules.is("mandatoryPiecePromotion");
        let verb = if is_mandatory { "becomes" } else { "may become" };
        let walk = self.walk(kind.one);
        let mode = self.mode(kind, &walk);
        if is_mandatory {
            self.refuse_limit(kind);
        }
        let bounds =
            if is_mandatory { String::new() } else { self.bounds(kind, std::slice::from_ref(&target)) };
        if rules.is("piecePromotionOnCapture") {
            if !self.promotes_everywhere() {
                self.refuse("piecePromotionOnCapture", UnsupportedWith("promotionRegionWhite"));
            }
            let _ = writeln!(text, "after a {name} captures: it {verb} {target}{bounds}");
            return;
        }
        if self.promotes_everywhere() {
            let does = if mode == Mode::March {
                "makes a march".to_owned()
            } else {
                let board = [rules.board(); 2];
                format!("arrives on {}", self.places.name("own", &board, "board"))
            };
            let _ = writeln!(text, "after a {name} {does}: it {verb} {target}{bounds}");
            return;
        }
        let dead = self.dead(&walk);
        let must = |area: Sides<Area>| -> Sides<Area> {
            std::array::from_fn(|side| {
                if is_mandatory {
                    area[side]
                } else if rules.is("immobilityIllegal") {
                    area[side] & dead[side]
                } else {
                    Area::EMPTY
                }
            })
        };
        let zone = rules.promotion_region.map(|region| region & self.board());
        let board = [self.board(); 2];
        let cases: Vec<(&str, Sides<Area>)> = match mode {
            Mode::Split => vec![("enter", zone), ("leave", board)],
            _ => vec![("march", zone)],
        };
        for (label, area) in cases {
            let forced = must(area);
            let free: Sides<Area> = std::array::from_fn(|side| area[side] - forced[side]);
            for (area, verb) in [(free, "may become"), (forced, "becomes")] {
                if area.iter().all(|area| area.is_empty()) {
                    continue;
                }
                if verb == "becomes" {
                    self.refuse_limit(kind);
                }
                let bounds = if verb == "becomes" { "" } else { &bounds };
                let is_all = self.places.is_everywhere(&area);
                let place = if is_all { String::new() } else { self.places.name("own", &area, "goal") };
                let article = if label == "enter" { "an" } else { "a" };
                let does = match (mode, is_all) {
                    (Mode::Plain, _) => {
                        format!("arrives on {}", place.replacen("own last rank", "its last rank", 1))
                    }
                    (_, true) => format!("makes {article} {label}"),
                    _ => format!("makes {article} {label} onto {place}"),
                };
                let _ = writeln!(text, "after a {name} {does}: it {verb} {target}{bounds}");
            }
        }
    }

    fn write_turned_drops(&mut self, text: &mut String) {
        if !self.rules.is("dropPromoted") {
            return;
        }
        for kind in self.kinds.clone().into_iter().filter(|kind| kind.before.is_none()) {
            let to =
                self.rules.promoted[usize::from(kind.one.0)].and_then(|to| self.kind_of(to, Some(kind.one)));
            if let Some(to) = to.filter(|_| self.is_dropped(kind.one)) {
                let _ = writeln!(text, "after a {} makes a turned drop: it becomes {}", kind.name, to.name);
            }
        }
    }

    fn write_captures(&mut self, text: &mut String) {
        if !self.rules.is("capturesToHand") {
            return;
        }
        for kind in self.kinds.clone().into_iter().filter(|kind| kind.before.is_none()) {
            let remembers = kinds::remembers(self.rules);
            let sources: Vec<String> = self
                .kinds
                .iter()
                .filter(|other| !self.royals.contains(&other.one))
                .filter(|other| {
                    other.before.filter(|_| remembers && !self.rules.is("dropLoop")).unwrap_or(other.one)
                        == kind.one
                })
                .map(|other| other.name.clone())
                .collect();
            if !sources.is_empty() {
                let _ = writeln!(
                    text,
                    "after a piece captures a {}: an own {} is put in own hand",
                    either(&sources),
                    kind.name
                );
            }
        }
    }

    fn write_blasts(&mut self, text: &mut String) {
        let rules = self.rules;
        if !rules.is("blastOnCapture") {
            return;
        }
        let names = |wanted: &dyn Fn(PieceType) -> bool| -> Vec<String> {
            self.kinds.iter().filter(|kind| wanted(kind.one)).map(|kind| kind.name.clone()).collect()
        };
        let spared = names(&|one| one == PieceType::PAWN || rules.blast_immune.has(one));
        let immune = names(&|one| rules.blast_immune.has(one));
        let but =
            |names: &[String]| if names.is_empty() { String::new() } else { format!(" but {}", either(names)) };
        let _ = writeln!(
            text,
            "after a piece{} captures: it and all pieces{} next to it are removed",
            but(&immune),
            but(&spared)
        );
        if !immune.is_empty() {
            let _ = writeln!(
                text,
                "after a {} captures: all pieces{} next to it are removed",
                either(&immune),
                but(&spared)
            );
        }
    }
}
