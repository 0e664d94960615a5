use entourage_kernel::{Degree, Side};
use entourage_registry::{AnyMatch, Registry};
use load::Outcome;
use serde_json::Value;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A side won.
    Won(Side),
    /// Nobody won.
    Drawn,
    /// It has no result.
    Aborted,
}

/// A game as its events tell it, under its rules.
pub struct Board {
    game: Box<dyn AnyMatch>,
    /// What happened.
    pub events: Vec<Value>,
    moves: usize,
    offered: Option<Side>,
    end: Option<End>,
}

impl Board {
    /// Begins a game of a spec.
    ///
    /// # Errors
    /// There is no such game, or it is over before it begins.
    pub fn begin(registry: &Registry, spec: &str, degree: &str) -> Outcome<Self> {
        let degree: Degree = degree.parse().map_err(|()| format!("there is no degree {degree}"))?;
        let game = registry.begin(spec, None, degree).map_err(|error| format!("{spec}: {error:?}"))?;
        let mut board = Self { game, events: Vec::new(), moves: 0, offered: None, end: None };
        board.look();
        Ok(board)
    }

    /// Takes what happened next.
    ///
    /// # Errors
    /// It cannot be: the game is over, the rules refuse it, or nobody here does such things.
    pub fn take(&mut self, event: &Value) -> Outcome {
        let number = self.events.len();
        if let Some(end) = self.end {
            return Err(format!("event {number} is {event}, after the game ended: {end:?}"));
        }
        let side = match event["side"].as_u64() {
            Some(1) => Some(Side::First),
            Some(2) => Some(Side::Second),
            _ => None,
        };
        match (event["type"].as_str().unwrap_or(""), side) {
            ("move", _) => {
                let text = event["move"].as_str().unwrap_or("");
                let refused = self.game.play(text).is_err();
                if refused {
                    return Err(format!("event {number} is {event}, which the rules refuse"));
                }
                self.moves += 1;
                self.offered = None;
                self.look();
            }
            ("offer", Some(side)) if event["offer"] == "draw" => self.offered = Some(side),
            ("decline", Some(_)) => self.offered = None,
            ("draw", _) => self.end = Some(End::Drawn),
            ("resign" | "flag", Some(side)) => self.end = Some(End::Won(!side)),
            ("abort", _) | ("lapse", _) => self.end = Some(End::Aborted),
            _ => return Err(format!("event {number} is {event}, which nobody does here")),
        }
        self.events.push(event.clone());
        Ok(())
    }

    fn look(&mut self) {
        if let Some(outcome) = self.game.status().outcome() {
            self.end = Some(outcome.winner.map_or(End::Drawn, End::Won));
        }
    }

    /// Returns how the game ended, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the side that has proposed a draw, which stands.
    pub fn offered(&self) -> Option<Side> {
        self.offered
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Side {
        self.game.side_to_move()
    }

    /// Lists what may be played.
    pub fn legal(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    /// Counts the moves.
    pub fn moves(&self) -> usize {
        self.moves
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
    fn a_game_is_told_by_its_events() {
        let mut board = begun();
        let text = board.legal()[0].clone();
        board.take(&json!({ "type": "move", "move": text })).unwrap();
        assert!(board.moves() == 1 && board.side_to_move() == Side::Second);
        board.take(&json!({ "type": "offer", "side": 1, "offer": "draw" })).unwrap();
        assert_eq!(board.offered(), Some(Side::First));
        board.take(&json!({ "type": "decline", "side": 2 })).unwrap();
        assert_eq!((board.offered(), board.end()), (None, None));
        board.take(&json!({ "type": "flag", "side": 2 })).unwrap();
        assert_eq!(board.end(), Some(End::Won(Side::First)));
        assert!(board.take(&json!({ "type": "draw" })).is_err(), "it is over");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for event in [json!({ "type": "move", "move": "nonsense" }), json!({ "type": "takeback" }), json!(null)]
        {
            assert!(begun().take(&event).is_err(), "{event}");
        }
    }
}
