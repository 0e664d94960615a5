//! Puzzles by players, and puzzle ratings.

mod proofs;
mod shipped;

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use entourage_jobs::{Done, Job};
use entourage_puzzle::{Puzzle, Refusal};
use entourage_rating::Rating;
use entourage_registry::view::{
    NewPuzzle, PuzzleAnswer, PuzzleExport, PuzzleGameCount, PuzzleList, PuzzleProblem, PuzzleRating,
    PuzzleRefusal, PuzzleTryResult, PuzzleTryView, PuzzleView, RatedPuzzle, SetRatings,
};
use entourage_registry::{ContentHash, LazyDefinition, TextDefinition};
use entourage_store::{
    AddedPuzzle, ListedPuzzle, PuzzleFilter, PuzzleTry, Rated, Store, StoredPuzzle, Visibility,
};
pub(super) use proofs::Proofs;

use crate::games::prelude::*;
use crate::games::ratings;
use crate::names::Name;
use crate::sanctions::allowances::{Activity, is_new};
use crate::sessions::Member;

/// The set of the puzzles by players.
const PLAYERS: &str = "players";
const PAGE: u32 = 30;
const MAX_GAMES: u32 = 100;
const MAX_OWN: u32 = 500;
const MAX_OWN_NEW: u32 = 20;
const MAX_SPEC: usize = 200;
const MAX_POSITION: usize = 4_000;
/// Time after which the search for a win gives up.
const PROOF_TIME: Duration = Duration::from_secs(20);
/// The rating of a puzzle with the difficulty 0, the points for each unit of difficulty, and the highest estimate.
const LEVEL: [f64; 3] = [1_050.0, 100.0, 2_400.0];

/// A search for puzzles by players, as a client sends it.
pub(crate) struct PuzzleSearch {
    /// The ID of the game, without options.
    pub game: Option<String>,
    pub author: Option<String>,
    pub after: Option<String>,
}

/// A puzzle of any set.
struct FoundPuzzle {
    puzzle: Cow<'static, Puzzle>,
    author: Option<AccountId>,
}

impl Games {
    /// Publishes a puzzle if its position is proved to be one. A proof can take longer than a request; repeated requests wait for it.
    pub async fn make_puzzle(self: &Arc<Self>, member: Member, new: NewPuzzle) -> Result<PuzzleAnswer, Error> {
        if new.game.len() > MAX_SPEC || new.position.len() > MAX_POSITION {
            return Err(Error::TooLarge);
        }
        let author = member.account.id;
        let id = Puzzle::id_among_games(&new.game, &new.position);
        if let Some(answer) = self.known_puzzle(&id, author).await? {
            return Ok(answer);
        }
        let texts = self.public_texts(&new.game).await?;
        let (games, place) = (Arc::clone(self), (author, id));
        let proof = self.proofs.get(&place)?;
        run_to_completion(async move {
            let answer = proof.get_or_try_init(|| games.prove_and_publish(&member, new, texts)).await?.clone();
            if answer.puzzle.is_some() {
                // The store answers from now on.
                games.proofs.forget(&place);
            }
            Ok(answer)
        })
        .await
    }

    /// Returns the answer if there is already a puzzle with this ID.
    async fn known_puzzle(&self, id: &str, author: AccountId) -> Result<Option<PuzzleAnswer>, Error> {
        let Some(listed) = self.store.puzzle(id).await? else { return Ok(None) };
        if listed.puzzle.author != author {
            return Ok(Some(known(format!("{PLAYERS}/{id}"))));
        }
        let puzzle = self.puzzle_views(vec![listed], Some(author)).await?.pop();
        Ok(Some(PuzzleAnswer { puzzle, refusal: None }))
    }

