//! A piece is called otherwise: wherever a text names it, outside comments and quotation marks.

use crate::check::singulars;
use crate::syntax::{TokenKind, tokens};

/// Calls a piece otherwise in all sentences, and in quotation marks behind `piece LETTER`.
pub(super) fn renamed(text: &str, old: &str, new: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(|line| renamed_in(line, old, new)).collect();
    if text.ends_with('\n') {
        lines.push(String::new());
    }
    lines.join("\n")
}

fn renamed_in(line: &str, old: &str, new: &str) -> String {
    let Ok(found) = tokens(line, 0, 1) else { return line.to_owned() };
    let place = |text: &str| text.as_ptr() as usize - line.as_ptr() as usize;
    let is_capital = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    // The parts of the line to be exchanged, from left to right.
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let is_piece = found.first().is_some_and(|token| token.text == "piece")
        || found.iter().take(2).map(|token| token.text).eq(["also", "piece"]);
    let mut index = 0;
    while index < found.len() {
        let token = found[index];
        match token.kind {
            TokenKind::Word if is_capital(token.text) => {
                let run = found[index..]
                    .iter()
                    .take_while(|next| next.kind == TokenKind::Word && is_capital(next.text))
                    .count();
                let last = found[index + run - 1];
                let words: Vec<&str> = found[index..index + run].iter().map(|token| token.text).collect();
                if singulars(&words.join(" ")).iter().any(|word| word == old) {
                    parts.push((place(token.text), place(last.text) + last.text.len()));
                }
                index += run;
                continue;
            }
            TokenKind::Quoted
                if is_piece && token.unquoted() == old && index > 0 && is_capital(found[index - 1].text) =>
            {
                let start = place(token.text) + 1;
                parts.push((start, start + old.len()));
            }
            _ => {}
        }
        index += 1;
    }
    let mut text = line.to_owned();
    for (from, to) in parts.into_iter().rev() {
        text.replace_range(from..to, new);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn a_piece_is_called_otherwise_wherever_it_is_named() {
        let text = "piece G \"Guard\" fr \"Garde\"  # a Guard\n  moves: step any\npower of Guard: own Guards next to it cannot move\n  says \"A Guard stands.\"\npiece O \"Old Guard\"\n";
        assert_eq!(
            renamed(text, "Guard", "Night Watch"),
            "piece G \"Night Watch\" fr \"Garde\"  # a Guard\n  moves: step any\npower of Night Watch: own Night Watch next to it cannot move\n  says \"A Guard stands.\"\npiece O \"Old Guard\"\n"
        );
    }
}
