//! Writes the end conditions of a game definition.

use std::fmt::Write;

use crate::area::Area;
use crate::draft::Draft;
use crate::piece_type::PieceType;
use crate::refusal::Reason::{Unsupported, UnsupportedWith};
use crate::rules::{Sides, Value};

/// Returns the word for a result from the point of view of the player to move, or of the opponent if `is_other`.
fn result(value: Value, is_other: bool) -> &'static str {
    match (value, is_other) {
        (Value::Win, false) | (Value::Loss, true) => "win",
        (Value::Loss, false) | (Value::Win, true) => "loss",
        _ => "draw",
    }
}

impl Draft<'_> {
    pub(crate) fn write_ends(&mut self, text: &mut String) {
        text.push_str("\nends\n");
        let before = text.len();
        self.write_extinction(text);
        self.write_goals(text);
        // If the start position does not specify the number of checks, the first check wins.
        let checks = self.start.checks.unwrap_or([1, 1]);
        if self.rules.is("checkCounting") {
            let _ = writeln!(text, "  White wins \"checks\": white-checks is {} or more", checks[0]);
            let _ = writeln!(text, "  Black wins \"checks\": black-checks is {} or more", checks[1]);
        }
        self.write_rows(text);
        let rules = self.rules;
        self.write_counts(text);
        if let Some(royals) = self.nouns(&self.royals.clone()) {
            let whose = if self.all_royals { "every own" } else { "own" };
            let word = result(rules.checkmate, false);
            let _ = writeln!(text, "  {word} \"checkmate\": {whose} {royals} is threatened, and no move");
        }
        let draw = self.draw();
        if rules.is("stalematePieceCount") && rules.stalemate != Value::Draw {
            let [more, fewer] = [true, false].map(|is_other| result(rules.stalemate, is_other));
            for (word, condition) in [more, fewer].iter().zip(self.majorities()) {
                let _ = writeln!(text, "  {word} \"stalemate\": {condition}, and no move");
            }
            let _ = writeln!(text, "  {draw} \"stalemate\": no move");
        } else {
            let word = if rules.stalemate == Value::Draw { draw } else { result(rules.stalemate, false) };
            let _ = writeln!(text, "  {word} \"stalemate\": no move");
        }
        if self.never_recurs() {
            return;
        }
        if rules.word("materialCounting") == "unweighted" {
            self.refuse("materialCounting", UnsupportedWith("nFoldRule"));
        }
        if rules.clock > 0 {
            let _ = writeln!(text, "  {draw} \"quiet-moves\": quiet is {} or more", 2 * rules.clock);
        }
        self.write_repetition(text, draw);
        debug_assert!(text.len() > before, "at least a player without a move ends a game");
    }

    fn majorities(&mut self) -> [String; 2] {
        // Do not count pieces in hand.
        let on = match self.rules.is("pieceDrops") {
            true => format!(" on {}", self.places.zone("field", [self.rules.board(); 2])),
            false => String::new(),
        };
        [("own", "enemy"), ("enemy", "own")]
            .map(|(more, fewer)| format!("{more} pieces{on} are more than {fewer} pieces{on}"))
    }

    fn write_counts(&mut self, text: &mut String) {
        let rules = self.rules;
        let mut ends: Vec<(&str, String)> = Vec::new();
        if rules.pass_on_stalemate[0] {
            ends.push(("passes", "2 passes in succession".to_owned()));
        }
        if rules.is("adjudicateFullBoard") {
            let field = self.places.zone("field", [rules.board(); 2]);
            ends.push(("full", format!("all pieces on {field} are {} or more", self.board().len())));
        }
        let draw = self.draw();
        for (cause, condition) in ends {
            if rules.word("materialCounting") == "unweighted" {
                for (word, majority) in ["win", "loss"].iter().zip(self.majorities()) {
                    let _ = writeln!(text, "  {word} \"{cause}\": {condition}, and {majority}");
                }
            }
            let _ = writeln!(text, "  {draw} \"{cause}\": {condition}");
        }
        // A side without pieces cannot pass.
        let is_there = |is_black| self.start.placed.iter().any(|placed| placed.is_black == is_black);
        if rules.pass_on_stalemate[0] && is_there(false) && is_there(true) {
            let field = self.places.zone("field", [rules.board(); 2]);
            let word = result(rules.stalemate, false);
            let _ = writeln!(text, "  {word} \"none-left\": no own piece is on {field}");
        }
    }

    /// Returns the words for a draw, or for the win of a side with draw odds.
    fn draw(&self) -> &'static str {
        match self.rules.word("materialCounting") {
            "whitedrawodds" => "White wins",
            "blackdrawodds" => "Black wins",
            _ => "draw",
        }
    }

    fn write_repetition(&mut self, text: &mut String, draw: &str) {
        const TIMES: [&str; 9] =
            ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
        let rules = self.rules;
        if rules.fold == 0 {
            return;
        }
        let Some(time) = (rules.fold as usize).checked_sub(2).and_then(|index| TIMES.get(index)) else {
            self.refuse("nFoldRule", Unsupported);
            return;
        };
        let same = format!("the same position a {time} time");
        // Consider only checks to a King.
        if rules.is("perpetualCheckIllegal") && self.royals.contains(&PieceType::KING) {
            if self.royals.len() > 1 {
                self.refuse("perpetualCheckIllegal", UnsupportedWith("extinctionPseudoRoyal"));
            }
            let _ = writeln!(text, "  {draw} \"perpetual-checks\": {same}, and every move gave check");
            let _ = writeln!(text, "  loss \"perpetual-check\": {same}, and every own move gave check");
            let _ = writeln!(text, "  win \"perpetual-check\": {same}, and every enemy move gave check");
        }
        let word = match (rules.fold_value, rules.is("nFoldValueAbsolute")) {
            (Value::Draw | Value::None, _) => draw,
            (Value::Win, true) => "White wins",
            (Value::Loss, true) => "White loses",
            (value, false) => result(value, false),
        };
        let _ = writeln!(text, "  {word} \"repetition\": {same}");
    }

    fn write_extinction(&mut self, text: &mut String) {
        let rules = self.rules;
        if rules.extinction == Value::None || rules.is("extinctionPseudoRoyal") && !rules.is("blastOnCapture") {
            return;
        }
        for is_other in [true, false] {
            let (whose, others) = if is_other { ("enemy", "own") } else { ("own", "enemy") };
            for one in rules.extinction_types.types() {
                let Some(noun) = self.noun(one) else {
                    self.refuse("extinctionPieceTypes", Unsupported);
                    continue;
                };
                let plural = if one == PieceType::ALL { "pieces".to_owned() } else { noun.clone() };
                let count = rules.extinction_count;
                let gone = if count == 0 {
                    format!("no {whose} {noun} is on the board")
                } else {
                    format!("{whose} {plural} are {count} or fewer")
                };
                let claimed = u32::from(rules.is("extinctionClaim") && !is_other);
                let needed = rules.extinction_opponent + claimed;
                let left = if needed == 0 {
                    String::new()
                } else {
                    format!(", and {others} {plural} are {needed} or more")
                };
                let word = result(rules.extinction, is_other);
                let _ = writeln!(text, "  {word} \"extinct\": {gone}{left}");
            }
        }
    }

    fn write_goals(&mut self, text: &mut String) {
        let rules = self.rules;
        let regions = rules.flag_region.map(|region| region & self.board());
        // Merge both sides' goals into one zone if the same piece type has to reach them.
        let mut goals: Vec<(PieceType, Sides<Area>)> = Vec::new();
        for side in [0, 1] {
            if regions[side].is_empty() {
                continue;
            }
            let one = rules.flag_piece[side];
            match goals.iter_mut().find(|(other, _)| *other == one) {
                Some((_, zone)) => zone[side] = regions[side],
                None => goals.push((
                    one,
                    std::array::from_fn(|other| if other == side { regions[side] } else { Area::EMPTY }),
                )),
            }
        }
        if goals.is_empty() {
            return;
        }
        let (replies, safe) = (rules.is("flagMove"), rules.is("flagPieceSafe"));
        let is_king = |one: PieceType| one == PieceType::KING;
        if replies && !safe && goals.iter().any(|(one, _)| is_king(*one)) {
            self.write_race(text, &goals);
            return;
        }
        let mut lines: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        for (one, zone) in &goals {
            let Some(noun) = self.noun(*one) else { continue };
            let plural = if *one == PieceType::ALL { "pieces".to_owned() } else { noun.clone() };
            let count = rules.flag_count;
            for (index, whose) in ["own", "enemy"].into_iter().enumerate() {
                let place = self.places.name(whose, zone, "goal");
                let there = if count < 2 {
                    format!("an {whose} {noun} is on {place}")
                } else {
                    format!("{whose} {plural} on {place} are {count} or more")
                };
                let there = there.replacen("an own", "own", 1);
                if rules.is("flagPieceBlockedWin") {
                    let full = zone[0].len();
                    if full != zone[1].len() || safe || replies {
                        self.refuse("flagPieceBlockedWin", UnsupportedWith("flagRegionWhite"));
                    }
                    lines[index].push(format!(
                        "an {whose} {noun} is on {place}, and all pieces on {place} are {full} or more"
                    ));
                }
                let is_safe = safe && !(index == 0 && replies);
                if !is_safe {
                    lines[index].push(there);
                    continue;
                }
                lines[index].push(format!("{there}, and {whose} {noun} on {place} is not threatened"));
                lines[index].push(format!("{whose} {plural} on {place} are {} or more", count + 1));
            }
        }
        if replies || safe {
            if safe && !replies {
                for own in &lines[0] {
                    for enemy in &lines[1] {
                        let _ = writeln!(text, "  draw \"goals\": {own}, and {enemy}");
                    }
                }
            }
            for own in &lines[0] {
                let _ = writeln!(text, "  win \"goal\": {own}");
            }
        }
        if !replies || safe {
            for enemy in &lines[1] {
                let _ = writeln!(text, "  loss \"goal\": {enemy}");
            }
        }
    }

    /// Writes the end conditions of a race of Kings, in which Black can reply by also reaching the goal.
    fn write_race(&mut self, text: &mut String, goals: &[(PieceType, Sides<Area>)]) {
        let [(one, zone)] = goals else {
            self.refuse("flagMove", UnsupportedWith("flagPiece"));
            return;
        };
        if zone.iter().any(|area| area.is_empty()) || self.rules.flag_count > 1 {
            self.refuse("flagMove", UnsupportedWith("flagRegionWhite"));
            return;
        }
        let Some(noun) = self.noun(*one) else { return };
        let own = self.places.name("own", zone, "goal");
        let enemy = self.places.name("enemy", zone, "goal");
        let white = self.places.name("own", &[zone[0], Area::EMPTY], "started");
        let black = self.places.name("enemy", &[Area::EMPTY, zone[1]], "replied");
        // If both Kings are at the goal, Black has replied.
        let _ = writeln!(text, "  draw \"both-home\": own {noun} is on {own}, and enemy {noun} is on {enemy}");
        let _ = writeln!(text, "  win \"home\": own {noun} is on {white}");
        let _ = writeln!(text, "  loss \"home\": enemy {noun} is on {black}");
    }
}

