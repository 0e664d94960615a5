use std::collections::BTreeMap;

use serde_json::{Value, json};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Acknowledged,
    /// The server refused every attempt.
    Refused,
    Unknown,
}

#[derive(Clone, Debug)]
struct Sent {
    seq: usize,
    event: Value,
    fate: Fate,
}

/// The events that players sent in a game, each with the outcome.
#[derive(Clone, Debug, Default)]
pub struct Record(Vec<Sent>);

impl Record {
    /// Adds an event that is about to be sent; returns the event's index in the record.
    pub fn send(&mut self, seq: usize, event: Value) -> usize {
        self.0.push(Sent { seq, event, fate: Fate::Unknown });
        self.0.len() - 1
    }

    pub fn settle(&mut self, index: usize, fate: Fate) {
        self.0[index].fate = fate;
    }

    pub fn count(&self, fate: Fate) -> usize {
        self.0.iter().filter(|sent| sent.fate == fate).count()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that acknowledged events are stored under their numbers, and that all stored events were sent or excused.
    pub fn check(&self, stored: &[Value], is_excused: impl Fn(&Value) -> bool) -> Result<(), String> {
        for Sent { seq, event, .. } in self.0.iter().filter(|sent| sent.fate == Fate::Acknowledged) {
            if stored.get(*seq) != Some(event) {
                return Err(format!(
                    "{event} was acknowledged as event {seq}, but event {seq} is {:?}",
                    stored.get(*seq)
                ));
            }
        }
        self.check_sent(0, stored, is_excused)
    }

    /// Checks that each of `events`, numbered from `from`, is excused, or was sent with this number and not refused.
    pub fn check_sent(
        &self,
        from: usize,
        events: &[Value],
        is_excused: impl Fn(&Value) -> bool,
    ) -> Result<(), String> {
        let mut sources: BTreeMap<usize, Vec<&Value>> = BTreeMap::new();
        for sent in self.0.iter().filter(|sent| sent.seq >= from && sent.fate != Fate::Refused) {
            sources.entry(sent.seq).or_default().push(&sent.event);
        }
        for (number, event) in (from..).zip(events) {
            let is_sent = sources.get(&number).is_some_and(|sources| sources.contains(&event));
            if !is_sent && !is_excused(event) {
                return Err(format!("event {number} is {event}, which was never sent"));
            }
        }
        Ok(())
    }
}

pub fn move_event(text: &str) -> Value {
    json!({ "type": "move", "move": text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_events_must_match_acknowledged_ones() {
        use Fate::{Acknowledged, Refused, Unknown};
        let mut record = Record::default();
        for (seq, text, fate) in
            [(0, "a", Acknowledged), (1, "b", Acknowledged), (2, "c", Unknown), (2, "d", Refused)]
        {
            let index = record.send(seq, move_event(text));
            record.settle(index, fate);
        }
        let flag = json!({ "type": "flag", "side": 1 });
        let event = |text: &&str| if *text == "flag" { flag.clone() } else { move_event(text) };
        let events = |texts: &[&str]| texts.iter().map(event).collect::<Vec<Value>>();
        let check = |texts: &[&str]| record.check(&events(texts), |_| false);
        assert_eq!(check(&["a", "b"]), Ok(()));
        assert_eq!(check(&["a", "b", "c"]), Ok(()), "an unanswered event may be stored");
        for (texts, named) in [
            (&["a"][..], "acknowledged"),
            (&["b", "a"], "acknowledged"),
            (&["a", "b", "b"], "never sent"),
            (&["a", "b", "d"], "never sent"),
            (&["a", "b", "c", "d"], "never sent"),
            (&["a", "b", "flag"], "never sent"),
        ] {
            assert!(check(texts).unwrap_err().contains(named), "{texts:?}");
        }
        assert_eq!(record.check(&events(&["a", "b", "flag"]), |event| *event == flag), Ok(()));
        assert_eq!(record.check_sent(1, &events(&["b"]), |_| false), Ok(()));
        assert!(record.check_sent(1, &events(&["a"]), |_| false).is_err());
    }
}
