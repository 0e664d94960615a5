//! Order kept from the command line, by whoever runs the server, which may be at work meanwhile.

use std::time::{SystemTime, UNIX_EPOCH};

use entourage_kernel::Language;
use entourage_record::TournamentId;
use entourage_registry::view::FailureBody;
use entourage_store::{
    Complaint, Decision, ListedTournament, Logged, Measure, Moderation, Phase, RestraintKind, Role, Store,
    StoreError, Tournament, TournamentAct,
};

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::tournament_error::TournamentError;
use crate::games::report::failed;
use crate::games::writing;
use crate::http::failure::Failure;
use crate::order::{Author, Decree, What, decree};

/// The most complaints, and entries of the log, that are listed at a time.
const PAGE: u32 = 100;

/// Keeps order for whoever runs the server.
#[derive(Debug)]
pub struct Administration(Moderation);

/// Says what is done with somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Administered {
    /// They keep order from now on, or no more.
    Appoint(Option<Role>),
    /// They may not do something, for so many days or until it is lifted.
    Restrain(RestraintKind, Option<u32>),
    /// They may do something again.
    Release(RestraintKind),
    /// They are called otherwise.
    Rename(String),
}

/// Holds a complaint with the names of those whom it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedComplaint {
    /// The complaint.
    pub complaint: Complaint,
    /// Who complains.
    pub author: Option<String>,
    /// Whom it concerns.
    pub subject: Option<String>,
}

impl Administration {
    /// Keeps order in a database that was opened beside servers.
    pub fn of(moderation: Moderation) -> Self {
        Self(moderation)
    }

    /// Does something with somebody, by name, and logs it with a reason.
    ///
    /// # Errors
    /// Nobody has the name, the new one is none or taken, or nothing is to be lifted; in a sentence.
    pub async fn act(
        &self,
        name: &str,
        what: Administered,
        reason: &str,
        language: Language,
    ) -> Result<(), String> {
        let what = match what {
            Administered::Appoint(role) => What::Appoint(role),
            Administered::Restrain(kind, days) => What::Restrain(kind, days),
            Administered::Release(kind) => What::Release(kind),
            Administered::Rename(name) => What::Rename(name),
        };
        let asked = Decree { what, person: Some(name.to_owned()), reason: reason.to_owned(), complaint: None };
        self.decree(asked, language).await
    }

    /// Closes a complaint, and logs it with a reason.
    ///
    /// # Errors
    /// There is no such complaint, or it is closed; in a sentence.
    pub async fn close(&self, complaint: u32, reason: &str, language: Language) -> Result<(), String> {
        let asked =
            Decree { what: What::Close, person: None, reason: reason.to_owned(), complaint: Some(complaint) };
        self.decree(asked, language).await
    }

    /// Has a game that somebody wrote count for ratings, by its name in specs, or no more, and logs it with a reason.
    ///
    /// # Errors
    /// There is no such game, not everybody is told of it, or it stands so already; in a sentence.
    pub async fn list(
        &self,
        definition: &str,
        listed: bool,
        reason: &str,
        language: Language,
    ) -> Result<(), String> {
        let what = What::List(definition.to_owned(), listed);
        self.decree(Decree { what, person: None, reason: reason.to_owned(), complaint: None }, language).await
    }

    /// Calls a tournament off, by its name in addresses, and logs it with a reason.
    ///
    /// # Errors
    /// There is no such tournament, or it has ended; in a sentence.
    pub async fn cancel(&self, tournament: &str, reason: &str, language: Language) -> Result<(), String> {
        let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
        cancel(&self.0.order(), tournament, reason, date).await.map_err(|error| sentence(error, language))
    }

    /// Lists a page of the tournaments that are open or under way, the newest first; after one, if its name is given.
    ///
    /// # Errors
    /// The database fails; in a sentence.
    pub async fn tournaments(
        &self,
        after: Option<TournamentId>,
        language: Language,
    ) -> Result<Vec<ListedTournament>, String> {
        let found = self.0.order().tournaments(&[Phase::Open, Phase::Running], after, PAGE).await;
        found.map_err(|error| sentence(failed(error).into(), language))
    }

    async fn decree(&self, asked: Decree, language: Language) -> Result<(), String> {
        let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
        let done = decree(&self.0.order(), Author::Runner, asked, date).await;
        done.map(drop).map_err(|error| sentence(error, language))
    }

    /// Lists a page of the complaints: those that are open, the oldest first, or those that are closed, the newest first; after a number, if
    /// one is given.
    ///
    /// # Errors
    /// The database fails; in a sentence.
    pub async fn complaints(
        &self,
        open: bool,
        after: Option<u32>,
        language: Language,
    ) -> Result<Vec<NamedComplaint>, String> {
        let store = self.0.order();
        let told = |error: StoreError| sentence(failed(error).into(), language);
        let mut named = Vec::new();
        for complaint in store.complaints(open, after, PAGE).await.map_err(told)? {
            let mut names = [None, None];
            for (name, account) in names.iter_mut().zip([complaint.author, complaint.subject]) {
                if let Some(account) = account {
                    *name = store.account(account).await.map_err(told)?.map(|account| account.name);
                }
            }
            let [author, subject] = names;
            named.push(NamedComplaint { complaint, author, subject });
        }
        Ok(named)
    }

    /// Lists a page of the log, the newest first; before a number, if one is given.
    ///
    /// # Errors
    /// The database fails; in a sentence.
    pub async fn log(&self, before: Option<u32>, language: Language) -> Result<Vec<Logged>, String> {
        let found = self.0.order().measures(None, before, PAGE).await;
        found.map_err(|error| sentence(failed(error).into(), language))
    }
}

/// Calls a tournament off at a date, whatever changes in it meanwhile.
async fn cancel(store: &Store, tournament: &str, reason: &str, date: i64) -> Result<(), AccountError> {
    writing::check(reason, writing::MOST_REASON, false).map_err(GameError::from)?;
    let id = tournament.parse().map_err(|()| TournamentError::Unknown)?;
    loop {
        let whole = store.tournament(id).await.map_err(failed)?.ok_or(TournamentError::Unknown)?;
        let Tournament { version, name, organiser, phase, .. } = whole.tournament;
        if matches!(phase, Phase::Over | Phase::Cancelled) {
            return Err(TournamentError::Closed.into());
        }
        let log = Decision {
            measure: Measure::Tournament(TournamentAct::Cancel, name),
            author: None,
            account: organiser,
            reason: reason.to_owned(),
            complaint: None,
            at: date,
        };
        match store.close_tournament(id, version, Phase::Cancelled, None, Some(&log)).await {
            Ok(()) => return Ok(()),
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(failed(error).into()),
        }
    }
}

fn sentence(error: AccountError, language: Language) -> String {
    let FailureBody { error, .. } = Failure::from(error).view(language);
    error.message
}
