use std::collections::BTreeSet;

use entourage_kernel::Side;
use serde_json::{Value, json};

use super::{Findings, both, clients};
use crate::day::board::{Board, End};
use crate::day::state::{Day, Played};
use crate::http::list;
use crate::record::Fate;

#[derive(Clone, Debug, Default)]
pub struct FinishedGame {
    pub name: String,
    pub spec: String,
    pub pace: String,
    pub rated: bool,
    pub in_tournament: bool,
    pub users: [usize; 2],
    pub end: Option<End>,
    pub last: String,
    pub moves: usize,
}

/// Reads every game from both servers, and compares it with the players' records.
pub async fn check(day: &Day, findings: &mut Findings) {
    let mut clients = clients(day);
    let (mut events, mut doubtful) = (0, 0);
    // The simulated day is over, so no other task uses the list of games.
    let book = day.book.games.take();
    for (name, played) in &book {
        let pass = played.seats.iter().flatten().map(|(_, pass)| pass).find(|pass| !pass.starts_with('@'));
        let (path, key) = match pass {
            Some(key) => ("/api/game".to_owned(), Some(key.as_str())),
            // Tournament games are public.
            None => (format!("/api/published?game={name}"), None),
        };
        let Some(state) = both(day, &mut clients, &path, key).await else {
            day.fault(format!("{name} is inaccessible"));
            continue;
        };
        events += list(&state["events"]).len();
        doubtful += played.record.count(Fate::Unknown);
        match replay(day, name, played, &state) {
            Ok(finished) => findings.games.push(finished),
            Err(problem) => day.fault(format!("{name}: {problem}")),
        }
    }
    day.book.games.replace(book);
    let games = std::mem::take(&mut findings.games);
    let count =
        |is_counted: &dyn Fn(&FinishedGame) -> bool| games.iter().filter(|game| is_counted(game)).count();
    let lasts = |last: &str| count(&|game| game.last == last);
    let by_seeks = count(&|game| !game.in_tournament);
    findings.count("games started through seeks", by_seeks);
    let specs: BTreeSet<&String> = games.iter().map(|game| &game.spec).collect();
    findings.count("… different games and options", specs.len());
    findings.count("tournament games", games.len() - by_seeks);
    let has_result = |game: &FinishedGame| matches!(game.end, Some(End::Won(_) | End::Drawn));
    findings.count("rated games with a result", count(&|game| game.rated && has_result(game)));
    findings.count("ended by the rules, by resignation", format!("{}, {}", lasts("move"), lasts("resign")));
    findings.count("drawn by agreement, lost on time", format!("{}, {}", lasts("draw"), lasts("flag")));
    findings.count("aborted", count(&|game| game.end == Some(End::Aborted)));
    findings.count("events in the records", events);
    findings.count("events sent with an unknown result", doubtful);
    let unended = games.iter().filter(|game| game.end.is_none());
    unended.for_each(|game| day.fault(format!("{} has not ended", game.name)));
    findings.games = games;
}

/// Replays a game, and compares it with the players' records.
fn replay(day: &Day, name: &str, played: &Played, state: &Value) -> Result<FinishedGame, String> {
    let text =
        |field: &str| state[field].as_str().map(str::to_owned).ok_or_else(|| format!("{field} is missing"));
    let (spec, pace) = (text("spec")?, text("pace")?);
    let stored = list(&state["events"]);
    let mut board = Board::begin(&day.registry, &spec, &text("degree")?)?;
    stored.iter().try_for_each(|event| board.take(event))?;
    let users = match &played.seats {
        [Some((first, _)), Some((second, _))] => [*first, *second],
        _ => return Err("only one player has joined".into()),
    };
    let banned = users.map(|user| !day.is_welcome(user));
    for (side, user) in users.into_iter().enumerate() {
        let shown = &state["names"][side];
        // A banned user may have joined as a guest.
        if *shown != json!(day.name(user)) && !(banned[side] && shown.is_null()) {
            return Err(format!("side {} is shown as {shown} instead of {}", side + 1, day.name(user)));
        }
    }
    played.record.check(stored, |event| is_excused(event, banned))?;
    let status = text("status")?;
    let word = board.end.map(|end| match end {
        End::Won(Side::First) => "win-1",
        End::Won(Side::Second) => "win-2",
        End::Drawn => "draw",
        End::Aborted => "aborted",
    });
    if word.is_some_and(|word| status.split(' ').next() != Some(word)) {
        return Err(format!("the stored status is {status}, but the replay gives {word:?}"));
    }
    let last = stored.last().and_then(|event| event["type"].as_str()).unwrap_or("").to_owned();
    let (rated, in_tournament) = (state["rated"] == true, played.in_tournament);
    let (end, moves) = (board.end, board.moves);
    Ok(FinishedGame { name: name.to_owned(), spec, pace, rated, in_tournament, users, end, last, moves })
}

/// Returns whether the server may have added `event` by itself: a time-out, or the end of a banned user's game.
fn is_excused(event: &Value, banned: [bool; 2]) -> bool {
    match event["type"].as_str() {
        Some("flag" | "lapse") => true,
        Some("resign" | "abort") => {
            matches!(event["side"].as_u64(), Some(side @ 1..=2) if banned[side as usize - 1])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_outs_and_bans_are_excused() {
        let event = |kind: &str| json!({ "type": kind, "side": 2 });
        assert!(is_excused(&event("flag"), [false; 2]) && is_excused(&event("lapse"), [false; 2]));
        assert!(is_excused(&event("resign"), [false, true]) && !is_excused(&event("resign"), [true, false]));
        assert!(!is_excused(&event("move"), [true; 2]));
    }
}
