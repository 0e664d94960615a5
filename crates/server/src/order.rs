//! Order: what people complain of, and what those do about it who keep it.

mod decree;

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId};
use entourage_registry::view::{
    ComplaintDetail, ComplaintList, ComplaintMade, ComplaintView, GameBeside, MeasureList, MeasureView,
    RemarkView, RestraintView, SubjectView,
};
use entourage_store::{
    Complaint, Grievance, Logged, Measure, Restraint, RestraintKind, Rights, Role, Store, StoreError,
};

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::order_error::OrderError;
use crate::domain::shelf_error::ShelfError;
use crate::games::Games;
use crate::games::chat::MOST_REMARKS;
use crate::games::door::Pass;
use crate::games::report::failed;
use crate::games::writing;
use crate::names::Name;
use crate::rights::allowances::Doing;
use crate::seating::names_shown;
use crate::sessions::Member;

pub(crate) use decree::{Author, Decree, What, decree};

/// The most complaints of an account that are open.
const MOST_OPEN: u32 = 20;
/// The most complaints, and entries of the log, that somebody takes away.
const MOST_KEPT: u32 = 10_000;
/// The most complaints, and entries of the log, of a page.
const PAGE: u32 = 50;

/// Keeps order among those who have an account.
pub(crate) struct Order {
    store: Arc<Store>,
    games: Arc<Games>,
}

/// What somebody complains of.
pub(crate) enum About {
    /// What the other player says in a game, by what opens it to whoever complains.
    Talk(Pass),
    /// Somebody, by name.
    Person(String),
    /// A game that somebody wrote, by its name in specs.
    Definition(String),
}

impl Order {
    /// Keeps order in a store, and in its games.
    pub fn new(store: Arc<Store>, games: Arc<Games>) -> Self {
        Self { store, games }
    }

    fn date(&self) -> i64 {
        self.games.time.date_of(self.games.time.now())
    }

    async fn rights(&self, account: AccountId) -> Result<Rights, AccountError> {
        self.store.rights(account).await.map_err(failed)?.ok_or(AccountError::SignedOut)
    }

    /// Refuses whoever keeps no order.
    async fn expect_role(&self, member: &Member) -> Result<Role, AccountError> {
        let rights = self.rights(member.account.id).await?;
        rights.role.ok_or_else(|| OrderError::Role.into())
    }