    async fn prove_and_publish(
        &self,
        member: &Member,
        new: NewPuzzle,
        texts: Vec<String>,
    ) -> Result<PuzzleAnswer, Error> {
        let NewPuzzle { game: spec, position } = new;
        let author = member.account.id;
        self.expect_writer(author, Activity::Puzzle).await?;
        let most_ms = PROOF_TIME.as_millis() as u64;
        let puzzle = match self.jobs.run(Job::Puzzle { texts, spec, position, most_ms }).await? {
            Done::Proved { puzzle } => puzzle,
            Done::Unproved { refusal: Refusal::Position } => {
                return Err(Error::malformed("`position` is not a position of the game"));
            }
            Done::Unproved { refusal } => return Ok(refused(refusal)),
            // The proof crashes workers.
            Done::Abandoned => return Ok(refused(Refusal::Effort)),
            _ => return Err(Error::malformed("`game` is not the spec of a game")),
        };
        let id = Puzzle::id_among_games(&puzzle.game, &puzzle.position);
        let game = game_of(&puzzle).to_owned();
        let set = shipped::set(&game);
        if set.is_some_and(|set| set.get(&puzzle.id()).is_some_and(|known| known.game == puzzle.game)) {
            return Ok(known(format!("{game}/{}", puzzle.id())));
        }
        let most = if is_new(member.account.at, self.time.now()) { MAX_OWN_NEW } else { MAX_OWN };
        let row = StoredPuzzle { id, author, game, content: puzzle.write(), at: self.date() };
        match self.store.add_puzzle(&row, most).await? {
            AddedPuzzle::Added => {
                let puzzle = self.puzzle(&row.id, Some(author)).await?;
                Ok(PuzzleAnswer { puzzle: Some(puzzle), refusal: None })
            }
            AddedPuzzle::Known => Ok(self.known_puzzle(&row.id, author).await?.ok_or(Error::NoPuzzle)?),
            AddedPuzzle::Full => Err(Error::TooManyPuzzles),
        }
    }

