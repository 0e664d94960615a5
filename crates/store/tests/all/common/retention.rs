//! Tests deletion of abandoned games.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::{Entry, Game, GameId, PrivateText, Seat};
use entourage_store::{Abandoned, ChatLimits, ChatMessage, Condition, Store};

use super::{game, grant};

/// Creation time of the games in this test, which is earlier than that of all other tests' games.
const AT: i64 = 1_000_000;

fn begin(moves: &[&str], at: i64) -> Game {
    let mut game = Game { created_at: at, pace: Pace::UNLIMITED, ..game(moves) };
    game.entries.iter_mut().for_each(|entry| entry.at = at);
    game
}

fn moved(at: i64, status: &str) -> Entry {
    Entry { status: Some(status.into()), at, ..super::mv("a1") }
}

/// Returns all abandoned games, examining `most` at a time.
async fn abandoned(store: &Store, before: i64, most: u32) -> Vec<GameId> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let Abandoned { games, last } = store.abandoned(after, before, most).await.unwrap();
        assert!(games.len() <= most as usize);
        all.extend(games);
        after = last;
        if after.is_none() {
            return all;
        }
    }
}

pub async fn abandoned_games_are_listed_and_deleted(store: &Store) {
    let (none, one, given, later) =
        (begin(&[], AT), begin(&[], AT + 1), begin(&["a1", "b2"], AT), begin(&[], AT + 9));
    let two = begin(&[], AT);
    let (key, grant) = grant(Seat::Both, true);
    store.create(&none, &[grant]).await.unwrap();
    for game in [&one, &given, &later, &two] {
        store.create(game, &[]).await.unwrap();
    }
    store.append(one.id, 0, &moved(AT + 2, "ongoing"), None).await.unwrap();
    for seq in 0..2 {
        store.append(two.id, seq, &moved(AT + 2, "ongoing"), None).await.unwrap();
    }
    let mut expected = [none.id, one.id, given.id].to_vec();
    expected.sort_by_key(GameId::to_string);
    for most in [1, 2, 100] {
        assert_eq!(abandoned(store, AT + 5, most).await, expected, "{most} at a time");
    }
    // A game can be continued after it was listed as abandoned.
    store.append(one.id, 1, &moved(AT + 6, "ongoing"), None).await.unwrap();
    assert_eq!(store.forget_abandoned(one.id, AT + 5).await, Ok(false));
    assert_eq!(store.read(one.id).await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(store.forget_abandoned(none.id, AT + 5).await, Ok(true));
    assert_eq!((store.read(none.id).await, store.access(key.hash()).await), (Ok(None), Ok(None)));
    assert_eq!(store.forget_abandoned(none.id, AT + 5).await, Ok(false));
    assert_eq!(store.forget_abandoned(two.id, AT + 5).await, Ok(false));
    assert_eq!(store.forget_abandoned(given.id, AT + 5).await, Ok(true));
}

pub async fn finished_and_recently_used_games_are_kept(store: &Store) {
    for (status, goes) in [("win-1 checkmate", false), ("draw agreement", false), ("aborted", true)] {
        let game = begin(&[], AT);
        store.create(&game, &[]).await.unwrap();
        store.append(game.id, 0, &moved(AT + 1, status), None).await.unwrap();
        assert_eq!(abandoned(store, AT + 5, 100).await.contains(&game.id), goes, "{status}");
        assert_eq!(store.forget_abandoned(game.id, AT + 5).await, Ok(goes), "{status}");
    }
    let [said, noted] = [(); 2].map(|()| begin(&[], AT));
    for game in [&said, &noted] {
        store.create(game, &[]).await.unwrap();
    }
    let limits = ChatLimits { most: 9, most_recent: 9, span: 1000 };
    let remark = ChatMessage { side: Side::First, token: "a".into(), text: "soon".into(), at: AT + 7 };
    store.add_chat_message(said.id, &remark, limits, None).await.unwrap();
    store.begin_run(AT + 7).await.unwrap();
    store
        .set_private_text(noted.id, Seat::Both, PrivateText::Notes, "soon", Condition::default())
        .await
        .unwrap();
    let noted_at = store.begin_run(AT + 7).await.unwrap().0.last().unwrap().alive;
    for (game, last) in [(said.id, AT + 7), (noted.id, noted_at)] {
        assert_eq!(store.forget_abandoned(game, last).await, Ok(false));
        assert_eq!(store.forget_abandoned(game, last + 1).await, Ok(true));
    }
}
