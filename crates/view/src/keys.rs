use serde::Serialize;

/// The keys to a new game; not shown again.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Keys {
    Shared { id: String },
    Apart { keys: KeysApart },
}

/// The keys to a game between two remote players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct KeysApart {
    /// Keys by side; null for an open side, whose key is created when a player joins.
    #[cfg_attr(feature = "schema", schema(value_type = [Option<entourage_record::schema::KeyText>; 2], min_items = 2, max_items = 2))]
    pub sides: [Option<String>; 2],
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::KeyText))]
    pub watch: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NewKey {
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::KeyText))]
    pub key: String,
}
