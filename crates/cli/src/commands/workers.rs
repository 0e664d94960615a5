//! Runs long jobs on workers that are connected to a NATS server.

use entourage_jobs::{Done, Job, Moment as JobMoment, Queue};
use entourage_kernel::Language;
use entourage_registry::{AnyMatch, Registry};
use tokio::runtime::Runtime;

use super::lab::RemotePlayer;
use super::variation::Moment;
use crate::arguments::{Broker, Lab, Variation};
use crate::definition;
use crate::failure::{Failure, Outcome};

pub struct Workers {
    queue: Queue,
    runtime: Runtime,
}

impl Workers {
    pub fn connect(broker: &Broker) -> Outcome<Option<Self>> {
        let Some(address) = &broker.nats else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let queue = runtime.block_on(Queue::connect(address, &broker.nats_prefix, Default::default()));
        let failure = |error: String| Failure::about("--nats", error.clone(), error);
        Ok(Some(Self { queue: queue.map_err(|error| failure(error.to_string()))?, runtime }))
    }

    pub fn run(&self, job: &Job) -> Option<Done> {
        self.runtime.block_on(self.queue.done(job)).ok()
    }
}

/// Returns a function that plays the games of `entourage lab` on workers, or `None` if no NATS server is configured.
pub fn player(lab: &Lab, options: &str) -> Outcome<Option<Box<RemotePlayer>>> {
    let Some(workers) = Workers::connect(&lab.broker)? else { return Ok(None) };
    let (game, options) = (lab.game.clone(), options.to_owned());
    let powers = !lab.quick && lab.improve.is_none() && lab.against.is_none();
    Ok(Some(Box::new(move |texts, trial, number| {
        let spec = if texts.is_empty() { game.clone() } else { options.clone() };
        match workers.run(&Job::Game { texts: texts.to_vec(), spec, powers, trial: trial.clone(), number })? {
            Done::Noted { notes } => Some(*notes),
            _ => None,
        }
    })))
}

/// Reviews a game on a worker; `None` if no NATS server is configured or no worker is available.
pub fn review(
    broker: &Broker,
    registry: &Registry,
    variation: &Variation,
    game: &dyn AnyMatch,
    later: &[String],
    language: Language,
) -> Outcome<Option<Vec<Moment>>> {
    let Some(workers) = Workers::connect(broker)? else { return Ok(None) };
    let (texts, options) = definition::texts(registry, &variation.game)?;
    let job = Job::Review {
        spec: if texts.is_empty() { variation.game.clone() } else { options.to_owned() },
        texts,
        position: Some(game.start_text()),
        moves: [game.moves(), later.to_vec()].concat(),
        language: language.code().to_owned(),
    };
    let moment = |JobMoment { ply, sort, sentence, better }: JobMoment| (ply, sort, sentence, better);
    Ok(match workers.run(&job) {
        Some(Done::Reviewed { moments }) => Some(moments.into_iter().map(moment).collect()),
        _ => None,
    })
}
