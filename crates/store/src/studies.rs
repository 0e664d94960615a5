//! Studies: their edits as an append-only log, their members and their search terms.

use std::collections::BTreeSet;

use entourage_record::AccountId;
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, Value, from_row, words};
use crate::database::{Connection, select};
use crate::error::some;
use crate::{Result, Store, StoreError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredStudy {
    pub id: String,
    pub owner: AccountId,
    pub title: String,
    pub description: String,
    /// The tags, separated by line breaks.
    pub tags: String,
    pub audience: StudyAudience,
    /// Whether moderators have hidden the study.
    pub hidden: bool,
    /// The ID of the study from which this one was copied.
    pub origin: Option<String>,
    pub origin_title: Option<String>,
    pub origin_owner: Option<AccountId>,
    /// The specs of the games in the chapters, separated by line breaks.
    pub games: String,
    pub chapters: u32,
    /// Number of edits.
    pub version: u32,
    /// Number of changes of any kind.
    pub changes: u32,
    /// The number of the change after which the study was indexed.
    pub indexed: u32,
    /// Date of creation.
    pub at: i64,
    /// Date of the last change.
    pub updated: i64,
}

from_row! {
    StoredStudy in "studies" {
        id, owner, title, description, tags, audience = "visibility", hidden, origin, origin_title, origin_owner, games, chapters, version,
        changes, indexed, at = "created_at", updated = "updated_at",
    }
}

words! {
    pub enum StudyAudience {
        /// The owner and the members.
        Private = "private",
        /// Users who know the ID of the study.
        Link = "link",
        Public = "public",
    }
}

words! {
    pub enum MemberRole {
        Contributor = "contributor",
        Viewer = "viewer",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEdit {
    /// Sequence number, from 1.
    pub seq: u32,
    /// The ID that the client has chosen.
    pub id: String,
    pub author: AccountId,
    pub at: i64,
    pub body: String,
    /// What a comment belongs to; `None` for other edits.
    pub subject: Option<String>,
}

from_row! { StoredEdit { seq, id, author, at, body, subject } }

/// An edit to store, and the body that replaces those of earlier edits with the same subject.
#[derive(Clone, Debug)]
pub struct NewEdit {
    pub edit: StoredEdit,
    pub blank: Option<String>,
}

/// A search for studies.
#[derive(Clone, Default, Debug)]
pub struct StudyFilter {
    /// The terms that a study must have; they must not contain commas or quotation marks.
    pub terms: BTreeSet<String>,
    /// Only studies that this account owns or is a member of; `None` for public studies.
    pub account: Option<AccountId>,
    /// Only studies that this account owns.
    pub owner: Option<AccountId>,
    /// The date of the last change and the ID of the last study on the previous page.
    pub after: Option<(i64, String)>,
}

impl Store {
    /// Stores a new study with its edits. Fails with `Conflict` if its owner has `most` studies.
    pub async fn add_study(&self, study: &StoredStudy, edits: &[NewEdit], most: u32) -> Result<()> {
        let mut transaction = self.writer.change(format!("studies of {}", study.owner)).await?;
        let own = "SELECT COUNT(*) FROM studies WHERE owner = $1";
        if transaction.one::<u32>(own, study.owner).await? >= most {
            return Err(StoreError::Conflict);
        }
        transaction.insert(study).await?;
        insert_edits(&study.id, edits, &mut transaction).await?;
        transaction.commit().await
    }

    pub async fn study(&self, id: &str) -> Result<Option<StoredStudy>> {
        self.readers.optional(select::<StoredStudy>("WHERE id = $1"), id).await
    }

    /// Returns the members of studies, each with the ID of the study, the account and its name, sorted by name.
    pub async fn study_members(&self, ids: &[&str]) -> Result<Vec<(String, AccountId, String, MemberRole)>> {
        let sql = format!(
            "SELECT m.study, a.id, a.name, m.role FROM study_members m JOIN accounts a ON a.id = m.account
             WHERE m.study {} ORDER BY a.name, a.id",
            self.readers.listed()
        );
        self.readers.all(AssertSqlSafe(sql), ids.join(",")).await
    }

    /// Returns the names of accounts; deleted accounts are left out.
    pub async fn account_names(&self, accounts: &[AccountId]) -> Result<Vec<(AccountId, String)>> {
        let ids: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
        let sql = format!("SELECT id, name FROM accounts WHERE id {}", self.readers.listed());
        self.readers.all(AssertSqlSafe(sql), ids.join(",")).await
    }

    /// Returns the edits of a study after the sequence number `since`, in order.
    pub async fn study_edits(&self, id: &str, since: u32, most: u32) -> Result<Vec<StoredEdit>> {
        let rows = "SELECT seq, id, author, at, body, subject FROM study_edits WHERE study = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        self.readers.all(rows, (id, since, most)).await
    }

    /// Returns those of the IDs under which edits of a study are already stored, each with the author of the edit.
    pub async fn known_study_edits(&self, id: &str, edits: &[String]) -> Result<Vec<(String, AccountId)>> {
        let sql =
            format!("SELECT id, author FROM study_edits WHERE study = $2 AND id {}", self.writer.listed());
        self.writer.all(AssertSqlSafe(sql), (edits.join(","), id)).await
    }

    /// Appends edits to a study whose version is `version`; `games` and `chapters` describe the study after the edits. Fails with `Conflict` if it has another version, and with `Missing` if there is
    /// no such study or the account `by` can no longer edit it.
    pub async fn append_study_edits(
        &self,
        id: &str,
        by: AccountId,
        version: u32,
        edits: &[NewEdit],
        (games, chapters): (&str, u32),
        at: i64,
    ) -> Result<()> {
        let mut transaction = self.writer.change(format!("study {id}")).await?;
        let known =
            "SELECT version FROM studies WHERE id = $1 AND (owner = $2 OR EXISTS (SELECT 1 FROM study_members m
             WHERE m.study = $1 AND m.account = $2 AND m.role = 'contributor'))";
        let known: Option<u32> = transaction.optional(known, (id, by)).await?;
        if known.ok_or(StoreError::Missing)? != version {
            return Err(StoreError::Conflict);
        }
        let replaced =
            edits.iter().filter_map(|NewEdit { edit, blank }| Some([edit.subject.as_ref()?, blank.as_ref()?]));
        let replaced: Vec<_> = replaced.collect();
        if !replaced.is_empty() {
            let each = transaction.each();
            let replace = format!(
                "UPDATE study_edits SET body = value ->> 1 FROM {each} WHERE study = $2 AND subject = value ->> 0"
            );
            transaction.execute(AssertSqlSafe(replace), (json!(replaced).to_string(), id)).await?;
        }
        insert_edits(id, edits, &mut transaction).await?;
        let next = "UPDATE studies SET version = $2, games = $3, chapters = $4, changes = changes + 1, updated_at = $5 WHERE id = $1";
        transaction.execute(next, (id, version + edits.len() as u32, games, chapters, at)).await?;
        transaction.commit().await
    }

    /// Stores the title, description, tags and visibility of a study. Fails with `Missing` if there is no such study.
    pub async fn change_study(&self, study: &StoredStudy) -> Result<()> {
        let StoredStudy { id, title, description, tags, audience, updated, .. } = study;
        let change = "UPDATE studies SET title = $2, description = $3, tags = $4, visibility = $5, changes = changes + 1,
             updated_at = $6 WHERE id = $1";
        some(self.writer.execute(change, (id, title, description, tags, audience, updated)).await? > 0)
    }

    pub async fn delete_study(&self, id: &str) -> Result<()> {
        self.writer.execute("DELETE FROM studies WHERE id = $1", id).await.map(drop)
    }

    /// Gives an account a role in a study, or removes it if `None`. Fails with `Conflict` if there are already `most` members, and with
    /// `Missing` if there is no such study or account.
    pub async fn set_study_member(
        &self,
        id: &str,
        account: AccountId,
        role: Option<MemberRole>,
        most: u32,
    ) -> Result<()> {
        let mut transaction = self.writer.change(format!("study {id}")).await?;
        let member = "DELETE FROM study_members WHERE study = $1 AND account = $2";
        transaction.execute(member, (id, account)).await?;
        if let Some(role) = role {
            let all = "SELECT COUNT(*) FROM study_members WHERE study = $1";
            if transaction.one::<u32>(all, id).await? >= most {
                return Err(StoreError::Conflict);
            }
            let row = "INSERT INTO study_members (study, account, role) VALUES ($1, $2, $3)";
            transaction.execute(row, (id, account, role)).await?;
        }
        transaction.execute("UPDATE studies SET changes = changes + 1 WHERE id = $1", id).await?;
        transaction.commit().await
    }

    /// Returns a page of studies, most recently changed first.
    pub async fn find_studies(&self, filter: &StudyFilter, most: u32) -> Result<Vec<StoredStudy>> {
        let StudyFilter { terms, account, owner, after } = filter;
        let listed = terms.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        let mut values: Vec<Value> = vec![listed.value(), most.value(), (terms.len() as u32).value()];
        let mut sql = format!(
            "SELECT s.* FROM studies s WHERE ($3 = 0 OR s.id IN
                 (SELECT study FROM study_terms WHERE term {} GROUP BY study HAVING COUNT(*) = $3))",
            self.readers.listed()
        );
        sql += match account {
            None => " AND s.visibility = 'public' AND NOT s.hidden",
            Some(account) => {
                values.push(account.value());
                " AND (s.owner = $4 OR s.id IN (SELECT study FROM study_members WHERE account = $4))"
            }
        };
        if let Some(owner) = owner {
            values.push(owner.value());
            sql += &format!(" AND s.owner = ${}", values.len());
        }
        if let Some((updated, id)) = after {
            let [at, name] = [values.len() + 1, values.len() + 2];
            sql += &format!(" AND (s.updated_at < ${at} OR s.updated_at = ${at} AND s.id > ${name})");
            values.extend([updated.value(), id.value()]);
        }
        sql += " ORDER BY s.updated_at DESC, s.id LIMIT $2";
        self.readers.all(AssertSqlSafe(sql), values).await
    }

    /// Returns studies of which an account has edited comments without owning the study.
    pub async fn commented_studies(&self, account: AccountId, most: u32) -> Result<Vec<String>> {
        let rows = "SELECT DISTINCT e.study FROM study_edits e JOIN studies s ON s.id = e.study
             WHERE e.author = $1 AND e.subject IS NOT NULL AND s.owner <> $1 ORDER BY e.study LIMIT $2";
        self.readers.all(rows, (account, most)).await
    }

    /// Returns the dates of the last changes and the IDs of studies that have changed since they were indexed, in this order, after `after`.
    pub async fn unindexed_studies(&self, after: (i64, &str), most: u32) -> Result<Vec<(i64, String)>> {
        let rows = "SELECT updated_at, id FROM studies WHERE indexed < changes AND (updated_at, id) > ($1, $2)
             ORDER BY updated_at, id LIMIT $3";
        self.readers.all(rows, (after.0, after.1, most)).await
    }

    /// Replaces the search terms of a study with those after its change number `changes`.
    pub async fn index_study(&self, id: &str, changes: u32, terms: &BTreeSet<String>) -> Result<()> {
        let list = json!(terms.iter().map(|term| [term]).collect::<Vec<_>>()).to_string();
        let mut transaction = self.writer.change(format!("study {id}")).await?;
        let each = self.writer.each();
        let mark = "UPDATE studies SET indexed = $2 WHERE id = $1 AND indexed < $2";
        if transaction.execute(mark, (id, changes)).await? == 0 {
            return Ok(());
        }
        for sql in [
            format!(
                "DELETE FROM study_terms WHERE study = $2 AND term NOT IN (SELECT value ->> 0 FROM {each})"
            ),
            format!(
                "INSERT INTO study_terms (term, study) SELECT value ->> 0, $2 FROM {each} WHERE TRUE ON CONFLICT DO NOTHING"
            ),
        ] {
            transaction.execute(AssertSqlSafe(sql), (&list, id)).await?;
        }
        transaction.commit().await
    }
}

/// Inserts edits in a single statement, because an import can have thousands.
async fn insert_edits(id: &str, edits: &[NewEdit], connection: &mut Connection) -> Result<()> {
    let row = |NewEdit { edit, .. }: &NewEdit| {
        let StoredEdit { seq, id, author, at, body, subject } = edit;
        json!([seq, id, author.to_string(), at, body, subject])
    };
    let rows = json!(edits.iter().map(row).collect::<Vec<_>>()).to_string();
    let insert = format!(
        "INSERT INTO study_edits (study, seq, id, author, at, body, subject)
         SELECT $2, CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT), value ->> 4, value ->> 5 FROM {}",
        connection.each()
    );
    connection.execute(AssertSqlSafe(insert), (rows, id)).await.map(drop)
}
