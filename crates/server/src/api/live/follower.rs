use std::collections::BTreeSet;
use std::ops::ControlFlow;

use entourage_kernel::Language;
use entourage_record::{Access, Event};
use entourage_registry::view::{FailureBody, News};

use super::presence::Presence;
use crate::api::connection::written;
use crate::api::prelude::*;
use crate::domain::Nameplates;
use crate::games::cache::Freshness;
use crate::games::chat::CHAT_PAGE;
use crate::games::hub::Guest;
use crate::games::room;
use crate::games::room::Pulse;
use crate::loaded_game::Since;

const BATCH: usize = 256;
pub(super) const RETRY: Duration = Duration::from_secs(2);

/// A move sent by the client; `seq` is the sequence number that its event should get.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    seq: usize,
    #[serde(rename = "move")]
    text: String,
}

/// Applies the rate limits of a client's address to its moves.
pub(super) struct ClientLimits {
    pub limiter: Arc<Limiter>,
    pub client_addr: ClientAddr,
}

pub(super) enum ReadError {
    Closed(Close),
    /// The database is unavailable; the read is retried later.
    Later,
}

impl From<Close> for ReadError {
    fn from(close_with: Close) -> Self {
        Self::Closed(close_with)
    }
}

pub(super) struct Follower<'a> {
    games: &'a Arc<Games>,
    locale: Locale,
    limits: ClientLimits,
    entry_point: EntryPoint,
    access: Access,
    pub guest: Guest,
    told: Option<usize>,
    chat: Option<u32>,
    /// Deleted chat messages of which the client has been notified.
    emptied: BTreeSet<u32>,
    /// The game's change counters when the client was last up to date.
    pub seen: Option<Pulse>,
    pub presence: Presence,
    /// When to retry a failed read.
    pub again: Option<Instant>,
}

