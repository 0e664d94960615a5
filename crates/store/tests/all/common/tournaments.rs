//! Tests tournaments: entry, pairing and results.

use entourage_kernel::Side;
use entourage_record::{AccountId, Entry, Event, Game, GameId, Seat, TournamentId};
use entourage_store::{
    Account, AppliedAction, Begun, Decision, EntryOutcome, Outcome, Pairing, Phase, Relation, SanctionKind,
    Store, StoreError, Tournament, TournamentAct, TournamentGame, TournamentKind, WholeTournament,
};
use futures_util::future::join_all;

use super::accounts::people;
use super::moderation::decision;
use super::seeks::{AT, spec};
use super::{entry, game, mv};

const PACE: &str = "live spare=5m";

fn announced(organiser: AccountId) -> Tournament {
    Tournament {
        id: TournamentId::from_bits(entourage_store::random().unwrap()),
        version: 0,
        name: "Spring \u{1a} cup".into(),
        organiser: Some(organiser),
        kind: TournamentKind::Swiss { rounds: 5 },
        spec: spec(),
        pace: PACE.parse().unwrap(),
        rated: true,
        begins_at: None,
        begins_with: None,
        most: 100,
        lowest: None,
        highest: None,
        phase: Phase::Open,
        created_at: AT,
        begun_at: None,
        ended_at: None,
    }
}

async fn whole(store: &Store, id: TournamentId) -> WholeTournament {
    store.tournament(id).await.unwrap().unwrap()
}

async fn paired(store: &Store, id: TournamentId, round: u32, first: u32, second: u32) -> Game {
    paired_until(store, id, round, [first, second], Some(AT + 9)).await
}

async fn paired_until(
    store: &Store,
    id: TournamentId,
    round: u32,
    [first, second]: [u32; 2],
    deadline: Option<i64>,
) -> Game {
    let to = whole(store, id).await;
    let begun = Game { pace: to.tournament.pace, rated: true, spec: to.tournament.spec, ..game(&[]) };
    let pairing = pairing(round, 0, first, Some(second), Some(begun.id));
    let round = [(pairing, Some(Begun { game: begun.clone(), deadline }))];
    store.pair_round(id, to.tournament.version, &round).await.unwrap();
    begun
}

fn pairing(round: u32, place: u32, first: u32, second: Option<u32>, game: Option<GameId>) -> Pairing {
    let outcome = second.is_none().then_some(Outcome::Bye);
    Pairing { round, place, first, second, game, outcome, at: AT, ended: None }
}

fn ended(event: Event, status: &str) -> Entry {
    Entry { status: Some(status.into()), ..entry(event) }
}

async fn under_way(store: &Store, to: &Tournament, accounts: &[Account]) {
    store.announce(to, 9).await.unwrap();
    for account in accounts {
        assert_eq!(store.enter(to.id, account.id).await, Ok(EntryOutcome::Entered));
    }
    let order: Vec<u32> = (0..accounts.len() as u32).collect();
    store.begin(to.id, whole(store, to.id).await.tournament.version, &order, AT, None).await.unwrap();
}

