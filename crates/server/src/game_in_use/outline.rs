use entourage_clock::Pace;
use entourage_kernel::{Degree, Language, Side};
use entourage_record::{ClockView, GameId, Offer};

use super::GameInUse;

/// What the bot API shows of a game.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub game: GameId,
    pub spec: String,
    pub name: String,
    pub moves: Vec<String>,
    pub position: String,
    pub turn: Option<Side>,
    pub status: String,
    pub over: bool,
    pub offer: Option<(Side, Offer)>,
    pub pace: Pace,
    pub clock: Option<ClockView>,
    pub degree: Degree,
    pub rated: bool,
    pub created_at: i64,
    pub at: i64,
    pub seq: usize,
}

impl GameInUse {
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

    pub fn unusual_start(&self) -> Option<String> {
        let (start, live) = (self.start(), self.state.rules()?.live());
        let usual = live.game().begin(None).ok()?.start_text();
        (usual != start).then_some(start)
    }
}
