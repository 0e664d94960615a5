use std::collections::BTreeMap;

use entourage_kernel::Side;
use serde_json::{Value, json};

use super::{Findings, both, clients};
use crate::board::{Board, End};
use crate::book::{Fate, Played};
use crate::day::{Day, Restraint};

/// A game as its record tells it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// What was played.
    pub spec: String,
    /// How fast.
    pub pace: String,
    /// Whether it counts.
    pub rated: bool,
    /// Whether it was a tournament's.
    pub in_tournament: bool,
    /// Who played, by number.
    pub people: [usize; 2],
    /// How it ended; nothing where it goes on.
    pub end: Option<End>,
    /// The kind of the last event.
    pub last: String,
    /// The number of moves.
    pub moves: usize,
}

/// Reads every game from both servers and holds it to what its players know.
pub(super) async fn judge(day: &Day, findings: &mut Findings) {
    let mut clients = clients();
    let (mut events, mut doubtful) = (0, 0);
    for (name, played) in day.book.games() {
        let pass = played.seats.iter().flatten().map(|(_, pass)| pass).find(|pass| !pass.starts_with('@'));
        let (path, key) = match pass {
            Some(key) => ("/api/game".to_owned(), Some(key.as_str())),
            // Everybody may watch a tournament's.
            None => (format!("/api/published?game={name}"), None),
        };
        let Some(state) = both(day, &mut clients, &path, key).await else {
            day.fault(format!("{name} cannot be read"));
            continue;
        };
        events += state["events"].as_array().map_or(0, Vec::len);
        doubtful += played.sent.iter().filter(|sent| sent.fate == Fate::Unknown).count();
        match told(day, &name, &played, &state) {
            Ok(judged) => findings.games.push(judged),
            Err(problem) => day.fault(format!("{name}: {problem}")),
        }
    }
    let games = &findings.games;
    let by_seeks = games.iter().filter(|game| !game.in_tournament).count();
    let lasts = |last: &str| games.iter().filter(|game| game.last == last).count();
    let figures = [
        ("games by seeks", by_seeks),
        (
            "… of so many games and editions",
            games.iter().map(|game| &game.spec).collect::<std::collections::BTreeSet<_>>().len(),
        ),
        ("games of tournaments", games.len() - by_seeks),
        (
            "rated games with a result",
            games
                .iter()
                .filter(|game| game.rated && matches!(game.end, Some(End::Won(_) | End::Drawn)))
                .count(),
        ),
        ("ended by the rules, by resignation", lasts("move")),
        ("", lasts("resign")),
        ("drawn by agreement, lost on time", lasts("draw")),
        ("", lasts("flag")),
        ("aborted", games.iter().filter(|game| game.end == Some(End::Aborted)).count()),
        ("events in the records", events),
        ("sent, and nobody knew what became of it", doubtful),
    ];
    let mut rows: Vec<(String, String)> = Vec::new();
    for (what, figure) in figures {
        match (what, rows.last_mut()) {
            ("", Some(last)) => last.1 = format!("{}, {figure}", last.1),
            _ => rows.push((what.to_owned(), figure.to_string())),
        }
    }
    findings.figures.extend(rows);
    let unended = games.iter().filter(|game| game.end.is_none());
    unended.for_each(|game| day.fault(format!("{} has not ended", game.name)));
}

