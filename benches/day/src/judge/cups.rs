use std::collections::BTreeMap;

use entourage_kernel::Side;
use entourage_tournament::{Bye, Entrant, Game, Round, Score, System, Tie, TieBreak, arena, standings};
use serde_json::{Value, json};

use super::{Findings, Judged, both, clients};
use crate::board::End;
use crate::day::Day;

/// What a place comes to, as it is told: place, points, games, and the tie-breaks.
type Place = (u64, f64, u64, Vec<f64>);

/// Computes the standings of all tournaments from the records of their games, and holds to them what both servers tell.
pub(super) async fn judge(day: &Day, findings: &mut Findings) {
    let mut clients = clients();
    let games: BTreeMap<String, Judged> =
        findings.games.iter().map(|game| (game.name.clone(), game.clone())).collect();
    let cups = day.cups.borrow().clone();
    if cups.len() != 3 {
        day.fault(format!("{} tournaments are over, of three", cups.len()));
    }
    for at in cups {
        let Some(told) = both(day, &mut clients, &format!("/api/tournaments/{at}/results"), None).await else {
            continue;
        };
        let name = told["tournament"]["name"].as_str().unwrap_or("").to_owned();
        match places(&told, &games) {
            Ok(places) => {
                let count = told["pairings"].as_array().map_or(0, |rounds| {
                    rounds.iter().map(|round| round["pairings"].as_array().map_or(0, Vec::len)).sum()
                });
                compare(day, &name, &told, &places);
                let kind = told["tournament"]["kind"].as_str().unwrap_or("");
                let what = format!("{kind}: entrants whose place was computed again, pairings");
                findings.count(&what, format!("{}, {count}", places.len()));
            }
            Err(problem) => day.fault(format!("{name}: {problem}")),
        }
    }
}

fn compare(day: &Day, name: &str, told: &Value, places: &BTreeMap<u64, Place>) {
    let standings = told["standings"].as_array().cloned().unwrap_or_default();
    if standings.len() != places.len() {
        day.fault(format!("{name}: {} have a place, of {}", standings.len(), places.len()));
    }
    for one in &standings {
        let ties = one["ties"].as_array().cloned().unwrap_or_default();
        let ties = ties.iter().map(|tie| tie["value"].as_f64().unwrap_or(f64::NAN)).collect();
        let count = |field: &str| one[field].as_u64().unwrap_or(u64::MAX);
        let told: Place = (count("place"), one["points"].as_f64().unwrap_or(f64::NAN), count("games"), ties);
        let ours = places.get(&count("number"));
        if ours != Some(&told) {
            day.fault(format!("{name}: {} is told {told:?}, and {ours:?} follows from the games", one["name"]));
        }
    }
}

