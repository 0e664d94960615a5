//! Default implementations of [`Rules`](crate::Rules) methods, simple rather than fast.

use crate::{Intent, Part, Problem, Square, Text, TextError, Topology};

/// Returns all intents of one or two squares with choice 0, and an intent without squares for every choice (0 to 15).
pub(crate) fn candidates(topology: &Topology) -> Vec<Intent> {
    let count = topology.squares.len();
    let mut intents = Vec::with_capacity(count * (count + 1) + 16);
    intents.extend((0..16).map(Intent::choice_only));
    for from in topology.all() {
        intents.push(Intent::of(&[from]));
        intents.extend(topology.all().map(|to| Intent::from_to(from, to)));
    }
    intents
}

/// Parses a move: one to four square names and an optional choice after `=`, or `pass` if the game has a pass move.
pub(crate) fn read_move(topology: &Topology, pass: Option<Intent>, text: &str) -> Result<Intent, TextError> {
    if let Some(pass) = pass.filter(|_| text == "pass") {
        return Ok(pass);
    }
    let mut squares: Vec<Square> = Vec::with_capacity(4);
    let mut rest = Part::whole(text);
    while !rest.text.is_empty() && !rest.text.starts_with('=') {
        let Some((square, after)) = topology.read(rest.text).filter(|_| squares.len() < 4) else {
            return Err(expected_squares(topology, rest));
        };
        squares.push(square);
        rest = rest.split_at(rest.text.len() - after.len()).1;
    }
    if squares.is_empty() {
        return Err(expected_squares(topology, rest));
    }
    let intent = Intent::of(&squares);
    let Some(choice) = rest.after("=") else { return Ok(intent) };
    let number = choice.text.parse().ok().filter(|number| (1..16).contains(number));
    match number.filter(|number: &u8| number.to_string() == choice.text) {
        Some(number) => Ok(intent.with_choice(number)),
        None => {
            Err(choice.error(Text::new("expected a number from 1 to 15", "attendu\u{a0}: un nombre de 1 à 15")))
        }
    }
}

fn expected_squares(topology: &Topology, found: Part<'_>) -> TextError {
    let name = |info: Option<&crate::SquareInfo>| info.map(|info| info.name.to_string()).unwrap_or_default();
    let [first, last] = [topology.squares.first(), topology.squares.last()].map(name);
    found.error(Problem::new(
        format!("expected one to four squares, such as {first} or {last}"),
        format!("attendu\u{a0}: une à quatre cases, par exemple {first} ou {last}"),
    ))
}

pub(crate) fn write_move(topology: &Topology, pass: Option<Intent>, intent: Intent) -> String {
    if pass == Some(intent) {
        return "pass".to_owned();
    }
    let mut text: String = intent.squares().map(|square| topology.name(square)).collect();
    if intent.choice() != 0 {
        text.push_str(&format!("={}", intent.choice()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip_and_errors_are_located() {
        let board = Topology::grid(3, 11, |row| 11 - row, |_, _| false);
        let pass = Some(Intent::choice_only(1));
        for text in ["a1", "a1b11", "a11a1c3b2", "a1b1=7", "a1=15", "pass"] {
            let intent = read_move(&board, pass, text).unwrap();
            assert_eq!(write_move(&board, pass, intent), text);
        }
        for (text, token, at) in [
            ("", "", 0),
            ("a1d1", "d1", 2),
            ("a1b", "b", 2),
            ("a1b1c1a2b2", "b2", 8),
            ("=3", "=3", 0),
            ("a1=", "", 3),
            ("a1=0", "0", 3),
            ("a1=03", "03", 3),
            ("a1=16", "16", 3),
            ("a1=3x", "3x", 3),
        ] {
            let error = read_move(&board, pass, text).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
        }
        assert!(read_move(&board, None, "pass").is_err());
    }

    #[test]
    fn candidates_are_few_enough_on_the_largest_board() {
        let board = Topology::grid(1, Square::LIMIT, |row| row, |_, _| false);
        let mut intents = candidates(&board);
        assert_eq!(intents.len(), 16_272);
        intents.sort_unstable();
        intents.dedup();
        // `choice_only(0)` and the intent without squares are equal, so only one of them is listed.
        assert_eq!(intents.len(), 16_272);
    }
}
