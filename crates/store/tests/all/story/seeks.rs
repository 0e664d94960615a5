//! Seeks: taken once, by those whom they suit, and gone in time.

use entourage_kernel::{Degree, Side};
use entourage_record::{AccountId, Event, Game, GameId, Grant, KeyHash, Seat};
use entourage_store::{Comer, Paired, Seek, Store, StoreError, Taking, Tie, Withdrawer};
use futures_util::future::join_all;

use super::accounts::{key, people};
use super::{entry, game};

pub(super) const AT: i64 = 5_000_000;
const PACE: &str = "live spare=5m";

/// A game that no other test asks for.
pub(super) fn spec() -> String {
    format!("game:{}", GameId::from_bits(entourage_store::random().unwrap()))
}

pub(super) fn wish(spec: &str, account: Option<AccountId>) -> Seek {
    Seek {
        id: GameId::from_bits(entourage_store::random().unwrap()),
        key: key(),
        account,
        opponent: None,
        spec: spec.into(),
        pace: PACE.parse().unwrap(),
        degree: Degree::Enforced,
        side: None,
        rated: false,
        lowest: None,
        highest: None,
        lasts: false,
        at: AT,
        until: AT + 100,
    }
}

/// The game that a wish begins.
fn wished(wish: &Seek) -> Game {
    Game { id: wish.id, spec: wish.spec.clone(), pace: wish.pace, rated: wish.rated, ..game(&[]) }
}

fn comer(account: Option<AccountId>) -> Comer {
    Comer { key: key(), account }
}

pub(super) async fn waits(store: &Store, seek: &Seek) {
    assert_eq!(store.pair(seek, &wished(seek), 9).await, Ok(Paired::Waits));
}

/// Names the seeks of a game that are listed.
pub(super) async fn listed(store: &Store, spec: &str, now: i64) -> Vec<GameId> {
    let all = store.seeks(now, None, 999).await.unwrap();
    all.into_iter().filter(|one| one.seek.spec == spec).map(|one| one.seek.id).collect()
}

pub async fn a_seek_is_taken_once_by_whom_it_suits(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let spec = spec();
    let seek = Seek { side: Some(Side::Second), ..wish(&spec, Some(ada.id)) };
    waits(store, &seek).await;
    assert_eq!(store.seek(seek.id, AT).await, Ok(Some(seek.clone())));
    let all = store.seeks(AT, None, 999).await.unwrap();
    let one = all.iter().find(|one| one.seek.id == seek.id).unwrap();
    assert_eq!((&one.name, &one.opponent, one.rated), (&Some(ada.name.clone()), &None, None));
    assert_eq!(store.access(seek.key).await, Ok(None), "there is no game yet");
    let take = async |comer: Comer| store.take_seek(seek.id, comer, &wished(&seek), AT).await;
    assert_eq!(take(comer(Some(ada.id))).await, Ok(Taking::Own));
    assert_eq!(take(Comer { key: seek.key, account: None }).await, Ok(Taking::Own));
    // Of many who come at once, one gets it.
    let comers: Vec<Comer> = (0..8).map(|_| comer(Some(bob.id))).collect();
    let took = join_all(comers.iter().map(|comer| take(*comer))).await;
    let got: Vec<_> =
        took.iter().zip(&comers).filter(|(took, _)| **took == Ok(Taking::Game(Side::First))).collect();
    assert_eq!(got.len(), 1, "{took:?}");
    assert_eq!(took.iter().filter(|took| **took == Ok(Taking::Gone)).count(), 7);
    let seat = async |key: KeyHash| {
        let access = store.access(key).await.unwrap().unwrap();
        (access.game, access.seat, access.host, access.account)
    };
    assert_eq!(seat(seek.key).await, (seek.id, Seat::Side(Side::Second), true, Some(ada.id)));
    assert_eq!(seat(got[0].1.key).await, (seek.id, Seat::Side(Side::First), false, Some(bob.id)));
    assert_eq!(store.read(seek.id).await, Ok(Some(wished(&seek))));
    assert_eq!((listed(store, &spec, AT).await, store.seek(seek.id, AT).await), (vec![], Ok(None)));

    // For ratings somebody comes by name, and is as strong as is asked for.
    let rated = Seek { rated: true, lowest: Some(1600), highest: Some(1900), ..wish(&spec, Some(ada.id)) };
    waits(store, &rated).await;
    let take = async |comer: Comer| store.take_seek(rated.id, comer, &wished(&rated), AT).await;
    assert_eq!(take(comer(None)).await, Ok(Taking::Guest));
    assert_eq!(take(comer(Some(bob.id))).await, Ok(Taking::Range));
    // He wins against somebody else.
    let won = Game { rated: true, pace: rated.pace, spec: spec.clone(), ..game(&[]) };
    let grant =
        |side, account| Grant { key: key(), seat: Seat::Side(side), host: false, account: Some(account) };
    store.create(&won, &[grant(Side::First, bob.id), grant(Side::Second, eve.id)]).await.unwrap();
    let mut end = entry(Event::Resign { side: Side::Second });
    end.status = Some("win-1 resignation".into());
    store.append(won.id, 0, &end, None).await.unwrap();
    assert!(matches!(take(comer(Some(bob.id))).await, Ok(Taking::Game(_))));
}

