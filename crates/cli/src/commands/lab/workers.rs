use entourage_jobs::{Done, Job};

use super::Elsewhere;
use crate::arguments::Lab;
use crate::commands::workers::Workers;
use crate::failure::Failure;

/// Reaches for the workers on a NATS server, if one is named, with the texts of the game, if it is written as text, and its options.
///
/// # Errors
/// An address that makes no sense.
pub fn reach(plan: &Lab, texts: Vec<String>, options: &str) -> Result<Option<Box<Elsewhere>>, Failure> {
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
