//! Tests the list of finished games, and the index of their positions.

use std::collections::HashSet;

use entourage_kernel::Side;
use entourage_rating::Class;
use entourage_record::{AccountId, Entry, Event, Game, GameId, Seat};
use entourage_store::{
    Continuation, FinalPosition, Finished, FoundOrder, FoundPlace, FreeSide, GameFilter, IndexedGame,
    IndexedPosition, ResultFilter, Store,
};

use super::accounts::people;
use super::ratings::{end, grant};
use super::{entry, game, mv};

const SHOWN: FreeSide = FreeSide { side: Side::Second, watched: true };

/// Returns a game name that no other test uses.
fn own_game() -> String {
    format!("game-{}", GameId::from_bits(entourage_store::random().unwrap()))
}

/// Stores a game with an open side, which a player then takes.
async fn begun(store: &Store, begins: Game, players: [Option<AccountId>; 2], offer: FreeSide) -> Game {
    store.create_open(&begins, &[grant(Seat::Side(Side::First), players[0])], offer).await.unwrap();
    store.join(begins.id, &grant(Seat::Side(Side::Second), players[1])).await.unwrap();
    begins
}

fn of(spec: &str) -> Game {
    Game { spec: spec.into(), pace: "live spare=5m".parse().unwrap(), ..game(&[]) }
}

async fn ended(store: &Store, spec: &str, players: [Option<AccountId>; 2], status: &str, at: i64) -> GameId {
    let game = begun(store, of(spec), players, SHOWN).await;
    store.append(game.id, 0, &mv("a1"), None).await.unwrap();
    store.append(game.id, 1, &end(status, at), None).await.unwrap();
    game.id
}

async fn found(store: &Store, sought: &GameFilter) -> Vec<GameId> {
    let page = store.find(sought, None, 99).await.unwrap();
    assert_eq!(page.next, None);
    page.games.into_iter().map(|one| one.finished.game).collect()
}

fn by_game(game: &str) -> GameFilter {
    GameFilter { game: Some(game.to_owned()), ..GameFilter::default() }
}

pub async fn public_finished_games_are_found(store: &Store) {
    let name = own_game();
    let [ada, bob] = people(store).await;
    let shown = begun(store, of(&name), [Some(ada.id), None], SHOWN).await;
    let hidden = begun(store, of(&name), [Some(ada.id), None], super::free(Side::Second)).await;
    let rated = Game { rated: true, ..of(&name) };
    let rated = begun(store, rated, [Some(ada.id), Some(bob.id)], super::free(Side::Second)).await;
    assert_eq!(store.is_published(rated.id).await, Ok(true), "rated games are public");
    for (game, at) in [(&shown, 10), (&hidden, 20), (&rated, 30)] {
        store.append(game.id, 0, &mv("a1"), None).await.unwrap();
        assert!(!found(store, &by_game(&name)).await.contains(&game.id), "unfinished");
        store.append(game.id, 1, &end("win-1 goal", at), None).await.unwrap();
    }
    assert_eq!(found(store, &by_game(&name)).await, [rated.id, shown.id]);
    let page = store.find(&by_game(&name), None, 1).await.unwrap();
    assert_eq!(page.next, Some(FoundPlace { strength: None, at: 30, game: rated.id }));
    let expected = Finished {
        game: rated.id,
        spec: name.clone(),
        class: Some(Class::Blitz),
        at: 30,
        winner: Some(Side::First),
        cause: "goal".into(),
        plies: 2,
        rated: true,
        accounts: [Some(ada.id), Some(bob.id)],
        ratings: [Some(1500); 2],
    };
    assert_eq!(page.games[0].finished, expected);
    assert_eq!(page.games[0].names, [Some(ada.name.clone()), Some(bob.name.clone())]);
    let unrated = store.find(&by_game(&name), page.next, 1).await.unwrap().games.remove(0);
    let ratings = unrated.finished.ratings;
    assert_eq!((unrated.names, ratings), ([Some(ada.name), None], [None; 2]), "her rating was computed later");
    let kept = store.finished(rated.id).await.unwrap();
    let computed = store.computed_entry(store.read(rated.id).await.unwrap().unwrap()).await.unwrap();
    assert_eq!((kept.map(|(kept, _)| kept), computed), (Some(expected.clone()), Some(expected)));
    // Events after the end change nothing, but a take-back resumes the game.
    let offer = Entry { status: Some("win-1 goal".into()), at: 99, ..mv("x") };
    store.append(shown.id, 2, &Entry { event: Event::Draw {}, ..offer }, None).await.unwrap();
    assert_eq!(store.find(&by_game(&name), None, 9).await.unwrap().games[1].finished.at, 10);
    let back = Entry { at: 100, ..entry(Event::Takeback { plies: 1 }) };
    let lone = begun(store, of(&name), [None; 2], SHOWN).await;
    store.append(lone.id, 0, &mv("a1"), None).await.unwrap();
    store.append(lone.id, 1, &Entry { status: Some("draw x".into()), at: 40, ..mv("b1") }, None).await.unwrap();
    assert_eq!(found(store, &by_game(&name)).await[0], lone.id);
    store.append(lone.id, 2, &back, None).await.unwrap();
    assert!(!found(store, &by_game(&name)).await.contains(&lone.id));
    store.append_with_plans(lone.id, 3, &[mv("b2"), end("win-2 x", 200)], &[], None).await.unwrap();
    let again = store.find(&by_game(&name), None, 1).await.unwrap().games.remove(0).finished;
    assert_eq!((again.game, again.at, again.winner, again.plies), (lone.id, 200, Some(Side::Second), 3));

    // Either player can make the game private; making it public again does not list it again.
    assert_eq!(store.publish(shown.id, None, None).await, Ok(true));
    assert_eq!(found(store, &by_game(&name)).await, [lone.id, rated.id]);
    assert_eq!(store.publish(shown.id, Some(1), None).await, Ok(true));
    store.list_finished(shown.id).await.unwrap();
    assert_eq!(found(store, &by_game(&name)).await, [lone.id, rated.id]);
    // Deleted games and the names of deleted accounts disappear from the list.
    store.remove_account(ada.id).await.unwrap();
    let games = store.find(&by_game(&name), None, 9).await.unwrap().games;
    assert_eq!((games[1].finished.accounts, &games[1].names), ([None, Some(bob.id)], &[None, Some(bob.name)]));
    for side in Side::BOTH {
        store.wish_deleted(rated.id, Seat::Side(side), true, 300, 9, None).await.unwrap();
    }
    assert_eq!(found(store, &by_game(&name)).await, [lone.id]);
    let guest = begun(store, of(&name), [None; 2], super::free(Side::Second)).await;
    assert!(found(store, &by_game(&guest.spec)).await.iter().all(|one| *one != guest.id));
}

