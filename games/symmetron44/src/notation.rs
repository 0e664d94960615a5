//! The canonical text forms of positions and moves (`NOTATION.md`).

use entourage_kernel::{Intent, Kind, Piece, Problem, Side, Square, Text, TextError};

use crate::geometry::{FAR_RANK, FILES, RANKS, TOPOLOGY, launching_square};
use crate::metadata::METADATA;
use crate::piece::{BAWN, KING, KNIGHT, PAWN, PROMOTIONS, REDUCER, SHS, is_foot};
use crate::position::Pieces;

/// The start position.
pub(crate) const START: &str = "darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|n] w";

/// Tells what a move does beside going from square to square: the choice of an intent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Nothing: the squares tell all.
    None,
    /// A Pawn or Bawn becomes this kind on the far rank.
    Promote(Kind),
    /// A Pawn or Bawn becomes this kind on the spot.
    Mutate(Kind),
    /// Two Reducers or two SHSs leave the board.
    Explode,
}

const MUTATIONS: [Kind; 2] = [PAWN, BAWN];
const EXPLODE: u8 = 6;

impl Choice {
    /// Returns the code, 0 to 15, or 0 for a kind that nothing becomes.
    pub(crate) fn code(self) -> u8 {
        let place = |kinds: &[Kind], kind| kinds.iter().position(|&other| other == kind);
        match self {
            Self::None => 0,
            Self::Promote(kind) => place(&PROMOTIONS, kind).map_or(0, |place| 1 + place as u8),
            Self::Mutate(kind) => place(&MUTATIONS, kind).map_or(0, |place| 4 + place as u8),
            Self::Explode => EXPLODE,
        }
    }

    /// Returns the choice of an intent, or `None` for a code that none has.
    pub(crate) fn of(intent: Intent) -> Option<Self> {
        match intent.choice() {
            0 => Some(Self::None),
            code @ 1..=3 => Some(Self::Promote(PROMOTIONS[usize::from(code) - 1])),
            code @ 4..=5 => Some(Self::Mutate(MUTATIONS[usize::from(code) - 4])),
            EXPLODE => Some(Self::Explode),
            _ => None,
        }
    }
}

/// Holds a position as read: the text is canonical, numbers and ranks are right, check is not yet looked at.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
}

/// Reads `RANKS [W|B] SIDE`.
pub(crate) fn read_position(text: &str) -> Result<Setup, TextError> {
    let mut fields = text.split(' ');
    let ranks = fields.next().unwrap_or_default();
    let mut pieces = Pieces::EMPTY;
    let mut at = 0;
    let mut count = 0;
    for rank in ranks.split('/') {
        if count == RANKS {
            return Err(TextError::new(
                rank,
                at,
                Text::new("there are more than 6 ranks", "il y a plus de 6 rangées"),
            ));
        }
        read_rank(rank, count, &mut pieces).map_err(|error| error.shifted(at))?;
        count += 1;
        at += rank.len() + 1;
    }
    if count < RANKS {
        return Err(TextError::new(
            "",
            ranks.len(),
            Problem::new(
                format!("only {count} of 6 ranks are given"),
                format!("il n'y a que {count} rangées sur 6"),
            ),
        ));
    }
    let Some(launch) = fields.next() else {
        let problem = Text::new(
            "expected the Launching Squares, such as [N|-], after one space",
            "on attend les cases de lancement, comme [N|-], après une espace",
        );
        return Err(TextError::new("", text.len(), problem));
    };
    read_launching_squares(launch, &mut pieces).map_err(|error| error.shifted(at))?;
    at += launch.len() + 1;
    let side = match fields.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            let problem = Text::new(
                "expected the side to move, w or b, after one space",
                "on attend le trait, w ou b, après une espace",
            );
            return Err(TextError::new(other.unwrap_or_default(), at.min(text.len()), problem));
        }
    };
    at += 1;
    if fields.next().is_some() {
        return Err(TextError::new(
            &text[at..],
            at,
            Text::new("nothing may follow the side to move", "rien ne peut suivre le trait"),
        ));
    }
    check_numbers(&pieces, text)?;
    check_far_ranks(&pieces, ranks)?;
    Ok(Setup { pieces, side })
}

