use entourage_kernel::{Board, Evaluate, Intent, Side};

use crate::Distance;
use crate::table::{Entry, INFINITE, Table};

/// The settings of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The side whose win is to be proved.
    pub attacker: Side,
    /// The size of the hash table in mebibytes, at least 1.
    pub table_mb: usize,
}

/// A search for the shortest forced win of one side.
///
/// The search can be paused after any number of nodes and resumed. All its results are in the table, which can be saved.
pub struct Solver<R: Evaluate> {
    pub(crate) rules: R,
    pub(crate) root: R::Position,
    pub(crate) attacker: Side,
    pub(crate) table: Table,
    pub(crate) plies: u16,
    pub(crate) nodes: u64,
    goal: u64,
    /// Nodes visited since the last new position; the search pauses after `MAX_IDLE_NODES` of them.
    idle: u64,
    /// Keys of the positions on the line where the search was paused and will resume, from the leaf to the root.
    resume_line: Vec<u64>,
    spare: Vec<Vec<Child>>,
    generated: Vec<Intent>,
}

#[derive(Clone, Copy)]
struct Child {
    intent: Intent,
    key: u64,
    distance: Distance,
    proof: u32,
    disproof: u32,
}

#[derive(Clone, Copy)]
struct Summary {
    distance: Distance,
    proof: u32,
    disproof: u32,
    next: usize,
    limits: Limits,
}

#[derive(Clone, Copy)]
struct Limits {
    proof: u32,
    disproof: u32,
}

/// How much more than the runner-up the best child may cost before the search switches to the runner-up. A high value
/// makes the search nearly depth-first. Where one side defends easily, as at the start of a game, a high value needs a
/// seventh of the nodes that a low value needs; elsewhere, it needs about the same number.
const PATIENCE: u32 = 1024;
const PATIENCE_RATIO: u32 = 16;

/// Nodes without a new position after which the search pauses, so that the caller can check the clock.
const MAX_IDLE_NODES: u64 = 1 << 16;

const UNLIMITED: Limits = Limits { proof: INFINITE, disproof: INFINITE };

impl<R: Evaluate> Solver<R> {
    /// Creates a solver for a position; the moves that led to it are ignored.
    pub fn new(rules: R, root: R::Position, settings: Settings) -> Self {
        let Settings { attacker, table_mb } = settings;
        let mut solver = Self {
            rules,
            root,
            attacker,
            table: Table::new(table_mb),
            plies: 1,
            nodes: 0,
            goal: 0,
            idle: 0,
            resume_line: Vec::new(),
            spare: Vec::new(),
            generated: Vec::new(),
        };
        let root = solver.root.clone();
        if let Some(distance) = solver.end(&root) {
            solver.remember(solver.key(&root), Entry { distance, plies: 0, proof: 0, disproof: 0, work: 1 });
        }
        solver
    }

    /// Returns the side for which a win is sought.
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Returns the number of nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of plies within which a win is currently sought.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// Returns the known bounds on the distance from the root position to a win.
    pub fn distance(&self) -> Distance {
        self.table.find(self.key(&self.root)).map_or(Distance::OPEN, |entry| entry.distance)
    }

    /// Returns whether the exact distance is known, or it is proved that no win exists.
    pub fn is_solved(&self) -> bool {
        let Distance { least, most } = self.distance();
        least == most
    }

    /// Searches about `nodes` more nodes, for a win within at most `most` plies; returns whether the search is finished. The search
    /// pauses early if it meets only known positions; the next call resumes there.
    pub fn advance(&mut self, nodes: u64, most: u16) -> bool {
        self.goal = self.nodes.saturating_add(nodes.max(1));
        self.idle = 0;
        let root = self.root.clone();
        while !self.is_solved() {
            // A loaded table may have raised the lower bound on the plies.
            self.plies = self.distance().least;
            if self.plies > most {
                return true;
            }
            if self.is_spent() {
                return false;
            }
            self.look(&root, self.plies, UNLIMITED);
        }
        true
    }

