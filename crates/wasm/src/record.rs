//! What the events of a game amount to, told to the page by the same fold as the server's.

use entourage_record::{Event, Ledger};
use entourage_registry::kernel::Side;
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::json;

/// Holds what an event says. All kinds share one shape here: the strict shape of each would weigh several times as much on every first
/// visit, and the page hears events from the server or makes them itself.
#[derive(Deserialize)]
struct Said {
    #[serde(rename = "type")]
    kind: String,
    side: Option<u32>,
    from: Option<i64>,
    #[serde(alias = "plies", alias = "days")]
    number: Option<u32>,
    #[serde(alias = "move", alias = "turn", alias = "setup", alias = "offer", alias = "verdict")]
    word: Option<String>,
}

impl Said {
    /// Returns the event; `None` if something that its kind needs is missing.
    fn event(self) -> Option<Event> {
        let side = match self.side {
            Some(1) => Some(Side::First),
            Some(2) => Some(Side::Second),
            _ => None,
        };
        Some(match self.kind.as_str() {
            "move" => Event::Move { text: self.word? },
            "turn" => Event::Turn { text: self.word? },
            "protest" => Event::Protest { side: side?, verdict: self.word?.parse().ok()? },
            "takeback" => Event::Takeback { plies: self.number? },
            "resign" => Event::Resign { side: side? },
            "setup" => Event::Setup { side: side?, setup: self.word?, salt: None, commitment: None },
            "offer" => Event::Offer { side: side?, offer: self.word?.parse().ok()? },
            "decline" => Event::Decline { side: side? },
            "draw" => Event::Draw {},
            "abort" => Event::Abort { side: side? },
            "rematch" => Event::Rematch {},
            "flag" => Event::Flag { side: side? },
            "lapse" => Event::Lapse {},
            "vacation" => Event::Vacation { side: side?, days: self.number? },
            "announce" => Event::Announce { side: side?, days: self.number?, from: self.from? },
            "stay" => Event::Stay { side: side? },
            "give" => Event::Give { side: side? },
            "pause" => Event::Pause {},
            "resume" => Event::Resume {},
            _ => return None,
        })
    }
}

/// Returns as JSON what a JSON list of events amounts to: the moves that stand, what the players said, and how they ended the game. An event
/// that cannot follow those before it is left out, as a server would refuse it.
#[wasm_bindgen]
pub fn fold(events: &str) -> Result<String, String> {
    let events: Vec<Said> =
        serde_json::from_str(events).map_err(|error| Failure::of_json(&error).into_json())?;
    let mut ledger = Ledger::default();
    for event in events.into_iter().filter_map(Said::event) {
        let _ = ledger.take(&event);
    }
    Ok(json(&ledger.told()))
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn events_are_folded_and_what_cannot_follow_is_left_out() {
        let told = fold(
            r#"[{"type":"move","move":"a"},{"type":"takeback","plies":2},{"type":"turn","turn":"b"},{"type":"offer","side":1,"offer":"draw"},
                {"type":"protest","side":1,"verdict":"upheld"},{"type":"resign","side":2},{"type":"move","move":"c"}]"#,
        );
        let told: serde_json::Value = serde_json::from_str(&told.unwrap()).unwrap();
        assert_eq!(told["moves"], serde_json::json!(["a"]));
        assert_eq!(told["protest"], serde_json::json!({ "side": 1, "turn": "~b", "verdict": "upheld" }));
        assert_eq!((&told["offer"], &told["resigned"]), (&serde_json::Value::Null, &2.into()));
        for bad in ["", "{}", "[1]"] {
            assert!(fold(bad).is_err(), "{bad}");
        }
    }
}
