use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "PushOffer"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PushOffer))]
pub struct PushView {
    /// The server's VAPID public key in base64url; null if it sends no notifications.
    #[cfg_attr(feature = "schema", schema(required))]
    pub key: Option<String>,
}

/// The sides for which a browser receives push notifications.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushSides {
    /// For each key in the request, the name of the key's side in notifications; null unless the key is for one side.
    pub sides: Vec<Option<String>>,
}

/// A device that receives push notifications, as its owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "PushDevice"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PushDevice))]
pub struct PushDeviceView {
    /// The push service's URL for the device.
    pub endpoint: String,
    pub language: &'static str,
    /// Time of the last visit in Unix milliseconds.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub seen: i64,
}
