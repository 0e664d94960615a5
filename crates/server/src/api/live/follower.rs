use std::collections::BTreeSet;
use std::ops::ControlFlow;

use entourage_kernel::Language;
use entourage_record::{Access, Event};
use entourage_registry::view::{FailureBody, News};

use super::presence::Presence;
use crate::api::line::written;
use crate::api::prelude::*;
use crate::domain::Nameplates;
use crate::game_in_use::Since;
use crate::games::cache::Freshness;
use crate::games::chat::MOST_REMARKS;
use crate::games::hub::Guest;
use crate::games::room;
use crate::games::room::Pulse;

const MOST_EVENTS: usize = 256;
pub(super) const RETRY: Duration = Duration::from_secs(2);

/// A move by the client; `seq` is the expected number of its event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    seq: usize,
    #[serde(rename = "move")]
    text: String,
}

/// Counts a client's moves against the request limits of its address.
pub(super) struct Purse {
    pub limiter: Arc<Limiter>,
    pub visitor: Visitor,
}

pub(super) enum Trouble {
    Gone(Farewell),
    /// The data cannot be read at the moment.
    Later,
}

impl From<Farewell> for Trouble {
    fn from(farewell: Farewell) -> Self {
        Self::Gone(farewell)
    }
}

pub(super) struct Follower<'a> {
    games: &'a Arc<Games>,
    locale: Locale,
    purse: Purse,
    door: Door,
    access: Access,
    pub guest: Guest,
    told: Option<usize>,
    chat: Option<u32>,
    /// Chat messages whose deletion the client knows.
    emptied: BTreeSet<u32>,
    /// The last state that the client has received completely.
    pub seen: Option<Pulse>,
    pub presence: Presence,
    /// When to retry a failed read.
    pub again: Option<Instant>,
}

impl<'a> Follower<'a> {
    pub fn enter(
        games: &'a Arc<Games>,
        locale: Locale,
        purse: Purse,
        (door, access): (Door, Access),
        told: Option<usize>,
        chat: Option<u32>,
    ) -> Self {
        Self {
            games,
            locale,
            purse,
            door,
            access,
            guest: games.hub.enter(access.game, access.seat),
            told,
            chat,
            emptied: BTreeSet::new(),
            seen: None,
            presence: Presence::default(),
            again: None,
        }
    }

    pub fn is_waiting(&self) -> bool {
        self.again.is_some_and(|at| at > Instant::now())
    }

    async fn read<T>(
        &self,
        line: &mut Line<'_>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Trouble> {
        match line.meanwhile(self.games.hub.in_turn(work)).await? {
            Ok(read) => Ok(read),
            Err(error) => Err(self.trouble(line, error).await),
        }
    }

    async fn trouble(&self, line: &mut Line<'_>, error: Error) -> Trouble {
        match error {
            Error::Unavailable => Trouble::Later,
            error => Trouble::Gone(refuse(line, &error, self.locale.language).await),
        }
    }

    pub async fn expect_session(&mut self, line: &mut Line<'_>) -> Result<(), Farewell> {
        if let Door::Pass(Pass::Session { .. }) = self.door {
            let entered = self.games.hub.in_turn(self.games.enter(self.door));
            if let Err(Error::NoGame) = line.meanwhile(entered).await? {
                return Err(farewell(close_code::AWAY, "the session has ended"));
            }
        }
        Ok(())
    }

    pub async fn play(&mut self, line: &mut Line<'_>, Play { seq, text }: Play) -> Result<(), Farewell> {
        self.expect_session(line).await?;
        if self.seen.is_some_and(|seen| self.guest.keys_changed(seen)) {
            self.tell(line).await?;
        }
        let event = Event::Move { text };
        let Purse { limiter, visitor } = &self.purse;
        let played = match limiter.take(*visitor, Kind::Changes).and_then(|()| limiter.afford(*visitor)) {
            Ok(()) => {
                let change = self.games.change_by(self.access, Some(seq), event, self.locale);
                line.meanwhile(change).await?
            }
            Err(failure) => Err(failure),
        };
        match played {
            Ok(_) => Ok(()),
            Err(failure) => {
                let FailureBody { error, state } = failure.view(self.locale.language);
                line.say(&News::Refused { seq, error: Box::new(error), state }).await
            }
        }
    }

    /// Sends all news to the client; a failed read is retried later.
    pub async fn tell(&mut self, line: &mut Line<'_>) -> Result<(), Farewell> {
        let pulse = self.guest.pulse();
        match self.tell_all(line, pulse).await {
            Ok(()) => {
                (self.seen, self.again) = (Some(pulse), None);
                Ok(())
            }
            Err(Trouble::Later) => {
                self.again = Some(Instant::now() + RETRY);
                Ok(())
            }
            Err(Trouble::Gone(farewell)) => Err(farewell),
        }
    }

