use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::game_in_use::MOST_EVENTS;

/// The number of an event, as the interface describes it.
pub(super) struct EventNumber;

impl PartialSchema for EventNumber {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(MOST_EVENTS))
            .description(Some("The number that the event is to get; the first is 0."))
            .build()
            .into()
    }
}

impl ToSchema for EventNumber {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Seq")
    }
}
