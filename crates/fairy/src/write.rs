//! Writes a variant as a game definition.

use std::fmt::Write;

use entourage_kernel::Square;

use crate::draft::Draft;
use crate::kinds::{self, Kind};
use crate::piece_type::PieceType;
use crate::refusal::{
    Reason::{self, Unsupported, UnsupportedWith},
    Refusal,
};
use crate::rules::Rules;
use crate::start::{self, Castling};
use crate::words::{either, square};

const MAX_IN_HAND: usize = 26;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) letters: Vec<(char, String)>,
    pub(crate) lacks_room_in_hand: bool,
    pub(crate) is_upside_down: bool,
}

pub(crate) fn write(name: &str, rules: &Rules) -> Result<Written, Vec<Refusal>> {
    let mut draft = Draft::new(rules).map_err(|fault| vec![fault])?;
    draft.find_royals();
    draft.refuse_unsupported();
    let text = draft.game(name);
    if !draft.faults.is_empty() {
        draft.faults.sort();
        return Err(draft.faults);
    }
    let wall = draft.wall.map(|letter| (letter, "*".to_owned()));
    let letters = draft.kinds.iter().map(|kind| (kind.letter, draft.token(kind))).chain(wall).collect();
    Ok(Written {
        text,
        letters,
        lacks_room_in_hand: draft.lacks_room_in_hand,
        is_upside_down: draft.start.is_upside_down(),
    })
}

