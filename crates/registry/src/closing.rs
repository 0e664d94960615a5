//! Explains on the board why a game is over: which pieces attack the vital pieces, and why no move helps.

use entourage_kernel::{
    Aura, Board, Effect, Evaluate, Intent, Language, Outcome, Peril, Presentation, Relation, Square, Text,
};

use crate::Explain;
use crate::match_face::Match;
use crate::reach::safety;
use crate::view::{ClosingLineView, ClosingView};

static DANGER: Text =
    Text::new("{piece} is attacked by {attackers}.", "{piece}\u{a0}: pièce attaquée par {attackers}.");
static ESCAPE: Text =
    Text::new("{move}: exposed to {attackers}.", "{move}\u{a0}: prise possible par {attackers}.");
static CAPTOR: Text = Text::new("{piece}: {why}", "{piece}\u{a0}: {why}");
static REST: [Text; 2] = [
    Text::new("One other move leaves {piece} in danger.", "Un autre coup laisse {piece} en danger."),
    Text::new(
        "Each of the {n} other moves leaves {piece} in danger.",
        "Chacun des {n} autres coups laisse {piece} en danger.",
    ),
];

struct Vain {
    intent: Intent,
    peril: Peril,
    flees: bool,
    captures: bool,
}

impl<R: Evaluate + Presentation> Match<R> {
    pub(crate) fn closing_view(&self, language: Language) -> Option<ClosingView> {
        let outcome = self.history.status().outcome()?;
        let (rules, position) = (self.rules(), self.position());
        let besieged: Vec<Square> = rules.alerted(position).into_iter().collect();
        let stuck = !rules.has_moves(position) && rules.terminal(position).is_none();
        if !stuck || besieged.is_empty() {
            return Some(self.facts(&outcome, stuck, language));
        }
        let threats: Vec<Relation> = rules
            .relations(position)
            .into_iter()
            .filter(|one| besieged.contains(&one.to) && self.has_aura(one, Aura::Threat))
            .collect();
        let attackers: Vec<Square> = threats.iter().map(|threat| threat.from).collect();
        let mut lines = Vec::new();
        for &piece in &besieged {
            let of = |threat: &&Relation| threat.to == piece;
            let from: Vec<Square> = threats.iter().filter(of).map(|threat| threat.from).collect();
            let sentence = self.told(&DANGER, &[("piece", &[piece][..]), ("attackers", &from[..])], language);
            let squares = self.names(from.into_iter().chain([piece]));
            lines.push(ClosingLineView { sort: "danger", legs: Vec::new(), squares, sentence });
        }
        let vain = self.vain_moves(&besieged, &attackers);
        lines.extend(vain.iter().filter(|one| one.flees).map(|one| self.escape(one, language)));
        lines.extend(self.captors(&attackers, language));
        let rest = vain.iter().filter(|one| !one.flees && !one.captures).count();
        if rest > 0 {
            let text = &REST[usize::from(rest > 1)];
            let sentence =
                self.told(text, &[("piece", &besieged[..])], language).replace("{n}", &rest.to_string());
            let squares = self.names(besieged.iter().copied());
            lines.push(ClosingLineView { sort: "rest", legs: Vec::new(), squares, sentence });
        }
        Some(ClosingView { relations: self.relation_views(threats), lines })
    }

    fn has_aura(&self, relation: &Relation, aura: Aura) -> bool {
        let kinds = &self.rules().metadata().relations;
        kinds.iter().any(|kind| kind.code == relation.kind && kind.aura == aura)
    }

