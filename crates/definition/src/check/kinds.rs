//! Kinds: the lines of each, from wherever they are said.

use entourage_kernel::Kind;

use super::build::Draft;
use super::lines::Lines;
use super::names::Names;
use super::powers;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::KindModel;
use crate::syntax::tree::{self, What};

impl Draft<'_> {
    /// Puts the lines of every kind together: its own, those added to it, and those of the kind that it walks like.
    pub(super) fn kinds(&self, names: &Names, faults: &mut Vec<Diagnostic>) -> Vec<KindModel> {
        let before = faults.len();
        let mut lines = vec![Lines::default(); names.kinds.len()];
        let mut likes: Vec<Option<Kind>> = vec![None; names.kinds.len()];
        let mut spans = vec![self.head; names.kinds.len()];
        for item in &self.items {
            match &item.what {
                What::Piece(piece) => match names.kind(&piece.name) {
                    Ok(kind) => {
                        lines[kind.index()].extend(&names.lines(&piece.lines, self.edition, faults));
                        if !piece.also {
                            spans[kind.index()] = piece.name.span;
                        }
                        if let Some(like) = &piece.like {
                            match names.kind(like) {
                                Ok(like) => likes[kind.index()] = Some(like),
                                Err(fault) => faults.push(fault),
                            }
                        }
                    }
                    Err(fault) => faults.push(fault),
                },
                What::Every { but, lines: given } => match names.kinds(but) {
                    Ok(but) => {
                        let read = names.lines(given, self.edition, faults);
                        let meant = (0..lines.len()).filter(|index| but >> index & 1 == 0);
                        meant.for_each(|index| lines[index].extend(&read));
                    }
                    Err(fault) => faults.push(fault),
                },
                _ => {}
            }
        }
        let are_read = faults.len() == before;
        let own = lines.clone();
        for (index, like) in likes.iter().enumerate() {
            let mut next = *like;
            for _ in 0..names.kinds.len() {
                let Some(kind) = next.filter(|kind| kind.index() != index) else { break };
                let mut copied = own[kind.index()].clone();
                copied.extend(&lines[index]);
                lines[index] = copied;
                next = likes[kind.index()];
            }
        }
        for ((kind, lines), span) in names.kinds.iter().zip(&lines).zip(&spans) {
            if are_read && !lines.never_captures && !lines.lines.iter().any(|line| line.takes()) {
                faults.push(Diagnostic::error(
                    Code::Missing,
                    *span,
                    format!("The {} has no line `captures`. Add one, or `never captures`.", kind.name),
                    format!("{} n'a pas de ligne «\u{a0}captures\u{a0}». Ajoutez-en une, ou «\u{a0}never captures\u{a0}».", kind.name),
                ));
            }
            for line in &lines.lines {
                faults.extend(powers::check_line(line, line.span).err());
            }
        }
        let pieces = self.items.iter().filter_map(|item| match &item.what {
            What::Piece(piece) if !piece.also => Some(piece),
            _ => None,
        });
        let pieces: Vec<&tree::Piece> = pieces.collect();
        names
            .kinds
            .iter()
            .zip(lines)
            .map(|(kind, lines)| {
                let piece = pieces.iter().find(|piece| piece.name.text == kind.name);
                let letter =
                    piece.and_then(|piece| piece.letter.as_ref()).and_then(|letter| letter.text.chars().next());
                KindModel {
                    letter: letter.unwrap_or('?'),
                    name: kind.name.clone(),
                    french: piece.and_then(|piece| piece.french.clone()),
                    lines: lines.lines,
                    acts: lines.acts,
                }
            })
            .collect()
    }
}
