//! Applies options to rules in the order in which Fairy-Stockfish reads them.

use crate::area::{Area, FILES, RANKS};
use crate::configuration::Setting;
use crate::piece_type::{PieceSet, PieceType};
use crate::refusal::{Reason, Refusal};
use crate::rules::{Rules, Sides, Value, WORDS, flags};

/// Options that do not affect the rules.
const COSMETIC: [&str; 5] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

type Read<T> = Result<T, Reason>;

#[derive(Clone, Copy)]
enum For {
    Both,
    One(usize),
}

impl For {
    fn set<T: Clone>(self, sides: &mut Sides<T>, value: &T) {
        for (index, side) in sides.iter_mut().enumerate() {
            if !matches!(self, Self::One(other) if other != index) {
                *side = value.clone();
            }
        }
    }
}

/// Applies settings to rules, and adds those that are invalid or unsupported to `faults`.
///
/// Only built-in variants may set `freeDrops`; no line numbers are recorded for the options that they set.
pub(crate) fn apply(rules: &mut Rules, settings: &[Setting], is_built_in: bool, faults: &mut Vec<Refusal>) {
    let mut settings: Vec<&Setting> = settings.iter().collect();
    settings.sort_by_key(|setting| order(&setting.key));
    for setting in settings {
        let done = match COSMETIC.contains(&setting.key.as_str()) {
            true => Ok(()),
            false if setting.key == "freeDrops" && !is_built_in => Err(Reason::Unknown),
            false => set(rules, &setting.key, &setting.value),
        };
        let line = (!is_built_in).then_some(setting.line);
        match (done, line) {
            (Err(reason), _) => faults.push(Refusal::new(&setting.key, line, reason)),
            (Ok(()), Some(line)) => {
                rules.lines.insert(setting.key.clone(), line);
            }
            (Ok(()), None) => {
                rules.lines.remove(&setting.key);
            }
        }
    }
    rules.conclude();
}

/// Returns the sort key of an option. Options are applied in this order: sizes, pieces, options that set several
/// others, other options, and options for one side.
fn order(key: &str) -> (u8, u8) {
    let piece = PieceType::each().position(|one| one.option() == key);
    match key {
        "maxRank" | "maxFile" => (0, 0),
        _ if piece.is_some() => (1, piece.unwrap_or_default() as u8),
        "doubleStepRankMin" => (2, 0),
        // If both ranks of the double step are set, Fairy-Stockfish ignores the lower one.
        "doubleStepRank" => (2, 1),
        "promotionRank" | "whiteFlag" | "blackFlag" | "castlingRookPiece" | "whiteDropRegion"
        | "blackDropRegion" => (2, 0),
        "pawnTypes" => (3, 0),
        _ if key.ends_with("White") || key.ends_with("Black") => (5, 0),
        _ => (4, 0),
    }
}

fn wrong(value: &str) -> Reason {
    Reason::Value(value.chars().take(40).collect())
}

fn number(text: &str) -> Read<u32> {
    text.parse().ok().filter(|number| *number <= 10_000).ok_or_else(|| wrong(text))
}

fn rank(text: &str) -> Read<usize> {
    let rank = text.parse().ok().filter(|rank| (1..=RANKS).contains(rank));
    rank.map(|rank| rank - 1).ok_or_else(|| wrong(text))
}

/// Returns a range of ranks from each side's point of view; ranks count from 0.
fn ranks(rules: &Rules, least: usize, most: usize) -> Sides<Area> {
    let white = (least..=most).fold(Area::EMPTY, |all, rank| all | Area::rank(rank)) & rules.board();
    [white, white.mirrored(rules.ranks)]
}

fn file(text: &str) -> Read<usize> {
    let mut letters = text.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => Some(letter as usize - 'a' as usize),
        _ => text.parse::<usize>().ok().and_then(|number| number.checked_sub(1)),
    };
    letter.filter(|file| *file < FILES).ok_or_else(|| wrong(text))
}

fn flag(text: &str) -> Read<bool> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(wrong(text)),
    }
}