    async fn tell_all(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let seen = self.seen;
        match seen {
            // The first message is always the full state.
            None => self.welcome(line, pulse).await?,
            Some(seen) => self.tell_changes(line, seen, pulse).await?,
        }
        // Messages that the client already has may have been deleted.
        if seen.is_none_or(|seen| seen.unsaid != pulse.unsaid) {
            self.tell_unsaid(line).await?;
        }
        if seen.is_none_or(|seen| seen.remarks != pulse.remarks) {
            self.tell_remarks(line).await?;
        }
        if seen.is_none_or(|seen| seen.wishes != pulse.wishes) {
            self.tell_wishes(line, pulse).await?;
        }
        if let Some((sides, watchers)) = self.presence.news(pulse) {
            line.say(&News::Here { sides, watchers }).await?;
        }
        Ok(())
    }

    async fn welcome(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let games = self.games;
        let snapshot = loop {
            let state = games.state_as(self.access, self.locale, Freshness::Now);
            let (snapshot, progress) = self.read(line, state).await?;
            self.guest.knows(progress);
            // The key may have been replaced during the read; later changes are notified.
            let access = self.read(line, games.enter(self.door)).await?;
            if std::mem::replace(&mut self.access, access) == access {
                break snapshot;
            }
        };
        let (clock, ratings) = (snapshot.clock.clone(), snapshot.rated.then_some(snapshot.ratings));
        let mut telling = self.tell_state(line, state_of(snapshot, self.locale.language)).await?;
        while telling.is_continue() {
            telling = self.tell_events(line, pulse).await?;
        }
        if let Some(clock) = clock {
            line.say(&News::Clock { clock }).await?;
        }
        if let Some(ratings) = ratings {
            line.say(&News::Ratings { ratings }).await?;
        }
        Ok(())
    }

    /// Sends whatever changed between two pulses.
    async fn tell_changes(&mut self, line: &mut Line<'_>, seen: Pulse, pulse: Pulse) -> Result<(), Trouble> {
        if seen.keys != pulse.keys {
            self.access = self.reenter(line, pulse).await?;
        }
        if seen.events != pulse.events {
            while self.tell_events(line, pulse).await?.is_continue() {}
        }
        // A seat may have been claimed by an account; the full state includes names.
        if seen.keys != pulse.keys {
            self.tell_names(line, pulse).await?;
        }
        if seen.clocks != pulse.clocks {
            self.tell_clock(line, pulse).await?;
        }
        if (seen.ratings, seen.keys) != (pulse.ratings, pulse.keys) {
            self.tell_ratings(line, pulse).await?;
        }
        Ok(())
    }

    /// Checks the client's access again, after keys were replaced or the game may have become private.
    async fn reenter(&self, line: &mut Line<'_>, pulse: Pulse) -> Result<Access, Trouble> {
        let enter = self.games.enter(self.door);
        let Door::Name(_) = self.door else { return self.read(line, enter).await };
        let shared = self.guest.public(pulse);
        let public = shared.get_or_try_init(async || match self.games.hub.in_turn(enter).await {
            Ok(access) => Ok(Some(access)),
            Err(Error::NoGame) => Ok(None),
            Err(error) => Err(error),
        });
        match line.meanwhile(public).await? {
            Ok(Some(access)) => Ok(*access),
            Ok(None) => Err(self.trouble(line, Error::NoGame).await),
            Err(error) => Err(self.trouble(line, error).await),
        }
    }

    /// Sends the client the deletions of chat messages, in contiguous ranges.
    async fn tell_unsaid(&mut self, line: &mut Line<'_>) -> Result<(), Trouble> {
        let (Some(to), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        let games = self.games;
        let lines = self.read(line, games.taken_back(self.access.game, to)).await?;
        let untold: Vec<_> = lines.into_iter().filter(|(seq, _)| self.emptied.insert(*seq)).collect();
        for row in untold.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
            let lines = row.iter().map(|(_, line)| line.clone()).collect();
            line.say(&News::Chat { from: row[0].0, lines }).await?;
        }
        Ok(())
    }

