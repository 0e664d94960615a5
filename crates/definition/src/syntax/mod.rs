//! Text to syntax tree: tokens, sentences hung below one another, and one file for each family of sentences.

mod condition;
mod cursor;
mod event;
mod lines;
mod noun;
mod piece;
mod power;
mod section;
mod token;
pub(crate) mod tree;

pub(crate) use cursor::is_reserved;
pub use lines::MOST_BYTES;
pub(crate) use token::{Token, TokenKind, tokens};

use cursor::{Cursor, Parsed};
use lines::Sentence;
use tree::{Board, Count, Item, Memory, Name, Pass, Side, What, ZonePart};

use crate::diagnostic::{Code, Diagnostic};

/// Reads a text, whose place among the sources is given; what cannot be read is told among the faults.
pub(crate) fn parse(text: &str, file: u8, faults: &mut Vec<Diagnostic>) -> Vec<Item> {
    let sentences = lines::sentences(text, file, faults);
    items(&sentences, faults)
}

fn items(sentences: &[Sentence<'_>], faults: &mut Vec<Diagnostic>) -> Vec<Item> {
    let mut found = Vec::new();
    for sentence in sentences {
        match item(sentence, faults) {
            Ok(item) => found.push(item),
            Err(fault) => faults.push(fault),
        }
    }
    found
}

/// Says that nothing may be indented below a sentence, if something is.
fn nothing_below(sentence: &Sentence<'_>) -> Option<Diagnostic> {
    sentence.below.first().map(|below| {
        Diagnostic::error(
            Code::Syntax,
            below.span(),
            "Nothing may be indented below the sentence before this one.",
            "Rien ne peut être en retrait sous la phrase qui précède.",
        )
    })
}

/// Reads what stands below a sentence, one by one.
fn each<T>(
    sentence: &Sentence<'_>,
    faults: &mut Vec<Diagnostic>,
    read: impl Fn(&Sentence<'_>) -> Parsed<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    for below in &sentence.below {
        match read(below) {
            Ok(item) => found.push(item),
            Err(fault) => faults.push(fault),
        }
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
    } else if cursor.take("feature") {
        let name = named(cursor)?;
        What::Feature { name, items: items(&sentence.below, faults) }
    } else if cursor.take("castling of") {
        let royal = cursor.kind()?;
        cursor.expect("with")?;
        let partner = cursor.kind()?;
        What::Castling { royal, partner, ways: each(sentence, faults, section::castling) }
    } else if cursor.take("royal") {
        let kind = cursor.kind()?;
        cursor.expect(", warned as")?;
        let warning = cursor.quoted()?;
        let mut exceptions = each(sentence, faults, |below| {
            let cursor = &mut Cursor::new(&below.tokens);
            cursor.expect("may be left threatened :")?;
            let _ = cursor.take_any(&["when", "while"]);
            let condition = condition::condition(cursor)?;
            cursor.end()?;
            Ok(condition)
        });
        What::Royal { kind, warning, exception: exceptions.pop() }
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

/// Reads a sentence that nothing stands below.
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
    if cursor.take("position") {
        return cursor.quoted().map(What::Position);
    }
    if cursor.take("start") {
        return cursor.quoted().map(What::Start);
    }
    for later in ["wrap", "cards", "card", "instead"] {
        if cursor.sees(later) {
            return Err(Diagnostic::error(
                Code::Unsupported,
                cursor.span(),
                "Wrapped rows and cards are not played yet.",
                "Les rangées enroulées et les cartes ne sont pas encore jouées.",
            ));
        }
    }
    Err(unknown_sentence(cursor))
}

/// Says that no sentence begins so, and which one is near.
fn unknown_sentence(cursor: &Cursor<'_>) -> Diagnostic {
    const FIRST: [&str; 27] = [
        "language", "game", "edition", "sides", "board", "beside", "hands", "zone", "piece", "also", "every",
        "call", "power", "after", "feature", "without", "castling", "remember", "royal", "pass", "ends",
        "position", "start", "needs", "moves", "captures", "acts",
    ];
    let mut fault = cursor.expected(
        "the beginning of a sentence, such as \"piece\", \"power\", \"after\" or \"ends\"",
        "le début d'une phrase, comme «\u{a0}piece\u{a0}», «\u{a0}power\u{a0}», «\u{a0}after\u{a0}» ou «\u{a0}ends\u{a0}»",
    );
    let word = cursor.word().unwrap_or_default();
    if ["moves", "captures", "acts", "never"].contains(&word) {
        fault = fault.with_help(
            "Indent the lines of a piece below it.",
            "Mettez les lignes d'une pièce en retrait sous elle.",
        );
    } else if let Some(near) = crate::diagnostic::nearest(word, FIRST) {
        fault = fault.with_help(
            format!("Did you mean \"{near}\"?"),
            format!("Vouliez-vous dire «\u{a0}{near}\u{a0}»\u{a0}?"),
        );
    }
    fault
}

fn side(cursor: &mut Cursor<'_>) -> Parsed<Side> {
    let name = if cursor.sees_quoted() {
        let quoted = cursor.quoted()?;
        Name { text: quoted.text, span: quoted.span }
    } else {
        cursor.name("the name of a side", "le nom d'un camp")?
    };
    Ok(Side {
        name,
        word: cursor.name("the word for the side in positions", "le mot pour le camp dans les positions")?,
    })
}

fn zone_part(cursor: &mut Cursor<'_>) -> Parsed<ZonePart> {
    let from = cursor.name("a square", "une case")?;
    let to = if cursor.take("to") { Some(cursor.name("a square", "une case")?) } else { None };
    let side = if cursor.take("for") { Some(cursor.name("a side", "un camp")?) } else { None };
    Ok(ZonePart { from, to, side })
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
    cursor.expect("a count")?;
    let from = if cursor.take("from") { cursor.number()?.value } else { 0 };
    cursor.expect(",")?;
    let more = cursor.number()?.value;
    cursor.expect("more after every move")?;
    let side = if cursor.take("of") { Some(cursor.name("a side", "un camp")?) } else { None };
    let again = if cursor.sees(",") && cursor.sees_number_at(1) {
        cursor.expect(",")?;
        let value = cursor.number()?.value;
        cursor.expect("after a capture or a move of")?;
        Some((value, noun::noun(cursor, 0)?))
    } else {
        None
    };
    Ok(Memory::Count(Count { from, more, side, again }))
}
