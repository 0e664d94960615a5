use serde::Serialize;

/// Holds the keys to a new game; they cannot be asked for again.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Keys {
    Shared { id: String },
    Apart { keys: KeysApart },
}

/// Holds the keys to a game of two people apart.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeysApart {
    /// The keys of the sides; that of a side which any player may take does not exist yet.
    #[cfg_attr(feature = "openapi", schema(value_type = [Option<entourage_record::schema::KeyText>; 2], min_items = 2, max_items = 2))]
    pub sides: [Option<String>; 2],
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::KeyText))]
    pub watch: String,
}

/// Holds a key that its asker did not have before.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewKey {
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::KeyText))]
    pub key: String,
}
