use std::collections::BTreeMap;

use entourage_kernel::Side;
use entourage_tournament::{Bye, Entrant, Game, Round, Score, System, Tie, TieBreak, arena, standings};
use serde_json::{Value, json};

use super::{Findings, FinishedGame, both, clients};
use crate::day::board::End;
use crate::day::state::Day;
use crate::http::list;

/// A row of the standings: rank, points, number of games, and tie-breaks.
type Place = (u64, f64, u64, Vec<f64>);

/// Recomputes the standings of all tournaments, and compares them with the responses of both servers.
pub async fn check(day: &Day, findings: &mut Findings) {
    let mut clients = clients(day);
    let games: BTreeMap<String, FinishedGame> =
        findings.games.iter().map(|game| (game.name.clone(), game.clone())).collect();
    let tournaments = day.tally.tournaments.borrow().clone();
    if tournaments.len() != 3 {
        day.fault(format!("only {} of three tournaments have ended", tournaments.len()));
    }
    for at in tournaments {
        let path = format!("/api/tournaments/{at}/results");
        let Some(shown) = both(day, &mut clients, &path, None).await else { continue };
        let name = shown["tournament"]["name"].as_str().unwrap_or("");
        match places(&shown, &games) {
            Ok(places) => {
                let count: usize =
                    list(&shown["pairings"]).iter().map(|round| list(&round["pairings"]).len()).sum();
                compare(day, name, &shown, &places);
                let kind = shown["tournament"]["kind"].as_str().unwrap_or("");
                let what = format!("{kind}: players, pairings");
                findings.count(&what, format!("{}, {count}", places.len()));
            }
            Err(problem) => day.fault(format!("{name}: {problem}")),
        }
    }
}

fn compare(day: &Day, name: &str, shown: &Value, places: &BTreeMap<u64, Place>) {
    let standings = list(&shown["standings"]);
    if standings.len() != places.len() {
        day.fault(format!(
            "{name}: the standings have {} players instead of {}",
            standings.len(),
            places.len()
        ));
    }
    for one in standings {
        let ties = list(&one["ties"]).iter().map(|tie| tie["value"].as_f64().unwrap_or(f64::NAN)).collect();
        let count = |field: &str| one[field].as_u64().unwrap_or(u64::MAX);
        let shown: Place = (count("place"), one["points"].as_f64().unwrap_or(f64::NAN), count("games"), ties);
        let ours = places.get(&count("number"));
        if ours != Some(&shown) {
            day.fault(format!("{name}: {} has {shown:?} instead of {ours:?}", one["name"]));
        }
    }
}

/// Recomputes the standings, by player number; fails if a pairing's outcome contradicts the result of its game.
fn places(shown: &Value, games: &BTreeMap<String, FinishedGame>) -> Result<BTreeMap<u64, Place>, String> {
    let mut numbers: Vec<u64> =
        list(&shown["standings"]).iter().filter_map(|one| one["number"].as_u64()).collect();
    numbers.sort_unstable();
    let index = |number: &Value| {
        let found = number.as_u64().and_then(|number| numbers.binary_search(&number).ok());
        found.ok_or_else(|| format!("a pairing refers to an unknown player {number}"))
    };
    let mut rounds: BTreeMap<u64, Round> = BTreeMap::new();
    let mut all = Vec::new();
    for round in list(&shown["pairings"]) {
        let own = rounds.entry(round["number"].as_u64().unwrap_or(0)).or_default();
        for pairing in list(&round["pairings"]) {
            let first = index(&pairing["first"])?;
            if pairing["second"].is_null() {
                own.byes.push((first, bye(&pairing["outcome"])?));
                continue;
            }
            let second = index(&pairing["second"])?;
            let name = pairing["game"].as_str().unwrap_or("");
            let score = score(name, games.get(name), &pairing["outcome"])?;
            let game = Game { first, second, score: Some(score) };
            own.games.push(game);
            all.push(game);
        }
    }
    let kind = shown["tournament"]["kind"].as_str().unwrap_or("");
    if kind == "arena" {
        // Games are listed newest first.
        all.reverse();
        let places = arena::standings(numbers.len(), &all).into_iter().map(|place| {
            let games = place.sheet.iter().filter(|scored| scored.score.is_some()).count() as u64;
            let wins = vec![f64::from(place.wins)];
            (numbers[place.entrant], (u64::from(place.place), f64::from(place.points), games, wins))
        });
        return Ok(places.collect());
    }
    let system = if kind == "swiss" { System::Swiss } else { System::RoundRobin };
    let ties: Option<Vec<TieBreak>> =
        list(&shown["ties"]).iter().map(|tie| tie.as_str()?.parse().ok()).collect();
    let ties = ties.ok_or("unknown tie-break")?;
    let entrants = vec![Entrant::new(None); numbers.len()];
    let rounds: Vec<Round> = rounds.into_values().collect();
    let value = |tie: &Tie| f64::from(tie.value) / f64::from(tie.kind.parts());
    let places = standings(system, &entrants, &rounds, &ties).into_iter().map(|one| {
        let ties = one.ties.iter().map(value).collect();
        let (points, games) = (f64::from(one.points) / 2.0, u64::from(one.games));
        (numbers[one.entrant], (u64::from(one.place), points, games, ties))
    });
    Ok(places.collect())
}

