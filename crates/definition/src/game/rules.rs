use std::sync::{Arc, OnceLock};

use entourage_kernel::{
    Adjudication, Board, Catalogue, Cover, Draft, Effects, Evaluate, HeldCard, Intent, Kind, Language, Manner,
    Metadata, MoveSink, Outcome, Part, Peril, Piece, Presentation, Problem, Random, Reading, Reason, Refusal,
    Relation, Repetition, Rules, Side, Specimens, Square, SquareSet, Text, TextError, Topology, Trace, Voice,
    fold,
};

use super::armies::{self, Armies};
use super::catalogue::{self, Order};
use super::choices::{Choices, Reader};
use super::setup::scene;
use super::starts::{self, Starts};
use super::{badges, metadata, notation, page, reasons, relations, safety, setup};
use crate::execution::{Memory, Pieces, Position, Reading as _};
use crate::generator::{Plan, Turn, View};
use crate::law::Scene;
use crate::model::{Condition, EndResult, Model};

/// A game written as text. The reference implementation (law) validates moves; the compiled generator lists and plays them.
///
/// Cheap to clone: clones share the model.
#[derive(Clone, Debug)]
pub struct TextGame {
    shared: Arc<Shared>,
    metadata: Arc<[Metadata]>,
    edition: usize,
    choices: Arc<Choices>,
    armies: Armies,
    /// The number of the random start position and the game as it was before the draw; `None` if none was drawn.
    lot: Option<(u32, Arc<Self>)>,
    is_plain: bool,
}

#[derive(Debug)]
struct Shared {
    models: Vec<Model>,
    editions: Vec<Edition>,
    worth: Vec<i32>,
}

/// An edition (a version of the rules) with everything derived from its model.
#[derive(Debug)]
struct Edition {
    /// The model without cards, for positions in which no piece bears one.
    bare: Option<Model>,
    catalogue: OnceLock<Option<Catalogue>>,
    order: Option<Order>,
    starts: Option<Starts>,
    /// The compiled model, with and without cards, built on first use; `None` if only the reference implementation (law) supports the game.
    plans: [OnceLock<Option<Plan>>; 2],
    cover: Cover,
    plain_page: Text,
    page: OnceLock<Text>,
    /// The repetition rules; empty if all are plain draws.
    repetitions: Vec<Repetition>,
}

impl Edition {
    fn new(models: &[Model], edition: usize, metadata: &Metadata) -> Self {
        let model = &models[edition];
        Self {
            bare: model.cards.is_some().then(|| model.without_cards()),
            catalogue: OnceLock::new(),
            order: order(model, metadata),
            starts: starts(model, metadata),
            plans: Default::default(),
            cover: cover(model, metadata),
            plain_page: page::plain(models, edition),
            page: OnceLock::new(),
            repetitions: repetitions(model),
        }
    }

    /// Copies these rules for a game with a random start position, and recomputes all data that depends on the position.
    fn drawn(&self, plain_page: Text) -> Self {
        Self {
            // Games with cards have no random start positions.
            bare: None,
            order: None,
            catalogue: OnceLock::new(),
            starts: self.starts.clone(),
            plans: Default::default(),
            cover: self.cover.clone(),
            plain_page,
            page: OnceLock::new(),
            repetitions: self.repetitions.clone(),
        }
    }
}

impl TextGame {
    pub(crate) fn new(models: Vec<Model>) -> Option<Self> {
        let metadata: Arc<[Metadata]> =
            models.iter().map(|model| metadata::metadata(model, &model.id, None)).collect();
        let worth = worths(models.first()?);
        let id = models[0].id.clone();
        let edition = |(index, metadata)| Edition::new(&models, index, metadata);
        let editions = metadata.iter().enumerate().map(edition).collect();
        let shared = Arc::new(Shared { models, editions, worth });
        Some(
            Self {
                shared,
                metadata,
                edition: 0,
                choices: Arc::default(),
                armies: [0; 2],
                lot: None,
                is_plain: false,
            }
            .named(&id, &|_, _| ()),
        )
    }

