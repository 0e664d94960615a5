use std::sync::{Arc, OnceLock};

use entourage_kernel::{
    Adjudication, Board, Cover, Draft, Effects, Evaluate, Intent, Kind, Language, Manner, Metadata, MoveSink,
    Outcome, Peril, Piece, Presentation, Problem, Reading, Reason, Refusal, Relation, Rules, Side, Specimens,
    SquareSet, Text, TextError, Topology, Voice, fold,
};

use super::setup::scene;
use super::{metadata, notation, page, reasons, relations, setup};
use crate::generator::{Plan, Turn, View};
use crate::law::{Memory, Pieces, Position, Scene};
use crate::model::Model;

/// States the rules of a game that is written as text: the plain law judges, and what it is compiled to lists and plays.
///
/// It is a handle: its copies share one model.
#[derive(Clone, Debug)]
pub struct TextGame {
    shared: Arc<Shared>,
    /// One for each edition.
    metadata: Arc<[Metadata]>,
    edition: usize,
    /// Whether the law alone is asked.
    is_plain: bool,
}

#[derive(Debug)]
struct Shared {
    /// One for each edition.
    models: Vec<Model>,
    /// What each model compiles to, once somebody plays; nothing where the law must do.
    plans: Vec<OnceLock<Option<Plan>>>,
    /// What the box of each shows.
    covers: Vec<Cover>,
    /// The rules page of each, without diagrams.
    plain_pages: Vec<Text>,
    /// The rules page of each, made when somebody reads it.
    pages: Vec<OnceLock<Text>>,
    /// What each kind is worth.
    worth: Vec<i32>,
}

impl TextGame {
    /// Makes the rules of a checked definition, a model for each edition; `None` if there is none.
    pub(crate) fn new(models: Vec<Model>) -> Option<Self> {
        let metadata: Arc<[Metadata]> =
            models.iter().map(|model| metadata::metadata(model, &model.id, None)).collect();
        let worth = worths(models.first()?);
        let covers = models.iter().zip(&*metadata).map(|(model, metadata)| cover(model, metadata)).collect();
        let plain_pages = (0..models.len()).map(|edition| page::plain(&models, edition)).collect();
        let pages = models.iter().map(|_| OnceLock::new()).collect();
        let id = models[0].id.clone();
        let plans = models.iter().map(|_| OnceLock::new()).collect();
        let shared = Arc::new(Shared { models, plans, covers, plain_pages, pages, worth });
        Some(Self { shared, metadata, edition: 0, is_plain: false }.named(&id))
    }

    /// Returns the same rules read by the plain law alone, which is slow, for tests.
    #[doc(hidden)]
    pub fn plainly(&self) -> Self {
        Self { is_plain: true, ..self.clone() }
    }

    /// Tells whether the rules are compiled, and not left to the plain law, for tests.
    #[doc(hidden)]
    pub fn is_compiled(&self) -> bool {
        self.plan().is_some()
    }

    /// Returns what the model compiles to, unless the law must do.
    fn plan(&self) -> Option<&Plan> {
        if self.is_plain {
            return None;
        }
        self.shared.plans[self.edition].get_or_init(|| Plan::new(self.model())).as_ref()
    }

    /// Asks what the model compiles to, or else the law, about a position.
    #[inline]
    fn ask<T>(
        &self,
        position: &Position,
        fast: impl FnOnce(&View<'_>) -> T,
        plain: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        match self.plan() {
            Some(plan) => {
                let memory = position.state();
                fast(&View::new(plan, self.model(), position.placement(), position.side(), &memory))
            }
            None => plain(&self.scene(position)),
        }
    }

    /// Returns the same rules under another name.
    pub fn named(&self, name: &str) -> Self {
        let models = self.shared.models.iter().zip(&self.shared.covers).zip(&self.shared.plain_pages);
        let metadata = models
            .map(|((model, cover), page)| Metadata {
                rules_page: page.clone(),
                ..metadata::metadata(model, name, Some(cover))
            })
            .collect();
        Self { metadata, ..self.clone() }
    }

    fn model(&self) -> &Model {
        &self.shared.models[self.edition]
    }

    fn scene(&self, position: &Position) -> Scene<'_> {
        scene(self.model(), position)
    }
}