    /// Returns the sources of the definition that a spec refers to, if any; fails if a user-written definition is not public.
    async fn public_texts(&self, spec: &str) -> Result<Vec<String>, Error> {
        let id = spec.split(':').next().unwrap_or(spec);
        if let Some(definition) = self.registry.definition_of(id) {
            return Ok(TextDefinition::texts(definition.as_ref()));
        }
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Vec::new()) };
        let kept = self.store.definition(&hash.to_string()).await?.ok_or(Error::NoDefinition)?;
        match kept.state {
            _ if kept.hidden => Err(Error::Hidden),
            Visibility::Withdrawn => Err(Error::Withdrawn),
            Visibility::Private => Err(Error::PrivateGame),
            Visibility::Public => Ok(TextDefinition::texts(&LazyDefinition::new(kept.content))),
        }
    }

    pub async fn puzzle(&self, id: &str, account: Option<AccountId>) -> Result<PuzzleView, Error> {
        let listed = self.store.puzzle(id).await?.ok_or(Error::NoPuzzle)?;
        self.puzzle_views(vec![listed], account).await?.pop().ok_or(Error::Damaged)
    }

    pub async fn list_puzzles(
        &self,
        search: PuzzleSearch,
        account: Option<AccountId>,
    ) -> Result<PuzzleList, Error> {
        let PuzzleSearch { game, author, after } = search;
        let author = match author {
            Some(name) => {
                let form = Name::sought(&name).ok_or(Error::NoPerson)?;
                Some(self.store.account_named(&form).await?.ok_or(Error::NoPerson)?.id)
            }
            None => None,
        };
        let malformed = || Error::malformed("`after` must be the `next` value of a page");
        let after = after.map(|after| -> Result<_, Error> {
            let (at, id) = after.split_once('-').ok_or_else(malformed)?;
            Ok((at.parse().map_err(|_| malformed())?, id.to_owned()))
        });
        let filter = PuzzleFilter { game, author, after: after.transpose()? };
        let mut found = self.store.find_puzzles(&filter, PAGE + 1).await?;
        let has_more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let next = found.last().filter(|_| has_more);
        let next = next.map(|ListedPuzzle { puzzle, .. }| format!("{}-{}", puzzle.at, puzzle.id));
        let games = self.store.puzzle_games(MAX_GAMES).await?;
        let ratings = match account {
            Some(account) => puzzle_ratings(&self.store, account, self.time.now()).await?,
            None => Vec::new(),
        };
        Ok(PuzzleList {
            puzzles: self.puzzle_views(found, account).await?,
            games: games.into_iter().map(|(game, count)| PuzzleGameCount { game, count }).collect(),
            ratings,
            next,
        })
    }

    async fn puzzle_views(
        &self,
        listed: Vec<ListedPuzzle>,
        account: Option<AccountId>,
    ) -> Result<Vec<PuzzleView>, Error> {
        let ids: Vec<&str> = listed.iter().map(|listed| listed.puzzle.id.as_str()).collect();
        let levels: HashMap<String, Rating> =
            self.store.puzzle_levels(PLAYERS, &ids).await?.into_iter().collect();
        let tried = self.tried(account, PLAYERS, &ids).await?;
        listed
            .into_iter()
            .map(|ListedPuzzle { puzzle: StoredPuzzle { id, author, content, at, .. }, name }| {
                let puzzle = Puzzle::read(&content).map_err(|_| Error::Damaged)?;
                Ok(PuzzleView {
                    author: name,
                    own: account == Some(author),
                    at,
                    line: content,
                    rating: levels.get(&id).copied().unwrap_or_else(|| estimate(&puzzle)).points(),
                    tried: tried.contains(&id),
                    id,
                })
            })
            .collect()
    }

    async fn tried(
        &self,
        account: Option<AccountId>,
        set: &str,
        ids: &[&str],
    ) -> Result<HashSet<String>, Error> {
        let Some(account) = account else { return Ok(HashSet::new()) };
        Ok(self.store.tried_puzzles(account, set, ids).await?.into_iter().collect())
    }

    pub async fn delete_puzzle(&self, id: &str, member: &Member) -> Result<(), Error> {
        self.store.delete_puzzle(id, member.account.id).await.on(StoreError::Missing, Error::NoPuzzle)
    }

    /// Returns the ratings of a shipped set, and the user's own one.
    pub async fn set_ratings(&self, set: &str, account: Option<AccountId>) -> Result<SetRatings, Error> {
        let puzzles = shipped::set(set).ok_or(Error::NoPuzzle)?;
        let ids: Vec<&str> = puzzles.keys().map(String::as_str).collect();
        let levels: HashMap<String, Rating> = self.store.puzzle_levels(set, &ids).await?.into_iter().collect();
        let tried = self.tried(account, set, &ids).await?;
        let rated = puzzles.iter().map(|(id, puzzle)| RatedPuzzle {
            id: id.clone(),
            rating: levels.get(id).copied().unwrap_or_else(|| estimate(puzzle)).points(),
            tried: tried.contains(id),
        });
        let mut rated: Vec<RatedPuzzle> = rated.collect();
        rated.sort_by(|one, other| one.id.cmp(&other.id));
        let own = match account {
            Some(account) => {
                let game = puzzles.values().next().map(game_of).unwrap_or_default();
                let rated = self.puzzle_rating(account, game).await?;
                Some(ratings::current(rated, self.time.now()))
            }
            None => None,
        };
        Ok(SetRatings { own, puzzles: rated })
    }

    async fn puzzle_rating(&self, account: AccountId, game: &str) -> Result<Option<Rated>, Error> {
        let all = self.store.puzzle_ratings(account).await?;
        Ok(all.into_iter().find(|(of, _)| of == game).map(|(_, rated)| rated))
    }

    async fn find_puzzle(&self, set: &str, id: &str) -> Result<FoundPuzzle, Error> {
        if set != PLAYERS {
            let puzzle = shipped::set(set).and_then(|set| set.get(id)).ok_or(Error::NoPuzzle)?;
            return Ok(FoundPuzzle { puzzle: Cow::Borrowed(puzzle), author: None });
        }
        let StoredPuzzle { author, content, .. } = self.store.puzzle(id).await?.ok_or(Error::NoPuzzle)?.puzzle;
        let puzzle = Puzzle::read(&content).map_err(|_| Error::Damaged)?;
        Ok(FoundPuzzle { puzzle: Cow::Owned(puzzle), author: Some(author) })
    }

    /// Rates the user's first try of a puzzle, with all moves played. An author's tries of their own puzzle do not count.
    pub async fn try_puzzle(
        &self,
        member: &Member,
        (set, id): (String, String),
        moves: &[String],
        is_hinted: bool,
    ) -> Result<PuzzleTryResult, Error> {
        let FoundPuzzle { puzzle, author } = self.find_puzzle(&set, &id).await?;
        let (account, now) = (member.account.id, self.time.now());
        let solved = !is_hinted && is_solved(&puzzle, moves);
        let game = game_of(&puzzle).to_owned();
        if author != Some(account) {
            self.allowances.take(account, Activity::PuzzleTry, member.account.at, now)?;
            let new = PuzzleTry { account, collection: set, puzzle: id, game: game.clone(), solved, at: now };
            let rated = self.store.rate_puzzle(&new, estimate(&puzzle)).await;
            if let Some((before, after, _)) = rated.on(StoreError::Missing, Error::SignedOut)? {
                let rating = ratings::view(after, Some(after.points() - before.points()));
                return Ok(PuzzleTryResult { solved, rating });
            }
        }
        let rated = self.puzzle_rating(account, &game).await?;
        Ok(PuzzleTryResult { solved, rating: ratings::current(rated, now) })
    }

    pub async fn exported_puzzles(&self, member: &Member) -> Result<PuzzleExport, Error> {
        let account = member.account.id;
        let filter = PuzzleFilter { author: Some(account), ..PuzzleFilter::default() };
        let puzzles = self.store.find_puzzles(&filter, MAX_OWN).await?;
        let tries = self.store.puzzle_tries(account, u32::MAX).await?;
        let tries = tries.into_iter().map(|tried| PuzzleTryView {
            set: tried.collection,
            puzzle: tried.puzzle,
            game: tried.game,
            solved: tried.solved,
            rating: Rating { rating: tried.rating_after, ..Rating::NEW }.points(),
            at: self.time.date_of(tried.at),
        });
        Ok(PuzzleExport { puzzles: self.puzzle_views(puzzles, Some(account)).await?, tries: tries.collect() })
    }
}

