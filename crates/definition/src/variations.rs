//! Lists the definitions that differ from a definition by one edit, and removes sentences.

use std::collections::HashSet;

use entourage_kernel::Random;

use crate::sheet::rows;
use crate::source::Span;
use crate::syntax::{Sentence, Token, TokenKind, sentences};

/// A definition that differs from another one by one edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Number of the first changed line, from 1.
    pub line: usize,
    /// The changed lines before the edit; empty if a line was added.
    pub before: String,
    /// The changed lines after the edit; empty if they were removed.
    pub after: String,
    /// The whole text after the edit.
    pub text: String,
}

/// First words of sentences that are not varied, because they contain names, notation or the form of the game.
const FIXED: [&str; 17] = [
    "language", "game", "edition", "board", "sides", "beside", "hands", "position", "needs", "credits",
    "names", "castling", "army", "shuffle", "cards", "card", "wrap",
];
/// Words for which others are tried in the lines of a piece.
const WALKS: [(&str, &[&str]); 5] = [
    ("straight", &["diagonal", "any"]),
    ("diagonal", &["straight", "any"]),
    ("any", &["straight", "diagonal"]),
    ("step", &["slide"]),
    ("slide", &["step"]),
];

/// The sorts of edits, between which the list alternates.
#[derive(Clone, Copy)]
enum Sort {
    Turn,
    Number,
    Zone,
    Removal,
    Row,
    Square,
    Addition,
    Walk,
    Kind,
    Sentence,
}

/// Lists the variations of the definition `texts[0]`, which extends the definitions that follow it; some may be invalid.
///
/// The list alternates between the sorts of edits, in an order that is the same in every run.
pub fn variations(texts: &[String]) -> Vec<Variation> {
    let Some(own) = texts.first() else { return Vec::new() };
    let parsed: Vec<_> = texts.iter().map(|text| sentences(text, 0, &mut Vec::new())).collect();
    let all: Vec<&Sentence<'_>> = parsed.iter().flatten().flat_map(with_features).collect();
    let ours: Vec<&Sentence<'_>> = parsed[0].iter().flat_map(with_features).collect();
    let kinds: Vec<&str> = all.iter().filter_map(|sentence| kind(sentence)).collect();
    let pieces: Vec<[u32; 2]> = ours.iter().filter_map(|sentence| walk(sentence)).collect();
    let mut editor = Editor { lines: own.lines().collect(), found: Default::default() };
    for sentence in &ours {
        match first(sentence) {
            "zone" => editor.zone(sentence),
            "piece" | "also" | "every" => editor.piece(sentence, &pieces),
            "start" => {}
            word if FIXED.contains(&word) => {}
            word => editor.sentence(sentence, word, &kinds),
        }
    }
    editor.start(&all, ours.iter().any(|sentence| first(sentence) == "start"));
    editor.finish(own)
}

/// Returns a sentence, or the sentences in a feature.
fn with_features<'s, 't>(sentence: &'s Sentence<'t>) -> Vec<&'s Sentence<'t>> {
    if first(sentence) == "feature" { sentence.below.iter().collect() } else { vec![sentence] }
}

fn first<'t>(sentence: &Sentence<'t>) -> &'t str {
    sentence.tokens.first().map_or("", |token| token.text)
}

/// Returns the name of the kind that a sentence defines, if it is a single word.
fn kind<'t>(sentence: &Sentence<'t>) -> Option<&'t str> {
    let name = sentence.tokens.iter().find(|token| token.kind == TokenKind::Quoted)?;
    let name = name.text.trim_matches('"').split('/').next().filter(|_| first(sentence) == "piece")?;
    (!name.contains(' ')).then_some(name)
}

/// Returns the first and the last line below a piece.
fn walk(sentence: &Sentence<'_>) -> Option<[u32; 2]> {
    let begin = sentence.below.first().filter(|_| first(sentence) == "piece")?;
    Some([extent(begin)[0], extent(sentence)[1]])
}