    async fn tell_remarks(&mut self, line: &mut Line<'_>) -> Result<(), Trouble> {
        let (Some(mut from), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        let games = self.games;
        loop {
            let lines = self.read(line, games.remarks(self.access.game, from)).await?;
            let count = lines.len() as u32;
            if count > 0 {
                line.say(&News::Chat { from, lines }).await?;
                from += count;
                self.chat = Some(from);
            }
            if count < MOST_REMARKS {
                return Ok(());
            }
        }
    }

    async fn tell_names(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let (games, access) = (self.games, self.access);
        let names = async || {
            let Nameplates { names, bots } = games.names_of(access, pulse.version).await?;
            Ok(Some(News::Names { names, bots }))
        };
        self.tell_shared(line, &self.guest.names(pulse), names).await
    }

    async fn tell_ratings(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let (games, access) = (self.games, self.access);
        let ratings = async || {
            let ratings = games.ratings_of(access, pulse.version).await?;
            Ok(ratings.map(|ratings| News::Ratings { ratings }))
        };
        self.tell_shared(line, &self.guest.ratings(pulse), ratings).await
    }

    /// Sends a message that is the same for all clients; the first one to need it reads it for the others.
    async fn tell_shared(
        &self,
        line: &mut Line<'_>,
        shared: &room::Shared<room::Text>,
        read: impl AsyncFnOnce() -> Result<Option<News>, Error>,
    ) -> Result<(), Trouble> {
        let text = shared.get_or_try_init(async || {
            let news = self.games.hub.in_turn(read()).await.map_err(Some)?;
            news.map(|news| written(&news)).transpose().map_err(|_| None)
        });
        match line.meanwhile(text).await? {
            Ok(Some(text)) => Ok(line.send(Message::Text(text.clone())).await?),
            Ok(None) => Ok(()),
            Err(error) => Err(self.trouble(line, error.unwrap_or(Error::Internal)).await),
        }
    }

    /// Sends the deletion wishes to players; a new client gets them only if there are any.
    async fn tell_wishes(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let Seat::Side(_) = self.access.seat else { return Ok(()) };
        let wishes = self.games.deletion_wishes_in(self.access.game);
        let wishes = match self.seen {
            None => self.read(line, wishes).await?,
            Some(_) => {
                let shared = self.guest.wishes(pulse);
                let read = shared.get_or_try_init(async || self.games.hub.in_turn(wishes).await);
                match line.meanwhile(read).await? {
                    Ok(wishes) => *wishes,
                    Err(error) => return Err(self.trouble(line, error).await),
                }
            }
        };
        if self.seen.is_some() || wishes != [false, false] {
            line.say(&News::Wishes { wishes }).await?;
        }
        Ok(())
    }

    async fn tell_clock(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<(), Trouble> {
        let games = self.games;
        if let Some(clock) = self.read(line, games.clock_of(self.access, pulse.version)).await? {
            line.say(&News::Clock { clock }).await?;
        }
        Ok(())
    }

    /// Sends a batch of events; returns `Break` once the client has them all.
    async fn tell_events(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<ControlFlow<()>, Trouble> {
        let games = self.games;
        let Some(from) = self.told else { return self.tell_anew(line, pulse).await };
        if let Some(news) = self.guest.news(from, pulse) {
            self.told = Some(news.to);
            line.send(Message::Text(news.text)).await?;
            return Ok(ControlFlow::Break(()));
        }
        // Cached events need no turn at the database.
        let since = games.events_since(self.access.game, pulse.version, from, MOST_EVENTS);
        let since = line.meanwhile(since).await?;
        let Some(Since { events, seq, status, clock }) = since else {
            return self.tell_anew(line, pulse).await;
        };
        // Already sent, or something other than events changed.
        if events.is_empty() {
            return Ok(ControlFlow::Break(()));
        }
        let to = from + events.len();
        let text = written(&News::Events { from, events, status, clock })?;
        if to == seq {
            let (text, at) = (text.clone(), std::time::Instant::now());
            self.guest.keep(room::News { from, to, pulse: pulse.events, text, at });
        }
        self.told = Some(to);
        line.send(Message::Text(text)).await?;
        Ok(if to == seq { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    async fn tell_anew(&mut self, line: &mut Line<'_>, pulse: Pulse) -> Result<ControlFlow<()>, Trouble> {
        let games = self.games;
        let state = games.state_as(self.access, self.locale, Freshness::At(pulse.version));
        let (snapshot, _) = self.read(line, state).await?;
        Ok(self.tell_state(line, state_of(snapshot, self.locale.language)).await?)
    }

    async fn tell_state(&mut self, line: &mut Line<'_>, state: State) -> Result<ControlFlow<()>, Farewell> {
        let seq = state.seq;
        let news = match self.told.and_then(|told| state.events.get(told..).map(|events| (told, events))) {
            Some((_, [])) => return Ok(ControlFlow::Break(())),
            // The second setup begins the game, which changes the whole state.
            Some((from, events)) if !events.iter().any(|event| matches!(event, Event::Setup { .. })) => {
                let events = events[..events.len().min(MOST_EVENTS)].to_vec();
                News::Events { from, events, status: state.status, clock: state.clock }
            }
            _ => News::State { state: Box::new(state) },
        };
        self.told = Some(match &news {
            News::Events { from, events, .. } => from + events.len(),
            _ => seq,
        });
        line.say(&news).await?;
        Ok(if self.told == Some(seq) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// Sends an error and closes the connection; pages do not reconnect after it.
pub(super) async fn refuse(line: &mut Line<'_>, failure: &Error, language: Language) -> Farewell {
    let error = Box::new(failure.view(language).error);
    match line.say(&News::Error { error }).await {
        Ok(()) => farewell(close_code::POLICY, failure.code()),
        Err(gone) => gone,
    }
}
