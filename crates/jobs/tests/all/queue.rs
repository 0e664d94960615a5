//! Jobs on a NATS server with JetStream, under a prefix of each test's own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use entourage_jobs::{Done, Job, NatsAddress, Patience, Queue, Unqueued, Worked, work};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const GAME: &str = include_str!("../../../../variants/dobutsu.game");

/// Nobody waits long in a test.
const QUICK: Patience = Patience {
    silence: Duration::from_millis(900),
    look: Duration::from_millis(300),
    answer: Duration::from_secs(5),
};

/// The NATS server for tests, and a prefix of a test's own; where none is named the test is skipped and says so, and where all is tested it
/// fails.
fn nats() -> Option<(NatsAddress, String)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    const ADDRESS: &str = "ENTOURAGE_TEST_NATS";
    let Ok(address) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} names no server");
        eprintln!("skipped: {ADDRESS} names no server");
        return None;
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos();
    let own = format!("test-{}-{now}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Some((address.parse().unwrap(), own))
}

/// Takes the streams of a test away again.
async fn tidy(address: &NatsAddress, prefix: &str) {
    let client = async_nats::connect(address.secret()).await.unwrap();
    let context = async_nats::jetstream::new(client);
    for kind in ["jobs", "done"] {
        let _ = context.delete_stream(format!("{prefix}_{kind}")).await;
    }
}

/// A job that takes so long at most, unlike any other by its number of plies.
fn job(games: u32, plies: u32, most_ms: u64) -> Job {
    Job::Trial { texts: vec![GAME.to_owned()], games, plies, most_ms }
}

struct Worker {
    end: oneshot::Sender<()>,
    working: JoinHandle<Result<Worked, String>>,
}

impl Worker {
    fn hire(address: &NatsAddress, prefix: &str) -> Self {
        let (end, ended) = oneshot::channel();
        let (address, prefix) = (address.clone(), prefix.to_owned());
        let working = tokio::spawn(async move {
            work(&address, &prefix, QUICK, 1, async {
                let _ = ended.await;
            })
            .await
        });
        Self { end, working }
    }

    async fn end(self) -> u64 {
        self.end.send(()).unwrap();
        self.working.await.unwrap().unwrap().jobs
    }
}

/// Waits until somebody is at work.
async fn hired(queue: &Queue, job: &Job) -> Done {
    for _ in 0..100 {
        match queue.done(job).await {
            Err(Unqueued::Nobody) => tokio::time::sleep(Duration::from_millis(100)).await,
            done => return done.unwrap(),
        }
    }
    panic!("nobody works");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_does_a_job_once_and_what_came_of_it_is_known() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let asked = job(3, 12, 60_000);
    assert!(matches!(queue.done(&asked).await, Err(Unqueued::Nobody)));
    let worker = Worker::hire(&address, &prefix);
    let done = hired(&queue, &asked).await;
    assert!(matches!(done, Done::Tried { games: 3, .. }), "{done:?}");
    // Who asks again, and several who ask at once, are told what came of it.
    let (one, other) = tokio::join!(queue.done(&asked), queue.done(&asked));
    assert_eq!((one.unwrap(), other.unwrap()), (done.clone(), done));
    let other = job(2, 12, 60_000);
    let (one, another) = tokio::join!(queue.done(&other), queue.done(&other));
    assert_eq!(one.unwrap(), another.unwrap());
    assert_eq!(worker.end().await, 2);
    tidy(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_whose_worker_ends_or_dies_goes_to_another() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let ended = Worker::hire(&address, &prefix);
    hired(&queue, &job(1, 1, 1_000)).await;
    // It takes as long as it may.
    let long = job(1_000_000, 300, 2_500);
    // On a busy machine the next worker may come only after whoever waits has given up; they ask again.
    let waiting = tokio::spawn(async move { hired(&queue, &long).await });
    tokio::time::sleep(Duration::from_millis(700)).await;
    let died = Worker::hire(&address, &prefix);
    assert_eq!(ended.end().await, 1);
    tokio::time::sleep(Duration::from_millis(700)).await;
    // It says nothing any more.
    died.working.abort();
    let last = Worker::hire(&address, &prefix);
    let done = waiting.await.unwrap();
    assert!(matches!(done, Done::Tried { games: 1.., .. }), "{done:?}");
    assert_eq!(last.end().await, 1);
    tidy(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_and_what_is_too_large_is_said() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let worker = Worker::hire(&address, &prefix);
    let senseless = Job::Trial { texts: vec!["no game".to_owned()], games: 1, plies: 1, most_ms: 1 };
    assert_eq!(hired(&queue, &senseless).await, Done::Senseless);
    let large = Job::Trial { texts: vec!["x".repeat(1 << 20)], games: 1, plies: 1, most_ms: 1 };
    assert!(matches!(queue.done(&large).await, Err(Unqueued::TooLarge)));
    worker.end().await;
    tidy(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_that_is_out_of_reach_says_so() {
    let nowhere: NatsAddress = "nats://127.0.0.1:9".parse().unwrap();
    let patience = Patience { answer: Duration::from_millis(300), ..QUICK };
    let queue = Queue::connect(&nowhere, "test", patience).await.unwrap();
    let refused = queue.done(&job(1, 1, 1)).await;
    assert!(matches!(refused, Err(Unqueued::Away(_))), "{refused:?}");
}