fn value(text: &str) -> Read<Value> {
    Ok(match text {
        "win" => Value::Win,
        "loss" => Value::Loss,
        "draw" => Value::Draw,
        "none" => Value::None,
        _ => return Err(wrong(text)),
    })
}

/// Parses piece letters; `-` ends the list, `*` means all pieces.
fn types(rules: &Rules, text: &str) -> Read<Vec<PieceType>> {
    let mut found = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => found.push(PieceType::ALL),
            _ => found.push(rules.find(letter).ok_or_else(|| wrong(text))?),
        }
    }
    Ok(found)
}

fn set_of(rules: &Rules, text: &str) -> Read<PieceSet> {
    types(rules, text).map(|found| PieceSet::of(&found))
}

/// Parses one piece; if there are several, the last one applies.
fn one(rules: &Rules, text: &str) -> Read<Option<PieceType>> {
    types(rules, text).map(|found| found.last().copied())
}

/// Splits text such as `p:g s:g` into pairs of a piece and a value.
fn pairs<'t>(rules: &Rules, text: &'t str) -> Read<Vec<(PieceType, &'t str)>> {
    text.split_whitespace()
        .map(|pair| {
            let (letter, rest) = pair.split_once(':').ok_or_else(|| wrong(text))?;
            let mut letters = letter.chars();
            let found =
                letters.next().filter(|_| letters.next().is_none()).and_then(|letter| rules.find(letter));
            found.map(|one| (one, rest)).ok_or_else(|| wrong(text))
        })
        .collect()
}

fn piece(rules: &mut Rules, piece: PieceType, text: &str) -> Read<()> {
    let mut letters = text.chars();
    let letter = letters.next().unwrap_or('-');
    if !letter.is_ascii_alphabetic() {
        rules.remove(piece);
        return if letter == '-' { Ok(()) } else { Err(wrong(text)) };
    }
    let walk = letters.as_str().strip_prefix(':').map(str::to_owned);
    if walk.is_none() && (!letters.as_str().is_empty() || piece.is_custom()) {
        return Err(wrong(text));
    }
    rules.add(piece, letter);
    let place = usize::from(piece.0);
    match walk {
        Some(walk) if piece.is_custom() => {
            if walk.contains('e') {
                rules.passing_types = rules.passing_types.map(|types| types.with(piece));
            }
            rules.walks[place] = Some(walk);
        }
        Some(walk) if piece == PieceType::KING => rules.walks[place] = Some(walk),
        // The movement of all other types is built in and cannot change.
        Some(_) => {}
        None if piece == PieceType::KING => rules.walks[place] = None,
        None => {}
    }
    Ok(())
}

fn set(rules: &mut Rules, key: &str, text: &str) -> Read<()> {
    if let Some(found) = PieceType::each().find(|one| one.option() == key) {
        return piece(rules, found, text);
    }
    if let Some(rest) = key.strip_prefix("mobilityRegion") {
        let [white, black] = ["White", "Black"].map(|side| rest.strip_prefix(side));
        let (side, name) =
            white.map(|name| (0, name)).or(black.map(|name| (1, name))).ok_or(Reason::Unknown)?;
        let found = PieceType::each().find(|one| one.capital() == name).ok_or(Reason::Unknown)?;
        rules.mobility[usize::from(found.0)][side] = Area::read(text)?;
        return Ok(());
    }
    if let Some((name, _)) = flags().find(|(name, _)| *name == key) {
        let is_on = flag(text)?;
        if key == "dropOnTop" {
            if is_on {
                rules.words.insert("enclosingDrop", "top".to_owned());
            }
        } else {
            rules.flags.insert(name, is_on);
        }
        return Ok(());
    }
    if let Some((name, values)) = WORDS.iter().find(|(name, _)| *name == key) {
        let is_right = |letter: char| "KQkq".contains(letter);
        let fits =
            if values.is_empty() { text == "-" || text.chars().all(is_right) } else { values.contains(&text) };
        if !fits {
            return Err(wrong(text));
        }
        let word = if text == "-" { "none" } else { text };
        rules.words.insert(name, word.to_owned());
        return Ok(());
    }
    let (stem, sides) = match (key.strip_suffix("White"), key.strip_suffix("Black")) {
        (Some(stem), _) => (stem, For::One(0)),
        (_, Some(stem)) => (stem, For::One(1)),
        _ => (key, For::Both),
    };
    of_sides(rules, stem, sides, text).or_else(|| of_game(rules, key, text)).unwrap_or(Err(Reason::Unknown))
}

