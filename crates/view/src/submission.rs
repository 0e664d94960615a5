use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct Submission {
    /// The game's source, then the sources of the definitions that it extends, in order; each at most 65,536 bytes.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 8))]
    pub texts: Vec<String>,
    /// The author's display name.
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 60))]
    pub author: String,
    #[cfg_attr(feature = "schema", ts(type = "Licence"), schema(schema_with = licences))]
    pub licence: String,
    /// The previous version of the game, by the same author.
    pub earlier: Option<String>,
    /// The public game from which this game was cloned.
    pub cloned_from: Option<String>,
}

/// Licences under which games can be submitted.
pub const LICENCES: [&str; 4] = ["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT"];

#[cfg(feature = "schema")]
fn licences() -> utoipa::openapi::schema::ObjectBuilder {
    entourage_record::schema::one_of(LICENCES)
}