/// Returns the first and the last line of a sentence, including the lines below it.
fn extent(sentence: &Sentence<'_>) -> [u32; 2] {
    let [begin, end] =
        [sentence.tokens.first(), sentence.tokens.last()].map(|token| token.map_or(1, |token| token.span.line));
    [begin, sentence.below.last().map_or(end, |below| extent(below)[1])]
}

struct Editor<'t> {
    lines: Vec<&'t str>,
    /// The variations of each sort.
    found: [Vec<Variation>; 10],
}

impl Editor<'_> {
    /// Replaces the lines `begin` to `end`, both included.
    fn replace(&mut self, sort: Sort, [begin, end]: [u32; 2], new: &[&str]) {
        let (line, end) = (begin as usize, end as usize);
        let trimmed = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
        let old = self.lines.get(line - 1..end).unwrap_or_default();
        let text = [&self.lines[..line - 1], new, &self.lines[end..]].concat().join("\n") + "\n";
        let variation = Variation { line, before: trimmed(old), after: trimmed(new), text };
        self.found[sort as usize].push(variation);
    }

    /// Replaces words of one line, given from left to right.
    fn reword(&mut self, sort: Sort, words: &[(Span, String)]) {
        let Some(line) = words.first().map(|(span, _)| span.line) else { return };
        if words.iter().any(|(span, _)| span.line != line) {
            return;
        }
        let mut letters: Vec<char> = self.lines[line as usize - 1].chars().collect();
        for (span, word) in words.iter().rev() {
            let begin = span.column as usize - 1;
            letters.splice(begin..begin + span.length as usize, word.chars());
        }
        self.replace(sort, [line, line], &[&letters.into_iter().collect::<String>()]);
    }

    fn numbers(&mut self, tokens: &[Token<'_>]) {
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Number) {
            let Ok(number) = token.text.parse::<u32>() else { continue };
            let less = number.checked_sub(1).filter(|less| *less > 0);
            for other in [number.checked_add(1), less].into_iter().flatten() {
                self.reword(Sort::Number, &[(token.span, other.to_string())]);
            }
        }
    }

    /// Moves a corner of an area, or a whole area, by a row or a file.
    fn zone(&mut self, sentence: &Sentence<'_>) {
        let tokens = &sentence.tokens;
        for (at, token) in tokens.iter().enumerate() {
            let Some(corner) = square(token.text) else { continue };
            let end = tokens.get(at + 2).filter(|_| tokens[at + 1].text == "to");
            for step in [[0, 1], [0, -1], [1, 0], [-1, 0]] {
                let moved = moved(corner, step).map(|word| (token.span, word));
                if let Some((end, to)) = end.and_then(|end| Some((end, self::moved(square(end.text)?, step)?)))
                {
                    let words: Vec<_> = moved.clone().into_iter().chain([(end.span, to)]).collect();
                    if words.len() == 2 {
                        self.reword(Sort::Zone, &words);
                    }
                }
                self.reword(Sort::Zone, moved.as_slice());
            }
        }
    }

    fn piece(&mut self, sentence: &Sentence<'_>, pieces: &[[u32; 2]]) {
        for line in &sentence.below {
            self.numbers(&line.tokens);
            for token in &line.tokens {
                let others =
                    WALKS.iter().filter(|(word, _)| *word == token.text).flat_map(|(_, others)| *others);
                for other in others {
                    self.reword(Sort::Walk, &[(token.span, (*other).to_owned())]);
                }
            }
            if sentence.below.len() > 1 {
                self.replace(Sort::Walk, extent(line), &[]);
            }
        }
        let Some(own) = walk(sentence) else { return };
        for [begin, end] in pieces.iter().copied().filter(|lines| *lines != own) {
            let walk = self.lines[begin as usize - 1..end as usize].to_vec();
            self.replace(Sort::Walk, own, &walk);
            // Adds the walk of the other kind to the piece's own.
            let all = [&self.lines[own[0] as usize - 1..own[1] as usize], &walk].concat();
            self.replace(Sort::Walk, own, &all);
        }
    }

    /// Varies numbers and kinds, and removes the sentence.
    fn sentence(&mut self, sentence: &Sentence<'_>, word: &str, kinds: &[&str]) {
        let below = if matches!(word, "ends" | "royal") { &sentence.below[..] } else { &[] };
        for part in std::iter::once(sentence).chain(below) {
            self.numbers(&part.tokens);
            for token in part.tokens.iter().filter(|token| token.kind == TokenKind::Word) {
                let singular = token.text.strip_suffix('s').unwrap_or_default();
                let is_kind = |kind: &&str| *kind == token.text || *kind == singular;
                let Some(kind) = kinds.iter().find(|kind| is_kind(kind)) else { continue };
                for other in kinds.iter().filter(|other| *other != kind) {
                    self.reword(Sort::Kind, &[(token.span, (*other).to_owned())]);
                }
            }
        }
        if word == "ends" {
            sentence.below.iter().for_each(|end| self.replace(Sort::Sentence, extent(end), &[]));
        } else if !matches!(word, "remember" | "call" | "without") {
            self.replace(Sort::Sentence, extent(sentence), &[]);
        }
    }

    /// Changes one square of the start, or the side that begins; an inherited start is changed by a new sentence.
    fn start(&mut self, all: &[&Sentence<'_>], is_own: bool) {
        let find = |word: &str| all.iter().find(|sentence| first(sentence) == word).map(|one| &one.tokens[..]);
        let (Some([.., sides_comma, _, letter]), Some([_, quoted, ..])) = (find("sides"), find("start")) else {
            return;
        };
        let Some([_, width, _, height, ..]) = find("board") else { return };
        let size = [width, height].map(|number| number.text.parse().unwrap_or_default());
        let Some((old, rest)) = rows::read(quoted.text.trim_matches('"'), size) else { return };
        let sides: Vec<&Token<'_>> = find("sides").unwrap_or_default().iter().collect();
        let first_letter = sides.iter().rev().skip_while(|token| token.span != sides_comma.span).nth(1);
        let mut write = |sort: Sort, rows: &rows::Rows, rest: &str| {
            let word = format!("\"{}{rest}\"", rows::write(rows));
            if is_own {
                self.reword(sort, &[(quoted.span, word)]);
            } else {
                let last = self.lines.len() as u32;
                self.replace(sort, [last + 1, last], &[&format!("start {word}")]);
            }
        };
        let from = first_letter.map_or("", |token| token.text);
        let other = rest.replacen(&format!(" {from}"), &format!(" {}", letter.text), 1);
        write(Sort::Turn, &old, &other);
        let men = |is_upper: bool| -> Vec<char> {
            let mut men: Vec<char> = old.iter().flatten().flatten().copied().collect();
            men.retain(|man| man.is_uppercase() == is_upper);
            men.sort_unstable();
            men.dedup();
            men
        };
        let sorts = [men(false), men(true)];
        let mut change = |sort: Sort, squares: &[(usize, usize, Option<char>)]| {
            let mut rows = old.clone();
            squares.iter().for_each(|&(row, file, man)| rows[row][file] = man);
            write(sort, &rows, rest);
        };
        // All men of a side in a row are moved by a row.
        for (row, squares) in old.iter().enumerate() {
            for (is_upper, by) in [(true, 1), (true, -1), (false, 1), (false, -1)] {
                let is_meant = |man: &char| man.is_uppercase() == is_upper;
                let men =
                    squares.iter().enumerate().filter_map(|(file, man)| Some((file, man.filter(is_meant)?)));
                let (men, to) = (men.collect::<Vec<_>>(), row.wrapping_add_signed(by));
                let Some(free) = old.get(to).filter(|_| men.len() > 1) else { continue };
                if men.iter().all(|(file, _)| free[*file].is_none()) {
                    let moves = men.iter().flat_map(|&(file, man)| [(row, file, None), (to, file, Some(man))]);
                    change(Sort::Row, &moves.collect::<Vec<_>>());
                }
            }
        }
        for (row, squares) in old.iter().enumerate() {
            for (file, man) in squares.iter().enumerate() {
                let Some(man) = man else { continue };
                change(Sort::Removal, &[(row, file, None)]);
                for [down, right] in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
                    let [to_row, to_file] =
                        [(row, down), (file, right)].map(|(at, by)| at.wrapping_add_signed(by));
                    if old.get(to_row).and_then(|row| row.get(to_file)) != Some(&None) {
                        continue;
                    }
                    change(Sort::Square, &[(row, file, None), (to_row, to_file, Some(*man))]);
                    for other in &sorts[usize::from(man.is_uppercase())] {
                        change(Sort::Addition, &[(to_row, to_file, Some(*other))]);
                    }
                }
            }
        }
    }

    /// Returns the variations without duplicates, alternating between the sorts.
    fn finish(self, own: &str) -> Vec<Variation> {
        let mut random = Random::new(1);
        let mut sorts = self.found;
        for sort in &mut sorts {
            for last in (1..sort.len()).rev() {
                sort.swap(last, random.below(last + 1));
            }
        }
        let mut known = HashSet::from([own.to_owned()]);
        let longest = sorts.iter().map(Vec::len).max().unwrap_or(0);
        let mut found = Vec::new();
        for index in 0..longest {
            let next = sorts.iter().filter_map(|sort| sort.get(index));
            found.extend(next.filter(|variation| known.insert(variation.text.clone())).cloned());
        }
        found
    }
}

