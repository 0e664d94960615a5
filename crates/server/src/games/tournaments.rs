//! Commands for creating, joining, starting and viewing tournaments.

mod directing;
mod drawn;
mod seen;
mod sheet;
mod table;

use directing::unless_changed;
use entourage_clock::Kind;
use entourage_record::{PairedBy, TournamentId};
use entourage_registry::view::{NewTournament, Terms, TournamentList, TournamentTable};
use entourage_store::{AppliedAction, Begun, Decision, EntryOutcome, Tournament, TournamentAct};
pub(crate) use seen::{Kept, Seen, View};

use super::lobby::open_proposal;
use super::writing;
use crate::games::prelude::*;
use crate::names::Name;
use crate::rating_rules::Standing;
use crate::sanctions::allowances::{Activity, is_new};
use crate::sessions::Member;

const PAGE: u32 = 50;
const MAX_NAME: usize = 60;
const MAX_ENTRANTS: u32 = entourage_tournament::MAX_ENTRANTS as u32;
const MAX_ROUND_ROBIN: u32 = 50;
const MAX_OWN: u32 = 8;
const MAX_OWN_NEW: u32 = 2;
/// Maximum time until the start: a year, in milliseconds.
const MAX_AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;
const MAX_RATING: u32 = 10_000;
/// Maximum number of attempts at a change that conflicts with others.
const MAX_TRIES: u32 = 8;
const MAX_TABLES: usize = 256;

pub(crate) fn phases_of(word: &str) -> Option<&'static [Phase]> {
    match word {
        "open" => Some(&[Phase::Open]),
        "running" => Some(&[Phase::Running]),
        "over" => Some(&[Phase::Over, Phase::Cancelled]),
        _ => None,
    }
}

