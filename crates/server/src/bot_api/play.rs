use entourage_record::{Event, Offer, Seat, Token};
use entourage_registry::view::RemarkView;
use entourage_registry::view::program::{ExportedGame, NowPlaying, SaidLine};
use entourage_store::random;

use super::format::exported;
use crate::bot_api::prelude::*;
use crate::domain::Locale;
use crate::games::pass::Pass;
use crate::loaded_game::LoadedGame;

pub(super) const MAX_PLAYING: u32 = 50;

#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// `seq` is the sequence number that the move's event should get.
    Move {
        text: String,
        seq: Option<usize>,
        /// Whether to offer a draw with the move, or to accept the opponent's offer instead of moving.
        draw: bool,
    },
    Abort,
    Resign,
    Draw(bool),
    Takeback(bool),
}

impl BotApi {
    pub async fn act(&self, owner: &TokenOwner, game: GameId, act: Act, locale: Locale) -> Result<(), Error> {
        let pass = Pass::Account { account: owner.account, game };
        let (access, side) = self.games.side(pass).await?;
        let (seq, event) = match act {
            Act::Move { text, seq, draw } => {
                if draw && matches!(self.proposed(game).await?, Some((by, Offer::Draw)) if by != side) {
                    (None, Event::Draw {})
                } else {
                    self.games.change_by(access, seq, Event::Move { text }, locale).await?;
                    // The move may have ended the game, or the draw may have been offered already.
                    if draw {
                        let offer = Event::Offer { side, offer: Offer::Draw };
                        let _ = self.games.change_by(access, None, offer, locale).await;
                    }
                    return Ok(());
                }
            }
            Act::Abort => (None, Event::Abort { side }),
            Act::Resign => (None, Event::Resign { side }),
            Act::Draw(true) => match self.proposed(game).await? {
                Some((by, Offer::Draw)) if by != side => (None, Event::Draw {}),
                // Repeating an offer has no effect.
                Some((by, Offer::Draw)) if by == side => return Ok(()),
                _ => (None, Event::Offer { side, offer: Offer::Draw }),
            },
            Act::Takeback(true) => match self.proposed(game).await? {
                Some((by, Offer::Takeback { plies })) if by != side => (None, Event::Takeback { plies }),
                Some((by, Offer::Takeback { .. })) if by == side => return Ok(()),
                _ => (None, Event::Offer { side, offer: self.takeback(game, side).await? }),
            },
            Act::Draw(false) | Act::Takeback(false) => (None, Event::Decline { side }),
        };
        self.games.change_by(access, seq, event, locale).await.map(drop)
    }

    pub(super) async fn proposed(&self, game: GameId) -> Result<Option<(Side, Offer)>, Error> {
        self.games.observe(game, |game, now| game.outline(now).offer).await
    }

    /// Returns an offer to take back the side's last move and, if the opponent has replied, the opponent's move too.
    async fn takeback(&self, game: GameId, side: Side) -> Result<Offer, Error> {
        let turn = self.games.observe(game, |game, now| game.outline(now).turn).await?;
        Ok(Offer::Takeback { plies: if turn == Some(side) { 2 } else { 1 } })
    }

    pub async fn say(&self, owner: &TokenOwner, game: GameId, text: String) -> Result<(), Error> {
        let pass = Pass::Account { account: owner.account, game };
        // Each message gets a new token: the bot API has no idempotent retries.
        let token = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
        self.games.say(pass, token.to_string().to_lowercase(), text).await.map(drop)
    }

    pub async fn expect_player(&self, owner: &TokenOwner, game: GameId) -> Result<(), Error> {
        self.games.side(Pass::Account { account: owner.account, game }).await.map(drop)
    }

    pub async fn said(&self, owner: &TokenOwner, game: GameId) -> Result<Vec<SaidLine>, Error> {
        self.expect_player(owner, game).await?;
        let lines = self.games.all_remarks(game, 0).await?;
        let names = self.names(game).await?;
        let told =
            |line: RemarkView| SaidLine { user: names[line.side.clamp(1, 2) - 1].clone(), text: line.text };
        Ok(lines.into_iter().map(told).collect())
    }

    pub(super) async fn names(&self, game: GameId) -> Result<[String; 2], Error> {
        let names = self.store.names(game).await?;
        Ok(names.map(|name| super::format::player(name.as_deref(), false, None).name))
    }

    pub(super) async fn ongoing(&self, account: AccountId) -> Result<Vec<(GameId, Side)>, Error> {
        let held = self.seats_of(account).await?.into_iter();
        Ok(held.filter(|(.., ended)| ended.is_none()).map(|(game, side, _)| (game, side)).collect())
    }

    /// Lists the account's games, newest first, with its side and the time of the last event if the game is over.
    pub(super) async fn seats_of(&self, account: AccountId) -> Result<Vec<(GameId, Side, Option<i64>)>, Error> {
        let held = self.store.held(account, None, MAX_PLAYING).await?;
        let is_over = |status: Option<&str>| {
            status.is_some_and(|words| ["win-", "draw", "aborted"].iter().any(|end| words.starts_with(end)))
        };
        Ok(held
            .into_iter()
            .filter_map(|game| match game.seat {
                Seat::Side(side) => {
                    Some((game.game, side, Some(game.at).filter(|_| is_over(game.status.as_deref()))))
                }
                Seat::Both | Seat::Watch => None,
            })
            .collect())
    }

    pub async fn now_playing(&self, owner: &TokenOwner, most: u32) -> Result<NowPlaying, Error> {
        let mut now_playing = Vec::new();
        for (game, side) in self.ongoing(owner.account).await?.into_iter().take(most as usize) {
            now_playing.push(self.told(owner, game, side).await?);
        }
        Ok(NowPlaying { now_playing })
    }

    pub async fn export(&self, owner: Option<&TokenOwner>, game: GameId) -> Result<ExportedGame, Error> {
        let own = match owner {
            Some(owner) => self.store.access_of(owner.account, game).await?.is_some(),
            None => false,
        };
        if !own && !self.store.is_published(game).await? {
            return Err(Error::NoGame);
        }
        let (names, tournament) = (self.store.names(game).await?, self.store.tournament_of(game).await?);
        let see = move |game: &LoadedGame, now| {
            (game.outline(now), game.unusual_start(), game.scoresheet(names, [None; 2], tournament))
        };
        let (outline, start, pgn) = self.games.observe(game, see).await?;
        let players = self.players(game, &outline.spec, outline.pace).await?;
        Ok(exported(&outline, start, players, pgn))
    }
}
