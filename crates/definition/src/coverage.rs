//! Finds sentences that change nothing: games are played, and each position is compared with the same game without the sentence.
//!
//! A sentence is used as soon as the two games differ in a position: in the moves, in where a move leads, in an alert such as check,
//! or in the outcome. The clauses of a sentence, such as a condition, are left out in the same way.

use std::sync::Arc;

use entourage_kernel::{Adjudication, Board, Effect, Intent, Outcome, Past, Random, Rules};

use crate::check::in_edition;
use crate::diagnostic::{Answer, Code, Diagnostic, Edit};
use crate::execution::Position;
use crate::game::TextGame;
use crate::model::{
    Condition, Danger, Deed, Effect as EventEffect, End, How, Leg, Line, MAX_COUNT, Model, Pass, Spot, Step,
    Target,
};
use crate::source::Span;
use crate::syntax::tree::{Item, What};

const MAX_PLIES: usize = 160;

/// Selects one of the legal moves of a position; `None` ends the game.
pub type Player<'a> = dyn FnMut(&TextGame, &Position, &[Intent], &mut Random) -> Option<Intent> + 'a;

/// Games played to find the sentences of a definition that change nothing.
#[derive(Debug)]
pub struct Coverage {
    editions: Vec<TextGame>,
    parts: Vec<Part>,
    games: u32,
    /// Number of positions that can still be played or compared.
    left: u64,
}

/// A sentence or clause, with each edition's game without it.
#[derive(Debug)]
struct Part {
    span: Span,
    /// Describes the clause in English and French; `None` for the whole sentence.
    clause: Option<[&'static str; 2]>,
    /// Distinguishes clauses with the same description in the same sentence.
    number: usize,
    /// For each edition, the game without the part; `None` if the edition does not contain it.
    games: Vec<Option<TextGame>>,
    reach: Reach,
    is_used: bool,
}

/// Where a part can make a difference.
#[derive(Clone, Debug)]
enum Reach {
    Moves,
    /// Also where moves lead that remain legal.
    Results,
    /// Also in positions with these counts and at least as many passes.
    End {
        counts: Vec<(usize, u16)>,
        passes: u8,
    },
    /// When the same position occurs again; the cause of the outcome.
    Repetition(Arc<str>),
}

struct Alteration<'a> {
    span: Span,
    clause: Option<[&'static str; 2]>,
    number: usize,
    reach: Reach,
    change: Box<dyn Fn(&mut Model) + 'a>,
}

/// How a player chooses moves.
#[derive(Clone, Copy)]
enum Manner {
    Random,
    /// Prefers captures.
    Captures,
    /// Prefers moves that end the game or give check.
    Attacks,
    /// Prefers to take back the last own move.
    Shuffles,
}

const MANNERS: [Manner; 6] =
    [Manner::Random, Manner::Captures, Manner::Random, Manner::Attacks, Manner::Shuffles, Manner::Attacks];

/// What a player sees in a position.
#[derive(PartialEq)]
struct Seen {
    outcome: Option<Outcome>,
    is_alert: bool,
    moves: Vec<Intent>,
}

impl Seen {
    fn of(game: &TextGame, position: &Position) -> Self {
        let (mut outcome, mut moves) = (game.terminal(position), Vec::new());
        if outcome.is_none() {
            moves = game.list_moves(position);
            moves.sort_unstable();
            outcome = moves.is_empty().then(|| game.stranded(position));
        }
        Self { outcome, is_alert: game.alert(position).is_some(), moves }
    }
}

impl Coverage {
    pub(crate) fn new(models: &[Model], items: &[Item]) -> Option<Self> {
        let whole = TextGame::new(models.to_vec())?;
        let editions: Vec<TextGame> = (0..models.len()).map(|edition| whole.in_edition(edition)).collect();
        let mut parts: Vec<Part> = Vec::new();
        for (edition, model) in models.iter().enumerate() {
            for Alteration { span, clause, number, reach, change } in alterations(models, edition, items) {
                let mut altered = model.clone();
                change(&mut altered);
                let game = editions[edition].altered(altered);
                let is_it = |part: &Part| (part.span, part.clause, part.number) == (span, clause, number);
                let index = parts.iter().position(is_it).unwrap_or_else(|| {
                    let games = vec![None; models.len()];
                    parts.push(Part { span, clause, number, games, reach, is_used: false });
                    parts.len() - 1
                });
                parts[index].games[edition] = Some(game);
            }
        }
        Some(Self { editions, parts, games: 0, left: u64::MAX })
    }

