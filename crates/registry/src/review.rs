//! Finds the key moments of a game: a quick search of every position suggests mistakes, and deeper searches confirm or drop them.

use entourage_kernel::{
    Board, Evaluate, History, Intent, Language, Outcome, Presentation, Side, Text, sorted_indices,
};
use entourage_search::{Best, MATE, Options, Progress, Score, Search};

use crate::match_face::Match;
use crate::view::{MomentView, ReviewView};
use crate::{AnyMatch, AnyReview, Explain};

/// Number of positions to search quickly in a whole game; fixed, so that long games take no longer than short ones.
const ALL_NODES: u64 = 1_200_000;
/// Minimum and maximum number of positions to search quickly per move of the game.
const NODES: [u64; 2] = [4_000, 20_000];
/// Maximum number of moves to check.
const MAX_CHECKS: usize = 8;
/// Minimum and maximum number of positions to search in a check, both before and after the move.
const CHECK_NODES: [u64; 2] = [400_000, 800_000];
/// If fewer mistakes are found, other moments are added.
const MOMENTS: usize = 3;
/// A certain win, in thousandths. A draw is worth half of it.
const WHOLE: i32 = 1_000;
/// Minimum loss of chances for a move to be checked, and to count as a mistake, in thousandths.
const SUSPICIOUS: i32 = 60;
const MISTAKE: i32 = 210;
/// Maximum difference between the chances at depths that agree, in thousandths.
const TOLERANCE: i32 = 120;
/// Minimum chances before a mistake: when a game is nearly lost, estimates are too rough to compare moves.
const HOPE: i32 = 250;
/// The score in centipawns at which the expected result is 73 % of a win.
const SCALE: f64 = 160.0;
/// Number of depths that have to agree if the line found ends quietly, and if it does not. Lines are often cut short by the
/// transposition table.
const DEPTHS: [usize; 2] = [3, 4];

static COST: Text = Text::new(
    "{move}. The estimated chances of {side} fall from {before}% to {after}%.",
    "{move}. Les chances estimées passent de {before}\u{a0}% à {after}\u{a0}% ({side}).",
);
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
    /// The game, and the games that continue it after draws that no player claimed.
    games: Vec<Match<R>>,
    language: Language,
    moves: Vec<Intent>,
    positions: Vec<R::Position>,
    search: Search<R>,
    /// The position being searched.
    seen: History<R>,
    /// The chances of the side to move in each position searched so far, and its best move.
    values: Vec<(i32, Option<Intent>)>,
    /// The moves to check, the most suspicious last.
    suspects: Vec<usize>,
    /// What the searches at the last depths of a check found.
    depths: Vec<Best>,
    /// The result of the check before the suspected move, while the position after it is searched.
    before: Option<Verdict>,
    mistakes: Vec<Mistake>,
    found: Option<Vec<MomentView>>,
}

/// The value of a position on which the searches at several depths agree.
struct Verdict {
    /// The lower and the higher of the two chances, in thousandths.
    least: i32,
    most: i32,
    score: Score,
    best: Option<Intent>,
}

struct Mistake {
    index: usize,
    text: &'static Text,
    before: i32,
    after: i32,
    better: Option<Intent>,
}

/// Returns the expected result of a side in thousandths of a win; a draw is 500.
pub fn expected_result(score: Score) -> i32 {
    match score.plies_to_end() {
        Some(plies) => WHOLE * i32::from(plies > 0),
        None => (f64::from(WHOLE) / (1.0 + (-f64::from(score.number()) / SCALE).exp())).round() as i32,
    }
}

fn final_score(outcome: &Outcome, side: Side) -> Score {
    Score::new(outcome.winner.map_or(0, |winner| if winner == side { MATE - 1 } else { -MATE }))
}

impl<R: Evaluate + Presentation> Review<R> {
    /// Starts a review of a game that goes on with the moves `later` after draws that no player claimed; `None` if it
    /// does not.
    pub(crate) fn new(game: Match<R>, later: &[String], language: Language) -> Option<Self> {
        let mut games = vec![game];
        for text in later {
            let next = games.last().and_then(Match::continued);
            games.extend(next);
            games.last_mut()?.play(text).ok()?;
        }
        let moves: Vec<Intent> = games.iter().flat_map(|game| game.history.moves()).copied().collect();
        let mut positions = Vec::new();
        for game in &games {
            // A game continues from the last position of the game before, with other counters.
            positions.pop();
            positions.push(game.history.start().clone());
            positions.extend(game.history.replayed());
        }
        let seen = beginning(&games[0].history);
        let search = Search::new(&seen, Options { table_mb: 8, ..Options::default() });
        Some(Self {
            games,
            language,
            moves,
            positions,
            search,
            seen,
            values: Vec::new(),
            suspects: Vec::new(),
            depths: Vec::new(),
            before: None,
            mistakes: Vec::new(),
            found: None,
        })
    }