    /// Explains an ending without an attack on a vital piece: lists the last move and the facts that the rules report.
    fn facts(&self, outcome: &Outcome, stuck: bool, language: Language) -> ClosingView {
        let mut lines = Vec::new();
        if let Some(last) = self.record(language).pop() {
            let squares = last.captures.iter().cloned().chain(last.legs.last().cloned()).collect();
            let sentence = format!("{}.", last.sentence);
            lines.push(ClosingLineView { sort: "last", legs: last.legs, squares, sentence });
        }
        for fact in self.reason_views(&self.rules().conditions(self.position()), language) {
            let squares = fact.squares;
            lines.push(ClosingLineView { sort: "fact", legs: Vec::new(), squares, sentence: fact.sentence });
        }
        let text = self.narrator(language).outcome(outcome);
        let squares = Vec::new();
        lines.push(ClosingLineView { sort: "fact", legs: Vec::new(), squares, sentence: format!("{text}.") });
        if stuck {
            // Without legal moves, explain why the moves that look possible are illegal.
            lines.extend(self.vain_moves(&[], &[]).iter().map(|one| self.escape(one, language)));
        }
        ClosingView { relations: Vec::new(), lines }
    }

    /// Lists the moves that are illegal only because they leave a piece in danger.
    fn vain_moves(&self, besieged: &[Square], attackers: &[Square]) -> Vec<Vain> {
        let (rules, position) = (self.rules(), self.position());
        let own = |square: Square| {
            position.piece_at(square).is_some_and(|piece| piece.side() == position.side_to_move())
        };
        let mut intents = rules.candidates(position);
        intents.retain(|intent| intent.first().is_some_and(own));
        intents.sort_unstable();
        intents.dedup();
        let vain = |intent: Intent| {
            let refusal = rules.judge(position, intent).err()?;
            let perils: Option<Vec<Peril>> = refusal.0.iter().map(|reason| rules.peril(reason)).collect();
            let peril = perils?.into_iter().next()?;
            let effects = rules.effects(position, intent);
            let flees = effects.iter().any(|effect| match effect {
                Effect::Move { from, .. } => besieged.contains(from),
                Effect::Swap { a, b } => besieged.contains(a) || besieged.contains(b),
                _ => false,
            });
            let takes =
                |effect: &Effect| matches!(effect, Effect::Remove { square, .. } if attackers.contains(square));
            let captures = effects.iter().any(takes);
            Some(Vain { intent, peril, flees, captures })
        };
        intents.into_iter().filter_map(vain).collect()
    }

    fn escape(&self, vain: &Vain, language: Language) -> ClosingLineView {
        let view = self.move_view(self.position(), vain.intent, language, None);
        let attackers = &vain.peril.attackers;
        let sentence =
            self.told(&ESCAPE, &[("attackers", &attackers[..])], language).replace("{move}", &view.sentence);
        let squares = self.names(attackers.iter().copied().chain([vain.peril.square]));
        ClosingLineView { sort: "escape", legs: view.legs, squares, sentence }
    }

    fn captors(&self, attackers: &[Square], language: Language) -> Vec<ClosingLineView> {
        let position = self.position();
        let safeties = safety(self.rules(), position, !position.side_to_move());
        let of = |&attacker: &Square| {
            let view = self.safety_view(safeties.iter().find(|safety| safety.square == attacker)?, language);
            let told: Vec<&str> = view.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            // If there are reasons, they already name the piece.
            let sentence = match &told[..] {
                [] => {
                    self.told(&CAPTOR, &[("piece", &[attacker][..])], language).replace("{why}", &view.sentence)
                }
                told => told.join(" "),
            };
            let of_reasons = view.reasons.into_iter().flat_map(|reason| reason.squares);
            let mut squares = vec![view.square];
            squares.extend(of_reasons);
            squares.dedup();
            Some(ClosingLineView { sort: "captor", legs: Vec::new(), squares, sentence })
        };
        attackers.iter().filter_map(of).collect()
    }

    pub(crate) fn told(&self, text: &Text, names: &[(&str, &[Square])], language: Language) -> String {
        names.iter().fold(text.get(language).to_owned(), |told, (place, squares)| {
            told.replace(&format!("{{{place}}}"), &self.piece_names(squares, language))
        })
    }
}
