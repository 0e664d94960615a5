//! Edits end conditions, and the sentences that they require.

use super::super::goal::{Goal, GoalKind};
use super::super::{SheetError, goal};
use super::{Editor, found};
use crate::syntax::tree::{Need, NeedLine, NounKind, What, Whose};

impl Editor<'_> {
    pub(super) fn goal(&mut self, goal: &Goal, holds: bool) -> Result<(), SheetError> {
        let read = self.read();
        let piece = match &goal.piece {
            Some(piece) if goal.kind.needs_piece() => found(&read, piece)?.1.name.text.clone(),
            None if goal.kind.needs_piece() => return Err(SheetError::NoPiece(String::new())),
            _ => String::new(),
        };
        let same = |other: &Goal| other.kind == goal.kind;
        let old = read.goals().into_iter().find(same);
        let asked = Goal { kind: goal.kind, piece: goal.kind.needs_piece().then(|| piece.clone()) };
        if if holds { old == Some(asked) } else { old.is_none() } {
            return Ok(());
        }
        let is_ends = |what: &What| matches!(what, What::Ends(_));
        let Some(line) = self.own(is_ends) else {
            self.change(|lines| {
                lines.end(vec!["ends".to_owned(), format!("  {}", goal.kind.sentence(&piece))])
            });
            return self.royal(goal.kind, None, Some(&piece));
        };
        let read = self.read();
        let lines: Vec<u32> = read
            .last(|what| picked!(what, What::Ends(ends) => ends))
            .into_iter()
            .flat_map(|(_, ends)| ends)
            .filter(|end| goal::goal(end).is_some_and(|other| same(&other)))
            .map(|end| end.span.line)
            .collect();
        let words = goal.kind.sentence(&piece);
        self.change(|text| match (lines.first(), holds) {
            (Some(line), true) => text.replace(*line, &words),
            (None, true) if goal.kind.is_early() => text.below(line, format!("  {words}")),
            (None, true) => text.behind(line, vec![format!("  {words}")]),
            (_, false) => lines.iter().for_each(|line| text.remove(*line)),
        });
        let old = old.and_then(|old| old.piece);
        self.royal(goal.kind, old.as_deref(), holds.then_some(piece.as_str()))
    }

    /// Adds the sentences that checkmate requires: the piece is royal, and must not be threatened on the opponent's turn.
    fn royal(&mut self, kind: GoalKind, old: Option<&str>, new: Option<&str>) -> Result<(), SheetError> {
        if kind != GoalKind::Checkmate || old == new {
            return Ok(());
        }
        let read = self.read();
        let royal = read.last(
            |what| picked!(what, What::Royal { kinds, warning, .. } => (kinds.len(), warning.text.clone())),
        );
        match (royal, new) {
            (Some((_, (2.., _))), _) => return Err(SheetError::NotShown),
            (Some((item, _)), None) if item.span.file > 0 => {
                return Err(SheetError::Inherited(old.unwrap_or_default().to_owned()));
            }
            (Some((item, _)), None) => {
                let line = item.span.line;
                self.change(|lines| lines.remove(line));
            }
            (Some((_, (_, warning))), Some(new)) => {
                let line = self.own(|what| matches!(what, What::Royal { .. })).ok_or(SheetError::NotShown)?;
                self.change(|lines| lines.replace(line, &format!("royal {new}, warned as \"{warning}\"")));
            }
            (None, Some(new)) => self.put_sentence(vec![format!("royal {new}, warned as \"check\"")]),
            (None, None) => {}
        }
        self.safe(old, new);
        Ok(())
    }

    fn safe(&mut self, old: Option<&str>, new: Option<&str>) {
        let read = self.read();
        let needs = read.last(|what| picked!(what, What::Needs(lines) => lines));
        let line_of = |name: &str| {
            let lines = needs.as_ref().map(|(_, lines)| lines.as_slice()).unwrap_or_default();
            lines.iter().find_map(|line| unthreatened(line, name))
        };
        let words = |name: &str| format!("the enemy {name} is not threatened");
        let (stands, goes) = (new.and_then(line_of), old.and_then(line_of));
        if needs.is_none() {
            if let Some(new) = new {
                self.change(|lines| lines.end(vec!["needs".to_owned(), format!("  {}", words(new))]));
            }
            return;
        }
        if (stands.is_some() && goes.is_none()) || (new.is_none() && goes.is_none()) {
            return;
        }
        // Copying an inherited sentence into the definition changes its line number, so find the sentence again.
        let Some(line) = self.own(|what| matches!(what, What::Needs(_))) else { return };
        let read = self.read();
        let lines = read.last(|what| picked!(what, What::Needs(lines) => lines));
        let lines = lines.map(|(_, lines)| lines.clone()).unwrap_or_default();
        let at =
            |name: Option<&str>| name.and_then(|name| lines.iter().find_map(|line| unthreatened(line, name)));
        let (stands, goes) = (at(new), at(old));
        let is_last = lines.len() == 1;
        self.change(|text| match (goes, new) {
            (Some(goes), Some(new)) if stands.is_none() => text.replace(goes, &words(new)),
            // Remove a section that becomes empty.
            (Some(_), None) if is_last => text.remove(line),
            (Some(goes), _) => text.remove(goes),
            (None, Some(new)) => text.behind(line, vec![format!("  {}", words(new))]),
            (None, None) => {}
        });
    }
}

fn unthreatened(line: &NeedLine, name: &str) -> Option<u32> {
    let [(Need::NotThreatened(noun), span)] = line.needs.as_slice() else { return None };
    let NounKind::Kinds(kinds) = &noun.what else { return None };
    let is_it = noun.whose == Some(Whose::Enemy) && kinds.len() == 1 && kinds[0].text == name;
    (is_it && line.unless.is_none() && noun.relations.is_empty()).then_some(span.line)
}
