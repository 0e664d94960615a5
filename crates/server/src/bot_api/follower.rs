use std::collections::VecDeque;
use std::pin::Pin;

use entourage_record::Access;
use entourage_registry::view::program::{ChatLine, GameEvent, GameStateLine};
use tokio::time::Interval;

use super::events::beating;
use super::format::{full, state};
use super::streams::Place;
use crate::bot_api::prelude::*;
use crate::games::cache::Freshness;
use crate::games::hub::Guest;
use crate::games::pass::Pass;
use crate::loaded_game::LoadedGame;

pub(crate) struct Follower {
    bot_api: Arc<BotApi>,
    owner: TokenOwner,
    access: Access,
    guest: Guest,
    untold: VecDeque<Option<GameEvent>>,
    told: GameStateLine,
    heard: u32,
    over: bool,
    names: [String; 2],
    heartbeat: Interval,
    closing: Pin<Box<dyn Future<Output = ()> + Send>>,
    _place: Place,
}

impl BotApi {
    pub async fn follow(self: &Arc<Self>, owner: TokenOwner, game: GameId) -> Result<Follower, Error> {
        let (access, _) = self.games.side(Pass::Account { account: owner.account, game }).await?;
        let place = self.streams.open(owner.account)?;
        // Subscribe before reading, so that no change is missed.
        let mut guest = self.games.hub.enter(game, access.seat);
        guest.pulse();
        let see = |game: &LoadedGame, now| (game.outline(now), game.unusual_start());
        let ((outline, start), progress) = self.games.visit_as(access, Freshness::Now, see).await?;
        guest.knows(progress);
        let players = self.players(game, &outline.spec, outline.pace).await?;
        let line = full(&outline, start, players);
        let told = line.state.clone();
        let heard = self.games.all_remarks(game, 0).await?.len() as u32;
        Ok(Follower {
            bot_api: Arc::clone(self),
            access,
            guest,
            untold: VecDeque::from([Some(GameEvent::GameFull(Box::new(line)))]),
            told,
            heard,
            over: outline.over,
            names: self.names(game).await?,
            heartbeat: beating(self.games.hub.heartbeat()),
            closing: self.closing(&owner),
            owner,
            _place: place,
        })
    }
}

impl Follower {
    /// Returns the next event, `Some(None)` for a heartbeat, or `None` when the game is over.
    pub async fn next(&mut self) -> Option<Option<GameEvent>> {
        loop {
            if let Some(event) = self.untold.pop_front() {
                return Some(event);
            }
            if self.over {
                return None;
            }
            let looked = tokio::select! {
                () = self.guest.changed() => self.look().await,
                _ = self.heartbeat.tick() => self.beat().await,
                () = &mut self.closing => return None,
            };
            match looked {
                // A failed read is retried at the next heartbeat.
                Ok(()) | Err(Error::Unavailable) => {}
                // End the stream; the client reconnects and gets the current state.
                Err(_) => return None,
            }
        }
    }

    async fn beat(&mut self) -> Result<(), Error> {
        self.untold.push_back(None);
        self.owner = self.bot_api.known(self.owner.token).await?;
        self.look().await
    }

    async fn look(&mut self) -> Result<(), Error> {
        let known = Freshness::At(self.guest.pulse().version);
        let BotApi { games, .. } = &*self.bot_api;
        let (outline, _) = games.visit_as(self.access, known, |game, now| game.outline(now)).await?;
        for line in games.all_remarks(self.access.game, self.heard).await? {
            self.heard += 1;
            self.untold.push_back(Some(GameEvent::ChatLine(ChatLine {
                kind: "chatLine",
                room: "player",
                username: self.names[line.side.clamp(1, 2) - 1].clone(),
                text: line.text,
            })));
        }
        let now = state(&outline);
        self.over = outline.over;
        // If only the clock times have changed, no line is sent.
        let still = GameStateLine { wtime: now.wtime, btime: now.btime, ..self.told.clone() };
        if still != now {
            self.untold.push_back(Some(GameEvent::GameState(now.clone())));
            self.told = now;
        }
        Ok(())
    }
}