    fn share(&self) -> u64 {
        (ALL_NODES / self.positions.len() as u64).clamp(NODES[0], NODES[1])
    }

    /// Moves the search to the position before the move with this index.
    fn go_to(&mut self, index: usize) {
        let mut first = 0;
        let mut games = self.games.iter().peekable();
        while let Some(game) = games.next() {
            let end = first + game.history.moves().len();
            if index < end || games.peek().is_none() {
                self.seen = beginning(&game.history);
                for &intent in &self.moves[first..index] {
                    // Cannot fail, because the moves have already been played.
                    let _ = self.seen.play(intent);
                }
                break;
            }
            first = end;
        }
        self.search.restart(&self.seen);
        self.depths.clear();
    }

    /// Searches at most `nodes` positions and returns their number, or 1 if there was nothing to search.
    fn work(&mut self, nodes: u64) -> u64 {
        let scans = self.values.len() < self.positions.len();
        let goal = if scans { self.share() } else { CHECK_NODES[1] };
        let earlier = self.search.nodes();
        let left = nodes.min(goal.saturating_sub(earlier));
        let progress = if left > 0 { self.search.advance(left) } else { Progress::Finished };
        let searched = self.search.nodes() - earlier;
        let is_over = progress == Progress::Finished || self.search.nodes() >= goal;
        if scans {
            if is_over {
                self.note();
            }
        } else {
            self.check(progress != Progress::Paused, is_over);
        }
        searched.max(1)
    }

    /// Records the current position's value and moves on to the next; after the last, lists the moves to check.
    fn note(&mut self) {
        let best = self.search.best();
        let score = match self.seen.status().outcome() {
            Some(outcome) => final_score(&outcome, self.seen.position().side_to_move()),
            None => best.as_ref().map_or(Score::new(0), |best| best.score),
        };
        self.values.push((expected_result(score), best.map(|best| best.intent)));
        let index = self.values.len();
        if index < self.positions.len() {
            return self.go_to(index);
        }
        let loss = |index: usize| self.values[index].0 - self.for_mover(index, self.values[index + 1].0);
        let suspects: Vec<(usize, i32)> = (0..self.moves.len())
            .filter(|&index| self.values[index].1 != Some(self.moves[index]))
            .map(|index| (index, loss(index)))
            .filter(|&(_, loss)| loss >= SUSPICIOUS)
            .collect();
        let order = sorted_indices(suspects.len(), &mut |a, b| suspects[b].1.cmp(&suspects[a].1));
        self.suspects = order.into_iter().take(MAX_CHECKS).map(|at| suspects[at].0).rev().collect();
        self.next_check();
    }

    /// Converts the chances after a move to those of the side that moved.
    fn for_mover(&self, index: usize, after: i32) -> i32 {
        let [mover, next] = [index, index + 1].map(|index| self.positions[index].side_to_move());
        if mover == next { after } else { WHOLE - after }
    }

    fn next_check(&mut self) {
        self.before = None;
        match self.suspects.last() {
            Some(&index) => self.go_to(index),
            None => self.found = Some(self.moments()),
        }
    }

    /// Continues a check after a depth is finished or the search is over.
    fn check(&mut self, is_deeper: bool, is_over: bool) {
        let Some(&index) = self.suspects.last() else { return };
        if is_deeper && let Some(best) = self.search.best() {
            if self.depths.len() == DEPTHS[1] {
                self.depths.remove(0);
            }
            self.depths.push(best);
        }
        let verdict = match is_over || is_deeper && self.search.nodes() >= CHECK_NODES[0] {
            true => self.verdict(),
            false => None,
        };
        match (verdict, self.before.take()) {
            (None, before) if !is_over => self.before = before,
            (Some(verdict), None) if verdict.best != Some(self.moves[index]) => {
                self.before = Some(verdict);
                self.go_to(index + 1);
            }
            (after, before) => {
                if let (Some(after), Some(before)) = (after, before) {
                    self.mistakes.extend(self.mistake(index, &before, &after));
                }
                self.suspects.pop();
                self.next_check();
            }
        }
    }

    /// Returns the value of the current position if it is stable: proven, or equal enough at several depths.
    fn verdict(&self) -> Option<Verdict> {
        if let Some(outcome) = self.seen.status().outcome() {
            let score = final_score(&outcome, self.seen.position().side_to_move());
            return Some(Verdict {
                least: expected_result(score),
                most: expected_result(score),
                score,
                best: None,
            });
        }
        let last = self.depths.last()?;
        let (score, best) = (last.score, Some(last.intent));
        let value = expected_result(score);
        if score.plies_to_end().is_some() {
            return Some(Verdict { least: value, most: value, score, best });
        }
        let enough = DEPTHS[usize::from(!self.is_quiet_after(&last.variation))];
        let values = self.depths.iter().rev().take(enough).map(|best| expected_result(best.score));
        let (least, most) = (values.clone().min()?, values.max()?);
        let agree = self.depths.len() >= enough && most - least <= TOLERANCE;
        agree.then_some(Verdict { least, most, score, best })
    }

