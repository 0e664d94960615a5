use serde::{Deserialize, Serialize};

/// What a player said to the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Remark"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Remark))]
pub struct RemarkView {
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::SideNumber))]
    pub side: usize,
    pub token: String,
    /// What is said; empty where its side has taken it back.
    pub text: String,
    /// Milliseconds since 1970 (UTC).
    pub at: i64,
}
