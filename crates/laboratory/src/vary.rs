use entourage_registry::view::VariationView;

/// First words of sentences whose numbers must not be varied, because they are part of names or positions.
const FIXED: [&str; 10] =
    ["language", "game", "board", "start", "position", "needs", "zone", "beside", "hands", "castling"];

/// Returns the variations of a definition in which one number is 1 higher or lower (at least 1); some may be invalid.
pub fn variations(text: &str) -> Vec<VariationView> {
    let mut found = Vec::new();
    let mut is_fixed = false;
    for (index, line) in text.lines().enumerate() {
        if !line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            let first = line.split_whitespace().next().unwrap_or_default();
            is_fixed = FIXED.contains(&first);
        }
        if is_fixed {
            continue;
        }
        for (from, to) in numbers(line) {
            let Ok(number) = line[from..to].parse::<u32>() else { continue };
            for other in
                [number.checked_add(1), number.checked_sub(1).filter(|other| *other > 0)].into_iter().flatten()
            {
                let after = format!("{}{other}{}", &line[..from], &line[to..]);
                let whole =
                    text.lines().enumerate().map(|(at, old)| if at == index { after.as_str() } else { old });
                let whole = whole.collect::<Vec<_>>().join("\n") + "\n";
                let (line, before) = (index + 1, line.trim().to_owned());
                found.push(VariationView { line, before, after: after.trim().to_owned(), text: whole });
            }
        }
    }
    found
}

/// Returns the byte ranges of the numbers in a line that are not in string literals or comments.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut is_quoted = false;
    let mut begin: Option<usize> = None;
    let mut last = ' ';
    for (at, sign) in line.char_indices().chain([(line.len(), ' ')]) {
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '-';
        if let Some(from) = begin.filter(|_| !sign.is_ascii_digit()) {
            if !is_word(sign) {
                found.push((from, at));
            }
            begin = None;
        } else if begin.is_none() && !is_quoted && sign.is_ascii_digit() && !is_word(last) {
            begin = Some(at);
        }
        match sign {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted => break,
            _ => {}
        }
        last = sign;
    }
    found
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    pub power: String,
    /// The game's own definition, followed by the definitions that it is based on.
    pub texts: Vec<String>,
}

/// Returns the variants of a game that each lack one power, in the order of the powers; some may be invalid.
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

fn power(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let name = words.next().filter(|word| *word == "power").and_then(|_| words.next())?;
    (words.next() == Some("of")).then_some(name)
}

fn without(text: &str, name: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut kept = String::new();
    // The indentation of the sentence being removed, and whether its latest line ends with a comma (and so continues).
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
    fn significant_numbers_are_varied_one_at_a_time() {
        let text = "language 1\nboard 8 x 8\npiece N \"Knight 2\"\n  moves: leap 1-2, from own rank 2  # 3\npower p of Knight: it can be captured only while 2 or more enemies threaten it\nends\n  draw \"fifty\": quiet is 1 or more\n";
        let lines: Vec<_> = variations(text).into_iter().map(|one| (one.line, one.after)).collect();
        let expected = [
            (4, "moves: leap 1-2, from own rank 3  # 3"),
            (4, "moves: leap 1-2, from own rank 1  # 3"),
            (5, "power p of Knight: it can be captured only while 3 or more enemies threaten it"),
            (5, "power p of Knight: it can be captured only while 1 or more enemies threaten it"),
            (7, "draw \"fifty\": quiet is 2 or more"),
        ];
        assert_eq!(lines, expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn too_large_numbers_and_empty_texts_have_no_variations() {
        assert!(variations("").is_empty());
        assert!(variations("ends\n  draw \"x\": quiet is 99999999999999999999\n").is_empty());
    }

    #[test]
    fn a_power_is_removed_with_its_indented_lines() {
        let text = "language 1\npower one of Rook: it cannot move,\n  unless next to a King  # why\n  says \"x\"\npower two of King: it cannot capture\npower one of King: it cannot move\nroyal King\n";
        let found = absences(&[text.to_owned(), "power three of any piece: it cannot move\n".to_owned()]);
        let names: Vec<&str> = found.iter().map(|absence| absence.power.as_str()).collect();
        assert_eq!(names, ["one", "two", "three"]);
        assert_eq!(found[0].texts[0], "language 1\npower two of King: it cannot capture\nroyal King\n");
        assert_eq!(found[2].texts[1], "");
        assert!(absences(&["game x\n# power none of it\n".to_owned()]).is_empty());
    }

    #[test]
    fn the_notation_of_a_removed_power_is_removed() {
        let text = "moves written\n  turn \"{from}\"\n  becoming \"{from}={becomes}\"\n\ncall turn: King\n  turn \"x\"\n";
        let expected = text.replacen("  turn \"{from}\"\n", "", 1);
        assert_eq!(unwritten(text, "turn"), expected);
        assert_eq!(unwritten(text, "other"), text);
    }
}
