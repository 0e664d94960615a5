use std::sync::atomic::{AtomicUsize, Ordering};

use entourage_record::Event;
use futures_util::future::join_all;

use super::*;

fn hub_and_game() -> (Arc<Hub>, GameId) {
    let game = GameId::from_bits(entourage_store::random().unwrap());
    (Hub::new(Duration::from_secs(25), true), game)
}

fn progress(version: i64, events: usize) -> Progress {
    Progress { version, events }
}

fn moves(count: usize) -> Vec<Entry> {
    let event = Event::Move { text: "e2e4".into() };
    vec![Entry { event, mover: Some(Side::First), status: None, at: 0, deadline: None }; count]
}

/// Reports a version, as a process of the previous release or the poll at a heartbeat does.
fn hear(hub: &Hub, game: GameId, version: i64) {
    hub.hear(game, Change::to_version(version));
}

#[test]
fn rooms_count_changes_and_guests_and_close_after_the_last() {
    let (hub, game) = hub_and_game();
    hub.tell(game, progress(4, 1), &moves(1));
    let mut first = hub.enter(game, Seat::Side(Side::First));
    let watching = hub.enter(game, Seat::Watch);
    let both = hub.enter(game, Seat::Both);
    assert_eq!(first.pulse(), Pulse { players: [2, 1], watchers: 1, ..Pulse::default() });
    drop((watching, both));
    hub.tell(game, progress(5, 2), &moves(1));
    hub.tell_keys(game);
    hub.tell_remarks(game);
    hub.tell_clocks(game);
    hub.tell_ratings(game);
    hub.tell_lobby();
    hub.tell_unsaid(game);
    hub.tell_wishes(game);
    assert_eq!(
        first.pulse(),
        Pulse {
            version: 5,
            events: 1,
            remarks: 1,
            unsaid: 1,
            wishes: 1,
            clocks: 1,
            ratings: 1,
            keys: 1,
            players: [1, 0],
            watchers: 0
        }
    );
    drop(first);
    assert!(lock(&hub.rooms).is_empty());
    let PendingReports { changed, moved, lobby, tournaments, accounts, studies, readers } = hub.untold();
    assert!(tournaments.is_empty() && accounts.is_empty() && studies.is_empty() && readers.is_empty());
    assert!(lobby && !hub.untold().lobby && *hub.lobby().borrow() == 1);
    // Something other than events has changed, so the version is unknown.
    assert_eq!(changed, HashMap::from([(game, Change::UNKNOWN)]));
    assert!(moved.contains(&game) && hub.untold().changed.is_empty());
    hub.tell(game, progress(9, 3), &moves(1));
    hub.tell_arrival(game, progress(10, 3));
    assert_eq!(hub.untold().changed, HashMap::from([(game, Change::to_version(10))]));
    hub.tell(game, progress(11, 4), &moves(1));
    hub.tell(game, progress(13, 6), &moves(2));
    let told = Change { version: Some(13), events: Events::of(3, &moves(3)) };
    assert_eq!(hub.untold().changed, HashMap::from([(game, told)]), "the events themselves");
}

#[test]
fn presence_on_other_processes_is_added_and_expires() {
    let (hub, game) = hub_and_game();
    let presence = Presence { players: [0, 1], watchers: 2, ..Presence::default() };
    hub.hear_of(game, 7, presence, Instant::now() + FRESH);
    let mut guest = hub.enter(game, Seat::Side(Side::First));
    let known = guest.pulse();
    assert_eq!((known.players, known.watchers), ([1, 1], 2));
    assert!(hub.is_here(game, Side::Second) && hub.watchers(game) == 2);
    std::thread::sleep(FRESH);
    hub.expire();
    assert_eq!(guest.pulse().players, [1, 0]);
}

