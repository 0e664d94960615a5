//! Tests that run on both SQLite and PostgreSQL; `sqlite.rs` and `postgres.rs` call them with a new store.

mod account_mail;
pub mod accounts;
mod api_tokens;
pub mod definitions;
mod deletion;
mod finished;
mod mail;
pub mod moderation;
mod people;
mod push;
mod puzzles;
pub mod ratings;
mod retention;
mod seeks;
mod studies;
mod tournaments;
mod versions;
mod watched;

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Side};
use entourage_record::{
    Access, Commitment, Entry, Event, Game, GameId, Grant, Key, Ledger, Player, PrivateText, Salt, Seat,
    SetupTerms, Verdict, Version,
};
use entourage_store::{
    ChatLimits, ChatMessage, Condition, FreeSide, QuestionLimits, Said, Standing, Store, StoreError,
    Subscribed, Written,
};
use futures_util::future::join_all;

pub fn game(moves: &[&str]) -> Game {
    Game {
        id: GameId::from_bits(entourage_store::random().unwrap()),
        spec: "game:option,repetition=3".into(),
        rules_version: "1.2".into(),
        start: "a start position w -".into(),
        start_status: Some("ongoing".into()),
        setup: None,
        enforcement: Enforcement::Enforced,
        pace: Pace::UNLIMITED,
        paired: None,
        arrivals: [None; 2],
        players: [Player::Human {}, Player::Computer { level: 3 }],
        rated: false,
        created_at: 1_790_000_000_123,
        entries: moves.iter().map(|text| entry(Event::Move { text: (*text).into() })).collect(),
    }
}

pub fn entry(event: Event) -> Entry {
    Entry { event, mover: None, status: Some("ongoing".into()), at: 1_790_000_001_456, deadline: None }
}

/// Returns an open side; the game stays private even after a player takes the side.
pub fn free(side: Side) -> FreeSide {
    FreeSide { side, watched: false }
}

pub fn mv(text: &str) -> Entry {
    entry(Event::Move { text: text.into() })
}

pub async fn run_all(store: &Store) {
    games_round_trip(store).await;
    events_are_appended_once_and_in_order(store).await;
    manual_turns_round_trip(store).await;
    one_of_several_concurrent_appends_succeeds(store).await;
    concurrent_appends_to_many_games_are_independent(store).await;
    setup_choices_round_trip(store).await;
    unusual_texts_round_trip(store).await;
    keys_open_their_seats(store).await;
    keys_are_replaced_before_the_first_event_only(store).await;
    an_open_side_is_taken_once(store).await;
    retention::abandoned_games_are_listed_and_deleted(store).await;
    retention::finished_and_recently_used_games_are_kept(store).await;
    games_are_public_or_private(store).await;
    watched::games_are_listed_to_watch_if_both_players_agreed(store).await;
    watched::listed_games_are_deleted_when_abandoned(store).await;
    chat_messages_are_stored_once_and_in_order(store).await;
    private_texts_belong_to_seats(store).await;
    events_and_conditional_moves_are_stored_together(store).await;
    versions::every_change_increments_the_version(store).await;
    versions::outdated_versions_are_rejected(store).await;
    outdated_texts_are_rejected(store).await;
    replaced_keys_cannot_write(store).await;
    deletion::a_game_is_deleted_when_both_players_agree(store).await;
    deletion::deletion_requests_are_limited_between_events(store).await;
    deletion::a_single_player_deletes_a_game_at_once(store).await;
    deletion::chat_messages_are_deleted_by_their_author(store).await;
    arrivals_and_deadlines_are_stored(store).await;
    definitions::definitions_are_stored_by_their_content(store).await;
    definitions::the_gallery_counts_and_orders_games(store).await;
    definitions::approval_for_ratings_is_per_version_and_logged(store).await;
    mail::subscriptions_are_confirmed_notified_and_cancelled(store).await;
    account_mail::addresses_must_be_confirmed(store).await;
    account_mail::recovery_links_are_valid_once(store).await;
    account_mail::changes_are_announced_by_e_mail(store).await;
    accounts::names_are_unique(store).await;
    accounts::sessions_expire_and_can_be_ended(store).await;
    accounts::the_last_credential_cannot_be_removed(store).await;
    accounts::revoking_access_keeps_only_what_is_named(store).await;
    accounts::recovery_codes_and_challenges_are_valid_once(store).await;
    accounts::seats_belong_to_accounts(store).await;
    accounts::deleting_an_account_keeps_its_games(store).await;
    ratings::games_are_rated_once_and_in_order(store).await;
    ratings::only_rated_games_between_two_accounts_are_rated(store).await;
    ratings::only_players_with_known_strength_are_ranked(store).await;
    ratings::games_that_were_not_played_are_not_rated(store).await;
    ratings::a_pair_counts_ten_times_a_day(store).await;
    ratings::wins_over_thrown_away_accounts_and_instant_resignations_are_held_back(store).await;
    ratings::deletions_do_not_change_the_ratings_of_others(store).await;
    seeks::seeks_are_accepted_once_and_by_suitable_players(store).await;
    seeks::matching_seeks_are_paired_at_once(store).await;
    seeks::challenges_are_for_a_single_account(store).await;
    seeks::seeks_expire_or_end_with_their_creator(store).await;
    seeks::blocked_players_are_not_paired(store).await;
    puzzles::puzzles_are_listed_and_deleted(store).await;
    puzzles::the_first_try_of_a_puzzle_counts(store).await;
    studies::edits_are_stored_once_and_by_editors_only(store).await;
    studies::studies_are_found_by_all_their_terms(store).await;
    moderation::roles_and_sanctions_are_stored_and_logged(store).await;
    moderation::reports_are_limited_listed_and_closed(store).await;
    moderation::rated_games_from_one_device_are_reported(store).await;
    people::accounts_follow_and_block_each_other(store).await;
    people::played_games_are_listed(store).await;
    tournaments::tournaments_are_created_entered_and_left(store).await;
    tournaments::a_tournament_is_paired_once(store).await;
    tournaments::results_are_recorded_once(store).await;
    tournaments::absent_entrants_are_out_until_they_return(store).await;
    tournaments::late_entries_and_withdrawals_affect_pairings(store).await;
    tournaments::tournaments_are_leased_to_one_process(store).await;
    api_tokens::tokens_are_valid_until_they_are_revoked(store).await;
    api_tokens::only_unused_accounts_become_bots(store).await;
    api_tokens::accounts_find_their_seats_and_extend_their_challenges(store).await;
    finished::public_finished_games_are_found(store).await;
    finished::finished_games_are_filtered(store).await;
    finished::finished_games_are_ordered_by_strength(store).await;
    finished::positions_are_found_with_the_next_moves(store).await;
    finished::games_are_indexed_once(store).await;
    finished::popular_positions_are_counted(store).await;
    push::the_server_key_is_drawn_once(store).await;
    push::devices_get_notifications_by_keys(store).await;
    push::devices_get_notifications_by_account(store).await;
}

