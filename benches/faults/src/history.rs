//! What was asked of a game and answered, and whether one game in order explains it.

use std::time::Instant;

use serde_json::Value;

/// What is known of a request.
#[derive(Clone, Debug)]
pub struct Asked {
    /// When it was sent.
    pub sent: Instant,
    /// When its answer was there.
    pub answered: Instant,
    /// What was asked, and what came of it.
    pub what: What,
}

/// A request with its answer.
#[derive(Clone, Debug)]
pub enum What {
    /// A move of a number was sent; it was acknowledged, refused, or nobody knows.
    Move {
        /// The number of the event that it would be.
        number: usize,
        /// The move.
        text: String,
        /// Whether it was acknowledged.
        acknowledged: bool,
    },
    /// The events were read.
    Read {
        /// What was read.
        events: Vec<Value>,
    },
}

/// All that was asked of one game.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The key that reads it.
    pub key: String,
    /// The requests that were answered, and moves of which nobody knows.
    pub asked: Vec<Asked>,
}

impl History {
    /// Counts the moves that were acknowledged.
    pub fn acknowledged(&self) -> usize {
        let is = |asked: &&Asked| matches!(asked.what, What::Move { acknowledged: true, .. });
        self.asked.iter().filter(is).count()
    }

    /// Holds what was answered to the events that are kept, by the rules of a game that is played in order, one event after another.
    ///
    /// # Errors
    /// Says what cannot be explained: something acknowledged is not there, something is there that nobody sent, a time was up twice, or
    /// somebody was told less than what had been acknowledged before they asked.
    pub fn check(&self, kept: &[Value]) -> Result<(), String> {
        let flags = kept.iter().filter(|event| event["type"] == "flag").count();
        if flags > 1 || (flags == 1 && kept.last().is_none_or(|event| event["type"] != "flag")) {
            return Err(format!("time was up {flags} times, the last event being {:?}", kept.last()));
        }
        for (number, event) in kept.iter().enumerate() {
            let sent = |asked: &Asked| matches!(&asked.what, What::Move { number: at, text, .. } if *at == number && event["move"] == **text);
            match event["type"].as_str() {
                Some("move") if self.asked.iter().any(sent) => {}
                Some("flag") => {}
                _ => return Err(format!("event {number} is {event}, which nobody sent")),
            }
        }
        // What had been known to somebody, and since when.
        let mut known: Vec<(Instant, usize)> = Vec::new();
        for asked in &self.asked {
            let count = match &asked.what {
                What::Move { number, text, acknowledged: true } => {
                    if kept.get(*number).is_none_or(|event| event["move"] != **text) {
                        return Err(format!(
                            "{text} was acknowledged as event {number}, which is {:?}",
                            kept.get(*number)
                        ));
                    }
                    number + 1
                }
                What::Move { .. } => continue,
                What::Read { events } => {
                    if !kept.starts_with(events) {
                        return Err(format!(
                            "{} events were read that are not those which are kept",
                            events.len()
                        ));
                    }
                    events.len()
                }
            };
            known.push((asked.answered, count));
        }
        for asked in &self.asked {
            let What::Read { events } = &asked.what else { continue };
            let before = known.iter().filter(|(at, _)| *at < asked.sent).map(|(_, count)| *count).max();
            if before.is_some_and(|before| before > events.len()) {
                return Err(format!("{} events were read after {before:?} were known", events.len()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    fn events(texts: &[&str]) -> Vec<Value> {
        let event = |text: &&str| match *text {
            "flag" => json!({ "type": "flag", "side": 1 }),
            text => json!({ "type": "move", "move": text }),
        };
        texts.iter().map(event).collect()
    }

    /// A history of requests, each over before the next.
    fn history(all: Vec<What>) -> History {
        let begin = Instant::now();
        let at = |number: usize| begin + Duration::from_millis(number as u64);
        let asked = all.into_iter().enumerate();
        let asked =
            asked.map(|(number, what)| Asked { sent: at(2 * number), answered: at(2 * number + 1), what });
        History { key: String::new(), asked: asked.collect() }
    }

    fn sent(number: usize, text: &str, acknowledged: bool) -> What {
        What::Move { number, text: text.to_owned(), acknowledged }
    }

    fn read(texts: &[&str]) -> What {
        What::Read { events: events(texts) }
    }

    #[test]
    fn a_game_in_order_explains_itself() {
        let all =
            vec![sent(0, "a", true), read(&["a"]), sent(1, "b", false), sent(1, "c", true), read(&["a", "c"])];
        let history = history(all);
        assert_eq!(history.check(&events(&["a", "c"])), Ok(()));
        assert_eq!(history.check(&events(&["a", "c", "flag"])), Ok(()));
        assert_eq!(history.acknowledged(), 2);
    }

    #[test]
    fn a_move_of_which_nobody_knows_may_be_there_or_not() {
        let history = history(vec![sent(0, "a", true), sent(1, "b", false)]);
        assert_eq!(history.check(&events(&["a"])), Ok(()));
        assert_eq!(history.check(&events(&["a", "b"])), Ok(()));
    }

    #[test]
    fn what_must_not_be_is_found() {
        let two = || vec![sent(0, "a", true), sent(1, "b", true)];
        for (all, kept, named) in [
            (two(), &["a"][..], "acknowledged"),
            (two(), &["a", "c"], "nobody sent"),
            (two(), &["b", "a"], "nobody sent"),
            (two(), &["a", "b", "b"], "nobody sent"),
            (two(), &["a", "flag", "b"], "time was up"),
            (two(), &["a", "b", "flag", "flag"], "time was up"),
            (vec![sent(0, "a", true), sent(1, "b", false), read(&["a", "c"])], &["a", "b"], "not those"),
            (vec![sent(0, "a", true), read(&[])], &["a"], "were known"),
            (vec![sent(0, "a", false), read(&["a"]), read(&[])], &["a"], "were known"),
        ] {
            let fault = history(all).check(&events(kept)).unwrap_err();
            assert!(fault.contains(named), "{kept:?}: {fault}");
        }
    }
}