/// Maximum number of zones written for rows that the definition language cannot describe.
const MAX_ZONES: usize = 64;

impl Draft<'_> {
    pub(crate) fn write_rows(&mut self, text: &mut String) {
        let rules = self.rules;
        let types: Vec<PieceType> =
            self.kinds.iter().map(|kind| kind.one).filter(|one| rules.connect_types.has(*one)).collect();
        let noun = if types.len() == self.kinds.len() { Some("pieces".to_owned()) } else { self.nouns(&types) };
        let Some(noun) = noun else { return };
        // The player who moved last has completed the row.
        let word = match rules.connect_value {
            Value::Win => "loss",
            Value::Loss => "win",
            Value::Draw | Value::None => "draw",
        };
        let steps = self.steps();
        if rules.connect > 0 && steps.len() == 4 {
            let _ = writeln!(text, "  {word} \"row\": {} enemy {noun} stand in a row", rules.connect);
        } else if rules.connect > 0 {
            let length = rules.connect as usize;
            let rows = self.lines(&steps, |line| line.windows(length).map(whole).collect());
            self.write_zones(text, ("connectN", "row", "lane", word, rules.connect), &noun, rows);
        }
        if rules.connect_square > 0 {
            let rows = self.squares(rules.connect_square as usize);
            let count = rules.connect_square * rules.connect_square;
            self.write_zones(text, ("connectNxN", "square", "block", word, count), &noun, rows);
        }
        if rules.collinear > 0 {
            let least = rules.collinear as usize;
            let rows = self.lines(&steps, |line| Vec::from_iter((line.len() >= least).then(|| whole(line))));
            self.write_zones(text, ("collinearN", "line", "lane", word, rules.collinear), &noun, rows);
        }
    }

    fn steps(&self) -> Vec<(isize, isize)> {
        let all: [(&str, &[(isize, isize)]); 3] = [
            ("connectHorizontal", &[(1, 0)]),
            ("connectVertical", &[(0, 1)]),
            ("connectDiagonal", &[(1, 1), (1, -1)]),
        ];
        all.into_iter()
            .filter(|(option, _)| self.rules.is(option))
            .flat_map(|(_, steps)| steps)
            .copied()
            .collect()
    }

    /// Calls `wanted` for each line of the board in the directions `steps`, edge to edge, and collects the results.
    fn lines(&self, steps: &[(isize, isize)], wanted: impl Fn(&[(usize, usize)]) -> Vec<Area>) -> Vec<Area> {
        let board = self.rules.board();
        let next = |(file, rank): (usize, usize), (along, up): (isize, isize)| {
            let square = (file.checked_add_signed(along)?, rank.checked_add_signed(up)?);
            board.has(square.0, square.1).then_some(square)
        };
        let mut found = Vec::new();
        for step in steps {
            for start in board.squares().filter(|start| next(*start, (-step.0, -step.1)).is_none()) {
                let line: Vec<_> = std::iter::successors(Some(start), |square| next(*square, *step)).collect();
                found.extend(wanted(&line));
            }
        }
        found
    }

    fn squares(&self, size: usize) -> Vec<Area> {
        let board = self.rules.board();
        let all = board.squares().map(|(file, rank)| {
            let inside = (0..size).flat_map(|up| (0..size).map(move |along| (file + along, rank + up)));
            (inside.clone().all(|(file, rank)| board.has(file, rank)), whole(&Vec::from_iter(inside)))
        });
        all.filter(|(fits, _)| *fits).map(|(_, area)| area).collect()
    }

    fn write_zones(
        &mut self,
        text: &mut String,
        (option, cause, name, word, count): (&str, &str, &str, &str, u32),
        noun: &str,
        zones: Vec<Area>,
    ) {
        if zones.len() > MAX_ZONES {
            self.refuse(option, Unsupported);
            return;
        }
        for area in zones {
            let zone = self.places.zone(name, [area; 2]);
            let _ = writeln!(text, "  {word} \"{cause}\": enemy {noun} on {zone} are {count} or more");
        }
    }
}

fn whole(squares: &[(usize, usize)]) -> Area {
    Area::of_all(squares.iter().copied())
}
