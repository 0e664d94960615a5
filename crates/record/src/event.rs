use entourage_kernel::Side;
use serde::{Deserialize, Serialize};

use crate::{Commitment, Offer, Salt, Verdict};

/// An event in a game, such as a move or an offer; a game is the list of its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "GameEvent"))]
#[allow(missing_docs, reason = "a side is always the one that acts")]
pub enum Event {
    /// The side to move made a move.
    Move {
        /// The move in canonical notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// The side to move made a manual move, which is only possible with rule enforcement `warned` or `free`.
    Turn {
        /// The legs of the move (changes to single pieces, such as `e2-e4`), separated by `;`.
        #[serde(rename = "turn")]
        text: String,
    },
    /// A side protested against the other side's last manual move, and the rules checked that move.
    Protest {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
        /// The rules' verdict on the manual move.
        verdict: Verdict,
    },
    /// The last moves were taken back.
    Takeback {
        /// Number of plies taken back, at least 1.
        plies: u32,
    },
    /// A side resigned.
    Resign {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// A side committed to a setup choice.
    Setup {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
        /// The choice in the game's notation.
        setup: String,
        /// The salt of the commitment; absent if the choice was not secret, and in old records.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional), schema(value_type = crate::schema::Digest))]
        salt: Option<Salt>,
        /// The commitment, which is public before the choice is revealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional), schema(value_type = crate::schema::Digest))]
        commitment: Option<Commitment>,
    },
    /// A side made an offer. The other side accepts the offer by sending the offered event, such as `draw`.
    Offer {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
        /// The type of offer, with its parameters.
        offer: Offer,
    },
    /// A side declined the other side's offer, or withdrew its own offer.
    Decline {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// The players agreed to a draw.
    Draw {},
    /// A side aborted the game during its first moves; the game has no winner.
    Abort {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// The players began a rematch, which is a new game.
    Rematch {},
    /// A side lost on time.
    Flag {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// The game was aborted because it did not start in time; the game has no winner.
    Lapse {},
    /// A side lost a tournament game because it did not begin to play in time.
    Absent {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// The side to move went on vacation.
    Vacation {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
        /// Length in days, at least 1.
        days: u32,
    },
    /// A side announced a future vacation, which begins even if the other side is to move at that time.
    Announce {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
        /// Length in days, at least 1.
        days: u32,
        /// Start of the vacation in Unix milliseconds, by the server's clock.
        from: i64,
    },
    /// A side cancelled its announced vacation.
    Stay {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// A side gave the other side more time.
    Give {
        #[serde(with = "side_number")]
        #[cfg_attr(feature = "schema", ts(type = "Side"), schema(value_type = crate::schema::SideNumber))]
        side: Side,
    },
    /// The players agreed to pause the game.
    Pause {},
    /// The players agreed to resume the game.
    Resume {},
}

impl Event {
    /// The prefix of manual moves in move lists.
    pub const TURN_SIGN: char = '~';

    /// Returns the number of legs (changes to single pieces) of a manual move; 0 for other events.
    pub fn legs(&self) -> usize {
        match self {
            Self::Turn { text } => 1 + text.matches(';').count(),
            _ => 0,
        }
    }

    /// Returns whether the event negotiates a rematch, and is therefore allowed after the end of the game.
    pub fn is_about_rematch(&self) -> bool {
        matches!(self, Self::Offer { offer: Offer::Rematch, .. } | Self::Decline { .. } | Self::Rematch {})
    }

    /// Returns whether the event is a move, with or without rules.
    pub fn is_move(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Turn { .. })
    }

    /// Converts an entry of a move list to an event; manual moves have the prefix [`TURN_SIGN`](Self::TURN_SIGN).
    pub fn of_move(text: String) -> Self {
        match text.strip_prefix(Self::TURN_SIGN) {
            Some(legs) => Self::Turn { text: legs.to_owned() },
            None => Self::Move { text },
        }
    }

    pub(crate) fn speaker(&self) -> Option<Side> {
        match self {
            Self::Offer { side, .. }
            | Self::Decline { side }
            | Self::Vacation { side, .. }
            | Self::Announce { side, .. }
            | Self::Stay { side }
            | Self::Give { side } => Some(*side),
            _ => None,
        }
    }

    /// Returns whether this stored event is the result of the requested event `asked`; a repeated request then succeeds. The verdict of a
    /// protest is ignored, because clients cannot know it.
    pub fn answers(&self, asked: &Self) -> bool {
        match (self, asked) {
            (Self::Protest { side, .. }, Self::Protest { side: asked, .. }) => side == asked,
            // If both sides make the same offer, the second one is stored as an agreement.
            (Self::Draw {}, Self::Offer { offer: Offer::Draw, .. })
            | (Self::Rematch {}, Self::Offer { offer: Offer::Rematch, .. })
            | (Self::Pause {}, Self::Offer { offer: Offer::Pause, .. })
            | (Self::Resume {}, Self::Offer { offer: Offer::Resume, .. }) => true,
            (Self::Takeback { plies }, Self::Offer { offer: Offer::Takeback { plies: asked }, .. }) => {
                plies == asked
            }
            (stored, asked) => stored == asked,
        }
    }

    /// Returns the event's type and payload as database columns.
    pub fn columns(&self) -> (&'static str, String) {
        match self {
            Self::Move { text } => ("move", text.clone()),
            Self::Turn { text } => ("turn", text.clone()),
            Self::Protest { side, verdict } => ("protest", format!("{}={}", side.number(), verdict.word())),
            Self::Takeback { plies } => ("takeback", plies.to_string()),
            Self::Resign { side } => ("resign", side.number().to_string()),
            Self::Setup { side, setup, salt: Some(salt), commitment: Some(commitment) } => {
                ("commit", format!("{}={commitment}={salt}={setup}", side.number()))
            }
            Self::Setup { side, setup, .. } => ("setup", format!("{}={setup}", side.number())),
            Self::Offer { side, offer } => ("offer", format!("{}={offer}", side.number())),
            Self::Decline { side } => ("decline", side.number().to_string()),
            Self::Draw {} => ("draw", String::new()),
            Self::Abort { side } => ("abort", side.number().to_string()),
            Self::Rematch {} => ("rematch", String::new()),
            Self::Flag { side } => ("flag", side.number().to_string()),
            Self::Lapse {} => ("lapse", String::new()),
            Self::Absent { side } => ("absent", side.number().to_string()),
            Self::Vacation { side, days } => ("vacation", format!("{}={days}", side.number())),
            Self::Announce { side, days, from } => ("announce", format!("{}={days}={from}", side.number())),
            Self::Stay { side } => ("stay", side.number().to_string()),
            Self::Give { side } => ("give", side.number().to_string()),
            Self::Pause {} => ("pause", String::new()),
            Self::Resume {} => ("resume", String::new()),
        }
    }

    /// Parses the type and payload columns of a stored event; `None` if they are invalid.
    pub fn from_columns(kind: &str, payload: &str) -> Option<Self> {
        match kind {
            "move" => Some(Self::Move { text: payload.to_owned() }),
            "turn" => Some(Self::Turn { text: payload.to_owned() }),
            "protest" => payload.split_once('=').and_then(|(number, verdict)| {
                Some(Self::Protest { side: side(number)?, verdict: verdict.parse().ok()? })
            }),
            "takeback" => payload.parse().ok().map(|plies| Self::Takeback { plies }),
            "resign" => side(payload).map(|side| Self::Resign { side }),
            "setup" => payload.split_once('=').and_then(|(number, setup)| {
                let (side, setup) = (side(number)?, setup.to_owned());
                Some(Self::Setup { side, setup, salt: None, commitment: None })
            }),
            "commit" => {
                let mut parts = payload.splitn(4, '=');
                let side = parts.next().and_then(side)?;
                let commitment = Some(parts.next()?.parse().ok()?);
                let salt = Some(parts.next()?.parse().ok()?);
                Some(Self::Setup { side, setup: parts.next()?.to_owned(), salt, commitment })
            }
            "offer" => payload.split_once('=').and_then(|(number, offer)| {
                Some(Self::Offer { side: side(number)?, offer: offer.parse().ok()? })
            }),
            "decline" => side(payload).map(|side| Self::Decline { side }),
            "draw" if payload.is_empty() => Some(Self::Draw {}),
            "abort" => side(payload).map(|side| Self::Abort { side }),
            "rematch" if payload.is_empty() => Some(Self::Rematch {}),
            "flag" => side(payload).map(|side| Self::Flag { side }),
            "lapse" if payload.is_empty() => Some(Self::Lapse {}),
            "absent" => side(payload).map(|side| Self::Absent { side }),
            "vacation" => payload.split_once('=').and_then(|(number, days)| {
                Some(Self::Vacation { side: side(number)?, days: days.parse().ok()? })
            }),
            "announce" => {
                let mut parts = payload.splitn(3, '=');
                let side = parts.next().and_then(side)?;
                let days = parts.next()?.parse().ok()?;
                Some(Self::Announce { side, days, from: parts.next()?.parse().ok()? })
            }
            "stay" => side(payload).map(|side| Self::Stay { side }),
            "give" => side(payload).map(|side| Self::Give { side }),
            "pause" if payload.is_empty() => Some(Self::Pause {}),
            "resume" if payload.is_empty() => Some(Self::Resume {}),
            _ => None,
        }
    }
}

fn side(number: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.number().to_string() == number)
}

mod side_number {
    use entourage_kernel::Side;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(side.number() as u64)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let number = u64::deserialize(deserializer)?;
        let side = Side::BOTH.into_iter().find(|side| side.number() as u64 == number);
        side.ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number), &"side 1 or 2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_round_trip() {
        for (event, json) in [
            (Event::Move { text: "a1b2".into() }, r#"{"type":"move","move":"a1b2"}"#),
            (Event::Turn { text: "Pe2-e5".into() }, r#"{"type":"turn","turn":"Pe2-e5"}"#),
            (
                Event::Protest { side: Side::Second, verdict: Verdict::Upheld },
                r#"{"type":"protest","side":2,"verdict":"upheld"}"#,
            ),
            (
                Event::Protest { side: Side::First, verdict: Verdict::Rejected },
                r#"{"type":"protest","side":1,"verdict":"rejected"}"#,
            ),
            (Event::Takeback { plies: 2 }, r#"{"type":"takeback","plies":2}"#),
            (Event::Resign { side: Side::Second }, r#"{"type":"resign","side":2}"#),
            (
                Event::Setup { side: Side::First, setup: "a@B+c=d/".into(), salt: None, commitment: None },
                r#"{"type":"setup","side":1,"setup":"a@B+c=d/"}"#,
            ),
            (
                Event::Setup {
                    side: Side::First,
                    setup: "a@B+c=d/".into(),
                    salt: "0a".repeat(32).parse().ok(),
                    commitment: "f1".repeat(32).parse().ok(),
                },
                &format!(
                    r#"{{"type":"setup","side":1,"setup":"a@B+c=d/","salt":"{}","commitment":"{}"}}"#,
                    "0a".repeat(32),
                    "f1".repeat(32)
                ),
            ),
            (
                Event::Offer { side: Side::Second, offer: Offer::Takeback { plies: 3 } },
                r#"{"type":"offer","side":2,"offer":"takeback:3"}"#,
            ),
            (Event::Flag { side: Side::First }, r#"{"type":"flag","side":1}"#),
            (Event::Lapse {}, r#"{"type":"lapse"}"#),
            (Event::Absent { side: Side::First }, r#"{"type":"absent","side":1}"#),
            (Event::Vacation { side: Side::Second, days: 3 }, r#"{"type":"vacation","side":2,"days":3}"#),
            (
                Event::Announce { side: Side::First, days: 2, from: 1_790_000_000_000 },
                r#"{"type":"announce","side":1,"days":2,"from":1790000000000}"#,
            ),
            (Event::Stay { side: Side::First }, r#"{"type":"stay","side":1}"#),
            (Event::Give { side: Side::Second }, r#"{"type":"give","side":2}"#),
            (Event::Pause {}, r#"{"type":"pause"}"#),
            (Event::Resume {}, r#"{"type":"resume"}"#),
            (
                Event::Offer { side: Side::First, offer: Offer::Resume },
                r#"{"type":"offer","side":1,"offer":"resume"}"#,
            ),
            (Event::Decline { side: Side::First }, r#"{"type":"decline","side":1}"#),
            (Event::Draw {}, r#"{"type":"draw"}"#),
            (Event::Abort { side: Side::Second }, r#"{"type":"abort","side":2}"#),
            (Event::Rematch {}, r#"{"type":"rematch"}"#),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), json);
            assert_eq!(serde_json::from_str::<Event>(json).unwrap(), event);
            let (kind, payload) = event.columns();
            assert_eq!(Event::from_columns(kind, &payload), Some(event));
        }
    }

    #[test]
    fn invalid_rows_are_rejected() {
        for (kind, payload) in [
            ("", ""),
            ("chat", "hi"),
            ("protest", "1"),
            ("protest", "0=upheld"),
            ("protest", "1=maybe"),
            ("takeback", "-1"),
            ("takeback", "x"),
            ("resign", "0"),
            ("resign", "3"),
            ("setup", "1"),
            ("setup", "3=a"),
            ("commit", "1=a"),
            ("commit", &format!("1={}={}", "0a".repeat(32), "0a".repeat(32))),
            ("commit", &format!("1={}={}=a", "0a".repeat(32), "0A".repeat(32))),
            ("commit", &format!("3={}={}=a", "0a".repeat(32), "0a".repeat(32))),
            ("offer", "1=peace"),
            ("offer", "3=draw"),
            ("decline", ""),
            ("draw", "1"),
            ("abort", "0"),
            ("rematch", "x"),
            ("flag", "3"),
            ("lapse", "1"),
            ("vacation", "1"),
            ("vacation", "1=-1"),
            ("announce", "1=2"),
            ("announce", "1=2=x"),
            ("announce", "1=2=3=4"),
            ("stay", ""),
            ("give", "0"),
            ("pause", "1"),
            ("resume", "1"),
        ] {
            assert_eq!(Event::from_columns(kind, payload), None, "{kind} {payload}");
        }
        assert!(serde_json::from_str::<Event>(r#"{"type":"resign","side":0}"#).is_err());
    }
}
