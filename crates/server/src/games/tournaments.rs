//! Tournaments: announced, entered, begun, and told of to whoever looks.

mod directing;
mod drawn;
mod sheet;
mod table;

use std::collections::HashMap;
use std::sync::Arc;

use entourage_clock::Kind;
use entourage_kernel::Side;
use entourage_record::{AccountId, Game, Player, Seat, TournamentId};
use entourage_registry::Registry;
use entourage_registry::view::{
    Apart, NewTournament, OwnTournament, Proposal, Terms, TournamentList, TournamentTable,
};
use entourage_store::{
    Begun, Decision, Entering, Measure, Phase, Store, StoreError, Tournament, TournamentAct, TournamentKind,
    WholeTournament, random,
};
use tokio::sync::{Mutex, Notify, watch};

use directing::unless_changed;

use super::door::Pass;
use super::hub::Hub;
use super::lobby::expect_person;
use super::play::Play;
use super::replays::Replays;
use super::report::failed;
use super::shelf::Shelf;
use super::writing;
use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::order_error::OrderError;
use crate::domain::tournament_error::TournamentError;
use crate::game_in_use::GameInUse;
use crate::names::Name;
use crate::rated::Standing;
use crate::rights::allowances::{Allowances, Doing, is_new};
use crate::server_time::ServerTime;
use crate::sessions::Member;

pub(crate) use table::places;

/// The most tournaments of a page.
const PAGE: u32 = 50;
/// The most characters of a tournament's name.
const NAME: usize = 60;
/// The most entrants, and the most where everybody meets everybody.
const MOST: u32 = 500;
const MOST_MEETING_ALL: u32 = 50;
/// The most tournaments that are not over of an organiser, and of one whose account is new.
const MOST_OWN: u32 = 8;
const MOST_NEW: u32 = 2;
/// How far ahead a tournament begins at most, in milliseconds: a year.
const AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;
/// The highest bound of a rating.
const HIGHEST: u32 = 10_000;
/// How often a change is tried that somebody else's gets in the way of.
const TRIES: u32 = 8;
/// The most tables that are kept for those who look.
const MOST_TABLES: usize = 256;

/// Lets people organise tournaments and take part in them.
pub(crate) struct Tournaments {
    pub(super) registry: Registry,
    pub(super) store: Arc<Store>,
    pub(super) shelf: Arc<Shelf>,
    pub(super) replays: Arc<Replays>,
    pub(super) play: Arc<Play>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
    pub(super) allowances: Arc<Allowances>,
    /// Wakes whoever looks after tournaments.
    pub(super) stirred: Arc<Notify>,
    /// Tables as they were made last, by version: the same for all who look.
    pub(super) made: Mutex<HashMap<TournamentId, Arc<Seen>>>,
}

/// A tournament as it stood at a version, and the table that tells it.
pub(crate) struct Seen {
    whole: WholeTournament,
    pub table: TournamentTable,
}

/// Who manages a tournament, and what the log is to say of it if it is not theirs.
struct Manager {
    log: Option<Decision>,
}

/// Finds the phases that a list shows, by its word.
pub(crate) fn phases_of(word: &str) -> Option<&'static [Phase]> {
    match word {
        "open" => Some(&[Phase::Open]),
        "running" => Some(&[Phase::Running]),
        "over" => Some(&[Phase::Over, Phase::Cancelled]),
        _ => None,
    }
}