    /// Limits the number of positions that are played or compared.
    pub fn with_limit(self, positions: u64) -> Self {
        Self { left: positions, ..self }
    }

    /// Returns whether every sentence has changed something, or the limit is reached.
    pub fn is_complete(&self) -> bool {
        self.left == 0 || self.parts.iter().all(|part| part.is_used)
    }

    /// Plays a game with random moves, captures, attacks or moves back and forth, depending on `seed`.
    pub fn play(&mut self, seed: u64) {
        let manner = MANNERS[seed as usize % MANNERS.len()];
        let mut last = [None; 2];
        self.play_with(seed, &mut |game, position, moves, random| {
            let side = position.side_to_move().index();
            let chosen = choose(game, position, moves, manner, last[side], random);
            last[side] = chosen;
            chosen
        });
    }

    /// Plays a game in which `choose` selects each move; the edition and the start depend on `seed`.
    pub fn play_with(&mut self, seed: u64, choose: &mut Player<'_>) {
        let mut random = Random::new(seed);
        let edition = seed as usize / MANNERS.len() % self.editions.len();
        let game = self.editions[edition].clone();
        let mut position = game.random_start(&mut random);
        let mut past = Past::new(&game, &position);
        self.games += 1;
        for ply in 0..MAX_PLIES {
            self.left = self.left.saturating_sub(1);
            if self.is_complete() {
                break;
            }
            let seen = Seen::of(&game, &position);
            let repeated = past.outcome(&game, Adjudication::default().and(game.adjudication()), &position);
            if let Some(outcome) = &repeated {
                self.repeat(outcome);
            }
            let is_over = seen.outcome.is_some() || repeated.is_some();
            let intent = if is_over { None } else { choose(&game, &position, &seen.moves, &mut random) };
            if ply < 4 || is_over || random.one_in(4) {
                self.look(edition, &game, &position, &seen, intent);
            }
            let Some(intent) = intent else { break };
            let next = game.play_unchecked(&position, intent);
            past.push(&game, game.is_decisive(&position, intent), &next);
            position = next;
        }
    }

    fn repeat(&mut self, outcome: &Outcome) {
        for part in &mut self.parts {
            part.is_used |= matches!(&part.reach, Reach::Repetition(cause) if **cause == *outcome.cause);
        }
    }

    fn look(
        &mut self,
        edition: usize,
        game: &TextGame,
        position: &Position,
        seen: &Seen,
        played: Option<Intent>,
    ) {
        for part in self.parts.iter_mut().filter(|part| !part.is_used) {
            if let Some(other) = part.games[edition].as_ref().filter(|_| self.left > 0) {
                self.left -= 1;
                part.is_used = differs(game, other, position, seen, played, &part.reach);
            }
        }
    }