fn of_sides(rules: &mut Rules, stem: &str, sides: For, text: &str) -> Option<Read<()>> {
    let is_both = matches!(sides, For::Both);
    let region = || Area::read(text);
    let mut set_region =
        |pick: fn(&mut Rules) -> &mut Sides<Area>| region().map(|area| sides.set(pick(rules), &area));
    Some(match stem {
        "promotionRegion" if !is_both => set_region(|rules| &mut rules.promotion_region),
        "doubleStepRegion" if !is_both => set_region(|rules| &mut rules.double_region),
        "tripleStepRegion" if !is_both => set_region(|rules| &mut rules.triple_region),
        "enPassantRegion" => set_region(|rules| &mut rules.passing_region),
        "dropRegion" if !is_both => set_region(|rules| &mut rules.drop_region),
        "wallingRegion" => set_region(|rules| &mut rules.walling_region),
        "flagRegion" => set_region(|rules| &mut rules.flag_region),
        "connectRegion1" if !is_both => set_region(|rules| &mut rules.connect_regions[0]),
        "connectRegion2" if !is_both => set_region(|rules| &mut rules.connect_regions[1]),
        "promotionPawnTypes" => types(rules, text).map(|found| {
            if let Some(last) = found.last() {
                sides.set(&mut rules.main_pawn, last);
            }
            sides.set(&mut rules.promotion_pawns, &PieceSet::of(&found));
        }),
        "promotionPieceTypes" => set_of(rules, text).map(|types| sides.set(&mut rules.promotion_types, &types)),
        "enPassantTypes" => set_of(rules, text).map(|types| sides.set(&mut rules.passing_types, &types)),
        "castlingRookPieces" => set_of(rules, text).map(|types| sides.set(&mut rules.castling_rooks, &types)),
        "nMoveRuleTypes" => set_of(rules, text).map(|types| sides.set(&mut rules.clock_types, &types)),
        "castlingKingPiece" => {
            one(rules, text).map(|one| sides.set(&mut rules.castling_king, &one.unwrap_or(PieceType::ALL)))
        }
        "flagPiece" => {
            one(rules, text).map(|one| sides.set(&mut rules.flag_piece, &one.unwrap_or(PieceType::ALL)))
        }
        "pass" => flag(text).map(|is_on| sides.set(&mut rules.pass, &is_on)),
        "passOnStalemate" => flag(text).map(|is_on| sides.set(&mut rules.pass_on_stalemate, &is_on)),
        _ => return None,
    })
}