impl Tournaments {
    /// Announces a tournament.
    pub async fn announce(
        &self,
        member: &Member,
        announcement: NewTournament,
        locale: Locale,
    ) -> Result<TournamentId, AccountError> {
        let NewTournament { name, kind, length, spec, pace, rated, terms } = announcement;
        writing::check(&name, NAME, false).map_err(GameError::from)?;
        let kind = TournamentKind::of(&kind, length).ok_or(TournamentError::Length)?;
        let fits = match kind {
            TournamentKind::RoundRobin { .. } => true,
            TournamentKind::Swiss { rounds } => (1..=50).contains(&rounds),
            TournamentKind::Arena { minutes } => (5..=720).contains(&minutes),
        };
        if !fits {
            return Err(TournamentError::Length.into());
        }
        // The first game is tried, so that none fails later.
        let standing = self.shelf.fetch_new(&spec).await?;
        let game = self.begun(spec, pace, rated, standing, locale).await?.game;
        let id = random().map(TournamentId::from_bits).map_err(|_| GameError::Unavailable)?;
        let now = self.time.now();
        let tournament = Tournament {
            id,
            version: 0,
            name,
            organiser: Some(member.account.id),
            kind,
            spec: game.spec,
            pace: game.pace,
            rated,
            begins_at: None,
            begins_with: None,
            most: 0,
            lowest: None,
            highest: None,
            phase: Phase::Open,
            created_at: now,
            begun_at: None,
            ended_at: None,
        };
        let live = tournament.pace.kind() == Kind::Live;
        if tournament.pace.is_unlimited() || matches!(kind, TournamentKind::Arena { .. }) && !live {
            return Err(TournamentError::Pace.into());
        }
        let tournament = self.with_terms(tournament, &terms, now)?;
        let since = member.account.at;
        self.allowances.take(member.account.id, Doing::Tournament, since, now)?;
        let most = if is_new(since, now) { MOST_NEW } else { MOST_OWN };
        match self.store.announce(&tournament, most).await {
            Ok(()) => {
                self.stir(id);
                Ok(id)
            }
            Err(StoreError::Conflict) => Err(TournamentError::Many.into()),
            Err(error) => Err(failed(error).into()),
        }
    }

    /// Says when a tournament begins and whom it takes.
    fn with_terms(
        &self,
        tournament: Tournament,
        terms: &Terms,
        now: i64,
    ) -> Result<Tournament, TournamentError> {
        let &Terms { begins_at, begins_with, most, lowest, highest } = terms;
        let limit = match tournament.kind {
            TournamentKind::RoundRobin { .. } => MOST_MEETING_ALL,
            TournamentKind::Swiss { .. } | TournamentKind::Arena { .. } => MOST,
        };
        let most = most.unwrap_or(limit);
        // Dates are told as dates, and kept as times.
        let date = self.time.date_of(now);
        let ahead = begins_at.map(|at| at.saturating_sub(date).max(0));
        let bounds = (lowest.unwrap_or(0), highest.unwrap_or(HIGHEST));
        let bounded = lowest.is_some() || highest.is_some();
        let fits = (2..=limit).contains(&most)
            && begins_with.is_none_or(|with| (2..=most).contains(&with))
            && ahead.is_none_or(|ahead| ahead <= AHEAD)
            && bounds.0 <= bounds.1
            && bounds.1 <= HIGHEST
            && (!bounded || super::ratings::Ratings::are_of(tournament.pace));
        if !fits {
            return Err(TournamentError::Terms);
        }
        Ok(Tournament {
            begins_at: ahead.map(|ahead| now + ahead),
            begins_with,
            most,
            lowest: lowest.map(i64::from),
            highest: highest.map(i64::from),
            ..tournament
        })
    }