pub async fn tournaments_are_created_entered_and_left(store: &Store) {
    let [ada, bob, eve, kim] = people(store).await;
    let to = Tournament { most: 2, lowest: Some(1400), begins_at: Some(AT + 50), ..announced(ada.id) };
    assert_eq!(store.tournament(to.id).await, Ok(None));
    assert_eq!(store.enter(to.id, bob.id).await, Ok(EntryOutcome::Unknown));
    store.announce(&to, 2).await.unwrap();
    let kept = whole(store, to.id).await;
    assert_eq!((&kept.tournament, &kept.organiser), (&to, &Some(ada.name.clone())));
    // An organiser has a maximum number of tournaments.
    store.announce(&announced(ada.id), 2).await.unwrap();
    assert_eq!(store.announce(&announced(ada.id), 2).await, Err(StoreError::Conflict));
    let enter = async |account: &Account| store.enter(to.id, account.id).await.unwrap();
    assert_eq!((enter(&bob).await, enter(&bob).await), (EntryOutcome::Entered, EntryOutcome::Entered));
    store.add_relation(eve.id, Relation::Block, bob.id, AT, 9).await.unwrap();
    assert_eq!(enter(&eve).await, EntryOutcome::Blocked);
    store.remove_relation(eve.id, Relation::Block, bob.id).await.unwrap();
    store.add_relation(ada.id, Relation::Block, eve.id, AT, 9).await.unwrap();
    assert_eq!(enter(&eve).await, EntryOutcome::Blocked, "blocked by the organiser");
    store.remove_relation(ada.id, Relation::Block, eve.id).await.unwrap();
    assert_eq!((enter(&eve).await, enter(&kim).await), (EntryOutcome::Entered, EntryOutcome::Full));
    let listed = store.tournaments(&[Phase::Open], None, 999).await.unwrap();
    let one = listed.iter().find(|one| one.tournament.id == to.id).unwrap();
    assert_eq!((one.entrants, &one.organiser), (2, &Some(ada.name.clone())));
    assert_eq!(store.tournaments(&[Phase::Over, Phase::Cancelled], None, 999).await.unwrap(), []);
    let first = listed[0].tournament.id;
    let rest = store.tournaments(&[Phase::Open], Some(first), 999).await.unwrap();
    assert_eq!(rest, listed[1..]);
    // Before the start, withdrawing deletes the entry; excluded accounts cannot return.
    assert_eq!((store.leave(to.id, eve.id).await, store.leave(to.id, eve.id).await), (Ok(true), Ok(false)));
    assert_eq!(whole(store, to.id).await.entrants.len(), 1);
    assert_eq!(
        (enter(&eve).await, store.exclude(to.id, eve.id, None).await),
        (EntryOutcome::Entered, Ok(true))
    );
    assert_eq!(enter(&eve).await, EntryOutcome::Closed);
    let strong = Tournament { lowest: Some(1600), ..announced(bob.id) };
    store.announce(&strong, 9).await.unwrap();
    assert_eq!(store.enter(strong.id, kim.id).await, Ok(EntryOutcome::Range));
    assert_eq!(whole(store, to.id).await.entrants[0].rating, Some(1500));
    // Changes require the current version.
    let now = whole(store, to.id).await.tournament;
    let other = Tournament { name: "Summer cup".into(), begins_with: Some(2), most: 7, ..now.clone() };
    assert_eq!(store.amend(&Tournament { version: 0, ..other.clone() }, None).await, Err(StoreError::Conflict));
    store.amend(&other, None).await.unwrap();
    let kept = whole(store, to.id).await.tournament;
    assert_eq!(kept, Tournament { version: kept.version, ..other });
    assert!(kept.version > now.version && store.tournament_version(to.id).await == Ok(Some(kept.version)));
}

pub async fn a_tournament_is_paired_once(store: &Store) {
    let accounts: [Account; 3] = people(store).await;
    let to = announced(accounts[0].id);
    store.announce(&to, 9).await.unwrap();
    for account in &accounts {
        store.enter(to.id, account.id).await.unwrap();
    }
    let version = whole(store, to.id).await.tournament.version;
    assert_eq!(store.pair_round(to.id, version, &[]).await, Err(StoreError::Conflict), "not started");
    // Only one of several concurrent starts succeeds.
    let begun = join_all((0..4).map(|_| store.begin(to.id, version, &[2, 0, 1], AT + 1, None))).await;
    assert_eq!(begun.iter().filter(|begun| begun.is_ok()).count(), 1, "{begun:?}");
    let now = whole(store, to.id).await;
    let names: Vec<_> = now.entrants.iter().map(|entrant| (entrant.number, entrant.account)).collect();
    assert_eq!(names, [(0, Some(accounts[2].id)), (1, Some(accounts[0].id)), (2, Some(accounts[1].id))]);
    assert_eq!((now.tournament.phase, now.tournament.begun_at), (Phase::Running, Some(AT + 1)));
    // Only one of several concurrent pairings succeeds.
    let games: Vec<Game> = (0..4).map(|_| Game { pace: to.pace, ..game(&[]) }).collect();
    let rounds: Vec<_> = games
        .iter()
        .map(|game| {
            let begun = Begun { game: game.clone(), deadline: Some(AT + 77) };
            [(pairing(1, 0, 0, Some(1), Some(game.id)), Some(begun)), (pairing(1, 1, 2, None, None), None)]
        })
        .collect();
    let version = now.tournament.version;
    let done = join_all(rounds.iter().map(|round| store.pair_round(to.id, version, round))).await;
    let which: Vec<usize> = (0..4).filter(|at| done[*at].is_ok()).collect();
    assert_eq!(which.len(), 1, "{done:?}");
    let now = whole(store, to.id).await;
    let expected: Vec<Pairing> = rounds[which[0]].iter().map(|(pairing, _)| pairing.clone()).collect();
    assert_eq!((now.pairings.clone(), now.rounds()), (expected, 1));
    // Only the games of the successful pairing are stored.
    let id = games[which[0]].id;
    assert_eq!(store.read(id).await.unwrap().unwrap(), games[which[0]]);
    assert_eq!(store.players(id).await, Ok([Some(accounts[2].id), Some(accounts[0].id)]));
    assert_eq!(store.held(accounts[2].id, None, 9).await.unwrap()[0].seat, Seat::Side(Side::First));
    let found = TournamentGame { tournament: to.id, name: to.name.clone(), round: Some(1) };
    assert_eq!(store.tournament_of(id).await, Ok(Some(found)));
    assert_eq!(store.is_published(id).await, Ok(true), "public");
    for other in games.iter().filter(|game| game.id != id) {
        assert_eq!(store.read(other.id).await, Ok(None), "not stored");
    }
}

