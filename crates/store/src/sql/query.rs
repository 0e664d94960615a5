use sqlx::{Database, Encode, SqlSafeStr, SqlStr, Type};

use super::pool::{Connection, either};
use super::row::Row;
use crate::StoreError;

/// Asks a database of either kind; what is given stands as `$1`, `$2` … in the statement, which both understand.
pub(crate) fn query(sql: impl SqlSafeStr) -> Query {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

/// A statement with what it is given.
#[must_use = "nothing is done before it is executed or fetched"]
pub(crate) struct Query {
    sql: SqlStr,
    values: Vec<Value>,
}

/// What a statement is given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Option<Vec<u8>>),
    Truth(bool),
}

impl Query {
    /// Gives the next value.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Executes the statement, and returns how many rows it changed.
    pub async fn execute(self, connection: &mut Connection) -> Result<u64, StoreError> {
        Ok(either!(Connection, connection, held => self.bound().execute(&mut **held).await?.rows_affected()))
    }

    /// Executes the statement, and returns all rows.
    pub async fn fetch_all(self, connection: &mut Connection) -> Result<Vec<Row>, StoreError> {
        Ok(either!(Connection, connection, held => {
            self.bound().fetch_all(&mut **held).await?.into_iter().map(Row::from).collect()
        }))
    }

    /// Executes the statement, and returns the first row, if there is one.
    pub async fn fetch_optional(self, connection: &mut Connection) -> Result<Option<Row>, StoreError> {
        Ok(either!(Connection, connection, held => {
            self.bound().fetch_optional(&mut **held).await?.map(Row::from)
        }))
    }

    /// Executes the statement, and returns its row, of which there must be one.
    pub async fn fetch_one(self, connection: &mut Connection) -> Result<Row, StoreError> {
        let row = self.fetch_optional(connection).await?;
        row.ok_or_else(|| StoreError::Corrupt("a row is missing".into()))
    }

    fn bound<DB: Database>(self) -> sqlx::query::Query<'static, DB, DB::Arguments>
    where
        Option<String>: Encode<'static, DB> + Type<DB>,
        Option<i64>: Encode<'static, DB> + Type<DB>,
        Option<Vec<u8>>: Encode<'static, DB> + Type<DB>,
        bool: Encode<'static, DB> + Type<DB>,
    {
        let text = if DB::NAME == "PostgreSQL" { escaped } else { |text| text };
        self.values.into_iter().fold(sqlx::query(self.sql), |query, value| match value {
            Value::Text(value) => query.bind(value.map(text)),
            Value::Number(value) => query.bind(value),
            Value::Bytes(value) => query.bind(value),
            Value::Truth(value) => query.bind(value),
        })
    }
}

/// Stands before a letter that means another.
const ESCAPE: char = '\u{1a}';
/// The two letters that are written as two, and the second of those.
const ESCAPED: [(char, char); 2] = [('\0', '0'), (ESCAPE, '1')];

/// Writes a text without the letter zero, which PostgreSQL keeps in none: an escape stands for it, as for itself.
fn escaped(text: String) -> String {
    if !text.contains(ESCAPED.map(|(letter, _)| letter)) {
        return text;
    }
    let mut written = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match ESCAPED.into_iter().find(|(known, _)| *known == letter) {
            Some((_, second)) => written.extend([ESCAPE, second]),
            None => written.push(letter),
        }
    }
    written
}

/// Reads what [`escaped`] wrote; `None` if it never wrote this.
pub(super) fn unescaped(written: String) -> Option<String> {
    if !written.contains(ESCAPE) {
        return Some(written);
    }
    let mut letters = written.chars();
    let mut text = String::with_capacity(written.len());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            ESCAPE => {
                let second = letters.next()?;
                ESCAPED.into_iter().find(|(_, known)| *known == second)?.0
            }
            letter => letter,
        });
    }
    Some(text)
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(Some(value.clone()))
    }
}

impl From<Option<String>> for Value {
    fn from(value: Option<String>) -> Self {
        Self::Text(value)
    }
}

impl From<&Option<String>> for Value {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Number(Some(value))
    }
}

impl From<Option<i64>> for Value {
    fn from(value: Option<i64>) -> Self {
        Self::Number(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Number(Some(value.into()))
    }
}

impl From<Option<u32>> for Value {
    fn from(value: Option<u32>) -> Self {
        Self::Number(value.map(i64::from))
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Bytes(Some(value.to_owned()))
    }
}

impl From<Option<Vec<u8>>> for Value {
    fn from(value: Option<Vec<u8>>) -> Self {
        Self::Bytes(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Truth(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_from_what_they_are_written_as() {
        for text in ["", "plain", "a\0b", "\u{1a}", "\u{1a}0", "\u{1a}\0\u{1a}1", "é🦉"] {
            let written = escaped(text.to_owned());
            assert!(!written.contains('\0'));
            assert_eq!(unescaped(written).as_deref(), Some(text));
        }
        for never in ["\u{1a}", "\u{1a}2", "a\u{1a}"] {
            assert_eq!(unescaped(never.to_owned()), None, "{never:?}");
        }
    }
}