fn read_rank(text: &str, row: usize, pieces: &mut Pieces) -> Result<(), TextError> {
    let mut file = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let token_length = if first.is_ascii_digit() {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(token_length);
        if first.is_ascii_digit() {
            match token.parse::<usize>() {
                Ok(empties) if first != '0' && empties <= FILES => file += empties,
                _ => {
                    return Err(TextError::new(
                        token,
                        at,
                        Text::new(
                            "expected a count of empty squares, 1 to 7",
                            "on attend un nombre de cases vides, de 1 à 7",
                        ),
                    ));
                }
            }
        } else {
            let Some(piece) = METADATA.piece_of(first) else {
                return Err(TextError::new(
                    token,
                    at,
                    Text::new("no piece has this letter", "aucune pièce n'a cette lettre"),
                ));
            };
            if file < FILES {
                pieces.put(Square::new(row * FILES + file), piece);
            }
            file += 1;
        }
        if file > FILES {
            let rank = RANKS - row;
            let problem = Problem::new(
                format!("rank {rank} is more than 7 squares wide"),
                format!("la rangée {rank} dépasse 7 cases"),
            );
            return Err(TextError::new(token, at, problem));
        }
        rest = after;
    }
    if file < FILES {
        let rank = RANKS - row;
        let problem = Problem::new(
            format!("rank {rank} has {file} squares instead of 7"),
            format!("la rangée {rank} a {file} cases au lieu de 7"),
        );
        return Err(TextError::new(text, 0, problem));
    }
    Ok(())
}

/// Reads `[W|B]`: what stands on wls and on bls, `-` for nothing.
fn read_launching_squares(text: &str, pieces: &mut Pieces) -> Result<(), TextError> {
    let letters: Vec<char> = text.chars().collect();
    let &['[', white, '|', black, ']'] = letters.as_slice() else {
        return Err(TextError::new(
            text,
            0,
            Text::new(
                "expected the Launching Squares, such as [N|-]",
                "on attend les cases de lancement, comme [N|-]",
            ),
        ));
    };
    let white_length = white.len_utf8();
    for (letter, at, side) in [(white, 1, Side::First), (black, 2 + white_length, Side::Second)] {
        if letter == '-' {
            continue;
        }
        match METADATA.piece_of(letter) {
            Some(piece) if piece.side() == side && matches!(piece.kind(), KNIGHT | REDUCER | SHS) => {
                pieces.put(launching_square(side), piece);
            }
            _ => {
                let letters = [KNIGHT, REDUCER, SHS].map(|kind| METADATA.letter_of(Piece::new(kind, side)));
                let [n, r, h] = letters;
                let problem = Problem::new(
                    format!("this Launching Square holds {n}, {r} or {h}, or - for nothing"),
                    format!("cette case de lancement porte {n}, {r} ou {h}, ou - si elle est vide"),
                );
                return Err(TextError::new(letter, at, problem));
            }
        }
    }
    Ok(())
}

fn check_numbers(pieces: &Pieces, text: &str) -> Result<(), TextError> {
    // The side to move is the last letter of the text.
    let placed = &text[..text.len() - 1];
    for side in Side::BOTH {
        for kind in [KING, REDUCER, SHS] {
            let letter = METADATA.letter_of(Piece::new(kind, side));
            let count = pieces.of(side, kind).len();
            if count > 1 {
                let at = placed.rfind(letter).unwrap_or_default();
                let problem = Problem::new(
                    format!("a side has at most one {letter}, here are {count}"),
                    format!("un camp a au plus un {letter}, il y en a {count}"),
                );
                return Err(TextError::new(letter, at, problem).about(pieces.of(side, kind)));
            }
            if kind == KING && count == 0 {
                let at = placed.find(' ').unwrap_or_default();
                let problem = Problem::new(
                    format!("a King is missing: there must be one {letter}"),
                    format!("il manque un Roi\u{a0}: il faut un {letter}"),
                );
                return Err(TextError::new("", at, problem));
            }
        }
    }
    Ok(())
}

fn check_far_ranks(pieces: &Pieces, ranks: &str) -> Result<(), TextError> {
    for side in Side::BOTH {
        let strays = FAR_RANK[side.index()] & (pieces.of(side, PAWN) | pieces.of(side, BAWN));
        if let Some(piece) = strays.first().and_then(|stray| pieces.piece_at(stray)) {
            let letter = METADATA.letter_of(piece);
            let found = if side == Side::First { ranks.find(letter) } else { ranks.rfind(letter) };
            let problem = Text::new(
                "a Pawn or Bawn on its far rank would have been promoted",
                "un Pion ou un Bawn sur sa dernière rangée aurait été promu",
            );
            return Err(TextError::new(letter, found.unwrap_or_default(), problem).about(strays));
        }
    }
    Ok(())
}

