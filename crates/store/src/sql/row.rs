use entourage_record::AccountId;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::pool::either;
use super::query::unescaped;
use crate::StoreError;

/// A row of a database of either kind.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

#[cfg(feature = "postgres")]
impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self::Postgres(row)
    }
}

/// What a column can be read as.
pub(crate) trait Column: Sized {
    /// Reads it from a row.
    fn of(row: &Row, name: &str) -> Result<Self, StoreError>;
}

impl Row {
    /// Reads a column.
    ///
    /// # Errors
    /// `Corrupt` if something else stands there.
    pub fn try_get<T: Column>(&self, name: &str) -> Result<T, StoreError> {
        T::of(self, name)
    }
}

macro_rules! raw {
    ($($column:ty),*) => {$(
        impl Column for $column {
            fn of(row: &Row, name: &str) -> Result<Self, StoreError> {
                Ok(either!(Row, row, row => sqlx::Row::try_get(row, name)?))
            }
        }
    )*};
}

raw!(bool, i64, Option<i64>, Vec<u8>, Option<Vec<u8>>);

impl Column for Option<String> {
    fn of(row: &Row, name: &str) -> Result<Self, StoreError> {
        let text: Self = either!(Row, row, row => sqlx::Row::try_get(row, name)?);
        if matches!(row, Row::Sqlite(_)) {
            return Ok(text);
        }
        let corrupt = || StoreError::Corrupt(format!("a text makes no sense as {name}"));
        text.map(|text| unescaped(text).ok_or_else(corrupt)).transpose()
    }
}

impl Column for String {
    fn of(row: &Row, name: &str) -> Result<Self, StoreError> {
        Option::of(row, name)?.ok_or_else(|| StoreError::Corrupt(format!("there is no {name}")))
    }
}

impl Column for u32 {
    fn of(row: &Row, name: &str) -> Result<Self, StoreError> {
        let number = i64::of(row, name)?;
        u32::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} stands as {name}")))
    }
}

/// Reads a column that names an account.
pub(crate) fn owner(row: &Row, column: &str) -> Result<AccountId, StoreError> {
    let corrupt = |()| StoreError::Corrupt("an account has an unknown name".into());
    row.try_get::<String>(column)?.parse().map_err(corrupt)
}
