//! Moderation: roles, sanctions, reports, and a log to which rows are only ever added.

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId};

use crate::accounts::insert_forms;
use crate::columns::{FromRow, from_row, words};
use crate::database::{Connection, Row};
use crate::error::some;
use crate::holdings::{games_of, touch_games};
use crate::moderation::{LOG, insert, name_of};
use crate::{LetterKind, Result, Store, StoreError, letters, tournaments};

/// The role of a moderator; each may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    Moderator,
    /// Appoints others, too.
    Administrator,
}

words! { Role { Moderator = "moderator", Administrator = "administrator" } }

/// What an account may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestraintKind {
    Mute,
    Ban,
}

words! { RestraintKind { Mute = "mute", Ban = "ban" } }

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restraint {
    /// The date up to which it is in force, in milliseconds since 1970 (UTC); `None` until it is lifted.
    pub until: Option<i64>,
    pub reason: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rights {
    pub role: Option<Role>,
    /// Its mute, in force or not.
    pub mute: Option<Restraint>,
    /// Its ban, in force or not.
    pub ban: Option<Restraint>,
    /// When the account was created, by the server's time in milliseconds.
    pub since: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grievance {
    /// What the player of a side wrote in a game's chat.
    Talk {
        /// The game; `None` once it is gone.
        game: Option<GameId>,
        side: Side,
        /// The chat until then, as JSON.
        talk: String,
    },
    Person,
    /// A rated game between two accounts that are signed in to from one device, which the server itself reports.
    Oneself(GameId),
    /// A game definition, by its name.
    Definition(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    pub seq: u32,
    /// The account that reports; `None` once it is gone.
    pub author: Option<AccountId>,
    pub subject: Option<AccountId>,
    pub grievance: Grievance,
    pub text: String,
    pub at: i64,
    pub closed: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Gives an account a role, or removes it.
    Appoint(Option<Role>),
    /// Sanctions an account, up to a date or until that is lifted.
    Restrain(RestraintKind, Option<i64>),
    Release(RestraintKind),
    Rename {
        name: String,
        /// The forms of it that no other may have.
        forms: Vec<String>,
    },
    Close,
    /// Changes a tournament of another organiser, which has a name.
    Tournament(TournamentAct, String),
    /// Lists a game definition for ratings, or does not any more.
    List {
        /// The game, by its name in specs.
        definition: String,
        listed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentAct {
    /// Changes its name, start or entry conditions.
    Amend,
    Start,
    Cancel,
    Remove,
}

words! { TournamentAct { Amend = "amend", Start = "start", Cancel = "cancel", Remove = "remove" } }

/// A moderation action that is to be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub measure: Measure,
    /// The moderator's name; `None` of the server's operator.
    pub author: Option<String>,
    /// The account that it concerns; `None` where only a report is closed, or it concerns a game definition.
    pub account: Option<AccountId>,
    pub reason: String,
    pub complaint: Option<u32>,
    pub at: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    pub seq: u32,
    pub kind: String,
    /// The moderator's name at that time; `None` of the server's operator.
    pub author: Option<String>,
    /// The name at that time of the account that it concerns.
    pub name: Option<String>,
    /// The action's role, date in milliseconds, new name, tournament or game definition, if any.
    pub detail: String,
    pub reason: String,
    pub complaint: Option<u32>,
    pub at: i64,
}

from_row! { Logged { seq, kind, author, name, detail, reason, complaint, at = "created_at" } }

impl Restraint {
    /// Returns whether it is in force at a date.
    pub fn stands(&self, date: i64) -> bool {
        self.until.is_none_or(|until| date < until)
    }
}

impl Grievance {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Talk { .. } => "talk",
            Self::Person => "person",
            Self::Oneself(_) => "oneself",
            Self::Definition(_) => "definition",
        }
    }
}

impl Measure {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Appoint(_) => "appoint",
            Self::Restrain(kind, _) => kind.word(),
            Self::Release(RestraintKind::Mute) => "unmute",
            Self::Release(RestraintKind::Ban) => "unban",
            Self::Rename { .. } => "rename",
            Self::Close => "close",
            Self::Tournament(act, _) => act.word(),
            Self::List { listed: true, .. } => "list",
            Self::List { listed: false, .. } => "unlist",
        }
    }

    /// Returns what more there is to it, for the log.
    pub(crate) fn detail(&self) -> String {
        match self {
            Self::Appoint(role) => role.map_or_else(String::new, |role| role.word().to_owned()),
            Self::Restrain(_, until) => until.map_or_else(String::new, |until| until.to_string()),
            Self::Rename { name, .. } | Self::Tournament(_, name) => name.clone(),
            Self::List { definition, .. } => definition.clone(),
            Self::Release(_) | Self::Close => String::new(),
        }
    }
}

