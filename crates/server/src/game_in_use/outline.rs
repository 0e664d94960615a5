use entourage_clock::Pace;
use entourage_kernel::{Degree, Language, Side};
use entourage_record::{ClockView, GameId, Offer};

use super::GameInUse;

/// What a program is told of a game: what stands on the board, and nothing for people.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// The game's name.
    pub game: GameId,
    /// The spec to play by.
    pub spec: String,
    /// What people call it.
    pub name: String,
    /// The moves that stand.
    pub moves: Vec<String>,
    /// The position now.
    pub position: String,
    /// Whose turn it is, until the game is over.
    pub turn: Option<Side>,
    /// The status words.
    pub status: String,
    /// Whether it is over.
    pub over: bool,
    /// Who proposes what.
    pub offer: Option<(Side, Offer)>,
    /// How fast it is played.
    pub pace: Pace,
    /// The clocks, where there are any.
    pub clock: Option<ClockView>,
    /// How much the rules help.
    pub degree: Degree,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// When something happened in it last.
    pub at: i64,
    /// How many events it has.
    pub seq: usize,
}

impl GameInUse {
    /// Tells at a time what a program needs to know.
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
            degree: game.degree,
            rated: game.rated,
            created_at: game.created_at,
            at: game.entries.last().map_or(game.created_at, |entry| entry.at),
            seq: self.seq(),
        }
    }

    /// Returns the position in which the game begins, unless that is the usual one of its rules.
    pub fn unusual_start(&self) -> Option<String> {
        let (start, live) = (self.start(), self.state.rules()?.live());
        let usual = live.game().begin(None).ok()?.start_text();
        (usual != start).then_some(start)
    }
}
