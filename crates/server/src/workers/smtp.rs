use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use entourage_kernel::{Text, TextError};
pub(crate) use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::delivery::MailError;
use super::mail_texts::Email;
use crate::workers::Smtp;

const TIMEOUT: Duration = Duration::from_secs(30);

/// Address of a mail server: `smtp://[USER@]HOST[:PORT]` (STARTTLS, except for this machine) or `smtps://…`
/// (implicit TLS). Contains no password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmtpAddress {
    security: Security,
    user: Option<String>,
    host: String,
    port: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Security {
    Plain,
    StartTls,
    Wrapped,
}

impl FromStr for SmtpAddress {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = |token: &str, en, fr| {
            let at = token.as_ptr() as usize - text.as_ptr() as usize;
            TextError::new(token, at, Text::new(en, fr))
        };
        let (wrapped, rest) = match (text.strip_prefix("smtp://"), text.strip_prefix("smtps://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => {
                return Err(wrong(
                    text,
                    "expected smtp://HOST or smtps://HOST",
                    "adresse attendue : smtp://HÔTE ou smtps://HÔTE",
                ));
            }
        };
        let (user, place) = match rest.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, rest),
        };
        if let Some((_, password)) = user.and_then(|user| user.split_once(':')) {
            // The password is left out of the error, which may be logged.
            let error = wrong(
                &password[..0],
                "do not put the password on the command line; set the environment variable ENTOURAGE_SMTP_PASSWORD",
                "ne mettez pas le mot de passe sur la ligne de commande ; définissez la variable d'environnement ENTOURAGE_SMTP_PASSWORD",
            );
            return Err(error);
        }
        if user == Some("") {
            return Err(wrong(
                &rest[..0],
                "expected a user name before \"@\"",
                "nom d'utilisateur attendu avant « @ »",
            ));
        }
        let (host, port) = match place.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(port.strip_prefix(':').unwrap_or(""))),
            None => match place.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        if host.is_empty() || !host.chars().all(known) {
            return Err(wrong(host, "expected a host name", "nom d'hôte attendu"));
        }
        let read = |port: &str| {
            port.parse().ok().filter(|port| *port > 0).ok_or_else(|| {
                wrong(
                    &rest[rest.len() - port.len()..],
                    "expected a port from 1 to 65535",
                    "port de 1 à 65535 attendu",
                )
            })
        };
        let port = port.map(read).transpose()?;
        let local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let security = match (wrapped, local) {
            (true, _) => Security::Wrapped,
            (false, true) => Security::Plain,
            (false, false) => Security::StartTls,
        };
        Ok(Self { security, user: user.map(str::to_owned), host: host.to_owned(), port })
    }
}

impl SmtpAddress {
    pub fn user(&self) -> Option<&str> {
        self.user.as_deref()
    }
}

pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    pub fn new(smtp: &Smtp) -> Result<Self, String> {
        let SmtpAddress { security, user, host, port } = &smtp.server;
        let from: Address =
            smtp.from.parse().map_err(|_| format!("\"{}\" is not an e-mail address", smtp.from))?;
        let parameters = || TlsParameters::new(host.clone()).map_err(|error| error.to_string());
        let (tls, standard) = match security {
            Security::Plain => (Tls::None, 25),
            Security::StartTls => (Tls::Required(parameters()?), 587),
            Security::Wrapped => (Tls::Wrapper(parameters()?), 465),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host.clone())
            .port(port.unwrap_or(standard))
            .tls(tls)
            .timeout(Some(TIMEOUT));
        if let Some(user) = user {
            builder =
                builder.credentials(Credentials::new(user.clone(), smtp.password.clone().unwrap_or_default()));
        }
        Ok(Self { transport: builder.build(), from: Mailbox::new(Some("Entourage".into()), from) })
    }

    pub async fn send(&self, address: &str, id: &str, letter: Email) -> Result<(), MailError> {
        let to: Address = address.parse().map_err(|_| MailError::Permanent("invalid address".into()))?;
        let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        let mut message = MessageBuilder::new()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            // Prevents automatic replies.
            .raw_header(header("Auto-Submitted", "auto-generated".into()))
            .header(ContentType::TEXT_PLAIN);
        if let Some(link) = letter.stop {
            message = message.raw_header(header("List-Unsubscribe", format!("<{link}>")));
        }
        let message: Message =
            message.body(letter.text).map_err(|error| MailError::Permanent(error.to_string()))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            // The error is permanent only if the mailbox was refused; others, such as a wrong password, can be fixed.
            Err(error) if error.status().is_some_and(|code| matches!(u16::from(code), 550..=553)) => {
                Err(MailError::Permanent(told(&error)))
            }
            Err(error) => Err(MailError::Temporary(told(&error))),
        }
    }
}

/// Returns the mail server's response for the log: on one line, without addresses.
fn told(answer: &impl ToString) -> String {
    let hidden = |word| if str::contains(word, '@') { "…" } else { word };
    answer.to_string().split_whitespace().map(hidden).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod encryption;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn errors_name_a_token_and_its_offset(text in r"(smtps?://)?[a-z0-9@:.\[\]é /]{0,14}") {
            if let Err(error) = text.parse::<SmtpAddress>() {
                prop_assert!(text[error.at..].starts_with(&error.token), "{error:?}");
            }
        }
    }

    #[test]
    fn addresses_are_removed_from_server_responses() {
        let answer = "permanent error (550): 5.1.1 <ada@example.org>:\r\nno such user";
        assert_eq!(told(&answer), "permanent error (550): 5.1.1 … no such user");
    }

    #[test]
    fn addresses_are_parsed_and_passwords_refused() {
        let read =
            |text: &str| text.parse::<SmtpAddress>().map(|one| (one.security, one.user, one.host, one.port));
        let host = || "mail.example.org".to_owned();
        assert_eq!(read("smtp://mail.example.org"), Ok((Security::StartTls, None, host(), None)));
        assert_eq!(
            read("smtp://ada@example.org@mail.example.org:2525"),
            Ok((Security::StartTls, Some("ada@example.org".into()), host(), Some(2525)))
        );
        assert_eq!(
            read("smtps://ada@mail.example.org"),
            Ok((Security::Wrapped, Some("ada".into()), host(), None))
        );
        assert_eq!(read("smtp://127.0.0.1:25"), Ok((Security::Plain, None, "127.0.0.1".into(), Some(25))));
        assert_eq!(read("smtp://[::1]:25"), Ok((Security::Plain, None, "::1".into(), Some(25))));
        for (text, token, at) in [
            ("", "", 0),
            ("mail.example.org", "mail.example.org", 0),
            ("http://a", "http://a", 0),
            ("smtp://", "", 7),
            ("smtp://a b", "a b", 7),
            ("smtp://a:0", "0", 9),
            ("smtp://a:x", "x", 9),
            ("smtp://a:99999", "99999", 9),
            ("smtp://@a", "", 7),
            ("smtp://ada:secret@a", "", 11),
            ("smtp://a/b", "a/b", 7),
        ] {
            let error = text.parse::<SmtpAddress>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
            assert!(!error.to_string().contains("secret"));
        }
    }
}
