use entourage_jobs::{Done, Job, Moment as Told};
use entourage_kernel::Language;
use entourage_registry::{AnyMatch, Registry};

use super::Moment;
use crate::arguments::{Broker, Variation};
use crate::commands::workers::Workers;
use crate::definition;
use crate::failure::Failure;

/// Has the workers on a NATS server look through a game, if one is named; `None` where none of them does.
///
/// # Errors
/// An address that makes no sense, or a file that cannot be read.
pub fn look_through(
    broker: &Broker,
    registry: &Registry,
    variation: &Variation,
    game: &dyn AnyMatch,
    language: Language,
) -> Result<Option<Vec<Moment>>, Failure> {
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
