//! Moderation: roles, sanctions, reports, and an append-only log.

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, TournamentId};

use crate::accounts::insert_forms;
use crate::columns::{FromRow, from_row, words};
use crate::database::{Connection, Row, select};
use crate::error::some;
use crate::operator::{LOG, insert, log, name_of};
use crate::seats::{games_of, touch_games};
use crate::{EmailKind, Result, Store, StoreError, account_mail, ratings, tournaments};

words! {
    /// The role of a moderator. A role includes the rights of all roles listed before it.
    #[derive(PartialOrd, Ord)]
    pub enum Role {
        Moderator = "moderator",
        Administrator = "administrator",
    }
}

words! {
    pub enum SanctionKind {
        Mute = "mute",
        Ban = "ban",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanctionRecord {
    /// End date in Unix milliseconds; `None` if the sanction lasts until it is lifted.
    pub until: Option<i64>,
    pub reason: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rights {
    pub role: Option<Role>,
    /// The mute, whether in force or expired.
    pub mute: Option<SanctionRecord>,
    /// The ban, whether in force or expired.
    pub ban: Option<SanctionRecord>,
    pub since: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportedItem {
    /// One side's chat messages.
    Talk {
        /// The game; `None` if it was deleted.
        game: Option<GameId>,
        side: Side,
        /// The chat messages up to the time of the report, as JSON.
        talk: String,
    },
    Person,
    /// A suspicious rated game, such as one between two accounts that sign in from the same device; reported by the server itself.
    Oneself(GameId),
    /// A game definition, by its spec name.
    Definition(String),
    /// A study, by its ID.
    Study(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub seq: u32,
    /// The reporting account; `None` for reports by the server and if the account was deleted.
    pub author: Option<AccountId>,
    pub subject: Option<AccountId>,
    pub grievance: ReportedItem,
    pub text: String,
    pub at: i64,
    pub closed: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppliedAction {
    Appoint(Option<Role>),
    /// Sanctions an account until a date, or, for `None`, until the sanction is lifted.
    Restrain(SanctionKind, Option<i64>),
    Release(SanctionKind),
    Rename {
        name: String,
        forms: Vec<String>,
    },
    /// Closes a report; contains whether the rated games that were held back because of it count.
    Close(bool),
    /// Changes another organiser's tournament; contains the tournament's name.
    Tournament(TournamentAct, String),
    /// Approves a game definition for rated games, or withdraws the approval.
    List {
        definition: String,
        listed: bool,
    },
    /// Hides a study from everyone but its owner and members, or shows it again.
    Hide {
        study: String,
        hidden: bool,
    },
    /// A moderator read a private study because of a report. Is only logged.
    Read {
        study: String,
    },
    /// An action that was refused because it concerns the moderator; contains its word. Is only logged.
    Refused(&'static str),
}

words! {
    pub enum TournamentAct {
        Amend = "amend",
        Start = "start",
        Cancel = "cancel",
        Remove = "remove",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub measure: AppliedAction,
    /// The moderator's name; `None` for the server's operator.
    pub author: Option<String>,
    /// The affected account; `None` for actions that affect only reports or game definitions.
    pub account: Option<AccountId>,
    pub reason: String,
    pub complaint: Option<u32>,
    pub at: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    pub seq: u32,
    pub kind: String,
    /// The moderator's name at the time; `None` for the server's operator.
    pub author: Option<String>,
    /// The name of the affected account at the time.
    pub name: Option<String>,
    /// The action's parameter, if any: a role, an end date in Unix milliseconds, a new name, a tournament or a game definition.
    pub detail: String,
    pub reason: String,
    pub complaint: Option<u32>,
    pub at: i64,
}

from_row! { LogEntry in "measures" { seq, kind, author, name, detail, reason, complaint, at = "created_at" } }

/// Precedes the ID of a study in the stored detail of [`AppliedAction::Read`].
const READ: &str = "read ";

impl SanctionRecord {
    /// Returns whether the sanction is in force at a date.
    pub fn stands(&self, date: i64) -> bool {
        self.until.is_none_or(|until| date < until)
    }
}

impl ReportedItem {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Talk { .. } => "talk",
            Self::Person => "person",
            Self::Oneself(_) => "oneself",
            Self::Definition(_) => "definition",
            Self::Study(_) => "study",
        }
    }
}

impl AppliedAction {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Appoint(_) => "appoint",
            Self::Restrain(kind, _) => kind.word(),
            Self::Release(SanctionKind::Mute) => "unmute",
            Self::Release(SanctionKind::Ban) => "unban",
            Self::Rename { .. } => "rename",
            Self::Close(_) => "close",
            Self::Tournament(act, _) => act.word(),
            Self::List { listed: true, .. } => "list",
            Self::List { listed: false, .. } => "unlist",
            Self::Hide { hidden: true, .. } => "hide",
            Self::Hide { hidden: false, .. } => "show",
            Self::Read { .. } => "read",
            Self::Refused(_) => "refused",
        }
    }

    /// Returns the word under which the action is stored; [`Store::moderation_log`] reverses this.
    pub(crate) fn stored_word(&self) -> &'static str {
        match self {
            // The table accepts only the words that it was created with.
            Self::Read { .. } => "show",
            other => other.word(),
        }
    }

    pub(crate) fn detail(&self) -> String {
        match self {
            Self::Appoint(role) => role.map_or_else(String::new, |role| role.word().to_owned()),
            Self::Restrain(_, until) => until.map_or_else(String::new, |until| until.to_string()),
            Self::Rename { name, .. } | Self::Tournament(_, name) => name.clone(),
            Self::List { definition, .. } => definition.clone(),
            Self::Hide { study, .. } => study.clone(),
            Self::Read { study } => format!("{READ}{study}"),
            Self::Close(counts) => if *counts { "" } else { "void" }.to_owned(),
            Self::Release(_) => String::new(),
            Self::Refused(word) => (*word).to_owned(),
        }
    }
}

impl FromRow for Rights {
    fn from_row(row: &Row) -> Result<Self> {
        let restraint = |reason: &str, until: &str| {
            let (reason, until): (Option<String>, _) = (row.get(reason)?, row.get(until)?);
            Ok::<_, StoreError>(reason.map(|reason| SanctionRecord { until, reason }))
        };
        Ok(Self {
            role: row.get("role")?,
            mute: restraint("mute", "mute_until")?,
            ban: restraint("ban", "ban_until")?,
            since: row.get("created_at")?,
        })
    }
}

impl FromRow for Report {
    fn from_row(row: &Row) -> Result<Self> {
        let (author, game): (Option<AccountId>, Option<GameId>) = (row.get("author")?, row.get("game")?);
        let grievance = match row.get::<String>("kind")?.as_str() {
            "talk" => ReportedItem::Talk { game, side: row.get("side")?, talk: row.get("talk")? },
            "person" => match (game.filter(|_| author.is_none()), row.get("study")?) {
                (Some(game), _) => ReportedItem::Oneself(game),
                (None, Some(study)) => ReportedItem::Study(study),
                (None, None) => ReportedItem::Person,
            },
            "definition" => ReportedItem::Definition(row.get("definition")?),
            kind => return Err(StoreError::Corrupt(format!("a report has the unknown kind {kind}"))),
        };
        Ok(Self {
            seq: row.get("seq")?,
            author,
            subject: row.get("subject")?,
            grievance,
            text: row.get("text")?,
            at: row.get("created_at")?,
            closed: row.get("closed_at")?,
        })
    }
}

/// Builds a query for reports; `rest` follows the table name.
macro_rules! complaints {
    ($rest:literal) => {
        concat!(
            "SELECT seq, kind, author, subject, game, side, definition, study, text, talk, created_at, closed_at FROM complaints ",
            $rest
        )
    };
}

/// Builds a query for what concerns the account `$1`: its `own` accounts are itself and those that sign in from the same browser or have
/// the same e-mail address; the `concerned` reports are by or about them, or about a game that they play or a definition that they wrote.
macro_rules! concerning {
    ($query:literal) => {
        concat!(
            "WITH own (account) AS (
                 SELECT id FROM accounts WHERE id = $1
                 UNION SELECT b.account FROM browsers a JOIN browsers b ON b.hash = a.hash WHERE a.account = $1
                 UNION SELECT b.account FROM account_mail a JOIN account_mail b ON b.address = a.address WHERE a.account = $1),
             written (id) AS (
                 SELECT id FROM definitions WHERE key IN
                     (SELECT key FROM definitions WHERE account IN (SELECT account FROM own))),
             concerned (seq, closed_at, subject, definition) AS (
                 SELECT c.seq, c.closed_at, c.subject, c.definition FROM complaints c
                 WHERE c.author IN (SELECT account FROM own) OR c.subject IN (SELECT account FROM own)
                     OR c.definition IN (SELECT id FROM written)
                     OR EXISTS (SELECT 1 FROM seats s WHERE s.game_id = c.game AND s.seat <> 'watch'
                         AND s.account IN (SELECT account FROM own))) ",
            $query
        )
    };
}

impl Store {
    /// Returns whether an action concerns the moderator: their own accounts, games that they play or wrote, tournaments that they organise or
    /// play in, and the subjects of open reports that concern them. If so, logs the attempt.
    pub async fn is_concerned(
        &self,
        moderator: AccountId,
        attempt: &Decision,
        tournament: Option<TournamentId>,
    ) -> Result<bool> {
        let concerned = concerning!(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM own WHERE account = $2)
                 OR EXISTS (SELECT 1 FROM written WHERE id = $3)
                 OR EXISTS (SELECT 1 FROM concerned WHERE seq = $4 OR closed_at IS NULL AND (subject = $2 OR definition = $3))
                 OR EXISTS (SELECT 1 FROM entrants WHERE tournament = $5 AND account IN (SELECT account FROM own))"
        );
        let Decision { measure, account, complaint, .. } = attempt;
        let definition = match measure {
            AppliedAction::List { definition, .. } => Some(definition),
            _ => None,
        };
        let mut transaction = self.writer.change(LOG).await?;
        if !transaction.exists(concerned, (moderator, account, definition, complaint, tournament)).await? {
            return Ok(false);
        }
        let measure = AppliedAction::Refused(measure.word());
        log(&Decision { measure, ..attempt.clone() }, &mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns those reports with numbers from `first` to `last` that concern a moderator.
    pub async fn concerned_reports(&self, moderator: AccountId, first: u32, last: u32) -> Result<Vec<u32>> {
        let reports = concerning!("SELECT seq FROM concerned WHERE seq BETWEEN $2 AND $3");
        self.readers.all(reports, (moderator, first, last)).await
    }

    pub async fn rights(&self, account: AccountId) -> Result<Option<Rights>> {
        let row = "SELECT a.created_at, r.role, m.reason AS mute, m.until AS mute_until, b.reason AS ban, b.until AS ban_until
             FROM accounts a LEFT JOIN roles r ON r.account = a.id
                 LEFT JOIN restraints m ON m.account = a.id AND m.kind = 'mute'
                 LEFT JOIN restraints b ON b.account = a.id AND b.kind = 'ban'
             WHERE a.id = $1";
        self.readers.optional(row, account).await
    }

    /// Stores a report under a new number, ignoring `complaint.seq`, and returns the number. Fails with `Conflict` if its author has `most`
    /// open reports, and with `Missing` if its subject was deleted.
    pub async fn add_report(&self, complaint: &Report, most: u32) -> Result<u32> {
        let Report { author, subject, grievance, text, at, .. } = complaint;
        let mut transaction = self.writer.change("complaints").await?;
        let open = "SELECT COUNT(*) FROM complaints WHERE author = $1 AND closed_at IS NULL";
        if transaction.one::<u32>(open, author).await? >= most {
            return Err(StoreError::Conflict);
        }
        let (game, side, talk, definition) = match grievance {
            ReportedItem::Talk { game, side, talk } => (game.as_ref(), Some(side), Some(talk), None),
            ReportedItem::Oneself(game) => (Some(game), None, None, None),
            ReportedItem::Person => (None, None, None, None),
            ReportedItem::Definition(name) => (None, None, None, Some(name)),
            ReportedItem::Study(_) => (None, None, None, None),
        };
        let study = match grievance {
            ReportedItem::Study(study) => Some(study),
            _ => None,
        };
        // Reports by the server are stored as reports about a person, with a game and no author, and reports of studies as reports about
        // their owner, so that older versions can read them.
        let kind = match grievance {
            ReportedItem::Oneself(_) | ReportedItem::Study(_) => ReportedItem::Person.word(),
            other => other.word(),
        };
        let row = "INSERT INTO complaints (seq, kind, author, subject, game, side, definition, text, talk, created_at, study)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM complaints RETURNING seq";
        let values = (kind, author, subject, game, side, definition, text, talk, at, study);
        let seq = transaction.one(row, values).await?;
        transaction.commit().await?;
        Ok(seq)
    }

    /// Returns how many rated games are held back until a report is closed.
    pub async fn held_games(&self, complaint: u32) -> Result<u32> {
        self.readers.one("SELECT COUNT(*) FROM held WHERE complaint = $1", complaint).await
    }

    /// Returns a page of open reports, oldest first, or of closed ones, newest first.
    pub async fn reports(&self, open: bool, after: Option<u32>, most: u32) -> Result<Vec<Report>> {
        let (rows, after) = match open {
            true => {
                (complaints!("WHERE closed_at IS NULL AND seq > $1 ORDER BY seq LIMIT $2"), after.unwrap_or(0))
            }
            false => {
                let closed = complaints!("WHERE closed_at IS NOT NULL AND seq < $1 ORDER BY seq DESC LIMIT $2");
                (closed, after.unwrap_or(u32::MAX))
            }
        };
        self.readers.all(rows, (after, most)).await
    }

    pub async fn report(&self, seq: u32) -> Result<Option<Report>> {
        self.readers.optional(complaints!("WHERE seq = $1"), seq).await
    }

    pub async fn reports_by(&self, author: AccountId, most: u32) -> Result<Vec<Report>> {
        self.readers.all(complaints!("WHERE author = $1 ORDER BY seq DESC LIMIT $2"), (author, most)).await
    }

    /// Applies and logs an action in one transaction. A ban ends the account's sessions. Returns the games whose connected clients must be
    /// notified: those of an account that was banned or renamed.
    ///
    /// Fails with `Conflict` if the name is taken or the definition's approval does not change, and with `Missing` if there is no such
    /// account, sanction, open report or game definition.
    pub async fn moderate(&self, decision: &Decision) -> Result<Vec<GameId>> {
        let mut transaction = self.writer.change(LOG).await?;
        let (mut name, mut games) = (None, Vec::new());
        if let Some(account) = decision.account {
            // This lock prevents new sessions until the transaction ends.
            transaction.lock(account).await?;
            let known: Option<String> = name_of(account, &mut transaction).await?;
            name = Some(known.ok_or(StoreError::Missing)?);
            games = apply(account, &decision.measure, &decision.reason, &mut transaction).await?;
        }
        if let AppliedAction::Close(counts) = decision.measure {
            let complaint = decision.complaint.ok_or(StoreError::Missing)?;
            let close = "UPDATE complaints SET closed_at = $2 WHERE seq = $1 AND closed_at IS NULL";
            some(transaction.execute(close, (complaint, decision.at)).await? > 0)?;
            ratings::release(complaint, counts, &mut transaction).await?;
        }
        if let AppliedAction::List { definition, listed } = &decision.measure {
            some(transaction.exists("SELECT 1 FROM definitions WHERE id = $1", definition).await?)?;
            let list = "UPDATE definitions SET listed = $2 WHERE id = $1 AND listed <> $2";
            if transaction.execute(list, (definition, listed)).await? == 0 {
                return Err(StoreError::Conflict);
            }
        }
        if let AppliedAction::Hide { study, hidden } = &decision.measure {
            let hide = "UPDATE studies SET hidden = $2, changes = changes + 1 WHERE id = $1 AND owner = $3";
            some(transaction.execute(hide, (study, hidden, decision.account)).await? > 0)?;
        }
        insert(decision, name, &mut transaction).await?;
        transaction.commit().await?;
        Ok(games)
    }

    /// Returns a page of log entries numbered below `before`, newest first, or only those about `account` if specified.
    pub async fn moderation_log(
        &self,
        account: Option<AccountId>,
        before: Option<u32>,
        most: u32,
    ) -> Result<Vec<LogEntry>> {
        let all = select::<LogEntry>("WHERE seq < $1 ORDER BY seq DESC LIMIT $2");
        let about = select::<LogEntry>("WHERE seq < $1 AND account = $3 ORDER BY seq DESC LIMIT $2");
        let before = before.unwrap_or(u32::MAX);
        let mut entries: Vec<LogEntry> = match account {
            None => self.readers.all(all, (before, most)).await?,
            Some(account) => self.readers.all(about, (before, most, account)).await?,
        };
        for entry in &mut entries {
            if let Some(study) = entry.detail.strip_prefix(READ).filter(|_| entry.kind == "show") {
                (entry.kind, entry.detail) = ("read".to_owned(), study.to_owned());
            }
        }
        Ok(entries)
    }

    /// Returns whether an open report that does not concern the moderator is about a study. If so, logs that the moderator reads the study,
    /// once for each report.
    pub async fn read_reported_study(
        &self,
        moderator: AccountId,
        study: &str,
        owner: AccountId,
        at: i64,
    ) -> Result<bool> {
        let report = concerning!(
            "SELECT seq FROM complaints
             WHERE study = $2 AND closed_at IS NULL AND seq NOT IN (SELECT seq FROM concerned) ORDER BY seq LIMIT 1"
        );
        let Some(complaint) = self.readers.optional::<u32>(report, (moderator, study)).await? else {
            return Ok(false);
        };
        let known = "SELECT 1 FROM measures m JOIN accounts a ON a.name = m.author
             WHERE a.id = $1 AND m.account = $2 AND m.complaint = $3 AND m.detail = $4";
        let measure = AppliedAction::Read { study: study.to_owned() };
        if self.readers.exists(known, (moderator, owner, complaint, measure.detail())).await? {
            return Ok(true);
        }
        let mut transaction = self.writer.change(LOG).await?;
        let author = name_of(moderator, &mut transaction).await?;
        if !transaction.exists(known, (moderator, owner, complaint, measure.detail())).await? {
            let complaint = Some(complaint);
            let (account, reason) = (Some(owner), String::new());
            let decision = Decision { measure, author, account, reason, complaint, at };
            log(&decision, &mut transaction).await?;
            transaction.commit().await?;
        }
        Ok(true)
    }

    /// Returns accounts that were banned and have not yet left their games.
    pub async fn leaving(&self, most: u32) -> Result<Vec<AccountId>> {
        self.readers.all("SELECT account FROM restraints WHERE leaving ORDER BY account LIMIT $1", most).await
    }

    /// Records that a banned account has left its games.
    pub async fn left(&self, account: AccountId) -> Result<()> {
        let left = "UPDATE restraints SET leaving = FALSE WHERE account = $1";
        self.writer.execute(left, account).await.map(drop)
    }
}

/// Applies an action to an account; returns its games if their connected clients must be notified.
async fn apply(
    account: AccountId,
    measure: &AppliedAction,
    reason: &str,
    connection: &mut Connection,
) -> Result<Vec<GameId>> {
    match measure {
        AppliedAction::Appoint(role) => {
            connection.execute("DELETE FROM roles WHERE account = $1", account).await?;
            if let Some(role) = role {
                let row = "INSERT INTO roles (account, role) VALUES ($1, $2)";
                connection.execute(row, (account, role)).await?;
            }
        }
        AppliedAction::Restrain(kind, until) => {
            let row = "INSERT INTO restraints (account, kind, reason, until, leaving) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (account, kind) DO UPDATE SET reason = excluded.reason, until = excluded.until, leaving = excluded.leaving";
            let ban = *kind == SanctionKind::Ban;
            connection.execute(row, (account, kind, reason, until, ban)).await?;
            if ban {
                connection.execute("DELETE FROM sessions WHERE account = $1", account).await?;
                connection.execute("DELETE FROM seeks WHERE account = $1", account).await?;
                tournaments::withdraw_account(account, connection).await?;
                return games_of(account, connection).await;
            }
        }
        AppliedAction::Release(kind) => {
            let row = "DELETE FROM restraints WHERE account = $1 AND kind = $2";
            some(connection.execute(row, (account, kind)).await? > 0)?;
        }
        AppliedAction::Rename { name, forms } => {
            connection.execute("UPDATE accounts SET name = $2 WHERE id = $1", (account, name)).await?;
            connection.execute("DELETE FROM account_names WHERE account = $1", account).await?;
            insert_forms(account, forms, connection).await?;
            account_mail::tell(account, EmailKind::Name, connection).await?;
            return touch_games(account, connection).await;
        }
        AppliedAction::Close(_)
        | AppliedAction::Tournament(..)
        | AppliedAction::List { .. }
        | AppliedAction::Hide { .. }
        | AppliedAction::Read { .. }
        | AppliedAction::Refused(_) => {}
    }
    Ok(Vec::new())
}