impl Games {
    pub async fn announce_tournament(
        &self,
        member: &Member,
        announcement: NewTournament,
        locale: Locale,
    ) -> Result<TournamentId, Error> {
        let NewTournament { name, kind, length, spec, pace, rated, terms } = announcement;
        writing::check(&name, MAX_NAME, false)?;
        let kind = TournamentKind::of(&kind, length).ok_or(Error::TournamentLength)?;
        let fits = match kind {
            TournamentKind::RoundRobin { .. } => true,
            TournamentKind::Swiss { rounds } => (1..=50).contains(&rounds),
            TournamentKind::Arena { minutes } => (5..=720).contains(&minutes),
        };
        if !fits {
            return Err(Error::TournamentLength);
        }
        // Create a game as a test, so that creating the games of the tournament does not fail later.
        let standing = self.library.fetch_new(&spec).await?;
        let game = self.begun_game(spec, pace, rated, standing, locale).await?.game;
        let id = random().map(TournamentId::from_bits).map_err(|_| Error::Unavailable)?;
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
            return Err(Error::TournamentPace);
        }
        let tournament = self.with_terms(tournament, &terms, now)?;
        let since = member.account.at;
        self.allowances.take(member.account.id, Activity::Tournament, since, now)?;
        let most = if is_new(since, now) { MAX_OWN_NEW } else { MAX_OWN };
        let announced = self.store.announce(&tournament, most).await;
        announced.on(StoreError::Conflict, Error::TooManyTournaments)?;
        self.tournament_changed(id);
        Ok(id)
    }

    fn with_terms(&self, tournament: Tournament, terms: &Terms, now: i64) -> Result<Tournament, Error> {
        let &Terms { begins_at, begins_with, most, lowest, highest } = terms;
        let limit = match tournament.kind {
            TournamentKind::RoundRobin { .. } => MAX_ROUND_ROBIN,
            TournamentKind::Swiss { .. } | TournamentKind::Arena { .. } => MAX_ENTRANTS,
        };
        let most = most.unwrap_or(limit);
        // Requests contain calendar dates, but the store uses server time.
        let date = self.time.date_of(now);
        let ahead = begins_at.map(|at| at.saturating_sub(date).max(0));
        let bounds = (lowest.unwrap_or(0), highest.unwrap_or(MAX_RATING));
        let bounded = lowest.is_some() || highest.is_some();
        let fits = (2..=limit).contains(&most)
            && begins_with.is_none_or(|with| (2..=most).contains(&with))
            && ahead.is_none_or(|ahead| ahead <= MAX_AHEAD)
            && bounds.0 <= bounds.1
            && bounds.1 <= MAX_RATING
            && (!bounded || super::ratings::are_of(tournament.pace));
        if !fits {
            return Err(Error::TournamentTerms);
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

    pub async fn list_tournaments(
        &self,
        phases: &[Phase],
        after: Option<TournamentId>,
    ) -> Result<TournamentList, Error> {
        let found = self.store.tournaments(phases, after, PAGE).await?;
        let next =
            found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.tournament.id.to_string());
        let told = found
            .into_iter()
            .map(|one| table::described(&one.tournament, one.organiser, one.entrants, None, &self.time));
        Ok(TournamentList { tournaments: told.collect(), next })
    }

    /// Returns a tournament and its table; the table is built once per version and shared by all clients. Clients that have counted
    /// `changes` since they started to follow the tournament also share the check of its version.
    pub async fn seen_tournament(&self, id: TournamentId, changes: Option<u64>) -> Result<Arc<Seen>, Error> {
        let mut made = self.tables.lock().await;
        let now = self.time.now();
        let kept = made.get(&id);
        if let Some(kept) = kept.filter(|kept| changes.is_some_and(|changes| kept.is_of(changes, now))) {
            return Ok(Arc::clone(&kept.seen));
        }
        let version = self.store.tournament_version(id).await?.ok_or(Error::NoTournament)?;
        let seen = match kept.filter(|kept| kept.seen.version() == version) {
            Some(kept) => Arc::clone(&kept.seen),
            None => Arc::new(Seen::of(self.whole_tournament(id).await?, &self.time)),
        };
        let changes = changes.or(kept.and_then(|kept| kept.changes));
        if made.len() >= MAX_TABLES {
            made.clear();
        }
        made.insert(id, Kept { seen: Arc::clone(&seen), changes, at: now });
        Ok(seen)
    }

    pub async fn tournament_results(&self, id: TournamentId) -> Result<TournamentTable, Error> {
        Ok(table::table(&self.whole_tournament(id).await?, true, &self.time))
    }

    pub async fn tournament_sheet(&self, id: TournamentId) -> Result<String, Error> {
        Ok(sheet::sheet(&self.tournament_results(id).await?))
    }

    pub async fn enter_tournament(&self, id: TournamentId, member: &Member) -> Result<(), Error> {
        self.expect_person(Some(member.account.id)).await?;
        let entered = self.store.enter(id, member.account.id).await?;
        match entered {
            EntryOutcome::Entered => {
                self.tournament_changed(id);
                Ok(())
            }
            EntryOutcome::Unknown => Err(Error::NoTournament),
            EntryOutcome::Closed => Err(Error::TournamentClosed),
            EntryOutcome::Full => Err(Error::TournamentFull),
            EntryOutcome::Range => Err(Error::TournamentRange),
            EntryOutcome::Blocked => Err(Error::Blocked),
        }
    }

    pub async fn leave_tournament(&self, id: TournamentId, member: &Member) -> Result<(), Error> {
        if self.store.leave(id, member.account.id).await? {
            self.tournament_changed(id);
        }
        Ok(())
    }

    pub async fn sit_out(&self, id: TournamentId, member: &Member, out: bool) -> Result<(), Error> {
        let account = member.account.id;
        for _ in 0..MAX_TRIES {
            let whole = self.whole_tournament(id).await?;
            let next = next_bye(&whole).ok_or(Error::ByeRound)?;
            let entrant = whole.entrant(account).filter(|entrant| entrant.until_round.is_none());
            let entrant = entrant.ok_or(Error::NoEntrant)?;
            let mut byes: Vec<u32> = entrant.byes.iter().copied().filter(|round| *round != next).collect();
            if out {
                byes.push(next);
            }
            // A player can take byes in at most half of the rounds.
            if byes.len() as u32 > whole.tournament.kind.length().unwrap_or(0) / 2 {
                return Err(Error::ByeRound);
            }
            if unless_changed(self.store.request_byes(id, whole.tournament.version, account, &byes).await)? {
                self.tournament_changed(id);
                return Ok(());
            }
        }
        Err(Error::TournamentChanged)
    }

    pub async fn amend_tournament(
        &self,
        id: TournamentId,
        member: &Member,
        name: String,
        terms: &Terms,
        reason: Option<String>,
    ) -> Result<(), Error> {
        writing::check(&name, MAX_NAME, false)?;
        for _ in 0..MAX_TRIES {
            let whole = self.whole_tournament(id).await?;
            let log = self.authorise(&whole, member, TournamentAct::Amend, reason.clone()).await?;
            expect(&whole, &[Phase::Open])?;
            let now = self.time.now();
            let named = Tournament { name: name.clone(), ..whole.tournament };
            let changed = self.with_terms(named, terms, now)?;
            if unless_changed(self.store.amend(&changed, log.as_ref()).await)? {
                self.tournament_changed(id);
                return Ok(());
            }
        }
        Err(Error::TournamentChanged)
    }

    pub async fn start_tournament(
        &self,
        id: TournamentId,
        member: &Member,
        reason: Option<String>,
    ) -> Result<(), Error> {
        for _ in 0..MAX_TRIES {
            let whole = self.whole_tournament(id).await?;
            let log = self.authorise(&whole, member, TournamentAct::Start, reason.clone()).await?;
            expect(&whole, &[Phase::Open])?;
            if whole.entrants.iter().filter(|entrant| entrant.until_round.is_none()).count() < 2 {
                return Err(Error::TooFewEntrants);
            }
            if self.begin_tournament(&whole, log.as_ref()).await? {
                self.tournament_changed(id);
                return Ok(());
            }
        }
        Err(Error::TournamentChanged)
    }

    pub async fn cancel_tournament(
        &self,
        id: TournamentId,
        member: &Member,
        reason: Option<String>,
    ) -> Result<(), Error> {
        for _ in 0..MAX_TRIES {
            let whole = self.whole_tournament(id).await?;
            let log = self.authorise(&whole, member, TournamentAct::Cancel, reason.clone()).await?;
            expect(&whole, &[Phase::Open, Phase::Running])?;
            let (version, now) = (whole.tournament.version, Some(self.time.now()));
            let log = log.as_ref();
            if unless_changed(self.store.close_tournament(id, version, Phase::Cancelled, now, log).await)? {
                self.tournament_changed(id);
                return Ok(());
            }
        }
        Err(Error::TournamentChanged)
    }

    /// Removes a player by name. Their games in the tournament are resigned, so that no one waits for them.
    pub async fn remove_entrant(
        self: &Arc<Self>,
        id: TournamentId,
        member: &Member,
        name: &str,
        reason: Option<String>,
    ) -> Result<(), Error> {
        let whole = self.whole_tournament(id).await?;
        let log = self.authorise(&whole, member, TournamentAct::Remove, reason).await?;
        expect(&whole, &[Phase::Open, Phase::Running])?;
        let form = Name::sought(name).ok_or(Error::NoEntrant)?;
        let account = self.store.account_named(&form).await?.ok_or(Error::NoEntrant)?;
        let log = log.map(|log| Decision { account: Some(account.id), ..log });
        if !self.store.exclude(id, account.id, log.as_ref()).await? {
            return Err(Error::NoEntrant);
        }
        self.tournament_changed(id);
        if let Some(entrant) = whole.entrant(account.id) {
            self.give_up_all(&whole, entrant).await?;
        }
        Ok(())
    }

    async fn whole_tournament(&self, id: TournamentId) -> Result<WholeTournament, Error> {
        let whole = self.store.tournament(id).await?;
        whole.ok_or(Error::NoTournament)
    }

    /// Authorises the organiser, and moderators who give a reason and have recently confirmed their identity.
    /// Returns the log entry for a moderator.
    async fn authorise(
        &self,
        whole: &WholeTournament,
        member: &Member,
        act: TournamentAct,
        reason: Option<String>,
    ) -> Result<Option<Decision>, Error> {
        let own = member.account.id;
        if whole.tournament.organiser == Some(own) {
            return Ok(None);
        }
        let rights = self.store.rights(own).await?.ok_or(Error::SignedOut)?;
        if rights.role.is_none() {
            return Err(Error::NotOrganiser);
        }
        let now = self.time.now();
        member.expect_fresh(now)?;
        let reason = reason.unwrap_or_default();
        writing::check(&reason, writing::MAX_REASON, false)?;
        let Tournament { id, name, organiser, .. } = &whole.tournament;
        let decision = Decision {
            measure: AppliedAction::Tournament(act, name.clone()),
            author: Some(member.account.name.clone()),
            account: *organiser,
            reason,
            complaint: None,
            at: self.time.date_of(now),
        };
        let is_concerned = self.store.is_concerned(own, &decision, Some(*id)).await?;
        if is_concerned { Err(Error::Concerned) } else { Ok(Some(decision)) }
    }

    pub async fn tournaments_stirred(&self) {
        self.ended.notified().await;
    }

    fn tournament_changed(&self, id: TournamentId) {
        self.hub.tell_tournament(id);
        self.ended.notify_one();
    }

    /// Creates a tournament game. In correspondence games both clocks start immediately, so that a player who
    /// never shows up loses on time.
    async fn begun_game(
        &self,
        spec: String,
        pace: String,
        rated: bool,
        standing: Standing,
        locale: Locale,
    ) -> Result<Begun, Error> {
        let proposal = open_proposal(spec, Some(pace), None, rated);
        let (registry, now) = (self.registry.clone(), self.time.now());
        let begun = self.replays.replay(0, move || {
            let mut begun = LoadedGame::begin(&registry, proposal, standing, locale, now)?;
            let mut deadline = None;
            if begun.game().pace.kind() == Kind::Correspondence {
                for side in Side::BOTH {
                    deadline = begun.state.arrive(side, now).and_then(|(_, deadline)| deadline);
                }
            }
            let game = Game { paired: Some(PairedBy::Tournament), ..begun.game().clone() };
            deadline = deadline.or(game.begin_by());
            Ok::<(Game, Option<i64>), Error>((game, deadline))
        });
        let (game, deadline) = begun.await??;
        Ok(Begun { game, deadline })
    }
}

/// Returns the round for which a bye can be requested: the next one of a Swiss tournament, except the last.
fn next_bye(whole: &WholeTournament) -> Option<u32> {
    let next = whole.rounds() + 1;
    match (whole.tournament.kind, whole.tournament.phase) {
        (TournamentKind::Swiss { rounds }, Phase::Open | Phase::Running) if next < rounds => Some(next),
        _ => None,
    }
}

fn expect(whole: &WholeTournament, phases: &[Phase]) -> Result<(), Error> {
    if phases.contains(&whole.tournament.phase) { Ok(()) } else { Err(Error::TournamentClosed) }
}