    /// Returns the game in one of its editions.
    pub(crate) fn in_edition(&self, edition: usize) -> Self {
        Self { edition, ..self.clone() }
    }

    /// Returns the game with another model in place of that of its edition, without random starts and rules pages.
    pub(crate) fn altered(&self, model: Model) -> Self {
        let known = self.shared.editions.iter().enumerate();
        let editions = known.map(|(index, known)| Edition {
            bare: (index == self.edition && model.cards.is_some()).then(|| model.without_cards()),
            ..known.drawn(known.plain_page.clone())
        });
        let editions = editions.collect();
        let mut models = self.shared.models.clone();
        models[self.edition] = model;
        Self { shared: Arc::new(Shared { models, editions, worth: self.shared.worth.clone() }), ..self.clone() }
    }

    /// Returns the game with the slow reference implementation (law) in place of the generator, for tests.
    #[doc(hidden)]
    pub fn plainly(&self) -> Self {
        Self { is_plain: true, ..self.clone() }
    }

    /// Returns whether the model is compiled, both with and without cards, for tests.
    #[doc(hidden)]
    pub fn is_compiled(&self) -> bool {
        [true, false].iter().all(|is_bare| self.compiled(*is_bare).is_some())
    }

    /// Returns the model and its plan, without cards if `is_bare`; `None` if the reference implementation must be used.
    #[inline]
    fn compiled(&self, is_bare: bool) -> Option<(&Model, &Plan)> {
        if self.is_plain {
            return None;
        }
        let edition = self.edition();
        let bare = edition.bare.as_ref().filter(|_| is_bare);
        let plan = &edition.plans[usize::from(bare.is_some())];
        let model = bare.unwrap_or_else(|| self.model());
        Some((model, plan.get_or_init(|| Plan::new(model)).as_ref()?))
    }

    /// Draws a random start position; the game is unchanged if it has no shuffled pieces or the position is invalid.
    pub fn with_random_start(&self, random: &mut Random) -> Self {
        let Some(starts) = &self.edition().starts else { return self.clone() };
        let number = random.below(starts.count() as usize);
        self.without_draw().drawn(number as u32).unwrap_or_else(|_| self.clone())
    }

    /// Returns a starting position with random cards or armies, if players choose those.
    pub fn random_start(&self, random: &mut Random) -> Position {
        let (model, start) = (self.model(), self.start());
        if !model.armies.is_empty() {
            let chosen = [(); 2].map(|()| random.below(model.armies.len()));
            return armies::start(model, chosen, &start);
        }
        let Some(cards) = &model.cards else { return start };
        let picks = [(); 2].map(|()| random.below(cards.most + 1));
        dealt(model, self.metadata(), &start, random, picks)
    }

    /// Calls `then` with the generator's view of a position; returns `None` if only the reference implementation (law) supports the game.
    #[inline]
    fn view<T>(&self, position: &Position, then: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        let memory = position.state();
        let (model, plan) = self.compiled(memory.hands.iter().all(|hand| hand.is_empty()))?;
        Some(then(&View::new(plan, model, position.placement(), position.side(), &memory)))
    }

