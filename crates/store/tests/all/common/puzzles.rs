//! Tests puzzles by players and puzzle ratings.

use entourage_rating::Rating;
use entourage_record::AccountId;
use entourage_store::{AddedPuzzle, PuzzleFilter, PuzzleTry, Store, StoreError, StoredPuzzle};

use super::accounts::people;

fn puzzle(id: &str, author: AccountId, game: &str, at: i64) -> StoredPuzzle {
    StoredPuzzle { id: id.to_owned(), author, game: game.to_owned(), content: "{}".to_owned(), at }
}

pub async fn puzzles_are_listed_and_deleted(store: &Store) {
    let [ada, bob, _] = people(store).await;
    let game = &ada.id.to_string()[..8];
    let ids = ["1", "2", "3"].map(|number| format!("{game}{number}"));
    let [one, two, three] = &ids;
    assert_eq!(store.add_puzzle(&puzzle(one, ada.id, game, 5), 2).await, Ok(AddedPuzzle::Added));
    assert_eq!(store.add_puzzle(&puzzle(one, bob.id, game, 6), 2).await, Ok(AddedPuzzle::Known));
    assert_eq!(store.add_puzzle(&puzzle(two, bob.id, game, 6), 2).await, Ok(AddedPuzzle::Added));
    assert_eq!(store.add_puzzle(&puzzle(three, ada.id, "other", 6), 1).await, Ok(AddedPuzzle::Full));
    assert_eq!(store.add_puzzle(&puzzle(three, ada.id, game, 6), 2).await, Ok(AddedPuzzle::Added));
    let found = async |author: Option<AccountId>, after: Option<(i64, String)>, most: u32| {
        let filter = PuzzleFilter { game: Some(game.to_owned()), author, after };
        let found = store.find_puzzles(&filter, most).await.unwrap();
        found.into_iter().map(|listed| listed.puzzle.id).collect::<Vec<_>>()
    };
    assert_eq!(found(None, None, 2).await, [two.as_str(), three]);
    assert_eq!(found(None, Some((6, two.clone())), 9).await, [three.as_str(), one]);
    assert_eq!(found(Some(ada.id), None, 9).await, [three.as_str(), one]);
    assert!(store.puzzle_games(99).await.unwrap().contains(&(game.to_owned(), 3)));
    assert_eq!(store.delete_puzzle(one, bob.id).await, Err(StoreError::Missing));
    assert_eq!(store.puzzle(one).await.unwrap().unwrap().name, ada.name);
    assert_eq!(store.delete_puzzle(one, ada.id).await, Ok(()));
    assert_eq!(store.puzzle(one).await, Ok(None));
    store.remove_account(bob.id).await.unwrap();
    assert_eq!(found(None, None, 9).await, [three.as_str()], "deleted with the account");
}

pub async fn the_first_try_of_a_puzzle_counts(store: &Store) {
    let [ada, bob, _] = people(store).await;
    let game = ada.id.to_string();
    let attempt = async |account: AccountId, puzzle: &str, solved: bool| {
        let (collection, puzzle, game) = ("players".to_owned(), format!("{game}-{puzzle}"), game.clone());
        let new = PuzzleTry { account, collection, puzzle, game, solved, at: 7 };
        store.rate_puzzle(&new, Rating::NEW).await
    };
    let (before, won, level) = attempt(ada.id, "1", true).await.unwrap().unwrap();
    assert_eq!(
        (before, [won, level]),
        (Rating::NEW, Rating::after([Rating::NEW; 2], Some(entourage_kernel::Side::First)))
    );
    assert_eq!(attempt(ada.id, "1", false).await, Ok(None), "counted before");
    let (before, lost, _) = attempt(ada.id, "2", false).await.unwrap().unwrap();
    assert!(before == won && lost.rating < won.rating);
    let (_, other, after) = attempt(bob.id, "1", false).await.unwrap().unwrap();
    assert!(other.rating < Rating::NEW.rating && after.rating > level.rating);
    let ratings = store.puzzle_ratings(ada.id).await.unwrap();
    assert!(matches!(&ratings[..], [(of, rated)] if *of == game && rated.rating == lost && rated.games == 2));
    let ids = ["1", "2", "3"].map(|number| format!("{game}-{number}"));
    let ids = ids.each_ref().map(String::as_str);
    let mut tried = store.tried_puzzles(ada.id, "players", &ids).await.unwrap();
    tried.sort();
    assert_eq!(tried, ids[..2]);
    assert_eq!(store.puzzle_levels("players", &ids[..1]).await, Ok(vec![(ids[0].to_owned(), after)]));
    assert_eq!(store.tried_puzzles(ada.id, "other", &ids).await, Ok(vec![]));
    let tries = store.puzzle_tries(ada.id, 9).await.unwrap();
    assert_eq!(tries.iter().filter(|tried| tried.solved).count(), 1);
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.puzzle_tries(ada.id, 9).await, Ok(vec![]));
    assert_eq!(attempt(ada.id, "3", true).await, Err(StoreError::Missing));
}
