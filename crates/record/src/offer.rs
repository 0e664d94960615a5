use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An offer to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS),
    ts(type = "\"draw\" | \"rematch\" | \"pause\" | \"resume\" | `takeback:${number}`")
)]
pub enum Offer {
    /// A draw by agreement.
    Draw,
    /// A take-back of the last moves.
    Takeback {
        /// Number of plies to take back, at least 1.
        plies: u32,
    },
    /// A rematch with the sides swapped.
    Rematch,
    /// A pause of the game.
    Pause,
    /// The end of a pause.
    Resume,
}

#[cfg(feature = "schema")]
crate::schema::describe! {
    Offer as "Offer": crate::schema::text("^(draw|rematch|pause|resume|takeback:[1-9][0-9]{0,2})$")
        .description(Some("`draw`, `rematch`, `pause`, `resume` or `takeback:PLIES`."));
}

/// Formats the offer as `draw`, `rematch`, `pause`, `resume` or `takeback:PLIES`.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Takeback { plies } => write!(f, "takeback:{plies}"),
            Self::Rematch => f.write_str("rematch"),
            Self::Pause => f.write_str("pause"),
            Self::Resume => f.write_str("resume"),
        }
    }
}

impl FromStr for Offer {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let plies = || text.strip_prefix("takeback:")?.parse().ok().filter(|plies| *plies > 0);
        let offer = match text {
            "draw" => Self::Draw,
            "rematch" => Self::Rematch,
            "pause" => Self::Pause,
            "resume" => Self::Resume,
            _ => Self::Takeback { plies: plies().ok_or(())? },
        };
        if offer.to_string() == text { Ok(offer) } else { Err(()) }
    }
}

impl From<Offer> for String {
    fn from(offer: Offer) -> Self {
        offer.to_string()
    }
}

impl TryFrom<String> for Offer {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map_err(|()| "expected draw, takeback:PLIES, rematch, pause or resume")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_round_trip_and_invalid_texts_are_rejected() {
        for offer in [Offer::Draw, Offer::Takeback { plies: 12 }, Offer::Rematch, Offer::Pause, Offer::Resume] {
            assert_eq!(offer.to_string().parse(), Ok(offer));
        }
        for bad in
            ["", "Draw", "draw ", "takeback", "takeback:", "takeback:0", "takeback:+1", "takeback:01", "x"]
        {
            assert_eq!(bad.parse::<Offer>(), Err(()), "{bad}");
        }
    }
}