/// Makes the cover of a model: a position with a power at work, where play soon leads to one.
fn cover(model: &Model, metadata: &Metadata) -> Cover {
    let write = |position: &Position| {
        metadata.form.write(&Draft::of(position, setup::words(model, position)), metadata)
    };
    let start = metadata.form.parse(&model.start, metadata).and_then(|reading| setup::set_up(model, &reading));
    let Ok(start) = start else { return metadata.cover.clone() };
    let (position, squares) = relations::cover(model, start, write);
    Cover { position: position.into(), moves: Vec::new().into(), squares: squares.into() }
}

/// Estimates what each kind is worth by the squares that it reaches on an empty board, in hundredths.
fn worths(model: &Model) -> Vec<i32> {
    let reach = |kind: u8| {
        let mut squares = 0;
        for square in model.board.squares() {
            let mut pieces = Pieces::EMPTY;
            pieces.put(square, Piece::new(Kind(kind), Side::First));
            let scene = Scene::new(model, pieces, Side::First, Memory::new(model));
            let mut ends = SquareSet::EMPTY;
            let _ = scene.ways(
                square,
                |line| !line.captures,
                |way| {
                    ends.insert(way.to);
                    std::ops::ControlFlow::Continue(())
                },
            );
            squares += ends.len();
        }
        (40 * squares / model.board.len().max(1)) as i32
    };
    let royal = model.royal.as_ref().map(|royal| royal.kind.0);
    (0..model.kinds.len() as u8)
        .map(|kind| if royal == Some(kind) { 0 } else { reach(kind).clamp(100, 1_500) })
        .collect()
}

impl Rules for TextGame {
    type Position = Position;

    fn metadata(&self) -> &Metadata {
        &self.metadata[self.edition]
    }

    fn topology(&self) -> &Topology {
        &self.model().board.topology
    }

    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        let mut edition = None;
        let mut at = 0;
        for option in options {
            let found = self.model().editions.iter().position(|name| name == option);
            match found {
                Some(index) if edition.is_none() && index != 0 => edition = Some(index),
                Some(0) | None => {
                    let problem = Problem::new(
                        format!(
                            "no such option; there are {}repetition=N and quiet-limit=N",
                            self.offered("and")
                        ),
                        format!(
                            "cette option n'existe pas\u{a0}; il y a {}repetition=N et quiet-limit=N",
                            self.offered("et")
                        ),
                    );
                    return Err(TextError::new(*option, at, problem));
                }
                Some(_) => {
                    let problem = Text::new("an edition was given before", "une édition a déjà été donnée");
                    return Err(TextError::new(*option, at, problem));
                }
            }
            at += option.len() + 1;
        }
        Ok(Self { edition: edition.unwrap_or(0), ..self.clone() })
    }

    fn options(&self) -> Vec<String> {
        if self.edition == 0 { Vec::new() } else { vec![self.model().editions[self.edition].clone()] }
    }

    fn start(&self) -> Position {
        self.read_position(&self.model().start).expect("the checker has read the start")
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Position, TextError> {
        setup::set_up(self.model(), reading)
    }

    fn words(&self, position: &Position) -> Vec<String> {
        setup::words(self.model(), position)
    }

    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        notation::read_move(self.model(), text)
    }

    fn write_move(&self, intent: Intent) -> String {
        notation::write_move(self.model(), intent)
    }

    fn judge(&self, position: &Position, intent: Intent) -> Result<(), Refusal> {
        reasons::judge(self.model(), &self.scene(position), intent)
    }

    fn effects(&self, position: &Position, intent: Intent) -> Effects {
        self.ask(
            position,
            |view| Turn::of(view).effects(intent),
            |scene| scene.find(intent).map_or_else(Effects::new, |action| scene.perform(&action.deed).effects),
        )
    }

    fn play_unchecked(&self, position: &Position, intent: Intent) -> Position {
        let mut next = *position;
        self.play_into(position, intent, &mut next);
        next
    }

    fn play_into(&self, position: &Position, intent: Intent, next: &mut Position) {
        *next = *position;
        if let Some(plan) = self.plan() {
            let memory = position.state();
            let view = View::new(plan, self.model(), position.placement(), position.side(), &memory);
            Turn::of(&view).play(intent, next);
            return;
        }
        let scene = self.scene(position);
        if let Some(action) = scene.find(intent) {
            let after = scene.after(&scene.perform(&action.deed));
            *next = Position::new(after.pieces, after.side, after.memory);
        }
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        self.ask(position, |view| view.terminal(), |scene| scene.terminal())
    }

    fn stranded(&self, position: &Position) -> Outcome {
        self.scene(position).stranded()
    }

    fn alert(&self, position: &Position) -> Option<&str> {
        let royal = self.model().royal.as_ref()?;
        let is_warned = self.ask(position, |view| view.is_warned(), |scene| scene.is_warned());
        is_warned.then_some(royal.warning.as_str())
    }

    fn pass(&self) -> Option<Intent> {
        self.model().pass_form.map(|form| Intent::choice_only(form as u8))
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let state = position.state();
        let memory = Memory { squares: Default::default(), chain: None, passes: 0, ..state };
        Some(Position::new(*position.placement(), !position.side(), memory))
    }

    fn candidates(&self, position: &Position) -> Vec<Intent> {
        let scene = self.scene(position);
        let mut actions = Vec::new();
        for from in scene.of_side(scene.side) {
            scene.add_ways(from, false, &mut actions);
            scene.add_acts(from, &mut actions);
        }
        let squares = || self.topology().all();
        let mut intents: Vec<Intent> =
            squares().flat_map(|from| squares().map(move |to| Intent::from_to(from, to))).collect();
        intents.extend((0..16).map(Intent::choice_only));
        intents.extend(actions.into_iter().map(|action| action.intent));
        intents.sort_unstable();
        intents.dedup();
        intents
    }

    fn generate(&self, position: &Position, sink: &mut impl MoveSink) {
        if let Some(plan) = self.plan() {
            let memory = position.state();
            let view = View::new(plan, self.model(), position.placement(), position.side(), &memory);
            if !view.is_over() {
                Turn::of(&view).generate(sink);
            }
            return;
        }
        let scene = self.scene(position);
        if scene.terminal().is_none() {
            scene.legal_actions().into_iter().for_each(|action| sink.push(action.intent));
        }
    }

    fn has_moves(&self, position: &Position) -> bool {
        self.ask(
            position,
            |view| !view.is_over() && Turn::of(view).has_moves(),
            |scene| scene.terminal().is_none() && scene.has_moves(),
        )
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication { repetition: self.model().repetition.then_some(3), quiet_limit: None }
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        let state = position.state();
        if state.chain.is_some() {
            return None;
        }
        let state = Memory { passes: 0, ..state };
        Some(Position::new(*position.placement(), position.side(), state).hash())
    }
}

