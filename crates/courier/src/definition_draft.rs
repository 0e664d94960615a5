//! Converts a Game Courier preset to a draft of a game definition.

use std::fmt::Write;

use entourage_kernel::{Side, TextError};

use crate::{Skeleton, Space};

/// Maximum number of kinds, since each needs a letter.
const MAX_KINDS: usize = 26;

/// Converts a preset to a playable definition: the board, a piece for each label, the start position and free moves.
///
/// `id` is the game's name in specs. `title` is its display name; if empty, the preset's name is used. Fails on a text that
/// is not a preset, or a board or set of pieces beyond the limits of definitions.
pub fn write_skeleton(text: &str, id: &str, title: &str) -> Result<String, TextError> {
    let found = Skeleton::read(text)?;
    if let Some(label) = found.labels.get(MAX_KINDS) {
        let fr = format!("une définition peut avoir au plus {MAX_KINDS} types de pièces");
        return Err(TextError::bilingual(
            label.clone(),
            0,
            format!("a definition can have at most {MAX_KINDS} kinds of piece"),
            fr,
        ));
    }
    // A name without printable characters counts as missing.
    let name = |text: &str| Some(plain(text)).filter(|text| !text.trim().is_empty());
    let named = found.name.as_deref().and_then(name).unwrap_or_else(|| "a preset".to_owned());
    let title = name(title).unwrap_or_else(|| named.clone());
    let (files, rows) = (found.ranks.first().map_or(0, Vec::len), found.ranks.len());
    // Shorter rows are padded.
    if files * rows > entourage_kernel::Square::LIMIT - 1 {
        let en = format!("a board of {files} by {rows} has too many squares");
        let fr = format!("un plateau de {files} sur {rows} a trop de cases");
        return Err(TextError::bilingual(text.chars().take(20).collect::<String>(), 0, en, fr));
    }
    let pieces = pieces(&found.labels);
    let field = field(&found);
    let mut definition = format!(
        "language 1\n# A draft of {named}, imported from Game Courier. Rules that are not written yet are not enforced.\ngame {id} \"{title}\"\n\n\
         board {files} x {rows}\nsides White w, Black b\n"
    );
    if let Some(field) = &field {
        let _ = writeln!(
            definition,
            "# Spaces missing from the preset are squares that no piece can enter.\nzone field: {field}"
        );
    }
    definition.push_str(
        "\n# Each piece is named after its label. Write its moves below it; until then it can go anywhere.\n",
    );
    for ((letter, name), label) in pieces.iter().zip(&found.labels) {
        let is_own =
            label.len() > 1 && label.len() <= MAX_LABEL && label.bytes().all(|byte| byte.is_ascii_uppercase());
        let label = if is_own { format!(" label \"{label}\"") } else { String::new() };
        let _ = writeln!(definition, "piece {letter} \"{name}\"{label}");
    }
    definition.push_str(if field.is_some() { "free hand on field\n" } else { "free hand\n" });
    definition.push_str("\n# Nothing ends the game yet.\nends\n\nposition \"{rows} {side}\"\n");
    let rows: Vec<String> = found.ranks.iter().map(|rank| row(rank, &pieces)).collect();
    let _ = writeln!(definition, "start \"{} w\"", rows.join("/"));
    Ok(definition)
}

fn plain(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c == '"' { '\'' } else { c }).filter(|c| !c.is_control()).collect();
    text.trim().chars().take(60).collect()
}

const MAX_LABEL: usize = 4;

fn pieces(labels: &[String]) -> Vec<(char, String)> {
    let mut found: Vec<(char, String)> = Vec::new();
    let single = |label: &str| {
        let mut letters = label.chars();
        letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
    };
    // A label of one letter becomes both the letter and the name of its piece.
    let kept: Vec<char> = labels.iter().filter_map(|label| single(label)).collect();
    for label in labels {
        let is_free = |letter: &char, found: &[(char, String)]| {
            !kept.contains(letter) && found.iter().all(|(other, _)| other != letter)
        };
        let own = label.chars().filter(char::is_ascii_uppercase);
        let letter = single(label).or_else(|| own.chain('A'..='Z').find(|letter| is_free(letter, &found)));
        let word: String = label.chars().filter(|c| c.is_alphanumeric()).collect();
        let word = if word.starts_with(char::is_uppercase) { word } else { format!("Piece{word}") };
        let is_kept =
            |name: &str| single(label).is_none() && single(name).is_some_and(|letter| kept.contains(&letter));
        let is_named = |name: &str| is_kept(name) || found.iter().any(|(_, other)| other == name);
        let name = if is_named(&word) {
            (2..).map(|n| format!("{word}-{n}")).find(|name| !is_named(name))
        } else {
            Some(word)
        };
        found.push((letter.unwrap_or('Z'), name.unwrap_or_default()));
    }
    found
}

fn field(found: &Skeleton) -> Option<String> {
    if found.ranks.iter().flatten().all(Option::is_some) {
        return None;
    }
    let name =
        |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), found.ranks.len() - rank);
    // Identical runs on consecutive ranks are merged.
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut parts = Vec::new();
    let mut close = |(first, last, top): (usize, usize, usize), bottom: usize| {
        parts.push(if (first, top) == (last, bottom) {
            name(first, bottom)
        } else {
            format!("{} to {}", name(first, bottom), name(last, top))
        });
    };
    for (rank, spaces) in found.ranks.iter().enumerate() {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (file, _) in spaces.iter().enumerate().filter(|(_, space)| space.is_some()) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == file => *last = file,
                _ => runs.push((file, file)),
            }
        }
        let goes_on = |run: &(usize, usize, usize)| runs.contains(&(run.0, run.1));
        open.iter().filter(|run| !goes_on(run)).for_each(|run| close(*run, rank - 1));
        open.retain(goes_on);
        let new = runs.iter().filter(|run| !open.iter().any(|old| (old.0, old.1) == **run));
        let new: Vec<_> = new.map(|(first, last)| (*first, *last, rank)).collect();
        open.extend(new);
    }
    open.iter().for_each(|run| close(*run, found.ranks.len() - 1));
    Some(parts.join(", "))
}

fn row(rank: &[Option<Space>], pieces: &[(char, String)]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for space in rank {
        match space.flatten() {
            None => empty += 1,
            Some((kind, side)) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                let letter = pieces.get(kind).map_or('Z', |(letter, _)| *letter);
                text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}
