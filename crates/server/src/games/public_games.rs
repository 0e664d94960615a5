//! Public games, which anyone can watch by their public name.

use entourage_kernel::Language;

use super::pass::EntryPoint;
use crate::domain::Preview;
use crate::games::prelude::*;

impl Games {
    pub async fn public_name(&self, pass: Pass) -> Result<Option<GameId>, Error> {
        let Access { game, .. } = self.player(pass).await?;
        let public = self.store.is_published(game).await?;
        Ok(public.then_some(game))
    }

    pub async fn publish(&self, pass: Pass, public: bool) -> Result<Option<GameId>, Error> {
        let Access { game, key: by, .. } = self.player(pass).await?;
        let changed = self.store.publish(game, public.then(|| self.time.now()), by).await?;
        // Publishing does not affect existing access; unpublishing does.
        if changed && !public {
            self.hub.tell_keys(game);
        }
        Ok(public.then_some(game))
    }

    pub async fn preview(self: &Arc<Self>, game: GameId, language: Language) -> Result<Preview, Error> {
        let access = self.enter(EntryPoint::Name(game)).await?;
        let seen = self.observe(access.game, move |game, _| game.preview(language)).await?;
        seen.ok_or(Error::NoGame)
    }

    /// Renders a public game as a PNG; not available without the feature `cards`.
    #[cfg(not(feature = "cards"))]
    pub async fn card(self: &Arc<Self>, _: GameId, _: Language) -> Result<Vec<u8>, Error> {
        Err(Error::NoGame)
    }

    #[cfg(feature = "cards")]
    pub async fn card(self: &Arc<Self>, game: GameId, language: Language) -> Result<Vec<u8>, Error> {
        let Preview { info, view, last } = self.preview(game, language).await?;
        let _turn = self.easel.acquire().await.map_err(|_| Error::Internal)?;
        let drawn = crate::cpu_budget::run_blocking(move || entourage_picture::card(&info, &view, &last))
            .await
            .ok_or(Error::Internal)?;
        drawn.map_err(|error| {
            tracing::error!(%error, "rendering a link preview failed");
            Error::Internal
        })
    }
}