    /// Returns whether a line ends with the game, or in a position without an alert or a capture that wins material.
    fn is_quiet_after(&self, line: &[Intent]) -> bool {
        let rules = self.seen.rules();
        let play = |position: R::Position, &intent: &Intent| rules.play_unchecked(&position, intent);
        let last = line.iter().fold(self.seen.position().clone(), play);
        if rules.outcome(&last).is_some() {
            return true;
        }
        let mut captures = Vec::new();
        rules.noisy_moves(&last, &mut captures);
        rules.alert(&last).is_none() && captures.iter().all(|&intent| rules.static_exchange(&last, intent) <= 0)
    }

    fn mistake(&self, index: usize, before: &Verdict, after: &Verdict) -> Option<Mistake> {
        let most = self.for_mover(index, after.least).max(self.for_mover(index, after.most));
        if before.least < HOPE || before.least - most < MISTAKE {
            return None;
        }
        let text = match before.score.plies_to_end() {
            Some(_) => &MISSED,
            None if most == 0 && after.score.plies_to_end().is_some() => &LOST,
            None => &COST,
        };
        Some(Mistake { index, text, before: before.least, after: most, better: before.best })
    }

    fn moments(&self) -> Vec<MomentView> {
        let rules = self.seen.rules();
        let say = |text: &'static Text| text.get(self.language);
        let mut chosen: Vec<(usize, &'static str, &'static Text, Option<&Mistake>)> =
            self.mistakes.iter().map(|one| (one.index, "turn", one.text, Some(one))).collect();
        let gain = |index: usize| rules.gain(&self.positions[index], self.moves[index]);
        let plies = 0..self.moves.len();
        // The first of several equal captures.
        let capture = plies.clone().rev().max_by_key(|&index| gain(index)).filter(|&index| gain(index) > 0);
        let alert = plies.clone().find(|&index| rules.alert(&self.positions[index + 1]).is_some());
        for (index, sort, text) in
            [(capture, "capture", &CAPTURE), (alert, "alert", &ALERT), (plies.last(), "end", &END)]
        {
            if let Some(index) = index
                && chosen.len() < MOMENTS
                && chosen.iter().all(|other| other.0 != index)
            {
                chosen.push((index, sort, text, None));
            }
        }
        let order = sorted_indices(chosen.len(), &mut |a, b| chosen[a].0.cmp(&chosen[b].0));
        let records: Vec<_> = self.games.iter().flat_map(|game| game.record(self.language)).collect();
        let narrator = self.games[0].narrator(self.language);
        let name = |side: Side| narrator.metadata.sides[side.index()].get(self.language);
        let percent = |chances: i32| ((chances + 5) / 10).to_string();
        let view = |at: usize| {
            let (index, sort, text, mistake) = chosen[at];
            let (record, position) = (records.get(index)?, &self.positions[index]);
            let side = position.side_to_move();
            let better = mistake.and_then(|mistake| mistake.better);
            let better = better.map(|better| self.games[0].move_view(position, better, self.language, None));
            let (before, after) = mistake.map_or((0, 0), |mistake| (mistake.before, mistake.after));
            Some(MomentView {
                ply: index + 1,
                sort,
                side: side.number(),
                legs: record.legs.clone(),
                fall: mistake.map(|mistake| [mistake.before, mistake.after]),
                best: mistake.and_then(|mistake| mistake.better).map(|best| rules.write_move(best)),
                sentence: say(text)
                    .replace("{move}", &record.sentence)
                    .replace("{side}", name(side))
                    .replace("{other}", name(!side))
                    .replace("{before}", &percent(before))
                    .replace("{after}", &percent(after)),
                better: better.as_ref().map(|better| say(&BETTER).replace("{move}", &better.sentence)),
                better_legs: better.map(|better| better.legs).unwrap_or_default(),
            })
        };
        order.into_iter().filter_map(view).collect()
    }
}

fn beginning<R: Evaluate>(history: &History<R>) -> History<R> {
    History::new(history.rules().clone(), history.adjudication(), history.start().clone())
}

impl<R: Evaluate + Presentation> AnyReview for Review<R> {
    fn advance(&mut self, nodes: u64) -> ReviewView {
        let mut left = nodes;
        while self.found.is_none() && left > 0 {
            left = left.saturating_sub(self.work(left));
        }
        let of = self.positions.len() + MAX_CHECKS;
        let scanned = self.values.len();
        let checked = if scanned < self.positions.len() { 0 } else { MAX_CHECKS - self.suspects.len() };
        let first = |(index, &(value, _)): (usize, &(i32, _))| match self.positions[index].side_to_move() {
            Side::First => value,
            Side::Second => WHOLE - value,
        };
        let chances = self.values.iter().enumerate().map(first).collect();
        ReviewView { done: scanned + checked, of, chances, moments: self.found.clone().unwrap_or_default() }
    }
}
