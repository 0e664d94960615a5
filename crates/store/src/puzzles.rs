//! Puzzles that players have made, and puzzle ratings, which are separate from the ratings of games.

use entourage_kernel::Side;
use entourage_rating::Rating;
use entourage_record::AccountId;
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Value, from_row};
use crate::database::Connection;
use crate::error::some;
use crate::games::expect_account;
use crate::{Rated, Result, Store};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPuzzle {
    /// The hash of the game and the position.
    pub id: String,
    pub author: AccountId,
    /// The ID of the game, without options.
    pub game: String,
    /// A line of a puzzle file.
    pub content: String,
    pub at: i64,
}

from_row! { StoredPuzzle in "puzzles" { id, author, game, content, at = "created_at" } }

/// A puzzle with its author's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedPuzzle {
    pub puzzle: StoredPuzzle,
    pub name: String,
}

from_row! { ListedPuzzle { puzzle = row, name } }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddedPuzzle {
    Added,
    /// There is already a puzzle with this ID.
    Known,
    /// The author has the maximum number of puzzles.
    Full,
}

/// A list of puzzles.
#[derive(Clone, Default, Debug)]
pub struct PuzzleFilter {
    /// The ID of the game, without options.
    pub game: Option<String>,
    pub author: Option<AccountId>,
    /// The date and the ID of the last puzzle on the previous page.
    pub after: Option<(i64, String)>,
}

/// An account's first try of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleTry {
    pub account: AccountId,
    /// The name of a shipped set, or of the puzzles by players.
    pub collection: String,
    pub puzzle: String,
    /// The ID of the game, without options.
    pub game: String,
    pub solved: bool,
    pub at: i64,
}

/// A try with its effect on the account's rating, in millionths of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedPuzzle {
    pub collection: String,
    pub puzzle: String,
    pub game: String,
    pub solved: bool,
    pub rating_before: i64,
    pub rating_after: i64,
    pub at: i64,
}

from_row! { TriedPuzzle { collection, puzzle, game, solved, rating_before, rating_after, at } }

/// The collection of the puzzles in the table `puzzles`.
const PLAYERS: &str = "players";

impl Store {
    /// Stores a puzzle, unless it is known or its author has `most` puzzles.
    pub async fn add_puzzle(&self, puzzle: &StoredPuzzle, most: u32) -> Result<AddedPuzzle> {
        let mut transaction = self.writer.change("puzzles").await?;
        expect_account(puzzle.author, &mut transaction).await?;
        if transaction.exists("SELECT 1 FROM puzzles WHERE id = $1", &puzzle.id).await? {
            return Ok(AddedPuzzle::Known);
        }
        let own = "SELECT COUNT(*) FROM puzzles WHERE author = $1";
        if transaction.one::<u32>(own, puzzle.author).await? >= most {
            return Ok(AddedPuzzle::Full);
        }
        transaction.insert(puzzle).await?;
        transaction.commit().await?;
        Ok(AddedPuzzle::Added)
    }

    pub async fn puzzle(&self, id: &str) -> Result<Option<ListedPuzzle>> {
        let row = "SELECT p.*, a.name FROM puzzles p JOIN accounts a ON a.id = p.author WHERE p.id = $1";
        self.readers.optional(row, id).await
    }

    /// Returns a page of puzzles, newest first.
    pub async fn find_puzzles(&self, filter: &PuzzleFilter, most: u32) -> Result<Vec<ListedPuzzle>> {
        let PuzzleFilter { game, author, after } = filter;
        let mut values: Vec<Value> = vec![most.value()];
        let mut sql =
            String::from("SELECT p.*, a.name FROM puzzles p JOIN accounts a ON a.id = p.author WHERE TRUE");
        if let Some(game) = game {
            values.push(game.value());
            sql += &format!(" AND p.game = ${}", values.len());
        }
        if let Some(author) = author {
            values.push(author.value());
            sql += &format!(" AND p.author = ${}", values.len());
        }
        if let Some((at, id)) = after {
            let [date, name] = [values.len() + 1, values.len() + 2];
            sql += &format!(" AND (p.created_at < ${date} OR p.created_at = ${date} AND p.id > ${name})");
            values.extend([at.value(), id.value()]);
        }
        sql += " ORDER BY p.created_at DESC, p.id LIMIT $1";
        self.readers.all(AssertSqlSafe(sql), values).await
    }

    /// Returns the games of puzzles by players, with the number of puzzles in each, most puzzles first.
    pub async fn puzzle_games(&self, most: u32) -> Result<Vec<(String, u32)>> {
        let rows =
            "SELECT game, COUNT(*) AS count FROM puzzles GROUP BY game ORDER BY count DESC, game LIMIT $1";
        self.readers.all(rows, most).await
    }

    /// Deletes a puzzle of an author. Tries remain, so that the same puzzle does not count twice for anyone if it is made again. Fails with
    /// `Missing` if the author has no such puzzle.
    pub async fn delete_puzzle(&self, id: &str, author: AccountId) -> Result<()> {
        let mut transaction = self.writer.change("puzzles").await?;
        let delete = "DELETE FROM puzzles WHERE id = $1 AND author = $2";
        some(transaction.execute(delete, (id, author)).await? > 0)?;
        let level = "DELETE FROM puzzle_levels WHERE collection = $2 AND puzzle = $1";
        transaction.execute(level, (id, PLAYERS)).await?;
        transaction.commit().await
    }

