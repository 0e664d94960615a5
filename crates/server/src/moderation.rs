mod action;

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId};
use entourage_registry::view::{
    ComplaintDetail, ComplaintList, ComplaintMade, ComplaintView, GameBeside, MeasureList, MeasureView,
    SubjectView,
};
use entourage_store::{AppliedAction, LogEntry, Report, ReportedItem, Rights, Store, StoreError};

use crate::domain::Error;
use crate::games::Games;
use crate::games::chat::CHAT_PAGE;
use crate::games::pass::Pass;
use crate::games::writing;
use crate::sanctions;
use crate::sanctions::allowances::Activity;
use crate::seating::names_shown;
use crate::sessions::Member;

pub use action::ActionKind;
use action::find;
pub(crate) use action::{Author, ModerationAction, take_action};
pub(crate) use entourage_store::{Role, SanctionKind};

/// Maximum number of open reports per account.
const MAX_OPEN: u32 = 20;
const MAX_EXPORTED: u32 = 10_000;
const PAGE: u32 = 50;

pub(crate) struct ModerationService {
    store: Arc<Store>,
    games: Arc<Games>,
}

pub(crate) enum ReportSubject {
    Talk(Pass),
    Person(String),
    Definition(String),
    /// A study, by its ID.
    Study(String),
}

impl ModerationService {
    pub fn new(store: Arc<Store>, games: Arc<Games>) -> Self {
        Self { store, games }
    }

    fn date(&self) -> i64 {
        self.games.time.date_of(self.games.time.now())
    }

    async fn rights(&self, account: AccountId) -> Result<Rights, Error> {
        self.store.rights(account).await?.ok_or(Error::SignedOut)
    }

    async fn expect_role(&self, member: &Member) -> Result<Role, Error> {
        let rights = self.rights(member.account.id).await?;
        rights.role.ok_or_else(|| Error::Role)
    }