async fn games_round_trip(store: &Store) {
    let (empty, begun) = (game(&[]), game(&["a1", "b2", "c3"]));
    assert_eq!(store.read(empty.id).await, Ok(None));
    store.create(&empty, &[]).await.unwrap();
    store.create(&begun, &[]).await.unwrap();
    assert_eq!(store.read(empty.id).await, Ok(Some(empty.clone())));
    assert_eq!(store.read(begun.id).await, Ok(Some(begun.clone())));

    let impostor = Game { spec: "other".into(), ..game(&["z9"]) };
    assert_eq!(store.create(&Game { id: begun.id, ..impostor }, &[]).await, Err(StoreError::Conflict));
    assert_eq!(store.read(begun.id).await, Ok(Some(begun)), "unchanged");
}

async fn manual_turns_round_trip(store: &Store) {
    for enforcement in Enforcement::ALL {
        let mut game = Game { enforcement, ..game(&[]) };
        store.create(&game, &[]).await.unwrap();
        let (side, text) = (Side::Second, "Pe2-e5;-a1".to_owned());
        let events = [
            Event::Turn { text },
            Event::Protest { side, verdict: Verdict::Upheld },
            Event::Turn { text: "pass".into() },
            Event::Protest { side, verdict: Verdict::Rejected },
        ];
        for (seq, event) in (0..).zip(events) {
            store.append(game.id, seq, &entry(event.clone()), None).await.unwrap();
            game.entries.push(entry(event));
        }
        assert_eq!(store.read(game.id).await, Ok(Some(game)));
    }
}

