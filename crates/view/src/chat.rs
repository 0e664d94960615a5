use serde::{Deserialize, Serialize};

/// A chat message between players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Remark"), schema(as = Remark))]
pub struct RemarkView {
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::SideNumber))]
    pub side: usize,
    pub token: String,
    /// Empty if the author has deleted the message.
    pub text: String,
    /// Unix time in milliseconds.
    pub at: i64,
}
