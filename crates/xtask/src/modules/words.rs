//! A simple tokenizer for Rust and TypeScript.

/// Returns whether a token is an identifier or keyword.
pub fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// A lexical element of a source file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Comment,
    Literal,
    Word,
    Space,
}

/// Splits Rust or TypeScript source text into parts, each with the number of its first line.
pub fn parts(source: &str) -> impl Iterator<Item = (usize, Part, &str)> {
    let (mut rest, mut line) = (source, 1);
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (part, length) = if rest.starts_with("//") {
            (Part::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (Part::Comment, rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if let Some(raw) = raw_text(rest) {
            (Part::Literal, raw)
        } else if matches!(first, '"' | '`') {
            (Part::Literal, quoted(rest, first))
        } else if let Some(letter) = quoted_letter(rest) {
            (Part::Literal, letter)
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            (Part::Word, end.unwrap_or(rest.len()))
        } else if rest.starts_with("::") {
            (Part::Word, 2)
        } else {
            (if first.is_whitespace() { Part::Space } else { Part::Word }, first.len_utf8())
        };
        let (text, further) = rest.split_at(length);
        let start = line;
        rest = further;
        line += text.matches('\n').count();
        Some((start, part, text))
    })
}

/// Splits source text into tokens, without comments, string literals and `#[cfg(test)]` items.
pub fn words(source: &str) -> Vec<String> {
    let words = parts(source).filter(|(_, part, _)| *part == Part::Word);
    without_tests(&words.map(|(_, _, text)| text.to_owned()).collect::<Vec<_>>())
}

/// Returns the length of the raw string literal that `rest` starts with, if any.
fn raw_text(rest: &str) -> Option<usize> {
    let hashes = rest.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    let body = hashes[count..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(count));
    let start = rest.len() - body.len();
    Some(body.find(&end).map_or(rest.len(), |at| start + at + end.len()))
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the length of the character literal that `rest` starts with, if any.
fn quoted_letter(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('\'')?;
    let first = body.chars().next()?;
    let end = if first == '\\' { body[2..].find('\'')? + 2 } else { first.len_utf8() };
    body[end..].starts_with('\'').then_some(end + 2)
}

/// Removes items marked `#[cfg(test)]`.
fn without_tests(words: &[String]) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        if !words[at..].iter().take(MARK.len()).eq(MARK.iter()) {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        // The item ends with its closing brace, or with a semicolon outside braces.
        let mut depth = 0;
        at += MARK.len();
        while at < words.len() {
            match words[at].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let ends = depth == 0 && matches!(words[at].as_str(), "}" | ";");
            at += 1;
            if ends {
                break;
            }
        }
    }
    kept
}
