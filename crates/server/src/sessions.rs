//! Where somebody is signed in: what a browser keeps, and for how long it is good.

use crate::domain::Error;
use entourage_record::{AccountId, Token, TokenHash};
use entourage_store::{Account, Expiry, Session, random};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// How long a session may idle: 30 days, in milliseconds.
const IDLE: i64 = 30 * DAY;
/// How old a session may grow: 180 days, in milliseconds.
pub(crate) const AGE: i64 = 180 * DAY;
/// How long whoever has proved who they are may do what cannot be undone, in milliseconds: ten minutes.
const FRESH: i64 = 10 * 60 * 1000;
/// How long a passkey may take to answer, in milliseconds: five minutes.
pub(crate) const PATIENCE: i64 = 5 * 60_000;
/// The most sessions of an account; the one seen longest ago goes.
pub(crate) const MOST: u32 = 50;
/// The most characters of what a browser says it is.
const AGENT: usize = 200;

/// How long a link is good by which somebody comes back in, in milliseconds: an hour.
pub(crate) const LINK: i64 = HOUR;

/// Somebody who is signed in.
pub(crate) struct Member {
    pub session: Session,
    pub account: Account,
}

impl Member {
    /// Refuses who has not proved lately who they are.
    pub(crate) fn expect_fresh(&self, now: i64) -> Result<(), Error> {
        if is_fresh(&self.session, now) { Ok(()) } else { Err(Error::Unproven) }
    }
}

/// Begins a session of an account, with the token that opens it and is told this once; by what one has when all else is lost, or not.
pub(crate) fn begin(
    account: AccountId,
    agent: &str,
    recovered: bool,
    now: i64,
) -> Result<(Token, Session), Error> {
    let token = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
    let agent = agent.chars().filter(|letter| !letter.is_control()).take(AGENT).collect();
    Ok((token, Session { hash: token.hash(), account, agent, at: now, seen: now, proven: now, recovered }))
}

/// Says which sessions have ended by themselves at a time.
pub(crate) fn expiry(now: i64) -> Expiry {
    Expiry { seen: now - IDLE, began: now - AGE }
}

/// Tells whether it is to be noted again that a session is there: it is known to the hour.
pub(crate) fn is_seen_late(session: &Session, now: i64) -> bool {
    now - session.seen >= HOUR
}

/// Tells whether the holder of a session has proved lately who they are.
pub(crate) fn is_fresh(session: &Session, now: i64) -> bool {
    now - session.proven < FRESH
}

/// Tells whether the holder of a session has come in lately by what one has when all else is lost.
pub(crate) fn is_recovered(session: &Session, now: i64) -> bool {
    session.recovered && is_fresh(session, now)
}

/// Returns the time since which a browser must have been seen to be known, at a time: as long as its sessions live.
pub(crate) fn known_since(now: i64) -> i64 {
    now - AGE
}

/// Names a session to its holder; it opens nothing.
pub(crate) fn name(hash: TokenHash) -> String {
    hash.bytes()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
