//! Tests seeks and challenges.

use entourage_kernel::{Enforcement, Side};
use entourage_rating::{Class, Pool};
use entourage_record::{AccountId, Game, GameId, KeyHash, Seat};
use entourage_store::{AcceptOutcome, Joiner, PairOutcome, Relation, Seek, Store, StoreError, WithdrawnBy};
use futures_util::future::join_all;

use super::accounts::{key, people};
use super::game;
use super::ratings::{begun, end};

pub(super) const AT: i64 = 5_000_000;
const PACE: &str = "live spare=5m";

/// Returns the spec of a game that no other test uses.
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
        enforcement: Enforcement::Enforced,
        side: None,
        rated: false,
        lowest: None,
        highest: None,
        lasts: false,
        at: AT,
        until: AT + 100,
    }
}

fn wished(wish: &Seek) -> Game {
    Game { id: wish.id, spec: wish.spec.clone(), pace: wish.pace, rated: wish.rated, ..game(&[]) }
}

fn comer(account: Option<AccountId>) -> Joiner {
    Joiner { key: key(), account }
}

pub(super) async fn waits(store: &Store, seek: &Seek) {
    assert_eq!(store.pair(seek, &wished(seek), 9).await, Ok(PairOutcome::Waits));
}

pub(super) async fn listed(store: &Store, spec: &str, now: i64) -> Vec<GameId> {
    let all = store.seeks(now, None, 999).await.unwrap();
    all.into_iter().filter(|one| one.seek.spec == spec).map(|one| one.seek.id).collect()
}

pub async fn seeks_are_accepted_once_and_by_suitable_players(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let spec = spec();
    let seek = Seek { side: Some(Side::Second), ..wish(&spec, Some(ada.id)) };
    waits(store, &seek).await;
    assert_eq!(store.seek(seek.id, AT).await, Ok(Some(seek.clone())));
    let all = store.seeks(AT, None, 999).await.unwrap();
    let one = all.iter().find(|one| one.seek.id == seek.id).unwrap();
    assert_eq!((&one.name, &one.opponent, one.rated), (&Some(ada.name.clone()), &None, None));
    assert_eq!(store.access(seek.key).await, Ok(None), "no game yet");
    let take = async |comer: Joiner| store.take_seek(seek.id, comer, &wished(&seek), AT).await;
    assert_eq!(take(comer(Some(ada.id))).await, Ok(AcceptOutcome::Own));
    assert_eq!(take(Joiner { key: seek.key, account: None }).await, Ok(AcceptOutcome::Own));
    // Only one of several concurrent players succeeds.
    let comers: Vec<Joiner> = (0..8).map(|_| comer(Some(bob.id))).collect();
    let took = join_all(comers.iter().map(|comer| take(*comer))).await;
    let got: Vec<_> =
        took.iter().zip(&comers).filter(|(took, _)| **took == Ok(AcceptOutcome::Game(Side::First))).collect();
    assert_eq!(got.len(), 1, "{took:?}");
    assert_eq!(took.iter().filter(|took| **took == Ok(AcceptOutcome::Gone)).count(), 7);
    let seat = async |key: KeyHash| {
        let access = store.access(key).await.unwrap().unwrap();
        (access.game, access.seat, access.host, access.account)
    };
    assert_eq!(seat(seek.key).await, (seek.id, Seat::Side(Side::Second), true, Some(ada.id)));
    assert_eq!(seat(got[0].1.key).await, (seek.id, Seat::Side(Side::First), false, Some(bob.id)));
    assert_eq!(store.read(seek.id).await, Ok(Some(wished(&seek))));
    assert_eq!((listed(store, &spec, AT).await, store.seek(seek.id, AT).await), (vec![], Ok(None)));

    // A rated seek can be accepted only by accounts with a rating in the seek's range.
    let rated = Seek { rated: true, lowest: Some(1600), highest: Some(1900), ..wish(&spec, Some(ada.id)) };
    waits(store, &rated).await;
    let take = async |comer: Joiner| store.take_seek(rated.id, comer, &wished(&rated), AT).await;
    assert_eq!(take(comer(None)).await, Ok(AcceptOutcome::Guest));
    assert_eq!(take(comer(Some(bob.id))).await, Ok(AcceptOutcome::Range));
    // A win raises Bob's rating.
    let pool = Pool { game: spec.clone(), class: Class::Blitz };
    let won = begun(store, &pool, [Some(bob.id), Some(eve.id)]).await;
    store.append(won.id, 0, &end("win-1 resignation", AT), None).await.unwrap();
    assert!(matches!(take(comer(Some(bob.id))).await, Ok(AcceptOutcome::Game(_))));
}

