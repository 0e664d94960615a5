//! Finds the key moments of a game by a shallow search of every position.

use entourage_kernel::{Board, Evaluate, History, Intent, Language, Presentation, Side, Text, sorted_indices};
use entourage_search::{Options, Progress, Search};

use crate::match_face::Match;
use crate::view::{MomentView, ReviewView};
use crate::{AnyReview, Explain};

/// Number of positions to search in a whole game; fixed, so that long games take no longer than short ones.
const ALL_NODES: u64 = 150_000;
/// Minimum and maximum number of positions to search per move of the game.
const NODES: [u64; 2] = [400, 3_000];
const MOMENTS: usize = 3;
/// Minimum loss for a move to count as a turning point, in centipawns.
const TURN: i32 = 150;
/// Value of a forced win; other scores are clamped below it.
const DECIDED: i32 = 2_000;
/// Minimum distance between two turning points, in plies.
const APART: usize = 4;

static COST: Text =
    Text::new("{move}. This cost {side} about {n}.", "{move}. Ce coup a coûté environ {n} ({side}).");
static LOST: Text = Text::new(
    "{move}. From here on {other} wins by force.",
    "{move}. À partir d'ici, le gain est forcé ({other}).",
);
static MISSED: Text =
    Text::new("{move}. {side} could have won by force.", "{move}. Il y avait un gain forcé ({side}).");
static BETTER: Text = Text::new("Better: {move}.", "Meilleur coup\u{a0}: {move}.");
static CAPTURE: Text = Text::new("Biggest capture: {move}.", "Plus grosse prise\u{a0}: {move}.");
static ALERT: Text = Text::new("First direct threat: {move}.", "Première menace directe\u{a0}: {move}.");
static END: Text = Text::new("Last move: {move}.", "Dernier coup\u{a0}: {move}.");

pub(crate) struct Review<R: Evaluate> {
    game: Match<R>,
    language: Language,
    seen: History<R>,
    search: Search<R>,
    worth: Vec<(i32, Option<Intent>)>,
    found: Option<Vec<MomentView>>,
}

#[derive(Clone, Copy)]
struct Event {
    index: usize,
    sort: &'static str,
}

impl<R: Evaluate + Presentation> Review<R> {
    pub(crate) fn new(game: Match<R>, language: Language) -> Self {
        let history = &game.history;
        let seen = History::new(history.rules().clone(), history.adjudication(), history.start().clone());
        let search = Search::new(&seen, Options { table_mb: 2, ..Options::default() });
        Self { game, language, seen, search, worth: Vec::new(), found: None }
    }

    fn plies(&self) -> &[Intent] {
        self.game.history.moves()
    }

    fn share(&self) -> u64 {
        (ALL_NODES / (self.plies().len() as u64 + 1)).clamp(NODES[0], NODES[1])
    }

    /// Searches the current position up to its share of the nodes; returns the number of nodes searched.
    fn look(&mut self) -> u64 {
        let share = self.share();
        while self.search.nodes() < share
            && self.search.advance(share - self.search.nodes()) != Progress::Finished
        {}
        self.search.nodes().max(1)
    }

    /// Records the current position's score and moves on to the next; returns whether there is one.
    fn note(&mut self) -> bool {
        let side = self.seen.position().side_to_move();
        let worth = match self.seen.status().outcome() {
            Some(outcome) => {
                (outcome.winner.map_or(0, |winner| if winner == side { DECIDED } else { -DECIDED }), None)
            }
            None => {
                let best = self.search.best();
                let score = best.as_ref().map_or(0, |best| match best.score.plies_to_end() {
                    Some(plies) if plies > 0 => DECIDED,
                    Some(_) => -DECIDED,
                    None => best.score.number().clamp(1 - DECIDED, DECIDED - 1),
                });
                (score, best.map(|best| best.intent))
            }
        };
        self.worth.push(worth);
        let Some(&next) = self.plies().get(self.worth.len() - 1) else { return false };
        // Cannot fail, because the move has already been played.
        if self.seen.play(next).is_err() {
            return false;
        }
        self.search.restart(&self.seen);
        true
    }

    fn cost(&self, index: usize, sides: &[Side]) -> i32 {
        let (before, after) = (self.worth[index].0, self.worth[index + 1].0);
        let after = if sides[index] == sides[index + 1] { after } else { -after };
        before - after
    }

