use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{Access, Entry, Game, GameId, Grant, Invitation, KeyHash};

use crate::{
    Abandoned, AccountStore, DefinitionStore, DeletionStore, FinishedStore, FreeSide, Growth, LetterStore,
    MailStore, OrderStore, PeopleStore, ProgramStore, PushStore, RatingStore, Room, Run, SeekStore, StoreError,
    TalkStore, TournamentStore,
};

/// Keeps games. What a store has acknowledged survives the sudden death of the process, and of the machine as far as
/// its disk keeps promises.
#[async_trait]
pub trait Store:
    TalkStore
    + MailStore
    + DeletionStore
    + DefinitionStore
    + AccountStore
    + LetterStore
    + RatingStore
    + SeekStore
    + OrderStore
    + PeopleStore
    + TournamentStore
    + ProgramStore
    + FinishedStore
    + PushStore
{
    /// Stores a new game with the events it already has and the keys to it, all or nothing.
    ///
    /// # Errors
    /// `Conflict` if its id or a key is taken; `Unavailable`.
    async fn create(&self, game: &Game, grants: &[Grant]) -> Result<(), StoreError>;

    /// Stores a new game as [`create`](Self::create) does, and offers a side of it to anybody from its creation on: all or nothing, since
    /// nobody finds a game whose free side is not offered.
    ///
    /// # Errors
    /// Those of [`create`](Self::create).
    async fn create_open(&self, game: &Game, grants: &[Grant], free: FreeSide) -> Result<(), StoreError>;

    /// Finds what a key opens; `None` if it opens nothing.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seat; `Unavailable`.
    async fn access(&self, key: KeyHash) -> Result<Option<Access>, StoreError>;

    /// Gives a key a seat that no other key has, or that belongs to its account already; one that has just that seat keeps it.
    ///
    /// # Errors
    /// `Conflict` if another key has the seat, or the key opens something else; `Missing` if there is no such game; `Unavailable`.
    async fn admit(&self, id: GameId, grant: &Grant) -> Result<(), StoreError>;

    /// Gives a seat to a key instead of all keys that have it, in a game in which nothing has happened since it was created, as the key of the game's host asks. Who had
    /// the seat has not come to the game any more, is told nothing by e-mail, leaves neither notes nor moves made ready, and its time is
    /// never up until somebody comes.
    ///
    /// # Errors
    /// `Conflict` if something has happened in the game, or the key opens something; `Missing` if there is no such game, or the key that asks is not
    /// its host's (any more); `Unavailable`.
    async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<(), StoreError>;

    /// Lists at most so many invitations made since a time, the newest first; where a game is named, those that are listed after that one's.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no invitation; `Unavailable`.
    async fn invitations(
        &self,
        since: i64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<Invitation>, StoreError>;

    /// Returns which of some games have a free side offered since a time.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn offered(&self, games: &[GameId], since: i64) -> Result<Vec<GameId>, StoreError>;

    /// Gives a key the side that is offered to anybody, which is not offered any more; a key that has it keeps it.
    ///
    /// # Errors
    /// `Conflict` if the side is not offered, the key opens something else, or the game is rated and the key is nobody's with an account, or the
    /// other player's; `Unavailable`.
    async fn join(&self, id: GameId, grant: &Grant) -> Result<(), StoreError>;

    /// Offers nothing of a game any more.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn withdraw(&self, id: GameId) -> Result<(), StoreError>;

    /// Shows a game to everybody from a time in milliseconds since 1970 (UTC) on, or, for `None`, to nobody any more, in the name of a key if
    /// one is given; one that is shown stays so. Returns whether that changes anything.
    ///
    /// # Errors
    /// `Missing` if there is no such game to show, or the key opens it no more; `Unavailable`.
    async fn publish(&self, id: GameId, since: Option<i64>, by: Option<KeyHash>) -> Result<bool, StoreError>;

    /// Tells whether a game is shown to everybody.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn is_published(&self, id: GameId) -> Result<bool, StoreError>;

    /// Lists at most so many games that both players have agreed to be watched, that are shown to everybody since a time at most, in which
    /// something has happened lately, that have so many events at the longest, and that have not ended: those in which it happened last come first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no name; `Unavailable`.
    async fn watched(
        &self,
        since: i64,
        lately: i64,
        longest: u32,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError>;

    /// Lists a game no more among those that are watched; it stays shown to whoever knows its name.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn watch_no_more(&self, id: GameId) -> Result<(), StoreError>;

    /// Reads a game whole, as it stood at one moment; `None` if there is no such game.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no game; `Unavailable`.
    async fn read(&self, id: GameId) -> Result<Option<Game>, StoreError>;

    /// Lists at most so many games by name, after one if it is given.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no name; `Unavailable`.
    async fn games(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Looks at no more than so many games by name, after one if it is given, and lists those that were given up before they began and before
    /// a time: since they were created, fewer than two moves were made in them; they did not end, but by being aborted; no clock runs,
    /// nobody is shown them, and nothing was done, said or noted in them since that time.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no name; `Unavailable`.
    async fn abandoned(&self, after: Option<GameId>, before: i64, most: u32) -> Result<Abandoned, StoreError>;

    /// Forgets a game with all that belongs to it if it is abandoned still, as [`abandoned`](Self::abandoned) has it; returns whether it is
    /// gone by that.
    ///
    /// # Errors
    /// `Unavailable`; nothing is forgotten then.
    async fn forget_abandoned(&self, id: GameId, before: i64) -> Result<bool, StoreError>;

    /// Returns the version of a game, which everything raises that changes what somebody may be told of it; `None` if there is no such game.
    /// Whoever knows the game as it was at just this version knows it as it is.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn version(&self, id: GameId) -> Result<Option<i64>, StoreError>;

    /// Returns the versions of some games; those that are gone are left out.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no name; `Unavailable`.
    async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>, StoreError>;

    /// Returns the version of a game with its events from the number `from` on, both as they stood at one moment; `None` if there is no such
    /// game. Where the version has grown by as much as there are events, nothing else was changed but plans that were carried out.
    ///
    /// # Errors
    /// `Corrupt` if what is stored are no events; `Unavailable`.
    async fn growth(&self, id: GameId, from: u32) -> Result<Option<Growth>, StoreError>;

    /// Tells whether other processes change what is kept, too.
    fn is_shared(&self) -> bool;

    /// Stores the event number `seq` (the first is 0) of a game, which must have exactly `seq` events, and be at a version if one is named.
    /// Each event raises it by one. Where a rated game comes to a result by it, the ratings of those who play it follow at once, and
    /// where one that is shown does, it can be found at once among those that are finished.
    ///
    /// # Errors
    /// `Conflict` if the game has more or fewer events, or another version; `Missing` if there is no such game; `Unavailable`. After
    /// `Unavailable` the event may have been stored or not.
    async fn append(&self, id: GameId, seq: u32, entry: &Entry, version: Option<i64>)
    -> Result<(), StoreError>;

    /// Stores when a side's player came to a game, unless they have come before, and when its time is then up, if the game is at a version
    /// where one is named; that raises it by one.
    ///
    /// # Errors
    /// `Conflict` if the game has another version; `Missing` if there is no such game; `Unavailable`.
    async fn arrive(
        &self,
        id: GameId,
        side: Side,
        at: i64,
        deadline: Option<i64>,
        version: Option<i64>,
    ) -> Result<(), StoreError>;

    /// Corrects when a game's time is up, if that is still what [`take_deadlines`](Self::take_deadlines) listed: whatever happened in the game since
    /// knows better.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn correct_deadline(&self, id: GameId, listed: i64, deadline: Option<i64>) -> Result<(), StoreError>;

    /// Returns when the time of a game is up next that nobody looks after by then.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn next_deadline(&self) -> Result<Option<i64>, StoreError>;

    /// Takes at most so many games whose time is up at a time, the earliest first, with the time that is listed. Whoever takes them looks
    /// after them until another time, and nobody else does, unless the deadline changes.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no deadline; `Unavailable`.
    async fn take_deadlines(&self, now: i64, until: i64, most: u32) -> Result<Vec<(GameId, i64)>, StoreError>;

    /// Begins a run of the server at a date, in milliseconds since 1970 (UTC), where the last one ended, and returns it after all before
    /// it, with the date: between them no time passes. Where processes share a database, its own date counts, and whoever comes while
    /// another is there joins its run.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn begin_run(&self, date: i64) -> Result<(Vec<Run>, i64), StoreError>;

    /// Reads the run under way and the date by the clock of a database that processes share; `None` where a process has its own.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn clock(&self) -> Result<Option<(Run, i64)>, StoreError>;

    /// Ends the run under way at a time and begins another there, at another date: the machine's date was set.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn set_date(&self, at: i64, date: i64) -> Result<(), StoreError>;

    /// Notes that the server is there at a time, by the way that events take, and reads it back.
    ///
    /// # Errors
    /// `Unavailable`, `Corrupt`: no event could be stored either.
    async fn beat(&self, at: i64) -> Result<(), StoreError>;

    /// Tells how much room there is for more.
    fn room(&self) -> Room;

    /// Writes everything back and closes; later calls fail with `Unavailable`.
    async fn close(&self);
}
