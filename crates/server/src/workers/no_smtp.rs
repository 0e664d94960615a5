//! Stub for builds without the `mail` feature: no mail server can be configured.

use std::str::FromStr;

use entourage_kernel::{Text, TextError};

use super::delivery::MailError;
use super::mail_texts::Email;
use crate::workers::Smtp;

/// Address of a mail server; cannot be constructed in this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmtpAddress {}

impl FromStr for SmtpAddress {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        const ABSENT: Text = Text::new(
            "this build does not support e-mail; build `entourage` with `--features mail`",
            "cette version ne prend pas en charge l'e-mail ; compilez `entourage` avec `--features mail`",
        );
        Err(TextError::new(text, 0, ABSENT))
    }
}

impl SmtpAddress {
    pub fn user(&self) -> Option<&str> {
        match *self {}
    }
}

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

pub(crate) enum Mailer {}

impl Mailer {
    pub fn new(smtp: &Smtp) -> Result<Self, String> {
        match smtp.server {}
    }

    pub async fn send(&self, _: &str, _: &str, _: Email) -> Result<(), MailError> {
        match *self {}
    }
}
