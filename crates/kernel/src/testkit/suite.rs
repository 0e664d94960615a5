use super::sorted_texts;
use crate::{GameSpec, History, Random, Rules, TextError, perft};

/// Checks each line of a suite, `position TAB status TAB moves` or `position TAB refused …`; returns the number of lines.
pub fn check_suite_file<R: Rules>(rules: &R, text: &str) -> usize {
    for (number, line) in text.lines().enumerate() {
        let mut fields = line.split('\t');
        let (Some(position), Some(status)) = (fields.next(), fields.next()) else {
            panic!("line {}: not a suite line: {line}", number + 1);
        };
        let expected = fields.next().unwrap_or_default();
        match rules.read_position(position) {
            Err(error) => assert_eq!(status, "refused", "line {}: {position}: {error}", number + 1),
            Ok(found) => {
                assert_eq!(rules.write_position(&found), position, "line {}", number + 1);
                assert_eq!(rules.status(&found).to_string(), status, "line {}: {position}", number + 1);
                let moves = sorted_texts(rules, rules.list_moves(&found)).join(" ");
                assert_eq!(moves, expected, "line {}: {position}", number + 1);
            }
        }
    }
    text.lines().count()
}

/// Checks lines `position TAB depth TAB count` with counts up to `most`; returns the number of lines checked.
pub fn check_perft_file<R: Rules>(rules: &R, text: &str, most: u64) -> usize {
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[position, depth, count] = fields.as_slice() else {
            panic!("line {}: not a perft line: {line}", number + 1);
        };
        let (Ok(depth), Ok(count)) = (depth.parse(), count.parse::<u64>()) else {
            panic!("line {}: not a perft line: {line}", number + 1)
        };
        if count > most {
            continue;
        }
        let found =
            rules.read_position(position).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
        assert_eq!(perft(rules, &found, depth), count, "line {}: {position}", number + 1);
        checked += 1;
    }
    checked
}

/// Replays the game `spec TAB start` with lines `move TAB status TAB move count TAB position` to the status `end`.
pub fn check_playthrough<R: Rules + Default>(text: &str, end: &str) {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let (spec, start) = lines.next().and_then(|line| line.split_once('\t')).expect("a spec and a start");
    let spec = GameSpec::read(spec).expect("a valid spec");
    let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
    let rules = R::default().with_options(&options).expect("valid options");
    assert_eq!(rules.options(), options);
    assert_eq!(rules.write_position(&rules.start()), start);
    let mut game = History::new(rules.clone(), spec.adjudication, rules.start());
    for (ply, line) in (1..).zip(lines) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[text, status, count, after] = fields.as_slice() else {
            panic!("not a line of four fields: {line}")
        };
        assert!(game.play(rules.read_move(text).expect("a move")).is_ok(), "ply {ply}, {text} is refused");
        let counted = game.legal_moves().len().to_string();
        let seen = [game.status().to_string(), counted, rules.write_position(game.position())];
        assert_eq!(seen, [status, count, after], "ply {ply}, {text}");
    }
    assert_eq!(game.status().to_string(), end);
}

/// Mutates texts by inserting or substituting fragments, and asserts that accepted texts are written back unchanged and that
/// errors point into the text. Returns the number of mutants accepted.
pub fn check_mutants(
    texts: &[impl AsRef<str>],
    pieces: &[impl AsRef<str>],
    random: &mut Random,
    tries: usize,
    rewrite: impl Fn(&str) -> Result<String, TextError>,
) -> usize {
    let mut read = 0;
    for _ in 0..tries {
        let text = random.pick(texts).expect("there are texts").as_ref();
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(letters.len() + 1);
            let cut = random.below(4);
            let end = (at + random.below(cut + 1)).min(letters.len());
            let piece = random.pick(pieces).expect("there are pieces").as_ref();
            letters.splice(at..end, piece.chars());
        }
        let mutant: String = letters.into_iter().collect();
        match rewrite(&mutant) {
            Ok(written) => {
                assert_eq!(written, mutant);
                read += 1;
            }
            Err(error) => {
                let token = mutant.get(error.at..error.at + error.token.len());
                assert!(token == Some(&error.token) && !error.problem.is_empty(), "{mutant}: {error}");
            }
        }
    }
    read
}
