//! Standard algebraic notation (FIDE Laws of Chess, appendix C).

use entourage_kernel::{AnyMove, Board, Effect, Intent, Kind, MoveSink, Piece, Side, Square, SquareSet};

use crate::Position;
use crate::castling::{home, wing};
use crate::generate::{generate, in_check};
use crate::geometry::{SIZE, TOPOLOGY, on_rank, rank_of};
use crate::law::effects;
use crate::metadata::METADATA;
use crate::piece::{KING, PAWN, PROMOTIONS};
use crate::play::play;

struct Candidates<'p> {
    position: &'p Position,
    kind: Kind,
    to: Square,
    found: Vec<Intent>,
}

impl MoveSink for Candidates<'_> {
    fn push(&mut self, intent: Intent) {
        let kind = intent.first().and_then(|from| self.position.piece_at(from)).map(Piece::kind);
        if intent.last() == Some(self.to) && kind == Some(self.kind) {
            self.found.push(intent);
        }
    }
}

/// Returns the legal moves to a square by pieces of a kind; ignores the fifty-move rule.
fn candidates(position: &Position, kind: Kind, to: Square) -> Vec<Intent> {
    let mut sink = Candidates { position, kind, to, found: Vec::new() };
    generate(position, &mut sink);
    sink.found
}

fn file(square: Square) -> usize {
    square.index() % SIZE
}

fn rank(square: Square) -> usize {
    rank_of(Side::First, square)
}

/// Writes a legal move: piece, disambiguation, capture, promotion, check and mate.
pub(crate) fn write(position: &Position, intent: Intent) -> Option<String> {
    let [from, to] = intent.ends()?;
    let kind = position.piece_at(from)?.kind();
    let mut text = String::new();
    if let Some(queenside) = wing(&position.pieces, &position.state, from, to) {
        text.push_str(if queenside { "O-O-O" } else { "O-O" });
    } else {
        let takes = effects(position, intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }));
        let name = TOPOLOGY.name(from);
        if kind == PAWN {
            text.push_str(if takes { &name[..1] } else { "" });
        } else {
            text.push(METADATA.kinds[kind.index()].letters[0]);
            let others = candidates(position, kind, to).into_iter().filter_map(Intent::first);
            let others: SquareSet = others.filter(|&other| other != from).collect();
            let shares = |line: fn(Square) -> usize| others.into_iter().any(|other| line(other) == line(from));
            text.push_str(match (others.is_empty(), shares(file), shares(rank)) {
                (true, ..) => "",
                (false, false, _) => &name[..1],
                (false, true, false) => &name[1..],
                (false, true, true) => name,
            });
        }
        text.push_str(if takes { "x" } else { "" });
        text.push_str(TOPOLOGY.name(to));
        if intent.choice() != 0 {
            text.push('=');
            text.push(METADATA.kinds[usize::from(intent.choice())].letters[0]);
        }
    }
    let after = play(position, intent);
    if in_check(&after) {
        let mut any = AnyMove::default();
        generate(&after, &mut any);
        text.push(if any.0 { '+' } else { '#' });
    }
    Some(text)
}

/// Figurines and typographical signs, each followed by its letter; the figurines of Pawns, which have none, are dropped.
const FIGURINES: &str = "♔K♚K♕Q♛Q♖R♜R♗B♝B♘N♞N–-—-‐-−-×x";

fn letter(sign: char) -> Option<char> {
    let known = FIGURINES.chars().skip_while(|known| *known != sign).nth(1);
    known.or(Some(sign).filter(|sign| !"♙♟\u{fe0e}\u{fe0f}".contains(*sign)))
}

struct Wish {
    kind: Kind,
    file: Option<usize>,
    rank: Option<usize>,
    to: Square,
    becomes: Option<Kind>,
}

/// Returns the legal moves that match a move in algebraic notation; `None` for any other text. Parsing is lenient: check and
/// capture signs and annotation glyphs are optional, zeros are accepted in castling, and figurines for pieces.
pub(crate) fn read(position: &Position, text: &str) -> Option<Vec<Intent>> {
    let letters: String = if text.is_ascii() { text.into() } else { text.chars().filter_map(letter).collect() };
    let text = letters.trim_end_matches(['+', '#', '!', '?']);
    let asked = match text {
        "O-O" | "0-0" => Some(false),
        "O-O-O" | "0-0-0" => Some(true),
        _ => None,
    };
    if let Some(queenside) = asked {
        let state = &position.state;
        let to = if state.homes.is_shuffled() {
            home(state, position.side, queenside)
        } else {
            on_rank(position.side, 0, if queenside { 2 } else { 6 })
        };
        let mut found = candidates(position, KING, to);
        found.retain(|intent| {
            let ends = intent.ends();
            ends.is_some_and(|[from, to]| wing(&position.pieces, state, from, to) == Some(queenside))
        });
        return Some(found);
    }
    let wish = Wish::read(text)?;
    let mut found = candidates(position, wish.kind, wish.to);
    found.retain(|intent| {
        let Some(from) = intent.first() else { return false };
        // A pawn move without a file goes straight ahead.
        let wished = if wish.kind == PAWN { wish.file.or(Some(file(wish.to))) } else { wish.file };
        wished.is_none_or(|wished| wished == file(from))
            && wish.rank.is_none_or(|wished| wished == rank(from))
            && wish.becomes.map_or(0, |kind| kind.0) == intent.choice()
    });
    Some(found)
}

impl Wish {
    fn read(text: &str) -> Option<Self> {
        let kind_of = |letter: char| {
            (0..)
                .map(Kind)
                .zip(&*METADATA.kinds)
                .find(|(_, kind)| kind.letters[0] == letter)
                .map(|(kind, _)| kind)
        };
        if !text.is_ascii() {
            return None;
        }
        let named = text.chars().next().and_then(kind_of).filter(|&kind| kind != PAWN);
        let rest = if named.is_some() { &text[1..] } else { text };
        // A promotion follows the square: `=Q`, `(Q)` or only the letter.
        let last = rest.trim_end_matches(')');
        let becomes = last.chars().next_back().and_then(|letter| kind_of(letter.to_ascii_uppercase()));
        let becomes = becomes.filter(|kind| PROMOTIONS.contains(kind));
        let rest = match becomes {
            Some(_) => last[..last.len() - 1].trim_end_matches(['=', '(']),
            None => rest,
        };
        let (before, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = TOPOLOGY.find(to)?;
        let sign = before.strip_suffix(['x', '-', ':']);
        // A sign without a piece or square before it, as in `-e4`, is Game Courier's notation for emptying a square.
        if named.is_none() && sign == Some("") {
            return None;
        }
        let before = sign.unwrap_or(before);
        let line = |letter: u8, first: u8| {
            let line = usize::from(letter.checked_sub(first)?);
            (line < SIZE).then_some(line)
        };
        let (file, rank) = match *before.as_bytes() {
            [] => (None, None),
            [one] => (line(one, b'a'), line(one, b'1')),
            [file, rank] => (Some(line(file, b'a')?), Some(line(rank, b'1')?)),
            _ => return None,
        };
        if before.len() == 1 && file.is_none() && rank.is_none() {
            return None;
        }
        Some(Self { kind: named.unwrap_or(PAWN), file, rank, to, becomes })
    }
}
