use async_trait::async_trait;
use entourage_clock::Pace;
use entourage_kernel::{Degree, Side};
use entourage_rating::Class;
use entourage_record::{AccountId, GameId};

use crate::StoreError;

/// Tells of a finished game that everybody may find, as it was when it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The game.
    pub game: GameId,
    /// The spec by which it was created.
    pub spec: String,
    /// The class of its pace; none without clocks.
    pub class: Option<Class>,
    /// When it ended, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why it ended, in the word of the rules or of the record.
    pub cause: String,
    /// The number of moves that stood.
    pub plies: u32,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Who played, unless they had no account or left since.
    pub accounts: [Option<AccountId>; 2],
    /// How strong they were in such games, in points, where that is known.
    pub ratings: [Option<i64>; 2],
}

impl Finished {
    /// Returns how strong the stronger player was, in points; 0 where that is known of neither.
    pub fn strength(&self) -> i64 {
        self.ratings.into_iter().flatten().max().unwrap_or(0)
    }

    /// Returns its place in the list that has some of them first.
    pub fn place(&self, order: FoundOrder) -> FoundPlace {
        let strength = (order == FoundOrder::Strongest).then(|| self.strength());
        FoundPlace { strength, at: self.at, game: self.game }
    }
}

/// Tells of a game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The game.
    pub finished: Finished,
    /// The names of those who played, where they have one.
    pub names: [Option<String>; 2],
    /// Whether programs play under these names.
    pub bots: [bool; 2],
    /// How much the rules helped.
    pub degree: Degree,
    /// How fast it was played.
    pub pace: Pace,
    /// What it looked like last, once it was looked through.
    pub last: Option<LastLook>,
}

/// Tells what a finished game looked like last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastLook {
    /// The spec by which it was played, the players' choices in it.
    pub spec: String,
    /// What stood on the board.
    pub position: String,
}

/// Says which finished games are sought; by default all of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sought {
    /// Those of a game: by a spec with options just by this, by one without whatever its options.
    pub game: Option<String>,
    /// Those of an account, on either side.
    pub player: Option<AccountId>,
    /// Those of another, on the other side.
    pub opponent: Option<AccountId>,
    /// Those with a result.
    pub result: Option<SoughtResult>,
    /// Those at paces of a class.
    pub class: Option<Class>,
    /// Those that counted for ratings, or did not.
    pub rated: Option<bool>,
    /// Those that came to a position, by its key.
    pub position: Option<i64>,
    /// Which come first.
    pub order: FoundOrder,
}

/// Says which finished games come first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FoundOrder {
    /// Those that ended last.
    #[default]
    Newest,
    /// Those of the strongest, by the stronger of the two as they were then; of those as strong the ones that ended last. Of a player's games,
    /// and of those that came to a position, so many of the newest are looked at.
    Strongest,
}

/// Says how a game that is sought ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SoughtResult {
    /// A side won.
    Side(Side),
    /// Nobody won.
    Draw,
    /// The player who is sought won.
    Won,
    /// The player who is sought lost.
    Lost,
}

/// Names a place in the list of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPlace {
    /// How strong the stronger player of the game was then, in points, 0 where that is not known; `None` where the newest come first.
    pub strength: Option<i64>,
    /// When the game ended.
    pub at: i64,
    /// The game.
    pub game: GameId,
}

/// Lists finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPage {
    /// Those that come first, first.
    pub games: Vec<Found>,
    /// The place after which the search goes on, if there may be more. So many games are looked at for a page that it may be short, or empty,
    /// where few are what is sought.
    pub next: Option<FoundPlace>,
}

/// Tells what came of a move that followed a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The move as programs write it; none where the game ended there.
    pub next: Option<String>,
    /// In how many games.
    pub games: u32,
    /// How many of these each side won; the others were drawn.
    pub won: [u32; 2],
    /// The mean rating of those who played these games, in points, where any is known.
    pub rating: Option<i64>,
}

/// Tells which moves followed a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuations {
    /// Those that were played most come first.
    pub moves: Vec<Continuation>,
    /// Whether the position stood in more games than were counted: the newest are.
    pub more: bool,
}

/// A position that a game came to, and what was played then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// Its key.
    pub key: i64,
    /// After how many moves.
    pub ply: u32,
    /// The move that followed; none where the game ended.
    pub next: Option<String>,
}

/// What a finished game comes to when it is looked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The number of the reading, from 1: another program may find other keys.
    pub reading: u32,
    /// What it looked like last; none where it cannot be played again.
    pub last: Option<LastLook>,
    /// The positions, each once.
    pub passed: Vec<Passed>,
}

/// Lists finished games that stand in no list, of some that were looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlisted {
    /// Those that ended before there was a list.
    pub games: Vec<GameId>,
    /// The last that was looked at; `None` if there are none after it.
    pub last: Option<GameId>,
}

/// Tells of somebody who plays a game under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// The game.
    pub game: GameId,
    /// Which side.
    pub side: Side,
    /// Their name.
    pub name: String,
    /// Whether a program plays under it.
    pub bot: bool,
    /// How strong they are in such games; none if they have played none for ratings.
    pub rating: Option<i64>,
}

/// Finds finished games. They come into the list by [`Store::append`](crate::Store::append) and its likes, in the transaction that stores
/// their end, if both players agreed to show them before they began; they leave it with what shows them.
#[async_trait]
pub trait FinishedStore: Send + Sync {
    /// Finds at most so many games, after a place of the same order if one is named. Those by rules that moderators have hidden are left out.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no finished game; `Unavailable`.
    async fn find(
        &self,
        sought: &Sought,
        after: Option<FoundPlace>,
        most: u32,
    ) -> Result<FoundPage, StoreError>;

    /// Counts the moves that followed the position which is sought, in the newest games that are.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn continuations(&self, sought: &Sought) -> Result<Continuations, StoreError>;

    /// Takes at most so many games that were not looked through by a reading of a number yet, the oldest first. Whoever takes them looks after
    /// them until a time, and nobody else does.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn take_unlooked(
        &self,
        reading: u32,
        now: i64,
        until: i64,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError>;

    /// Stores what a game that ended at a time comes to, in place of what was known of its positions; nothing, if it is found no more or has
    /// ended otherwise since.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn keep_looked(&self, game: GameId, at: i64, looked: &Looked) -> Result<(), StoreError>;

    /// Looks at so many games that are shown, by name, after one if it is named, and lists those that have ended and stand in no list.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn unlisted(&self, after: Option<GameId>, most: u32) -> Result<Unlisted, StoreError>;

    /// Puts a game into the list if it belongs there.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn list_finished(&self, game: GameId) -> Result<(), StoreError>;

    /// Reads what is kept of a finished game, and what the record of the game says that it should be, with what it comes to as it was looked
    /// through.
    ///
    /// # Errors
    /// `Corrupt`, `Unavailable`.
    async fn finished(
        &self,
        game: GameId,
    ) -> Result<(Option<(Finished, Looked)>, Option<Finished>), StoreError>;

    /// Tells of those with a name who play some games.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn seated_in(&self, games: &[GameId]) -> Result<Vec<Seated>, StoreError>;
}
