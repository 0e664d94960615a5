use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::{io, thread};

use entourage_kernel::{Problem, mix};
use entourage_registry::{AnyGame, AnyMatch, Limits, NoClock, SearchSettings};

use crate::seat::Seat;
use crate::{Contestant, GameRecord, Player, Record, Sprt, Standing, Winner, referee};

pub struct Match<'a> {
    game: &'a dyn AnyGame,
    conditions: &'a Conditions,
    /// The games to play, each given by the number of its pair and the contestant who plays the first side.
    jobs: Vec<(u32, Contestant)>,
    /// The openings of pairs with at least one recorded game, by pair number.
    openings: HashMap<u32, String>,
    next: AtomicUsize,
    stop: AtomicBool,
    book: Mutex<Book>,
    report: &'a (dyn Fn(&Standing) + Sync),
}

struct Book {
    record: Option<Record>,
    standing: Standing,
    failed: Option<MatchError>,
}

impl<'a> Match<'a> {
    /// Prepares a match. Recorded games are not played again. `run` calls `report` after every new game.
    pub fn new(
        game: &'a dyn AnyGame,
        conditions: &'a Conditions,
        record: Option<Record>,
        report: &'a (dyn Fn(&Standing) + Sync),
    ) -> Self {
        let mut standing = Standing::new(conditions.sprt);
        let mut played = HashSet::new();
        let mut openings = HashMap::new();
        for game in record.iter().flat_map(Record::games) {
            standing.add(game);
            played.insert((game.pair, game.first));
            openings.insert(game.pair, game.opening.clone());
        }
        let pairs = 0..conditions.games.div_ceil(2);
        let jobs = pairs.flat_map(|pair| [(pair, Contestant::A), (pair, Contestant::B)]);
        Self {
            game,
            conditions,
            jobs: jobs.filter(|job| !played.contains(job)).collect(),
            openings,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(standing.verdict().is_some()),
            book: Mutex::new(Book { record, standing, failed: None }),
            report,
        }
    }

    pub fn run(self) -> Result<Standing, MatchError> {
        let threads = self.conditions.threads.clamp(1, self.jobs.len().max(1));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(error) = self.work() {
                        self.stop.store(true, Relaxed);
                        self.book.lock().unwrap_or_else(PoisonError::into_inner).failed.get_or_insert(error);
                    }
                });
            }
        });
        let Book { standing, failed, .. } = self.book.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(standing), Err)
    }

    fn work(&self) -> Result<(), MatchError> {
        let mut seats = None;
        while !self.stop.load(Relaxed) {
            let Some(&job) = self.jobs.get(self.next.fetch_add(1, Relaxed)) else { return Ok(()) };
            let seats = match &mut seats {
                Some(seats) => seats,
                none => none.insert(self.seats()?),
            };
            let Some(played) = self.play(job, seats)? else { return Ok(()) };
            let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
            book.standing.add(&played);
            if let Some(record) = &mut book.record {
                record.add(played)?;
            }
            (self.report)(&book.standing);
            if book.standing.verdict().is_some() {
                self.stop.store(true, Relaxed);
            }
        }
        Ok(())
    }

    fn seats(&self) -> Result<[Seat; 2], MatchError> {
        let [a, b] = &self.conditions.players;
        let take = |player| Seat::take(player, self.conditions.movetime, &self.game.spec());
        Ok([take(a)?, take(b)?])
    }

    fn play(
        &self,
        (pair, first): (u32, Contestant),
        seats: &mut [Seat; 2],
    ) -> Result<Option<GameRecord>, MatchError> {
        let seed = mix(self.conditions.seed ^ mix(pair.into()));
        let mut game = self.opening(pair, seed);
        let opening = game.moves();
        for seat in &mut *seats {
            seat.begin()?;
        }
        let [a, b] = seats;
        let seats = if first == Contestant::A { [a, b] } else { [b, a] };
        let end = referee::play(game.as_mut(), seats, self.conditions.longest, seed, &self.stop);
        Ok(end.map(|end| GameRecord {
            pair,
            first,
            moves: game.moves()[opening.len()..].join(" "),
            opening: opening.join(" "),
            result: Winner::of(end.winner, first),
            reason: end.reason,
        }))
    }

    /// Starts a game from the pair's recorded opening or, if there is none, from a random one.
    fn opening(&self, pair: u32, seed: u64) -> Box<dyn AnyMatch> {
        let recorded = self.openings.get(&pair).and_then(|opening| {
            let mut game = self.game.begin(None).ok()?;
            opening.split(' ').filter(|text| !text.is_empty()).try_for_each(|text| game.play(text)).ok()?;
            Some(game)
        });
        let Conditions { plies, balance, .. } = *self.conditions;
        recorded.unwrap_or_else(|| balanced(self.game, plies, balance, seed))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    pub players: [Player; 2],
    /// Number of games, rounded up to an even number.
    pub games: u32,
    /// Milliseconds per move for players that do not specify limits.
    pub movetime: u64,
    pub seed: u64,
    pub plies: usize,
    /// Maximum advantage after the opening according to a short search, in centipawns.
    pub balance: i32,
    /// Number of plies after the opening at which the game is declared a draw.
    pub longest: usize,
    pub threads: usize,
    pub sprt: Option<Sprt>,
}

/// Limits of the search that evaluates an opening.
const GLANCE: Limits = Limits { depth: Some(4), nodes: Some(5_000), ..Limits::NONE };
const TRIES: u64 = 50;

/// Starts a game with random plies (no passes) after which a short search finds an advantage of at most `balance`;
/// after too many attempts, uses the most balanced opening found. The same seed always gives the same opening.
fn balanced(game: &dyn AnyGame, plies: usize, balance: i32, seed: u64) -> Box<dyn AnyMatch> {
    let draw = |attempt| {
        let opening = game.opening(plies, mix(seed ^ mix(attempt)));
        let settings = SearchSettings { table_mb: 1, ..SearchSettings::default() };
        let thought = opening.search(settings).run(GLANCE, &NoClock, &AtomicBool::new(false), &mut |_| {});
        (thought.value.map_or(0, |value| value.number().abs()), opening)
    };
    let mut best = draw(0);
    for attempt in 1..TRIES {
        if best.0 <= balance {
            break;
        }
        let other = draw(attempt);
        if other.0 < best.0 {
            best = other;
        }
    }
    best.1
}

#[derive(Debug)]
pub enum MatchError {
    Record {
        line: usize,
        problem: Problem,
    },
    /// The record cannot be read or written, or is locked by another match.
    File(io::Error),
    Engine {
        program: String,
        problem: Problem,
    },
}

impl MatchError {
    pub fn problem(&self) -> Problem {
        match self {
            Self::Record { line, problem: Problem { en, fr, .. } } => {
                Problem::new(format!("line {line}: {en}"), format!("ligne {line}\u{a0}: {fr}"))
            }
            Self::File(error) => error.to_string().into(),
            Self::Engine { program, problem: Problem { en, fr, .. } } => {
                Problem::new(format!("{program}: {en}"), format!("{program}\u{a0}: {fr}"))
            }
        }
    }
}

impl From<io::Error> for MatchError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}