pub async fn results_are_recorded_once(store: &Store) {
    let [ada, bob] = people(store).await;
    let to = announced(ada.id);
    under_way(store, &to, &[ada.clone(), bob.clone()]).await;
    let resign = |side| Event::Resign { side };
    let moves = [mv("a1"), mv("b2")];
    // A turn of two moves: only one side has moved.
    let twice = moves.clone().map(|entry| Entry { mover: Some(Side::First), ..entry });
    let cases = [
        (&moves[..], ended(resign(Side::Second), "win-1 resignation"), Outcome::Won(Side::First)),
        (&moves[..1], ended(resign(Side::First), "win-2 resignation"), Outcome::Forfeit(Side::Second)),
        (&moves[..], ended(Event::Draw {}, "draw agreement"), Outcome::Drawn),
        (&moves[..], ended(Event::Flag { side: Side::First }, "win-2 time"), Outcome::Won(Side::Second)),
        (&[], ended(Event::Abort { side: Side::Second }, "aborted"), Outcome::Forfeit(Side::First)),
        (
            &moves[..1],
            ended(Event::Absent { side: Side::Second }, "win-1 no-show"),
            Outcome::Forfeit(Side::First),
        ),
        (&twice[..], ended(Event::Flag { side: Side::Second }, "win-1 time"), Outcome::Forfeit(Side::First)),
        (&moves[..1], ended(Event::Lapse {}, "aborted"), Outcome::Neither),
        (&moves[..1], ended(Event::Move { text: "c3".into() }, "win-1 goal"), Outcome::Won(Side::First)),
    ];
    for (round, (moves, end, outcome)) in (1..).zip(cases) {
        let game = paired(store, to.id, round, 0, 1).await;
        let before = whole(store, to.id).await.tournament.version;
        for (seq, entry) in (0..).zip(moves) {
            store.append(game.id, seq, entry, None).await.unwrap();
        }
        assert_eq!(store.outcome_by_record(game.id).await, Ok(None));
        assert_eq!(whole(store, to.id).await.tournament.version, before, "unchanged by moves");
        store.release_tournament(to.id, before, None).await.unwrap();
        let seq = moves.len() as u32;
        // Alternate between appending with and without conditional moves.
        match round % 2 {
            0 => store.append(game.id, seq, &end, None).await.unwrap(),
            _ => store.append_with_plans(game.id, seq, &[end], &[], None).await.unwrap(),
        }
        let now = whole(store, to.id).await;
        assert_eq!(now.pairings.last().unwrap().outcome, Some(outcome));
        assert_eq!(now.tournament.version, before + 1);
        assert_eq!(store.outcome_by_record(game.id).await, Ok(Some(outcome)));
        assert!(store.take_due(AT, AT + 1, 999).await.unwrap().contains(&to.id));
        // Later events change nothing.
        let again = ended(Event::Takeback { plies: 1 }, "ongoing");
        store.append(game.id, seq + 1, &again, None).await.unwrap();
        store.append(game.id, seq + 2, &ended(resign(Side::First), "win-2 resignation"), None).await.unwrap();
        assert_eq!(whole(store, to.id).await, now);
        assert_eq!(store.void_pairing(game.id, AT).await, Ok(false));
    }
    // If neither player arrives or the game is deleted, neither player gets points.
    for (round, gone) in [(20, false), (21, true)] {
        let game = paired_until(store, to.id, round, [1, 0], None).await;
        match gone {
            true => assert_eq!(store.forget_abandoned(game.id, i64::MAX).await, Ok(true)),
            false => assert_eq!(store.void_pairing(game.id, AT).await, Ok(true)),
        }
        let last = whole(store, to.id).await.pairings.pop().unwrap();
        assert_eq!((last.outcome, last.game), (Some(Outcome::Neither), (!gone).then_some(game.id)));
    }
}