/// Reads the name of a square as file and row, both from 1.
fn square(word: &str) -> Option<[u32; 2]> {
    let file = word.chars().next().filter(char::is_ascii_lowercase)?;
    Some([u32::from(file) - 96, word[1..].parse().ok()?])
}

fn moved(square: [u32; 2], [right, up]: [i32; 2]) -> Option<String> {
    let [file, row] = [square[0].checked_add_signed(right)?, square[1].checked_add_signed(up)?];
    let file = char::from_u32(96 + file).filter(char::is_ascii_lowercase)?;
    (row > 0).then(|| format!("{file}{row}"))
}

/// Lists the names of the powers that definitions declare, without duplicates.
pub fn power_names(texts: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for text in texts {
        let parsed = sentences(text, 0, &mut Vec::new());
        for sentence in parsed.iter().flat_map(with_features) {
            let [word, name, ..] = &sentence.tokens[..] else { continue };
            if word.text == "power" && !names.iter().any(|known| known == name.text) {
                names.push(name.text.to_owned());
            }
        }
    }
    names
}

/// Removes the sentences of a power, and with `is_written` also the notation of its moves.
pub fn without_power(text: &str, name: &str, is_written: bool) -> String {
    let parsed = sentences(text, 0, &mut Vec::new());
    let has =
        |sentence: &Sentence<'_>, at: usize| sentence.tokens.get(at).is_some_and(|token| token.text == name);
    let is_meant = |sentence: &&Sentence<'_>| first(sentence) == "power" && has(sentence, 1);
    let powers = parsed.iter().flat_map(with_features).filter(is_meant);
    let notations = parsed.iter().filter(|sentence| is_written && first(sentence) == "moves");
    let notations = notations.flat_map(|sentence| &sentence.below).filter(|line| has(line, 0));
    let removed: Vec<[u32; 2]> = powers.chain(notations).map(extent).collect();
    let is_kept = |number: &u32| !removed.iter().any(|[begin, end]| (begin..=end).contains(&number));
    (1..).zip(text.lines()).filter(|(number, _)| is_kept(number)).map(|(_, line)| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "language 1\ngame small \"Small 2\"\nboard 3 x 3\nsides White w, Black b\nzone goal: a3 to c3\npiece R \"Runner\"  # 7\n  moves: step straight\npiece L \"Long Leaper\"\n  moves: leap 1-2\npower held of Runner: it cannot move,\n  while an enemy is next to it\n  says \"x\"\nends\n  win \"home\": own Runner is on goal\n  draw \"slow\": quiet is 9 or more  # kept\nposition \"{rows} {side}\"\nstart \"r2/3/2R w\"\n";

    fn edits() -> Vec<(String, String)> {
        let found = variations(&[TEXT.to_owned()]);
        for Variation { line, before, after, text } in &found {
            let [old, new] = [TEXT, text].map(|text| text.lines().count());
            assert_eq!(old - before.lines().count() + after.lines().count(), new, "{before} {after}");
            assert!(
                before.is_empty()
                    || TEXT.lines().nth(line - 1).unwrap().trim() == before.lines().next().unwrap()
            );
        }
        found.into_iter().map(|Variation { before, after, .. }| (before, after)).collect()
    }

    #[test]
    fn numbers_zones_starts_walks_kinds_and_sentences_are_varied() {
        let found = edits();
        for (before, after) in [
            ("draw \"slow\": quiet is 9 or more  # kept", "draw \"slow\": quiet is 10 or more  # kept"),
            ("moves: leap 1-2", "moves: leap 1-3"),
            ("moves: step straight", "moves: step any"),
            ("moves: step straight", "moves: step straight\nmoves: leap 1-2"),
            ("moves: leap 1-2", "moves: step straight"),
            ("zone goal: a3 to c3", "zone goal: a2 to c2"),
            ("zone goal: a3 to c3", "zone goal: a3 to b3"),
            ("start \"r2/3/2R w\"", "start \"r2/3/2R b\""),
            ("start \"r2/3/2R w\"", "start \"3/3/2R w\""),
            ("start \"r2/3/2R w\"", "start \"r2/2R/3 w\""),
            ("start \"r2/3/2R w\"", "start \"rr1/3/2R w\""),
            ("power held of Runner: it cannot move,\nwhile an enemy is next to it\nsays \"x\"", ""),
        ] {
            assert!(found.contains(&(before.to_owned(), after.to_owned())), "{before} -> {after}: {found:#?}");
        }
        // Names, comments and the form of the game stay.
        assert!(found.iter().all(|(before, _)| !before.starts_with("game") && !before.starts_with("board")));
        assert!(found.iter().all(|(before, _)| !before.starts_with("piece")), "{found:?}");
        assert_eq!(edits(), found, "the same order in every run");
        let ahead = TEXT.replace("r2/3/2R w", "rr1/3/2R w");
        assert!(variations(&[ahead]).iter().any(|one| one.after == "start \"3/rr1/2R w\""));
    }

    #[test]
    fn an_inherited_start_is_changed_by_a_new_sentence() {
        let own = "language 1\ngame mine \"Mine\" like small\n".to_owned();
        let found = variations(&[own.clone(), TEXT.to_owned()]);
        let flipped = found.iter().find(|one| one.after == "start \"r2/3/2R b\"").unwrap();
        assert_eq!((flipped.line, &*flipped.before), (3, ""));
        assert_eq!(flipped.text, own + "start \"r2/3/2R b\"\n");
        assert!(variations(&[]).is_empty() && variations(&[String::new()]).is_empty());
    }

    #[test]
    fn a_power_is_removed_with_its_lines_and_its_notation() {
        let text = "language 1\npower one of Rook: it cannot move,\n  unless next to a King  # why\n  says \"x\"\npower two of King: it cannot capture\nfeature odd\n  power one of King: it cannot move\nroyal King\nmoves written\n  one \"{from}\"\n  becoming \"{to}\"\n";
        let names = power_names(&[text.to_owned(), "power three of any piece: it cannot move\n".to_owned()]);
        assert_eq!(names, ["one", "two", "three"]);
        let rest = "language 1\npower two of King: it cannot capture\nfeature odd\nroyal King\nmoves written\n";
        assert_eq!(
            without_power(text, "one", false),
            format!("{rest}  one \"{{from}}\"\n  becoming \"{{to}}\"\n")
        );
        assert_eq!(without_power(text, "one", true), format!("{rest}  becoming \"{{to}}\"\n"));
        assert!(power_names(&["# power none of it\n".to_owned()]).is_empty());
    }
}
