//! Collects the lines (descriptions of moves) of each kind from all sentences that add lines.

use entourage_kernel::Kind;

use super::build::Draft;
use super::lines::Lines;
use super::names::Names;
use super::powers;
use crate::diagnostic::{Answer, Code, Diagnostic, Edit};
use crate::model::KindModel;
use crate::syntax::tree::{self, Leg, LegKind, Target, TargetLimit, Walk, What};

const MAX_LETTERS: usize = 4;
const MAX_WORTH: u32 = 100;

impl Draft<'_> {
    /// Collects each kind's lines: its own, those that other sentences add, and those of the kind that it `walks like`.
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
                        let meant = names.all_kinds() & !but;
                        let meant = (0..lines.len()).filter(|index| meant >> index & 1 != 0);
                        meant.for_each(|index| lines[index].extend(&read));
                    }
                    Err(fault) => faults.push(fault),
                },
                _ => {}
            }
        }
        for worth in self.worths().filter(|worth| !(1..=MAX_WORTH).contains(&worth.value)) {
            faults.push(Code::Size.at(worth.span).error(
                format!("The worth of a piece must be from 1 to {MAX_WORTH}."),
                format!("La valeur d'une pièce doit être comprise entre 1 et {MAX_WORTH}."),
            ));
        }
        self.check_labels(faults);
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
        self.free(names, &mut lines, faults);
        for ((kind, lines), span) in names.kinds.iter().zip(&lines).zip(&spans) {
            if kind.is_block {
                if !(lines.lines.is_empty() && lines.acts.is_empty()) {
                    faults.push(Code::Meaning.at(*span).error(
                        format!("The {} is neutral, so it cannot have lines. Remove them.", kind.name),
                        format!("{} est neutre et ne peut pas avoir de lignes. Enlevez-les.", kind.name),
                    ));
                }
                continue;
            }
            if are_read && !lines.never_captures && !lines.lines.iter().any(|line| line.takes()) {
                faults.push(Code::Missing.at(*span).error(format!("The {} has no `captures` line. Add one, or `never captures`.", kind.name), format!("{} n'a pas de ligne «\u{a0}captures\u{a0}». Ajoutez-en une, ou «\u{a0}never captures\u{a0}».", kind.name)));
            }
            for line in &lines.lines {
                faults.extend(powers::check_line(line, line.span).err());
            }
        }
        let pieces = self
            .items
            .iter()
            .filter_map(|item| picked!(&item.what, What::Piece(piece) if !piece.also => piece));
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
                    plurals: [
                        piece.and_then(|piece| piece.plural.clone()),
                        piece.and_then(|piece| piece.french_plural.clone()),
                    ],
                    worth: piece
                        .and_then(|piece| piece.worth)
                        .map(|worth| worth.value.min(MAX_WORTH) as u16 * 100),
                    drawn_as: piece.and_then(|piece| piece.drawn_as.as_ref()).map(|name| name.text.clone()),
                    label: piece.and_then(|piece| piece.label.as_ref()).map(|label| label.text.clone()),
                    lines: lines.lines,
                    acts: lines.acts,
                    is_block: kind.is_block,
                }
            })
            .collect()
    }

    /// Checks that Game Courier labels are unique. A piece without a label uses its letter.
    fn check_labels(&self, faults: &mut Vec<Diagnostic>) {
        let mut known: Vec<&str> = Vec::new();
        for item in &self.items {
            let What::Piece(piece) = &item.what else { continue };
            let Some(label) = &piece.label else {
                known.extend(piece.letter.as_ref().filter(|_| !piece.also).map(|letter| letter.text.as_str()));
                continue;
            };
            let is_label = |text: &str| {
                (1..=MAX_LETTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
            };
            if !is_label(&label.text) {
                faults.push(Code::Notation.at(label.span).error(
                    format!("A Game Courier label has 1 to {MAX_LETTERS} capital letters."),
                    format!("Une étiquette de Game Courier a de 1 à {MAX_LETTERS} majuscules."),
                ));
            }
            known.push(&label.text);
        }
        let is_taken = |label: &&tree::Quoted| known.iter().filter(|other| **other == label.text).count() > 1;
        let said = self.items.iter().filter_map(|item| match &item.what {
            What::Piece(piece) => piece.label.as_ref(),
            _ => None,
        });
        faults.extend(said.filter(is_taken).map(|label| {
            Code::Twice.at(label.span).error(
                format!("Two pieces have the Game Courier label {}.", label.text),
                format!("Deux pièces ont l'étiquette {} de Game Courier.", label.text),
            )
        }));
    }

    fn worths(&self) -> impl Iterator<Item = tree::Number> {
        self.items.iter().filter_map(|item| match &item.what {
            What::Piece(piece) => piece.worth,
            _ => None,
        })
    }

    /// Lets kinds without lines of their own move anywhere, if the definition contains `free hand`.
    fn free(&self, names: &Names, lines: &mut [Lines], faults: &mut Vec<Diagnostic>) {
        let said = self.last(|item| picked!(&item.what, What::FreeHand(place) => (item.span, place)));
        let Some((span, place)) = said else { return };
        let limits = place.iter().cloned().map(TargetLimit::Of).collect();
        let anywhere = Leg { span, what: LegKind::To(Target::Any(limits)) };
        let walk = Walk {
            moves: true,
            captures: true,
            label: None,
            ways: vec![vec![anywhere]],
            capturing: Vec::new(),
            pulling: None,
            condition: None,
            from: None,
            only_to: None,
            no_attack: false,
        };
        match names.walk(&walk, span) {
            Ok(free) => {
                let is_free =
                    |kind: &&mut Lines| kind.lines.is_empty() && kind.acts.is_empty() && !kind.never_captures;
                let mut left = lines.iter_mut().filter(is_free).peekable();
                if left.peek().is_none() {
                    faults.push(
                        Code::Idle
                            .at(span)
                            .warning(
                                "`free hand` has no effect: every piece has its own lines.",
                                "«\u{a0}free hand\u{a0}» n'a pas d'effet\u{a0}: chaque pièce a ses propres lignes.",
                            )
                            .with_answers([Answer::new(Edit::Without, "Remove it", "Supprimer")]),
                    );
                }
                left.for_each(|kind| kind.lines.clone_from(&free));
            }
            Err(fault) => faults.push(fault),
        }
    }
}
