//! Conversion between Rust types and database values.

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Language, Side};
use entourage_rating::Class;
use entourage_record::{
    AccountId, GameId, KeyHash, MailToken, PairedBy, Player, PrivateText, Seat, SetupTerms, TokenHash,
    TournamentId,
};

use crate::Result;
use crate::database::Row;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Option<Vec<u8>>),
    Truth(Option<bool>),
}

pub(crate) trait Bind {
    const NULL: Value;
    fn value(&self) -> Value;
}

/// The parameters of a statement: a single value, a tuple or a list.
pub(crate) trait Values {
    fn list(self) -> Vec<Value>;
}

/// A type that the drivers of both SQLite and PostgreSQL can read.
pub(crate) trait Raw: Sized {
    fn of(row: &Row, index: usize) -> Result<Option<Self>>;
}

pub(crate) trait Column: Sized {
    type Raw: Raw;
    fn read(raw: Option<Self::Raw>) -> Option<Self>;
}

/// A type that can be read from a row: from its first column, from its columns in order, or by column names.
pub(crate) trait FromRow: Sized {
    fn from_row(row: &Row) -> Result<Self>;
}

pub(crate) trait Stored: FromRow {
    const TABLE: &'static str;
    const COLUMNS: &'static [&'static str];
    fn values(&self) -> Vec<Value>;
}

/// Implements [`FromRow`] for a struct. Each field is read from the column of the same name, unless `=` specifies
/// another column, an array of columns or the whole `row`. With `in "table"`, also implements [`Stored`].
macro_rules! from_row {
    (@read $row:ident $field:ident) => { $row.get(stringify!($field))? };
    (@read $row:ident $field:ident row) => { $crate::columns::FromRow::from_row($row)? };
    (@read $row:ident $field:ident [$($column:literal),*]) => { [$($row.get($column)?),*] };
    (@read $row:ident $field:ident $column:literal) => { $row.get($column)? };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
    ($type:ident in $table:literal { $($field:ident $(= $column:literal)?),* $(,)? }) => {
        $crate::columns::from_row! { $type { $($field $(= $column)?),* } }
        impl $crate::columns::Stored for $type {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[$($crate::columns::from_row!(@column $field $($column)?)),*];
            fn values(&self) -> Vec<$crate::columns::Value> {
                vec![$($crate::columns::Bind::value(&self.$field)),*]
            }
        }
    };
    ($type:ident { $($field:ident $(= $source:tt)?),* $(,)? }) => {
        impl $crate::columns::FromRow for $type {
            fn from_row(row: &$crate::database::Row) -> $crate::Result<Self> {
                Ok(Self { $($field: $crate::columns::from_row!(@read row $field $($source)?)),* })
            }
        }
    };
}
pub(crate) use from_row;

/// Implements conversion between an enum's variants and the words that represent them in the database and in APIs. Also declares the enum,
/// unless it has variants with fields.
macro_rules! words {
    ($(#[$attribute:meta])* pub enum $type:ident { $($(#[$about:meta])* $name:ident = $word:literal),* $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type { $($(#[$about])* $name),* }

        $crate::columns::words! { $type { $($name = $word),* } }
    };
    ($type:ident { $($name:ident $(($($of:tt)*))? = $word:literal),* $(,)? }) => {
        impl $type {
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$name $(($($of)*))?),*];

            pub const fn word(self) -> &'static str {
                match self { $(Self::$name $(($($of)*))? => $word),* }
            }

            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.word() == word)
            }
        }

        $crate::columns::as_text! { $type { |value| value.word().to_owned(), |word| Self::from_word(&word) } }
    };
}
pub(crate) use words;

/// Implements [`Bind`] and [`Column`] for types stored as a variant of [`Value`], given write and read expressions.
macro_rules! kept {
    ($($type:ty, $kind:ident, $raw:ty { |$value:ident| $write:expr, |$read_raw:ident| $read:expr })*) => {$(
        impl $crate::columns::Bind for $type {
            const NULL: $crate::columns::Value = $crate::columns::Value::$kind(None);
            fn value(&self) -> $crate::columns::Value {
                let $value = self;
                $crate::columns::Value::$kind($write)
            }
        }

        impl $crate::columns::Column for $type {
            type Raw = $raw;
            fn read($read_raw: Option<$raw>) -> Option<Self> {
                $read
            }
        }
    )*};
}
pub(crate) use kept;

/// Implements [`Bind`] and [`Column`] for types stored as text, given write and read expressions.
macro_rules! as_text {
    ($($type:ty { |$value:ident| $write:expr, |$text:ident| $read:expr })*) => {
        $crate::columns::kept! {
            $($type, Text, String { |$value| Some($write), |raw| { let $text = raw?; $read } })*
        }
    };
}
pub(crate) use as_text;

