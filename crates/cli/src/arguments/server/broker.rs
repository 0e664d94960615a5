use clap::Args;
use entourage_server::{Config, NatsAddress};

use super::serve::{nats, subject};

/// Where workers are found.
#[derive(Args, Debug)]
pub struct Broker {
    /// Have the work done by the workers on a NATS server (entourage worker); what none of them does is done here
    #[arg(long, value_name = "URL", value_parser = nats)]
    pub nats: Option<NatsAddress>,
    /// What the subjects there begin with
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject, requires = "nats")]
    pub nats_prefix: String,
}
