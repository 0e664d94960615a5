//! The results of a tournament as CSV (RFC 4180).

use entourage_registry::view::{ResultView, TournamentTable};

use crate::games::prelude::*;

/// Writes a row per player, best first, with a column per tie-break and round.
pub(super) fn sheet(table: &TournamentTable) -> String {
    // In an arena, the n-th column is the player's n-th game.
    let by_round = table.tournament.kind != TournamentKind::ARENA;
    let games = table.standings.iter().map(|standing| standing.results.len()).max().unwrap_or(0);
    let rounds = if by_round { table.round as usize } else { games };
    let mut head = ["place", "number", "name", "rating", "points", "games"].map(str::to_owned).to_vec();
    head.extend(table.ties.iter().map(|tie| (*tie).to_owned()));
    head.extend((1..=rounds).map(|round| format!("round {round}")));
    let mut lines = vec![head];
    for standing in &table.standings {
        let mut line = vec![
            standing.place.to_string(),
            (standing.number + 1).to_string(),
            standing.name.clone().unwrap_or_default(),
            standing.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            standing.points.to_string(),
            standing.games.to_string(),
        ];
        line.extend(standing.ties.iter().map(|tie| tie.value.to_string()));
        line.extend((0..rounds).map(|at| {
            let result = match by_round {
                true => standing.results.iter().find(|result| result.round as usize == at + 1),
                false => standing.results.get(at),
            };
            result.map(cell).unwrap_or_default()
        }));
        lines.push(line);
    }
    let written = |line: Vec<String>| line.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",");
    lines.into_iter().map(|line| written(line) + "\r\n").collect()
}

/// Writes a result as in cross tables: the opponent's number, the side, and the points; `+` and `-` for
/// forfeits.
fn cell(result: &ResultView) -> String {
    let points = match result.points {
        None => "*".to_owned(),
        Some(points) if result.opponent.is_some() && !result.played => {
            if points > 0.0 {
                "+".to_owned()
            } else {
                "-".to_owned()
            }
        }
        Some(points) => points.to_string(),
    };
    match (result.opponent, result.side) {
        (Some(opponent), Some(1)) => format!("{}a {points}", opponent + 1),
        (Some(opponent), Some(_)) => format!("{}b {points}", opponent + 1),
        _ => format!("bye {points}"),
    }
}

/// Quotes a field if necessary; prevents spreadsheets from reading a name as a formula.
fn quoted(field: &str) -> String {
    let field = if field.starts_with(['=', '@', '\t']) { format!("'{field}") } else { field.to_owned() };
    match field.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_results_abbreviated() {
        for (field, written) in
            [("Ada", "Ada"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("=1+1", "'=1+1"), ("", "")]
        {
            assert_eq!(quoted(field), written);
        }
        let result = ResultView {
            round: 1,
            opponent: Some(3),
            side: Some(1),
            points: Some(1.0),
            played: true,
            game: None,
        };
        for (result, written) in [
            (result.clone(), "4a 1"),
            (ResultView { points: Some(0.5), side: Some(2), ..result.clone() }, "4b 0.5"),
            (ResultView { points: None, ..result.clone() }, "4a *"),
            (ResultView { played: false, ..result.clone() }, "4a +"),
            (ResultView { played: false, points: Some(0.0), ..result.clone() }, "4a -"),
            (ResultView { opponent: None, side: None, played: false, points: Some(0.5), ..result }, "bye 0.5"),
        ] {
            assert_eq!(cell(&result), written);
        }
    }
}
