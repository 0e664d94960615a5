//! A tournament as its followers see it: a page of standings, a page of pairings, and their own part.

use entourage_registry::view::{
    EntrantView, ListPart, OwnTournament, PairingRow, PairingView, TournamentHead, TournamentNews,
    TournamentTable,
};
use entourage_store::Tournament;

use super::{next_bye, table};
use crate::games::prelude::*;
use crate::server_time::ServerTime;

/// Numbers of standings and of pairings on a page: both pages together have at most 5 KB.
const STANDINGS: usize = 20;
const PAIRINGS: usize = 12;
/// Age in milliseconds at which followers check a tournament's version again, in case a notification was lost.
const FRESH: i64 = 5_000;

/// One version of a tournament.
pub(crate) struct Seen {
    whole: WholeTournament,
    pub table: TournamentTable,
    /// The position of each entrant in the standings, by entrant number.
    places: HashMap<u32, usize>,
}

/// A version that was current at time `at`, after this number of changes since it has followers.
pub(crate) struct Kept {
    pub seen: Arc<Seen>,
    pub changes: Option<u64>,
    pub at: i64,
}

impl Kept {
    pub fn is_of(&self, changes: u64, now: i64) -> bool {
        self.changes == Some(changes) && now - self.at < FRESH
    }
}

/// The pages that a client shows, numbered from 0; sent by the client.
#[derive(Clone, Copy, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    #[serde(default)]
    standings: u32,
    /// The round of the pairings; by default the latest.
    round: Option<u32>,
    #[serde(default)]
    pairings: u32,
}

impl Seen {
    pub fn of(whole: WholeTournament, time: &ServerTime) -> Self {
        let table = table::table(&whole, false, time);
        let places = table.standings.iter().enumerate().map(|(at, row)| (row.number, at)).collect();
        Self { whole, table, places }
    }

    pub fn version(&self) -> i64 {
        self.whole.tournament.version
    }

    pub fn head(&self) -> TournamentNews<'_> {
        let TournamentTable { tournament, round, rounds, ties, .. } = &self.table;
        TournamentNews::Head { head: TournamentHead { tournament, round: *round, rounds: *rounds, ties } }
    }

    pub fn standings(&self, view: View) -> TournamentNews<'_> {
        let all = &self.table.standings;
        TournamentNews::Standings { standings: page(all, view.standings, STANDINGS, Into::into) }
    }

    pub fn pairings(&self, view: View) -> TournamentNews<'_> {
        let rounds = &self.table.pairings;
        let round = rounds.iter().find(|round| Some(round.number) == view.round).or(rounds.first());
        let all = round.map_or(&[][..], |round| &round.pairings);
        let pairings = page(all, view.pairings, PAIRINGS, |pairing| self.pairing(pairing));
        TournamentNews::Pairings { round: round.map_or(0, |round| round.number), pairings }
    }

    fn pairing<'a>(&'a self, pairing: &'a PairingView) -> PairingRow<'a> {
        let numbers = [Some(pairing.first), pairing.second].into_iter().flatten();
        PairingRow {
            names: numbers.map(|number| self.name(number)).collect(),
            outcome: pairing.outcome,
            game: pairing.game.as_deref(),
        }
    }

    fn name(&self, number: u32) -> Option<&str> {
        self.table.standings.get(*self.places.get(&number)?)?.name.as_deref()
    }

    /// Returns an entrant's results.
    pub fn entrant(&self, number: u32) -> Option<EntrantView> {
        let standing = self.table.standings.get(*self.places.get(&number)?)?.clone();
        let figures = standing.ties.iter().flat_map(|tie| &tie.figures).filter_map(|figure| figure.opponent);
        let opponents = standing.results.iter().filter_map(|result| result.opponent).chain(figures);
        let names = opponents.map(|number| (number, self.name(number).map(str::to_owned))).collect();
        Some(EntrantView { standing, names })
    }

    pub fn own_news<'a>(&self, own: &'a OwnTournament) -> TournamentNews<'a> {
        let place = own.number.and_then(|number| self.places.get(&number).copied());
        let row = place.map(|place| (&self.table.standings[place]).into());
        TournamentNews::Own { own, row, page: place.map(|place| (place / STANDINGS) as u32) }
    }

    pub fn own(&self, account: AccountId) -> OwnTournament {
        let Tournament { phase, kind, organiser, .. } = &self.whole.tournament;
        let entrant = self.whole.entrant(account);
        let number = entrant.map(|entrant| entrant.number);
        let enters = entrant.is_some_and(|entrant| entrant.until_round.is_none());
        let absent = *phase == Phase::Running && entrant.is_some_and(|entrant| entrant.absent);
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
            absent,
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

/// Returns a page of a list; for a page beyond the end of the list, the last one.
fn page<'a, T, R>(all: &'a [T], page: u32, size: usize, row: impl Fn(&'a T) -> R) -> ListPart<R> {
    let pages = all.len().div_ceil(size).max(1);
    let page = (page as usize).min(pages - 1);
    let rows = all.iter().skip(page * size).take(size).map(row).collect();
    ListPart { page: page as u32, pages: pages as u32, rows }
}
