/// Holds the texts of a game without one of its powers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The power that is left out, by its name.
    pub power: String,
    /// The texts without it: the game's own, then those of the games that it is like.
    pub texts: Vec<String>,
}

/// Leaves each power out of a game's texts, one at a time, in the order in which they are written.
///
/// Whether the rest can be played is for the checker to say.
pub fn absences(texts: &[String]) -> Vec<Absence> {
    let mut names: Vec<&str> = Vec::new();
    for name in texts.iter().flat_map(|text| text.lines()).filter_map(power) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let absence = |name: &str| Absence {
        power: name.to_owned(),
        texts: texts.iter().map(|text| without(text, name)).collect(),
    };
    names.into_iter().map(absence).collect()
}

/// Returns the name of the power of which a line is a sentence.
fn power(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let name = words.next().filter(|word| *word == "power").and_then(|_| words.next())?;
    (words.next() == Some("of")).then_some(name)
}

/// Returns a text without the sentences of a power, and without what is indented below them.
fn without(text: &str, name: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut kept = String::new();
    // The indentation of the sentence that is left out, and whether its last line goes on.
    let mut left_out: Option<(usize, bool)> = None;
    for line in text.lines() {
        let goes_on = line.split('#').next().unwrap_or_default().trim_end().ends_with(',');
        let belongs =
            left_out.is_some_and(|(own, goes_on)| goes_on || !line.trim().is_empty() && indent(line) > own);
        left_out = match (belongs, power(line)) {
            (true, _) => left_out.map(|(own, _)| (own, goes_on)),
            (false, Some(found)) if found == name => Some((indent(line), goes_on)),
            _ => None,
        };
        if left_out.is_none() {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns a text that does not say how the moves of a power are written, if it says so.
pub(crate) fn unwritten(text: &str, name: &str) -> String {
    let mut is_below = false;
    let is_kept = |line: &&str| {
        if !line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            is_below = line.split_whitespace().take(2).eq(["moves", "written"]);
        }
        !(is_below && line.starts_with([' ', '\t']) && line.split_whitespace().next() == Some(name))
    };
    text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_left_out_with_all_that_it_says() {
        let text = "language 1\npower one of Rook: it cannot move,\n  unless next to a King  # why\n  says \"x\"\npower two of King: it cannot capture\npower one of King: it cannot move\nroyal King\n";
        let found = absences(&[text.to_owned(), "power three of any piece: it cannot move\n".to_owned()]);
        let names: Vec<&str> = found.iter().map(|absence| absence.power.as_str()).collect();
        assert_eq!(names, ["one", "two", "three"]);
        assert_eq!(found[0].texts[0], "language 1\npower two of King: it cannot capture\nroyal King\n");
        assert_eq!(found[2].texts[1], "");
        assert!(absences(&["game x\n# power none of it\n".to_owned()]).is_empty());
    }

    #[test]
    fn how_the_moves_of_a_power_are_written_is_left_out_where_that_is_told() {
        let text = "moves written\n  turn \"{from}\"\n  becoming \"{from}={becomes}\"\n\ncall turn: King\n  turn \"x\"\n";
        let expected = text.replacen("  turn \"{from}\"\n", "", 1);
        assert_eq!(unwritten(text, "turn"), expected);
        assert_eq!(unwritten(text, "other"), text);
    }
}