    /// Lists a page of the tournaments of some phases, the newest first, after one if it is named.
    pub async fn list(
        &self,
        phases: &[Phase],
        after: Option<TournamentId>,
    ) -> Result<TournamentList, GameError> {
        let found = self.store.tournaments(phases, after, PAGE).await.map_err(failed)?;
        let next =
            found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.tournament.id.to_string());
        let told = found
            .into_iter()
            .map(|one| table::described(&one.tournament, one.organiser, one.entrants, None, &self.time));
        Ok(TournamentList { tournaments: told.collect(), next })
    }

    /// Tells how a tournament stands: made once for all who ask.
    pub async fn seen(&self, id: TournamentId) -> Result<Arc<Seen>, GameError> {
        let version = self.store.tournament_version(id).await.map_err(failed)?;
        let version = version.ok_or(TournamentError::Unknown)?;
        let mut made = self.made.lock().await;
        if let Some(seen) = made.get(&id).filter(|seen| seen.whole.tournament.version == version) {
            return Ok(Arc::clone(seen));
        }
        let whole = self.whole(id).await?;
        let seen = Arc::new(Seen { table: table::table(&whole, false, &self.time), whole });
        if made.len() >= MOST_TABLES {
            made.clear();
        }
        made.insert(id, Arc::clone(&seen));
        Ok(seen)
    }

    /// Tells all results of a tournament.
    pub async fn results(&self, id: TournamentId) -> Result<TournamentTable, GameError> {
        Ok(table::table(&self.whole(id).await?, true, &self.time))
    }

    /// Writes the results of a tournament as a table that spreadsheets read.
    pub async fn sheet(&self, id: TournamentId) -> Result<String, GameError> {
        Ok(sheet::sheet(&self.results(id).await?))
    }

    /// Hears of changes to a tournament.
    pub fn changes(&self, id: TournamentId) -> watch::Receiver<u64> {
        self.hub.tournament(id)
    }

    /// Has somebody take part.
    pub async fn enter(&self, id: TournamentId, member: &Member) -> Result<(), AccountError> {
        expect_person(&*self.store, Some(member.account.id)).await?;
        let entered = self.store.enter(id, member.account.id).await.map_err(failed)?;
        match entered {
            Entering::Entered => {
                self.stir(id);
                Ok(())
            }
            Entering::Unknown => Err(TournamentError::Unknown.into()),
            Entering::Closed => Err(TournamentError::Closed.into()),
            Entering::Full => Err(TournamentError::Full.into()),
            Entering::Range => Err(TournamentError::Range.into()),
            Entering::Blocked => Err(OrderError::Blocked.into()),
        }
    }

    /// Has somebody take part no more; who does not is none the wiser.
    pub async fn leave(&self, id: TournamentId, member: &Member) -> Result<(), AccountError> {
        if self.store.leave(id, member.account.id).await.map_err(failed)? {
            self.stir(id);
        }
        Ok(())
    }

    /// Lets somebody sit out the next round of a Swiss tournament for half a point, or play it after all.
    pub async fn sit_out(&self, id: TournamentId, member: &Member, out: bool) -> Result<(), AccountError> {
        let account = member.account.id;
        for _ in 0..TRIES {
            let whole = self.whole(id).await?;
            let next = next_bye(&whole).ok_or(TournamentError::Round)?;
            let entrant = whole.entrant(account).filter(|entrant| entrant.until_round.is_none());
            let entrant = entrant.ok_or(TournamentError::Nobody)?;
            let mut byes: Vec<u32> = entrant.byes.iter().copied().filter(|round| *round != next).collect();
            if out {
                byes.push(next);
            }
            // Half of the rounds are played at least.
            if byes.len() as u32 > whole.tournament.kind.length().unwrap_or(0) / 2 {
                return Err(TournamentError::Round.into());
            }
            if unless_changed(self.store.sit_out(id, whole.tournament.version, account, &byes).await)? {
                self.stir(id);
                return Ok(());
            }
        }
        Err(TournamentError::Changed.into())
    }

    /// Changes what an open tournament is called, when it begins and whom it takes.
    pub async fn amend(
        &self,
        id: TournamentId,
        member: &Member,
        name: String,
        terms: &Terms,
        reason: Option<String>,
    ) -> Result<(), AccountError> {
        writing::check(&name, NAME, false).map_err(GameError::from)?;
        for _ in 0..TRIES {
            let whole = self.whole(id).await?;
            let manager = self.manager(&whole, member, TournamentAct::Amend, reason.clone()).await?;
            expect(&whole, &[Phase::Open])?;
            let now = self.time.now();
            let named = Tournament { name: name.clone(), ..whole.tournament };
            let changed = self.with_terms(named, terms, now)?;
            if unless_changed(self.store.amend(&changed, manager.log.as_ref()).await)? {
                self.stir(id);
                return Ok(());
            }
        }
        Err(TournamentError::Changed.into())
    }

    /// Begins an open tournament now.
    pub async fn start(
        &self,
        id: TournamentId,
        member: &Member,
        reason: Option<String>,
    ) -> Result<(), AccountError> {
        for _ in 0..TRIES {
            let whole = self.whole(id).await?;
            let manager = self.manager(&whole, member, TournamentAct::Start, reason.clone()).await?;
            expect(&whole, &[Phase::Open])?;
            if whole.entrants.iter().filter(|entrant| entrant.until_round.is_none()).count() < 2 {
                return Err(TournamentError::Few.into());
            }
            if self.begin(&whole, manager.log.as_ref()).await? {
                self.stir(id);
                return Ok(());
            }
        }
        Err(TournamentError::Changed.into())
    }

    /// Calls a tournament off; its games that go on are games like any other.
    pub async fn cancel(
        &self,
        id: TournamentId,
        member: &Member,
        reason: Option<String>,
    ) -> Result<(), AccountError> {
        for _ in 0..TRIES {
            let whole = self.whole(id).await?;
            let manager = self.manager(&whole, member, TournamentAct::Cancel, reason.clone()).await?;
            expect(&whole, &[Phase::Open, Phase::Running])?;
            let (version, now) = (whole.tournament.version, Some(self.time.now()));
            let log = manager.log.as_ref();
            if unless_changed(self.store.close_tournament(id, version, Phase::Cancelled, now, log).await)? {
                self.stir(id);
                return Ok(());
            }
        }
        Err(TournamentError::Changed.into())
    }

    /// Removes somebody from a tournament, by name, and has them give up their games of it that go on: nobody waits for them.
    pub async fn remove(
        &self,
        id: TournamentId,
        member: &Member,
        name: &str,
        reason: Option<String>,
    ) -> Result<(), AccountError> {
        let whole = self.whole(id).await?;
        let Manager { log } = self.manager(&whole, member, TournamentAct::Remove, reason).await?;
        expect(&whole, &[Phase::Open, Phase::Running])?;
        let form = Name::sought(name).ok_or(TournamentError::Nobody)?;
        let account = self.store.account_named(&form).await.map_err(failed)?.ok_or(TournamentError::Nobody)?;
        let log = log.map(|log| Decision { account: Some(account.id), ..log });
        if !self.store.bar(id, account.id, log.as_ref()).await.map_err(failed)? {
            return Err(TournamentError::Nobody.into());
        }
        self.stir(id);
        if let Some(number) = whole.entrant(account.id).map(|entrant| entrant.number) {
            self.give_up_all(&whole, number).await?;
        }
        Ok(())
    }

    async fn whole(&self, id: TournamentId) -> Result<WholeTournament, GameError> {
        let whole = self.store.tournament(id).await.map_err(failed)?;
        Ok(whole.ok_or(TournamentError::Unknown)?)
    }

    /// Refuses whoever does not manage a tournament: its organiser does, and those who keep order, who say why and have lately proved who they are.
    async fn manager(
        &self,
        whole: &WholeTournament,
        member: &Member,
        act: TournamentAct,
        reason: Option<String>,
    ) -> Result<Manager, AccountError> {
        let own = member.account.id;
        if whole.tournament.organiser == Some(own) {
            return Ok(Manager { log: None });
        }
        let rights = self.store.rights(own).await.map_err(failed)?.ok_or(AccountError::SignedOut)?;
        if rights.role.is_none() {
            return Err(TournamentError::Other.into());
        }
        let now = self.time.now();
        member.expect_fresh(now)?;
        let reason = reason.unwrap_or_default();
        writing::check(&reason, writing::MOST_REASON, false).map_err(GameError::from)?;
        let log = Decision {
            measure: Measure::Tournament(act, whole.tournament.name.clone()),
            author: Some(member.account.name.clone()),
            account: whole.tournament.organiser,
            reason,
            complaint: None,
            at: self.time.date_of(now),
        };
        Ok(Manager { log: Some(log) })
    }

    /// Waits until a tournament may have something to do.
    pub async fn stirred(&self) {
        self.stirred.notified().await;
    }

    /// Tells whoever looks that a tournament has changed, and whoever looks after it.
    fn stir(&self, id: TournamentId) {
        self.hub.tell_tournament(id);
        self.stirred.notify_one();
    }

    /// Makes a game as a tournament begins it. Over days both have come from the beginning, so that who does not move loses by the clock.
    async fn begun(
        &self,
        spec: String,
        pace: String,
        rated: bool,
        standing: Standing,
        locale: Locale,
    ) -> Result<Begun, GameError> {
        let proposal = Proposal {
            spec,
            position: None,
            moves: Vec::new(),
            setup: None,
            seats: Some(Apart { host: 1, open: true, watched: false, rated }),
            degree: None,
            key: None,
            pace: Some(pace),
            players: [Player::Human {}; 2],
        };
        let (registry, now) = (self.registry.clone(), self.time.now());
        let begun = self.replays.replay(0, move || {
            let mut begun = GameInUse::begin(&registry, proposal, standing, locale, now)?;
            let mut deadline = None;
            if begun.game().pace.kind() == Kind::Correspondence {
                for side in Side::BOTH {
                    deadline = begun.arrive(side, now).and_then(|(_, deadline)| deadline);
                }
            }
            Ok::<(Game, Option<i64>), GameError>((begun.game().clone(), deadline))
        });
        let (game, deadline) = begun.await??;
        Ok(Begun { game, deadline })
    }
}