impl Draft<'_> {
    fn token(&self, kind: &Kind) -> String {
        let letter = |one: PieceType| self.rules.letters[usize::from(one.0)].unwrap_or('?');
        match kind.before {
            Some(before) if self.rules.promoted[usize::from(before.0)] == Some(kind.one) => {
                format!("+{}", letter(before))
            }
            _ => letter(kind.one).to_string(),
        }
    }

    fn game(&mut self, name: &str) -> String {
        let rules = self.rules;
        let mut pieces = String::new();
        self.write_pieces(&mut pieces);
        let mut events = String::new();
        self.write_events(&mut events);
        self.write_memory(&mut events);
        let mut powers = String::new();
        self.write_powers(&mut powers);
        let mut castling = String::new();
        self.write_castling(&mut castling);
        let mut clock = String::new();
        self.write_clock(&mut clock);
        let mut ends = String::new();
        self.write_ends(&mut ends);
        let mut zones = String::new();
        self.places.write(&mut zones);
        let shown = shown(name);
        let mut text = format!("# From the variant {shown} of Fairy-Stockfish.\nlanguage 1\n");
        let _ = writeln!(text, "game {} \"{}\"\n", identifier(name), title(&shown));
        let _ = writeln!(text, "board {} x {}", rules.files, rules.ranks);
        text.push_str("sides White w, Black b\n");
        let hand = self.hand();
        if hand > 0 {
            let _ = writeln!(text, "hands of {hand}");
        }
        text.push_str(&zones);
        text.push('\n');
        text.push_str(&pieces);
        text.push_str(&events);
        text.push_str(&powers);
        text.push_str(&castling);
        text.push_str(&clock);
        if let Some(royals) = self.nouns(&self.royals.clone()) {
            let _ = writeln!(text, "\nroyal {royals}, warned as \"check\"");
            if self.all_royals {
                text.push_str("  in danger: when all are threatened\n");
            }
            if self.last_royals {
                text.push_str("  in danger: when the last of its kind\n");
            }
            if rules.is("blastOnCapture") {
                let _ = writeln!(text, "  may be left threatened: when no enemy {royals} is on the board");
            }
        }
        if rules.is("mustCapture") {
            text.push_str("\nmust capture\n");
        }
        if rules.pass_on_stalemate[0] {
            text.push_str("\npass: when no other move\n");
        }
        text.push_str(&ends);
        self.write_position(&mut text, hand);
        text
    }

    fn hand(&mut self) -> usize {
        let rules = self.rules;
        let dropped =
            self.kinds.clone().into_iter().any(|kind| kind.before.is_none() && self.is_dropped(kind.one));
        if !dropped {
            return 0;
        }
        if self.endless().is_some() {
            return 1;
        }
        let given = self.start.hands.iter().map(Vec::len).max().unwrap_or_default();
        let needed = if rules.is("capturesToHand") {
            let royal = |one: PieceType| self.royals.contains(&one);
            let on_board = self.start.placed.iter().filter(|placed| !royal(placed.one)).count();
            on_board + self.start.hands.iter().map(Vec::len).sum::<usize>()
        } else {
            given
        };
        let room = ((Square::LIMIT - rules.files * rules.ranks) / 2).min(MAX_IN_HAND);
        self.refuse_if(given > room, "startFen", Reason::TooMany("squares"));
        if needed > room {
            self.lacks_room_in_hand = true;
        }
        needed.clamp(1, room.max(1))
    }

    fn write_powers(&mut self, text: &mut String) {
        let rules = self.rules;
        self.write_weight(text);
        let royals = self.nouns(&self.royals.clone());
        if let Some(royals) = &royals {
            if !rules.is("checking") {
                let _ = writeln!(
                    text,
                    "\npower peace of any piece: after its move the enemy {royals} must not be threatened"
                );
            }
            if !rules.is("dropChecks") && rules.is("pieceDrops") {
                let _ = writeln!(
                    text,
                    "\npower quiet-drops of any piece: after its drop the enemy {royals} must not be threatened"
                );
            }
            if rules.is("blastOnCapture") {
                let _ = writeln!(
                    text,
                    "\npower contact of {royals}: it cannot be captured, while next to an enemy {royals}"
                );
            }
            if rules.is("shogiPawnDropMateIllegal")
                && self.is_dropped(PieceType::SHOGI_PAWN)
                && let Some(pawn) = self.noun_of_plain(PieceType::SHOGI_PAWN)
            {
                let _ = writeln!(
                    text,
                    "\npower mercy of {pawn}: after its drop the enemy must have a move, while the enemy {royals} is threatened"
                );
            }
        }
        for one in rules.mutually_immune.types() {
            if let Some(noun) = self.noun(one) {
                let _ = writeln!(text, "\npower truce of {noun}: it cannot capture an enemy {noun}");
            }
        }
    }

    fn noun_of_plain(&self, one: PieceType) -> Option<String> {
        self.kinds.iter().find(|kind| kind.one == one && kind.before.is_none()).map(|kind| kind.name.clone())
    }

    fn castlings(&self) -> [Vec<Castling>; 2] {
        [0, 1].map(|side| start::find(self.rules, &self.start, side))
    }

    fn write_castling(&mut self, text: &mut String) {
        let rules = self.rules;
        let [white, black] = self.castlings();
        let differs = |castling: &Castling| {
            white.iter().any(|other| other.letter == castling.letter && other != castling)
        };
        self.refuse_if(black.iter().any(differs), "startFen", UnsupportedWith("castling"));
        let all = all_castlings(&white, &black);
        for castling in &all {
            let squares = [castling.to, castling.rook_to];
            if squares.iter().any(|file| *file >= rules.files)
                || castling.to == castling.from
                || castling.to == castling.rook_from
            {
                self.refuse("castlingKingsideFile", Unsupported);
            }
        }
        for (king, rook) in king_rook_pairs(&all) {
            let (Some(king_name), Some(rook_name)) = (self.noun_of_plain(king), self.noun_of_plain(rook))
            else {
                continue;
            };
            let _ = writeln!(text, "\ncastling of {king_name} with {rook_name}");
            for castling in all.iter().filter(|castling| (castling.king, castling.rook) == (king, rook)) {
                let at = |file: usize| square(file, rules.castling_rank);
                let Castling { letter, from, to, rook_from, rook_to, .. } = *castling;
                let _ = writeln!(
                    text,
                    "  {letter}: {} to {}, {} to {}",
                    at(from),
                    at(to),
                    at(rook_from),
                    at(rook_to)
                );
            }
        }
    }

    fn has_clock(&mut self) -> bool {
        self.rules.clock > 0 && !self.never_recurs()
    }

    fn write_clock(&mut self, text: &mut String) {
        let rules = self.rules;
        if rules.is("checkCounting") {
            for side in ["White", "Black"] {
                let name = side.to_lowercase();
                let _ = writeln!(text, "\nremember {name}-checks: a count, 1 more after every check by {side}");
            }
        }
        if !self.has_clock() {
            return;
        }
        let mut causes = vec!["a capture".to_owned()];
        let mut movers: Vec<PieceType> = Vec::new();
        let mut turns = false;
        for kind in self.kinds.clone() {
            let one = kind.one;
            let walk = self.walk(one);
            let counts = [0, 1].map(|side| rules.clock_types[side].has(one));
            let counted = counts[0] || counts[1];
            if counts[0] != counts[1]
                && (0..2).any(|side| !counts[side] && self.start.count(one, side == 1) > 0)
            {
                self.refuse("nMoveRuleTypes", Unsupported);
            }
            if counted && self.is_irreversible(one, &walk) && !movers.contains(&one) {
                movers.push(one);
            }
            let whole = counted && self.is_irreversible(one, &walk);
            turns |= !whole && kinds::promotions(rules, one).iter().any(|_| true) && !rules.is("pieceDemotion");
        }
        if let Some(movers) = self.nouns(&movers) {
            causes.push(format!("a move of a {movers}"));
        }
        causes.extend(
            self.irreversible
                .iter()
                .map(|label| if *label == "advance" { "an advance".to_owned() } else { format!("a {label}") }),
        );
        if self.kinds.clone().into_iter().any(|kind| self.is_dropped(kind.one)) {
            causes.push("a drop".to_owned());
            if rules.is("dropPromoted") {
                causes.push("a turned drop".to_owned());
            }
        }
        if turns {
            causes.push("a change of kind".to_owned());
        }
        let _ =
            writeln!(text, "\nremember quiet: a count, 1 more after every move, 0 after {}", either(&causes));
    }

    fn write_position(&mut self, text: &mut String, hand: usize) {
        let rules = self.rules;
        let [white, black] = self.castlings();
        let has_castling = !white.is_empty() || !black.is_empty();
        let side = if self.start.is_black { "b" } else { "w" };
        let mut fields = vec!["{rows}".to_owned()];
        let mut words = vec![self.rows()];
        if hand > 0 {
            fields.push("{hands}".to_owned());
            words.push(self.hands(hand));
        }
        fields.push("{side}".to_owned());
        words.push(side.to_owned());
        if has_castling {
            fields.push("{castling}".to_owned());
            let mut rights = String::new();
            // Write castling rights in the order of the castlings, with White's before Black's.
            let all = all_castlings(&white, &black);
            for pair in king_rook_pairs(&all) {
                for (own, is_black) in [(&white, false), (&black, true)] {
                    for castling in all.iter().filter(|castling| (castling.king, castling.rook) == pair) {
                        if own.iter().any(|other| other.letter == castling.letter) {
                            rights.push(of_side(castling.letter, is_black));
                        }
                    }
                }
            }
            words.push(if rights.is_empty() { "-".to_owned() } else { rights });
        }
        if self.has_passing() {
            let aside = self.passes_aside().then_some("{passer}");
            let thrice = self.passes_thrice().then_some("{thrice}");
            for field in std::iter::once("{passed}").chain(aside).chain(thrice) {
                fields.push(field.to_owned());
                words.push("-".to_owned());
            }
        }
        if rules.pass_on_stalemate[0] {
            fields.push("{passes}".to_owned());
            words.push("-".to_owned());
        }
        if rules.is("checkCounting") {
            for side in ["white", "black"] {
                fields.push(format!("{{{side}-checks}}"));
                words.push("0".to_owned());
            }
        }
        if self.has_clock() {
            fields.push("{quiet}".to_owned());
            words.push("0".to_owned());
        }
        let _ = writeln!(text, "\nposition \"{}\"", fields.join(" "));
        let _ = writeln!(text, "start \"{}\"", words.join(" "));
        self.write_needs(text);
        if text.contains("(turned drop)") {
            text.push_str("moves written\n  turned drop \"{from}+{to}\"\n");
        }
    }

    fn write_needs(&mut self, text: &mut String) {
        let royals = self.nouns(&self.royals.clone()).filter(|_| !self.last_royals);
        if royals.is_some() || self.has_duck() {
            text.push_str("needs\n");
        }
        if self.has_duck() {
            text.push_str("  at most 1 Wall\n");
        }
        let Some(royals) = royals else { return };
        let unless = if self.rules.is("blastOnCapture") {
            format!(", unless no own {royals} is on the board")
        } else {
            String::new()
        };
        let _ = match self.all_royals {
            true => writeln!(text, "  not every enemy {royals} is threatened"),
            false => writeln!(text, "  the enemy {royals} is not threatened{unless}"),
        };
    }

    fn rows(&self) -> String {
        let rules = self.rules;
        let row = |rank: usize| {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..rules.files {
                let here = self.start.placed.iter().find(|placed| (placed.file, placed.rank) == (file, rank));
                let before = here.and_then(|placed| placed.before).filter(|_| kinds::remembers(rules));
                let kind = here.and_then(|placed| {
                    self.kinds.iter().find(|kind| (kind.one, kind.before) == (placed.one, before))
                });
                let letter = match (here, kind) {
                    (Some(placed), Some(kind)) => Some(of_side(kind.letter, placed.is_black)),
                    _ => self.wall.filter(|_| self.start.walls.has(file, rank)),
                };
                let Some(letter) = letter else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row.push_str(&empty.to_string());
                }
                empty = 0;
                row.push(letter);
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            row
        };
        (0..rules.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn hands(&self, hand: usize) -> String {
        let mut all = Vec::new();
        for (side, held) in self.start.hands.iter().enumerate() {
            let place =
                |one: &PieceType| self.kinds.iter().position(|kind| kind.one == *one && kind.before.is_none());
            let mut places: Vec<usize> = held.iter().filter_map(place).collect();
            places.sort_unstable();
            places.truncate(hand);
            let letter = |place: &usize| of_side(self.kinds[*place].letter, side == 1).to_string();
            let mut letters: Vec<String> = places.iter().map(letter).collect();
            letters.resize(hand, "-".to_owned());
            all.extend(letters);
        }
        format!("[{}]", all.join("|"))
    }
}

fn of_side(letter: char, is_black: bool) -> char {
    if is_black { letter.to_ascii_lowercase() } else { letter }
}

/// Returns White's castlings, and those of Black's castlings that have other letters.
fn all_castlings(white: &[Castling], black: &[Castling]) -> Vec<Castling> {
    let is_new = |castling: &&Castling| !white.iter().any(|other| other.letter == castling.letter);
    white.iter().chain(black.iter().filter(is_new)).copied().collect()
}

fn king_rook_pairs(all: &[Castling]) -> Vec<(PieceType, PieceType)> {
    let mut pairs = Vec::new();
    for pair in all.iter().map(|castling| (castling.king, castling.rook)) {
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// Converts a variant's name to a game identifier: lower-case letters, digits and hyphens, starting with a letter.
pub(crate) fn identifier(name: &str) -> String {
    let mut found: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
        .take(60)
        .collect();
    while found.contains("--") {
        found = found.replace("--", "-");
    }
    let found = found.trim_matches('-').to_owned();
    if found.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        found
    } else {
        format!("variant-{found}").trim_end_matches('-').to_owned()
    }
}

fn shown(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control() && *letter != '"').take(60).collect()
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
