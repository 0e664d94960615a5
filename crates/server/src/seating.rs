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
    sides: [String; 2],
    watch: String,
}

/// Makes the keys to a new game; returns what they are, what is kept of them, and the seat of who creates the game.
pub(crate) fn seat_players(
    apart: Option<Apart>,
    players: &[Player; 2],
) -> Result<(Keys, Vec<Grant>, Seat), Failure> {
    let draw = || Key::random().map_err(|_| Failure::Unavailable);
    let grant = |key: &Key, seat, host| Grant { key: key.hash(), seat, host };
    let Some(Apart { host }) = apart else {
        let key = draw()?;
        let keys = Keys::Shared { id: key.to_string() };
        return Ok((keys, vec![grant(&key, Seat::Both, true)], Seat::Both));
    };
    let host = side_of(host)?;
    if players.iter().any(|player| *player != Player::Human {}) {
        return Err(Failure::Players);
    }
    let (sides, watch) = ([draw()?, draw()?], draw()?);
    let mut grants: Vec<Grant> = Side::BOTH
        .into_iter()
        .map(|side| grant(&sides[side.index()], Seat::Side(side), side == host))
        .collect();
    grants.push(grant(&watch, Seat::Watch, false));
    let keys = KeysApart { sides: sides.map(|key| key.to_string()), watch: watch.to_string() };
    Ok((Keys::Apart { keys }, grants, Seat::Side(host)))
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
            | Event::Abort { side },
        ) if *side != own => Err(Failure::OtherSide),
        (Seat::Side(_), _) => Ok(()),
    }
}

/// Reads a side as people count, 1 or 2.
pub(crate) fn side_of(number: usize) -> Result<Side, Failure> {
    let side = Side::BOTH.into_iter().find(|known| known.number() == number);
    side.ok_or_else(|| Failure::Malformed("side: 1 or 2".into()))
}
