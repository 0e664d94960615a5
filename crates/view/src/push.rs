use serde::Serialize;

/// Whether the server has browsers told what happens while the page is not open.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PushOffer"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PushOffer))]
pub struct PushView {
    /// The key by which the server is known to push services, in base64url; none where it tells nobody.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub key: Option<String>,
}

/// Which sides a browser is told of by keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PushSides {
    /// For each key how messages name its side; none where it opens no single one.
    pub sides: Vec<Option<String>>,
}

/// Holds a browser that is told what happens, as its account sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PushDevice"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PushDevice))]
pub struct PushDeviceView {
    /// Where messages for it are handed over.
    pub endpoint: String,
    pub language: &'static str,
    /// When it was there last, in milliseconds since 1970 (UTC).
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub seen: i64,
}
