use crate::domain::Error;
use entourage_record::{AccountId, Token};
use entourage_store::{Account, Expiry, Session, random};

pub(crate) const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
const MAX_IDLE: i64 = 30 * DAY;
pub(crate) const MAX_AGE: i64 = 180 * DAY;
/// How long the network of a sign-in is stored; networks are assigned to other people sooner than browsers.
pub(crate) const NETWORK_AGE: i64 = 30 * DAY;
/// How long a user can perform sensitive actions after signing in or confirming their identity, in milliseconds.
const CONFIRMED_FOR: i64 = 10 * 60 * 1000;
pub(crate) const CEREMONY_TIMEOUT: i64 = 5 * 60_000;
/// Maximum number of sessions per account; beyond it, the least recently used one is deleted.
pub(crate) const MAX_SESSIONS: u32 = 50;
const MAX_AGENT: usize = 200;

pub(crate) const LINK_LIFETIME: i64 = HOUR;

pub(crate) struct Member {
    pub session: Session,
    pub account: Account,
}

impl Member {
    pub(crate) fn expect_fresh(&self, now: i64) -> Result<(), Error> {
        if is_fresh(&self.session, now) { Ok(()) } else { Err(Error::Unproven) }
    }
}

/// Begins a session and returns its token; `recovered` means that a recovery link or code was used.
pub(crate) fn begin(
    account: AccountId,
    agent: &str,
    recovered: bool,
    now: i64,
) -> Result<(Token, Session), Error> {
    let token = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
    let agent = agent.chars().filter(|letter| !letter.is_control()).take(MAX_AGENT).collect();
    Ok((token, Session { hash: token.hash(), account, agent, at: now, seen: now, proven: now, recovered }))
}

pub(crate) fn expiry(now: i64) -> Expiry {
    Expiry { seen: now - MAX_IDLE, began: now - MAX_AGE }
}

pub(crate) fn is_fresh(session: &Session, now: i64) -> bool {
    now - session.proven < CONFIRMED_FOR
}

pub(crate) fn is_recovered(session: &Session, now: i64) -> bool {
    session.recovered && is_fresh(session, now)
}
