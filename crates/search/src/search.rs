mod slips;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use entourage_kernel::{Board, Evaluate, History, Intent, mix};

use crate::cycles::{Cycles, Recurrence};
use crate::frame::{FREE, Frame};
use crate::ordering::{Ordering, pick};
use crate::quiescence::Quiescence;
use crate::score::{DRAW, INFINITE, MATE, Score, from_node_to_root, from_root_to_node, is_proven, of_outcome};
use crate::table::{Bound, Entry, Table};
use crate::{Clock, Limits};

/// The deepest search.
const DEEPEST: usize = 100;
/// The positions looked at between two glances at the clock.
const SLICE: u64 = 1024;

/// Sets up a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in mebibytes, rounded down to a power of two, at least 1.
    pub table_mb: usize,
    /// How far below the best, in hundredths, other moves still get an exact score in [`Search::ranking`].
    pub slack: i32,
}

impl Default for Options {
    fn default() -> Self {
        Self { table_mb: 16, slack: 0 }
    }
}

/// Holds the best move known at a moment of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// The move.
    pub intent: Intent,
    /// Its score for the side to move at the root.
    pub score: Score,
    /// The depth in plies at which it was found; 0 if nothing has been searched yet.
    pub depth: u32,
    /// The positions looked at so far.
    pub nodes: u64,
    /// The expected line, this move first.
    pub line: Vec<Intent>,
}

/// Tells why [`Search::advance`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The budget is used up.
    Paused,
    /// A depth is finished; the next one follows.
    Deepened,
    /// Nothing is left to find out.
    Finished,
}

/// Carries a node's value to its parent.
#[derive(Clone, Copy)]
struct Found {
    /// The value for the side to move at the node.
    value: i32,
    /// The ply above the node on which the value depends, or `FREE`.
    taint: usize,
}

/// Searches for the best move of one position of a game, and can be paused anywhere.
pub struct Search<R: Evaluate> {
    rules: R,
    slack: i32,
    /// Plies without a decisive move that draw.
    quiet_bound: Option<u32>,
    /// Plies without a decisive move at the root.
    quiet: u32,
    /// Whether this depth can reach the bound.
    watches_quiet: bool,
    table: Table,
    ordering: Ordering,
    quiescence: Quiescence,
    cycles: Cycles,
    root: R::Position,
    /// The legal moves, the most promising first.
    moves: Vec<Intent>,
    /// The line under search; only the first `open` frames are in use, none between two depths.
    frames: Vec<Frame<R::Position>>,
    open: usize,
    /// The best line below the node just valued.
    tail: Vec<Intent>,
    generated: Vec<Intent>,
    depth: usize,
    nodes: u64,
    best: Option<Best>,
    /// Exact scores at the last finished depth, and at the one under way.
    ranking: Vec<(Intent, Score)>,
    next_ranking: Vec<(Intent, Score)>,
    finished: bool,
}

impl<R: Evaluate> Search<R> {
    /// Makes a search for the present position of a game.
    pub fn new(history: &History<R>, options: Options) -> Self {
        let mut search = Self {
            rules: history.rules().clone(),
            slack: options.slack.max(0),
            quiet_bound: None,
            quiet: 0,
            watches_quiet: false,
            table: Table::new(options.table_mb),
            ordering: Ordering::new(),
            quiescence: Quiescence::default(),
            cycles: Cycles::new(history),
            root: history.position().clone(),
            moves: Vec::new(),
            frames: Vec::new(),
            open: 0,
            tail: Vec::new(),
            generated: Vec::new(),
            depth: 0,
            nodes: 0,
            best: None,
            ranking: Vec::new(),
            next_ranking: Vec::new(),
            finished: false,
        };
        search.restart(history);
        search
    }