#[tokio::test]
async fn changes_by_other_processes_are_read_once_and_classified() {
    let (hub, game) = hub_and_game();
    let mut guest = hub.enter(game, Seat::Watch);
    guest.knows(progress(5, 2));
    let idle = || lock(&hub.behind).is_empty();
    let mut heard = Pulse { version: 5, ..guest.pulse() };
    let mut since = |guest: &mut Guest| {
        let pulse = guest.pulse();
        let known = std::mem::replace(&mut heard, pulse);
        (pulse.events - known.events, pulse.remarks - known.remarks, pulse.ratings - known.ratings)
    };
    // Known versions and local changes cause no new read, however often they are reported.
    hear(&hub, game, 5);
    hub.tell(game, progress(6, 3), &moves(1));
    hub.tell_arrival(game, progress(7, 3));
    hear(&hub, game, 7);
    assert!(idle() && since(&mut guest) == (1, 0, 0));
    // Followers are notified only after the game was read, once for several reports.
    hub.confirm(game);
    hear(&hub, game, 9);
    hear(&hub, game, 8);
    assert!(!hub.is_sure(game) && since(&mut guest) == (0, 0, 0));
    assert_eq!(hub.behind().await, HashMap::from([(game, Change::to_version(9))]));
    assert!(idle());
    hub.learn(game, progress(9, 5), false);
    assert_eq!((since(&mut guest), guest.pulse().version), ((1, 0, 0), 9), "events only");
    hub.learn(game, progress(9, 5), false);
    hub.learn(game, progress(8, 4), false);
    hear(&hub, game, 9);
    assert!(idle() && since(&mut guest) == (0, 0, 0));
    hub.learn(game, progress(10, 6), true);
    assert_eq!(since(&mut guest), (1, 0, 1), "an end changes ratings");
    hub.learn(game, progress(12, 7), false);
    assert_eq!(since(&mut guest), (1, 1, 1), "more than events");
    // A local change does not hide an earlier remote one.
    hub.tell(game, progress(14, 8), &moves(1));
    hear(&hub, game, 14);
    assert!(!idle());
    hub.hear(game, Change::UNKNOWN);
    assert_eq!(since(&mut guest), (2, 1, 1), "deleted");
}

#[tokio::test]
async fn shared_messages_are_read_once() {
    let (hub, game) = hub_and_game();
    let mut guests = [(); 50].map(|()| hub.enter(game, Seat::Watch));
    for times in 1..4_u8 {
        hub.tell_keys(game);
        let mut read = 0;
        for guest in &mut guests {
            let pulse = guest.pulse();
            let names = guest.names(pulse);
            let told = names.get_or_init(async || {
                read += 1;
                Some(times.to_string().into())
            });
            assert_eq!(told.await.as_deref(), Some(times.to_string().as_str()));
        }
        assert_eq!(read, 1);
    }
}

#[tokio::test]
async fn concurrent_reads_are_bounded() {
    let hub = Hub::new(Duration::from_secs(25), true);
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let read = async || {
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        tokio::task::yield_now().await;
        now.fetch_sub(1, Ordering::SeqCst);
    };
    join_all((0..500).map(|_| hub.in_turn(read()))).await;
    assert_eq!(most.into_inner(), READ_CONCURRENCY);
}

#[tokio::test]
async fn guests_are_notified_of_changes_while_they_were_busy() {
    let (hub, game) = hub_and_game();
    let mut guest = hub.enter(game, Seat::Watch);
    let known = guest.pulse();
    let news = News { from: 3, to: 4, pulse: known.events, text: "x".into(), at: Instant::now() };
    guest.keep(news.clone());
    assert_eq!(guest.news(3, known).map(|news| news.to), Some(4));
    assert!(guest.news(2, known).is_none(), "the follower has fewer events");
    assert!(guest.news(3, Pulse { events: known.events + 1, ..known }).is_none(), "there are newer events");
    guest.keep(News { at: Instant::now() - 2 * FRESH, ..news });
    assert!(guest.news(3, known).is_none(), "the clocks are outdated");
    (1..=1000).for_each(|count| hub.tell(game, Progress { version: count as i64, events: count }, &moves(1)));
    guest.changed().await;
    assert_eq!(guest.pulse().events, known.events + 1000);
    let admission = hub.admit().unwrap();
    let closing = tokio::spawn({
        let hub = Arc::clone(&hub);
        async move { hub.closing().await }
    });
    let closed = tokio::spawn(async move { hub.close().await });
    closing.await.unwrap();
    drop(admission);
    closed.await.unwrap();
}
