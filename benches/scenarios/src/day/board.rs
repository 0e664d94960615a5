use entourage_kernel::{Enforcement, Side};
use entourage_registry::{AnyMatch, Registry};
use serde_json::Value;

use crate::Outcome;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won(Side),
    Drawn,
    Aborted,
}

pub struct Board {
    pub game: Box<dyn AnyMatch>,
    pub events: Vec<Value>,
    pub moves: usize,
    pub offered: Option<Side>,
    pub end: Option<End>,
}

impl Board {
    pub fn begin(registry: &Registry, spec: &str, enforcement: &str) -> Outcome<Self> {
        let enforcement: Enforcement =
            enforcement.parse().map_err(|()| format!("unknown rule enforcement {enforcement}"))?;
        let game = registry.begin(spec, None, enforcement).map_err(|error| format!("{spec}: {error:?}"))?;
        let mut board = Self { game, events: Vec::new(), moves: 0, offered: None, end: None };
        board.look();
        Ok(board)
    }

    pub fn take(&mut self, event: &Value) -> Outcome {
        let number = self.events.len();
        if let Some(end) = self.end {
            return Err(format!("event {number}, {event}, follows the end of the game ({end:?})"));
        }
        let side = match event["side"].as_u64() {
            Some(1) => Some(Side::First),
            Some(2) => Some(Side::Second),
            _ => None,
        };
        match (event["type"].as_str().unwrap_or(""), side) {
            ("move", _) => {
                let played = self.game.play(event["move"].as_str().unwrap_or("")).is_ok();
                if !played {
                    return Err(format!("event {number}, {event}, is an illegal move"));
                }
                self.moves += 1;
                self.offered = None;
                self.look();
            }
            ("offer", Some(side)) if event["offer"] == "draw" => self.offered = Some(side),
            ("decline", Some(_)) => self.offered = None,
            ("draw", _) => self.end = Some(End::Drawn),
            ("resign" | "flag", Some(side)) => self.end = Some(End::Won(!side)),
            ("abort" | "lapse", _) => self.end = Some(End::Aborted),
            _ => return Err(format!("unexpected event {number}: {event}")),
        }
        self.events.push(event.clone());
        Ok(())
    }

    fn look(&mut self) {
        if let Some(outcome) = self.game.status().outcome() {
            self.end = Some(outcome.winner.map_or(End::Drawn, End::Won));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn begun() -> Board {
        let registry = Registry::built_in();
        Board::begin(&registry, registry.games()[0], "enforced").unwrap()
    }

    #[test]
    fn a_game_is_replayed_from_its_events() {
        let mut board = begun();
        let text = board.game.legal_moves()[0].clone();
        board.take(&json!({ "type": "move", "move": text })).unwrap();
        assert!(board.moves == 1 && board.game.side_to_move() == Side::Second);
        board.take(&json!({ "type": "offer", "side": 1, "offer": "draw" })).unwrap();
        assert_eq!(board.offered, Some(Side::First));
        board.take(&json!({ "type": "decline", "side": 2 })).unwrap();
        assert_eq!((board.offered, board.end), (None, None));
        board.take(&json!({ "type": "flag", "side": 2 })).unwrap();
        assert_eq!(board.end, Some(End::Won(Side::First)));
        assert!(board.take(&json!({ "type": "draw" })).is_err(), "it is over");
    }

    #[test]
    fn invalid_events_are_refused() {
        for event in [json!({ "type": "move", "move": "nonsense" }), json!({ "type": "takeback" }), json!(null)]
        {
            assert!(begun().take(&event).is_err(), "{event}");
        }
    }
}