pub async fn two_who_wish_the_same_are_paired_at_once(store: &Store) {
    let [ada, bob] = people(store).await;
    let spec = spec();
    let first = Seek { side: Some(Side::First), ..wish(&spec, Some(ada.id)) };
    waits(store, &first).await;
    // What differs in anything waits beside it.
    let same_side = Seek { side: Some(Side::First), ..wish(&spec, None) };
    for other in [
        same_side.clone(),
        wish(&spec, Some(ada.id)),
        Seek { degree: Degree::Free, ..wish(&spec, None) },
        Seek { pace: "live spare=6m".parse().unwrap(), ..wish(&spec, None) },
        Seek { rated: true, ..wish(&spec, Some(bob.id)) },
    ] {
        waits(store, &other).await;
        assert_eq!(store.withdraw_seek(other.id, Withdrawer::Key(other.key)).await, Ok(true));
    }
    let guest = wish(&spec, None);
    let paired = store.pair(&guest, &wished(&guest), 9).await.unwrap();
    assert_eq!(paired, Paired::Game(first.id, Side::Second));
    assert_eq!(store.access(guest.key).await.unwrap().unwrap().seat, Seat::Side(Side::Second));
    assert_eq!(store.access(first.key).await.unwrap().unwrap().game, first.id);
    // A key that opens something is no key to come with.
    let again = Seek { id: same_side.id, key: guest.key, ..same_side };
    assert_eq!(store.pair(&again, &wished(&again), 9).await, Err(StoreError::Conflict));
    // Of many who wish the same at once every two meet, and nobody waits beside somebody.
    let many: Vec<Seek> = (0..10).map(|_| wish(&spec, None)).collect();
    let games: Vec<Game> = many.iter().map(wished).collect();
    let paired = join_all(many.iter().zip(&games).map(|(wish, game)| store.pair(wish, game, 9))).await;
    assert_eq!(paired.iter().filter(|paired| **paired == Ok(Paired::Waits)).count(), 5, "{paired:?}");
    assert_eq!(listed(store, &spec, AT).await, []);
    // One account fills no list.
    for _ in 0..3 {
        let paired = store.pair(&wish(&spec, Some(ada.id)), &wished(&wish(&spec, None)), 3).await;
        assert_eq!(paired, Ok(Paired::Waits));
    }
    let more = wish(&spec, Some(ada.id));
    assert_eq!(store.pair(&more, &wished(&more), 3).await, Ok(Paired::Many));
    // Pages follow each other.
    let page = listed(store, &spec, AT).await;
    let rest = store.seeks(AT, Some(page[0]), 999).await.unwrap();
    assert!(rest.iter().all(|one| one.seek.id != page[0]) && rest.iter().any(|one| one.seek.id == page[1]));
    assert_eq!(store.sought(&[page[0], more.id], AT).await, Ok(vec![page[0]]));
}

