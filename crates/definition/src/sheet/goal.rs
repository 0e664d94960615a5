//! Reads and writes the sentences for common end conditions.

use serde::{Deserialize, Serialize};

use crate::syntax::tree::{
    Condition, ConditionKind, End, EndResult, EndWhen, Noun, NounKind, Place, PlaceKind, RelationKind, Whose,
};

/// A common way for a game to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum GoalKind {
    /// A royal piece is threatened and the player has no move.
    Checkmate,
    /// A side has no piece of a kind left.
    Captured,
    /// A piece reaches the last row.
    Reaches,
    /// A side has no piece left.
    NothingLeft,
    /// A player without a move loses.
    StuckLoses,
    /// A player without a move draws.
    StuckDraws,
    /// A position occurs for the third time.
    Repetition,
}

/// A common end condition, with the piece that it concerns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Goal {
    /// The end condition.
    pub kind: GoalKind,
    /// The name of the piece, if the condition concerns one.
    pub piece: Option<String>,
}

impl GoalKind {
    pub(super) const fn needs_piece(self) -> bool {
        matches!(self, Self::Checkmate | Self::Captured | Self::Reaches)
    }

    /// Returns whether the sentence must precede other end conditions.
    pub(super) const fn is_early(self) -> bool {
        !matches!(self, Self::StuckLoses | Self::StuckDraws | Self::Repetition)
    }

    pub(super) fn sentence(self, piece: &str) -> String {
        match self {
            Self::Checkmate => format!("loss \"checkmate\": own {piece} is threatened, and no move"),
            Self::Captured => format!("loss \"captured\": no own {piece} is on the board"),
            Self::Reaches => format!("win \"goal\", at once: own {piece} is on enemy row 1"),
            Self::NothingLeft => "loss \"nothing-left\": no own piece is on the board".to_owned(),
            Self::StuckLoses => "loss \"no-move\": no move".to_owned(),
            Self::StuckDraws => "draw \"stalemate\": no move".to_owned(),
            Self::Repetition => "draw \"repetition\": the same position a third time".to_owned(),
        }
    }
}

/// Reads an end condition; `None` if it is not a common one or does not apply to all editions.
pub(super) fn goal(end: &End) -> Option<Goal> {
    if end.edition.is_some() {
        return None;
    }
    let of = |kind: GoalKind, piece: Option<&str>| Some(Goal { kind, piece: piece.map(str::to_owned) });
    let condition = match &end.when {
        EndWhen::Repetition { occurrence: 3, warners: [false, false] } if end.result == EndResult::Draw => {
            return of(GoalKind::Repetition, None);
        }
        EndWhen::Condition(condition) => condition,
        _ => return None,
    };
    match (end.result, end.at_once, &condition.what) {
        (EndResult::Loss, false, ConditionKind::NoMove) => of(GoalKind::StuckLoses, None),
        (EndResult::Draw, false, ConditionKind::NoMove) => of(GoalKind::StuckDraws, None),
        (EndResult::Loss, false, ConditionKind::All(all)) => match all.as_slice() {
            [
                Condition { what: ConditionKind::Threatened { noun, positive: true }, .. },
                Condition { what: ConditionKind::NoMove, .. },
            ] if noun.relations.is_empty() => of(GoalKind::Checkmate, Some(own(noun)?)),
            _ => None,
        },
        (EndResult::Loss, false, ConditionKind::Count { noun, most: 0, .. }) if noun.relations.is_empty() => {
            if matches!(noun.what, NounKind::Piece) && noun.whose == Some(Whose::Own) && noun.but.is_empty() {
                return of(GoalKind::NothingLeft, None);
            }
            of(GoalKind::Captured, Some(own(noun)?))
        }
        (EndResult::Win, true, ConditionKind::Count { noun, least: 1, most: u32::MAX }) => {
            let [relation] = noun.relations.as_slice() else { return None };
            let RelationKind::On(place) = &relation.what else { return None };
            if is_last_row(place) { of(GoalKind::Reaches, Some(own(noun)?)) } else { None }
        }
        _ => None,
    }
}

fn own(noun: &Noun) -> Option<&str> {
    match &noun.what {
        NounKind::Kinds(kinds)
            if noun.whose == Some(Whose::Own) && !noun.another && noun.but.is_empty() && kinds.len() == 1 =>
        {
            Some(&kinds[0].text)
        }
        _ => None,
    }
}

fn is_last_row(place: &Place) -> bool {
    match &place.what {
        PlaceKind::Rows(first, last) => {
            place.whose == Some(Whose::Enemy) && first.value == 1 && last.value == 1
        }
        PlaceKind::LastRow => matches!(place.whose, Some(Whose::Own | Whose::Its)),
        PlaceKind::Zone(_) => false,
    }
}
