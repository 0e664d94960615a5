//! Publishing games: a public name lets everyone watch, and nothing else.

use entourage_record::{Access, GameId};

use super::Games;
use super::door::Pass;
use super::report::failed;
use crate::domain::Error;

impl Games {
    pub async fn public_name(&self, pass: Pass) -> Result<Option<GameId>, Error> {
        let Access { game, .. } = self.player(pass).await?;
        let public = self.store.is_published(game).await.map_err(failed)?;
        Ok(public.then_some(game))
    }

    pub async fn publish(&self, pass: Pass, public: bool) -> Result<Option<GameId>, Error> {
        let Access { game, key: by, .. } = self.player(pass).await?;
        let changed = self.store.publish(game, public.then(|| self.time.now()), by).await.map_err(failed)?;
        // Nobody loses anything by its being shown: those who follow it need not ask whether they still may.
        if changed && !public {
            self.hub.tell_keys(game);
        }
        Ok(public.then_some(game))
    }
}