as_text! {
    String { |text| text.clone(), |text| Some(text) }
    GameId { |id| id.to_string(), |text| text.parse().ok() }
    AccountId { |id| id.to_string(), |text| text.parse().ok() }
    TournamentId { |id| id.to_string(), |text| text.parse().ok() }
    MailToken { |token| token.to_string(), |text| text.parse().ok() }
    PrivateText { |text| text.word().to_owned(), |word| word.parse().ok() }
    Seat { |seat| seat.word().to_owned(), |text| Self::from_word(&text) }
    Class { |class| class.word().to_owned(), |word| word.parse().ok() }
    Language { |language| language.code().to_owned(), |text| text.parse().ok() }
}

kept! {
    i64, Number, i64 { |number| Some(*number), |raw| raw }
    u32, Number, i64 { |number| Some((*number).into()), |raw| raw?.try_into().ok() }
    Side, Number, i64 {
        |side| Some(side.number() as i64),
        |raw| Self::BOTH.into_iter().find(|side| Some(side.number() as i64) == raw)
    }
    bool, Truth, bool { |truth| Some(*truth), |raw| raw }
    Vec<u8>, Bytes, Vec<u8> { |bytes| Some(bytes.clone()), |raw| raw }
    KeyHash, Bytes, Vec<u8> { |key| Some(key.bytes().to_vec()), |raw| raw?.try_into().ok().map(Self::from_bytes) }
    TokenHash, Bytes, Vec<u8> { |token| Some(token.bytes().to_vec()), |raw| raw?.try_into().ok().map(Self::from_bytes) }
    PairedBy, Text, String {
        |by| Some(if *by == Self::Seek { "seek" } else { "tournament" }.to_owned()),
        |raw| [("seek", Self::Seek), ("tournament", Self::Tournament)].into_iter().find(|one| Some(one.0) == raw.as_deref()).map(|one| one.1)
    }
    // Default values are stored as NULL, which is also the value in rows that were inserted before these columns existed.
    Pace, Text, String {
        |pace| (!pace.is_unlimited()).then(|| pace.to_string()),
        |raw| raw.map_or(Some(Self::UNLIMITED), |text| text.parse().ok())
    }
    Enforcement, Text, String {
        |enforcement| (*enforcement != Self::Enforced).then(|| enforcement.word().to_owned()),
        |raw| raw.map_or(Some(Self::default()), |word| word.parse().ok())
    }
}

impl<const LENGTH: usize> Column for [u8; LENGTH] {
    type Raw = Vec<u8>;
    fn read(raw: Option<Vec<u8>>) -> Option<Self> {
        raw?.try_into().ok()
    }
}

impl<const LENGTH: usize> Bind for [u8; LENGTH] {
    const NULL: Value = Value::Bytes(None);
    fn value(&self) -> Value {
        Value::Bytes(Some(self.to_vec()))
    }
}

macro_rules! json {
    ($($type:ty),*) => {$(
        impl Column for $type {
            type Raw = String;
            fn read(raw: Option<String>) -> Option<Self> {
                serde_json::from_str(&raw?).ok()
            }
        }
    )*};
}

json!([Player; 2], SetupTerms);

impl Bind for str {
    const NULL: Value = Value::Text(None);
    fn value(&self) -> Value {
        Value::Text(Some(self.to_owned()))
    }
}

impl<T: Bind + ?Sized> Bind for &T {
    const NULL: Value = T::NULL;
    fn value(&self) -> Value {
        T::value(self)
    }
}

impl<T: Bind> Bind for Option<T> {
    const NULL: Value = T::NULL;
    fn value(&self) -> Value {
        self.as_ref().map_or(T::NULL, T::value)
    }
}

impl<T: Column> Column for Option<T> {
    type Raw = T::Raw;
    fn read(raw: Option<T::Raw>) -> Option<Self> {
        raw.map_or(Some(None), |raw| T::read(Some(raw)).map(Some))
    }
}

impl<T: Column> FromRow for T {
    fn from_row(row: &Row) -> Result<Self> {
        row.at(0)
    }
}

impl<T: Bind> Values for T {
    fn list(self) -> Vec<Value> {
        vec![self.value()]
    }
}

impl Values for Vec<Value> {
    fn list(self) -> Vec<Value> {
        self
    }
}

impl Values for () {
    fn list(self) -> Vec<Value> {
        Vec::new()
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Bind),*> Values for ($($name,)*) {
            #[allow(non_snake_case)]
            fn list(self) -> Vec<Value> {
                let ($($name,)*) = self;
                vec![$($name.value()),*]
            }
        }
    )*};
}

tuples! {
    A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L; A B C D E F G H I J K L M;
    A B C D E F G H I J K L M N; A B C D E F G H I J K L M N O;
}

macro_rules! rows {
    ($($($name:ident $at:tt)*;)*) => {$(
        impl<$($name: Column),*> FromRow for ($($name,)*) {
            fn from_row(row: &Row) -> Result<Self> {
                Ok(($(row.at::<$name>($at)?,)*))
            }
        }
    )*};
}

rows! { A 0 B 1; A 0 B 1 C 2; A 0 B 1 C 2 D 3; A 0 B 1 C 2 D 3 E 4; }