fn of_game(rules: &mut Rules, key: &str, text: &str) -> Option<Read<()>> {
    let place = |one: PieceType| usize::from(one.0);
    Some(match key {
        "maxRank" => rank(text).map(|rank| rules.ranks = rank + 1),
        "maxFile" => file(text).map(|file| rules.files = file + 1),
        "startFen" => {
            rules.start = text.to_owned();
            Ok(())
        }
        "pawnTypes" => types(rules, text).map(|found| {
            let all = PieceSet::of(&found);
            if let Some(last) = found.last() {
                rules.main_pawn = [*last; 2];
            }
            (rules.promotion_pawns, rules.passing_types, rules.clock_types) = ([all; 2], [all; 2], [all; 2]);
        }),
        "promotionLimit" => pairs(rules, text).and_then(|pairs| {
            for (one, count) in pairs {
                rules.promotion_limits[place(one)] = number(count)?;
            }
            Ok(())
        }),
        "promotedPieceType" => pairs(rules, text).and_then(|pairs| {
            for (one, other) in pairs {
                let mut letters = other.chars();
                let found = match (letters.next(), letters.next()) {
                    (Some('-'), None) => None,
                    (Some(letter), None) => Some(rules.find(letter).ok_or_else(|| wrong(text))?),
                    _ => return Err(wrong(text)),
                };
                rules.promoted[place(one)] = found;
            }
            Ok(())
        }),
        "blastImmuneTypes" => set_of(rules, text).map(|types| rules.blast_immune = types),
        "mutuallyImmuneTypes" => set_of(rules, text).map(|types| rules.mutually_immune = types),
        "petrifyOnCaptureTypes" => set_of(rules, text).map(|types| rules.petrify = types),
        "doubleStep" => flag(text).map(|is_on| rules.double_step = is_on),
        "castling" => flag(text).map(|is_on| rules.castling = is_on),
        "castlingKingsideFile" => file(text).map(|file| rules.castling_king_side = file),
        "castlingQueensideFile" => file(text).map(|file| rules.castling_queen_side = file),
        "castlingRank" => rank(text).map(|rank| rules.castling_rank = rank),
        "castlingKingFile" => file(text).map(|file| rules.castling_king_file = file),
        "castlingRookKingsideFile" => file(text).map(|file| rules.rook_king_side = file),
        "castlingRookQueensideFile" => file(text).map(|file| rules.rook_queen_side = file),
        "castlingRookPiece" => set_of(rules, text).map(|types| rules.castling_rooks = [types; 2]),
        "mustDropType" => one(rules, text).map(|one| rules.must_drop_type = one.unwrap_or(PieceType::ALL)),
        "enclosingDropStart" => Area::read(text).map(|area| rules.enclosing_start = area),
        // Older names for regions, counted from each side's edge.
        "promotionRank" => {
            rank(text).map(|rank| rules.promotion_region = ranks(rules, rank, rules.ranks.saturating_sub(1)))
        }
        "doubleStepRank" => rank(text).map(|rank| rules.double_region = ranks(rules, 1, rank)),
        "doubleStepRankMin" => rank(text).map(|rank| rules.double_region = ranks(rules, rank, 1)),
        "whiteDropRegion" => Area::read(text).map(|area| rules.drop_region[0] = area),
        "blackDropRegion" => Area::read(text).map(|area| rules.drop_region[1] = area),
        "whiteFlag" => Area::read(text).map(|area| rules.flag_region[0] = area),
        "blackFlag" => Area::read(text).map(|area| rules.flag_region[1] = area),
        "dropNoDoubled" => one(rules, text).map(|one| rules.no_doubled = one),
        "dropNoDoubledCount" => number(text).map(|number| rules.no_doubled_count = number),
        "diagonalLines" => Area::read(text).map(|area| rules.diagonal_lines = area),
        "soldierPromotionRank" => rank(text).map(|rank| rules.soldier_rank = rank),
        "nMoveRule" => number(text).map(|number| rules.clock = number),
        "nFoldRule" => number(text).map(|number| rules.fold = number),
        "nFoldValue" => value(text).map(|value| rules.fold_value = value),
        "stalemateValue" => value(text).map(|value| rules.stalemate = value),
        "checkmateValue" => value(text).map(|value| rules.checkmate = value),
        "extinctionValue" => value(text).map(|value| rules.extinction = value),
        "extinctionPieceTypes" => set_of(rules, text).map(|types| rules.extinction_types = types),
        "extinctionPieceCount" => number(text).map(|number| rules.extinction_count = number),
        "extinctionOpponentPieceCount" => number(text).map(|number| rules.extinction_opponent = number),
        "flagPieceCount" => number(text).map(|number| rules.flag_count = number),
        "connectN" => number(text).map(|number| rules.connect = number),
        "connectNxN" => number(text).map(|number| rules.connect_square = number),
        "collinearN" => number(text).map(|number| rules.collinear = number),
        "connectPieceTypes" => set_of(rules, text).map(|types| rules.connect_types = types),
        "connectValue" => value(text).map(|value| rules.connect_value = value),
        _ => return None,
    })
}
