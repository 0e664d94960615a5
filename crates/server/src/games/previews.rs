//! Previews of public games, for links to them.

use std::sync::Arc;

use entourage_kernel::Language;
use entourage_record::GameId;

use super::Games;
use super::door::Door;
use crate::domain::{Error, Preview};
#[cfg(feature = "cards")]
use crate::effort::aside;

impl Games {
    pub async fn preview(self: &Arc<Self>, game: GameId, language: Language) -> Result<Preview, Error> {
        let access = self.enter(Door::Name(game)).await?;
        let seen = self.observe(access.game, move |game, _| game.preview(language)).await?;
        seen.ok_or(Error::NoGame)
    }

    /// Draws a public game as a PNG; a build without the feature `cards` finds none.
    #[cfg(not(feature = "cards"))]
    pub async fn card(self: &Arc<Self>, _: GameId, _: Language) -> Result<Vec<u8>, Error> {
        Err(Error::NoGame)
    }

    #[cfg(feature = "cards")]
    pub async fn card(self: &Arc<Self>, game: GameId, language: Language) -> Result<Vec<u8>, Error> {
        let Preview { info, view, last } = self.preview(game, language).await?;
        let _turn = self.easel.acquire().await.map_err(|_| Error::Internal)?;
        let drawn = aside(move || entourage_picture::card(&info, &view, &last)).await.ok_or(Error::Internal)?;
        drawn.map_err(|error| {
            tracing::error!(%error, "no card can be drawn");
            Error::Internal
        })
    }
}
