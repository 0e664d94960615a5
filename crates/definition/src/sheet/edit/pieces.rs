//! Edits names, moves and promotions of pieces.

use entourage_kernel::Language;

use super::super::read::{Read, letter};
use super::super::stride::{Stride, Strides, line_words, shown};
use super::super::text::Lines;
use super::super::{SheetError, names};
use super::{Editor, found, sound_name};
use crate::syntax::tree::{Item, Piece, PieceLine, PieceLineKind, What};

struct Head {
    letter: char,
    worth: Option<u32>,
    french: Option<String>,
}

impl Editor<'_> {
    pub(super) fn add(&mut self, letter: char, name: &str) -> Result<(), SheetError> {
        let read = self.read();
        self.free(&read, None, letter, name)?;
        let free = read.last(|what| matches!(what, What::FreeHand(_)).then_some(())).is_some();
        let mut lines = vec![format!("piece {letter} \"{name}\"")];
        if !free {
            lines.push("  moves and captures: step any".to_owned());
        }
        let last = read.pieces().filter(|(item, _)| item.span.file == 0).last();
        match last.map(|(item, _)| item.span.line) {
            Some(line) => self.change(|text| text.behind(line, lines)),
            None => self.put_sentence(lines),
        }
        Ok(())
    }

    fn free(&self, read: &Read, but: Option<&str>, letter: char, name: &str) -> Result<(), SheetError> {
        sound_name(name)?;
        if !letter.is_ascii_uppercase() {
            return Err(SheetError::Name(letter.to_string()));
        }
        if but != Some(name) && read.sides().is_some_and(|sides| sides.iter().any(|side| side == name)) {
            return Err(SheetError::Taken(name.to_owned()));
        }
        for (_, piece) in read.pieces().filter(|(_, piece)| Some(piece.name.text.as_str()) != but) {
            if piece.name.text == name {
                return Err(SheetError::Taken(name.to_owned()));
            }
            if self::letter(piece) == Some(letter) {
                return Err(SheetError::Taken(letter.to_string()));
            }
        }
        Ok(())
    }

    fn own_piece(&mut self, name: &str) -> Result<u32, SheetError> {
        let is_it = |what: &What| matches!(what, What::Piece(piece) if !piece.also && piece.name.text == name);
        self.own(is_it).ok_or_else(|| SheetError::NoPiece(name.to_owned()))
    }

    pub(super) fn piece(
        &mut self,
        old: &str,
        name: &str,
        letter: char,
        worth: Option<u32>,
    ) -> Result<(), SheetError> {
        let read = self.read();
        let (item, piece) = found(&read, old)?;
        self.free(&read, Some(old), letter, name)?;
        if worth.is_some_and(|worth| !(1..=100).contains(&worth)) {
            return Err(SheetError::Size);
        }
        let (old_letter, old_worth) = (self::letter(piece), piece.worth.map(|worth| worth.value));
        if name != old {
            if read.sides().is_some_and(|sides| sides.iter().any(|side| side == old)) {
                return Err(SheetError::AlsoSide(old.to_owned()));
            }
            if item.span.file > 0 {
                return Err(SheetError::Inherited(old.to_owned()));
            }
            // Without a French name, the piece has the same name in both languages.
            let both = [Language::English, Language::French];
            let said = if piece.french.is_some() { &both[..1] } else { &both };
            self.text = names::renamed(&self.text, old, name, said);
        }
        if old_letter == Some(letter) && old_worth == worth {
            return Ok(());
        }
        self.edit_head(name, |head| (head.letter, head.worth) = (letter, worth))?;
        let read = self.read();
        if let (Some(old), Some((mut rows, rest))) = (old_letter.filter(|old| *old != letter), read.start()) {
            for man in rows.iter_mut().flatten().flatten().filter(|man| man.eq_ignore_ascii_case(&old)) {
                *man = if man.is_ascii_uppercase() { letter } else { letter.to_ascii_lowercase() };
            }
            self.start(&rows, &rest);
        }
        Ok(())
    }

    fn edit_head(&mut self, name: &str, change: impl FnOnce(&mut Head)) -> Result<(), SheetError> {
        let line = self.own_piece(name)?;
        let read = self.read();
        let (_, piece) = found(&read, name)?;
        let mut head = Head {
            letter: letter(piece).ok_or(SheetError::NotShown)?,
            worth: piece.worth.map(|worth| worth.value),
            french: spelt(piece.french.as_deref(), piece.french_plural.as_deref()),
        };
        change(&mut head);
        let spelt_name = spelt(Some(name), piece.plural.as_deref()).unwrap_or_default();
        let mut words = format!("piece {} \"{spelt_name}\"", head.letter);
        for (word, text) in [("short", &piece.short), ("fr", &head.french)] {
            words += &text.as_ref().map_or_else(String::new, |text| format!(" {word} \"{text}\""));
        }
        words += &head.worth.map_or_else(String::new, |worth| format!(" worth {worth}"));
        for (word, text) in [("drawn as", &piece.drawn_as), ("label", &piece.label)] {
            words += &text.as_ref().map_or_else(String::new, |text| format!(" {word} \"{}\"", text.text));
        }
        words += &piece.like.as_ref().map_or_else(String::new, |like| format!(" walks like {}", like.text));
        words += if piece.is_block { " of nobody" } else { "" };
        self.change(|lines| lines.replace(line, &words));
        Ok(())
    }

    pub(super) fn in_french(&mut self, name: &str, french: Option<&str>) -> Result<(), SheetError> {
        let read = self.read();
        let old = found(&read, name)?.1.french.clone();
        if old.as_deref() == french {
            return Ok(());
        }
        if let Some(new) = french
            && (new.trim().is_empty() || new.contains(['"', '\n', '\r']) || new.chars().count() > 40)
        {
            return Err(SheetError::Name(new.to_owned()));
        }
        self.edit_head(name, |head| head.french = french.map(str::to_owned))?;
        let [old, new] = [old.as_deref(), french].map(|french| french.unwrap_or(name));
        self.text = names::renamed_in_descriptions(&self.text, old, new, Language::French);
        Ok(())
    }

    pub(super) fn remove(&mut self, name: &str) -> Result<(), SheetError> {
        let read = self.read();
        let (item, piece) = found(&read, name)?;
        if item.span.file > 0 {
            return Err(SheetError::Inherited(name.to_owned()));
        }
        let (line, letter) = (item.span.line, self::letter(piece));
        if let Some((mut rows, rest)) = read.start() {
            let is_it = |man: &&mut Option<char>| man.map(|man| man.to_ascii_uppercase()) == letter;
            let mut changed = false;
            for man in rows.iter_mut().flatten().filter(is_it) {
                (*man, changed) = (None, true);
            }
            self.change(|lines| lines.remove(line));
            if changed {
                self.start(&rows, &rest);
            }
        } else {
            self.change(|lines| lines.remove(line));
        }
        Ok(())
    }

    pub(super) fn walk(&mut self, name: &str, moves: &[Stride], captures: &[Stride]) -> Result<(), SheetError> {
        if moves.iter().chain(captures).any(|stride| !stride.is_sound()) {
            return Err(SheetError::Way);
        }
        let [moves, captures] = [moves, captures].map(Strides::of);
        let line = self.own_piece(name)?;
        let read = self.read();
        let (_, piece) = found(&read, name)?;
        let both = moves.among(&captures, true);
        let wanted = [
            (true, true, "moves and captures", both.clone()),
            (true, false, "moves", moves.among(&both, false)),
            (false, true, "captures", captures.among(&both, false)),
        ];
        let free = read.last(|what| matches!(what, What::FreeHand(_)).then_some(())).is_some();
        let is_idle = moves.is_empty() && captures.is_empty() && (free || piece.is_block);
        let never = captures.is_empty() && !is_idle && !captures_by_hand(&read, piece);
        let mut text = Lines::of(&self.text);
        // Insert new lines after the last line that a sheet shows.
        let shown_lines = piece.lines.iter().filter(|line| shown(line).is_some());
        let after = shown_lines.map(|line| line.span.line).max().unwrap_or(line);
        for (moves, captures, verb, strides) in wanted {
            let alike: Vec<_> = piece
                .lines
                .iter()
                .filter_map(|line| Some((line.span.line, shown(line)?)))
                .filter(|(_, shown)| (shown.moves, shown.captures) == (moves, captures))
                .collect();
            let mut old = Strides::default();
            alike.iter().for_each(|(_, shown)| old.add(shown.strides.as_slice()));
            if old == strides {
                continue;
            }
            let mut alike = alike.iter();
            if !strides.is_empty() {
                let words = format!("{verb}: {}", line_words(&strides));
                match alike.next() {
                    Some((line, _)) => text.replace(*line, &words),
                    None => text.below(after, format!("  {words}")),
                }
            }
            alike.for_each(|(line, _)| text.remove(*line));
        }
        let nevers: Vec<u32> = piece
            .lines
            .iter()
            .filter(|line| matches!(line.what, PieceLineKind::NeverCaptures) && line.edition.is_none())
            .map(|line| line.span.line)
            .collect();
        if never && nevers.is_empty() {
            text.behind(line, vec!["  never captures".to_owned()]);
        } else if !captures.is_empty() || is_idle {
            nevers.into_iter().for_each(|line| text.remove(line));
        }
        self.text = text.finish();
        Ok(())
    }

    pub(super) fn becomes(&mut self, name: &str, into: &[String]) -> Result<(), SheetError> {
        let read = self.read();
        found(&read, name)?;
        into.iter().try_for_each(|name| found(&read, name).map(drop))?;
        let old: Vec<String> =
            read.promotions().filter(|(_, who, _)| who == name).flat_map(|(.., into)| into).collect();
        if old == into {
            return Ok(());
        }
        let mut own = Vec::new();
        for (item, ..) in read.promotions().filter(|(_, who, _)| who == name) {
            if item.span.file > 0 {
                return Err(SheetError::Inherited(name.to_owned()));
            }
            own.push(item.span.line);
        }
        let words = format!("after a {name} arrives on its last rank: it becomes {}", listed(into));
        match (own.first(), into.is_empty()) {
            (Some(line), false) => self.change(|lines| lines.replace(*line, &words)),
            (None, false) => self.put_sentence(vec![words]),
            (_, true) => self.change(|lines| own.iter().for_each(|line| lines.remove(*line))),
        }
        Ok(())
    }
}

/// Writes a name with its irregular plural, if it has one: `Man/Men`.
fn spelt(name: Option<&str>, plural: Option<&str>) -> Option<String> {
    Some(name?.to_owned() + &plural.map_or_else(String::new, |plural| format!("/{plural}")))
}

/// Returns whether a piece can have captures that a sheet does not show.
fn captures_by_hand(read: &Read, piece: &Piece) -> bool {
    let hidden = |line: &&PieceLine| match &line.what {
        PieceLineKind::Walk(walk) => shown(line).is_none() && (walk.captures || !walk.capturing.is_empty()),
        _ => false,
    };
    let added = |item: &Item| match &item.what {
        What::Every { .. } => true,
        What::Piece(other) => other.also && other.name.text == piece.name.text,
        _ => false,
    };
    piece.like.is_some() || piece.lines.iter().any(|line| hidden(&line)) || read.items.iter().any(added)
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
