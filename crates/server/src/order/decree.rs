//! What is done by those who keep order, judged: the same for the page and for the command.

use entourage_record::{AccountId, GameId};
use entourage_store::{Decision, Measure, RestraintKind, Role, Shelved, Store, StoreError};

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::order_error::OrderError;
use crate::domain::shelf_error::ShelfError;
use crate::games::report::failed;
use crate::games::writing;
use crate::names::Name;

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Who does something.
pub(crate) enum Author {
    /// Whoever runs the server.
    Runner,
    /// Somebody with an account who keeps order.
    Member { id: AccountId, name: String, role: Role },
}

/// What is asked for, with whom, and why.
pub(crate) struct Decree {
    pub what: What,
    /// The person, by name; nobody where only a complaint is closed, or something is done with a game that somebody wrote.
    pub person: Option<String>,
    /// Why: whom it concerns is told.
    pub reason: String,
    /// The complaint that leads to it.
    pub complaint: Option<u32>,
}

/// What is to be done.
pub(crate) enum What {
    /// Have somebody keep order from now on, or no more.
    Appoint(Option<Role>),
    /// Keep somebody from something, for so many days or until it is lifted.
    Restrain(RestraintKind, Option<u32>),
    /// Let somebody do something again.
    Release(RestraintKind),
    /// Call somebody otherwise.
    Rename(String),
    /// Close a complaint.
    Close,
    /// Have a game that somebody wrote count for ratings, by its name in specs, or no more.
    List(String, bool),
}

/// Does what is asked for at a date in milliseconds, if whoever asks may; returns what was decided, and the games whose followers are to be told.
pub(crate) async fn decree(
    store: &Store,
    author: Author,
    Decree { what, person, reason, complaint }: Decree,
    date: i64,
) -> Result<(Decision, Vec<GameId>), AccountError> {
    writing::check(&reason, writing::MOST_REASON, false).map_err(GameError::from)?;
    let account = match (&what, person) {
        (What::Close | What::List(..), _) => None,
        (_, None) => return Err(OrderError::NoPerson.into()),
        (_, Some(person)) => Some(find(store, &person).await?),
    };
    if let Author::Member { id, role, .. } = &author {
        expect_rank(store, *id, *role, account, &what).await?;
    }
    if let Some(seq) = complaint
        && store.complaint(seq).await.map_err(failed)?.is_none()
    {
        return Err(OrderError::NoComplaint.into());
    }
    let no = |error: OrderError| AccountError::from(error);
    let (missing, measure) = match what {
        What::Appoint(role) => (no(OrderError::NoPerson), Measure::Appoint(role)),
        What::Restrain(kind, days) => {
            let until = days.map(|days| date.saturating_add(i64::from(days) * DAY));
            (no(OrderError::NoPerson), Measure::Restrain(kind, until))
        }
        What::Release(kind) => (no(OrderError::Unrestrained), Measure::Release(kind)),
        What::Rename(name) => {
            let Name { text, forms } = Name::new(&name)?;
            (no(OrderError::NoPerson), Measure::Rename { name: text, forms })
        }
        What::Close => (no(OrderError::NoComplaint), Measure::Close),
        What::List(definition, listed) => {
            expect_shown(store, &definition, listed).await?;
            (GameError::from(ShelfError::Unknown).into(), Measure::List { definition, listed })
        }
    };
    let author = match author {
        Author::Runner => None,
        Author::Member { name, .. } => Some(name),
    };
    let decision = Decision { measure, author, account, reason, complaint, at: date };
    match store.take_measure(&decision).await {
        Ok(games) => Ok((decision, games)),
        Err(StoreError::Conflict) if matches!(decision.measure, Measure::List { .. }) => {
            Err(OrderError::Listed.into())
        }
        Err(StoreError::Conflict) => Err(AccountError::NameTaken),
        Err(StoreError::Missing) => Err(missing),
        Err(error) => Err(failed(error).into()),
    }
}

/// Refuses to list a game that not everybody is told of: its rated games would be.
async fn expect_shown(store: &Store, definition: &str, listed: bool) -> Result<(), AccountError> {
    let found = store.definition(definition).await.map_err(failed)?;
    let found = found.ok_or_else(|| GameError::from(ShelfError::Unknown))?;
    let is_shown = found.state == Shelved::Public && !found.hidden;
    if listed && !is_shown { Err(OrderError::Unshown.into()) } else { Ok(()) }
}

async fn find(store: &Store, name: &str) -> Result<AccountId, AccountError> {
    let form = Name::sought(name).ok_or(OrderError::NoPerson)?;
    let found = store.account_named(&form).await.map_err(failed)?;
    Ok(found.ok_or(OrderError::NoPerson)?.id)
}

/// Refuses whoever may not do this with whom it concerns: nobody judges who keeps as much order as they do, and administrators alone appoint
/// others.
async fn expect_rank(
    store: &Store,
    own: AccountId,
    role: Role,
    account: Option<AccountId>,
    what: &What,
) -> Result<(), AccountError> {
    if matches!(what, What::Appoint(_)) && role < Role::Administrator {
        return Err(OrderError::Role.into());
    }
    let Some(account) = account else { return Ok(()) };
    let theirs = store.rights(account).await.map_err(failed)?.ok_or(OrderError::NoPerson)?.role;
    if account == own || theirs >= Some(role) { Err(OrderError::Rank.into()) } else { Ok(()) }
}

impl What {
    /// Has somebody say nothing, for so many days or until it is lifted.
    pub fn mute(days: Option<u32>) -> Self {
        Self::Restrain(RestraintKind::Mute, days)
    }

    /// Lets nobody sign in under a name, for so many days or until it is lifted.
    pub fn ban(days: Option<u32>) -> Self {
        Self::Restrain(RestraintKind::Ban, days)
    }

    /// Lets somebody speak again.
    pub fn unmute() -> Self {
        Self::Release(RestraintKind::Mute)
    }

    /// Lets somebody sign in again.
    pub fn unban() -> Self {
        Self::Release(RestraintKind::Ban)
    }

    /// Appoints somebody to what a word says, or to nothing; `None` if there is no such word.
    pub fn appoint(role: Option<&str>) -> Option<Self> {
        let role = role.map(|word| Role::from_word(word).ok_or(())).transpose().ok()?;
        Some(Self::Appoint(role))
    }
}
