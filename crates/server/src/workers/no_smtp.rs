//! Stands for the mailer in a build without the feature `mail`: no address of a mail server can be read.

use std::str::FromStr;

use entourage_kernel::{Text, TextError};

use super::letters::Letter;

/// The address of a mail server, of which this build has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmtpAddress {}

impl FromStr for SmtpAddress {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        const ABSENT: Text = Text::new(
            "this build cannot send e-mail; build the command with `--features mail`",
            "cette version ne peut pas envoyer de courriels ; compilez la commande avec `--features mail`",
        );
        Err(TextError::new(text, 0, ABSENT))
    }
}

impl SmtpAddress {
    /// Returns the user, if one is named.
    pub fn user(&self) -> Option<&str> {
        match *self {}
    }
}

/// How e-mails are sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Smtp {
    /// The mail server.
    pub server: SmtpAddress,
    /// The user's password there.
    pub password: Option<String>,
    /// The sender's address.
    pub from: String,
}

/// The address of a mailbox.
pub(crate) enum Address {}

impl FromStr for Address {
    type Err = ();

    fn from_str(_: &str) -> Result<Self, ()> {
        Err(())
    }
}

impl Address {
    pub fn user(&self) -> &str {
        match *self {}
    }

    pub fn domain(&self) -> &str {
        match *self {}
    }
}

pub(crate) enum Undelivered {
    Later(String),
    Never(String),
}

pub(crate) enum Mailer {}

impl Mailer {
    pub fn new(smtp: &Smtp) -> Result<Self, String> {
        match smtp.server {}
    }

    pub async fn send(&self, _: &str, _: &str, _: Letter) -> Result<(), Undelivered> {
        match *self {}
    }
}