fn bye(outcome: &Value) -> Result<Bye, String> {
    match outcome.as_str() {
        Some("bye") => Ok(Bye::Pairing),
        Some("half") => Ok(Bye::Half),
        Some("zero") => Ok(Bye::Zero),
        _ => Err(format!("unexpected outcome of a bye: {outcome}")),
    }
}

const OUTCOMES: [(&str, Score); 6] = [
    ("first", Score::First),
    ("second", Score::Second),
    ("draw", Score::Draw),
    ("forfeit-first", Score::Forfeit(Some(Side::First))),
    ("forfeit-second", Score::Forfeit(Some(Side::Second))),
    ("neither", Score::Forfeit(None)),
];

/// Returns the score of a game. If no player joined, the score is the forfeit that `outcome` specifies.
fn score(name: &str, game: Option<&FinishedGame>, outcome: &Value) -> Result<Score, String> {
    let score = match game {
        Some(game) => {
            // Unless both players have moved, a win is a forfeit.
            let played = game.moves >= 2 || game.last == "move";
            match game.end {
                Some(End::Won(Side::First)) if played => Score::First,
                Some(End::Won(Side::Second)) if played => Score::Second,
                Some(End::Won(side)) => Score::Forfeit(Some(side)),
                Some(End::Drawn) => Score::Draw,
                Some(End::Aborted) | None => return Err(format!("{name} was aborted or has not ended")),
            }
        }
        None => {
            let known =
                OUTCOMES.iter().find(|(word, score)| outcome == word && matches!(score, Score::Forfeit(_)));
            known.ok_or_else(|| format!("the outcome of {name} is {outcome}, but it was not played"))?.1
        }
    };
    let word = OUTCOMES.iter().find(|(_, known)| *known == score).map_or("", |(word, _)| word);
    match *outcome == json!(word) {
        true => Ok(score),
        false => Err(format!("the outcome of {name} is {outcome}, but the game gives {word}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, end: End, moves: usize) -> (String, FinishedGame) {
        let (end, last) = (Some(end), "resign".to_owned());
        (name.to_owned(), FinishedGame { end, last, moves, ..FinishedGame::default() })
    }

    #[test]
    fn standings_follow_from_games() {
        let games: BTreeMap<String, FinishedGame> = [
            game("a", End::Won(Side::First), 4),
            game("b", End::Drawn, 6),
            game("c", End::Won(Side::Second), 2),
        ]
        .into();
        let pairing = |first: u32, second: u32, game: &str, outcome: &str| json!({ "first": first, "second": second, "game": game, "outcome": outcome });
        let rest = |first: u32| json!({ "first": first, "second": null, "game": null, "outcome": "bye" });
        let mut shown = json!({
            "tournament": { "kind": "round-robin" }, "ties": ["sonneborn-berger"],
            "standings": [{ "number": 3 }, { "number": 1 }, { "number": 2 }],
            "pairings": [
                { "number": 3, "pairings": [pairing(2, 3, "c", "second"), rest(1)] },
                { "number": 2, "pairings": [pairing(3, 1, "b", "draw"), rest(2)] },
                { "number": 1, "pairings": [pairing(1, 2, "a", "first"), rest(3)] },
            ],
        });
        let found = places(&shown, &games).unwrap();
        assert_eq!(found[&1], (1, 1.5, 2, vec![0.75]));
        assert_eq!((found[&3].0, found[&2].clone()), (1, (3, 0.0, 2, vec![0.0])));
        shown["pairings"][0]["pairings"][0]["outcome"] = "first".into();
        assert!(places(&shown, &games).unwrap_err().contains("the game gives second"));
    }
}
