//! Moderation actions, with the same checks for the website and the command line.

use entourage_record::{AccountId, GameId};
use entourage_store::{AppliedAction, Decision, Role, SanctionKind, Store, StoreError, Visibility};

use crate::domain::Error;
use crate::games::writing;
use crate::names::Name;

const DAY: i64 = 24 * 60 * 60 * 1000;

pub(crate) enum Author {
    Runner,
    Member { id: AccountId, name: String, role: Role },
}

pub(crate) struct ModerationAction {
    pub what: ActionKind,
    /// Name of the affected account; `None` if the action closes a report or concerns a definition.
    pub person: Option<String>,
    /// The reason, which the owner of the affected account can see.
    pub reason: String,
    pub complaint: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionKind {
    Appoint(Option<Role>),
    /// Mutes or bans an account for a number of days or, if `None`, until the sanction is lifted.
    Restrain(SanctionKind, Option<u32>),
    Release(SanctionKind),
    Rename(String),
    /// Closes a report; contains whether the rated games that were held back because of it count.
    Close(bool),
    /// Allows or disallows rated games of a definition, identified by its spec.
    List(String, bool),
    /// Hides a study, identified by its ID, or shows it again.
    Hide(String, bool),
}

/// Takes a moderation action if its author is allowed to. Returns the decision and the games whose followers must be
/// notified.
pub(crate) async fn take_action(
    store: &Store,
    author: Author,
    ModerationAction { what, person, reason, complaint }: ModerationAction,
    date: i64,
) -> Result<(Decision, Vec<GameId>), Error> {
    writing::check(&reason, writing::MAX_REASON, false)?;
    let account = match (&what, person) {
        (ActionKind::Close(_) | ActionKind::List(..), _) => None,
        (ActionKind::Hide(study, _), _) => Some(store.study(study).await?.ok_or(Error::NoStudy)?.owner),
        (_, None) => return Err(Error::NoPerson),
        (_, Some(person)) => Some(find(store, &person).await?.ok_or(Error::NoPerson)?),
    };
    if let Some(seq) = complaint
        && store.report(seq).await?.is_none()
    {
        return Err(Error::NoComplaint);
    }
    let (missing, measure) = match what {
        ActionKind::Appoint(role) => (Error::NoPerson, AppliedAction::Appoint(role)),
        ActionKind::Restrain(kind, days) => {
            let until = days.map(|days| date.saturating_add(i64::from(days) * DAY));
            (Error::NoPerson, AppliedAction::Restrain(kind, until))
        }
        ActionKind::Release(kind) => (Error::Unrestrained, AppliedAction::Release(kind)),
        ActionKind::Rename(name) => {
            let Name { text, forms } = Name::new(&name)?;
            (Error::NoPerson, AppliedAction::Rename { name: text, forms })
        }
        ActionKind::Close(counts) => (Error::NoComplaint, AppliedAction::Close(counts)),
        ActionKind::List(definition, listed) => {
            expect_shown(store, &definition, listed).await?;
            (Error::NoDefinition, AppliedAction::List { definition, listed })
        }
        ActionKind::Hide(study, hidden) => (Error::NoStudy, AppliedAction::Hide { study, hidden }),
    };
    let (author, member) = match author {
        Author::Runner => (None, None),
        Author::Member { id, name, role } => (Some(name), Some((id, role))),
    };
    let decision = Decision { measure, author, account, reason, complaint, at: date };
    if let Some((id, role)) = member {
        let ranked = expect_rank(store, id, role, account, &decision.measure).await;
        let is_concerned = store.is_concerned(id, &decision, None).await?;
        ranked?;
        if is_concerned {
            return Err(Error::Concerned);
        }
    }
    match store.moderate(&decision).await {
        Ok(games) => Ok((decision, games)),
        Err(StoreError::Conflict) if matches!(decision.measure, AppliedAction::List { .. }) => {
            Err(Error::Listed)
        }
        Err(StoreError::Conflict) => Err(Error::NameTaken),
        Err(StoreError::Missing) => Err(missing),
        Err(error) => Err(error.into()),
    }
}

/// Refuses to list definitions that are not public, because rated games are public.
async fn expect_shown(store: &Store, definition: &str, listed: bool) -> Result<(), Error> {
    let found = store.definition(definition).await?;
    let found = found.ok_or_else(|| Error::NoDefinition)?;
    let is_shown = found.state == Visibility::Public && !found.hidden;
    if listed && !is_shown { Err(Error::Unshown) } else { Ok(()) }
}

pub(super) async fn find(store: &Store, name: &str) -> Result<Option<AccountId>, Error> {
    let Some(form) = Name::sought(name) else { return Ok(None) };
    Ok(store.account_named(&form).await?.map(|account| account.id))
}

/// Refuses actions against accounts with the same or a higher role. Only administrators can change roles.
async fn expect_rank(
    store: &Store,
    own: AccountId,
    role: Role,
    account: Option<AccountId>,
    what: &AppliedAction,
) -> Result<(), Error> {
    if matches!(what, AppliedAction::Appoint(_)) && role < Role::Administrator {
        return Err(Error::Role);
    }
    let Some(account) = account else { return Ok(()) };
    let theirs = store.rights(account).await?.ok_or(Error::NoPerson)?.role;
    if account == own || theirs >= Some(role) { Err(Error::Rank) } else { Ok(()) }
}
