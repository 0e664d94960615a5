use serde::{Deserialize, Serialize};

/// Asks for what opens an account to a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenWish {
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 60))]
    pub name: String,
    /// What the program may do; at least one thing.
    #[cfg_attr(feature = "types", ts(type = "Scope[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ScopeWord>, min_items = 1, max_items = 6))]
    pub scopes: Vec<String>,
}

/// Describes what opens an account to a program, to the account's owner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenView {
    /// Names the token; it opens nothing.
    pub id: String,
    pub name: String,
    #[cfg_attr(feature = "types", ts(type = "Scope[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ScopeWord>))]
    pub scopes: Vec<&'static str>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// When it was used last, to the minute.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub used: Option<i64>,
}

/// Lists the tokens of an account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// The newest first.
    pub tokens: Vec<TokenView>,
    pub bot: bool,
}

/// A new token.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewToken {
    /// What the program shows; it is told this once.
    pub token: String,
    pub tokens: Vec<TokenView>,
}

/// The words for what a program may do.
pub const SCOPES: [&str; 6] =
    ["account:read", "games:read", "challenge:read", "challenge:write", "board:play", "bot:play"];

/// A word for what a program may do.
#[cfg(feature = "openapi")]
pub struct ScopeWord;

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ScopeWord {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let words = entourage_record::schema::one_of(SCOPES);
        words.description(Some("What a program may do.")).build().into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ScopeWord {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("Scope")
    }
}
