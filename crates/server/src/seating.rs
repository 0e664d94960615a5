use crate::domain::Error;
use entourage_kernel::Side;
use entourage_record::{AccountId, Grant, Key, Player, Seat};
use entourage_registry::view::{Apart, Keys, KeysApart};
use entourage_store::FreeSide;

pub(crate) struct Seated {
    pub keys: Keys,
    pub grants: Vec<Grant>,
    pub host: Seat,
    pub free: Option<FreeSide>,
}

/// Creates the keys of a new game, or uses the client's. The creator's seat belongs to their account, if they
/// have one.
pub(crate) fn seat_players(
    apart: Option<Apart>,
    drawn: Option<Key>,
    account: Option<AccountId>,
    players: &[Player; 2],
) -> Result<Seated, Error> {
    let draw = || entourage_store::random().map(Key::from_bits).map_err(|_| Error::Unavailable);
    let grant =
        |key: &Key, seat, host| Grant { key: key.hash(), seat, host, account: account.filter(|_| host) };
    let Some(Apart { host, open, watched, rated }) = apart else {
        let key = drawn.map_or_else(draw, Ok)?;
        let keys = Keys::Shared { id: key.to_string() };
        let grants = vec![grant(&key, Seat::Both, true)];
        return Ok(Seated { keys, grants, host: Seat::Both, free: None });
    };
    let host = side_of(host)?;
    if drawn.is_some() {
        return Err(Error::KeyTogether);
    }
    if players.iter().any(|player| *player != Player::Human {}) {
        return Err(Error::Players);
    }
    if watched && !open {
        return Err(Error::WatchedOpen);
    }
    if rated && account.is_none() {
        return Err(Error::RatedGuest);
    }
    if rated && !open {
        return Err(Error::RatedClosed);
    }
    let free = open.then_some(FreeSide { side: !host, watched });
    let (drawn, watch) = ([draw()?, draw()?], draw()?);
    let mut sides = [None, None];
    let mut grants = vec![grant(&watch, Seat::Watch, false)];
    for side in Side::BOTH.into_iter().filter(|side| free.is_none_or(|free| free.side != *side)) {
        let key = &drawn[side.index()];
        sides[side.index()] = Some(key.to_string());
        grants.push(grant(key, Seat::Side(side), side == host));
    }
    let keys = Keys::Apart { keys: KeysApart { sides, watch: watch.to_string() } };
    Ok(Seated { keys, grants, host: Seat::Side(host), free })
}

/// Returns the names to show: none for the computer, or for one person who plays both sides.
pub(crate) fn names_shown(players: &[Player; 2], names: [Option<String>; 2]) -> [Option<String>; 2] {
    if players.iter().all(|player| *player == Player::Human {}) && names[0] == names[1] {
        return [None, None];
    }
    let [one, two] = names;
    let shown = |name: Option<String>, player: Player| name.filter(|_| player == Player::Human {});
    [shown(one, players[0]), shown(two, players[1])]
}

/// Parses a side, counted from 1.
pub(crate) fn side_of(number: usize) -> Result<Side, Error> {
    let side = Side::BOTH.into_iter().find(|known| known.number() == number);
    side.ok_or(Error::malformed("side must be 1 or 2"))
}
