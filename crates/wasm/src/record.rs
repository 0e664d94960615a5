//! Applies the events of a game, so that the web client and the server share this code.

use entourage_record::Event;
use entourage_registry::kernel::Side;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// Applies the events of a game one by one.
#[wasm_bindgen]
#[derive(Default)]
pub struct Ledger(entourage_record::Ledger);

#[wasm_bindgen]
impl Ledger {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies an event. `number` is its number of plies or days; `word` is its move, turn, setup, offer or verdict.
    ///
    /// Skips an event that lacks a field or is invalid after the previous events: the server would have rejected it.
    pub fn take(
        &mut self,
        kind: &str,
        side: Option<u32>,
        from: Option<f64>,
        number: Option<u32>,
        word: Option<String>,
    ) {
        if let Some(event) = event(kind, side, from, number, word) {
            let _ = self.0.take(&event);
        }
    }

    /// Returns as JSON the remaining moves, the pending offer, the last protest and any end not due to the rules.
    pub fn told(&self) -> String {
        json(&self.0.told())
    }
}

fn event(
    kind: &str,
    side: Option<u32>,
    from: Option<f64>,
    number: Option<u32>,
    word: Option<String>,
) -> Option<Event> {
    let side = match side {
        Some(1) => Some(Side::First),
        Some(2) => Some(Side::Second),
        _ => None,
    };
    let from = from.map(|from| from as i64);
    Some(match kind {
        "move" => Event::Move { text: word? },
        "turn" => Event::Turn { text: word? },
        "protest" => Event::Protest { side: side?, verdict: word?.parse().ok()? },
        "takeback" => Event::Takeback { plies: number? },
        "resign" => Event::Resign { side: side? },
        "setup" => Event::Setup { side: side?, setup: word?, salt: None, commitment: None },
        "offer" => Event::Offer { side: side?, offer: word?.parse().ok()? },
        "decline" => Event::Decline { side: side? },
        "draw" => Event::Draw {},
        "abort" => Event::Abort { side: side? },
        "rematch" => Event::Rematch {},
        "flag" => Event::Flag { side: side? },
        "lapse" => Event::Lapse {},
        "absent" => Event::Absent { side: side? },
        "vacation" => Event::Vacation { side: side?, days: number? },
        "announce" => Event::Announce { side: side?, days: number?, from: from? },
        "stay" => Event::Stay { side: side? },
        "give" => Event::Give { side: side? },
        "pause" => Event::Pause {},
        "resume" => Event::Resume {},
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::Ledger;

    #[test]
    fn events_are_applied_and_impossible_ones_skipped() {
        let mut ledger = Ledger::new();
        let word = |word: &str| Some(word.to_owned());
        ledger.take("move", None, None, None, word("a"));
        ledger.take("takeback", None, None, Some(2), None);
        ledger.take("turn", None, None, None, word("b"));
        ledger.take("offer", Some(1), None, None, word("draw"));
        ledger.take("protest", Some(1), None, None, word("upheld"));
        ledger.take("resign", None, None, None, None);
        ledger.take("unknown", Some(1), None, None, None);
        ledger.take("resign", Some(2), None, None, None);
        ledger.take("move", None, None, None, word("c"));
        let told: serde_json::Value = serde_json::from_str(&ledger.told()).unwrap();
        assert_eq!(told["moves"], serde_json::json!(["a"]));
        assert_eq!(told["protest"], serde_json::json!({ "side": 1, "turn": "~b", "verdict": "upheld" }));
        assert_eq!((&told["offer"], &told["resigned"]), (&serde_json::Value::Null, &2.into()));
    }
}
