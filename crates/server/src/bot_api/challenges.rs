use entourage_clock::{Figures, Kind, Pace};
use entourage_kernel::Language;
use entourage_record::{Event, Key, Offer};
use entourage_registry::view::program::{ChallengeJson, ChallengeLists, SpeedName};
use entourage_registry::view::{SeekView, Wish};
use entourage_store::random;

use super::format::{STANDARD, colour, player, speed, time_control, variant};
use super::play::Act;
use crate::bot_api::prelude::*;
use crate::domain::Locale;
use crate::games::pass::Pass;

/// Time in milliseconds after a game in which the offer of a rematch is shown to programs.
const REMATCH_TIME: i64 = 10 * 60_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    pub rated: bool,
    pub clock: Option<(u64, u64)>,
    pub days: Option<u64>,
    pub pace: Option<String>,
    pub enforcement: Option<String>,
    pub color: Option<String>,
    pub variant: Option<String>,
    pub fen: Option<String>,
}

impl Terms {
    fn pace(&self) -> Result<Option<String>, Error> {
        let milliseconds = |count: u64, each: u64| count.saturating_mul(each);
        let (kind, figures) = match (&self.pace, self.clock, self.days) {
            (Some(pace), None, None) => return Ok(Some(pace.clone())),
            (None, Some((limit, increment)), None) => {
                let (spare, extra) = (milliseconds(limit, 1000), milliseconds(increment, 1000));
                (Kind::Live, Figures { spare, extra, ..Figures::default() })
            }
            (None, None, Some(days)) => {
                let grace = milliseconds(days, 24 * 60 * 60 * 1000);
                (Kind::Correspondence, Figures { grace, ..Figures::default() })
            }
            (None, None, None) => return Ok(None),
            _ => return Err(Error::ChallengeTerms),
        };
        let pace = Pace::new(kind, figures).map_err(|_| Error::ChallengeTerms)?;
        Ok(Some(pace.to_string()))
    }

    fn side(&self) -> Result<Option<usize>, Error> {
        match self.color.as_deref() {
            None | Some("random") => Ok(None),
            Some("white") => Ok(Some(1)),
            Some("black") => Ok(Some(2)),
            Some(_) => Err(Error::ChallengeTerms),
        }
    }
}

impl BotApi {
    pub async fn challenge(
        &self,
        owner: &TokenOwner,
        opponent: AccountId,
        terms: Terms,
        locale: Locale,
    ) -> Result<ChallengeJson, Error> {
        // Challenges from other positions are not supported.
        if terms.fen.as_deref().is_some_and(|fen| fen != "startpos") {
            return Err(Error::ChallengeTerms);
        }
        let unnamed = || self.games.registry.unnamed().unwrap_or_default().to_owned();
        let spec = match terms.variant.as_deref() {
            None | Some(STANDARD) => unnamed(),
            Some(spec) => spec.to_owned(),
        };
        let key = random().map(Key::from_bits).map_err(|_| Error::Unavailable)?;
        let wish = Wish {
            spec,
            key: key.to_string(),
            pace: terms.pace()?,
            enforcement: terms.enforcement.clone(),
            side: terms.side()?,
            rated: terms.rated,
            lowest: None,
            highest: None,
            opponent: None,
        };
        let made = self.games.wish_seek(wish, Some(owner.account), Some(opponent), locale).await?;
        let id = made.id.to_string();
        let waiting = self.games.challenges(owner.account).await?;
        let found = waiting.seeks.into_iter().find(|seek| seek.seek == id);
        // The opponent may have answered already.
        self.challenge_told(owner, &found.ok_or(Error::Taken)?).await
    }

    pub async fn challenge_lists(&self, owner: &TokenOwner) -> Result<ChallengeLists, Error> {
        let (mut incoming, mut outgoing) = (Vec::new(), Vec::new());
        for seek in self.waiting(owner).await? {
            let told = self.challenge_told(owner, &seek).await?;
            if told.direction == "in" { incoming.push(told) } else { outgoing.push(told) }
        }
        Ok(ChallengeLists { incoming, outgoing })
    }

    pub async fn accept(&self, owner: &TokenOwner, id: GameId, locale: Locale) -> Result<(), Error> {
        if self.store.access_of(owner.account, id).await?.is_some() {
            return Ok(());
        }
        if let Some((game, _)) = self.rematch_offered(owner.account, id).await? {
            let pass = Pass::Account { account: owner.account, game };
            self.games.change(pass, None, Event::Rematch {}, locale).await?;
            self.games.next_key(pass).await?;
            self.games.hub.tell_lobby();
            return Ok(());
        }
        let key = random().map(Key::from_bits).map_err(|_| Error::Unavailable)?;
        match self.games.take_seek(id, key, Some(owner.account), locale).await {
            Err(Error::Taken) => Err(Error::NoSeek),
            other => other,
        }
    }