    /// Determines whether a position is won within `plies`; `None` if a hash collision prevents this.
    pub(crate) fn settle(&mut self, position: &R::Position, plies: u16) -> Option<bool> {
        self.settle_before(position, plies, u64::MAX)
    }

    /// Like [`settle`](Self::settle), but also returns `None` once the search has visited `goal` nodes in all.
    pub(crate) fn settle_before(&mut self, position: &R::Position, plies: u16, goal: u64) -> Option<bool> {
        self.goal = goal;
        self.resume_line.clear();
        if plies == 0 {
            return Some(false);
        }
        // This many rounds are enough to visit all known positions; a longer search goes in circles.
        let most = 16 + 16 * self.table.capacity() as u64 / MAX_IDLE_NODES;
        let (mut rounds, mut nodes) = (0, self.nodes);
        while rounds < most {
            self.idle = 0;
            self.look(position, plies, UNLIMITED);
            let known = self.table.find(self.key(position)).and_then(|entry| entry.distance.within(plies));
            if known.is_some() || self.nodes >= goal {
                return known;
            }
            rounds = if self.nodes > nodes { 0 } else { rounds + 1 };
            nodes = self.nodes;
        }
        None
    }

    fn is_spent(&self) -> bool {
        self.nodes >= self.goal || self.idle >= MAX_IDLE_NODES
    }

    pub(crate) fn end(&self, position: &R::Position) -> Option<Distance> {
        let outcome = self.rules.outcome(position)?;
        Some(if outcome.winner == Some(self.attacker) { Distance::WON } else { Distance::MISSED })
    }

    /// Returns the bounds on the distance of a position that follow from the rules alone.
    fn initial_distance(&self, position: &R::Position) -> Distance {
        let least = || self.rules.least_plies_to_win(position, self.attacker);
        self.end(position).unwrap_or_else(|| Distance { least: least(), ..Distance::OPEN })
    }

    pub(crate) fn key(&self, position: &R::Position) -> u64 {
        self.rules.equivalence_key(position)
    }

    fn remember(&mut self, key: u64, entry: Entry) {
        self.table.store(key, entry);
    }

    /// Searches a position until its proof or disproof number for `plies` is 0 or at its limit; returns whether the search was paused.
    fn look(&mut self, position: &R::Position, plies: u16, limits: Limits) -> bool {
        let before = self.nodes;
        let key = self.key(position);
        let mut children = self.children(position, key);
        let attacks = position.side_to_move() == self.attacker;
        let mut wanted = self.resume_line.pop();
        let mut inside = None;
        let paused = loop {
            self.idle += 1;
            for child in &mut children {
                self.refresh(child, plies - 1);
            }
            let Summary { distance, proof, disproof, next, limits: below } =
                summarise(&children, attacks, plies, limits, wanted);
            let over = proof >= limits.proof || disproof >= limits.disproof || proof == 0 || disproof == 0;
            if over || self.is_spent() {
                let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
                self.remember(key, Entry { distance, plies, proof, disproof, work });
                match inside {
                    Some(key) if !over => self.resume_line.push(key),
                    _ => self.resume_line.clear(),
                }
                break !over;
            }
            let Child { intent, key, .. } = children[next];
            if wanted.take().is_some_and(|wanted| wanted != key) {
                self.resume_line.clear();
            }
            let child = self.rules.play_unchecked(position, intent);
            inside = self.look(&child, plies - 1, below).then_some(key);
        };
        children.clear();
        self.spare.push(children);
        paused
    }

    fn children(&mut self, position: &R::Position, key: u64) -> Vec<Child> {
        let mut children = self.spare.pop().unwrap_or_default();
        let mut generated = std::mem::take(&mut self.generated);
        generated.clear();
        self.rules.legal_moves(position, &mut generated);
        // Nodes on the way back to where the search was paused are not counted, so that even the smallest slice makes progress.
        if self.table.find(key).is_none() {
            self.nodes += generated.len() as u64;
            self.idle = 0;
        }
        children.extend(generated.iter().map(|&intent| {
            let child = self.rules.play_unchecked(position, intent);
            let distance = self.initial_distance(&child);
            Child { intent, key: self.key(&child), distance, proof: 1, disproof: 1 }
        }));
        self.generated = generated;
        children
    }

