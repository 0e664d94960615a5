//! Who may do what: seats for the players of a new game, and what each seat allows.

use entourage_kernel::Side;
use entourage_store::{Event, Grant, Key, Player, Seat};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Asks for a game of two people apart, each with a key of his own.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Apart {
    /// The side of who creates the game, 1 or 2.
    host: usize,
    /// Whether anybody may take the other side, whose key is then made by who does.
    #[serde(default)]
    open: bool,
}

/// Holds the keys to a new game; nobody can ask for them again.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Keys {
    /// One key for both sides.
    Shared {
        /// The key.
        id: String,
    },
    /// One key a side and one to watch.
    Apart {
        /// The keys.
        keys: KeysApart,
    },
}

/// Holds the keys to a game of two people apart.
#[derive(Serialize)]
pub(crate) struct KeysApart {
    /// That of a side which anybody may take does not exist yet.
    sides: [Option<String>; 2],
    watch: String,
}

/// The keys to a new game.
pub(crate) struct Seated {
    /// What they are.
    pub keys: Keys,
    /// What is kept of them.
    pub grants: Vec<Grant>,
    /// The seat of who creates the game.
    pub host: Seat,
    /// The side that anybody may take.
    pub free: Option<Side>,
}

/// Makes the keys to a new game.
pub(crate) fn seat_players(apart: Option<Apart>, players: &[Player; 2]) -> Result<Seated, Failure> {
    let draw = || Key::random().map_err(|_| Failure::Unavailable);
    let grant = |key: &Key, seat, host| Grant { key: key.hash(), seat, host };
    let Some(Apart { host, open }) = apart else {
        let key = draw()?;
        let keys = Keys::Shared { id: key.to_string() };
        let grants = vec![grant(&key, Seat::Both, true)];
        return Ok(Seated { keys, grants, host: Seat::Both, free: None });
    };
    let host = side_of(host)?;
    if players.iter().any(|player| *player != Player::Human {}) {
        return Err(Failure::Players);
    }
    let free = open.then_some(!host);
    let (drawn, watch) = ([draw()?, draw()?], draw()?);
    let mut sides = [None, None];
    let mut grants = vec![grant(&watch, Seat::Watch, false)];
    for side in Side::BOTH.into_iter().filter(|side| Some(*side) != free) {
        let key = &drawn[side.index()];
        sides[side.index()] = Some(key.to_string());
        grants.push(grant(key, Seat::Side(side), side == host));
    }
    let keys = Keys::Apart { keys: KeysApart { sides, watch: watch.to_string() } };
    Ok(Seated { keys, grants, host: Seat::Side(host), free })
}

/// Refuses what a seat never allows, whatever stands on the board.
pub(crate) fn authorise(seat: Seat, event: &Event) -> Result<(), Failure> {
    match (seat, event) {
        (Seat::Both, _) => Ok(()),
        (Seat::Watch, _) => Err(Failure::Watching),
        (
            Seat::Side(own),
            Event::Resign { side }
            | Event::Setup { side, .. }
            | Event::Offer { side, .. }
            | Event::Decline { side }
            | Event::Abort { side }
            | Event::Protest { side, .. }
            | Event::Vacation { side, .. },
        ) if *side != own => Err(Failure::OtherSide),
        (Seat::Side(_), _) => Ok(()),
    }
}

/// Reads a side as people count, 1 or 2.
pub(crate) fn side_of(number: usize) -> Result<Side, Failure> {
    let side = Side::BOTH.into_iter().find(|known| known.number() == number);
    side.ok_or_else(|| Failure::Malformed("side: 1 or 2".into()))
}
