//! All errors that a request can return. Codes and messages are in one table.

use entourage_record::{OfferError, SeatError, TimeError};
use entourage_study::EditError;

/// The class of an error, which determines its HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorKind {
    Malformed,
    Unauthorized,
    Forbidden,
    Missing,
    Method,
    Conflict,
    TooLarge,
    MediaType,
    Misdirected,
    Refused,
    Limited,
    Broken,
    Unavailable,
}

/// Declares the errors, each with its kind and code. Those in `worded` have an English and a French message, in
/// which field names in braces are replaced; messages of errors in `composed` are written by `http::failure`.
macro_rules! errors {
    (
        worded {
            $($name:ident $(($($unnamed:ty),+))? $({ $($field:ident: $type:ty),+ })? = $kind:ident $code:literal $en:literal $fr:literal;)*
        }
        composed { $($other:ident $fields:tt = $other_kind:ident $other_code:literal;)* }
    ) => {
        #[derive(Clone, Debug)]
        pub(crate) enum Error {
            $($name $(($($unnamed),+))? $({ $($field: $type),+ })?,)*
            $($other $fields,)*
        }

        impl Error {
            pub fn kind(&self) -> ErrorKind {
                match self {
                    $(Self::$name { .. } => ErrorKind::$kind,)*
                    $(Self::$other { .. } => ErrorKind::$other_kind,)*
                }
            }

            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)*
                    $(Self::$other { .. } => $other_code,)*
                }
            }

            /// Returns the message from the table; `None` if it is composed elsewhere.
            pub fn sentence(&self, language: Language) -> Option<String> {
                let french = language == Language::French;
                Some(match self {
                    $(
                        Self::$name { $($($field,)+)? .. } if french => format_args!($fr).to_string(),
                        Self::$name { $($($field,)+)? .. } => format_args!($en).to_string(),
                    )*
                    $(Self::$other { .. } => return None,)*
                })
            }
        }
    };
}

mod table;

pub(crate) use table::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Spec,
    Position,
    Pace,
    /// A move, with its index if it is part of a list.
    Move(Option<u16>),
}

impl Error {
    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::Malformed(detail.into())
    }

    /// Returns the index of the move that caused the error, if the move is part of a list.
    pub fn index(&self) -> Option<u16> {
        match self {
            Self::Text(Part::Move(index), _) | Self::Refused(index, ..) | Self::Ended(index, _) => *index,
            _ => None,
        }
    }

    /// Sets the index of the move that caused the error, for moves that were sent as a list.
    pub fn in_list(self, at: usize) -> Self {
        let index = u16::try_from(at).ok();
        match self {
            Self::Text(_, error) => Self::Text(Part::Move(index), error),
            Self::Refused(_, scene, refusal) => Self::Refused(index, scene, refusal),
            Self::Ended(_, end) => Self::Ended(index, end),
            other => other,
        }
    }
}

impl Part {
    pub fn code(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Position => "position",
            Self::Pace => "pace",
            Self::Move(_) => "move",
        }
    }
}

/// Declares conversions from errors of `entourage_record`.
macro_rules! from {
    ($($error:ident { $($known:ident => $meant:ident),+ $(,)? })+) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                match error {
                    $($error::$known => Self::$meant,)+
                }
            }
        })+
    };
}

from! {
    SeatError { Watching => Watching, OtherSide => OtherSide }
    OfferError {
        GameNotOver => Underway, AlreadyOffered => Offered, NoOffer => NoOffer, NotOffered => Agreement,
        TooLate => Earnest, TooMany => Often,
    }
    TimeError {
        NoClock => NoClock, Paused => Paused, Going => Going, Full => FullClock,
        Announced => Announced, NotAnnounced => NotAnnounced, Ahead => Ahead,
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Malformed(field) => Self::malformed(format!("`{field}` is not valid")),
            EditError::NoChapter => Self::NoChapter,
            EditError::NoNode => Self::NoNode,
            EditError::Taken => Self::EditTaken,
            EditError::SameMove => Self::SameMove,
            EditError::NotAuthor => Self::CommentAuthor,
            EditError::Full(most) => Self::StudyFull { most },
            EditError::Rules(problem) => Self::StudyRules(problem),
            EditError::Record(problem) => Self::Record(problem),
        }
    }
}

/// Compares debug output, because the parts of an error are not comparable.
#[cfg(test)]
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}