    /// Begins anew at the present position of a game under the same rules, keeping what orders moves well.
    pub fn restart(&mut self, history: &History<R>) {
        self.rules = history.rules().clone();
        self.quiet_bound = history.in_force().quiet_limit.map(|limit| limit.saturating_mul(2));
        self.quiet = history.quiet_plies();
        self.table.grow_older();
        self.ordering.fade();
        self.quiescence.nodes = 0;
        self.cycles = Cycles::new(history);
        self.root = history.position().clone();
        self.open = 0;
        self.depth = 0;
        self.nodes = 0;
        self.ranking.clear();
        self.next_ranking.clear();
        self.moves = history.legal_moves();
        let remembered = self.table.find(self.root.hash()).and_then(|entry| entry.intent);
        let rank = |intent: &Intent| self.ordering.rank(&self.rules, &self.root, *intent, remembered, 0);
        self.moves.sort_by_cached_key(|intent| -i64::from(rank(intent)));
        self.finished = self.moves.is_empty();
        self.best = self.moves.first().map(|&intent| Best {
            intent,
            score: Score::new(self.rules.evaluate(&self.root)),
            depth: 0,
            nodes: 0,
            line: vec![intent],
        });
    }

    /// Returns the rules of the game searched.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the position searched.
    pub fn position(&self) -> &R::Position {
        &self.root
    }

    /// Lists the legal moves, the best known first; none if the game is over.
    pub fn moves(&self) -> &[Intent] {
        &self.moves
    }

    /// Lists moves with exact scores at the last finished depth, the best first: all those within the slack.
    pub fn ranking(&self) -> &[(Intent, Score)] {
        &self.ranking
    }

    /// Returns the best move known, always a legal one; `None` if the game is over.
    pub fn best(&self) -> Option<Best> {
        Some(Best { nodes: self.nodes(), ..self.best.clone()? })
    }

