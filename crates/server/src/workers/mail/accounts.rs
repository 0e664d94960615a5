use entourage_record::Token;
use entourage_store::{DueEmail, EmailKind};

use super::{BATCH, LEASE, MAX_TRIES, MailError, MailTask, pause};
use crate::workers::mail_texts::AccountMail;
use crate::workers::prelude::*;

impl MailTask {
    pub(super) async fn write_to_accounts(&self) -> Result<Option<i64>, Error> {
        let Self { store, games, .. } = self;
        loop {
            let (next, now) = (store.next_email().await?, games.time.now());
            if next.is_none_or(|at| at > now) {
                return Ok(next);
            }
            for letter in store.lease_emails(now, now + LEASE, BATCH).await? {
                self.write(&letter).await?;
            }
        }
    }

    async fn write(&self, letter: &DueEmail) -> Result<(), Error> {
        let Self { store, games, mailer, site } = self;
        let settle = async |again| store.settle_email(letter.id, again).await.map_err(Error::from);
        let head = AccountMail { name: &letter.name, site, language: letter.language };
        let written = match (letter.kind, letter.token) {
            // The address was changed or removed in the meantime.
            (EmailKind::Question, None) => return settle(None).await,
            (EmailKind::Question, Some(token)) => head.question(token),
            (EmailKind::Recovery, _) => {
                // Generate a new token for each attempt, because the database stores only its hash.
                let link = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
                match store.add_recovery_link(letter.account, link.hash(), games.time.now()).await {
                    Err(StoreError::Missing) => return settle(None).await,
                    added => added?,
                }
                head.recovery(&link)
            }
            (kind, _) => head.notice(kind),
        };
        match mailer.send(&letter.address, &letter.id.to_string(), written).await {
            Ok(()) => settle(None).await,
            Err(MailError::Temporary(reason)) if letter.tries + 1 < MAX_TRIES => {
                tracing::warn!(reason, "sending e-mail failed; trying again later");
                settle(Some((games.time.now() + pause(letter.tries), letter.tries + 1))).await
            }
            Err(MailError::Temporary(reason) | MailError::Permanent(reason)) => {
                tracing::error!(reason, "sending e-mail failed; giving up");
                settle(None).await
            }
        }
    }
}
