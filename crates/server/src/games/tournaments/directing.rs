//! Runs tournaments: starts them, pairs rounds, handles absent players, and ends them.

use entourage_record::{Event, TournamentId};
use entourage_store::{Decision, Entrant, Pairing};

use super::drawn::{Drawn, MINUTE, Step, step};
use crate::cpu_budget::run_blocking;
use crate::games::prelude::*;

/// Maximum number of steps in a row for one tournament, so that other tournaments get their turn.
const MAX_STEPS: u32 = 64;
/// Interval at which a running tournament is checked, in milliseconds.
const POLL_INTERVAL: i64 = MINUTE;

impl Games {
    /// Advances a tournament as far as possible. It is safe to repeat after an error.
    pub async fn direct_tournament(self: &Arc<Self>, id: TournamentId) -> Result<(), Error> {
        for _ in 0..MAX_STEPS {
            let now = self.time.now();
            let Some(whole) = self.store.tournament(id).await? else { return Ok(()) };
            let version = whole.tournament.version;
            // Pairing a thousand entrants can take more than a second.
            let next = run_blocking(move || (step(&whole, now), whole)).await;
            let (next, whole) = next.ok_or(Error::Internal)?;
            let done = match next {
                Step::Wait(until) => {
                    let due = match whole.tournament.phase {
                        Phase::Running => Some(until.unwrap_or(i64::MAX).min(now + POLL_INTERVAL)),
                        Phase::Open => until,
                        Phase::Over | Phase::Cancelled => None,
                    };
                    self.store.release_tournament(id, version, due).await?;
                    // Clients may have missed changes that were made during these steps.
                    self.hub.tell_tournament(id);
                    return Ok(());
                }
                Step::Begin => self.begin_tournament(&whole, None).await?,
                Step::Cancel => self.close_tournament(&whole, Phase::Cancelled, now).await?,
                Step::End => self.close_tournament(&whole, Phase::Over, now).await?,
                Step::Pair(drawn) => self.pair_round(&whole, drawn, now).await?,
            };
            if done {
                self.hub.tell_tournament(id);
            }
        }
        // The remaining steps are taken when a process next claims the tournament.
        self.store.release_tournament(id, -1, None).await.map_err(Error::from)
    }

    /// Starts a tournament, unless its version has changed. Numbers players by rating or, in a round robin, at random.
    pub(super) async fn begin_tournament(
        &self,
        whole: &WholeTournament,
        log: Option<&Decision>,
    ) -> Result<bool, Error> {
        let mut order = Vec::new();
        for entrant in whole.entrants.iter().filter(|entrant| entrant.until_round.is_none()) {
            let lot: [u8; 8] = random().map_err(|_| Error::Unavailable)?;
            let strength = match whole.tournament.kind {
                TournamentKind::RoundRobin { .. } => None,
                TournamentKind::Swiss { .. } | TournamentKind::Arena { .. } => entrant.rating,
            };
            order.push((std::cmp::Reverse(strength), lot, entrant.number));
        }
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(.., number)| number).collect();
        let (id, version) = (whole.tournament.id, whole.tournament.version);
        unless_changed(self.store.begin(id, version, &order, self.time.now(), log).await)
    }

    async fn close_tournament(&self, whole: &WholeTournament, phase: Phase, now: i64) -> Result<bool, Error> {
        let (id, version) = (whole.tournament.id, whole.tournament.version);
        unless_changed(self.store.close_tournament(id, version, phase, Some(now), None).await)
    }

    async fn pair_round(&self, whole: &WholeTournament, drawn: Vec<Drawn>, now: i64) -> Result<bool, Error> {
        let tournament = &whole.tournament;
        let standing = self.library.standing(&tournament.spec).await?;
        let mut round = Vec::new();
        for Drawn { round: number, place, first, second, outcome } in drawn {
            let begun = match outcome {
                Some(_) => None,
                None => {
                    self.library.fetch(&tournament.spec).await?;
                    let (spec, pace) = (tournament.spec.clone(), tournament.pace.to_string());
                    // If the game is no longer listed for ratings, the tournament continues unrated.
                    let rated = tournament.rated && standing.counts();
                    Some(self.begun_game(spec, pace, rated, standing, Locale::default()).await?)
                }
            };
            let pairing = Pairing {
                round: number,
                place,
                first,
                second,
                game: begun.as_ref().map(|begun| begun.game.id),
                outcome,
                at: now,
                ended: None,
            };
            round.push((pairing, begun));
        }
        let deadlines = round.iter().filter_map(|(_, begun)| begun.as_ref()?.deadline);
        let next = deadlines.min();
        let done = unless_changed(self.store.pair_round(tournament.id, tournament.version, &round).await)?;
        if done {
            self.flag_timer.set(next);
            // The lobby channel notifies bots of new games as well as of challenges.
            self.hub.tell_lobby();
        }
        Ok(done)
    }

    /// Resigns the unfinished games of an entrant.
    pub(super) async fn give_up_all(
        self: &Arc<Self>,
        whole: &WholeTournament,
        entrant: &Entrant,
    ) -> Result<(), Error> {
        let Entrant { number, account, .. } = *entrant;
        for pairing in whole.pairings.iter().filter(|pairing| pairing.outcome.is_none()) {
            let side = if pairing.first == number { Side::First } else { Side::Second };
            let theirs = pairing.first == number || pairing.second == Some(number);
            if let Some(game) = pairing.game.filter(|_| theirs) {
                self.end_game(game, side, account, Event::Resign { side }).await?;
            }
        }
        Ok(())
    }

    async fn end_game(
        self: &Arc<Self>,
        game: GameId,
        side: Side,
        account: Option<AccountId>,
        event: Event,
    ) -> Result<(), Error> {
        let access = Access { game, seat: Seat::Side(side), host: false, key: None, account };
        match self.change_by(access, None, event, Locale::default()).await {
            Err(error @ (Error::Unavailable | Error::Full)) => Err(error),
            // The change is refused if a player has just arrived or the game is over.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// Returns `true` if the change was stored, or `false` after a conflict, when the tournament must be read again.
pub(super) fn unless_changed(done: Result<(), StoreError>) -> Result<bool, Error> {
    match done {
        Ok(()) => Ok(true),
        Err(StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
