use entourage_clock::{Kind, Pace};
use entourage_kernel::{Enforcement, Language, Side};
use entourage_record::{ClockView, Ending, Game, GameId, Offer, Player};
use entourage_scoresheet::pgn::{Game as Record, Reader, Termination};
use entourage_scoresheet::{Facts, Terms, date_of, record, unplayed};
use entourage_store::TournamentGame;

use super::LoadedGame;
use super::board::Board;
use crate::domain::Evidence;

impl LoadedGame {
    /// Writes the game as PGN, even if its rules are no longer available.
    pub fn scoresheet(
        &self,
        names: [Option<String>; 2],
        ratings: [Option<i64>; 2],
        tournament: Option<TournamentGame>,
    ) -> String {
        complete(self.record(), names, ratings, tournament)
    }

    /// Returns the game's record without names of accounts, ratings and the tournament.
    pub fn record(&self) -> Record {
        let (game, ledger) = (self.game(), self.state.ledger());
        let (termination, cause) = match ledger.ending() {
            None => (None, None),
            Some(Ending::Resigned(side)) => (Some(Termination::Win(!side)), Some("resignation")),
            Some(Ending::Flagged(side)) => (Some(Termination::Win(!side)), Some("time")),
            Some(Ending::Absent(side)) => (Some(Termination::Win(!side)), Some("no-show")),
            Some(Ending::Agreed) => (Some(Termination::Draw), Some("agreement")),
            Some(Ending::Aborted(_)) => (Some(Termination::Open), Some("aborted")),
            Some(Ending::Lapsed) => (Some(Termination::Open), Some("lapsed")),
        };
        // Only records of real-time games contain clock times.
        let clocks = match Board::of(&self.registry, game) {
            Ok(board) if game.pace.kind() == Kind::Live => self.state.banks(board),
            _ => Vec::new(),
        };
        let facts = Facts {
            clocks,
            date: Some(date_of(game.created_at)),
            players: game.players.map(named),
            pace: game.pace,
            termination,
            cause: cause.map(str::to_owned),
            ..Facts::default()
        };
        match self.state.rules() {
            Some(board) => record(&self.registry, board.live(), &facts),
            None => unplayed(&terms(game), ledger.moves(), &facts),
        }
    }
}

/// Adds the names of accounts, ratings and the tournament to a record.
fn complete(
    mut record: Record,
    names: [Option<String>; 2],
    ratings: [Option<i64>; 2],
    tournament: Option<TournamentGame>,
) -> String {
    let [first, second] = names;
    let [white, black] = ratings.map(|rating| rating.map(|points| points.to_string()));
    // An arena has no rounds.
    let round = tournament.as_ref().map(|game| game.round.map_or("-".into(), |round| round.to_string()));
    let event = tournament.map(|game| game.name);
    let tags = ["Event", "Round", "White", "Black", "WhiteElo", "BlackElo"];
    for (tag, value) in tags.into_iter().zip([event, round, first, second, white, black]) {
        if let Some(value) = value {
            record.set_tag(tag, value);
        }
    }
    record.to_string()
}

/// Completes a stored record; `None` if it cannot be read.
pub(crate) fn complete_stored(
    record: &str,
    names: [Option<String>; 2],
    ratings: [Option<i64>; 2],
    tournament: Option<TournamentGame>,
) -> Option<String> {
    let record = Reader::new(record.as_bytes()).next()?.ok()?;
    Some(complete(record, names, ratings, tournament))
}

fn named(player: Player) -> Option<String> {
    match player {
        Player::Human {} => None,
        Player::Computer { level } => Some(format!("Computer, level {level}")),
    }
}

fn terms(game: &Game) -> Terms {
    Terms {
        spec: game.spec.clone(),
        rules_version: game.rules_version.clone(),
        enforcement: game.enforcement,
        start: game.setup.is_none().then(|| game.start.clone()),
    }
}

impl LoadedGame {
    pub fn evidence(&self) -> Evidence {
        let rules = self.state.rules().filter(|_| !self.state.is_preparing());
        Evidence {
            spec: self.game().spec.clone(),
            position: rules.map(|rules| rules.live().position_text()),
            players: self.game().players,
            record: self.scoresheet([None, None], [None, None], None),
        }
    }
}

/// The state of a game for the bot API.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub game: GameId,
    pub spec: String,
    /// The spec of the default game.
    pub unnamed: Option<&'static str>,
    pub name: String,
    pub moves: Vec<String>,
    pub position: String,
    pub turn: Option<Side>,
    pub status: String,
    pub over: bool,
    pub offer: Option<(Side, Offer)>,
    pub pace: Pace,
    pub clock: Option<ClockView>,
    pub enforcement: Enforcement,
    pub rated: bool,
    pub created_at: i64,
    pub at: i64,
    pub seq: usize,
}

impl LoadedGame {
    pub fn outline(&self, now: i64) -> Outline {
        let (game, ledger) = (self.game(), self.state.ledger());
        let live = self.state.rules().map(|board| board.live());
        let over = self.is_over();
        let proposed = ledger.standing().offer;
        let offer = proposed.and_then(|proposed| {
            let side = Side::BOTH.into_iter().find(|side| side.number() == proposed.side)?;
            Some((side, proposed.offer))
        });
        Outline {
            game: game.id,
            spec: self.spec(),
            unnamed: self.registry.unnamed(),
            name: live
                .map_or_else(String::new, |live| live.game().metadata().name.get(Language::English).to_owned()),
            moves: ledger.moves().to_vec(),
            position: live.map_or_else(|| game.start.clone(), |live| live.position_text()),
            turn: live.map(|live| live.side_to_move()).filter(|_| !over && !self.state.is_preparing()),
            status: self.state.status(),
            over,
            offer,
            pace: game.pace,
            clock: self.clock(now),
            enforcement: game.enforcement,
            rated: game.rated,
            created_at: game.created_at,
            at: game.entries.last().map_or(game.created_at, |entry| entry.at),
            seq: self.seq(),
        }
    }

    pub fn unusual_start(&self) -> Option<String> {
        let (start, live) = (self.start(), self.state.rules()?.live());
        let usual = live.game().begin(None).ok()?.start_text();
        (usual != start).then_some(start)
    }
}
