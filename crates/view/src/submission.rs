use serde::Deserialize;

/// Hands in a game that is written as text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Submission {
    /// The text of the game, and after it those of the games that it is like, in order; each has at most 65,536 bytes.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 8))]
    pub texts: Vec<String>,
    /// Who wrote it, as they want to be called.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 60))]
    pub author: String,
    #[cfg_attr(feature = "types", ts(type = "Licence"))]
    #[cfg_attr(feature = "openapi", schema(schema_with = licences))]
    pub licence: String,
    /// The version that this one follows, of the same author.
    pub earlier: Option<String>,
    /// The public game from which it was made.
    pub cloned_from: Option<String>,
}

/// Names the licences under which games are handed in.
pub const LICENCES: [&str; 4] = ["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT"];

#[cfg(feature = "openapi")]
fn licences() -> utoipa::openapi::schema::ObjectBuilder {
    entourage_record::schema::one_of(LICENCES)
}
