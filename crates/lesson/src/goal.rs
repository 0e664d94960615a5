use crate::deed::Deed;
use crate::words::Entry;
use crate::{Fault, LessonError};

/// A condition on a move; a goal consists of one or more conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    Win,
    Draw,
    Alert,
    Quiet,
    /// The move exposes none of the mover's pieces, and the moved piece cannot be captured.
    Careful,
    Again,
    Best,
    Capture(Option<Target>),
    With(Target),
    To(Vec<String>),
    /// A piece with the specified letter is on the square after the move.
    Stands(char, String),
    /// A power begins to affect a piece; if a square is specified, the piece on that square.
    Begin(String, Option<String>),
    End(String, Option<String>),
    /// The piece that is on the square after the move could be captured before it, but no longer can be.
    Safe(String),
    /// The enemy on the square could not be captured before the move but can be with the mover's next move.
    Attack(String),
    Becomes(char),
    Manner(String),
    Mark(String, Option<String>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Square(String),
    Letter(char),
}

impl Target {
    fn read(word: &str) -> Self {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Self::Letter(letter),
            _ => Self::Square(word.to_owned()),
        }
    }
}

impl Condition {
    pub(crate) fn read(entry: &Entry) -> Result<Self, LessonError> {
        let own = |word: &str| word.to_owned();
        Ok(match entry.words()[..] {
            ["win"] => Self::Win,
            ["draw"] => Self::Draw,
            ["alert"] => Self::Alert,
            ["quiet"] => Self::Quiet,
            ["careful"] => Self::Careful,
            ["again"] => Self::Again,
            ["best"] => Self::Best,
            ["capture"] => Self::Capture(None),
            ["capture", piece] => Self::Capture(Some(Target::read(piece))),
            ["with", piece] => Self::With(Target::read(piece)),
            ["to", ref squares @ ..] if !squares.is_empty() => {
                Self::To(squares.iter().map(|&square| own(square)).collect())
            }
            ["stands", letter, square] => match Target::read(letter) {
                Target::Letter(letter) => Self::Stands(letter, own(square)),
                Target::Square(_) => return Err(entry.wrong(Fault::Goal(entry.rest.clone()))),
            },
            ["begin", power] => Self::Begin(own(power), None),
            ["begin", power, square] => Self::Begin(own(power), Some(own(square))),
            ["end", power] => Self::End(own(power), None),
            ["end", power, square] => Self::End(own(power), Some(own(square))),
            ["safe", square] => Self::Safe(own(square)),
            ["attack", square] => Self::Attack(own(square)),
            ["becomes", letter] => match Target::read(letter) {
                Target::Letter(letter) => Self::Becomes(letter),
                Target::Square(_) => return Err(entry.wrong(Fault::Goal(entry.rest.clone()))),
            },
            ["manner", manner] => Self::Manner(own(manner)),
            ["mark", mark] => Self::Mark(own(mark), None),
            ["mark", mark, square] => Self::Mark(own(mark), Some(own(square))),
            _ => return Err(entry.wrong(Fault::Goal(entry.rest.clone()))),
        })
    }

    /// Returns whether the condition is about winning or material, for which the search can rank moves.
    pub fn is_about_strength(&self) -> bool {
        matches!(self, Self::Win | Self::Best | Self::Capture(_) | Self::Becomes(_))
    }

    pub(crate) fn holds(&self, deed: &Deed, accepted: &[String]) -> bool {
        match self {
            Self::Win => deed.after.ended.as_ref().is_some_and(|end| end.winner == Some(deed.mover)),
            Self::Draw => deed.after.ended.as_ref().is_some_and(|end| end.winner.is_none()),
            Self::Alert => {
                let alarmed = deed.after.side != deed.mover && deed.after.alert.is_some();
                alarmed || deed.is_won_by_alert()
            }
            Self::Quiet => deed.captured.is_empty(),
            Self::Careful => {
                let end = deed.played.legs.last();
                deed.weighing.as_ref().is_none_or(|weighing| weighing.exposed.is_empty())
                    && end.is_none_or(|end| deed.takers(&deed.after, end).is_empty())
            }
            Self::Again => deed.after.ended.is_none() && deed.after.side == deed.mover,
            Self::Best => accepted.contains(&deed.played.text),
            Self::Capture(None) => !deed.captured.is_empty(),
            Self::Capture(Some(target)) => deed.captured.iter().any(|&(ref square, kind, side)| match target {
                Target::Square(named) => named == square,
                Target::Letter(letter) => deed.letter(kind, side) == *letter,
            }),
            Self::With(target) => deed.walker().is_some_and(|(square, letter)| match target {
                Target::Square(named) => *named == square,
                Target::Letter(named) => *named == letter,
            }),
            Self::To(squares) => deed.played.legs.last().is_some_and(|end| squares.contains(end)),
            Self::Stands(letter, square) => deed
                .after
                .pieces
                .iter()
                .any(|piece| piece.square == *square && deed.letter(piece.kind, piece.side) == *letter),
            Self::Begin(power, on) => deed.weighing.as_ref().is_some_and(|weighing| {
                let mut comes = weighing.comes.iter().filter(|relation| relation.kind == *power);
                comes.any(|relation| on.as_ref().is_none_or(|square| relation.to == *square))
            }),
            Self::End(power, on) => deed.weighing.as_ref().is_some_and(|weighing| {
                let mut goes = weighing.goes.iter().filter(|relation| relation.kind == *power);
                goes.any(|relation| on.as_ref().is_none_or(|square| relation.to == *square))
            }),
            Self::Safe(square) => deed.weighing.as_ref().is_some_and(|weighing| weighing.safe.contains(square)),
            Self::Attack(square) => {
                deed.is_enemy(&deed.after, square)
                    && deed.takers(&deed.before, square).is_empty()
                    && deed.next.as_ref().is_some_and(|next| !deed.takers(next, square).is_empty())
            }
            Self::Becomes(letter) => deed.becomes().any(|(kind, side)| deed.letter(kind, side) == *letter),
            Self::Manner(manner) => deed.played.manner == manner,
            Self::Mark(mark, on) => deed.after.pieces.iter().any(|piece| {
                let carries = |piece: &entourage_registry::view::PieceView| piece.marks.contains(mark);
                let before = deed.origin(&piece.square);
                let carried =
                    deed.before.pieces.iter().any(|one| Some(&one.square) == before.as_ref() && carries(one));
                on.as_ref().is_none_or(|square| piece.square == *square) && carries(piece) && !carried
            }),
        }
    }
}
