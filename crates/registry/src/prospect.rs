//! Computes the outcome of a line of moves: captures, checks and other alerts, and whether the line ends the game.

use entourage_kernel::{Board, Effect, Evaluate, History, Intent, Language, Presentation};

use crate::Explain;
use crate::match_face::Match;
use crate::view::{CapturedView, CauseView, ChangeView, ProspectView};

impl<R: Evaluate + Presentation> Match<R> {
    /// Plays a line of moves from the current position, up to the first illegal one, and describes its outcome.
    pub(crate) fn prospect_view(&self, moves: &[String], language: Language) -> ProspectView {
        let side = self.position().side_to_move();
        let mut line = Self { history: self.history.clone(), notation: self.notation };
        let before = line.history.moves().len();
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        let (mut gain, mut alert, mut end) = (0, None, None);
        let (mut changed, mut causes): (Vec<(usize, ChangeView)>, Vec<CauseView>) = (Vec::new(), Vec::new());
        for (text, ply) in moves.iter().zip(1..) {
            let Ok(intent) = self.rules().read_move(text) else { break };
            let effects = legal_effects(&line.history, intent);
            let weighing = line.weighing(intent, language);
            for square in effects.iter().filter_map(|effect| match effect {
                Effect::Remove { square, .. } => Some(self.rules().topology().name(*square)),
                _ => None,
            }) {
                // The latest change of a power over the captured piece.
                let found =
                    changed.iter().rev().find(|(_, change)| change.squares.iter().any(|one| one == square));
                causes.extend(found.map(|(cause, change)| CauseView {
                    ply: *cause,
                    capture: ply,
                    sentence: change.sentence.clone(),
                }));
            }
            let is_power =
                |change: &ChangeView| !matches!(change.sort, "safe" | "exposed" | "reach" | "alert" | "end");
            changed.extend(
                weighing.into_iter().flat_map(|one| one.changes).filter(is_power).map(|change| (ply, change)),
            );
            if line.history.play(intent).is_err() {
                break;
            }
            for effect in effects {
                let (piece, enters) = match effect {
                    Effect::Remove { piece, .. } => (piece, false),
                    Effect::Place { piece, .. } => (piece, true),
                    Effect::Transform { from, to, .. } => {
                        let signed = |side_of| if side_of == side { 1 } else { -1 };
                        gain += signed(to.side()) * self.rules().worth(to.kind());
                        gain -= signed(from.side()) * self.rules().worth(from.kind());
                        if from.side() == to.side() {
                            continue;
                        }
                        let captured = CapturedView { kind: from.kind().index(), side: from.side().number() };
                        (if from.side() == side { &mut lost } else { &mut won }).push(captured);
                        continue;
                    }
                    _ => continue,
                };
                let own = piece.side() == side;
                gain += if own == enters { 1 } else { -1 } * self.rules().worth(piece.kind());
                if !enters {
                    let captured = CapturedView { kind: piece.kind().index(), side: piece.side().number() };
                    (if own { &mut lost } else { &mut won }).push(captured);
                }
            }
            let position = line.position();
            let warned = position.side_to_move() != side && self.rules().alert(position).is_some();
            alert = alert.or(warned.then_some(ply));
            end = line.history.status().outcome().map(|_| ply);
        }
        let mut record = line.record(language);
        record.drain(..before);
        let first = moves.first().and_then(|text| self.rules().read_move(text).ok());
        let weighing = first.and_then(|first| self.weighing(first, language));
        ProspectView { line: record, gain, won, lost, alert, end, weighing, causes }
    }
}

/// Returns the effects of a move; none if the move is illegal.
fn legal_effects<R: Evaluate>(history: &History<R>, intent: Intent) -> Vec<Effect> {
    let (rules, position) = (history.rules(), history.position());
    if rules.allow(position, intent).is_err() {
        return Vec::new();
    }
    rules.effects(position, intent).into_iter().collect()
}