    fn cards(&self) -> Option<Reader<'_>> {
        let model = self.model();
        let order = self.edition().order.as_ref()?;
        Some(Reader { model, cards: model.cards.as_ref()?, order })
    }

    #[inline]
    fn ask<T>(
        &self,
        position: &Position,
        fast: impl FnOnce(&View<'_>) -> T,
        plain: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        self.view(position, fast).unwrap_or_else(|| plain(&self.scene(position)))
    }

    /// Returns the game under another name, with metadata completed by `draw`: pictures of kinds and their credits.
    ///
    /// `draw` receives, for each kind, the English name of the piece whose picture the author chose, if any.
    pub fn named(&self, name: &str, draw: &dyn Fn(&mut Metadata, &[Option<&str>])) -> Self {
        let shared = &self.shared;
        let models = shared.models.iter().zip(&shared.editions);
        let metadata = models
            .map(|(model, edition)| {
                let mut metadata = metadata::metadata(model, name, Some(&edition.cover));
                metadata.rules_page = edition.plain_page.clone();
                metadata.options.to_mut().extend(edition.starts.as_ref().map(starts::offered));
                let wanted: Vec<Option<&str>> =
                    model.kinds.iter().map(|kind| kind.drawn_as.as_deref()).collect();
                draw(&mut metadata, &wanted);
                metadata
            })
            .collect();
        Self { metadata, ..self.clone() }
    }

    fn drawn(self, number: u32) -> Result<Self, Problem> {
        let Some(starts) = &self.edition().starts else { return Ok(self) };
        let mut models = self.shared.models.clone();
        models[self.edition] = starts::drawn(self.model(), self.metadata(), starts, &self.start(), number)?;
        let mut described = self.metadata.to_vec();
        described[self.edition].rules_page = page::plain(&models, self.edition);
        let known = self.shared.editions.iter().enumerate();
        let editions = known.map(|(index, known)| {
            let is_drawn = index == self.edition;
            known.drawn(if is_drawn { described[index].rules_page.clone() } else { known.plain_page.clone() })
        });
        let (editions, worth) = (editions.collect(), self.shared.worth.clone());
        let shared = Shared { models, editions, worth };
        let (shared, metadata) = (Arc::new(shared), described.into());
        Ok(Self { shared, metadata, lot: Some((number, Arc::new(self.clone()))), ..self })
    }

    fn without_draw(&self) -> Self {
        self.lot.as_ref().map_or_else(|| self.clone(), |(_, before)| Self::clone(before))
    }

    fn edition(&self) -> &Edition {
        &self.shared.editions[self.edition]
    }

    fn model(&self) -> &Model {
        &self.shared.models[self.edition]
    }

    fn scene(&self, position: &Position) -> Scene<'_> {
        scene(self.model(), position)
    }
}

fn repetitions(model: &Model) -> Vec<Repetition> {
    match model.drawn_repetition() {
        Some(_) => Vec::new(),
        None => model.repetitions.iter().map(Repetition::from).collect(),
    }
}

fn order(model: &Model, metadata: &Metadata) -> Option<Order> {
    let cards = model.cards.as_ref()?;
    let reading = metadata.form.parse(&model.start, metadata).ok()?;
    catalogue::order(model, cards, &setup::set_up(model, &reading).ok()?).ok()
}

fn starts(model: &Model, metadata: &Metadata) -> Option<Starts> {
    let reading = metadata.form.parse(&model.start, metadata).ok()?;
    Starts::new(model, &setup::set_up(model, &reading).ok()?)?.ok()
}

fn dealt(
    model: &Model,
    metadata: &Metadata,
    start: &Position,
    random: &mut Random,
    picks: [usize; 2],
) -> Position {
    let (Some(cards), Some(order)) = (&model.cards, order(model, metadata)) else { return *start };
    let mut memory = start.state();
    for (hand, picks) in memory.hands.iter_mut().zip(picks) {
        *hand = catalogue::draw(cards, &cards.bans, &order, picks, random).unwrap_or_default();
    }
    Position::new(*start.placement(), start.side_to_move(), memory)
}

fn cover(model: &Model, metadata: &Metadata) -> Cover {
    let write = |position: &Position| {
        metadata.form.write(&Draft::of(position, setup::words(model, position)), metadata)
    };
    let start = metadata.form.parse(&model.start, metadata).and_then(|reading| setup::set_up(model, &reading));
    let Ok(start) = start else { return metadata.cover.clone() };
    let most = model.cards.as_ref().map_or(0, |cards| cards.most);
    let begin = |random: &mut Random| dealt(model, metadata, &start, random, [most; 2]);
    let (position, squares) = relations::cover(model, begin, write);
    Cover { position: position.into(), moves: Vec::new().into(), squares: squares.into() }
}