    /// Returns the ratings of those puzzles of a collection that have been tried.
    pub async fn puzzle_levels(&self, collection: &str, puzzles: &[&str]) -> Result<Vec<(String, Rating)>> {
        let sql = format!(
            "SELECT puzzle, rating, deviation, volatility FROM puzzle_levels WHERE puzzle {} AND collection = $2",
            self.readers.listed()
        );
        let rows = self.readers.rows(AssertSqlSafe(sql), (puzzles.join(","), collection)).await?;
        rows.iter().map(|row| Ok((row.get("puzzle")?, Rating::from_row(row)?))).collect()
    }

    /// Returns those puzzles of a collection that an account has tried.
    pub async fn tried_puzzles(
        &self,
        account: AccountId,
        collection: &str,
        puzzles: &[&str],
    ) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT puzzle FROM puzzle_tries WHERE puzzle {} AND account = $2 AND collection = $3",
            self.readers.listed()
        );
        self.readers.all(AssertSqlSafe(sql), (puzzles.join(","), account, collection)).await
    }

    /// Returns the puzzle ratings of an account by the ID of the game, most tries first.
    pub async fn puzzle_ratings(&self, account: AccountId) -> Result<Vec<(String, Rated)>> {
        let rows = "SELECT game, rating, deviation, volatility, tries AS games, at FROM puzzle_ratings
             WHERE account = $1 ORDER BY tries DESC, game";
        let rows = self.readers.rows(rows, account).await?;
        rows.iter().map(|row| Ok((row.get("game")?, Rated::from_row(row)?))).collect()
    }

    /// Returns an account's tries, newest first.
    pub async fn puzzle_tries(&self, account: AccountId, most: u32) -> Result<Vec<TriedPuzzle>> {
        let rows = "SELECT collection, puzzle, game, solved, rating_before, rating_after, at FROM puzzle_tries
             WHERE account = $1 ORDER BY at DESC, collection, puzzle LIMIT $2";
        self.readers.all(rows, (account, most)).await
    }

    /// Rates the account's first try of a puzzle, which has the rating `initial` until it is first tried. Returns the ratings of the account
    /// before and after the try, and the rating of the puzzle after it; `None` if the account has tried the puzzle before.
    pub async fn rate_puzzle(
        &self,
        new: &PuzzleTry,
        initial: Rating,
    ) -> Result<Option<(Rating, Rating, Rating)>> {
        let PuzzleTry { account, collection, puzzle, game, solved, at } = new;
        let mut transaction = self.writer.change(format!("puzzle {collection}/{puzzle}")).await?;
        transaction.lock(format!("puzzle ratings of {account}")).await?;
        expect_account(*account, &mut transaction).await?;
        let known = "SELECT 1 FROM puzzle_tries WHERE account = $1 AND collection = $2 AND puzzle = $3";
        if transaction.exists(known, (account, collection, puzzle)).await? {
            return Ok(None);
        }
        let own = "SELECT rating, deviation, volatility, tries AS games, at FROM puzzle_ratings WHERE account = $1 AND game = $2";
        let own: Option<Rated> = transaction.optional(own, (account, game)).await?;
        let level =
            "SELECT rating, deviation, volatility FROM puzzle_levels WHERE collection = $1 AND puzzle = $2";
        let level: Option<Rating> = transaction.optional(level, (collection, puzzle)).await?;
        let before = own.map_or(Rating::NEW, |own| own.now(*at));
        let winner = if *solved { Side::First } else { Side::Second };
        let [after, level] = Rating::after([before, level.unwrap_or(initial)], Some(winner));
        let put = "INSERT INTO puzzle_levels (collection, puzzle, rating, deviation, volatility, tries) VALUES ($1, $2, $3, $4, $5, 1)
             ON CONFLICT (collection, puzzle) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tries = puzzle_levels.tries + 1";
        let values = (collection, puzzle, level.rating, level.deviation, level.volatility);
        transaction.execute(put, values).await?;
        let put = "INSERT INTO puzzle_ratings (account, game, rating, deviation, volatility, tries, at) VALUES ($1, $2, $3, $4, $5, 1, $6)
             ON CONFLICT (account, game) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tries = puzzle_ratings.tries + 1, at = $6";
        let values = (account, game, after.rating, after.deviation, after.volatility, at);
        transaction.execute(put, values).await?;
        let put = "INSERT INTO puzzle_tries (account, collection, puzzle, game, solved, rating_before, rating_after, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let values = (account, collection, puzzle, game, solved, before.rating, after.rating, at);
        transaction.execute(put, values).await?;
        transaction.commit().await?;
        Ok(Some((before, after, level)))
    }
}

/// Deletes the ratings of an account's puzzles; its other rows are deleted with the account.
pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    let levels = "DELETE FROM puzzle_levels WHERE collection = $2
         AND puzzle IN (SELECT id FROM puzzles WHERE author = $1)";
    connection.execute(levels, (account, PLAYERS)).await.map(drop)
}