/// Returns the puzzle ratings of an account, most puzzles first; those in user-written games only if the games are public.
pub(crate) async fn puzzle_ratings(
    store: &Store,
    account: AccountId,
    now: i64,
) -> Result<Vec<PuzzleRating>, Error> {
    let mut shown = Vec::new();
    for (game, rated) in store.puzzle_ratings(account).await? {
        let mut name = None;
        if game.starts_with('@') {
            let written = store.definition(&game).await?;
            let Some(written) = written.filter(|one| one.state == Visibility::Public && !one.hidden) else {
                continue;
            };
            name = Some(written.name);
        }
        shown.push(PuzzleRating { game, name, tries: rated.games, rating: ratings::current(Some(rated), now) });
    }
    Ok(shown)
}

/// Returns the ID of a puzzle's game, without options.
fn game_of(puzzle: &Puzzle) -> &str {
    puzzle.game.split(':').next().unwrap_or(&puzzle.game)
}

/// Returns the rating of a puzzle that has not been tried.
fn estimate(puzzle: &Puzzle) -> Rating {
    let [lowest, step, highest] = LEVEL;
    Rating::estimated((lowest + step * puzzle.difficulty()).min(highest).round() as i64)
}

/// Returns whether moves are a whole line of the solution.
fn is_solved(puzzle: &Puzzle, moves: &[String]) -> bool {
    let end = moves.iter().try_fold(&puzzle.solution, |at, text| at.after(text));
    !moves.is_empty() && end.is_some_and(|end| end.0.is_empty())
}

fn refused(refusal: Refusal) -> PuzzleAnswer {
    let of = |reason| PuzzleRefusal { reason, plies: None, line: Vec::new(), moves: Vec::new(), puzzle: None };
    let refusal = match refusal {
        Refusal::Over => of(PuzzleProblem::Over),
        Refusal::WithinTurn => of(PuzzleProblem::WithinTurn),
        Refusal::NoWin { plies, line } => {
            PuzzleRefusal { plies: Some(plies), line, ..of(PuzzleProblem::NoWin) }
        }
        Refusal::Several { line, moves } => PuzzleRefusal { line, moves, ..of(PuzzleProblem::Several) },
        Refusal::Size => of(PuzzleProblem::Size),
        Refusal::Effort | Refusal::Position => of(PuzzleProblem::Effort),
    };
    PuzzleAnswer { puzzle: None, refusal: Some(refusal) }
}

/// Refuses a position of which there is a puzzle at the address `SET/ID`.
fn known(puzzle: String) -> PuzzleAnswer {
    let (line, moves) = (Vec::new(), Vec::new());
    let refusal =
        PuzzleRefusal { reason: PuzzleProblem::Known, plies: None, line, moves, puzzle: Some(puzzle) };
    PuzzleAnswer { puzzle: None, refusal: Some(refusal) }
}