/// Writes `RANKS [W|B] SIDE`.
pub(crate) fn write_position(pieces: &Pieces, side: Side) -> String {
    let mut text = String::with_capacity(56);
    for row in 0..RANKS {
        if row > 0 {
            text.push('/');
        }
        let mut empties = 0;
        for file in 0..FILES {
            match pieces.piece_at(Square::new(row * FILES + file)) {
                None => empties += 1,
                Some(piece) => {
                    push_count(&mut text, empties);
                    empties = 0;
                    text.push(METADATA.letter_of(piece));
                }
            }
        }
        push_count(&mut text, empties);
    }
    let [white, black] = Side::BOTH
        .map(|side| pieces.piece_at(launching_square(side)).map_or('-', |piece| METADATA.letter_of(piece)));
    text.push_str(&format!(" [{white}|{black}] "));
    text.push(if side == Side::First { 'w' } else { 'b' });
    text
}

fn push_count(text: &mut String, empties: usize) {
    if empties > 0 {
        text.push_str(&empties.to_string());
    }
}

/// Reads `b1b4`, `b1b4xb5`, `a5a6=G`, `a2=B` or `c3*c4`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    let square = |at: usize| {
        TOPOLOGY.read(&text[at..]).map(|(square, rest)| (square, text.len() - rest.len())).ok_or_else(|| {
            TextError::new(
                &text[at..],
                at,
                Text::new(
                    "expected a square from a1 to g6, wls or bls",
                    "on attend une case de a1 à g6, wls ou bls",
                ),
            )
        })
    };
    let end = |intent: Intent, at: usize| match &text[at..] {
        "" => Ok(intent),
        rest => Err(TextError::new(
            rest,
            at,
            Text::new("nothing may follow the move", "rien ne peut suivre le coup"),
        )),
    };
    let (from, at) = square(0)?;
    match text[at..].chars().next() {
        Some('=') => {
            let (kind, after) = read_kind(text, at + 1, &MUTATIONS)?;
            return end(Intent::of(&[from]).with_choice(Choice::Mutate(kind).code()), after);
        }
        Some('*') => {
            let (to, after) = square(at + 1)?;
            return end(Intent::from_to(from, to).with_choice(EXPLODE), after);
        }
        None => {
            let problem = Text::new(
                "a move needs the square it starts from and the one it goes to",
                "un coup a besoin de sa case de départ et de sa case d'arrivée",
            );
            return Err(TextError::new("", at, problem));
        }
        Some(_) => {}
    }
    let (to, at) = square(at)?;
    match text[at..].chars().next() {
        Some('=') => {
            let (kind, after) = read_kind(text, at + 1, &PROMOTIONS)?;
            end(Intent::from_to(from, to).with_choice(Choice::Promote(kind).code()), after)
        }
        Some('x') => {
            let (victim, after) = square(at + 1)?;
            end(Intent::through(from, to, victim), after)
        }
        _ => end(Intent::from_to(from, to), at),
    }
}

/// Reads a capital letter of one of the kinds.
fn read_kind(text: &str, at: usize, kinds: &[Kind]) -> Result<(Kind, usize), TextError> {
    let letter = text[at..].chars().next();
    let found = kinds.iter().find(|kind| Some(METADATA.kinds[kind.index()].letters[0]) == letter);
    match found {
        Some(&kind) => Ok((kind, at + 1)),
        None => {
            let letters: Vec<String> =
                kinds.iter().map(|kind| METADATA.kinds[kind.index()].letters[0].to_string()).collect();
            let letters = letters.join(", ");
            let problem = Problem::new(
                format!("expected one of the capital letters {letters}"),
                format!("on attend une des majuscules {letters}"),
            );
            Err(TextError::new(letter.map(String::from).unwrap_or_default(), at, problem))
        }
    }
}

/// Writes the canonical text of a move.
pub(crate) fn write_move(intent: Intent) -> String {
    let names: Vec<&str> = intent.squares().map(|square| TOPOLOGY.name(square)).collect();
    let letter = |kind: Kind| METADATA.kinds[kind.index()].letters[0];
    match (Choice::of(intent), names.as_slice()) {
        (Some(Choice::Promote(kind) | Choice::Mutate(kind)), names) => {
            format!("{}={}", names.concat(), letter(kind))
        }
        (Some(Choice::Explode), names) => names.join("*"),
        (_, [from, to, victim]) => format!("{from}{to}x{victim}"),
        (_, names) => names.concat(),
    }
}

/// Tells whether a kind mutates into another (power 2).
pub(crate) fn mutates(from: Kind, to: Kind) -> bool {
    is_foot(from) && is_foot(to) && from != to
}