impl<'a> Follower<'a> {
    pub fn enter(
        games: &'a Arc<Games>,
        locale: Locale,
        limits: ClientLimits,
        (entry_point, access): (EntryPoint, Access),
        told: Option<usize>,
        chat: Option<u32>,
    ) -> Self {
        Self {
            games,
            locale,
            limits,
            entry_point,
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
        connection: &mut Connection<'_>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, ReadError> {
        match connection.meanwhile(self.games.hub.in_turn(work)).await? {
            Ok(read) => Ok(read),
            Err(error) => Err(self.read_error(connection, error).await),
        }
    }

    async fn read_error(&self, connection: &mut Connection<'_>, error: Error) -> ReadError {
        match error {
            Error::Unavailable => ReadError::Later,
            error => ReadError::Closed(refuse(connection, &error, self.locale.language).await),
        }
    }

    pub async fn expect_session(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        if let EntryPoint::Pass(Pass::Session { .. }) = self.entry_point {
            let entered = self.games.hub.in_turn(self.games.enter(self.entry_point));
            if let Err(Error::NoGame) = connection.meanwhile(entered).await? {
                return Err(close_with(close_code::AWAY, "the session has ended"));
            }
        }
        Ok(())
    }

    pub async fn play(
        &mut self,
        connection: &mut Connection<'_>,
        Play { seq, text }: Play,
    ) -> Result<(), Close> {
        self.expect_session(connection).await?;
        if self.seen.is_some_and(|seen| self.guest.keys_changed(seen)) {
            self.send_news(connection).await?;
        }
        let event = Event::Move { text };
        let ClientLimits { limiter, client_addr } = &self.limits;
        let played = match limiter
            .take(*client_addr, Kind::Changes)
            .and_then(|()| limiter.check_cpu_budget(*client_addr))
        {
            Ok(()) => {
                let change = self.games.change_by(self.access, Some(seq), event, self.locale);
                connection.meanwhile(change).await?
            }
            Err(failure) => Err(failure),
        };
        match played {
            Ok(_) => Ok(()),
            Err(failure) => {
                let FailureBody { error, state } = failure.view(self.locale.language);
                connection.send_json(&News::Refused { seq, error: Box::new(error), state }).await
            }
        }
    }

    /// Sends all changes to the client; a failed read is retried later.
    pub async fn send_news(&mut self, connection: &mut Connection<'_>) -> Result<(), Close> {
        let pulse = self.guest.pulse();
        match self.send_all(connection, pulse).await {
            Ok(()) => {
                (self.seen, self.again) = (Some(pulse), None);
                Ok(())
            }
            Err(ReadError::Later) => {
                self.again = Some(Instant::now() + RETRY);
                Ok(())
            }
            Err(ReadError::Closed(close_with)) => Err(close_with),
        }
    }

    async fn send_all(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let seen = self.seen;
        match seen {
            // The first message is always the full state.
            None => self.record_arrival(connection, pulse).await?,
            Some(seen) => self.send_changes(connection, seen, pulse).await?,
        }
        // Messages that the client already has may have been deleted.
        if seen.is_none_or(|seen| seen.unsaid != pulse.unsaid) {
            self.send_unsaid(connection).await?;
        }
        if seen.is_none_or(|seen| seen.remarks != pulse.remarks) {
            self.send_remarks(connection).await?;
        }
        if seen.is_none_or(|seen| seen.wishes != pulse.wishes) {
            self.send_wishes(connection, pulse).await?;
        }
        if let Some((sides, watchers)) = self.presence.news(pulse) {
            connection.send_json(&News::Here { sides, watchers }).await?;
        }
        Ok(())
    }

    async fn record_arrival(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let games = self.games;
        let snapshot = loop {
            // The state is read after this, so later changes by other processes clear the mark.
            games.hub.confirm(self.access.game);
            let state = games.state_as(self.access, self.locale, Freshness::Now);
            let (snapshot, progress) = self.read(connection, state).await?;
            self.guest.knows(progress);
            // The key may have been replaced during the read; later replacements cause a notification.
            let access = self.read(connection, games.enter(self.entry_point)).await?;
            if std::mem::replace(&mut self.access, access) == access {
                break snapshot;
            }
        };
        let (clock, ratings) = (snapshot.clock.clone(), snapshot.rated.then_some(snapshot.ratings));
        let mut telling = self.send_state(connection, state_of(snapshot, self.locale.language)).await?;
        while telling.is_continue() {
            telling = self.send_events(connection, pulse).await?;
        }
        if let Some(clock) = clock {
            connection.send_json(&News::Clock { clock }).await?;
        }
        if let Some(ratings) = ratings {
            connection.send_json(&News::Ratings { ratings }).await?;
        }
        Ok(())
    }

    /// Sends everything that changed between two readings of the game's change counters.
    async fn send_changes(
        &mut self,
        connection: &mut Connection<'_>,
        seen: Pulse,
        pulse: Pulse,
    ) -> Result<(), ReadError> {
        if seen.keys != pulse.keys {
            self.access = self.reenter(connection, pulse).await?;
        }
        if seen.events != pulse.events {
            while self.send_events(connection, pulse).await?.is_continue() {}
        }
        // A seat may have been claimed by an account; the full state includes names.
        if seen.keys != pulse.keys {
            self.send_names(connection, pulse).await?;
        }
        if seen.clocks != pulse.clocks {
            self.send_clock(connection, pulse).await?;
        }
        if (seen.ratings, seen.keys) != (pulse.ratings, pulse.keys) {
            self.send_ratings(connection, pulse).await?;
        }
        Ok(())
    }

    /// Rechecks the client's access when keys have been replaced or the game may have become private.
    async fn reenter(&self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<Access, ReadError> {
        let enter = self.games.enter(self.entry_point);
        let EntryPoint::Name(_) = self.entry_point else { return self.read(connection, enter).await };
        let shared = self.guest.public(pulse);
        let public = shared.get_or_try_init(async || match self.games.hub.in_turn(enter).await {
            Ok(access) => Ok(Some(access)),
            Err(Error::NoGame) => Ok(None),
            Err(error) => Err(error),
        });
        match connection.meanwhile(public).await? {
            Ok(Some(access)) => Ok(*access),
            Ok(None) => Err(self.read_error(connection, Error::NoGame).await),
            Err(error) => Err(self.read_error(connection, error).await),
        }
    }

    /// Notifies the client of deleted chat messages, with one message for each run of consecutive numbers.
    async fn send_unsaid(&mut self, connection: &mut Connection<'_>) -> Result<(), ReadError> {
        let (Some(to), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        let games = self.games;
        let lines = self.read(connection, games.taken_back(self.access.game, to)).await?;
        let untold: Vec<_> = lines.into_iter().filter(|(seq, _)| self.emptied.insert(*seq)).collect();
        for row in untold.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
            let lines = row.iter().map(|(_, connection)| connection.clone()).collect();
            connection.send_json(&News::Chat { from: row[0].0, lines }).await?;
        }
        Ok(())
    }

    async fn send_remarks(&mut self, connection: &mut Connection<'_>) -> Result<(), ReadError> {
        let (Some(mut from), Seat::Side(_)) = (self.chat, self.access.seat) else { return Ok(()) };
        let games = self.games;
        loop {
            let lines = self.read(connection, games.remarks(self.access.game, from)).await?;
            let count = lines.len() as u32;
            if count > 0 {
                connection.send_json(&News::Chat { from, lines }).await?;
                from += count;
                self.chat = Some(from);
            }
            if count < CHAT_PAGE {
                return Ok(());
            }
        }
    }

    async fn send_names(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let (games, access) = (self.games, self.access);
        let names = async || {
            let Nameplates { names, bots } = games.names_of(access, pulse.version).await?;
            Ok(Some(News::Names { names, bots }))
        };
        self.send_shared(connection, &self.guest.names(pulse), names).await
    }

    async fn send_ratings(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let (games, access) = (self.games, self.access);
        let ratings = async || {
            let ratings = games.ratings_of(access, pulse.version).await?;
            Ok(ratings.map(|ratings| News::Ratings { ratings }))
        };
        self.send_shared(connection, &self.guest.ratings(pulse), ratings).await
    }

    /// Sends a message that is the same for all clients and is read from the database only once.
    async fn send_shared(
        &self,
        connection: &mut Connection<'_>,
        shared: &room::Shared<room::Text>,
        read: impl AsyncFnOnce() -> Result<Option<News>, Error>,
    ) -> Result<(), ReadError> {
        let text = shared.get_or_try_init(async || {
            let news = self.games.hub.in_turn(read()).await.map_err(Some)?;
            news.map(|news| written(&news)).transpose().map_err(|_| None)
        });
        match connection.meanwhile(text).await? {
            Ok(Some(text)) => Ok(connection.send(Message::Text(text.clone())).await?),
            Ok(None) => Ok(()),
            Err(error) => Err(self.read_error(connection, error.unwrap_or(Error::Internal)).await),
        }
    }

    /// Sends the deletion requests to players; a new client gets them only if there are any.
    async fn send_wishes(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let Seat::Side(_) = self.access.seat else { return Ok(()) };
        let wishes = self.games.deletion_wishes_in(self.access.game);
        let wishes = match self.seen {
            None => self.read(connection, wishes).await?,
            Some(_) => {
                let shared = self.guest.wishes(pulse);
                let read = shared.get_or_try_init(async || self.games.hub.in_turn(wishes).await);
                match connection.meanwhile(read).await? {
                    Ok(wishes) => *wishes,
                    Err(error) => return Err(self.read_error(connection, error).await),
                }
            }
        };
        if self.seen.is_some() || wishes != [false, false] {
            connection.send_json(&News::Wishes { wishes }).await?;
        }
        Ok(())
    }

    async fn send_clock(&mut self, connection: &mut Connection<'_>, pulse: Pulse) -> Result<(), ReadError> {
        let games = self.games;
        if let Some(clock) = self.read(connection, games.clock_of(self.access, pulse.version)).await? {
            connection.send_json(&News::Clock { clock }).await?;
        }
        Ok(())
    }

    /// Sends a batch of events; returns `Break` when the client has them all.
    async fn send_events(
        &mut self,
        connection: &mut Connection<'_>,
        pulse: Pulse,
    ) -> Result<ControlFlow<()>, ReadError> {
        let games = self.games;
        let Some(from) = self.told else { return self.send_anew(connection, pulse).await };
        if let Some(news) = self.guest.news(from, pulse) {
            self.told = Some(news.to);
            connection.send(Message::Text(news.text)).await?;
            return Ok(ControlFlow::Break(()));
        }
        // Reading cached events does not count towards the limit on concurrent reads.
        let since = games.events_since(self.access.game, pulse.version, from, BATCH);
        let since = connection.meanwhile(since).await?;
        let Some(Since { events, seq, status, clock }) = since else {
            return self.send_anew(connection, pulse).await;
        };
        // The events have already been sent, or something other than events has changed.
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
        connection.send(Message::Text(text)).await?;
        Ok(if to == seq { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    async fn send_anew(
        &mut self,
        connection: &mut Connection<'_>,
        pulse: Pulse,
    ) -> Result<ControlFlow<()>, ReadError> {
        let games = self.games;
        let state = games.state_as(self.access, self.locale, Freshness::At(pulse.version));
        let (snapshot, _) = self.read(connection, state).await?;
        Ok(self.send_state(connection, state_of(snapshot, self.locale.language)).await?)
    }

    async fn send_state(
        &mut self,
        connection: &mut Connection<'_>,
        state: State,
    ) -> Result<ControlFlow<()>, Close> {
        let seq = state.seq;
        let news = match self.told.and_then(|told| state.events.get(told..).map(|events| (told, events))) {
            Some((_, [])) => return Ok(ControlFlow::Break(())),
            // The second setup begins the game, which changes the whole state.
            Some((from, events)) if !events.iter().any(|event| matches!(event, Event::Setup { .. })) => {
                let events = events[..events.len().min(BATCH)].to_vec();
                News::Events { from, events, status: state.status, clock: state.clock }
            }
            _ => News::State { state: Box::new(state) },
        };
        self.told = Some(match &news {
            News::Events { from, events, .. } => from + events.len(),
            _ => seq,
        });
        connection.send_json(&news).await?;
        Ok(if self.told == Some(seq) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// Sends an error and closes the connection; the web client then does not reconnect.
pub(super) async fn refuse(connection: &mut Connection<'_>, failure: &Error, language: Language) -> Close {
    let error = Box::new(failure.view(language).error);
    match connection.send_json(&News::Error { error }).await {
        Ok(()) => close_with(close_code::POLICY, failure.code()),
        Err(gone) => gone,
    }
}
