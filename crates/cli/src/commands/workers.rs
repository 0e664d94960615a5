//! Workers on a NATS server that run long jobs for a command.

use entourage_jobs::{Done, Job, Moment as Told, Queue};
use entourage_kernel::Language;
use entourage_registry::{AnyMatch, Registry};
use tokio::runtime::Runtime;

use super::lab::Elsewhere;
use super::variation::Moment;
use crate::arguments::{Broker, Lab, Variation};
use crate::definition;
use crate::failure::{Failure, Outcome};

pub struct Workers {
    queue: Queue,
    runtime: Runtime,
}

impl Workers {
    pub fn of(broker: &Broker) -> Outcome<Option<Self>> {
        let Some(address) = &broker.nats else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let queue = runtime.block_on(Queue::connect(address, &broker.nats_prefix, Default::default()));
        let told = |error: String| Failure::about("--nats", error.clone(), error);
        Ok(Some(Self { queue: queue.map_err(|error| told(error.to_string()))?, runtime }))
    }

    pub fn done(&self, job: &Job) -> Option<Done> {
        self.runtime.block_on(self.queue.done(job)).ok()
    }
}

pub fn reach_for_games(plan: &Lab, texts: Vec<String>, options: &str) -> Outcome<Option<Box<Elsewhere>>> {
    let Some(workers) = Workers::of(&plan.broker)? else { return Ok(None) };
    let spec = if texts.is_empty() { plan.game.clone() } else { options.to_owned() };
    let powers = !plan.quick;
    Ok(Some(Box::new(move |trial, number| {
        let (texts, spec, trial) = (texts.clone(), spec.clone(), trial.clone());
        match workers.done(&Job::Game { texts, spec, powers, trial, number })? {
            Done::Noted { notes } => Some(*notes),
            _ => None,
        }
    })))
}

/// Reviews a game on the workers of a NATS server, if one is named; returns `None` if none does.
pub fn look_through(
    broker: &Broker,
    registry: &Registry,
    variation: &Variation,
    game: &dyn AnyMatch,
    language: Language,
) -> Outcome<Option<Vec<Moment>>> {
    let Some(workers) = Workers::of(broker)? else { return Ok(None) };
    let (texts, options) = definition::texts(registry, &variation.game)?;
    let job = Job::Review {
        spec: if texts.is_empty() { variation.game.clone() } else { options.to_owned() },
        texts,
        position: Some(game.start_text()),
        moves: game.moves(),
        language: language.code().to_owned(),
    };
    let told = |Told { ply, sort, sentence, better }: Told| (ply, sort, sentence, better);
    Ok(match workers.done(&job) {
        Some(Done::Reviewed { moments }) => Some(moments.into_iter().map(told).collect()),
        _ => None,
    })
}