/// Returns the value of each kind in hundredths of a pawn, as stated or as estimated from the kind's reach on an empty board.
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
    (0..model.kinds.len() as u8)
        .map(|kind| match model.kinds[usize::from(kind)].worth {
            _ if (model.royals() | model.blocks) >> kind & 1 != 0 => 0,
            Some(worth) => i32::from(worth),
            None => reach(kind).clamp(100, 1_500),
        })
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
        let mut end = 0;
        // Read the edition first, because it determines the cards.
        let is_edition = |option: &&&str| self.model().editions.iter().skip(1).any(|name| name == **option);
        let chosen = options
            .iter()
            .find(is_edition)
            .and_then(|name| self.model().editions.iter().position(|other| other == name));
        let of_edition = Self { edition: chosen.unwrap_or(0), ..self.without_draw() };
        let (mut choices, mut given, mut parts) = (Choices::default(), [false; 2], Vec::new());
        let (mut armies, mut lot) = ([0; 2], None);
        for option in options {
            let at = end;
            end += option.len() + 1;
            let part = Part { text: option, at };
            if let Some(read) =
                of_edition.cards().and_then(|reader| reader.read(part, &mut choices, &mut given))
            {
                read?;
                parts.push(part);
                continue;
            }
            if let Some(read) = armies::read(of_edition.model(), part, &mut armies, &mut given) {
                read?;
                continue;
            }
            if let Some(number) = starts::read(of_edition.edition().starts.as_ref(), part) {
                if lot.replace((number?, part)).is_some() {
                    let problem =
                        Text::new("specify only one start position", "indiquez une seule position de départ");
                    return Err(part.error(problem));
                }
                continue;
            }
            let found = self.model().editions.iter().position(|name| name == option);
            match found {
                Some(index) if edition.is_none() && index != 0 => edition = Some(index),
                Some(0) | None => {
                    let problem = Problem::new(
                        format!(
                            "unknown option; choose from {}",
                            of_edition.offered("CARDS/ORDER", "CARD+CARD", "ARMY", "and")
                        ),
                        format!(
                            "option inconnue\u{a0}; choix possibles\u{a0}: {}",
                            of_edition.offered("CARTES/ORDRE", "CARTE+CARTE", "ARMÉE", "et")
                        ),
                    );
                    return Err(TextError::new(*option, at, problem));
                }
                Some(_) => {
                    let problem = Text::new("specify only one edition", "indiquez une seule édition");
                    return Err(TextError::new(*option, at, problem));
                }
            }
        }
        if let Some(reader) = of_edition.cards() {
            reader.check(&choices, &parts)?;
        }
        let game = Self { choices: Arc::new(choices), armies, ..of_edition };
        match lot {
            Some((number, part)) => game.drawn(number).map_err(|problem| part.error(problem)),
            None => Ok(game),
        }
    }

    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if self.edition > 0 {
            options.push(self.model().editions[self.edition].clone());
        }
        if let Some(reader) = self.cards() {
            options.extend(reader.options(&self.choices));
        }
        options.extend(armies::options(self.model(), self.armies));
        options.extend(self.lot.as_ref().map(|(number, _)| starts::option(*number)));
        options
    }

    fn start(&self) -> Position {
        let start = self.read_position(&self.model().start).expect("the checker has parsed the start");
        match self.cards() {
            Some(reader) => self.choices.start(reader.order, &start),
            None => armies::start(self.model(), self.armies, &start),
        }
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        let described = || {
            let reader = self.cards()?;
            Some(catalogue::catalogue(reader.model, reader.cards, reader.order, &self.metadata[self.edition]))
        };
        self.edition().catalogue.get_or_init(described).as_ref()
    }

    fn banned_cards(&self) -> Vec<[usize; 2]> {
        self.cards().map_or_else(Vec::new, |reader| self.choices.bans(reader.cards))
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
        if self.view(position, |view| Turn::of(view).play(intent, next)).is_some() {
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
        let is_in_danger = self.ask(position, |view| view.is_in_danger(), |scene| scene.is_in_danger());
        is_in_danger.then_some(royal.warning.as_str())
    }

    fn pass(&self) -> Option<Intent> {
        self.model().pass_form.map(|form| Intent::choice_only(form as u8))
    }

    fn uncounted(&self, position: &Position) -> Option<Position> {
        let model = self.model();
        let mut memory = position.state();
        for end in model.ends.iter().filter(|end| end.result == EndResult::Draw) {
            if let Condition::CountAtLeast { count, least } = end.when
                && let Some(again) = model.counts[count].again.filter(|_| memory.counts[count] >= least)
            {
                memory.counts[count] = again.value;
            }
        }
        let next = Position::new(*position.placement(), position.side_to_move(), memory);
        (memory.counts != position.state().counts && self.terminal(&next).is_none()).then_some(next)
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
        let list = |view: &View<'_>| {
            if !view.is_over() {
                Turn::of(view).generate(sink);
            }
        };
        if self.view(position, list).is_some() {
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
        Adjudication { repetition: self.model().drawn_repetition(), quiet_limit: None }
    }

    fn repetitions(&self) -> &[Repetition] {
        &self.edition().repetitions
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
        let page =
            self.edition().page.get_or_init(|| page::whole(&shared.models, self.edition, self.metadata()));
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

    fn held_cards(&self, position: &Position) -> Vec<HeldCard> {
        relations::held_cards(position)
    }

    fn marks(&self, position: &Position, square: Square) -> Vec<&str> {
        relations::marks(self.model(), position, square)
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        relations::traces(self.model(), position)
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }

    fn alerted(&self, position: &Position) -> SquareSet {
        let scene = self.scene(position);
        if scene.is_in_danger() { scene.royals_at_risk(scene.side) } else { SquareSet::EMPTY }
    }

    fn attackers(&self, position: &Position, side: Side, square: Square) -> Option<SquareSet> {
        Some(safety::attackers(self.model(), position, side, square))
    }

    fn falls_to(&self, kind: Kind) -> usize {
        safety::falls_to(self.model(), kind)
    }

    fn shields(&self, position: &Position, square: Square) -> Vec<Reason> {
        safety::shields(self.model(), position, square)
    }

    fn badge(&self, mark: &str) -> Option<&str> {
        badges::badge(self.model(), mark)
    }

    fn meaning(&self, mark: &str) -> Option<&Text> {
        let catalogue = self.catalogue()?;
        catalogue.cards.iter().find(|card| card.code == mark).map(|card| &card.summary)
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
        // The hash already includes `scores`; `counts` affect only how the game ends.
        let counts = position.state().counts;
        let hash = position.hash();
        counts.iter().fold(hash, |key, count| fold(key, u64::from(*count)))
    }

    fn suggest_setup(&self, picks: usize, random: &mut Random) -> Option<String> {
        let reader = self.cards()?;
        let hand = catalogue::draw(reader.cards, &self.banned_cards(), reader.order, picks, random)?;
        Some(reader.written(hand, random))
    }
}

impl Specimens for TextGame {}

impl TextGame {
    fn offered(&self, choice: &str, ban: &str, army: &str, and: &str) -> String {
        let mut all: Vec<String> = self.model().editions.iter().skip(1).cloned().collect();
        if self.cards().is_some() {
            all.extend([format!("1={choice}"), format!("2={choice}"), format!("ban={ban}")]);
        }
        if !self.model().armies.is_empty() {
            all.extend([format!("1={army}"), format!("2={army}")]);
        }
        if self.edition().starts.is_some() {
            all.push(starts::option_form());
        }
        all.push("repetition=N".to_owned());
        format!("{} {and} quiet-limit=N", all.join(", "))
    }
}