pub async fn finished_games_are_filtered(store: &Store) {
    let name = own_game();
    let [ada, bob, eve] = people(store).await.map(|account| account.id);
    let spec = format!("{name}:option");
    let one = ended(store, &name, [Some(ada), Some(bob)], "win-1 goal", 10).await;
    let two = ended(store, &spec, [Some(bob), Some(ada)], "draw agreement", 20).await;
    let three = ended(store, &name, [Some(ada), Some(eve)], "win-2 time", 30).await;
    let four = ended(store, &name, [None, None], "win-2 goal", 30).await;
    let mut late = [three, four];
    late.sort_by_key(|id| std::cmp::Reverse(id.to_string()));
    let all = by_game(&name);
    assert_eq!(found(store, &all).await, [late[0], late[1], two, one]);
    assert_eq!(found(store, &by_game(&spec)).await, [two]);
    assert_eq!(found(store, &by_game("nothing")).await, []);
    let by = |player: AccountId| GameFilter { player: Some(player), ..GameFilter::default() };
    assert_eq!(found(store, &by(ada)).await, [three, two, one]);
    assert_eq!(found(store, &by(bob)).await, [two, one]);
    assert_eq!(found(store, &GameFilter { opponent: Some(eve), ..by(ada) }).await, [three]);
    assert_eq!(found(store, &GameFilter { opponent: Some(eve), ..by(bob) }).await, []);
    let result = |result: ResultFilter| GameFilter { result: Some(result), ..by(ada) };
    assert_eq!(found(store, &result(ResultFilter::Won)).await, [one]);
    assert_eq!(found(store, &result(ResultFilter::Lost)).await, [three]);
    assert_eq!(found(store, &result(ResultFilter::Draw)).await, [two]);
    assert_eq!(found(store, &result(ResultFilter::Side(Side::Second))).await, [three]);
    let blitz = GameFilter { class: Some(Class::Blitz), ..all.clone() };
    assert_eq!(found(store, &blitz).await.len(), 4);
    assert_eq!(found(store, &GameFilter { class: Some(Class::Rapid), ..all.clone() }).await, []);
    assert_eq!(found(store, &GameFilter { rated: Some(true), ..all.clone() }).await, []);
    assert_eq!(found(store, &GameFilter { rated: Some(false), ..all.clone() }).await.len(), 4);

    // Paging neither misses nor repeats a game while other games end.
    let (mut met, mut after) = (Vec::new(), None);
    for round in 0.. {
        let page = store.find(&all, after, 1).await.unwrap();
        met.extend(page.games.iter().map(|one| one.finished.game));
        ended(store, &name, [None; 2], "draw x", 40 + round).await;
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(met, [late[0], late[1], two, one]);
    // A cursor stays valid when its game is hidden.
    let place = FoundPlace { strength: None, at: 20, game: two };
    store.publish(two, None, None).await.unwrap();
    let rest = store.find(&all, Some(place), 9).await.unwrap();
    assert_eq!(rest.games.iter().map(|one| one.finished.game).collect::<Vec<_>>(), [one]);
}

pub async fn finished_games_are_ordered_by_strength(store: &Store) {
    let name = own_game();
    let [ada, bob, eve] = people(store).await.map(|account| account.id);
    let mut games = Vec::new();
    let pairs = [(ada, bob), (ada, eve), (bob, eve), (ada, bob), (eve, bob)];
    for ((one, two), at) in pairs.into_iter().zip([10, 20, 30, 40, 50]) {
        let rated = Game { rated: true, ..of(&name) };
        let game = begun(store, rated, [Some(one), Some(two)], super::free(Side::Second)).await.id;
        store.append(game, 0, &mv("a1"), None).await.unwrap();
        store.append(game, 1, &end("win-1 goal", at), None).await.unwrap();
        games.push(game);
    }
    // Games between guests have no strength, because guests have no rating.
    for at in [60, 70] {
        games.push(ended(store, &name, [None; 2], "draw x", at).await);
    }
    let key = i64::from_le_bytes(entourage_store::random().unwrap());
    for (game, at) in games.iter().zip((10..).step_by(10)) {
        let passed = vec![IndexedPosition { key, ply: 0, next: None }];
        let last = Some(FinalPosition { spec: name.clone(), position: "last".into() });
        store.set_index(*game, at, &IndexedGame { reading: 1, last, record: None, passed }).await.unwrap();
    }
    let all = GameFilter { order: FoundOrder::Strongest, ..by_game(&name) };
    let mut known = store.find(&by_game(&name), None, 99).await.unwrap().games;
    known.sort_by_key(|one| std::cmp::Reverse((one.finished.strength(), one.finished.at)));
    let expected: Vec<GameId> = known.iter().map(|one| one.finished.game).collect();
    assert_eq!((expected[0], &expected[5..]), (games[3], &[games[6], games[5]][..]), "test data");
    let position = GameFilter { game: None, position: Some(key), ..all.clone() };
    let hers = GameFilter { player: Some(ada), ..all.clone() };
    let of_hers: Vec<GameId> = known
        .iter()
        .filter(|one| one.finished.accounts.contains(&Some(ada)))
        .map(|one| one.finished.game)
        .collect();
    for (sought, expected) in [(all, &expected), (position, &expected), (hers, &of_hers)] {
        assert_eq!(&found(store, &sought).await, expected);
        let mut met = Vec::new();
        let mut page = store.find(&sought, None, 1).await.unwrap();
        loop {
            met.extend(page.games.iter().map(|one| one.finished.game));
            let Some(after) = page.next else { break };
            page = store.find(&sought, Some(after), 1).await.unwrap();
        }
        assert_eq!(&met, expected);
    }
    let everywhere = GameFilter { order: FoundOrder::Strongest, ..GameFilter::default() };
    let everywhere = store.find(&everywhere, None, 99).await.unwrap().games;
    assert!(everywhere.is_sorted_by_key(|one| std::cmp::Reverse((one.finished.strength(), one.finished.at))));
}

pub async fn positions_are_found_with_the_next_moves(store: &Store) {
    let name = own_game();
    let [start, after] = [[0; 8]; 2].map(|_| i64::from_le_bytes(entourage_store::random().unwrap()));
    let last = Some(FinalPosition { spec: name.clone(), position: "last".into() });
    let look = |first: &str| IndexedGame {
        reading: 1,
        last: last.clone(),
        record: Some(format!("1. {first}")),
        passed: vec![
            IndexedPosition { key: start, ply: 0, next: Some(first.to_owned()) },
            IndexedPosition { key: after, ply: 1, next: None },
        ],
    };
    let one = ended(store, &name, [None; 2], "win-1 goal", 10).await;
    let two = ended(store, &name, [None; 2], "draw x", 20).await;
    let three = ended(store, &name, [None; 2], "win-2 goal", 30).await;
    for (game, at, first) in [(one, 10, "a1"), (two, 20, "a1"), (three, 30, "b1")] {
        store.set_index(game, at, &look(first)).await.unwrap();
    }
    // Indexing again replaces the entries, unless the game has ended at another time.
    store.set_index(one, 10, &look("a1")).await.unwrap();
    store.set_index(two, 21, &look("c1")).await.unwrap();
    let sought = GameFilter { position: Some(start), ..GameFilter::default() };
    assert_eq!(found(store, &sought).await, [three, two, one]);
    let continuations = store.continuations(&sought).await.unwrap();
    let a1 = Continuation { next: Some("a1".into()), games: 2, won: [1, 0], rating: None };
    let b1 = Continuation { next: Some("b1".into()), games: 1, won: [0, 1], rating: None };
    assert_eq!((continuations.moves, continuations.more), (vec![a1.clone(), b1], false));
    let won = GameFilter { result: Some(ResultFilter::Side(Side::First)), ..sought.clone() };
    assert_eq!(store.continuations(&won).await.unwrap().moves, [Continuation { games: 1, ..a1 }]);
    let end = GameFilter { position: Some(after), ..GameFilter::default() };
    assert_eq!(store.continuations(&end).await.unwrap().moves[0].next, None);
    assert_eq!(store.find(&sought, None, 1).await.unwrap().games[0].last, last);
    let kept = store.finished(two).await.unwrap();
    assert_eq!(kept.unwrap().1, look("a1"));
    // A hidden game is removed from the index.
    store.publish(two, None, None).await.unwrap();
    assert_eq!(found(store, &sought).await, [three, one]);
    assert_eq!(found(store, &GameFilter { position: Some(start ^ 1), ..GameFilter::default() }).await, []);
}

pub async fn games_are_indexed_once(store: &Store) {
    let name = own_game();
    // Exclude the games of other tests by leasing them.
    while !store.lease_unindexed(7, 0, i64::MAX, 99).await.unwrap().is_empty() {}
    let mut games = HashSet::new();
    for at in 0..6 {
        games.insert(ended(store, &name, [None; 2], "draw x", at).await);
    }
    let takers = (0..4).map(|_| store.lease_unindexed(7, 10, 20, 2));
    let taken = futures_util::future::join_all(takers).await;
    let taken: Vec<GameId> = taken.into_iter().flat_map(|taken| taken.unwrap()).collect();
    assert_eq!((taken.len(), taken.iter().copied().collect::<HashSet<_>>()), (6, games));
    assert_eq!(store.lease_unindexed(7, 19, 30, 9).await, Ok(vec![]));
    assert_eq!(store.lease_unindexed(7, 20, 30, 9).await.unwrap().len(), 6);
    for (at, game) in taken.into_iter().enumerate() {
        let at = store.finished(game).await.unwrap().map_or(at as i64, |(kept, _)| kept.at);
        let looked = IndexedGame { reading: 7, last: None, record: None, passed: vec![] };
        store.set_index(game, at, &looked).await.unwrap();
    }
    assert_eq!(store.lease_unindexed(7, 40, 50, 9).await, Ok(vec![]));
    // A new version of the indexer processes all games again.
    assert!(store.lease_unindexed(8, 40, 50, 9).await.unwrap().len() >= 6);
}

/// Tests the stored counts of the games with a position: the consistency checks compare them with the games.
pub async fn popular_positions_are_counted(store: &Store) {
    let counts = async || {
        let faults = store.inconsistencies().await.unwrap();
        faults.iter().filter(|(_, problem)| problem.contains("number of games")).count()
    };
    assert_eq!(counts().await, 0, "the counts follow the games of the other tests");
    let (name, [ada, bob]) = (own_game(), people(store).await);
    let rated = Game { rated: true, ..of(&name) };
    let rated = begun(store, rated, [Some(ada.id), Some(bob.id)], super::free(Side::Second)).await.id;
    store.append(rated, 0, &mv("a1"), None).await.unwrap();
    store.append(rated, 1, &end("win-1 goal", 10), None).await.unwrap();
    let other = ended(store, &name, [None; 2], "draw x", 10).await;
    let key = i64::from_le_bytes(entourage_store::random().unwrap());
    let passed = |next: Option<&str>| {
        let position =
            |ply: u32| IndexedPosition { key: key ^ i64::from(ply), ply, next: next.map(str::to_owned) };
        let last = Some(FinalPosition { spec: name.clone(), position: "last".into() });
        IndexedGame { reading: 1, last, record: None, passed: vec![position(0), position(1), position(99)] }
    };
    for next in [Some("a1"), Some("b1"), None] {
        for game in [rated, other] {
            store.set_index(game, 10, &passed(next)).await.unwrap();
            assert_eq!(counts().await, 0, "{next:?}");
        }
    }
    store.publish(other, None, None).await.unwrap();
    assert_eq!(counts().await, 0, "a hidden game does not count");
    store.repair_ratings().await.unwrap();
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(counts().await, 0, "ratings were recomputed");
    for side in Side::BOTH {
        store.wish_deleted(rated, Seat::Side(side), true, 300, 9, None).await.unwrap();
    }
    assert_eq!(counts().await, 0, "a deleted game does not count");
}
