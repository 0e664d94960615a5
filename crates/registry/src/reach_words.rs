//! Describes which pieces can be captured, and why others cannot.

use entourage_kernel::sentence::join;
use entourage_kernel::{Board, Evaluate, Language, Presentation, Side, Square, SquareSet, Text};

use crate::match_face::Match;
use crate::reach::{Bound, Safety, attacked, safety};
use crate::view::{ExposureView, ReachView, ReasonView, SafetyView};

static AND: Text = Text::new("and", "et");
static CAPTURED: Text = Text::new("Can be captured by {}.", "Prise possible par {}.");
static TURNED: Text = Text::new("Can be made to change sides by {}.", "Peut changer de camp à cause de {}.");
static ATTACKED: Text = Text::new("Attacked by {}.", "Pièce attaquée par {}.");
static SAFE: Text = Text::new("Cannot be captured now.", "Imprenable pour l'instant.");
static UNREACHED: Text = Text::new(
    "Cannot be captured now: no enemy reaches it.",
    "Imprenable pour l'instant\u{a0}: aucun ennemi ne l'atteint.",
);
static BOUND: Text = Text::new(
    "{captor} attacks it but cannot capture it: {saved} would be attacked by {attackers}.",
    "{captor} attaque cette pièce mais ne peut pas la prendre\u{a0}: la prise exposerait {saved} à {attackers}.",
);
static EXPOSED: Text = Text::new(
    "{captor} attacks it but cannot capture it: it would then be attacked by {attackers}.",
    "{captor} attaque cette pièce mais ne peut pas la prendre\u{a0}: la case serait attaquée par {attackers}.",
);

impl<R: Evaluate + Presentation> Match<R> {
    pub(crate) fn reach_view(&self, side: Side, language: Language) -> Option<ReachView> {
        let (rules, position) = (self.rules(), self.position());
        let attacked = attacked(rules, position, !side)?;
        let exposure = |(square, from): (Square, SquareSet)| ExposureView {
            square: self.name(square),
            from: self.names(from),
        };
        let over = self.history.status().outcome().is_some();
        let sides: &[Side] = if over { &[] } else { &Side::BOTH };
        let pieces = sides.iter().flat_map(|&side| safety(rules, position, side));
        Some(ReachView {
            side: side.number(),
            attacked: attacked.into_iter().map(exposure).collect(),
            pieces: pieces.map(|safety| self.safety_view(&safety, language)).collect(),
        })
    }

    pub(crate) fn safety_view(&self, safety: &Safety, language: Language) -> SafetyView {
        let mut reasons = self.reason_views(&safety.shields, language);
        reasons.extend(safety.bound.iter().map(|bound| self.bound_view(bound, language)));
        SafetyView {
            square: self.name(safety.square),
            captors: self.names(safety.captors.iter().copied()),
            attackers: self.names(safety.attackers),
            needs: safety.needs,
            sentence: self.safety_sentence(safety, &reasons, language),
            reasons,
        }
    }

    fn safety_sentence(&self, safety: &Safety, reasons: &[ReasonView], language: Language) -> String {
        let fill = |text: &Text, squares: &[Square]| {
            text.get(language).replace("{}", &self.piece_names(squares, language))
        };
        if !safety.captors.is_empty() {
            return fill(if safety.is_turned { &TURNED } else { &CAPTURED }, &safety.captors);
        }
        let told: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
        if !told.is_empty() {
            return format!("{} {}", SAFE.get(language), told.join(" "));
        }
        if safety.attackers.is_empty() {
            return UNREACHED.get(language).to_owned();
        }
        fill(&ATTACKED, &safety.attackers.into_iter().collect::<Vec<_>>())
    }

    fn bound_view(&self, bound: &Bound, language: Language) -> ReasonView {
        let Bound { captor, reason, saved, attackers } = bound;
        let text = if captor == saved { &EXPOSED } else { &BOUND };
        let name = |square: Square| self.piece_names(&[square], language);
        ReasonView {
            code: reason.code.to_string(),
            squares: self.names([*captor, *saved].into_iter().chain(attackers.iter().copied())),
            ruling: reason.ruling.to_string(),
            sentence: text
                .get(language)
                .replace("{captor}", &name(*captor))
                .replace("{saved}", &name(*saved))
                .replace("{attackers}", &self.piece_names(attackers, language)),
        }
    }

    /// Lists pieces with their squares, as in `Android k6 and Phoenix j7`.
    pub(crate) fn piece_names(&self, squares: &[Square], language: Language) -> String {
        let narrator = self.narrator(language);
        let name = |&square: &Square| narrator.piece(self.position().piece_at(square), square);
        join(&squares.iter().map(name).collect::<Vec<_>>(), AND.get(language))
    }
}
