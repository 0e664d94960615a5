//! Parses definitions into syntax trees. Each file parses one family of sentences.

mod card;
mod condition;
mod cursor;
mod event;
mod example;
mod lines;
mod noun;
mod piece;
mod power;
mod section;
mod shuffle;
mod token;
pub(crate) mod tree;

pub(crate) use cursor::is_reserved;
pub use lines::MAX_BYTES;
pub(crate) use lines::{Sentence, sentences};
pub(crate) use token::{Token, TokenKind, tokens};

use std::collections::HashMap;

use cursor::{Cursor, Parsed};
use tree::{Army, Board, Cause, Count, Item, Memory, Name, Pass, Side, What, ZonePart};

use crate::diagnostic::{Answer, Code, Diagnostic, Edit, kept};
use crate::model::Danger;

pub(crate) fn parse(text: &str, file: u8, faults: &mut Vec<Diagnostic>) -> Vec<Item> {
    let before = faults.len();
    let sentences = lines::sentences(text, file, faults);
    let found = items(&sentences, faults);
    if file == 0 {
        repeated(&sentences, faults);
    }
    faults[before..].iter_mut().for_each(|fault| example::add_example(fault, text));
    found
}

fn items(sentences: &[Sentence<'_>], faults: &mut Vec<Diagnostic>) -> Vec<Item> {
    let mut found = Vec::new();
    for sentence in sentences {
        found.extend(kept(item(sentence, faults), faults));
    }
    found
}

/// Asks about sentences that repeat an earlier one word for word, with the same indented lines.
fn repeated(sentences: &[Sentence<'_>], faults: &mut Vec<Diagnostic>) {
    let mut said: HashMap<String, u32> = HashMap::new();
    for sentence in sentences {
        let line = sentence.span().line;
        if let Some(line) = said.get(&sentence.words()) {
            let warning = Code::Twice.at(sentence.span()).warning(
                format!("This sentence is the same as the one in line {line}."),
                format!("Cette phrase est la même que celle de la ligne {line}."),
            );
            faults.push(warning.with_answers([Answer::new(Edit::Without, "Remove it", "Supprimer")]));
        } else {
            said.insert(sentence.words(), line);
        }
        repeated(&sentence.below, faults);
    }
}

fn nothing_below(sentence: &Sentence<'_>) -> Option<Diagnostic> {
    sentence.below.first().map(|below| {
        Code::Syntax.at(below.span()).error(
            "The previous sentence cannot have indented lines below it.",
            "La phrase qui précède ne peut pas avoir de lignes en retrait.",
        )
    })
}

fn each<T>(
    sentence: &Sentence<'_>,
    faults: &mut Vec<Diagnostic>,
    read: impl Fn(&Sentence<'_>) -> Parsed<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    for below in &sentence.below {
        found.extend(kept(read(below), faults));
        faults.extend(nothing_below(below));
    }
    found
}

fn item(sentence: &Sentence<'_>, faults: &mut Vec<Diagnostic>) -> Parsed<Item> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let span = sentence.span();
    let named = |cursor: &mut Cursor<'_>| cursor.name("a name", "un nom");
    let mut has_section = true;
    let what = if cursor.take("also piece") {
        What::Piece(piece::piece(cursor, true, &sentence.below, faults)?)
    } else if cursor.take("piece") {
        What::Piece(piece::piece(cursor, false, &sentence.below, faults)?)
    } else if cursor.take("every piece") {
        let but = noun::but(cursor)?;
        cursor.end()?;
        What::Every { but, lines: piece::piece_lines(&sentence.below, faults) }
    } else if cursor.take("power") {
        What::Power(power::power(cursor, &sentence.below, faults)?)
    } else if cursor.take("card") {
        What::Card(card::card(cursor, &sentence.below, faults)?)
    } else if cursor.take("cards") {
        What::Cards(each(sentence, faults, card::cards_line))
    } else if cursor.take("shuffle") {
        What::Shuffle(shuffle::shuffle(cursor, each(sentence, faults, shuffle::line))?)
    } else if cursor.take("wrap rows") {
        let lines = each(sentence, faults, card::wrap_line);
        What::Wrap(tree::Wrap {
            sideways: lines.iter().any(|line| line.sideways),
            forward: lines.iter().any(|line| line.forward),
        })
    } else if cursor.take("feature") {
        let name = named(cursor)?;
        What::Feature { name, items: items(&sentence.below, faults) }
    } else if cursor.take("credits") {
        What::Credits(each(sentence, faults, section::credit_line))
    } else if cursor.take("names in French") {
        What::French(each(sentence, faults, section::french))
    } else if cursor.take("castling of") {
        let royal = cursor.kind()?;
        cursor.expect("with")?;
        let partner = cursor.kind()?;
        What::Castling { royal, partner, ways: each(sentence, faults, section::castling) }
    } else if cursor.take("royal") {
        let kinds = cursor.kinds()?;
        cursor.expect(", warned as")?;
        let warning = cursor.quoted()?;
        let limits = each(sentence, faults, |below| {
            let cursor = &mut Cursor::new(&below.tokens);
            let start = cursor.span();
            for (phrase, danger) in [
                ("in danger : when all are threatened", Danger::All),
                ("in danger : when the last of its kind", Danger::Last),
            ] {
                if cursor.take(phrase) {
                    cursor.end()?;
                    return Ok((Some((danger, cursor.since(start))), None));
                }
            }
            if !cursor.take("may be left threatened :") {
                return Err(cursor.expected(
                    "\"may be left threatened: when …\", \"in danger: when all are threatened\" or \"in danger: when the last of its kind\"",
                    "«\u{a0}may be left threatened: when …\u{a0}», «\u{a0}in danger: when all are threatened\u{a0}» ou «\u{a0}in danger: when the last of its kind\u{a0}»",
                ));
            }
            let _ = cursor.take_any(&["when", "while"]);
            let condition = condition::condition(cursor)?;
            cursor.end()?;
            Ok((None, Some(condition)))
        });
        What::Royal {
            kinds,
            warning,
            danger: limits.iter().filter_map(|(danger, _)| *danger).next_back(),
            exception: limits.into_iter().filter_map(|(_, exception)| exception).next_back(),
        }
    } else if cursor.take("ends") {
        What::Ends(each(sentence, faults, section::end))
    } else if cursor.take("needs") {
        What::Needs(each(sentence, faults, section::need))
    } else if cursor.take("moves written") {
        What::Written(each(sentence, faults, section::written))
    } else {
        has_section = false;
        plain(cursor)?
    };
    if !has_section {
        faults.extend(nothing_below(sentence));
    }
    let edition = cursor.edition()?;
    cursor.end()?;
    Ok(Item { span, edition, what })
}

fn plain(cursor: &mut Cursor<'_>) -> Parsed<What> {
    let named = |cursor: &mut Cursor<'_>| cursor.name("a name", "un nom");
    if cursor.take("language") {
        return cursor.number().map(What::Language);
    }
    if cursor.take("game") {
        let id = named(cursor)?;
        let title = cursor.quoted()?.text;
        let by = if cursor.take("by") { Some(cursor.quoted()?.text) } else { None };
        return Ok(What::Game {
            id,
            title,
            by,
            like: if cursor.take("like") { Some(named(cursor)?) } else { None },
        });
    }
    if cursor.take("edition") {
        return Ok(What::Edition { name: named(cursor)?, usual: cursor.take(", the usual one") });
    }
    if cursor.take("sides") {
        let first = side(cursor)?;
        cursor.expect(",")?;
        return Ok(What::Sides([first, side(cursor)?]));
    }
    for (phrase, in_files) in [("board hexagons in rows of", false), ("board hexagons in files of", true)] {
        if cursor.take(phrase) {
            let mut lengths = Vec::new();
            while cursor.sees_number() {
                lengths.push(cursor.number()?);
            }
            return Ok(What::Board(Board::Hexagons { in_files, lengths }));
        }
    }
    if cursor.take("board") {
        let files = cursor.number()?;
        cursor.expect("x")?;
        let rows = cursor.number()?;
        let top = if cursor.take(", row") {
            let row = cursor.number()?;
            cursor.expect("on top")?;
            Some(row)
        } else {
            None
        };
        return Ok(What::Board(Board::Grid { files, rows, top }));
    }
    if cursor.take("beside the board :") {
        let mut squares = vec![named(cursor)?];
        while cursor.take(",") {
            squares.push(named(cursor)?);
        }
        return Ok(What::Beside(squares));
    }
    if cursor.take("free hand") {
        let place = if cursor.take("on") { Some(noun::place(cursor)?) } else { None };
        return Ok(What::FreeHand(place));
    }
    if cursor.take("army") {
        return army(cursor).map(What::Army);
    }
    if cursor.take("hands of") {
        return cursor.number().map(What::Hands);
    }
    if cursor.take("zone") {
        let name = named(cursor)?;
        cursor.expect(":")?;
        let mut parts = vec![zone_part(cursor)?];
        while cursor.take(",") {
            parts.push(zone_part(cursor)?);
        }
        return Ok(What::Zone { name, parts });
    }
    if cursor.take("call") {
        let name = named(cursor)?;
        cursor.expect(":")?;
        let noun = noun::noun(cursor, 0)?;
        let condition =
            if cursor.take_any(&[", while", ", when"]) { Some(condition::condition(cursor)?) } else { None };
        return Ok(What::Call { name, noun, condition });
    }
    if cursor.take("after") {
        return event::event(cursor).map(What::After);
    }
    if cursor.take("without feature") {
        return named(cursor).map(What::Without);
    }
    if cursor.take("without edition") {
        return named(cursor).map(What::WithoutEdition);
    }
    if cursor.take("without royal") {
        return Ok(What::WithoutRoyal);
    }
    if cursor.take("without") {
        return Err(cursor.expected(
            "\"feature\", \"edition\" or \"royal\"",
            "«\u{a0}feature\u{a0}», «\u{a0}edition\u{a0}» ou «\u{a0}royal\u{a0}»",
        ));
    }
    if cursor.take("remember") {
        let name = named(cursor)?;
        cursor.expect(":")?;
        return Ok(What::Remember { name, memory: memory(cursor)? });
    }
    if cursor.take("pass : unless") {
        return condition::condition(cursor).map(|condition| What::Pass(Pass::Unless(condition)));
    }
    if cursor.take("pass : when no other move") {
        return Ok(What::Pass(Pass::WhenNoOtherMove));
    }
    if cursor.take("must capture") {
        return Ok(What::MustCapture);
    }
    if cursor.take("position") {
        return cursor.quoted().map(What::Position);
    }
    if cursor.take("start") {
        return cursor.quoted().map(What::Start);
    }
    Err(unknown_sentence(cursor))
}

fn unknown_sentence(cursor: &Cursor<'_>) -> Diagnostic {
    const FIRST: [&str; 35] = [
        "language", "game", "edition", "sides", "board", "beside", "hands", "zone", "piece", "also", "every",
        "call", "power", "after", "feature", "without", "castling", "remember", "royal", "pass", "ends",
        "position", "start", "needs", "moves", "captures", "acts", "card", "cards", "wrap", "must", "free",
        "army", "shuffle", "credits",
    ];
    let mut fault = cursor.expected(
        "the beginning of a sentence, such as \"piece\", \"power\", \"after\" or \"ends\"",
        "le début d'une phrase, comme «\u{a0}piece\u{a0}», «\u{a0}power\u{a0}», «\u{a0}after\u{a0}» ou «\u{a0}ends\u{a0}»",
    );
    let word = cursor.word().unwrap_or_default();
    if ["moves", "captures", "acts", "never"].contains(&word) {
        fault = fault.with_help(
            "The lines of a piece must be indented below it.",
            "Les lignes d'une pièce doivent être en retrait sous elle.",
        );
    } else if ["win", "loss", "draw"].contains(&word) {
        fault = fault.with_help(
            "End conditions must be indented below `ends`.",
            "Les conditions de fin doivent être en retrait sous «\u{a0}ends\u{a0}».",
        );
    } else if ["exactly", "at", "no", "on", "the"].contains(&word) {
        fault = fault.with_help(
            "Requirements must be indented below `needs`.",
            "Les exigences doivent être en retrait sous «\u{a0}needs\u{a0}».",
        );
    } else if let Some(near) = crate::diagnostic::nearest(word, FIRST) {
        fault = fault.with_help(
            format!("Did you mean \"{near}\"?"),
            format!("Vouliez-vous dire «\u{a0}{near}\u{a0}»\u{a0}?"),
        );
    }
    fault
}

fn side_name(cursor: &mut Cursor<'_>) -> Parsed<Name> {
    if cursor.sees_quoted() {
        let quoted = cursor.quoted()?;
        return Ok(Name { text: quoted.text, span: quoted.span });
    }
    cursor.name("the name of a side", "le nom d'un camp")
}

fn side(cursor: &mut Cursor<'_>) -> Parsed<Side> {
    Ok(Side {
        name: side_name(cursor)?,
        word: cursor.name("the word for the side, such as w", "le mot qui désigne le camp, comme w")?,
    })
}

fn army(cursor: &mut Cursor<'_>) -> Parsed<Army> {
    let name = cursor.name("the name of the army", "le nom de l'armée")?;
    let title = cursor.quoted()?.text;
    let title_french = if cursor.take("fr") { Some(cursor.quoted()?.text) } else { None };
    cursor.expect("on")?;
    let place = noun::place(cursor)?;
    cursor.expect(":")?;
    let mut kinds = vec![cursor.kind()?];
    while cursor.take(",") {
        kinds.push(cursor.kind()?);
    }
    Ok(Army { name, title, title_french, place, kinds })
}

fn zone_part(cursor: &mut Cursor<'_>) -> Parsed<ZonePart> {
    let from = cursor.name("a square", "une case")?;
    let to = if cursor.take("to") { Some(cursor.name("a square", "une case")?) } else { None };
    let side = if cursor.take("for") { Some(cursor.name("a side", "un camp")?) } else { None };
    Ok(ZonePart { from, to, side })
}

fn cause(cursor: &mut Cursor<'_>) -> Parsed<Cause> {
    if cursor.take("a capture") {
        Ok(Cause::Capture)
    } else if cursor.take("a move of") {
        noun::noun(cursor, 0).map(Cause::Move)
    } else if cursor.take("a change of kind") {
        Ok(Cause::Change)
    } else {
        cursor.label().map(Cause::Label)
    }
}

fn memory(cursor: &mut Cursor<'_>) -> Parsed<Memory> {
    if cursor.take("a square ,") {
        if cursor.take("for the next turn") {
            return Ok(Memory::Square { next_turn: true });
        }
        if cursor.take("for this turn") {
            return Ok(Memory::Square { next_turn: false });
        }
        return Err(cursor.expected(
            "for how long: \"for this turn\" or \"for the next turn\"",
            "pour combien de temps\u{a0}: «\u{a0}for this turn\u{a0}» ou «\u{a0}for the next turn\u{a0}»",
        ));
    }
    if cursor.take("a square") {
        return Err(cursor.expected(
            "for how long: \", for this turn\" or \", for the next turn\"",
            "pour combien de temps\u{a0}: «\u{a0}, for this turn\u{a0}» ou «\u{a0}, for the next turn\u{a0}»",
        ));
    }
    if cursor.take("squares") {
        let _ = cursor.take(", for good");
        return Ok(Memory::Squares);
    }
    if !cursor.take("a count") {
        return Err(cursor.expected(
            "\"a square\", \"squares\" or \"a count\"",
            "«\u{a0}a square\u{a0}», «\u{a0}squares\u{a0}» ou «\u{a0}a count\u{a0}»",
        ));
    }
    let from = if cursor.take("from") { cursor.number()?.value } else { 0 };
    cursor.expect(",")?;
    let mut gains = Vec::new();
    loop {
        let start = cursor.span();
        let more = cursor.number()?.value;
        cursor.expect("more after every")?;
        let captured = if cursor.take("capture of") {
            Some(noun::noun(cursor, 0)?)
        } else if cursor.take("check") {
            None
        } else if gains.is_empty() {
            return every_move(cursor, from, more);
        } else {
            return Err(cursor.expected(
                "\"check\" or \"capture of …\"",
                "«\u{a0}check\u{a0}» ou «\u{a0}capture of …\u{a0}»",
            ));
        };
        let side = if cursor.take("by") { Some(side_name(cursor)?) } else { None };
        gains.push(tree::Gain { more, span: cursor.since(start), captured, side });
        if !cursor.take(",") {
            return Ok(Memory::Count(Count { from, more: 0, side: None, again: None, back: None, gains }));
        }
    }
}

fn every_move(cursor: &mut Cursor<'_>, from: u32, more: u32) -> Parsed<Memory> {
    if !cursor.take("move") {
        return Err(cursor.expected(
            "\"move\", \"check\" or \"capture of …\"",
            "«\u{a0}move\u{a0}», «\u{a0}check\u{a0}» ou «\u{a0}capture of …\u{a0}»",
        ));
    }
    let side = if cursor.take("of") { Some(cursor.name("a side", "un camp")?) } else { None };
    let again = if cursor.sees(",") && cursor.sees_number_at(1) {
        cursor.expect(",")?;
        let value = cursor.number()?.value;
        cursor.expect("after")?;
        let mut causes = vec![cause(cursor)?];
        while !cursor.sees(", back to") && cursor.take_any(&[",", "or"]) {
            causes.push(cause(cursor)?);
        }
        Some((value, causes))
    } else {
        None
    };
    let back = if cursor.take(", back to") {
        let value = cursor.number()?.value;
        cursor.expect("at")?;
        Some([value, cursor.number()?.value])
    } else {
        None
    };
    Ok(Memory::Count(Count { from, more, side, again, back, gains: Vec::new() }))
}
