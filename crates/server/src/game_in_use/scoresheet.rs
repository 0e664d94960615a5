use entourage_clock::Kind;
use entourage_record::{Ending, Game, Player};
use entourage_scoresheet::pgn::Termination;
use entourage_scoresheet::{Facts, Terms, date_of, record, unplayed};

use super::GameInUse;
use super::board::Board;

impl GameInUse {
    /// Writes the game in PGN, even if its rules do not apply any more.
    pub fn scoresheet(&self, names: [Option<String>; 2], ratings: [Option<i64>; 2]) -> String {
        let (game, ledger) = (self.game(), self.state.ledger());
        let (termination, cause) = match ledger.ending() {
            None => (None, None),
            Some(Ending::Resigned(side)) => (Some(Termination::Win(!side)), Some("resignation")),
            Some(Ending::Flagged(side)) => (Some(Termination::Win(!side)), Some("time")),
            Some(Ending::Agreed) => (Some(Termination::Draw), Some("agreement")),
            Some(Ending::Aborted(_)) => (Some(Termination::Open), Some("aborted")),
            Some(Ending::Lapsed) => (Some(Termination::Open), Some("lapsed")),
        };
        // A reserve for turns that are too long is no clock that anybody sees run.
        let clocks = match Board::of(&self.registry, game) {
            Ok(board) if game.pace.kind() == Kind::Live => self.state.banks(board),
            _ => Vec::new(),
        };
        let [first, second] = names;
        let facts = Facts {
            clocks,
            date: Some(date_of(game.created_at)),
            players: [named(game.players[0]).or(first), named(game.players[1]).or(second)],
            pace: game.pace,
            termination,
            cause: cause.map(str::to_owned),
            ..Facts::default()
        };
        let mut record = match self.state.rules() {
            Some(board) => record(&self.registry, board.live(), &facts),
            None => unplayed(&terms(game), ledger.moves(), &facts),
        };
        for (tag, rating) in ["WhiteElo", "BlackElo"].into_iter().zip(ratings) {
            if let Some(rating) = rating {
                record.set_tag(tag, rating.to_string());
            }
        }
        record.to_string()
    }
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
        degree: game.degree,
        start: game.setup.is_none().then(|| game.start.clone()),
    }
}
