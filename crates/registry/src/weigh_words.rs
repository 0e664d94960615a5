//! Describes move previews.

use entourage_kernel::sentence::join;
use entourage_kernel::{
    Board, Evaluate, Intent, Language, Metadata, Piece, Presentation, Relation, Square, Text,
};

use crate::match_face::Match;
use crate::narrate::Narrator;
use crate::view::{ChangeView, ExposureView, RelationView, WeighingView};
use crate::weigh::{Change, Exposure, Sort, weigh};

static AND: Text = Text::new("and", "et");
static ENDS: Text = Text::new("Ends the game. {}", "Termine la partie. {}");
static ANSWERS: Text = Text::new("Threats parried: {}", "Menaces parées\u{a0}: {}");
static SAFE: Text = Text::new("Safe now: {}", "Hors de danger\u{a0}: {}");
static EXPOSED: Text = Text::new("Exposed now: {}", "En danger\u{a0}: {}");
static EXPOSED_TO: Text = Text::new("Exposed to {}: ", "En danger face à {}\u{a0}: ");
static NEAR: Text = Text::new("May capture next: {}", "Pourra prendre\u{a0}: {}");
static FAR: Text = Text::new("Can no longer capture: {}", "Ne pourra plus prendre\u{a0}: {}");
static MAY_TURN: Text = Text::new("May make change sides next: {}", "Pourra faire changer de camp\u{a0}: {}");
static CANNOT_TURN: Text =
    Text::new("Can no longer make change sides: {}", "Ne pourra plus faire changer de camp\u{a0}: {}");

impl<R: Evaluate + Presentation> Match<R> {
    /// Previews a move; `None` if it is not legal.
    pub(crate) fn weighing(&self, intent: Intent, language: Language) -> Option<WeighingView> {
        let mut next = self.history.clone();
        next.play(intent).ok()?;
        let (before, after) = (self.position(), next.position());
        let found = weigh(self.rules(), before, intent, after, next.status().outcome());
        let teller = Teller { narrator: self.narrator(language), piece_at: &|square| after.piece_at(square) };
        let change = |change: &Change<'_>| ChangeView {
            sign: change.sign.code(),
            sort: change.sort.code(),
            begins: change.sort.begins(),
            squares: self.names(change.squares.iter().copied()),
            sentence: teller.sentence(change),
        };
        let exposure = |one: &Exposure| ExposureView {
            square: self.name(one.square),
            from: self.names(one.captors.iter().copied()),
        };
        Some(WeighingView {
            text: self.rules().write_move(intent),
            changes: found.changes.iter().map(change).collect(),
            comes: self.relation_views(found.comes),
            goes: self.relation_views(found.goes),
            stays: self.relation_views(found.stays),
            exposed: found.exposed.iter().map(exposure).collect(),
            safe: self.names(found.safe.into_iter().map(|one| one.square)),
        })
    }

    pub(crate) fn relation_views(&self, relations: Vec<Relation>) -> Vec<RelationView> {
        let kinds = &self.rules().metadata().relations;
        let view = |relation: Relation| {
            let kind = kinds.iter().find(|kind| kind.code == relation.kind)?;
            Some(RelationView {
                kind: relation.kind.to_string(),
                from: self.name(relation.from),
                to: self.name(relation.to),
                influence: kind.influence.code(),
            })
        };
        relations.into_iter().filter_map(view).collect()
    }
}

impl Sort<'_> {
    fn code(&self) -> &'static str {
        match self {
            Self::End(_) => "end",
            Self::Alert { .. } => "alert",
            Self::Power { kind, .. } => kind.aura.code(),
            Self::Safe => "safe",
            Self::Exposed { .. } => "exposed",
            Self::Reach { .. } => "reach",
        }
    }

    fn begins(&self) -> bool {
        match *self {
            Self::Alert { given: begins, .. } | Self::Power { begins, .. } | Self::Reach { begins, .. } => {
                begins
            }
            Self::End(_) | Self::Safe | Self::Exposed { .. } => true,
        }
    }
}

/// Describes a move's changes, naming each piece as it is after the move.
struct Teller<'g> {
    narrator: Narrator<'g>,
    piece_at: &'g dyn Fn(Square) -> Option<Piece>,
}

impl Teller<'_> {
    fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.get(self.narrator.voice.language)
    }

    fn name(&self, square: Square) -> String {
        self.narrator.piece((self.piece_at)(square), square)
    }

    /// Lists pieces with their squares, as in `Android k6 and Phoenix j7`.
    fn names(&self, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|&square| self.name(square)).collect();
        join(&names, self.say(&AND))
    }

    /// Returns the sentence without a full stop.
    fn sentence(&self, change: &Change<'_>) -> String {
        let names = self.names(&change.squares);
        let fill = |text: &Text| self.say(text).replace("{}", &names);
        match &change.sort {
            Sort::End(outcome) => self.say(&ENDS).replace("{}", &self.narrator.outcome(outcome)),
            Sort::Alert { code, given } => {
                let alerts = &self.narrator.metadata.alerts;
                let alert = Metadata::named(alerts, code).map_or(*code, |named| self.say(&named.text));
                let told = format!("{alert} {names}").trim_end().to_owned();
                if *given { told } else { self.say(&ANSWERS).replace("{}", &told) }
            }
            Sort::Power { kind, begins } => fill(if *begins { &kind.begins } else { &kind.ends }),
            Sort::Safe => fill(&SAFE),
            Sort::Exposed { captor: None } => fill(&EXPOSED),
            Sort::Exposed { captor: Some(captor) } => {
                format!("{}{names}", self.say(&EXPOSED_TO).replace("{}", &self.name(*captor)))
            }
            Sort::Reach { begins, turns } => fill(match (begins, turns) {
                (true, false) => &NEAR,
                (false, false) => &FAR,
                (true, true) => &MAY_TURN,
                (false, true) => &CANNOT_TURN,
            }),
        }
    }
}
