//! Tests the job queue on a NATS server; each test uses its own prefix.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use entourage_jobs::{Done, Job, NatsAddress, Queue, QueueError, Timeouts, WorkerSummary, work};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const GAME: &str = include_str!("../../../../variants/dobutsu.game");

const QUICK: Timeouts = Timeouts {
    worker_silence: Duration::from_millis(900),
    poll: Duration::from_millis(300),
    response: Duration::from_secs(5),
};

/// Returns the address of the test NATS server and a unique prefix. Without a server the test is skipped, except in CI, where it fails.
fn nats() -> Option<(NatsAddress, String)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    const ADDRESS: &str = "ENTOURAGE_TEST_NATS";
    let Ok(address) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} is not set");
        eprintln!("skipped: {ADDRESS} is not set");
        return None;
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos();
    let own = format!("test-{}-{now}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Some((address.parse().unwrap(), own))
}

async fn delete_streams(address: &NatsAddress, prefix: &str) {
    let client = async_nats::connect(address.secret()).await.unwrap();
    let context = async_nats::jetstream::new(client);
    for kind in ["jobs", "done"] {
        let _ = context.delete_stream(format!("{prefix}_{kind}")).await;
    }
}

/// Creates a job that takes at most `most_ms` milliseconds; jobs with different numbers of plies are different jobs.
fn job(games: u32, plies: u32, most_ms: u64) -> Job {
    Job::Trial { texts: vec![GAME.to_owned()], games, plies, most_ms }
}

struct Worker {
    end: oneshot::Sender<()>,
    working: JoinHandle<Result<WorkerSummary, String>>,
}

impl Worker {
    fn start(address: &NatsAddress, prefix: &str) -> Self {
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

/// Waits until a worker is available and returns the job's result.
async fn done_by_worker(queue: &Queue, job: &Job) -> Done {
    for _ in 0..100 {
        match queue.done(job).await {
            Err(QueueError::NoWorkers) => tokio::time::sleep(Duration::from_millis(100)).await,
            done => return done.unwrap(),
        }
    }
    panic!("no worker took the job");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_job_is_done_once_and_its_result_is_shared() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let asked = job(3, 12, 60_000);
    assert!(matches!(queue.done(&asked).await, Err(QueueError::NoWorkers)));
    let worker = Worker::start(&address, &prefix);
    let done = done_by_worker(&queue, &asked).await;
    assert!(matches!(done, Done::Tried { games: 3, .. }), "{done:?}");
    // Later and concurrent requests get the same result.
    let (one, other) = tokio::join!(queue.done(&asked), queue.done(&asked));
    assert_eq!((one.unwrap(), other.unwrap()), (done.clone(), done));
    let other = job(2, 12, 60_000);
    let (one, another) = tokio::join!(queue.done(&other), queue.done(&other));
    assert_eq!(one.unwrap(), another.unwrap());
    assert_eq!(worker.end().await, 2);
    delete_streams(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_job_goes_to_another_worker() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let ended = Worker::start(&address, &prefix);
    done_by_worker(&queue, &job(1, 1, 1_000)).await;
    // The job runs until its time limit.
    let long = job(1_000_000, 300, 2_500);
    // On a busy machine, the queue might give up before the next worker starts; the job is then submitted again.
    let waiting = tokio::spawn(async move { done_by_worker(&queue, &long).await });
    tokio::time::sleep(Duration::from_millis(700)).await;
    let died = Worker::start(&address, &prefix);
    assert_eq!(ended.end().await, 1);
    tokio::time::sleep(Duration::from_millis(700)).await;
    // The worker crashes without returning its job to the queue.
    died.working.abort();
    let last = Worker::start(&address, &prefix);
    let done = waiting.await.unwrap();
    assert!(matches!(done, Done::Tried { games: 1.., .. }), "{done:?}");
    assert_eq!(last.end().await, 1);
    delete_streams(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_and_oversized_jobs_are_rejected() {
    let Some((address, prefix)) = nats() else { return };
    let queue = Queue::connect(&address, &prefix, QUICK).await.unwrap();
    let worker = Worker::start(&address, &prefix);
    let senseless = Job::Trial { texts: vec!["no game".to_owned()], games: 1, plies: 1, most_ms: 1 };
    assert_eq!(done_by_worker(&queue, &senseless).await, Done::Invalid);
    let large = Job::Trial { texts: vec!["x".repeat(1 << 20)], games: 1, plies: 1, most_ms: 1 };
    assert!(matches!(queue.done(&large).await, Err(QueueError::TooLarge)));
    worker.end().await;
    delete_streams(&address, &prefix).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_queue_is_an_error() {
    let nowhere: NatsAddress = "nats://127.0.0.1:9".parse().unwrap();
    let timeouts = Timeouts { response: Duration::from_millis(300), ..QUICK };
    let queue = Queue::connect(&nowhere, "test", timeouts).await.unwrap();
    let refused = queue.done(&job(1, 1, 1)).await;
    assert!(matches!(refused, Err(QueueError::Unreachable(_))), "{refused:?}");
}