async fn events_are_appended_once_and_in_order(store: &Store) {
    let mut game = game(&["a1"]);
    assert_eq!(store.append(game.id, 0, &mv("a1"), None).await, Err(StoreError::Missing));
    store.create(&game, &[]).await.unwrap();
    let events = [
        mv("b2"),
        entry(Event::Takeback { plies: 2 }),
        Entry { status: None, ..mv("c3") },
        entry(Event::Resign { side: Side::Second }),
    ];
    for (index, event) in events.iter().enumerate() {
        let seq = index as u32 + 1;
        for wrong in [0, seq - 1, seq + 1, u32::MAX] {
            assert_eq!(
                store.append(game.id, wrong, event, None).await,
                Err(StoreError::Conflict),
                "{wrong} for {seq}"
            );
        }
        store.append(game.id, seq, event, None).await.unwrap();
        assert_eq!(store.append(game.id, seq, event, None).await, Err(StoreError::Conflict), "{seq} again");
        game.entries.push(event.clone());
    }
    assert_eq!(store.read(game.id).await, Ok(Some(game.clone())));
    let ledger = Ledger::of(game.entries.iter().map(|entry| &entry.event)).unwrap();
    assert_eq!((ledger.moves(), ledger.resigned()), (&["c3".to_owned()][..], Some(Side::Second)));
}

