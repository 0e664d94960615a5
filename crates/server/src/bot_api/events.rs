use std::collections::{HashMap, VecDeque};
use std::pin::Pin;

use entourage_registry::view::SeekView;
use entourage_registry::view::program::ProgramEvent;
use futures_util::future::select_all;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::streams::Place;
use crate::bot_api::prelude::*;
use crate::games::hub::Guest;

pub(crate) struct Events {
    bot_api: Arc<BotApi>,
    owner: TokenOwner,
    untold: VecDeque<Option<ProgramEvent>>,
    games: HashMap<GameId, (Side, Guest)>,
    challenges: Vec<SeekView>,
    lobby: watch::Receiver<u64>,
    heartbeat: Interval,
    closing: Pin<Box<dyn Future<Output = ()> + Send>>,
    _place: Place,
}

enum Stirred {
    Game(GameId),
    Lobby,
    Beat,
}

impl BotApi {
    pub async fn events(self: &Arc<Self>, owner: TokenOwner) -> Result<Events, Error> {
        let place = self.streams.open(owner.account)?;
        let mut events = Events {
            bot_api: Arc::clone(self),
            untold: VecDeque::new(),
            games: HashMap::new(),
            challenges: Vec::new(),
            lobby: self.games.hub.lobby(),
            heartbeat: beating(self.games.hub.heartbeat()),
            closing: self.closing(&owner),
            owner,
            _place: place,
        };
        events.look().await?;
        // The first heartbeat is sent immediately.
        events.untold.push_back(None);
        Ok(events)
    }

    /// Completes when the server stops or the token is revoked.
    pub(super) fn closing(self: &Arc<Self>, owner: &TokenOwner) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let (bot_api, owner) = (Arc::clone(self), owner.clone());
        Box::pin(async move {
            tokio::select! {
                () = bot_api.games.hub.closing() => {}
                () = bot_api.revoked(owner) => {}
            }
        })
    }
}

pub(super) fn beating(rhythm: std::time::Duration) -> Interval {
    let mut heartbeat = interval(rhythm);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    heartbeat
}

impl Events {
    /// Returns the next event, `Some(None)` for a heartbeat, or `None` if the stream must end.
    pub async fn next(&mut self) -> Option<Option<ProgramEvent>> {
        loop {
            if let Some(event) = self.untold.pop_front() {
                return Some(event);
            }
            let looked = match self.stirred().await? {
                Stirred::Game(game) => self.look_at(game).await,
                Stirred::Lobby => self.look().await,
                Stirred::Beat => self.beat().await,
            };
            // End the stream; the client reconnects and gets the current state.
            if looked.is_err() {
                return None;
            }
        }
    }

    async fn stirred(&mut self) -> Option<Stirred> {
        let mut changes: Vec<Pin<Box<dyn Future<Output = GameId> + Send + '_>>> =
            vec![Box::pin(std::future::pending())];
        for (game, (_, guest)) in &mut self.games {
            changes.push(Box::pin(async {
                guest.changed().await;
                guest.pulse();
                *game
            }));
        }
        tokio::select! {
            (game, ..) = select_all(changes) => Some(Stirred::Game(game)),
            changed = self.lobby.changed() => changed.ok().map(|()| Stirred::Lobby),
            _ = self.heartbeat.tick() => Some(Stirred::Beat),
            () = &mut self.closing => None,
        }
    }

    async fn beat(&mut self) -> Result<(), Error> {
        self.owner = self.bot_api.known(self.owner.token).await?;
        self.bot_api.games.hold_challenges(self.owner.account).await?;
        self.untold.push_back(None);
        self.look().await
    }

    async fn look(&mut self) -> Result<(), Error> {
        self.lobby.borrow_and_update();
        let account = self.owner.account;
        for (game, side) in self.bot_api.ongoing(account).await? {
            if self.games.contains_key(&game) {
                continue;
            }
            // Subscribe before reading, so that no change is missed.
            let guest = self.bot_api.games.hub.listen(game);
            match self.bot_api.told(&self.owner, game, side).await {
                Ok(told) if told.status.name == "started" => {
                    let begun = ProgramEvent::GameStart { game: Box::new(told) };
                    self.untold.push_back(Some(begun));
                    self.games.insert(game, (side, guest));
                }
                // The game has ended or was deleted in the meantime.
                Ok(_) | Err(Error::NoGame) => {}
                Err(error) => return Err(error),
            }
        }
        let known: Vec<GameId> = self.games.keys().copied().collect();
        for game in known {
            self.look_at(game).await?;
        }
        self.look_for_challenges().await
    }

    async fn look_at(&mut self, game: GameId) -> Result<(), Error> {
        let Some((side, _)) = self.games.get(&game) else { return Ok(()) };
        match self.bot_api.games.observe(game, |game, _| game.is_over()).await {
            Ok(false) => {}
            Ok(true) => {
                let told = self.bot_api.told(&self.owner, game, *side).await?;
                self.untold.push_back(Some(ProgramEvent::GameFinish { game: Box::new(told) }));
                self.games.remove(&game);
            }
            // The game was deleted.
            Err(Error::NoGame) => {
                self.games.remove(&game);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    async fn look_for_challenges(&mut self) -> Result<(), Error> {
        let now = self.bot_api.waiting(&self.owner).await?;
        let before = std::mem::replace(&mut self.challenges, now.clone());
        let waits = |seek: &SeekView, among: &[SeekView]| among.iter().any(|one| one.seek == seek.seek);
        for seek in before.iter().filter(|seek| !waits(seek, &now)) {
            let game: Option<GameId> = seek.seek.parse().ok();
            let begun = match game {
                Some(game) => self.bot_api.store.access_of(self.owner.account, game).await?.is_some(),
                None => false,
            };
            if begun {
                continue;
            }
            let challenge = Box::new(self.bot_api.challenge_told(&self.owner, seek).await?);
            let gone = match challenge.direction {
                "out" => ProgramEvent::ChallengeDeclined { challenge },
                _ => ProgramEvent::ChallengeCanceled { challenge },
            };
            self.untold.push_back(Some(gone));
        }
        for seek in now.iter().filter(|seek| !waits(seek, &before)) {
            let challenge = Box::new(self.bot_api.challenge_told(&self.owner, seek).await?);
            self.untold.push_back(Some(ProgramEvent::Challenge { challenge }));
        }
        Ok(())
    }
}