impl FromRow for Rights {
    fn from_row(row: &Row) -> Result<Self> {
        let restraint = |reason: &str, until: &str| {
            let (reason, until): (Option<String>, _) = (row.get(reason)?, row.get(until)?);
            Ok::<_, StoreError>(reason.map(|reason| Restraint { until, reason }))
        };
        Ok(Self {
            role: row.get("role")?,
            mute: restraint("mute", "mute_until")?,
            ban: restraint("ban", "ban_until")?,
            since: row.get("created_at")?,
        })
    }
}

impl FromRow for Complaint {
    fn from_row(row: &Row) -> Result<Self> {
        let (author, game): (Option<AccountId>, Option<GameId>) = (row.get("author")?, row.get("game")?);
        let grievance = match row.get::<String>("kind")?.as_str() {
            "talk" => Grievance::Talk { game, side: row.get("side")?, talk: row.get("talk")? },
            "person" => match game.filter(|_| author.is_none()) {
                Some(game) => Grievance::Oneself(game),
                None => Grievance::Person,
            },
            "definition" => Grievance::Definition(row.get("definition")?),
            kind => return Err(StoreError::Corrupt(format!("a report is of unknown kind {kind}"))),
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

/// Selects reports; the rest says which.
macro_rules! complaints {
    ($rest:literal) => {
        concat!(
            "SELECT seq, kind, author, subject, game, side, definition, text, talk, created_at, closed_at FROM complaints ",
            $rest
        )
    };
}

impl Store {
    /// Returns what an account may do.
    pub async fn rights(&self, account: AccountId) -> Result<Option<Rights>> {
        let row = "SELECT a.created_at, r.role, m.reason AS mute, m.until AS mute_until, b.reason AS ban, b.until AS ban_until
             FROM accounts a LEFT JOIN roles r ON r.account = a.id
                 LEFT JOIN restraints m ON m.account = a.id AND m.kind = 'mute'
                 LEFT JOIN restraints b ON b.account = a.id AND b.kind = 'ban'
             WHERE a.id = $1";
        self.readers.optional(row, account).await
    }

    /// Stores a report, of which its author may have so many open, and returns its number; the one that it brings is ignored. Fails with
    /// `Conflict` if its author has as many open, and with `Missing` if what it names is gone.
    pub async fn complain(&self, complaint: &Complaint, most: u32) -> Result<u32> {
        let Complaint { author, subject, grievance, text, at, .. } = complaint;
        let mut transaction = self.writer.change("complaints").await?;
        let open = "SELECT COUNT(*) FROM complaints WHERE author = $1 AND closed_at IS NULL";
        if transaction.one::<u32>(open, author).await? >= most {
            return Err(StoreError::Conflict);
        }
        let (game, side, talk, definition) = match grievance {
            Grievance::Talk { game, side, talk } => (game.as_ref(), Some(side), Some(talk), None),
            Grievance::Oneself(game) => (Some(game), None, None, None),
            Grievance::Person => (None, None, None, None),
            Grievance::Definition(name) => (None, None, None, Some(name)),
        };
        // What the server reports of an account is stored as one about it with a game and no author: so servers of the version before read
        // it, too.
        let kind = match grievance {
            Grievance::Oneself(_) => Grievance::Person.word(),
            other => other.word(),
        };
        let row = "INSERT INTO complaints (seq, kind, author, subject, game, side, definition, text, talk, created_at)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM complaints RETURNING seq";
        let values = (kind, author, subject, game, side, definition, text, talk, at);
        let seq = transaction.one(row, values).await?;
        transaction.commit().await?;
        Ok(seq)
    }

    /// Lists at most so many reports: those that are open, the oldest first, or those that are closed, the newest first; where a number is
    /// given, those after it in this order.
    pub async fn complaints(&self, open: bool, after: Option<u32>, most: u32) -> Result<Vec<Complaint>> {
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

    pub async fn complaint(&self, seq: u32) -> Result<Option<Complaint>> {
        self.readers.optional(complaints!("WHERE seq = $1"), seq).await
    }

    /// Lists at most so many reports of an author, the newest first.
    pub async fn complaints_by(&self, author: AccountId, most: u32) -> Result<Vec<Complaint>> {
        self.readers.all(complaints!("WHERE author = $1 ORDER BY seq DESC LIMIT $2"), (author, most)).await
    }

    /// Takes an action and logs it: all or nothing. A ban ends the account's sessions. Returns the games of the account whose followers are to
    /// be notified: those of an account that is banned or renamed.
    ///
    /// Fails with `Conflict` if a form of the name is taken, or a game definition is listed as it is to be, and with `Missing` if there is no
    /// such account, sanction, open report or game definition.
    pub async fn take_measure(&self, decision: &Decision) -> Result<Vec<GameId>> {
        let mut transaction = self.writer.change(LOG).await?;
        let (mut name, mut games) = (None, Vec::new());
        if let Some(account) = decision.account {
            // No session begins meanwhile.
            transaction.lock(account).await?;
            let known: Option<String> = name_of(account, &mut transaction).await?;
            name = Some(known.ok_or(StoreError::Missing)?);
            games = apply(account, &decision.measure, &decision.reason, &mut transaction).await?;
        }
        if decision.measure == Measure::Close {
            let close = "UPDATE complaints SET closed_at = $2 WHERE seq = $1 AND closed_at IS NULL";
            some(transaction.execute(close, (decision.complaint, decision.at)).await? > 0)?;
        }
        if let Measure::List { definition, listed } = &decision.measure {
            some(transaction.exists("SELECT 1 FROM definitions WHERE id = $1", definition).await?)?;
            let list = "UPDATE definitions SET listed = $2 WHERE id = $1 AND listed <> $2";
            if transaction.execute(list, (definition, listed)).await? == 0 {
                return Err(StoreError::Conflict);
            }
        }
        insert(decision, name, &mut transaction).await?;
        transaction.commit().await?;
        Ok(games)
    }

    /// Lists at most so many entries of the log, the newest first: those before a number, and those about an account, where either is given.
    pub async fn measures(
        &self,
        account: Option<AccountId>,
        before: Option<u32>,
        most: u32,
    ) -> Result<Vec<Logged>> {
        let all = "SELECT seq, kind, author, name, detail, reason, complaint, created_at FROM measures
             WHERE seq < $1 ORDER BY seq DESC LIMIT $2";
        let about = "SELECT seq, kind, author, name, detail, reason, complaint, created_at FROM measures
             WHERE seq < $1 AND account = $3 ORDER BY seq DESC LIMIT $2";
        let before = before.unwrap_or(u32::MAX);
        match account {
            None => self.readers.all(all, (before, most)).await,
            Some(account) => self.readers.all(about, (before, most, account)).await,
        }
    }

    /// Lists at most so many accounts that were banned and have not left their games yet.
    pub async fn leaving(&self, most: u32) -> Result<Vec<AccountId>> {
        self.readers.all("SELECT account FROM restraints WHERE leaving ORDER BY account LIMIT $1", most).await
    }

    /// Stores that an account has left its games.
    pub async fn left(&self, account: AccountId) -> Result<()> {
        let left = "UPDATE restraints SET leaving = FALSE WHERE account = $1";
        self.writer.execute(left, account).await.map(drop)
    }
}

/// Applies an action to an account, and returns its games if their followers are to be notified.
async fn apply(
    account: AccountId,
    measure: &Measure,
    reason: &str,
    connection: &mut Connection,
) -> Result<Vec<GameId>> {
    match measure {
        Measure::Appoint(role) => {
            connection.execute("DELETE FROM roles WHERE account = $1", account).await?;
            if let Some(role) = role {
                let row = "INSERT INTO roles (account, role) VALUES ($1, $2)";
                connection.execute(row, (account, role)).await?;
            }
        }
        Measure::Restrain(kind, until) => {
            let row = "INSERT INTO restraints (account, kind, reason, until, leaving) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (account, kind) DO UPDATE SET reason = excluded.reason, until = excluded.until, leaving = excluded.leaving";
            let ban = *kind == RestraintKind::Ban;
            connection.execute(row, (account, kind, reason, until, ban)).await?;
            if ban {
                connection.execute("DELETE FROM sessions WHERE account = $1", account).await?;
                connection.execute("DELETE FROM seeks WHERE account = $1", account).await?;
                tournaments::withdraw_account(account, connection).await?;
                return games_of(account, connection).await;
            }
        }
        Measure::Release(kind) => {
            let row = "DELETE FROM restraints WHERE account = $1 AND kind = $2";
            some(connection.execute(row, (account, kind)).await? > 0)?;
        }
        Measure::Rename { name, forms } => {
            connection.execute("UPDATE accounts SET name = $2 WHERE id = $1", (account, name)).await?;
            connection.execute("DELETE FROM account_names WHERE account = $1", account).await?;
            insert_forms(account, forms, connection).await?;
            letters::tell(account, LetterKind::Name, connection).await?;
            return touch_games(account, connection).await;
        }
        Measure::Close | Measure::Tournament(..) | Measure::List { .. } => {}
    }
    Ok(Vec::new())
}