async fn one_of_several_concurrent_appends_succeeds(store: &Store) {
    let mut game = game(&[]);
    store.create(&game, &[]).await.unwrap();
    for seq in 0..20 {
        let entries: Vec<Entry> = (0..4).map(|runner| mv(&format!("by{runner}"))).collect();
        let results = join_all(entries.iter().map(|entry| store.append(game.id, seq, entry, None))).await;
        let winners: Vec<usize> = (0..4).filter(|&runner| results[runner].is_ok()).collect();
        assert_eq!(winners.len(), 1, "{results:?}");
        let losers = results.iter().filter(|result| **result == Err(StoreError::Conflict)).count();
        assert_eq!(losers, 3, "{results:?}");
        game.entries.push(entries[winners[0]].clone());
    }
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

async fn concurrent_appends_to_many_games_are_independent(store: &Store) {
    const GAMES: usize = 60;
    let mut games: Vec<Game> = (0..GAMES).map(|_| game(&[])).collect();
    for game in &games {
        store.create(game, &[]).await.unwrap();
    }
    let texts = ["a1", "é — 🦉\n\t\u{0}x", "", "\"quoted\" \\ 100 %"];
    for seq in 0..texts.len() as u32 {
        let text = |at: usize| texts[(at + seq as usize) % texts.len()];
        // The last events stop the clocks, so that other tests see no running clocks.
        let timed = |at: usize| at.is_multiple_of(3) && (seq as usize) < texts.len() - 1;
        let entries: Vec<Entry> = (0..GAMES)
            .map(|at| Entry { deadline: timed(at).then_some(7), ..mv(text(at)) })
            .map(|entry| Entry { status: entry.status.filter(|_| seq != 1), ..entry })
            .collect();
        // Some appends have wrong sequence numbers or game IDs.
        let strangers: Vec<GameId> =
            (0..3).map(|_| GameId::from_bits(entourage_store::random().unwrap())).collect();
        let wrong = strangers.iter().map(|id| (*id, seq, StoreError::Missing));
        let wrong: Vec<_> =
            wrong.chain(games[..3].iter().map(|game| (game.id, seq + 2, StoreError::Conflict))).collect();
        let early = wrong.iter().map(|(id, seq, _)| store.append(*id, *seq, &entries[0], None));
        let good = games.iter().zip(&entries).map(|(game, entry)| store.append(game.id, seq, entry, None));
        let (early, good) = tokio::join!(join_all(early), join_all(good));
        assert!(good.iter().all(Result::is_ok), "{good:?}");
        for (outcome, (_, _, expected)) in early.into_iter().zip(wrong) {
            assert_eq!(outcome, Err(expected));
        }
        for (game, entry) in games.iter_mut().zip(entries) {
            game.entries.push(entry);
        }
    }
    for game in games {
        assert_eq!(store.read(game.id).await, Ok(Some(game)));
    }
}

async fn setup_choices_round_trip(store: &Store) {
    let mut game = Game { setup: Some(SetupTerms { picks: 2, secret: true }), ..game(&[]) };
    store.create(&game, &[]).await.unwrap();
    for (seq, side) in Side::BOTH.into_iter().enumerate() {
        // The second side's choice is stored in an old format, without a salt and commitment.
        let setup = format!("a@B+c{seq}/=");
        let salt = (seq == 0).then(|| Salt::from_bits(entourage_store::random().unwrap()));
        let commitment = salt.map(|salt| Commitment::to(game.id, side, &setup, &salt));
        let entry = entry(Event::Setup { side, setup, salt, commitment });
        store.append(game.id, seq as u32, &entry, None).await.unwrap();
        game.entries.push(entry);
    }
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

async fn unusual_texts_round_trip(store: &Store) {
    let mut game = game(&["", "'; DROP TABLE events; --", "é — 🦉\n\t\u{0}x"]);
    game.start_status = None;
    game.start = "\"quoted\" 100 %".into();
    store.create(&game, &[]).await.unwrap();
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

fn grant(seat: Seat, host: bool) -> (Key, Grant) {
    let key = Key::from_bits(entourage_store::random().unwrap());
    (key, Grant { key: key.hash(), seat, host, account: None })
}

async fn keys_open_their_seats(store: &Store) {
    let (one, two, mallory) = (game(&[]), game(&[]), grant(Seat::Both, true));
    let seats = [Seat::Side(Side::First), Seat::Side(Side::Second), Seat::Watch];
    let grants = seats.map(|seat| grant(seat, seat == Seat::Side(Side::Second)));
    store.create(&one, &grants.map(|(_, grant)| grant)).await.unwrap();
    for (key, Grant { seat, host, .. }) in grants {
        assert_eq!(
            store.access(key.hash()).await,
            Ok(Some(Access { game: one.id, seat, host, key: Some(key.hash()), account: None }))
        );
        assert_eq!(store.access(key.next().hash()).await, Ok(None));
    }
    assert_eq!(store.create(&two, &[mallory.1, grants[0].1]).await, Err(StoreError::Conflict));
    assert_eq!(store.read(two.id).await, Ok(None), "all or nothing");
    assert_eq!(store.access(mallory.0.hash()).await, Ok(None), "all or nothing");

    let (key, late) = grant(Seat::Watch, false);
    assert_eq!(store.admit(two.id, &late).await, Err(StoreError::Missing));
    assert_eq!(store.admit(one.id, &late).await, Err(StoreError::Conflict), "the seat is taken");
    assert_eq!(store.access(key.hash()).await, Ok(None));
    store.create(&two, &[]).await.unwrap();
    for _ in 0..2 {
        store.admit(two.id, &late).await.unwrap();
    }
    assert_eq!(store.admit(two.id, &Grant { seat: Seat::Both, ..late }).await, Err(StoreError::Conflict));
    assert_eq!(store.admit(two.id, &grant(Seat::Watch, false).1).await, Err(StoreError::Conflict));
    assert_eq!(store.access(key.hash()).await.unwrap().unwrap().seat, Seat::Watch);
}

async fn keys_are_replaced_before_the_first_event_only(store: &Store) {
    let game = game(&[]);
    let ((host, first), (old, second)) =
        (grant(Seat::Side(Side::First), true), grant(Seat::Side(Side::Second), false));
    let (new, other) = grant(Seat::Side(Side::Second), false);
    let by = host.hash();
    assert_eq!(store.replace(game.id, &other, by).await, Err(StoreError::Missing));
    store.create(&game, &[first, second]).await.unwrap();
    let stranger = grant(Seat::Side(Side::First), true).0;
    for asks in [&old, &new, &stranger] {
        assert_eq!(
            store.replace(game.id, &other, asks.hash()).await,
            Err(StoreError::Missing),
            "not the host's key"
        );
    }
    for paper in [PrivateText::Notes, PrivateText::Plan] {
        for seat in [first.seat, second.seat] {
            store.set_private_text(game.id, seat, paper, "x", Condition::default()).await.unwrap();
        }
    }
    store.replace(game.id, &other, by).await.unwrap();
    assert_eq!(store.access(old.hash()).await, Ok(None));
    for paper in [PrivateText::Notes, PrivateText::Plan] {
        assert_eq!(store.private_text(game.id, second.seat, paper).await.unwrap().unwrap_or_default(), "");
        assert_eq!(store.private_text(game.id, first.seat, paper).await, Ok(Some("x".to_owned())));
    }
    let access = |key: &Key, seat, host| {
        Ok(Some(Access { game: game.id, seat, host, key: Some(key.hash()), account: None }))
    };
    assert_eq!(store.access(new.hash()).await, access(&new, Seat::Side(Side::Second), false));
    assert_eq!(store.access(host.hash()).await, access(&host, Seat::Side(Side::First), true));
    assert_eq!(store.replace(game.id, &Grant { key: first.key, ..other }, by).await, Err(StoreError::Conflict));
    assert_eq!(store.access(new.hash()).await, access(&new, Seat::Side(Side::Second), false), "unchanged");
    // Only one of several concurrent replacements succeeds, and only its new key gives access to the seat.
    let own = [(); 4].map(|()| grant(Seat::Side(Side::First), true));
    let results = join_all(own.iter().map(|(_, grant)| store.replace(game.id, grant, by))).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let mut open = Vec::new();
    for ((key, _), result) in own.iter().zip(&results) {
        assert_eq!(store.access(key.hash()).await.unwrap().is_some(), result.is_ok());
        open.extend(result.is_ok().then(|| key.hash()));
    }
    store.append(game.id, 0, &mv("a1"), None).await.unwrap();
    assert_eq!(store.replace(game.id, &second, open[0]).await, Err(StoreError::Conflict));
    assert_eq!(store.access(new.hash()).await, access(&new, Seat::Side(Side::Second), false));
}

async fn an_open_side_is_taken_once(store: &Store) {
    let at = game(&[]).created_at;
    let games = [0, 1, 2].map(|later| Game { created_at: at + later, ..game(&[]) });
    let side = Side::Second;
    for game in &games {
        store.create_open(game, &[grant(Seat::Side(Side::First), true).1], free(side)).await.unwrap();
        assert_eq!(store.create_open(game, &[], free(!side)).await, Err(StoreError::Conflict));
    }
    let listed = async |since, most| {
        let list = store.invitations(since, None, most).await.unwrap();
        list.iter().map(|one| (one.game, one.side, one.at)).collect::<Vec<_>>()
    };
    let all: Vec<_> = [2, 1, 0].map(|later| (games[later].id, side, at + later as i64)).to_vec();
    assert_eq!(listed(0, 10).await, all);
    assert_eq!((listed(at + 1, 10).await, listed(0, 1).await), (all[..2].to_vec(), all[..1].to_vec()));
    // A page can continue after an invitation that was taken in the meantime.
    for (after, rest) in [(0, &all[1..]), (1, &all[2..]), (2, &all[3..])] {
        let page = store.invitations(0, Some(all[after].0), 10).await.unwrap();
        assert_eq!(
            page.iter().map(|one| one.game).collect::<Vec<_>>(),
            rest.iter().map(|one| one.0).collect::<Vec<_>>()
        );
    }
    let names = games.each_ref().map(|game| game.id);
    let mut offered = store.offered(&names, at + 1).await.unwrap();
    offered.sort_by_key(|id| names.iter().position(|name| name == id));
    assert_eq!(offered, names[1..]);
    let one = &store.invitations(0, None, 1).await.unwrap()[0];
    assert_eq!((&one.spec, &one.rules_version), (&games[2].spec, &games[2].rules_version));

    let runners = [(); 4].map(|()| grant(Seat::Side(side), false));
    let id = games[1].id;
    let wrong = grant(Seat::Side(Side::First), false).1;
    for refused in [wrong, Grant { seat: Seat::Watch, ..wrong }] {
        assert_eq!(store.join(id, &refused).await, Err(StoreError::Conflict));
    }
    let results = join_all(runners.iter().map(|(_, grant)| store.join(id, grant))).await;
    let winners: Vec<usize> = (0..4).filter(|&runner| results[runner].is_ok()).collect();
    assert_eq!(winners.len(), 1, "{results:?}");
    let winner = runners[winners[0]];
    store.join(id, &winner.1).await.unwrap();
    let access =
        Access { game: id, seat: Seat::Side(side), host: false, key: Some(winner.0.hash()), account: None };
    assert_eq!(store.access(winner.0.hash()).await, Ok(Some(access)));
    store.withdraw(games[0].id).await.unwrap();
    assert_eq!(store.join(games[0].id, &runners[0].1).await, Err(StoreError::Conflict));
    assert_eq!(listed(0, 10).await, all[..1]);
}

async fn games_are_public_or_private(store: &Store) {
    let (one, other) = (game(&[]), game(&[]));
    assert_eq!(store.publish(one.id, Some(1), None).await, Err(StoreError::Missing));
    store.publish(one.id, None, None).await.unwrap();
    for game in [&one, &other] {
        store.create(game, &[]).await.unwrap();
    }
    for at in [1, 2] {
        assert_eq!(store.publish(one.id, Some(at), None).await, Ok(at == 1));
        assert_eq!(
            (store.is_published(one.id).await, store.is_published(other.id).await),
            (Ok(true), Ok(false))
        );
    }
    for changed in [true, false] {
        assert_eq!(store.publish(one.id, None, None).await, Ok(changed));
        assert_eq!(store.is_published(one.id).await, Ok(false));
    }
}

async fn chat_messages_are_stored_once_and_in_order(store: &Store) {
    let game = game(&[]);
    let limits = ChatLimits { most: 4, most_recent: 2, span: 1000 };
    let remark = |side, token: &str, at| ChatMessage {
        side,
        token: token.into(),
        text: format!("{token} é\u{0}<b>"),
        at,
    };
    let first = remark(Side::First, "a", 0);
    assert_eq!(store.add_chat_message(game.id, &first, limits, None).await, Err(StoreError::Missing));
    store.create(&game, &[]).await.unwrap();
    assert_eq!(store.chat_messages(game.id, 0, 9).await, Ok(Vec::new()));
    let other = remark(Side::Second, "a", 0);
    for _ in 0..2 {
        assert_eq!(store.add_chat_message(game.id, &first, limits, None).await, Ok(Said::At(0)), "sent again");
        assert_eq!(
            store.add_chat_message(game.id, &other, limits, None).await,
            Ok(Said::At(1)),
            "tokens are per side"
        );
    }
    let second = remark(Side::First, "b", 999);
    assert_eq!(store.add_chat_message(game.id, &second, limits, None).await, Ok(Said::At(2)));
    assert_eq!(
        store.add_chat_message(game.id, &remark(Side::First, "c", 999), limits, None).await,
        Ok(Said::TooFast)
    );
    let later = [remark(Side::First, "c", 2000), remark(Side::First, "d", 3001)];
    assert_eq!(store.add_chat_message(game.id, &later[0], limits, None).await, Ok(Said::At(3)));
    assert_eq!(store.add_chat_message(game.id, &later[1], limits, None).await, Ok(Said::At(4)));
    assert_eq!(
        store.add_chat_message(game.id, &remark(Side::First, "e", 9000), limits, None).await,
        Ok(Said::TooMuch)
    );
    assert_eq!(store.add_chat_message(game.id, &first, limits, None).await, Ok(Said::At(0)), "sent again");
    let all = [&[first, other, second][..], &later].concat();
    assert_eq!(store.chat_messages(game.id, 0, 9).await, Ok(all.clone()));
    assert_eq!(store.chat_messages(game.id, 1, 2).await, Ok(all[1..3].to_vec()));
    assert_eq!(store.chat_messages(game.id, 5, 9).await, Ok(Vec::new()));
}

async fn private_texts_belong_to_seats(store: &Store) {
    let game = game(&[]);
    let (one, two) = (Seat::Side(Side::First), Seat::Side(Side::Second));
    assert_eq!(
        store.set_private_text(game.id, one, PrivateText::Notes, "x", Condition::default()).await,
        Err(StoreError::Missing)
    );
    store.create(&game, &[]).await.unwrap();
    let kept = [
        (one, PrivateText::Notes),
        (two, PrivateText::Notes),
        (one, PrivateText::Plan),
        (Seat::Both, PrivateText::Notes),
    ];
    for (seat, paper) in kept {
        assert_eq!(store.private_text(game.id, seat, paper).await, Ok(None));
    }
    for (index, (seat, paper)) in kept.into_iter().enumerate() {
        store.set_private_text(game.id, seat, paper, "earlier", Condition::default()).await.unwrap();
        store
            .set_private_text(game.id, seat, paper, &format!("'; {index}\n"), Condition::default())
            .await
            .unwrap();
    }
    for (index, (seat, paper)) in kept.into_iter().enumerate() {
        assert_eq!(store.private_text(game.id, seat, paper).await, Ok(Some(format!("'; {index}\n"))));
    }
    store.set_private_text(game.id, one, PrivateText::Notes, "", Condition::default()).await.unwrap();
    assert_eq!(store.private_text(game.id, one, PrivateText::Notes).await, Ok(None));
    assert!(store.private_text(game.id, one, PrivateText::Plan).await.unwrap().is_some());
}

async fn outdated_texts_are_rejected(store: &Store) {
    let game = game(&[]);
    let seat = Seat::Side(Side::First);
    store.create(&game, &[]).await.unwrap();
    let keep = async |text: &str, read: &str| {
        let condition = Condition { version: Some(Version::of(read)), by: None, game: None };
        store.set_private_text(game.id, seat, PrivateText::Notes, text, condition).await.unwrap()
    };
    assert_eq!(keep("b", "a").await, Written::Stale(String::new()));
    assert_eq!(keep("a", "").await, Written::Kept);
    assert_eq!(keep("b", "a").await, Written::Kept);
    assert_eq!(keep("c", "a").await, Written::Stale("b".into()));
    assert_eq!(keep("b", "a").await, Written::Kept, "sent again");
    assert_eq!(keep("", "a").await, Written::Stale("b".into()));
    assert_eq!(store.private_text(game.id, seat, PrivateText::Notes).await, Ok(Some("b".to_owned())));
    assert_eq!(keep("", "b").await, Written::Kept);
    assert_eq!(store.private_text(game.id, seat, PrivateText::Notes).await, Ok(None));
}

async fn replaced_keys_cannot_write(store: &Store) {
    let game = game(&[]);
    let (host, first) = grant(Seat::Side(Side::First), true);
    let (old, second) = grant(Seat::Side(Side::Second), false);
    let (new, other) = grant(Seat::Side(Side::Second), false);
    store.create(&game, &[first, second]).await.unwrap();
    store.replace(game.id, &other, host.hash()).await.unwrap();
    let limits = ChatLimits { most: 4, most_recent: 4, span: 1000 };
    let remark = ChatMessage { side: Side::Second, token: "a".into(), text: "a".into(), at: 0 };
    let subscription = mail::subscription(game.id, Side::Second, "eve@example.org", 0);
    let questions = QuestionLimits { most: 2, span: 1000 };
    for (key, wanted) in [(&old, Err(StoreError::Missing)), (&new, Ok(()))] {
        let by = Some(key.hash());
        let condition = Condition { by, version: None, game: None };
        for paper in [PrivateText::Notes, PrivateText::Plan] {
            let kept = store.set_private_text(game.id, second.seat, paper, "x", condition).await;
            assert_eq!(kept, wanted.clone().map(|()| Written::Kept));
        }
        assert_eq!(
            store.add_chat_message(game.id, &remark, limits, by).await,
            wanted.clone().map(|()| Said::At(0))
        );
        assert_eq!(store.publish(game.id, Some(1), by).await.map(|_| ()), wanted.clone());
        let asked = store.subscribe(&subscription, questions, by).await;
        assert_eq!(asked, wanted.map(|()| Subscribed::Asked));
    }
    store.unsubscribe(subscription.token).await.unwrap();
}

async fn events_and_conditional_moves_are_stored_together(store: &Store) {
    let mut game = game(&["a1"]);
    let seat = Seat::Side(Side::First);
    let entries = [mv("b2"), mv("c3"), entry(Event::Resign { side: Side::First })];
    let plans = |text: &str| [(seat, text.to_owned())];
    assert_eq!(
        store.append_with_plans(game.id, 0, &entries, &plans("x"), None).await,
        Err(StoreError::Missing)
    );
    store.create(&game, &[]).await.unwrap();
    for wrong in [0, 2, 4] {
        let stale = store.append_with_plans(game.id, wrong, &entries, &plans("x"), None).await;
        assert_eq!(stale, Err(StoreError::Conflict));
    }
    assert_eq!(store.private_text(game.id, seat, PrivateText::Plan).await, Ok(None), "all or nothing");
    assert_eq!(store.read(game.id).await, Ok(Some(game.clone())), "all or nothing");
    store.append_with_plans(game.id, 1, &entries[..1], &plans("left"), None).await.unwrap();
    assert_eq!(store.private_text(game.id, seat, PrivateText::Plan).await, Ok(Some("left".into())));
    store.append_with_plans(game.id, 2, &entries[1..], &plans(""), None).await.unwrap();
    assert_eq!(store.private_text(game.id, seat, PrivateText::Plan).await, Ok(None));
    game.entries.extend(entries);
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

async fn arrivals_and_deadlines_are_stored(store: &Store) {
    let pace: Pace = "correspondence grace=3d vacation=14d".parse().unwrap();
    let (mut one, two) = (Game { pace, ..game(&[]) }, Game { pace, ..game(&[]) });
    for game in [&one, &two] {
        store.create(game, &[]).await.unwrap();
        assert_eq!(store.read(game.id).await.as_ref(), Ok(&Some(game.clone())));
    }
    let at = one.created_at;
    let unknown = game(&[]).id;
    assert_eq!(store.arrive(unknown, Side::First, at, None, None).await, Err(StoreError::Missing));
    assert_eq!(store.correct_deadline(unknown, at, Some(at)).await, Ok(()));
    assert_eq!(store.take_deadlines(i64::MAX, 0, 9).await, Ok(vec![]));
    // Only the first arrival counts.
    store.arrive(one.id, Side::Second, at + 5, None, None).await.unwrap();
    store.arrive(one.id, Side::Second, at + 9, None, None).await.unwrap();
    store.arrive(one.id, Side::First, at + 7, Some(at + 100), None).await.unwrap();
    one.arrivals = [Some(at + 7), Some(at + 5)];
    assert_eq!(store.read(one.id).await, Ok(Some(one.clone())));
    // Replacing a key deletes the arrival and the deadline.
    let ((host, second), (_, first)) =
        (grant(Seat::Side(Side::Second), true), grant(Seat::Side(Side::First), false));
    store.admit(one.id, &second).await.unwrap();
    store.replace(one.id, &first, host.hash()).await.unwrap();
    one.arrivals[0] = None;
    assert_eq!(store.read(one.id).await, Ok(Some(one.clone())));
    assert_eq!(store.take_deadlines(i64::MAX, 0, 9).await, Ok(vec![]));
    // An event and its deadline are stored in one transaction.
    let timed = |deadline| Entry { deadline: Some(at + deadline), ..mv("a1") };
    store.append(one.id, 0, &timed(300), None).await.unwrap();
    assert_eq!(store.append(one.id, 0, &timed(1), None).await, Err(StoreError::Conflict));
    store.arrive(two.id, Side::First, at, Some(at + 150), None).await.unwrap();
    // A correction of an outdated deadline is ignored.
    for late in [Some(at + 900), None] {
        store.correct_deadline(two.id, at + 149, late).await.unwrap();
        assert_eq!(store.take_deadlines(i64::MAX, 0, 1).await, Ok(vec![(two.id, at + 150)]));
    }
    store.correct_deadline(two.id, at + 150, Some(at + 200)).await.unwrap();
    let both = vec![(two.id, at + 200), (one.id, at + 300)];
    assert_eq!(store.take_deadlines(i64::MAX, 0, 9).await.as_ref(), Ok(&both));
    assert_eq!(store.take_deadlines(i64::MAX, 0, 1).await.as_ref(), Ok(&both[..1].to_vec()));
    assert_eq!(store.next_deadline().await, Ok(Some(at + 200)));
    assert_eq!(store.take_deadlines(at + 199, at + 999, 9).await, Ok(vec![]));
    assert_eq!(store.take_deadlines(at + 200, at + 400, 9).await.as_ref(), Ok(&both[..1].to_vec()));
    assert_eq!(store.take_deadlines(at + 201, at + 999, 9).await, Ok(vec![]));
    assert_eq!(store.next_deadline().await, Ok(Some(at + 300)));
    assert_eq!(store.take_deadlines(at + 400, at + 500, 9).await.as_ref(), Ok(&both));
    store.correct_deadline(one.id, at + 300, Some(at + 350)).await.unwrap();
    assert_eq!(store.take_deadlines(at + 400, at + 500, 9).await, Ok(vec![(one.id, at + 350)]));
    assert_eq!(store.next_deadline().await, Ok(Some(at + 500)));
    let flag = entry(Event::Flag { side: Side::Second });
    store.append(one.id, 1, &flag, None).await.unwrap();
    store.correct_deadline(two.id, at + 200, None).await.unwrap();
    assert_eq!(store.take_deadlines(i64::MAX, 0, 9).await, Ok(vec![]));
    one.entries = vec![timed(300), flag];
    assert_eq!(store.read(one.id).await, Ok(Some(one)));
    let open = Game { pace, created_at: at + 1_000_000, ..game(&[]) };
    store.create_open(&open, &[], free(Side::First)).await.unwrap();
    assert_eq!(store.invitations(at + 1_000_000, None, 1).await.unwrap()[0].pace, pace);
    store.withdraw(open.id).await.unwrap();
}

/// Tests that a game can be read consistently while it is being written, through the same store or another one.
pub async fn games_are_read_consistently(writer: &Store, reader: &Store) {
    const EVENTS: u32 = 400;
    let game = game(&[]);
    writer.create(&game, &[]).await.unwrap();
    // Each transaction adds an event, and sets both sides' conditional moves to the new number of events.
    let write = async {
        for seq in 0..EVENTS {
            let plans = Side::BOTH.map(|side| (Seat::Side(side), (seq + 1).to_string()));
            writer.append_with_plans(game.id, seq, &[mv(&seq.to_string())], &plans, None).await.unwrap();
        }
    };
    let read = async {
        loop {
            let Standing { game: read, plans, version } =
                reader.read_with_plans(game.id).await.unwrap().unwrap();
            let count = read.entries.len();
            assert!(version >= count as i64);
            let kept = (count > 0).then(|| count.to_string());
            assert_eq!(plans, [kept.clone(), kept]);
            if count == EVENTS as usize {
                return;
            }
        }
    };
    tokio::join!(write, read);
}
