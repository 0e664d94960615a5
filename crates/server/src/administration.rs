//! Moderation from the command line, possibly while servers are running.

use entourage_kernel::Language;
use entourage_record::TournamentId;
use entourage_registry::view::FailureBody;
use entourage_store::{
    AppliedAction, Decision, ListedTournament, LogEntry, Moderation, Phase, Report, Store, StoreError,
    Tournament, TournamentAct,
};

use crate::domain::Error;
use crate::games::writing;
use crate::moderation::{ActionKind, Author, ModerationAction, take_action};
use crate::time::{MachineTime, Time};

const PAGE: u32 = 100;

#[derive(Debug)]
pub struct Administration(Moderation);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedReport {
    pub complaint: Report,
    pub author: Option<String>,
    pub subject: Option<String>,
}

impl Administration {
    /// Creates an instance for a database, which running servers may also have open.
    pub fn of(moderation: Moderation) -> Self {
        Self(moderation)
    }

    /// Applies a moderation action to an account. Errors are messages in `language`.
    pub async fn act(
        &self,
        name: &str,
        what: ActionKind,
        reason: &str,
        language: Language,
    ) -> Result<(), String> {
        self.take_action(what, Some(name.to_owned()), None, reason, language).await
    }

    pub async fn close(&self, complaint: u32, reason: &str, language: Language) -> Result<(), String> {
        self.take_action(ActionKind::Close(true), None, Some(complaint), reason, language).await
    }

    pub async fn list(
        &self,
        definition: &str,
        listed: bool,
        reason: &str,
        language: Language,
    ) -> Result<(), String> {
        let what = ActionKind::List(definition.to_owned(), listed);
        self.take_action(what, None, None, reason, language).await
    }

    pub async fn cancel(&self, tournament: &str, reason: &str, language: Language) -> Result<(), String> {
        cancel(&self.0.order(), tournament, reason, MachineTime::default().date())
            .await
            .map_err(|error| sentence(error, language))
    }

    pub async fn tournaments(
        &self,
        after: Option<TournamentId>,
        language: Language,
    ) -> Result<Vec<ListedTournament>, String> {
        let found = self.0.order().tournaments(&[Phase::Open, Phase::Running], after, PAGE).await;
        found.map_err(|error| sentence(Error::from(error), language))
    }

    async fn take_action(
        &self,
        what: ActionKind,
        person: Option<String>,
        complaint: Option<u32>,
        reason: &str,
        language: Language,
    ) -> Result<(), String> {
        let asked = ModerationAction { what, person, reason: reason.to_owned(), complaint };
        let done = take_action(&self.0.order(), Author::Runner, asked, MachineTime::default().date()).await;
        done.map(drop).map_err(|error| sentence(error, language))
    }

    /// Lists a page of open reports, oldest first, or of closed ones, newest first.
    pub async fn complaints(
        &self,
        open: bool,
        after: Option<u32>,
        language: Language,
    ) -> Result<Vec<NamedReport>, String> {
        let store = self.0.order();
        let told = |error: StoreError| sentence(Error::from(error), language);
        let mut named = Vec::new();
        for complaint in store.reports(open, after, PAGE).await.map_err(told)? {
            let mut names = [None, None];
            for (name, account) in names.iter_mut().zip([complaint.author, complaint.subject]) {
                if let Some(account) = account {
                    *name = store.account(account).await.map_err(told)?.map(|account| account.name);
                }
            }
            let [author, subject] = names;
            named.push(NamedReport { complaint, author, subject });
        }
        Ok(named)
    }

    pub async fn log(&self, before: Option<u32>, language: Language) -> Result<Vec<LogEntry>, String> {
        let found = self.0.order().moderation_log(None, before, PAGE).await;
        found.map_err(|error| sentence(Error::from(error), language))
    }
}

/// Cancels a tournament; tries again if the tournament was changed concurrently.
async fn cancel(store: &Store, tournament: &str, reason: &str, date: i64) -> Result<(), Error> {
    writing::check(reason, writing::MAX_REASON, false)?;
    let id = tournament.parse().map_err(|()| Error::NoTournament)?;
    loop {
        let whole = store.tournament(id).await?.ok_or(Error::NoTournament)?;
        let Tournament { version, name, organiser, phase, .. } = whole.tournament;
        if matches!(phase, Phase::Over | Phase::Cancelled) {
            return Err(Error::TournamentClosed);
        }
        let log = Decision {
            measure: AppliedAction::Tournament(TournamentAct::Cancel, name),
            author: None,
            account: organiser,
            reason: reason.to_owned(),
            complaint: None,
            at: date,
        };
        match store.close_tournament(id, version, Phase::Cancelled, None, Some(&log)).await {
            Ok(()) => return Ok(()),
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn sentence(error: Error, language: Language) -> String {
    let FailureBody { error, .. } = error.view(language);
    error.message
}
