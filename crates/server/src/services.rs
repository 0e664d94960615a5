//! The services that handlers use.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::accounts::Accounts;
use crate::bot_api::BotApi;
use crate::games::Games;
use crate::moderation::ModerationService;
use crate::people::People;
use crate::push::Push;

macro_rules! services {
    ($($part:ident: $service:ident),*) => {
        #[derive(Clone)]
        pub(crate) struct Services {
            $(pub $part: Arc<$service>,)*
        }

        $(impl FromRef<Services> for Arc<$service> {
            fn from_ref(services: &Services) -> Self {
                Arc::clone(&services.$part)
            }
        })*
    };
}

services! {
    games: Games,
    accounts: Accounts,
    moderation: ModerationService,
    people: People,
    bot_api: BotApi,
    push: Push
}