pub async fn matching_seeks_are_paired_at_once(store: &Store) {
    let [ada, bob] = people(store).await;
    let spec = spec();
    let first = Seek { side: Some(Side::First), ..wish(&spec, Some(ada.id)) };
    waits(store, &first).await;
    // Seeks with different terms do not match.
    let same_side = Seek { side: Some(Side::First), ..wish(&spec, None) };
    for other in [
        same_side.clone(),
        wish(&spec, Some(ada.id)),
        Seek { enforcement: Enforcement::Free, ..wish(&spec, None) },
        Seek { pace: "live spare=6m".parse().unwrap(), ..wish(&spec, None) },
        Seek { rated: true, ..wish(&spec, Some(bob.id)) },
    ] {
        waits(store, &other).await;
        assert_eq!(store.withdraw_seek(other.id, WithdrawnBy::Key(other.key)).await, Ok(true));
    }
    let guest = wish(&spec, None);
    let paired = store.pair(&guest, &wished(&guest), 9).await.unwrap();
    assert_eq!(paired, PairOutcome::Game(first.id, Side::Second));
    assert_eq!(store.access(guest.key).await.unwrap().unwrap().seat, Seat::Side(Side::Second));
    assert_eq!(store.access(first.key).await.unwrap().unwrap().game, first.id);
    // A key that is in use cannot be used again.
    let again = Seek { id: same_side.id, key: guest.key, ..same_side };
    assert_eq!(store.pair(&again, &wished(&again), 9).await, Err(StoreError::Conflict));
    // Concurrent identical seeks are all paired.
    let many: Vec<Seek> = (0..10).map(|_| wish(&spec, None)).collect();
    let games: Vec<Game> = many.iter().map(wished).collect();
    let paired = join_all(many.iter().zip(&games).map(|(wish, game)| store.pair(wish, game, 9))).await;
    assert_eq!(paired.iter().filter(|paired| **paired == Ok(PairOutcome::Waits)).count(), 5, "{paired:?}");
    assert_eq!(listed(store, &spec, AT).await, []);
    // An account has a maximum number of open seeks.
    for _ in 0..3 {
        let paired = store.pair(&wish(&spec, Some(ada.id)), &wished(&wish(&spec, None)), 3).await;
        assert_eq!(paired, Ok(PairOutcome::Waits));
    }
    let more = wish(&spec, Some(ada.id));
    assert_eq!(store.pair(&more, &wished(&more), 3).await, Ok(PairOutcome::Many));
    let page = listed(store, &spec, AT).await;
    let rest = store.seeks(AT, Some(page[0]), 999).await.unwrap();
    assert!(rest.iter().all(|one| one.seek.id != page[0]) && rest.iter().any(|one| one.seek.id == page[1]));
    assert_eq!(store.sought(&[page[0], more.id], AT).await, Ok(vec![page[0]]));
}

pub async fn challenges_are_for_a_single_account(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let spec = spec();
    let challenge = Seek { opponent: Some(bob.id), lasts: true, ..wish(&spec, Some(ada.id)) };
    waits(store, &challenge).await;
    assert_eq!(listed(store, &spec, AT).await, [], "challenges are not public");
    for (account, sees) in [(&ada, 1), (&bob, 1), (&eve, 0)] {
        let all = store.challenges(account.id, AT, 9).await.unwrap();
        assert_eq!(all.len(), sees);
        assert!(all.iter().all(|one| one.opponent.as_ref() == Some(&bob.name)));
    }
    // An identical seek does not match a challenge.
    let other = wish(&spec, Some(eve.id));
    waits(store, &other).await;
    let take = async |account| store.take_seek(challenge.id, comer(account), &wished(&challenge), AT).await;
    assert_eq!(
        (take(None).await, take(Some(eve.id)).await),
        (Ok(AcceptOutcome::Other), Ok(AcceptOutcome::Other))
    );
    assert_eq!(store.withdraw_seek(challenge.id, WithdrawnBy::Account(eve.id)).await, Ok(false));
    assert!(matches!(take(Some(bob.id)).await, Ok(AcceptOutcome::Game(_))));
    let declined = Seek { opponent: Some(bob.id), ..wish(&spec, Some(ada.id)) };
    waits(store, &declined).await;
    assert_eq!(store.withdraw_seek(declined.id, WithdrawnBy::Account(bob.id)).await, Ok(true));
    // Deleting an account deletes its challenges.
    let last = Seek { opponent: Some(ada.id), ..wish(&spec, Some(bob.id)) };
    waits(store, &last).await;
    store.remove_account(ada.id).await.unwrap();
    assert_eq!(store.seek(last.id, AT).await, Ok(None));
}

pub async fn seeks_expire_or_end_with_their_creator(store: &Store) {
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
    // Seeks that expire when their creator goes offline can be extended for a limited time.
    store.hold_seek(live.key, AT + 50, AT + 2, AT + 300).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 100).await, [lasting.id], "too old");
    store.hold_seek(live.key, AT + 50, AT, AT + 300).await.unwrap();
    store.hold_seek(lasting.key, AT + 50, AT, AT + 60).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 200).await, [live.id, lasting.id]);
    store.hold_seek(live.key, AT + 301, AT, AT + 900).await.unwrap();
    assert_eq!(listed(store, &spec, AT + 302).await, [lasting.id], "expired");
    assert_eq!(store.take_seek(live.id, comer(None), &wished(&live), AT + 302).await, Ok(AcceptOutcome::Gone));
    assert_eq!((store.drop_seek(lasting.key).await, store.drop_seek(live.key).await), (Ok(false), Ok(true)));
    assert_eq!(store.withdraw_seek(lasting.id, WithdrawnBy::Key(live.key)).await, Ok(false));
    assert!(store.forget_seeks(AT + 9_000).await.unwrap() >= 1);
    assert_eq!(store.seek(lasting.id, AT).await, Ok(None));
}

pub async fn blocked_players_are_not_paired(store: &Store) {
    let [ada, bob] = people(store).await;
    for (one, other) in [(&ada, &bob), (&bob, &ada)] {
        let spec = spec();
        let seek = wish(&spec, Some(ada.id));
        waits(store, &seek).await;
        store.add_relation(one.id, Relation::Block, other.id, AT, 9).await.unwrap();
        let taken = store.take_seek(seek.id, comer(Some(bob.id)), &wished(&seek), AT).await;
        assert_eq!(taken, Ok(AcceptOutcome::Blocked));
        // An identical seek by the other player does not match while the block lasts.
        waits(store, &wish(&spec, Some(bob.id))).await;
        store.remove_relation(one.id, Relation::Block, other.id).await.unwrap();
        let taken = store.take_seek(seek.id, comer(Some(bob.id)), &wished(&seek), AT).await;
        assert!(matches!(taken, Ok(AcceptOutcome::Game(_))), "{taken:?}");
    }
}
