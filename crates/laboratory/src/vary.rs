/// Holds a text that differs from another by one number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The line in which it differs, from 1.
    pub line: usize,
    /// That line as it stands.
    pub before: String,
    /// The line instead.
    pub after: String,
    /// The whole text.
    pub text: String,
}

/// Sentences whose numbers mean nothing by themselves: places, names and texts of positions.
const FIXED: [&str; 10] =
    ["language", "game", "board", "start", "position", "needs", "zone", "beside", "hands", "castling"];

/// Lists the texts that differ from a definition by one number that is one more or one less, none below 1.
///
/// Whether they can be played is for the checker to say.
pub fn variations(text: &str) -> Vec<Variation> {
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
                found.push(Variation { line, before, after: after.trim().to_owned(), text: whole });
            }
        }
    }
    found
}

/// Finds the numbers of a line that stand by themselves, outside of quotation marks and comments.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_mean_something_by_themselves_are_varied_one_at_a_time() {
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
    fn nothing_comes_of_numbers_too_large_or_of_no_text() {
        assert!(variations("").is_empty());
        assert!(variations("ends\n  draw \"x\": quiet is 99999999999999999999\n").is_empty());
    }
}