    /// Keeps what somebody complains of.
    pub async fn complain(&self, member: &Member, about: About, text: String) -> Result<(), AccountError> {
        writing::check(&text, writing::MOST_REASON, true).map_err(GameError::from)?;
        let author = member.account.id;
        let (subject, grievance) = self.grievance(about).await?;
        if subject == Some(author) {
            return Err(OrderError::Oneself.into());
        }
        let is_definition = matches!(grievance, Grievance::Definition(_));
        let now = self.games.time.now();
        self.games.allowances.take(author, Doing::Complaint, member.account.at, now)?;
        let complaint =
            Complaint { seq: 0, author: Some(author), subject, grievance, text, at: self.date(), closed: None };
        match self.store.complain(&complaint, MOST_OPEN).await {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict) => Err(OrderError::Complaints.into()),
            Err(StoreError::Missing) if is_definition => Err(GameError::from(ShelfError::Unknown).into()),
            // Somebody has left, or the game is gone.
            Err(StoreError::Missing) => Err(OrderError::NoPerson.into()),
            Err(error) => Err(failed(error).into()),
        }
    }

    /// Finds whom a complaint concerns, and what is kept of what it is about.
    async fn grievance(&self, about: About) -> Result<(Option<AccountId>, Grievance), AccountError> {
        match about {
            About::Talk(pass) => {
                let (access, own) = self.games.seats.side(pass).await?;
                let names = self.store.names(access.game).await.map_err(failed)?;
                let subject = match &names[(!own).index()] {
                    Some(name) => self.find(name).await?,
                    None => None,
                };
                let talk = self.said(access.game).await?;
                Ok((subject, Grievance::Talk { game: Some(access.game), side: !own, talk }))
            }
            About::Person(name) => {
                let subject = self.find(&name).await?.ok_or(OrderError::NoPerson)?;
                Ok((Some(subject), Grievance::Person))
            }
            About::Definition(name) => Ok((None, Grievance::Definition(name))),
        }
    }

    async fn find(&self, name: &str) -> Result<Option<AccountId>, AccountError> {
        let Some(form) = Name::sought(name) else { return Ok(None) };
        Ok(self.store.account_named(&form).await.map_err(failed)?.map(|account| account.id))
    }

    /// Returns the last remarks of a game, as JSON: they may be taken back.
    async fn said(&self, game: GameId) -> Result<String, AccountError> {
        let (mut last, mut from): (Vec<RemarkView>, u32) = (Vec::new(), 0);
        loop {
            let some = self.games.chat.remarks(game, from).await?;
            let count = some.len();
            last.extend(some);
            let more = last.len().saturating_sub(MOST_REMARKS as usize);
            last.drain(..more);
            from = from.saturating_add(MOST_REMARKS);
            if count < MOST_REMARKS as usize {
                return serde_json::to_string(&last).map_err(|_| GameError::Internal.into());
            }
        }
    }

    /// Lists a page of the complaints, to whoever keeps order.
    pub async fn complaints(
        &self,
        member: &Member,
        open: bool,
        after: Option<u32>,
    ) -> Result<ComplaintList, AccountError> {
        self.expect_role(member).await?;
        let found = self.store.complaints(open, after, PAGE).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seq);
        let mut complaints = Vec::new();
        for complaint in &found {
            complaints.push(self.told(complaint).await?);
        }
        Ok(ComplaintList { complaints, next })
    }

    /// Shows a complaint with the game and the talk that it is about, to whoever keeps order.
    pub async fn complaint(&self, member: &Member, seq: u32) -> Result<ComplaintDetail, AccountError> {
        self.expect_role(member).await?;
        let found = self.store.complaint(seq).await.map_err(failed)?.ok_or(OrderError::NoComplaint)?;
        let (game, talk) = match &found.grievance {
            Grievance::Talk { game, talk, .. } => {
                let talk = serde_json::from_str(talk).map_err(|_| GameError::Damaged)?;
                (*game, Some(talk))
            }
            Grievance::Oneself(game) => (Some(*game), None),
            Grievance::Person | Grievance::Definition(_) => (None, None),
        };
        let game = match game {
            Some(game) => self.beside(game).await?,
            None => None,
        };
        let measures = match found.subject {
            Some(subject) => self.store.measures(Some(subject), None, PAGE).await.map_err(failed)?,
            None => Vec::new(),
        };
        let measures = measures.into_iter().map(logged).collect();
        Ok(ComplaintDetail { complaint: self.told(&found).await?, game, talk, measures })
    }

    /// Shows a game, unless it is gone.
    async fn beside(&self, game: GameId) -> Result<Option<GameBeside>, AccountError> {
        let evidence = match self.games.play.observe(game, |game, _| game.evidence()).await {
            Ok(evidence) => evidence,
            Err(GameError::NoGame) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let names = names_shown(&evidence.players, self.store.names(game).await.map_err(failed)?);
        Ok(Some(GameBeside {
            spec: evidence.spec,
            position: evidence.position,
            players: evidence.players,
            names,
            record: evidence.record,
        }))
    }

    async fn told(&self, complaint: &Complaint) -> Result<ComplaintView, AccountError> {
        let author = match complaint.author {
            Some(author) => self.store.account(author).await.map_err(failed)?.map(|account| account.name),
            None => None,
        };
        let (side, definition) = match &complaint.grievance {
            Grievance::Talk { side, .. } => (Some(Side::number(*side)), None),
            Grievance::Person | Grievance::Oneself(_) => (None, None),
            Grievance::Definition(name) => (None, Some(name.clone())),
        };
        Ok(ComplaintView {
            number: complaint.seq,
            kind: complaint.grievance.word(),
            author,
            subject: match complaint.subject {
                Some(subject) => self.subject(subject).await?,
                None => None,
            },
            side,
            definition,
            text: complaint.text.clone(),
            at: match complaint.grievance {
                // It came with the game, by the time that all games go by.
                Grievance::Oneself(_) => self.games.time.date_of(complaint.at),
                _ => complaint.at,
            },
            closed: complaint.closed,
        })
    }

    async fn subject(&self, id: AccountId) -> Result<Option<SubjectView>, AccountError> {
        let (Some(account), Some(rights)) =
            (self.store.account(id).await.map_err(failed)?, self.store.rights(id).await.map_err(failed)?)
        else {
            return Ok(None);
        };
        let date = self.date();
        let shown = |restraint: Option<Restraint>| restraint_shown(restraint, date);
        Ok(Some(SubjectView {
            name: account.name,
            role: rights.role.map(Role::word),
            mute: shown(rights.mute),
            ban: shown(rights.ban),
            since: self.games.time.date_of(account.at),
        }))
    }

    /// Tells somebody what they complained of, and what was done with them, so much of it as they take away.
    pub async fn kept(&self, member: &Member) -> Result<(Vec<ComplaintMade>, Vec<MeasureView>), AccountError> {
        let id = member.account.id;
        let complaints = self.store.complaints_by(id, MOST_KEPT).await.map_err(failed)?;
        let complaints = complaints.into_iter().map(|one| ComplaintMade {
            kind: one.grievance.word(),
            text: one.text,
            at: one.at,
            closed: one.closed,
        });
        let measures = self.store.measures(Some(id), None, MOST_KEPT).await.map_err(failed)?;
        // Who did it stays with those who keep order.
        let measures = measures.into_iter().map(|entry| MeasureView { author: None, ..logged(entry) });
        Ok((complaints.collect(), measures.collect()))
    }

    /// Takes a measure, for whoever keeps order and has lately proved who they are.
    pub async fn act(&self, member: &Member, asked: Decree) -> Result<(), AccountError> {
        let role = self.expect_role(member).await?;
        member.expect_fresh(self.games.time.now())?;
        let author = Author::Member { id: member.account.id, name: member.account.name.clone(), role };
        let (decision, games) = decree(self.store.as_ref(), author, asked, self.date()).await?;
        games.into_iter().for_each(|game| self.games.hub.tell_keys(game));
        if let (Measure::Restrain(RestraintKind::Ban, _), Some(account)) = (decision.measure, decision.account)
        {
            // What fails is done later, by whoever clears up.
            let _ = self.games.leaving.leave(account).await;
        }
        Ok(())
    }

    /// Lists a page of the log, to whoever keeps order.
    pub async fn log(&self, member: &Member, before: Option<u32>) -> Result<MeasureList, AccountError> {
        self.expect_role(member).await?;
        let found = self.store.measures(None, before, PAGE).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.seq);
        Ok(MeasureList { measures: found.into_iter().map(logged).collect(), next })
    }
}

/// Tells a restraint that stands at a date.
fn restraint_shown(restraint: Option<Restraint>, date: i64) -> Option<RestraintView> {
    let Restraint { until, reason } = restraint.filter(|restraint| restraint.stands(date))?;
    Some(RestraintView { until, reason })
}

fn logged(entry: Logged) -> MeasureView {
    let Logged { seq, kind, author, name, detail, reason, complaint, at } = entry;
    MeasureView { number: seq, kind, author, name, detail, reason, complaint, at }
}
