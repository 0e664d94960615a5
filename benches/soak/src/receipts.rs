use serde_json::Value;

/// Keeps what a game's players were acknowledged, and what they have sent and not heard of.
#[derive(Clone, Debug, Default)]
pub struct Receipts {
    moves: Vec<String>,
    pending: Option<String>,
}

impl Receipts {
    /// Returns the number of moves acknowledged, which is the number of the next.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Notes that a move is sent, from now on it may be there or not.
    pub fn send(&mut self, text: &str) {
        self.pending = Some(text.to_owned());
    }

    /// Notes that the move sent last is acknowledged.
    pub fn acknowledge(&mut self) {
        self.moves.extend(self.pending.take());
    }

    /// Holds events that were told, from a number on, to what is known: each must be what was sent under its number.
    ///
    /// # Errors
    /// An event is another, or nobody sent it.
    pub fn hear(&self, from: usize, events: &[Value]) -> Result<(), String> {
        for (number, event) in (from..).zip(events) {
            let sent = self.moves.get(number).or(self.pending.as_ref().filter(|_| number == self.moves.len()));
            if sent.is_none_or(|sent| event["type"] != "move" || event["move"] != **sent) {
                return Err(format!("event {number} is {event}, and {sent:?} was sent"));
            }
        }
        Ok(())
    }

    /// Holds all events of the stored game to what is known: every move acknowledged is there, in order and once, and at most the one
    /// pending after them.
    ///
    /// # Errors
    /// One is missing, another, or nobody sent it.
    pub fn check(&self, stored: &[Value]) -> Result<(), String> {
        if stored.len() < self.moves.len() {
            return Err(format!(
                "{} events were acknowledged, and {} are there",
                self.moves.len(),
                stored.len()
            ));
        }
        self.hear(0, stored)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn events(moves: &[&str]) -> Vec<Value> {
        moves.iter().map(|text| json!({ "type": "move", "move": text })).collect()
    }

    fn two_and_one_pending() -> Receipts {
        let mut receipts = Receipts::default();
        for text in ["a", "b"] {
            receipts.send(text);
            receipts.acknowledge();
        }
        receipts.send("c");
        receipts
    }

    #[test]
    fn what_was_acknowledged_must_be_there() {
        let receipts = two_and_one_pending();
        assert_eq!(receipts.check(&events(&["a", "b"])), Ok(()));
        assert_eq!(receipts.check(&events(&["a", "b", "c"])), Ok(()), "what was not heard of may be there");
        assert!(receipts.check(&events(&["a"])).is_err(), "one is lost");
        assert!(receipts.check(&events(&["b", "a"])).is_err(), "in another order");
    }

    #[test]
    fn nothing_else_may_be_there() {
        let receipts = two_and_one_pending();
        assert!(receipts.check(&events(&["a", "b", "b"])).is_err(), "one is there twice");
        assert!(receipts.check(&events(&["a", "b", "c", "d"])).is_err(), "nobody sent it");
        let mut flagged = events(&["a", "b"]);
        flagged.push(json!({ "type": "flag", "side": 1 }));
        assert!(receipts.check(&flagged).is_err(), "time has passed that was nobody's");
    }
}