    /// Returns the positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.quiescence.nodes
    }

    /// Returns the last depth finished, in plies.
    pub fn depth(&self) -> u32 {
        (self.depth - usize::from(self.open > 0)) as u32
    }

    /// Searches on until a depth is finished or about `budget` more positions were looked at.
    ///
    /// How a search is cut into calls does not change what it finds.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let goal = self.nodes().saturating_add(budget.max(1));
        while !self.finished {
            if self.open == 0 {
                self.begin_depth();
            }
            self.step();
            if self.open == 0 && !self.finished {
                return Progress::Deepened;
            }
            if self.open > 0 && self.nodes() >= goal {
                return Progress::Paused;
            }
        }
        Progress::Finished
    }

    /// Searches within limits, reporting after every finished depth, and returns the best move found.
    ///
    /// Without limits it goes on until `stop` is set or nothing is left to find out. A lone legal move is
    /// not pondered beyond the first depth, unless the limit is a depth.
    pub fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Best),
    ) -> Option<Best> {
        let depth = limits.depth.unwrap_or(if self.moves.len() == 1 { 1 } else { u32::MAX });
        while self.depth() < depth && !stop.load(Relaxed) {
            let nodes_left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes());
            if nodes_left == 0 || limits.time_ms.is_some_and(|limit| clock.elapsed_ms() >= limit) {
                break;
            }
            let before = self.depth();
            let progress = self.advance(nodes_left.min(SLICE));
            if self.depth() > before {
                self.best().iter().for_each(&mut *report);
            }
            if progress == Progress::Finished {
                break;
            }
        }
        self.best()
    }

    fn begin_depth(&mut self) {
        self.depth += 1;
        // A pass at the root is answered even at depth 1.
        let reach = self.quiet.saturating_add(self.depth.max(2) as u32);
        self.watches_quiet = self.quiet_bound.is_some_and(|bound| reach >= bound);
        self.next_ranking.clear();
        self.cycles.push(self.rules.repetition_key(&self.root));
        self.push_frame(self.root.clone(), self.root.hash(), self.depth, self.quiet, (-INFINITE, INFINITE));
        let frame = &mut self.frames[0];
        frame.slack = self.slack;
        frame.moves.extend(self.moves.iter().enumerate().map(|(place, &intent)| (-(place as i32), intent)));
    }

    fn push_frame(&mut self, position: R::Position, key: u64, depth: usize, quiet: u32, window: (i32, i32)) {
        if self.open == self.frames.len() {
            self.frames.push(Frame::new(position.clone()));
        }
        self.frames[self.open].open(position, key, depth, quiet, window);
        self.open += 1;
    }

    /// Takes up the next move of the last node, or closes it.
    fn step(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        match pick(&mut frame.moves, frame.next) {
            Some(intent) => {
                frame.scouting = frame.next > 0;
                frame.next += 1;
                frame.intent = intent;
                self.descend();
            }
            None => self.close(),
        }
    }

    /// Searches the current move of the last node: values it at once, or opens its node.
    fn descend(&mut self) {
        loop {
            let frame = &mut self.frames[self.open - 1];
            let child = self.rules.play_unchecked(&frame.position, frame.intent);
            frame.keeps_turn = child.side_to_move() == frame.position.side_to_move();
            let beta = if frame.scouting { frame.alpha + 1 } else { frame.beta };
            let window = if frame.keeps_turn { (frame.alpha, beta) } else { (-beta, -frame.alpha) };
            // A pass is never judged before the answer: it may be another pass that ends the game.
            let passes_at_once = self.open == 1 && frame.depth == 1 && frame.intent.is_empty();
            let depth = if passes_at_once { 1 } else { frame.depth - 1 };
            let quiet = if !self.watches_quiet || self.rules.is_decisive(&frame.position, frame.intent) {
                0
            } else {
                frame.quiet + 1
            };
            match self.enter(child, depth, quiet, window) {
                Some(found) if self.receive(found) => {}
                _ => return,
            }
        }
    }

    /// Values a position at once if that is possible; otherwise opens a node for it.
    fn enter(&mut self, position: R::Position, depth: usize, quiet: u32, window: (i32, i32)) -> Option<Found> {
        self.nodes += 1;
        self.tail.clear();
        let ply = self.open;
        let mover = position.side_to_move();
        let free = |value| Some(Found { value, taint: FREE });
        if let Some(outcome) = self.rules.terminal(&position) {
            return free(of_outcome(outcome, mover, ply));
        }
        let repetition_key = self.rules.repetition_key(&position);
        let recurrence = self.cycles.recurrence(repetition_key);
        let exhausted = self.watches_quiet && self.quiet_bound.is_some_and(|bound| quiet >= bound);
        if recurrence.is_some() || exhausted {
            // The rules' own endings come before adjudication.
            if !self.rules.has_moves(&position) {
                return free(of_outcome(self.rules.stranded(&position), mover, ply));
            }
            let taint = match recurrence {
                Some(Recurrence::OnLine(earlier)) if !exhausted => earlier,
                _ => FREE,
            };
            return Some(Found { value: DRAW, taint });
        }

        let key = position.hash() ^ self.quiet_salt(quiet, depth);
        let known = self.table.find(key);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            let value = from_node_to_root(entry.score, ply);
            let usable = match entry.bound {
                Bound::None => false,
                Bound::Upper => value <= window.0,
                Bound::Lower => value >= window.1,
                Bound::Exact => true,
            };
            if usable {
                self.tail.extend(entry.intent);
                return free(value);
            }
        }
        if depth == 0 {
            let value = self.quiescence.value(&self.rules, &position, window, ply, 0);
            self.remember(key, None, value, ply, 0, window);
            return free(value);
        }

        self.generated.clear();
        self.rules.legal_moves(&position, &mut self.generated);
        if self.generated.is_empty() {
            return free(of_outcome(self.rules.stranded(&position), mover, ply));
        }
        self.cycles.push(repetition_key);
        self.push_frame(position, key, depth, quiet, window);
        let frame = &mut self.frames[ply];
        let remembered = known.and_then(|entry| entry.intent);
        let rank = |intent| self.ordering.rank(&self.rules, &frame.position, intent, remembered, ply);
        frame.moves.extend(self.generated.iter().map(|&intent| (rank(intent), intent)));
        None
    }

    /// Tells positions apart in the table by their quiet plies where these can bring the draw within the depth.
    fn quiet_salt(&self, quiet: u32, depth: usize) -> u64 {
        match self.quiet_bound {
            Some(bound) if self.watches_quiet && quiet + depth as u32 >= bound => mix(u64::from(quiet) + 1),
            _ => 0,
        }
    }

    /// Stores a value found within a window.
    fn remember(
        &mut self,
        key: u64,
        intent: Option<Intent>,
        value: i32,
        ply: usize,
        depth: usize,
        window: (i32, i32),
    ) {
        let bound = match value {
            _ if value >= window.1 => Bound::Lower,
            _ if value <= window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.store(key, Entry { intent, score: from_root_to_node(value, ply), depth, bound });
    }

    /// Takes in the value of the last node's current move; tells whether it must be searched again with the full window.
    fn receive(&mut self, found: Found) -> bool {
        let ply = self.open - 1;
        let frame = &mut self.frames[ply];
        let value = if frame.keeps_turn { found.value } else { -found.value };
        if frame.scouting && value > frame.alpha && value < frame.beta {
            frame.scouting = false;
            return true;
        }
        let matters = value > frame.alpha;
        if ply == 0 && matters {
            self.next_ranking.push((frame.intent, Score::new(value)));
        }
        frame.taint = frame.taint.min(found.taint);
        if value <= frame.best {
            return false;
        }
        frame.best = value;
        if !matters {
            return false;
        }
        frame.best_intent = Some(frame.intent);
        frame.line.clear();
        frame.line.push(frame.intent);
        frame.line.append(&mut self.tail);
        frame.alpha = frame.alpha.max(value - frame.slack);
        if value >= frame.beta {
            // The refutation alone proves the bound, so what other moves rested on does not matter.
            frame.taint = found.taint;
            if self.rules.gain(&frame.position, frame.intent) == 0 {
                let side = frame.position.side_to_move();
                self.ordering.learn(side, frame.intent, &frame.moves[..frame.next], ply, frame.depth);
            }
            frame.next = frame.moves.len();
        }
        if ply == 0 {
            self.note_best();
        }
        false
    }

    /// Closes the last node and hands its value to its parent.
    fn close(&mut self) {
        let ply = self.open - 1;
        self.open = ply;
        self.cycles.pop();
        let frame = &mut self.frames[ply];
        std::mem::swap(&mut self.tail, &mut frame.line);
        let (key, intent, best, depth) = (frame.key, frame.best_intent, frame.best, frame.depth);
        let window = (frame.floor, frame.beta);
        if ply == 0 {
            return self.finish_depth();
        }
        let taint = if frame.taint < ply { frame.taint } else { FREE };
        if taint == FREE {
            self.remember(key, intent, best, ply, depth, window);
        } else {
            self.table.store(key, Entry { intent, score: 0, depth, bound: Bound::None });
        }
        if self.receive(Found { value: best, taint }) {
            self.descend();
        }
    }

    fn note_best(&mut self) {
        let frame = &self.frames[0];
        self.best = Some(Best {
            intent: frame.intent,
            score: Score::new(frame.best),
            depth: self.depth as u32,
            nodes: 0,
            line: frame.line.clone(),
        });
    }

    fn finish_depth(&mut self) {
        std::mem::swap(&mut self.ranking, &mut self.next_ranking);
        if let Some(best) = &self.best {
            let chosen = best.intent;
            let number = best.score.number();
            // Exact scores order the next depth; the rest keep their order.
            self.ranking.sort_by_key(|&(intent, score)| (-score.number(), intent != chosen));
            let place = |intent: &Intent| {
                self.ranking.iter().position(|(other, _)| other == intent).unwrap_or(usize::MAX)
            };
            self.moves.sort_by_cached_key(place);
            // A proven end within this depth cannot be bettered.
            self.finished =
                self.depth >= DEEPEST || is_proven(number) && MATE - number.abs() <= self.depth as i32;
        }
        self.extend_line();
    }

    /// Follows the table where the best line was cut short by it.
    fn extend_line(&mut self) {
        let Some(best) = &mut self.best else { return };
        let mut position = self.root.clone();
        for &intent in &best.line {
            position = self.rules.play_unchecked(&position, intent);
        }
        while best.line.len() < self.depth {
            let Some(intent) = self.table.find(position.hash()).and_then(|entry| entry.intent) else { return };
            self.generated.clear();
            self.rules.legal_moves(&position, &mut self.generated);
            if !self.generated.contains(&intent) {
                return;
            }
            best.line.push(intent);
            position = self.rules.play_unchecked(&position, intent);
        }
    }
}