    pub async fn withdraw(&self, owner: &TokenOwner, id: GameId, locale: Locale) -> Result<(), Error> {
        if let Some((game, side)) = self.rematch_offered(owner.account, id).await? {
            let pass = Pass::Account { account: owner.account, game };
            return self.games.change(pass, None, Event::Decline { side }, locale).await.map(drop);
        }
        self.games.withdraw_seek(id, None, Some(owner.account)).await
    }

    /// Returns the finished game whose rematch would have this ID, and the account's side in it, if its opponent offers the rematch.
    async fn rematch_offered(&self, account: AccountId, id: GameId) -> Result<Option<(GameId, Side)>, Error> {
        for (game, side, _) in self.seats_of(account).await? {
            if game.next() == id {
                let by = self.proposed(game).await?.filter(|(_, offer)| *offer == Offer::Rematch);
                return Ok(by.filter(|(by, _)| *by != side).map(|_| (game, side)));
            }
        }
        Ok(None)
    }

    /// Lists the pending challenges, and the offers of rematches of the last games.
    pub(super) async fn waiting(&self, owner: &TokenOwner) -> Result<Vec<SeekView>, Error> {
        let mut waiting = self.games.challenges(owner.account).await?.seeks;
        let since = self.time.now() - REMATCH_TIME;
        for (game, side, ended) in self.seats_of(owner.account).await? {
            if ended.is_none_or(|ended| ended < since) {
                continue;
            }
            let outline = self.games.observe(game, |game, now| game.outline(now)).await?;
            if !matches!(outline.offer, Some((by, Offer::Rematch)) if by != side) {
                continue;
            }
            let players = self.players(game, &outline.spec, outline.pace).await?;
            let opponent = &players[(!side).index()];
            waiting.push(SeekView {
                seek: game.next().to_string(),
                spec: outline.spec,
                pace: outline.pace.to_string(),
                enforcement: outline.enforcement.to_string(),
                // The players swap sides.
                side: Some((!side).number()),
                rated: outline.rated,
                lowest: None,
                highest: None,
                name: Some(opponent.name.clone()),
                rating: None,
                opponent: Some(owner.name.clone()),
                bots: [opponent.title.is_some(), owner.bot],
                since: outline.at,
                lasts: false,
            });
        }
        Ok(waiting)
    }

    /// Withdraws a challenge or, if it was accepted, aborts its game, provided that fewer than two moves were made.
    pub async fn cancel(&self, owner: &TokenOwner, id: GameId, locale: Locale) -> Result<(), Error> {
        match self.withdraw(owner, id, locale).await {
            Err(Error::NoSeek) => match self.act(owner, id, Act::Abort, locale).await {
                Err(Error::NoGame) => Err(Error::NoSeek),
                other => other,
            },
            other => other,
        }
    }

    pub(super) async fn challenge_told(
        &self,
        owner: &TokenOwner,
        seek: &SeekView,
    ) -> Result<ChallengeJson, Error> {
        let rules = self.games.registry.open(&seek.spec).ok();
        let name =
            rules.map_or_else(String::new, |rules| rules.metadata().name.get(Language::English).to_owned());
        let pace: Pace = seek.pace.parse().unwrap_or(Pace::UNLIMITED);
        // A seek's `side` is the side that the player who accepts the seek will play.
        let color = match seek.side {
            Some(number) if number == Side::First.number() => "black",
            Some(_) => "white",
            None => "random",
        };
        let drawn = seek.seek.parse().map_or(Side::First, GameId::drawn_side);
        let own = seek.name.as_deref() == Some(owner.name.as_str());
        let called = seek.opponent.as_deref();
        Ok(ChallengeJson {
            id: seek.seek.clone(),
            url: "/#lobby".to_owned(),
            status: "created",
            challenger: player(seek.name.as_deref(), seek.bots[0], seek.rating),
            dest_user: player(called, seek.bots[1], None),
            variant: variant(&seek.spec, &name, self.games.registry.unnamed()),
            rated: seek.rated,
            speed: speed(pace),
            perf: SpeedName { name: speed(pace) },
            time_control: time_control(pace),
            pace: seek.pace.clone(),
            enforcement: seek.enforcement.clone(),
            color,
            final_color: if color == "random" { colour(drawn) } else { color },
            direction: if own { "out" } else { "in" },
        })
    }
}