/// Plays a game's record again, and holds it to what its players know.
fn told(day: &Day, name: &str, played: &Played, state: &Value) -> Result<Judged, String> {
    let text =
        |field: &str| state[field].as_str().map(str::to_owned).ok_or_else(|| format!("it has no {field}"));
    let (spec, pace) = (text("spec")?, text("pace")?);
    let kept = state["events"].as_array().cloned().unwrap_or_default();
    let mut board = Board::begin(&day.registry, &spec, &text("degree")?)?;
    kept.iter().try_for_each(|event| board.take(event))?;
    let people = match &played.seats {
        [Some((first, _)), Some((second, _))] => [*first, *second],
        _ => return Err("only one has come".into()),
    };
    let banned = people.map(|person| day.known(person).banned != Restraint::Free);
    for (side, person) in people.into_iter().enumerate() {
        let told = &state["names"][side];
        // Whoever is banned may have come as a guest.
        if *told != json!(day.name(person)) && !(banned[side] && told.is_null()) {
            return Err(format!("side {} is told as {told}, and is {}", side + 1, day.name(person)));
        }
    }
    hold(played, &kept, banned)?;
    let status = text("status")?;
    let word = match board.end() {
        Some(End::Won(Side::First)) => Some("win-1"),
        Some(End::Won(Side::Second)) => Some("win-2"),
        Some(End::Drawn) => Some("draw"),
        Some(End::Aborted) => Some("aborted"),
        None => None,
    };
    if word.is_some_and(|word| status.split(' ').next() != Some(word)) {
        return Err(format!("it is told as {status}, and its record comes to {word:?}"));
    }
    let last = kept.last().and_then(|event| event["type"].as_str()).unwrap_or("").to_owned();
    Ok(Judged {
        name: name.to_owned(),
        spec,
        pace,
        rated: state["rated"] == true,
        in_tournament: played.in_tournament,
        people,
        end: board.end(),
        last,
        moves: board.moves(),
    })
}

/// Holds a record to what was sent: what was acknowledged stands at its number, and nothing is there that nobody sent.
fn hold(played: &Played, kept: &[Value], banned: [bool; 2]) -> Result<(), String> {
    for sent in &played.sent {
        let there = kept.get(sent.seq) == Some(&sent.event);
        if sent.fate == Fate::Acknowledged && !there {
            let stands = kept.get(sent.seq);
            return Err(format!("{} was acknowledged as event {}, which is {stands:?}", sent.event, sent.seq));
        }
    }
    let mut sent: BTreeMap<usize, Vec<&Value>> = BTreeMap::new();
    for one in played.sent.iter().filter(|sent| sent.fate != Fate::Refused) {
        sent.entry(one.seq).or_default().push(&one.event);
    }
    for (seq, event) in kept.iter().enumerate() {
        let is_known = sent.get(&seq).is_some_and(|all| all.contains(&event));
        let by_order = matches!(event["type"].as_str(), Some("resign" | "abort"))
            && matches!(event["side"].as_u64(), Some(side @ 1..=2) if banned[side as usize - 1]);
        let by_time = matches!(event["type"].as_str(), Some("flag" | "lapse"));
        if !is_known && !by_order && !by_time {
            return Err(format!("event {seq} is {event}, which nobody sent"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Sent;

    fn made(text: &str) -> Value {
        json!({ "type": "move", "move": text })
    }

    fn sent(seq: usize, text: &str, fate: Fate) -> Sent {
        Sent { seq, event: made(text), fate }
    }

    fn held(sent: Vec<Sent>, kept: &[Value], banned: [bool; 2]) -> Result<(), String> {
        hold(&Played { sent, ..Played::default() }, kept, banned)
    }

    #[test]
    fn a_record_is_held_to_what_was_sent() {
        use Fate::{Acknowledged, Refused, Unknown};
        let both = || vec![sent(0, "a", Acknowledged), sent(1, "b", Unknown), sent(1, "c", Refused)];
        let resigned = json!({ "type": "resign", "side": 2 });
        let flag = json!({ "type": "flag", "side": 2 });
        for kept in [vec![made("a")], vec![made("a"), made("b")], vec![made("a"), flag]] {
            assert_eq!(held(both(), &kept, [false; 2]), Ok(()));
        }
        assert_eq!(held(both(), &[made("a"), resigned.clone()], [false, true]), Ok(()));
        for (kept, named) in [
            (vec![], "acknowledged"),
            (vec![made("b")], "acknowledged"),
            (vec![made("a"), made("c")], "nobody sent"),
            (vec![made("a"), made("b"), made("b")], "nobody sent"),
            (vec![made("a"), resigned], "nobody sent"),
        ] {
            assert!(held(both(), &kept, [true, false]).unwrap_err().contains(named), "{kept:?}");
        }
    }
}