impl Seen {
    /// Tells whoever is signed in what the tournament is to them.
    pub fn own(&self, account: AccountId) -> OwnTournament {
        let Tournament { phase, kind, organiser, .. } = &self.whole.tournament;
        let entrant = self.whole.entrant(account);
        let number = entrant.map(|entrant| entrant.number);
        let enters = entrant.is_some_and(|entrant| entrant.until_round.is_none());
        let rounds = self.whole.rounds();
        let playing = self.whole.pairings.iter().rev().filter(|pairing| pairing.outcome.is_none());
        let game = number.and_then(|number| {
            playing.clone().find_map(|pairing| {
                let side = match number {
                    number if pairing.first == number => Side::First,
                    number if pairing.second == Some(number) => Side::Second,
                    _ => return None,
                };
                Some(Pass::written(pairing.game?, Seat::Side(side)))
            })
        });
        OwnTournament {
            number,
            enters,
            open: match phase {
                Phase::Open => true,
                Phase::Running => kind.admits_after(rounds),
                Phase::Over | Phase::Cancelled => false,
            },
            organises: *organiser == Some(account),
            game,
            byes: entrant.map_or_else(Vec::new, |entrant| {
                entrant.byes.iter().copied().filter(|round| *round > rounds).collect()
            }),
            next: next_bye(&self.whole).filter(|_| enters),
        }
    }
}

/// Returns the round that somebody may ask to sit out: the next of a Swiss tournament, but the last.
fn next_bye(whole: &WholeTournament) -> Option<u32> {
    let next = whole.rounds() + 1;
    match (whole.tournament.kind, whole.tournament.phase) {
        (TournamentKind::Swiss { rounds }, Phase::Open | Phase::Running) if next < rounds => Some(next),
        _ => None,
    }
}

fn expect(whole: &WholeTournament, phases: &[Phase]) -> Result<(), TournamentError> {
    if phases.contains(&whole.tournament.phase) { Ok(()) } else { Err(TournamentError::Closed) }
}