pub async fn challenges_are_for_one_account(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let spec = spec();
    let challenge = Seek { opponent: Some(bob.id), lasts: true, ..wish(&spec, Some(ada.id)) };
    waits(store, &challenge).await;
    assert_eq!(listed(store, &spec, AT).await, [], "it is nobody else's business");
    for (account, sees) in [(&ada, 1), (&bob, 1), (&eve, 0)] {
        let all = store.challenges(account.id, AT, 9).await.unwrap();
        assert_eq!(all.len(), sees);
        assert!(all.iter().all(|one| one.opponent.as_ref() == Some(&bob.name)));
    }
    // Whoever wishes the same is not paired with it.
    let other = wish(&spec, Some(eve.id));
    waits(store, &other).await;
    let take = async |account| store.take_seek(challenge.id, comer(account), &wished(&challenge), AT).await;
    assert_eq!((take(None).await, take(Some(eve.id)).await), (Ok(Taking::Other), Ok(Taking::Other)));
    assert_eq!(store.withdraw_seek(challenge.id, Withdrawer::Account(eve.id)).await, Ok(false));
    assert!(matches!(take(Some(bob.id)).await, Ok(Taking::Game(_))));
    let declined = Seek { opponent: Some(bob.id), ..wish(&spec, Some(ada.id)) };
    waits(store, &declined).await;
    assert_eq!(store.withdraw_seek(declined.id, Withdrawer::Account(bob.id)).await, Ok(true));
    // Who leaves leaves none behind, and is challenged no more.
    let last = Seek { opponent: Some(ada.id), ..wish(&spec, Some(bob.id)) };
    waits(store, &last).await;
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.seek(last.id, AT).await, Ok(None));
}

pub async fn seeks_end_with_their_makers_or_in_time(store: &Store) {
    let spec = spec();
    let (live, lasting) = (
        wish(&spec, None),
        Seek { lasts: true, until: AT + 9_000, side: Some(Side::First), ..wish(&spec, None) },
    );
    let live = Seek { side: Some(Side::First), at: AT + 1, ..live };
    waits(store, &live).await;
    waits(store, &lasting).await;
    assert_eq!(listed(store, &spec, AT + 99).await, [live.id, lasting.id]);
    assert_eq!(listed(store, &spec, AT + 100).await, [lasting.id]);
    // Who is there keeps it, for a while.
    store.hold_seek(live.key, AT + 50, AT + 2, AT + 300).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 100).await, [lasting.id], "it is too old");
    store.hold_seek(live.key, AT + 50, AT, AT + 300).await.unwrap();
    store.hold_seek(lasting.key, AT + 50, AT, AT + 60).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 200).await, [live.id, lasting.id]);
    store.hold_seek(live.key, AT + 301, AT, AT + 900).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 302).await, [lasting.id], "what has gone does not come back");
    assert_eq!(store.take_seek(live.id, comer(None), &wished(&live), AT + 302).await, Ok(Taking::Gone));
    assert_eq!((store.drop_seek(lasting.key).await, store.drop_seek(live.key).await), (Ok(false), Ok(true)));
    assert_eq!(store.withdraw_seek(lasting.id, Withdrawer::Key(live.key)).await, Ok(false));
    assert!(store.forget_seeks(AT + 9_000).await.unwrap() >= 1);
    assert_eq!(store.seek(lasting.id, AT).await, Ok(None));
}

pub async fn who_blocks_somebody_is_not_paired_with_them(store: &Store) {
    let [ada, bob] = people(store).await;
    for (one, other) in [(&ada, &bob), (&bob, &ada)] {
        let spec = spec();
        let seek = wish(&spec, Some(ada.id));
        waits(store, &seek).await;
        store.tie(one.id, Tie::Block, other.id, AT, 9).await.unwrap();
        let taken = store.take_seek(seek.id, comer(Some(bob.id)), &wished(&seek), AT).await;
        assert_eq!(taken, Ok(Taking::Blocked));
        // Whoever wishes the same waits, too.
        waits(store, &wish(&spec, Some(bob.id))).await;
        store.untie(one.id, Tie::Block, other.id).await.unwrap();
        let taken = store.take_seek(seek.id, comer(Some(bob.id)), &wished(&seek), AT).await;
        assert!(matches!(taken, Ok(Taking::Game(_))), "{taken:?}");
    }
}
