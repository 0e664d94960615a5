use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TokenWish {
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 60))]
    pub name: String,
    #[cfg_attr(feature = "schema", ts(type = "Scope[]"))]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<ScopeWord>, min_items = 1, max_items = 6))]
    pub scopes: Vec<String>,
}

/// An API token as the account's owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TokenView {
    /// Identifies the token; it is not a secret.
    pub id: String,
    pub name: String,
    #[cfg_attr(feature = "schema", ts(type = "Scope[]"), schema(value_type = Vec<ScopeWord>))]
    pub scopes: Vec<&'static str>,
    /// Creation time in Unix milliseconds.
    pub since: i64,
    /// Time of the last use, accurate to the minute.
    #[cfg_attr(feature = "schema", schema(required))]
    pub used: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Tokens {
    /// Newest first.
    pub tokens: Vec<TokenView>,
    pub bot: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NewToken {
    /// The secret token; not shown again.
    pub token: String,
    pub tokens: Vec<TokenView>,
}

pub const SCOPES: [&str; 6] =
    ["account:read", "games:read", "challenge:read", "challenge:write", "board:play", "bot:play"];

#[cfg(feature = "schema")]
pub struct ScopeWord;

#[cfg(feature = "schema")]
entourage_record::schema::describe! {
    ScopeWord as "Scope": entourage_record::schema::one_of(SCOPES).description(Some("A permission of an API token."));
}