impl Presentation for TextGame {
    fn rules_page(&self, language: Language) -> String {
        let shared = &self.shared;
        let page = shared.pages[self.edition]
            .get_or_init(|| page::whole(&shared.models, self.edition, self.metadata()));
        page.get(language).to_owned()
    }

    fn reason_codes(&self) -> Vec<&str> {
        reasons::codes(self.model())
    }

    fn sentence(&self, _: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        reasons::sentence(self.model(), self.metadata(), reason, voice)
    }

    fn relations(&self, position: &Position) -> Vec<Relation> {
        relations::relations(&self.scene(position))
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }

    fn alerted(&self, position: &Position) -> SquareSet {
        let scene = self.scene(position);
        scene.royals(scene.side).into_iter().filter(|square| scene.is_threatened(*square, false)).collect()
    }

    fn peril(&self, reason: &Reason) -> Option<Peril> {
        let (square, attackers) = reason.squares.split_first().filter(|_| reason.code == reasons::ROYAL)?;
        Some(Peril { square: *square, attackers: attackers.to_vec() })
    }
}

impl Evaluate for TextGame {
    fn worth(&self, kind: Kind) -> i32 {
        self.shared.worth.get(kind.index()).copied().unwrap_or(100)
    }

    fn equivalence_key(&self, position: &Position) -> u64 {
        let counts = position.state().counts;
        let hash = position.hash();
        counts.iter().fold(hash, |key, count| fold(key, u64::from(*count)))
    }
}

impl Specimens for TextGame {}

impl TextGame {
    /// Lists the editions that may be chosen, before another offer.
    fn offered(&self, and: &str) -> String {
        let others: Vec<&str> = self.model().editions.iter().skip(1).map(String::as_str).collect();
        if others.is_empty() { String::new() } else { format!("{} {and} ", others.join(", ")) }
    }
}
