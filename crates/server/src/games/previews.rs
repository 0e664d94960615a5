//! What games that are shown to everybody look like at a glance, to those who are sent a link.

use std::sync::Arc;

use entourage_kernel::Language;
use entourage_record::GameId;
#[cfg(feature = "cards")]
use tokio::sync::Semaphore;

use super::door::Door;
use super::play::Play;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::domain::preview::Preview;
#[cfg(feature = "cards")]
use crate::effort::aside;

/// Shows public games at a glance.
pub(crate) struct Previews {
    seats: Arc<Seats>,
    play: Arc<Play>,
    /// Pixels are made for one at a time: nobody plays worse for it.
    #[cfg(feature = "cards")]
    easel: Semaphore,
}

impl Previews {
    /// Shows games that are played.
    pub fn new(seats: Arc<Seats>, play: Arc<Play>) -> Self {
        Self {
            seats,
            play,
            #[cfg(feature = "cards")]
            easel: Semaphore::new(1),
        }
    }

    /// Looks at a public game.
    ///
    /// # Errors
    /// There is no such game, or nothing of it can be seen yet.
    pub async fn look(&self, game: GameId, language: Language) -> Result<Preview, GameError> {
        let access = self.seats.enter(Door::Name(game)).await?;
        let seen = self.play.observe(access.game, move |game, _| game.preview(language)).await?;
        seen.ok_or(GameError::NoGame)
    }

    /// Draws a public game as a PNG; a build without the feature `cards` finds none.
    #[cfg(not(feature = "cards"))]
    pub async fn card(&self, _: GameId, _: Language) -> Result<Vec<u8>, GameError> {
        Err(GameError::NoGame)
    }

    /// Draws a public game as a PNG.
    ///
    /// # Errors
    /// There is no such game, nothing of it can be seen yet, or its pieces cannot be drawn.
    #[cfg(feature = "cards")]
    pub async fn card(&self, game: GameId, language: Language) -> Result<Vec<u8>, GameError> {
        let Preview { info, view, last } = self.look(game, language).await?;
        let _turn = self.easel.acquire().await.map_err(|_| GameError::Internal)?;
        let drawn = aside(move || entourage_picture::card(&info, &view, &last)).await;
        let drawn = drawn.ok_or(GameError::Internal)?;
        drawn.map_err(|error| {
            tracing::error!(%error, "no card can be drawn");
            GameError::Internal
        })
    }
}