    /// Picks key moments: the costliest move, the biggest capture, the first check, other costly moves, the last move.
    fn choose(&self) -> Vec<Event> {
        let history = &self.game.history;
        let rules = history.rules();
        let positions: Vec<R::Position> =
            [history.start().clone()].into_iter().chain(history.replayed()).collect();
        let sides: Vec<Side> = positions.iter().map(Board::side_to_move).collect();
        let plies = self.plies().len().min(self.worth.len() - 1);
        let ranked = |worth: &dyn Fn(usize) -> i32, least: i32| {
            let found: Vec<(usize, i32)> =
                (0..plies).map(|index| (index, worth(index))).filter(|&(_, worth)| worth >= least).collect();
            let order = sorted_indices(found.len(), &mut |a, b| found[b].1.cmp(&found[a].1));
            order.into_iter().map(|index| found[index].0).collect::<Vec<usize>>()
        };
        let turns = ranked(&|index| self.cost(index, &sides), TURN);
        let gain = |index: usize| rules.gain(&positions[index], self.plies()[index]);
        let captures = ranked(&gain, 1);
        let alert = (0..plies).find(|&index| rules.alert(&positions[index + 1]).is_some());
        let mut chosen: Vec<Event> = Vec::new();
        let add = |chosen: &mut Vec<Event>, index: usize, sort: &'static str, apart: usize| {
            let near = chosen.iter().any(|event| event.index.abs_diff(index) < apart);
            if chosen.len() < MOMENTS && !near {
                let place = chosen.partition_point(|event| event.index < index);
                chosen.insert(place, Event { index, sort });
            }
        };
        let first = |list: &[usize]| list.first().copied();
        first(&turns).into_iter().for_each(|index| add(&mut chosen, index, "turn", 1));
        first(&captures).into_iter().for_each(|index| add(&mut chosen, index, "capture", 1));
        alert.into_iter().for_each(|index| add(&mut chosen, index, "alert", 1));
        turns.iter().for_each(|&index| add(&mut chosen, index, "turn", APART));
        if let Some(last) = plies.checked_sub(1) {
            add(&mut chosen, last, "end", 1);
        }
        chosen
    }

    fn moments(&self) -> Vec<MomentView> {
        let record = self.game.record(self.language);
        let history = &self.game.history;
        let positions: Vec<R::Position> =
            [history.start().clone()].into_iter().chain(history.replayed()).collect();
        let sides: Vec<Side> = positions.iter().map(Board::side_to_move).collect();
        let narrator = self.game.narrator(self.language);
        let say = |text: &'static Text| text.get(self.language);
        let side_name = |side: Side| narrator.metadata.sides[side.index()].get(self.language);
        let of = |event: Event| {
            let ply = record.get(event.index)?;
            let position = &positions[event.index];
            let side = position.side_to_move();
            let (before, best) = self.worth[event.index];
            let after = before - self.cost(event.index, &sides);
            let text = match event.sort {
                "turn" if before >= DECIDED => &MISSED,
                "turn" if after <= -DECIDED => &LOST,
                "turn" => &COST,
                "capture" => &CAPTURE,
                "alert" => &ALERT,
                _ => &END,
            };
            let cost = pieces(before - after, self.language);
            let better = best.filter(|&best| event.sort == "turn" && best != self.plies()[event.index]);
            let better = better.map(|best| self.game.move_view(position, best, self.language, None));
            Some(MomentView {
                ply: ply.ply,
                sort: event.sort,
                side: side.number(),
                legs: ply.legs.clone(),
                sentence: say(text)
                    .replace("{move}", &ply.sentence)
                    .replace("{side}", side_name(side))
                    .replace("{other}", side_name(!side))
                    .replace("{n}", &cost),
                better: better.as_ref().map(|better| say(&BETTER).replace("{move}", &better.sentence)),
                better_legs: better.map(|better| better.legs).unwrap_or_default(),
            })
        };
        self.choose().into_iter().filter_map(of).collect()
    }
}

/// Formats centipawns as points, such as `4.2`.
fn pieces(hundredths: i32, language: Language) -> String {
    let mark = if language == Language::French { ',' } else { '.' };
    let tenths = (hundredths + 5) / 10;
    let number = format!("{}{mark}{}", tenths / 10, tenths % 10);
    match language {
        Language::English => format!("{number} points (the weakest piece is worth 1)"),
        Language::French => format!("{number} points (la pièce la plus faible vaut 1)"),
    }
}

impl<R: Evaluate + Presentation> AnyReview for Review<R> {
    fn advance(&mut self, nodes: u64) -> ReviewView {
        let mut left = nodes;
        while self.found.is_none() {
            let looked = self.look();
            if !self.note() {
                self.found = Some(self.moments());
            }
            if looked >= left {
                break;
            }
            left -= looked;
        }
        ReviewView {
            done: self.worth.len(),
            of: self.plies().len() + 1,
            moments: self.found.clone().unwrap_or_default(),
        }
    }
}