    fn refresh(&self, child: &mut Child, plies: u16) {
        if child.distance.within(plies).is_some() {
            return;
        }
        let Some(entry) = self.table.find(child.key) else { return };
        child.distance = child.distance.and(entry.distance);
        // Proof numbers for another number of plies do not apply.
        if entry.plies == plies {
            (child.proof, child.disproof) = (entry.proof, entry.disproof);
        }
    }
}

impl Child {
    fn numbers(&self, plies: u16) -> (u32, u32) {
        match self.distance.within(plies) {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None => (self.proof.max(1), self.disproof.max(1)),
        }
    }
}

/// Summarises a node's children: if the attacker is to move, one won child is enough; if not, all must be won.
///
/// The number of the side to move (proof for the attacker, disproof for the defender) is taken from the best child. The
/// other number is the worst child's plus one for each further unsettled child. It is not the sum of all children's numbers:
/// most lines transpose, and a sum would count shared positions many times.
///
/// The next child to search is the best one, or the child with the key `wanted` if that child is not settled.
fn summarise(children: &[Child], attacks: bool, plies: u16, limits: Limits, wanted: Option<u64>) -> Summary {
    let below = plies - 1;
    // The effort to settle one child, and the effort to settle all; swapped if the defender is to move.
    let efforts = |child: &Child| {
        let (proof, disproof) = child.numbers(below);
        if attacks { (proof, disproof) } else { (disproof, proof) }
    };
    let (mut best, mut second, mut next) = (INFINITE, INFINITE, 0);
    let mut chosen = None;
    let (mut worst, mut unsettled) = (0, 0);
    let mut distance = if attacks { Distance::MISSED } else { Distance::WON };
    for (index, child) in children.iter().enumerate() {
        let (one, all) = efforts(child);
        if wanted == Some(child.key) && one > 0 && one < INFINITE {
            chosen = chosen.or(Some(index));
        }
        // If tied, the attacker tries the child refuted for the fewest plies, the defender the one refuted for most.
        let promising = |other: usize| {
            let [this, other] = [child, &children[other]].map(|child| child.distance.least);
            if attacks { this < other } else { this > other }
        };
        if one < best || one == best && one < INFINITE && promising(next) {
            (second, best, next) = (best, one, index);
        } else {
            second = second.min(one);
        }
        if all > 0 {
            worst = all.max(worst);
            unsettled += 1;
        }
        let Distance { least, most } = child.distance;
        distance = if attacks {
            Distance { least: distance.least.min(least), most: distance.most.min(most) }
        } else {
            Distance { least: distance.least.max(least), most: distance.most.max(most) }
        };
    }
    if let Some(chosen) = chosen.filter(|&chosen| chosen != next) {
        (second, next) = (best, chosen);
    }
    let others = u32::saturating_sub(unsettled, 1);
    let all = if worst >= INFINITE { INFINITE } else { (worst + others).min(INFINITE - 1) };
    let (one_limit, all_limit) =
        if attacks { (limits.proof, limits.disproof) } else { (limits.disproof, limits.proof) };
    let patience = second.saturating_mul(PATIENCE_RATIO).saturating_add(PATIENCE);
    let one_limit = one_limit.min(patience).min(INFINITE);
    let all_limit = if all_limit >= INFINITE { INFINITE } else { all_limit.saturating_sub(others) };
    let (proof, disproof, next_limits) = if attacks {
        (best, all, Limits { proof: one_limit, disproof: all_limit })
    } else {
        (all, best, Limits { proof: all_limit, disproof: one_limit })
    };
    Summary { distance: distance.before(), proof, disproof, next, limits: next_limits }
}