/// Computes the places, by the numbers of the entrants.
///
/// # Errors
/// A game is told otherwise than its record has it.
fn places(told: &Value, games: &BTreeMap<String, Judged>) -> Result<BTreeMap<u64, Place>, String> {
    let standings_told = told["standings"].as_array().cloned().unwrap_or_default();
    let mut numbers: Vec<u64> = standings_told.iter().filter_map(|one| one["number"].as_u64()).collect();
    numbers.sort_unstable();
    let index = |number: &Value| {
        let found = number.as_u64().and_then(|number| numbers.binary_search(&number).ok());
        found.ok_or_else(|| format!("nobody has the number {number}"))
    };
    let mut rounds: BTreeMap<u64, Round> = BTreeMap::new();
    let mut all = Vec::new();
    for round in told["pairings"].as_array().map_or(&[][..], Vec::as_slice) {
        let own = rounds.entry(round["number"].as_u64().unwrap_or(0)).or_default();
        for pairing in round["pairings"].as_array().map_or(&[][..], Vec::as_slice) {
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
    let kind = told["tournament"]["kind"].as_str().unwrap_or("");
    if kind == "arena" {
        // The last is told first.
        all.reverse();
        let places = arena::standings(numbers.len(), &all).into_iter();
        return Ok(places
            .map(|place| {
                let games = place.sheet.iter().filter(|scored| scored.score.is_some()).count() as u64;
                let told =
                    (u64::from(place.place), f64::from(place.points), games, vec![f64::from(place.wins)]);
                (numbers[place.entrant], told)
            })
            .collect());
    }
    let system = if kind == "swiss" { System::Swiss } else { System::RoundRobin };
    let ties = told["ties"].as_array().cloned().unwrap_or_default();
    let ties: Option<Vec<TieBreak>> = ties.iter().map(|tie| TieBreak::from_word(tie.as_str()?)).collect();
    let ties = ties.ok_or("a tie-break is not known")?;
    let entrants = vec![Entrant::new(None); numbers.len()];
    let rounds: Vec<Round> = rounds.into_values().collect();
    let value = |tie: &Tie| f64::from(tie.value) / f64::from(tie.kind.parts());
    Ok(standings(system, &entrants, &rounds, &ties)
        .into_iter()
        .map(|one| {
            let ties = one.ties.iter().map(value).collect();
            (
                numbers[one.entrant],
                (u64::from(one.place), f64::from(one.points) / 2.0, u64::from(one.games), ties),
            )
        })
        .collect())
}

fn bye(told: &Value) -> Result<Bye, String> {
    match told.as_str() {
        Some("bye") => Ok(Bye::Pairing),
        Some("half") => Ok(Bye::Half),
        Some("zero") => Ok(Bye::Zero),
        _ => Err(format!("somebody without a game has {told}")),
    }
}

/// Finds what came of a game by its record; one that nobody has come to has none, and counts as it is told.
fn score(name: &str, game: Option<&Judged>, told: &Value) -> Result<Score, String> {
    let won = |side| if side == Side::First { Score::First } else { Score::Second };
    let score = match game {
        Some(game) => {
            // It was played if both have moved, or the rules ended it.
            let played = game.moves >= 2 || game.last == "move";
            match game.end {
                Some(End::Won(side)) if played => won(side),
                Some(End::Won(side)) => Score::Forfeit(Some(side)),
                Some(End::Drawn) => Score::Draw,
                Some(End::Aborted) | None => return Err(format!("{name} has no result")),
            }
        }
        None => match told.as_str() {
            Some("forfeit-first") => Score::Forfeit(Some(Side::First)),
            Some("forfeit-second") => Score::Forfeit(Some(Side::Second)),
            Some("neither") => Score::Forfeit(None),
            _ => return Err(format!("{name} is told as {told}, and nobody played it")),
        },
    };
    let word = match score {
        Score::First => "first",
        Score::Second => "second",
        Score::Draw => "draw",
        Score::Forfeit(Some(Side::First)) => "forfeit-first",
        Score::Forfeit(Some(Side::Second)) => "forfeit-second",
        Score::Forfeit(None) => "neither",
    };
    if *told == json!(word) {
        Ok(score)
    } else {
        Err(format!("{name} is told as {told}, and its record comes to {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, end: End, moves: usize) -> (String, Judged) {
        let (spec, pace, last) = (String::new(), String::new(), "resign".to_owned());
        let judged = Judged {
            name: name.into(),
            spec,
            pace,
            rated: false,
            in_tournament: true,
            people: [0, 1],
            end: Some(end),
            last,
            moves,
        };
        (name.to_owned(), judged)
    }

    #[test]
    fn places_follow_from_the_records_of_games() {
        let games: BTreeMap<String, Judged> = [
            game("a", End::Won(Side::First), 4),
            game("b", End::Drawn, 6),
            game("c", End::Won(Side::Second), 2),
        ]
        .into();
        let pairing = |first: u32, second: u32, game: &str, outcome: &str| json!({ "first": first, "second": second, "game": game, "outcome": outcome });
        let rest = |first: u32| json!({ "first": first, "second": null, "game": null, "outcome": "bye" });
        let mut told = json!({
            "tournament": { "kind": "round-robin" }, "ties": ["sonneborn-berger"],
            "standings": [{ "number": 3 }, { "number": 1 }, { "number": 2 }],
            "pairings": [
                { "number": 3, "pairings": [pairing(2, 3, "c", "second"), rest(1)] },
                { "number": 2, "pairings": [pairing(3, 1, "b", "draw"), rest(2)] },
                { "number": 1, "pairings": [pairing(1, 2, "a", "first"), rest(3)] },
            ],
        });
        let found = places(&told, &games).unwrap();
        assert_eq!(found[&1], (1, 1.5, 2, vec![0.75]));
        assert_eq!((found[&3].0, found[&2].clone()), (1, (3, 0.0, 2, vec![0.0])));
        told["pairings"][0]["pairings"][0]["outcome"] = "first".into();
        assert!(places(&told, &games).unwrap_err().contains("its record comes to second"));
    }
}