pub async fn absent_entrants_are_out_until_they_return(store: &Store) {
    let [ada, bob, eve] = people(store).await;
    let to = Tournament { most: 2, ..announced(eve.id) };
    under_way(store, &to, &[ada.clone(), bob.clone()]).await;
    let out = async || {
        let now = whole(store, to.id).await;
        now.entrants.iter().map(|one| (one.absent, one.until_round)).collect::<Vec<_>>()
    };
    let (here, absent) = ((false, None), (true, Some(1)));
    let game = paired(store, to.id, 1, 0, 1).await;
    let no_show = ended(Event::Absent { side: Side::Second }, "win-1 no-show");
    store.append(game.id, 0, &no_show, None).await.unwrap();
    assert_eq!(out().await, [here, absent]);
    // They can return even if the tournament is full.
    assert_eq!(store.enter(to.id, eve.id).await, Ok(EntryOutcome::Entered));
    assert_eq!(store.enter(to.id, bob.id).await, Ok(EntryOutcome::Entered));
    assert_eq!(out().await, [here; 3]);
    // Neither player arrived.
    let game = paired(store, to.id, 2, 0, 1).await;
    store.append(game.id, 0, &ended(Event::Lapse {}, "aborted"), None).await.unwrap();
    assert_eq!(out().await, [(true, Some(2)), (true, Some(2)), here]);
    // An absent entrant can withdraw, and then cannot return once entry has closed.
    assert_eq!(store.leave(to.id, bob.id).await, Ok(true));
    assert_eq!(store.exclude(to.id, ada.id, None).await, Ok(true));
    assert_eq!(out().await, [(false, Some(2)), (false, Some(2)), here]);
    assert_eq!(store.enter(to.id, ada.id).await, Ok(EntryOutcome::Closed));
}

