use entourage_record::{PrivateText, Version};
use entourage_registry::view::RemarkView;
use entourage_store::{ChatLimits, ChatMessage, Condition, Relation, Said, Written};

use super::writing;
use crate::games::prelude::*;
use crate::sanctions;
use crate::sanctions::allowances::Activity;

const MAX_MESSAGE: usize = 500;
/// Limits per side: 500 messages in a game, and 20 per minute.
const LIMITS: ChatLimits = ChatLimits { most: 500, most_recent: 20, span: 60_000 };
pub(crate) const CHAT_PAGE: u32 = 100;

impl Games {
    /// Lists a page of chat messages, starting at number `from`.
    pub async fn heard(&self, pass: Pass, from: u32) -> Result<Vec<RemarkView>, Error> {
        let (access, _) = self.side(pass).await?;
        self.remarks(access.game, from).await
    }

    pub async fn remarks(&self, game: GameId, from: u32) -> Result<Vec<RemarkView>, Error> {
        let remarks = self.store.chat_messages(game, from, CHAT_PAGE).await?;
        Ok(remarks.into_iter().map(|remark| self.remark_view(remark)).collect())
    }

    /// Lists all chat messages, starting at number `from`.
    pub async fn all_remarks(&self, game: GameId, from: u32) -> Result<Vec<RemarkView>, Error> {
        let mut all = Vec::new();
        loop {
            let page = self.remarks(game, from + all.len() as u32).await?;
            let is_last = page.len() < CHAT_PAGE as usize;
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    /// Lists the deleted messages with numbers below `to`.
    pub async fn taken_back(&self, game: GameId, to: u32) -> Result<Vec<(u32, RemarkView)>, Error> {
        let remarks = self.store.deleted_chat_messages(game, to).await?;
        Ok(remarks.into_iter().map(|(seq, remark)| (seq, self.remark_view(remark))).collect())
    }

    /// Stores a chat message and returns its number. Repeating the request with the same token has no effect.
    pub async fn say(self: &Arc<Self>, pass: Pass, token: String, text: String) -> Result<u32, Error> {
        let (Access { game, key: by, account, .. }, side) = self.side(pass).await?;
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if token.is_empty() || token.len() > 32 || !token.bytes().all(known) {
            return Err(Error::malformed("`token` must have 1 to 32 lower-case letters and digits"));
        }
        writing::check(&text, MAX_MESSAGE, false)?;
        if let Some(account) = account {
            self.expect_not_muted(account).await?;
            self.expect_not_blocked(game, side, account).await?;
        }
        let remark = ChatMessage { side, token, text, at: self.time.now() };
        let games = Arc::clone(self);
        // Followers are notified of a stored message even if the client disconnects.
        run_to_completion(async move {
            match games.store.add_chat_message(game, &remark, LIMITS, by).await? {
                Said::At(seq) => {
                    games.hub.tell_remarks(game);
                    Ok(seq)
                }
                Said::TooFast => Err(Error::TooFast),
                Said::TooMuch => Err(Error::TooMuch),
            }
        })
        .await
    }

    /// Fails if the seat's account is muted or has used up its hourly chat allowance, even if the request uses a key.
    async fn expect_not_muted(&self, account: AccountId) -> Result<(), Error> {
        let now = self.time.now();
        let Some(kept) = self.store.rights(account).await? else { return Ok(()) };
        sanctions::expect_not_muted(&kept, self.time.date_of(now))?;
        self.allowances.take(account, Activity::Chat, kept.since, now)
    }

    async fn expect_not_blocked(&self, game: GameId, side: Side, account: AccountId) -> Result<(), Error> {
        let [one, two] = self.store.players(game).await?;
        let Some(other) = (if side == Side::First { two } else { one }) else { return Ok(()) };
        let blocked = self.store.has_relation(other, Relation::Block, account).await?;
        if blocked { Err(Error::Blocked) } else { Ok(()) }
    }

    /// Deletes one or all messages of a side; returns the number of deleted messages.
    pub async fn unsay(self: &Arc<Self>, pass: Pass, remark: Option<u32>) -> Result<u64, Error> {
        let (Access { game, key: by, .. }, side) = self.side(pass).await?;
        let games = Arc::clone(self);
        run_to_completion(async move {
            let lines = games.store.delete_chat_messages(game, side, remark, by).await?;
            if lines > 0 {
                games.hub.tell_unsaid(game);
            }
            Ok(lines)
        })
        .await
    }

    fn remark_view(&self, ChatMessage { side, token, text, at }: ChatMessage) -> RemarkView {
        RemarkView { side: side.number(), token, text, at: self.time.date_of(at) }
    }
}

const MAX_NOTES: usize = 10_000;

impl Games {
    pub async fn read_notes(&self, pass: Pass) -> Result<String, Error> {
        let Access { game, seat, .. } = self.player(pass).await?;
        Ok(self.store.private_text(game, seat, PrivateText::Notes).await?.unwrap_or_default())
    }

    /// Stores notes; fails if they have changed since version `read`.
    pub async fn write_notes(&self, pass: Pass, text: &str, read: Option<Version>) -> Result<Version, Error> {
        let Access { game, seat, key: by, .. } = self.player(pass).await?;
        if !text.is_empty() {
            writing::check(text, MAX_NOTES, true)?;
        }
        let condition = Condition { by, version: read, game: None };
        match self.store.set_private_text(game, seat, PrivateText::Notes, text, condition).await? {
            Written::Kept => {
                self.hub.doubt(game);
                Ok(Version::of(text))
            }
            Written::Stale(text) => {
                let version = Version::of(&text);
                Err(Error::Stale(text, version))
            }
        }
    }
}
