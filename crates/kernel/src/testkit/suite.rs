use super::{legal_moves, sorted_texts};
use crate::{Rules, perft};

/// Checks lines of `position TAB status TAB moves` (or `position TAB refused …`) and returns their number.
///
/// # Panics
/// If a line has another form, or status, refusal or moves differ, naming the line.
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
                let moves = sorted_texts(rules, legal_moves(rules, &found)).join(" ");
                assert_eq!(moves, expected, "line {}: {position}", number + 1);
            }
        }
    }
    text.lines().count()
}

/// Checks lines of `position TAB depth TAB count` whose count is at most `most`, and returns how many were checked.
///
/// # Panics
/// If a line has another form or a count differs, naming the line.
pub fn check_perft_file<R: Rules>(rules: &R, text: &str, most: u64) -> usize {
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[position, depth, count] = fields.as_slice() else {
            panic!("line {}: not a perft line: {line}", number + 1);
        };
        let (depth, count): (u32, u64) = match (depth.parse(), count.parse()) {
            (Ok(depth), Ok(count)) => (depth, count),
            _ => panic!("line {}: not a perft line: {line}", number + 1),
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