pub async fn late_entries_and_withdrawals_affect_pairings(store: &Store) {
    let [ada, bob, eve, kim, max] = people(store).await;
    let all = [ada.clone(), bob.clone(), eve.clone()];
    for (kind, admits) in [
        (TournamentKind::Swiss { rounds: 5 }, [true, true, false]),
        (TournamentKind::Arena { minutes: 9 }, [true, true, true]),
        (TournamentKind::RoundRobin { double: false }, [false, false, false]),
    ] {
        let to = Tournament { kind, ..announced(ada.id) };
        under_way(store, &to, &all).await;
        let mut entered = 3;
        for (round, (account, admits)) in (1..).zip([&kim, &max, &kim].into_iter().zip(admits)) {
            paired(store, to.id, round, 0, 1).await;
            if round == 3 {
                store.leave(to.id, kim.id).await.unwrap();
            }
            let came = store.enter(to.id, account.id).await.unwrap();
            assert_eq!(came == EntryOutcome::Entered, admits, "{kind:?}, round {round}");
            entered += u32::from(admits && round < 3);
            let now = whole(store, to.id).await;
            assert_eq!(now.entrants.len() as u32, entered);
            if admits && round < 3 {
                let late = now.entrant(account.id).unwrap();
                assert_eq!((late.number, late.from_round, late.until_round), (entered - 1, round + 1, None));
            }
        }
        // Entrants who withdraw stay in the list.
        assert_eq!(store.leave(to.id, bob.id).await, Ok(true));
        assert_eq!(whole(store, to.id).await.entrants[1].until_round, Some(3));
        let version = whole(store, to.id).await.tournament.version;
        store.request_byes(to.id, version, eve.id, &[4, 6]).await.unwrap();
        assert_eq!(store.request_byes(to.id, version, eve.id, &[5]).await, Err(StoreError::Conflict));
        assert_eq!(store.request_byes(to.id, version + 1, bob.id, &[5]).await, Err(StoreError::Missing));
        let now = whole(store, to.id).await;
        assert_eq!(now.entrant(eve.id).unwrap().byes, [4, 6]);
        store.close_tournament(to.id, now.tournament.version, Phase::Over, Some(AT + 3), None).await.unwrap();
        assert_eq!(store.enter(to.id, max.id).await, Ok(EntryOutcome::Closed));
        assert_eq!(store.leave(to.id, eve.id).await, Ok(false));
    }
    // Deleted and banned accounts are withdrawn; an entrant succeeds the organiser.
    let to = announced(max.id);
    under_way(store, &to, &all).await;
    let open = announced(max.id);
    store.announce(&open, 9).await.unwrap();
    for account in [&bob, &eve] {
        store.enter(open.id, account.id).await.unwrap();
    }
    paired(store, to.id, 1, 0, 1).await;
    let ban = decision(AppliedAction::Restrain(SanctionKind::Ban, None), eve.id);
    store.moderate(&ban).await.unwrap();
    for gone in [bob.id, max.id] {
        store.remove_account(gone).await.unwrap();
    }
    let now = whole(store, to.id).await;
    assert_eq!((now.tournament.organiser, now.organiser), (Some(ada.id), Some(ada.name)));
    let left = now.entrants.iter().map(|entrant| (entrant.account, entrant.until_round)).collect::<Vec<_>>();
    assert_eq!(left, [(Some(ada.id), None), (None, Some(1)), (Some(eve.id), Some(1))]);
    let empty = whole(store, open.id).await;
    assert_eq!((empty.entrants, empty.tournament.organiser), (vec![], None));
    // Entrants without an account cannot be paired.
    let pair = pairing(2, 0, 0, Some(1), None);
    let begun = Some(Begun { game: game(&[]), deadline: None });
    let round = [(pair, begun)];
    let stale = store.pair_round(to.id, now.tournament.version, &round).await;
    assert_eq!(stale, Err(StoreError::Conflict));
}

pub async fn tournaments_are_leased_to_one_process(store: &Store) {
    let [ada, bob] = people(store).await;
    let to = Tournament { begins_at: Some(AT + 50), ..announced(ada.id) };
    store.announce(&to, 9).await.unwrap();
    let take = async |now| store.take_due(now, now + 10, 999).await.unwrap().contains(&to.id);
    assert!(!take(AT + 49).await && take(AT + 50).await);
    assert!(!take(AT + 59).await && take(AT + 60).await, "the lease has expired");
    let version = whole(store, to.id).await.tournament.version;
    store.release_tournament(to.id, version, Some(AT + 90)).await.unwrap();
    assert!(!take(AT + 89).await);
    assert!(store.next_due().await.unwrap().is_some_and(|next| next <= AT + 90));
    // A change during the lease makes the tournament due again.
    assert!(take(AT + 90).await);
    store.enter(to.id, bob.id).await.unwrap();
    store.release_tournament(to.id, version, None).await.unwrap();
    assert!(take(AT + 91).await);
    // A moderator's cancellation is logged.
    let version = whole(store, to.id).await.tournament.version;
    let measure = AppliedAction::Tournament(TournamentAct::Cancel, to.name.clone());
    let log = Decision { reason: "spam".into(), ..decision(measure, ada.id) };
    let close = async |version| {
        store.close_tournament(to.id, version, Phase::Cancelled, Some(AT + 95), Some(&log)).await
    };
    assert_eq!((close(version - 1).await, close(version).await), (Err(StoreError::Conflict), Ok(())));
    assert_eq!(close(version + 1).await, Err(StoreError::Conflict), "already ended");
    let logged = store.moderation_log(Some(ada.id), None, 9).await.unwrap();
    assert_eq!(logged.len(), 1);
    assert_eq!(
        (&*logged[0].kind, &logged[0].name, &logged[0].detail, &*logged[0].reason),
        ("cancel", &Some(ada.name.clone()), &to.name, "spam")
    );
    let now = whole(store, to.id).await.tournament;
    assert_eq!((now.phase, now.ended_at), (Phase::Cancelled, Some(AT + 95)));
    assert!(!take(AT + 999).await, "not due any more");
}
