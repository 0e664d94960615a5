use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, AccountId, GameId};
use entourage_registry::view::RemarkView;
use entourage_store::{ChatLimits, Remark, Said, Store, Tie};

use super::door::Pass;
use super::hub::Hub;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use super::writing;
use crate::domain::game_error::GameError;
use crate::domain::order_error::OrderError;
use crate::domain::writing_error::WritingError;
use crate::rights;
use crate::rights::allowances::{Allowances, Doing};
use crate::server_time::ServerTime;

/// The most characters of a remark.
const MOST_CHARACTERS: usize = 500;
/// How much a side may say: 500 remarks in a game, and 20 in a minute.
const LIMITS: ChatLimits = ChatLimits { most: 500, most_recent: 20, span: 60_000 };
/// The most remarks that are read at a time.
pub(crate) const MOST_REMARKS: u32 = 100;

/// Lets the two players of a game talk to each other.
pub(crate) struct Chat {
    pub(super) store: Arc<Store>,
    pub(super) seats: Arc<Seats>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
    pub(super) allowances: Arc<Allowances>,
}

impl Chat {
    /// Lists some remarks for the holder of a player's key, from that of a number on.
    pub async fn heard(&self, pass: Pass, from: u32) -> Result<Vec<RemarkView>, GameError> {
        let (access, _) = self.seats.side(pass).await?;
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
    pub async fn say(self: &Arc<Self>, pass: Pass, token: String, text: String) -> Result<u32, GameError> {
        let (Access { game, key: by, account, .. }, side) = self.seats.side(pass).await?;
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if token.is_empty() || token.len() > 32 || !token.bytes().all(known) {
            return Err(GameError::Token);
        }
        writing::check(&text, MOST_CHARACTERS, false)?;
        if let Some(account) = account {
            self.expect_voice(account).await?;
            self.expect_ear(game, side, account).await?;
        }
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

    /// Refuses an account that may say nothing, or not so much, by whatever key its holder comes.
    async fn expect_voice(&self, account: AccountId) -> Result<(), GameError> {
        let now = self.time.now();
        let Some(kept) = self.store.rights(account).await.map_err(failed)? else { return Ok(()) };
        rights::expect_voice(&kept, self.time.date_of(now))?;
        Ok(self.allowances.take(account, Doing::Talk, kept.since, now)?)
    }

    /// Refuses an account that the player of the other side blocks.
    async fn expect_ear(&self, game: GameId, side: Side, account: AccountId) -> Result<(), GameError> {
        let [one, two] = self.store.players(game).await.map_err(failed)?;
        let Some(other) = (if side == Side::First { two } else { one }) else { return Ok(()) };
        let blocked = self.store.is_tied(other, Tie::Block, account).await.map_err(failed)?;
        if blocked { Err(OrderError::Blocked.into()) } else { Ok(()) }
    }

    /// Empties what a key's side has said, the remark of a number or all; returns how many remarks that were.
    pub async fn unsay(self: &Arc<Self>, pass: Pass, remark: Option<u32>) -> Result<u64, GameError> {
        let (Access { game, key: by, .. }, side) = self.seats.side(pass).await?;
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