    /// Lists the sentences, and the clauses of used sentences, that changed nothing in the games played; end conditions only if
    /// `with_ends`.
    pub fn unused(&self, with_ends: bool) -> Vec<Diagnostic> {
        let games = self.games;
        let is_whole = |span: Span| {
            self.parts.iter().any(|part| part.span == span && part.clause.is_none() && !part.is_used)
        };
        let is_end = |part: &Part| matches!(part.reach, Reach::End { .. } | Reach::Repetition(_));
        let unused = self.parts.iter().filter(|part| !part.is_used && (with_ends || !is_end(part)));
        let mut found: Vec<Diagnostic> = unused
            .filter(|part| part.clause.is_none() || !is_whole(part.span))
            .map(|part| {
                let [en, fr] = part.clause.unwrap_or(["this sentence", "cette phrase"]);
                let warning = Code::Unused.at(part.span).warning(
                    format!("Never used in {games} games: without {en}, the moves, threats and ends are the same."),
                    format!("Jamais utilisé en {games} parties\u{a0}: sans {fr}, les coups, les menaces et les fins sont les mêmes."),
                );
                let answer = Answer::new(Edit::Without, "Remove it", "Supprimer");
                warning.with_answers(part.clause.is_none().then_some(answer))
            })
            .collect();
        found.sort_by_key(|fault| (fault.span.line, fault.span.column));
        found
    }
}

fn choose(
    game: &TextGame,
    position: &Position,
    moves: &[Intent],
    manner: Manner,
    last: Option<Intent>,
    random: &mut Random,
) -> Option<Intent> {
    let is_liked = |intent: &Intent| match manner {
        Manner::Random => true,
        Manner::Captures => {
            game.effects(position, *intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
        }
        Manner::Attacks => {
            let next = game.play_unchecked(position, *intent);
            game.alert(&next).is_some() || game.terminal(&next).is_some()
        }
        Manner::Shuffles => {
            last.and_then(|last| last.ends()).is_some_and(|[from, to]| intent.ends() == Some([to, from]))
        }
    };
    if !random.one_in(4) {
        let liked: Vec<Intent> = moves.iter().copied().filter(is_liked).collect();
        if let Some(intent) = random.pick(&liked) {
            return Some(*intent);
        }
    }
    random.pick(moves).copied()
}

fn differs(
    game: &TextGame,
    other: &TextGame,
    position: &Position,
    seen: &Seen,
    played: Option<Intent>,
    reach: &Reach,
) -> bool {
    if Seen::of(other, position) != *seen {
        return true;
    }
    let leads_elsewhere = |intent: Intent| {
        let [one, two] = [game, other].map(|game| game.play_unchecked(position, intent));
        // A difference in memory alone counts only if it makes a difference in the next position.
        one != two
            && (one.placement() != two.placement()
                || one.side() != two.side()
                || Seen::of(game, &one) != Seen::of(game, &two))
    };
    match reach {
        Reach::Moves | Reach::Repetition(_) => played.is_some_and(leads_elsewhere),
        Reach::Results => seen.moves.iter().copied().any(leads_elsewhere),
        Reach::End { counts, passes } => {
            let mut memory = position.state();
            for (count, least) in counts {
                (memory.counts[*count], memory.scores[*count]) = (0, *least);
            }
            memory.passes = memory.passes.max(*passes);
            let pressed = Position::new(*position.placement(), position.side(), memory);
            game.terminal(&pressed) != other.terminal(&pressed) || played.is_some_and(leads_elsewhere)
        }
    }
}

/// Lists everything that can be left out of an edition among the author's own sentences.
fn alterations<'a>(models: &'a [Model], edition: usize, items: &'a [Item]) -> Vec<Alteration<'a>> {
    let model = &models[edition];
    let mut found: Vec<Alteration<'a>> = Vec::new();
    let mut add = |span: Span, clause, number, reach, change: Box<dyn Fn(&mut Model) + 'a>| {
        if span.file == 0 {
            found.push(Alteration { span, clause, number, reach, change });
        }
    };
    of_lines(model, &mut add);
    for act in model.kinds.iter().flat_map(|kind| &kind.acts) {
        let span = act.span;
        add(
            span,
            None,
            0,
            Reach::Results,
            Box::new(move |model| {
                model.kinds.iter_mut().for_each(|kind| kind.acts.retain(|act| act.span != span));
            }),
        );
        if act.condition.is_some() {
            add(
                span,
                Some(CONDITION),
                0,
                Reach::Results,
                Box::new(move |model| {
                    let acts = model.kinds.iter_mut().flat_map(|kind| &mut kind.acts);
                    acts.filter(|act| act.span == span).for_each(|act| act.condition = None);
                }),
            );
        }
    }
    for (index, clause) in model.clauses.iter().enumerate() {
        let span = clause.span;
        add(
            span,
            None,
            0,
            Reach::Results,
            Box::new(move |model| model.clauses.retain(|clause| clause.span != span)),
        );
        if clause.while_giver.is_some() {
            add(
                span,
                Some(GIVER),
                0,
                Reach::Results,
                Box::new(move |model| model.clauses[index].while_giver = None),
            );
        }
        if let Some(condition) = &clause.condition {
            add(
                span,
                Some(CONDITION),
                0,
                Reach::Results,
                Box::new(move |model| model.clauses[index].condition = None),
            );
            for (number, rest) in rests(condition).into_iter().enumerate() {
                add(
                    span,
                    Some(PART),
                    number,
                    Reach::Results,
                    Box::new(move |model| {
                        model.clauses[index].condition = Some(rest.clone());
                    }),
                );
            }
        }
    }
    for (index, event) in model.events.iter().enumerate() {
        let span = event.span;
        add(
            span,
            None,
            0,
            Reach::Results,
            Box::new(move |model| model.events.retain(|event| event.span != span)),
        );
        if event.condition.is_some() {
            add(
                span,
                Some(CONDITION),
                0,
                Reach::Results,
                Box::new(move |model| model.events[index].condition = None),
            );
        }
        if matches!(&event.effect, EventEffect::Becomes { most, .. } if !most.is_empty()) {
            add(
                span,
                Some(LIMIT),
                0,
                Reach::Results,
                Box::new(move |model| {
                    if let EventEffect::Becomes { most, .. } = &mut model.events[index].effect {
                        most.clear();
                    }
                }),
            );
        }
        let limits =
            picked!(&event.effect, EventEffect::Put { spot: Spot::Chosen { limits, .. }, .. } => limits.len());
        for limit in 0..limits.unwrap_or(0) {
            add(
                span,
                Some(SQUARE),
                limit,
                Reach::Results,
                Box::new(move |model| {
                    if let EventEffect::Put { spot: Spot::Chosen { limits, .. }, .. } =
                        &mut model.events[index].effect
                    {
                        limits.remove(limit);
                    }
                }),
            );
        }
        if matches!(&event.deed, Deed::Makes { onto: Some(_), .. }) {
            add(
                span,
                Some(PLACE),
                0,
                Reach::Results,
                Box::new(move |model| {
                    if let Deed::Makes { onto, .. } = &mut model.events[index].deed {
                        *onto = None;
                    }
                }),
            );
        }
    }
    for castling in &model.castlings {
        let span = castling.span;
        add(
            span,
            None,
            0,
            Reach::Moves,
            Box::new(move |model| {
                let all: Vec<_> = model.board.squares().collect();
                let meant = model.castlings.iter_mut().filter(|castling| castling.span == span);
                // The numbers of the castlings are stored in positions, so the castling is blocked instead of removed.
                meant.for_each(|castling| castling.between.clone_from(&all));
            }),
        );
    }
    for end in &model.ends {
        let span = end.span;
        add(
            span,
            None,
            0,
            pressing(model, end),
            Box::new(move |model| model.ends.retain(|end| end.span != span)),
        );
    }
    for repetition in &model.repetitions {
        add(repetition.span, None, 0, Reach::Repetition(repetition.cause.as_str().into()), Box::new(|_| ()));
    }
    for item in of_edition(model, items) {
        let span = item.span;
        match (&item.what, &model.royal) {
            (What::Royal { danger, exception, .. }, Some(royal)) => {
                add(span, None, 0, Reach::Moves, Box::new(|model| model.royal = None));
                if let Some(exception) = exception.as_ref().filter(|_| royal.exception.is_some()) {
                    add(
                        exception.span,
                        Some(EXCEPTION),
                        0,
                        Reach::Moves,
                        Box::new(|model| {
                            model.royal.iter_mut().for_each(|royal| royal.exception = None);
                        }),
                    );
                }
                if let Some((_, line)) = danger.filter(|_| royal.danger != Danger::Any) {
                    add(
                        line,
                        Some(DANGER),
                        0,
                        Reach::Moves,
                        Box::new(|model| {
                            model.royal.iter_mut().for_each(|royal| royal.danger = Danger::Any);
                        }),
                    );
                }
            }
            (What::Pass(_), _) => add(span, None, 0, Reach::Moves, Box::new(|model| model.pass = Pass::Never)),
            (What::MustCapture, _) => {
                add(span, None, 0, Reach::Moves, Box::new(|model| model.must_capture = false));
            }
            _ => {}
        }
    }
    let calls = of_edition(model, items).into_iter().filter(|item| matches!(item.what, What::Call { .. }));
    for (index, item) in calls.enumerate().filter(|(index, _)| model.calls[*index].condition.is_some()) {
        add(
            item.span,
            Some(CONDITION),
            0,
            Reach::Results,
            Box::new(move |model| model.calls[index].condition = None),
        );
    }
    if edition > 0 && !is_told_apart(&models[0], model) {
        let name = &model.editions[edition];
        let said = items
            .iter()
            .find(|item| matches!(&item.what, What::Edition { name: other, .. } if other.text == *name));
        if let Some(item) = said {
            add(item.span, None, 0, Reach::Results, Box::new(move |model| *model = models[0].clone()));
        }
    }
    found
}

const CONDITION: [&str; 2] = ["its condition", "sa condition"];
const GIVER: [&str; 2] =
    ["the condition on the piece with the power", "la condition sur la pièce qui a le pouvoir"];
const PART: [&str; 2] = ["one part of its condition", "une partie de sa condition"];
const LIMIT: [&str; 2] = ["its limit on the number of pieces", "sa limite du nombre de pièces"];
const PLACE: [&str; 2] = ["its place", "son lieu"];
const EXCEPTION: [&str; 2] = ["its exception", "son exception"];
const DANGER: [&str; 2] = ["its line \"in danger\"", "sa ligne «\u{a0}in danger\u{a0}»"];
const MOVES: [&str; 2] = ["\"moves\"", "«\u{a0}moves\u{a0}»"];
const CAPTURES: [&str; 2] = ["\"captures\"", "«\u{a0}captures\u{a0}»"];
const WAY: [&str; 2] = ["one of its alternatives", "l'une de ses possibilités"];
const SQUARE: [&str; 2] = ["one of its conditions on the square", "l'une de ses conditions sur la case"];
const FROM: [&str; 2] = ["its place after \"from\"", "son lieu après «\u{a0}from\u{a0}»"];
const ONLY_TO: [&str; 2] = ["its place after \"only to\"", "son lieu après «\u{a0}only to\u{a0}»"];
const CAPTURING: [&str; 2] =
    ["one of its phrases after \"capturing\"", "l'une de ses précisions après «\u{a0}capturing\u{a0}»"];

type Add<'f, 'a> = dyn FnMut(Span, Option<[&'static str; 2]>, usize, Reach, Box<dyn Fn(&mut Model) + 'a>) + 'f;

fn of_lines(model: &Model, add: &mut Add<'_, '_>) {
    let mut spans: Vec<Span> = Vec::new();
    for line in model.lines() {
        if !spans.contains(&line.span) {
            spans.push(line.span);
        }
    }
    for span in spans {
        let lines: Vec<&Line> = model.lines().filter(|line| line.span == span).collect();
        let mut alter = |clause, number, reach, keep: fn(&Line) -> bool, change: fn(&mut Line, usize)| {
            add(
                span,
                clause,
                number,
                reach,
                Box::new(move |model: &mut Model| {
                    each_list(model, &mut |lines| {
                        lines.retain(|line| line.span != span || keep(line));
                        lines.iter_mut().filter(|line| line.span == span).for_each(|line| change(line, number));
                    });
                }),
            );
        };
        alter(None, 0, Reach::Results, |_| false, |_, _| ());
        if lines.iter().any(|line| line.captures) && lines.iter().any(|line| !line.captures) {
            alter(Some(MOVES), 0, Reach::Moves, |line| line.captures, |_, _| ());
            alter(Some(CAPTURES), 0, Reach::Moves, |line| !line.captures, |_, _| ());
        }
        let Some(line) = lines.first() else { continue };
        for way in 0..line.ways.len() {
            if line.ways.len() > 1 {
                alter(Some(WAY), way, Reach::Results, |_| true, |line, way| drop(line.ways.remove(way)));
            }
        }
        if line.condition.is_some() {
            alter(Some(CONDITION), 0, Reach::Moves, |_| true, |line, _| line.condition = None);
        }
        if line.from.is_some() {
            alter(Some(FROM), 0, Reach::Moves, |_| true, |line, _| line.from = None);
        }
        if line.only_to.is_some() {
            alter(Some(ONLY_TO), 0, Reach::Moves, |_| true, |line, _| line.only_to = None);
        }
        let limits = line.ways.iter().flatten().filter_map(|leg| leg.how()?.limits()).flatten().count();
        for index in 0..limits {
            alter(
                Some(SQUARE),
                index,
                Reach::Moves,
                |_| true,
                |line, index| {
                    let legs = line.ways.iter_mut().flatten();
                    remove_nth(legs.filter_map(|leg| picked!(leg, Leg::Step(Step { how: How::To(Target::Any(limits)), .. }) => limits)), index);
                },
            );
        }
        for index in 0..line.capturing.len() {
            alter(
                Some(CAPTURING),
                index,
                Reach::Results,
                |_| true,
                |line, index| drop(line.capturing.remove(index)),
            );
        }
    }
}

/// Removes an element from one of several lists, which are numbered together.
fn remove_nth<'l, T: 'l>(lists: impl Iterator<Item = &'l mut Vec<T>>, mut index: usize) {
    for list in lists {
        if index < list.len() {
            list.remove(index);
            return;
        }
        index -= list.len();
    }
}

fn each_list(model: &mut Model, change: &mut dyn FnMut(&mut Vec<Line>)) {
    let own = model.kinds.iter_mut().map(|kind| &mut kind.lines);
    let given = model.cards.iter_mut().flat_map(|cards| &mut cards.list).map(|card| &mut card.lines);
    own.chain(given).for_each(change);
}

/// Returns, for each part of a condition with several parts, the condition without that part.
fn rests(condition: &Condition) -> Vec<Condition> {
    let (Condition::All(parts) | Condition::Any(parts)) = condition else { return Vec::new() };
    let join = if matches!(condition, Condition::All(_)) { Condition::All } else { Condition::Any };
    let without = |index: usize| {
        let mut rest = parts.clone();
        rest.remove(index);
        join(rest)
    };
    (0..parts.len()).map(without).collect()
}

/// Returns the counts, if they can increase, and passes on which an end condition depends.
fn pressing(model: &Model, end: &End) -> Reach {
    let (mut counts, mut passes) = (Vec::new(), 0);
    end.when.any(&mut |part| {
        match part {
            Condition::CountAtLeast { count, least } if model.counts[*count].grows() => {
                counts.push((*count, (*least).min(MAX_COUNT)));
            }
            Condition::Passes(number) => passes = passes.max(*number),
            _ => {}
        }
        false
    });
    Reach::End { counts, passes }
}

fn of_edition<'i>(model: &Model, items: &'i [Item]) -> Vec<&'i Item> {
    let mut found = Vec::new();
    in_edition(items, model.editions.get(model.edition).map_or("", String::as_str), &mut found);
    found
}

/// Returns whether players can tell two editions apart by how positions or moves are written, or by where the game begins.
fn is_told_apart(one: &Model, other: &Model) -> bool {
    let shown = |model: &Model| format!("{:?} {:?} {}", model.fields, model.forms, model.start);
    shown(one) != shown(other)
}
