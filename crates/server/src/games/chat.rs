use std::sync::Arc;

use entourage_record::{Access, GameId, Key};
use entourage_registry::view::RemarkView;
use entourage_store::{ChatLimits, Remark, Said, Store};

use super::hub::Hub;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use super::writing;
use crate::domain::game_error::GameError;
use crate::domain::writing_error::WritingError;
use crate::server_time::ServerTime;

/// The most characters of a remark.
const MOST_CHARACTERS: usize = 500;
/// How much a side may say: 500 remarks in a game, and 20 in a minute.
const LIMITS: ChatLimits = ChatLimits { most: 500, most_recent: 20, span: 60_000 };
/// The most remarks that are read at a time.
pub(crate) const MOST_REMARKS: u32 = 100;

/// Lets the two players of a game talk to each other.
pub(crate) struct Chat {
    pub(super) store: Arc<dyn Store>,
    pub(super) seats: Arc<Seats>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
}

impl Chat {
    /// Lists some remarks for the holder of a player's key, from that of a number on.
    pub async fn heard(&self, key: Key, from: u32) -> Result<Vec<RemarkView>, GameError> {
        let (access, _) = self.seats.side(key).await?;
        self.remarks(access.game, from).await
    }

    /// Lists some remarks of a game for one of its two players, from that of a number on.
    pub async fn remarks(&self, game: GameId, from: u32) -> Result<Vec<RemarkView>, GameError> {
        let remarks = self.store.said(game, from, MOST_REMARKS).await.map_err(failed)?;
        Ok(remarks.into_iter().map(|remark| self.told(remark)).collect())
    }

    /// Lists the remarks of a game before that of a number that were taken back, with their numbers, for one of its two players.
    pub async fn taken_back(&self, game: GameId, to: u32) -> Result<Vec<(u32, RemarkView)>, GameError> {
        let remarks = self.store.unsaid(game, to).await.map_err(failed)?;
        Ok(remarks.into_iter().map(|(seq, remark)| (seq, self.told(remark))).collect())
    }

    /// Says something, durably, and returns its number; the token tells it from every other, so that saying it again does not repeat it.
    pub async fn say(self: &Arc<Self>, key: Key, token: String, text: String) -> Result<u32, GameError> {
        let (Access { game, key: by, .. }, side) = self.seats.side(key).await?;
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if token.is_empty() || token.len() > 32 || !token.bytes().all(known) {
            return Err(GameError::Token);
        }
        writing::check(&text, MOST_CHARACTERS, false)?;
        let remark = Remark { side, token, text, at: self.time.now() };
        let chat = Arc::clone(self);
        // What is stored is told, even if the client goes away meanwhile.
        carry_through(async move {
            match chat.store.say(game, &remark, LIMITS, by).await.map_err(failed)? {
                Said::At(seq) => {
                    chat.hub.tell_remarks(game);
                    Ok(seq)
                }
                Said::TooFast => Err(WritingError::TooFast.into()),
                Said::TooMuch => Err(WritingError::TooMuch.into()),
            }
        })
        .await
    }

    /// Empties what a key's side has said, the remark of a number or all; returns how many remarks that were.
    pub async fn unsay(self: &Arc<Self>, key: Key, remark: Option<u32>) -> Result<u64, GameError> {
        let (Access { game, key: by, .. }, side) = self.seats.side(key).await?;
        let chat = Arc::clone(self);
        carry_through(async move {
            let lines = chat.store.unsay(game, side, remark, by).await.map_err(failed)?;
            if lines > 0 {
                chat.hub.tell_unsaid(game);
            }
            Ok(lines)
        })
        .await
    }

    /// Tells a remark to the players, who know dates.
    fn told(&self, Remark { side, token, text, at }: Remark) -> RemarkView {
        RemarkView { side: side.number(), token, text, at: self.time.date_of(at) }
    }
}