    pub async fn report(&self, member: &Member, about: ReportSubject, text: String) -> Result<(), Error> {
        writing::check(&text, writing::MAX_REASON, true)?;
        let author = member.account.id;
        let (subject, grievance) = self.grievance(about, author).await?;
        if subject == Some(author) {
            return Err(Error::AboutOneself);
        }
        let is_definition = matches!(grievance, ReportedItem::Definition(_));
        let now = self.games.time.now();
        self.games.allowances.take(author, Activity::Report, member.account.at, now)?;
        let complaint =
            Report { seq: 0, author: Some(author), subject, grievance, text, at: self.date(), closed: None };
        match self.store.add_report(&complaint, MAX_OPEN).await {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict) => Err(Error::TooManyComplaints),
            Err(StoreError::Missing) if is_definition => Err(Error::NoDefinition),
            // An account or the game has been deleted.
            Err(StoreError::Missing) => Err(Error::NoPerson),
            Err(error) => Err(error.into()),
        }
    }

    async fn grievance(
        &self,
        about: ReportSubject,
        author: AccountId,
    ) -> Result<(Option<AccountId>, ReportedItem), Error> {
        match about {
            ReportSubject::Talk(pass) => {
                let (access, own) = self.games.side(pass).await?;
                let names = self.store.names(access.game).await?;
                let subject = match &names[(!own).index()] {
                    Some(name) => find(&self.store, name).await?,
                    None => None,
                };
                let talk = self.said(access.game).await?;
                Ok((subject, ReportedItem::Talk { game: Some(access.game), side: !own, talk }))
            }
            ReportSubject::Person(name) => {
                let subject = find(&self.store, &name).await?.ok_or(Error::NoPerson)?;
                Ok((Some(subject), ReportedItem::Person))
            }
            ReportSubject::Definition(name) => Ok((None, ReportedItem::Definition(name))),
            ReportSubject::Study(id) => {
                let owner = self.games.study_owner(&id, Some(author)).await?;
                Ok((Some(owner), ReportedItem::Study(id)))
            }
        }
    }

    async fn said(&self, game: GameId) -> Result<String, Error> {
        let all = self.games.all_remarks(game, 0).await?;
        let last = &all[all.len().saturating_sub(CHAT_PAGE as usize)..];
        serde_json::to_string(last).map_err(|_| Error::Internal)
    }

    pub async fn complaints(
        &self,
        member: &Member,
        open: bool,
        after: Option<u32>,
    ) -> Result<ComplaintList, Error> {
        self.expect_role(member).await?;
        let found = self.store.reports(open, after, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seq);
        let mut complaints = Vec::new();
        let numbers = found.iter().map(|complaint| complaint.seq);
        let (first, last) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
        let concerned = self.store.concerned_reports(member.account.id, first, last).await?;
        for complaint in &found {
            complaints.push(self.told(complaint, member, concerned.contains(&complaint.seq)).await?);
        }
        Ok(ComplaintList { complaints, next })
    }

    pub async fn complaint(&self, member: &Member, seq: u32) -> Result<ComplaintDetail, Error> {
        self.expect_role(member).await?;
        let found = self.store.report(seq).await?.ok_or(Error::NoComplaint)?;
        let (game, talk) = match &found.grievance {
            ReportedItem::Talk { game, talk, .. } => {
                let talk = serde_json::from_str(talk).map_err(|_| Error::Damaged)?;
                (*game, Some(talk))
            }
            ReportedItem::Oneself(game) => (Some(*game), None),
            ReportedItem::Person | ReportedItem::Definition(_) | ReportedItem::Study(_) => (None, None),
        };
        let game = match game {
            Some(game) => self.beside(game).await?,
            None => None,
        };
        let measures = match found.subject {
            Some(subject) => self.store.moderation_log(Some(subject), None, PAGE).await?,
            None => Vec::new(),
        };
        let measures = measures.into_iter().map(logged).collect();
        let concerned = !self.store.concerned_reports(member.account.id, seq, seq).await?.is_empty();
        let (complaint, held) =
            (self.told(&found, member, concerned).await?, self.store.held_games(seq).await?);
        Ok(ComplaintDetail { complaint, game, held, talk, measures })
    }

    /// Describes the game to which a report refers; `None` if the game has been deleted.
    async fn beside(&self, game: GameId) -> Result<Option<GameBeside>, Error> {
        let evidence = match self.games.observe(game, |game, _| game.evidence()).await {
            Ok(evidence) => evidence,
            Err(Error::NoGame) => return Ok(None),
            Err(error) => return Err(error),
        };
        let names = names_shown(&evidence.players, self.store.names(game).await?);
        Ok(Some(GameBeside {
            spec: evidence.spec,
            position: evidence.position,
            players: evidence.players,
            names,
            record: evidence.record,
        }))
    }

    /// Describes a report to a moderator. If it concerns the moderator, the name of another author is not disclosed.
    async fn told(&self, complaint: &Report, member: &Member, concerned: bool) -> Result<ComplaintView, Error> {
        let author = match complaint.author {
            Some(author) if concerned && author != member.account.id => None,
            Some(author) => self.store.account(author).await?.map(|account| account.name),
            None => None,
        };
        let (side, definition, study) = match &complaint.grievance {
            ReportedItem::Talk { side, .. } => (Some(Side::number(*side)), None, None),
            ReportedItem::Person | ReportedItem::Oneself(_) => (None, None, None),
            ReportedItem::Definition(name) => (None, Some(name.clone()), None),
            ReportedItem::Study(id) => (None, None, Some(id.clone())),
        };
        Ok(ComplaintView {
            number: complaint.seq,
            kind: complaint.grievance.word(),
            concerned,
            author,
            subject: match complaint.subject {
                Some(subject) => self.subject(subject).await?,
                None => None,
            },
            side,
            definition,
            study,
            text: complaint.text.clone(),
            at: match complaint.grievance {
                // Reports created by the store contain server time instead of a date.
                ReportedItem::Oneself(_) => self.games.time.date_of(complaint.at),
                _ => complaint.at,
            },
            closed: complaint.closed,
        })
    }

    async fn subject(&self, id: AccountId) -> Result<Option<SubjectView>, Error> {
        let (Some(account), Some(rights)) = (self.store.account(id).await?, self.store.rights(id).await?)
        else {
            return Ok(None);
        };
        let date = self.date();
        Ok(Some(SubjectView {
            name: account.name,
            role: rights.role.map(Role::word),
            mute: sanctions::shown(rights.mute, date),
            ban: sanctions::shown(rights.ban, date),
            since: self.games.time.date_of(account.at),
        }))
    }

    pub async fn kept(&self, member: &Member) -> Result<(Vec<ComplaintMade>, Vec<MeasureView>), Error> {
        let id = member.account.id;
        let complaints = self.store.reports_by(id, MAX_EXPORTED).await?;
        let complaints = complaints.into_iter().map(|one| ComplaintMade {
            kind: one.grievance.word(),
            text: one.text,
            at: one.at,
            closed: one.closed,
        });
        let measures = self.store.moderation_log(Some(id), None, MAX_EXPORTED).await?;
        // The moderator's name is not disclosed, nor what was attempted.
        let measures = measures.into_iter().filter(|entry| entry.kind != "refused");
        let measures = measures.map(|entry| MeasureView { author: None, ..logged(entry) });
        Ok((complaints.collect(), measures.collect()))
    }

    pub async fn act(&self, member: &Member, asked: ModerationAction) -> Result<(), Error> {
        let role = self.expect_role(member).await?;
        member.expect_fresh(self.games.time.now())?;
        let author = Author::Member { id: member.account.id, name: member.account.name.clone(), role };
        let (decision, games) = take_action(self.store.as_ref(), author, asked, self.date()).await?;
        games.into_iter().for_each(|game| self.games.hub.tell_keys(game));
        if let AppliedAction::Hide { study, .. } = &decision.measure {
            self.games.hub.tell_study(study);
        }
        if let (AppliedAction::Restrain(SanctionKind::Ban, _), Some(account)) =
            (decision.measure, decision.account)
        {
            self.games.hub.tell_account(account);
            // If this fails, the retention job does it later.
            let _ = self.games.leave_all_games(account).await;
        }
        Ok(())
    }

    pub async fn log(&self, member: &Member, before: Option<u32>) -> Result<MeasureList, Error> {
        self.expect_role(member).await?;
        let found = self.store.moderation_log(None, before, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seq);
        Ok(MeasureList { measures: found.into_iter().map(logged).collect(), next })
    }
}

fn logged(entry: LogEntry) -> MeasureView {
    let LogEntry { seq, kind, author, name, detail, reason, complaint, at } = entry;
    MeasureView { number: seq, kind, author, name, detail, reason, complaint, at }
}
