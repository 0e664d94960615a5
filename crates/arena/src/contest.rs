use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use entourage_kernel::mix;
use entourage_registry::{AnyGame, AnyMatch};

use crate::seat::Seat;
use crate::{Conditions, Contestant, GameRecord, MatchError, Record, Standing, Winner, opening, referee};

/// Plays a match.
pub struct Match<'a> {
    game: &'a dyn AnyGame,
    conditions: &'a Conditions,
    /// The games still to be played: the pair's number and who has the first side.
    jobs: Vec<(u32, Contestant)>,
    /// Openings of pairs of which one game was recorded.
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
    /// Prepares a match, of which the games in the record have been played before; `report` hears of every further game.
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

    /// Plays what is left to play and returns the standing at the end.
    ///
    /// # Errors
    /// A program cannot be started or does not speak the protocol, or the record cannot be written.
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

    /// Plays one game after another until none is left.
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

    /// Plays one game; `None` if it was stopped.
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

    /// Begins the games of a pair: as its recorded one did, or at random.
    fn opening(&self, pair: u32, seed: u64) -> Box<dyn AnyMatch> {
        let recorded = self.openings.get(&pair).and_then(|opening| {
            let mut game = self.game.begin(None).ok()?;
            opening.split(' ').filter(|text| !text.is_empty()).try_for_each(|text| game.play(text)).ok()?;
            Some(game)
        });
        let Conditions { plies, balance, .. } = *self.conditions;
        recorded.unwrap_or_else(|| opening::balanced(self.game, plies, balance, seed))
    }
}
