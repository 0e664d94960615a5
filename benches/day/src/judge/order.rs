use std::collections::BTreeMap;

use super::Findings;
use crate::day::{Day, Restraint};
use crate::order::{complaints, logged};
use crate::person::Person;

/// Holds the log and the complaints to what was acknowledged.
pub(super) async fn judge(day: &Day, moderator: &mut Person, findings: &mut Findings) {
    let log = logged(moderator).await;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (kind, reason) in day.measures.borrow().iter() {
        *counts.entry(kind.clone()).or_default() += 1;
        if !log.iter().any(|entry| entry["kind"] == *kind && entry["reason"] == *reason) {
            day.fault(format!("a measure is not in the log: {kind}, {reason}"));
        }
    }
    let (open, closed) = (complaints(moderator, "open").await, complaints(moderator, "closed").await);
    let made = day.complaints.borrow().clone();
    for text in &made {
        if !open.iter().chain(&closed).any(|complaint| complaint["text"] == **text) {
            day.fault(format!("a complaint is lost: {text}"));
        }
    }
    if !open.is_empty() {
        day.fault(format!("{} complaints are still open", open.len()));
    }
    for (number, known) in day.people.borrow().iter().enumerate() {
        let subject = closed.iter().find(|complaint| complaint["subject"]["name"] == *known.name);
        let Some(subject) = subject.map(|complaint| &complaint["subject"]) else { continue };
        for (what, restraint) in [("mute", known.muted), ("ban", known.banned)] {
            if (restraint == Restraint::Stands) == subject[what].is_null() {
                day.fault(format!(
                    "person {number} is told with {what} {}, and has {restraint:?}",
                    subject[what]
                ));
            }
        }
    }
    let count = |kind: &str| counts.get(kind).copied().unwrap_or(0);
    findings.count("complaints acknowledged, all read and closed", made.len());
    findings
        .count("muted, banned, renamed", format!("{}, {}, {}", count("mute"), count("ban"), count("rename")));
    let [muted, banned] = day.refusals.get();
    findings.count("refused to whoever is muted, to whoever is banned", format!("{muted}, {banned}"));
    for (what, number) in [("muted", count("mute")), ("banned", count("ban"))] {
        if number == 0 && day.wanted >= 500 {
            day.fault(format!("nobody was {what} all day"));
        }
    }
}
