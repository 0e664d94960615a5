use entourage_record::Token;
use entourage_store::{DueLetter, LetterKind};

use super::{LEASE, MOST, MOST_TRIES, Postman, pause};
use crate::workers::letters::AccountLetter;
use crate::workers::prelude::*;
use crate::workers::smtp::Undelivered;

impl Postman {
    pub(super) async fn write_to_accounts(&self) -> Result<Option<i64>, Error> {
        let Self { store, games, .. } = self;
        loop {
            let (next, now) = (store.next_letter().await.map_err(failed)?, games.time.now());
            if next.is_none_or(|at| at > now) {
                return Ok(next);
            }
            for letter in store.take_letters(now, now + LEASE, MOST).await.map_err(failed)? {
                self.write(&letter).await?;
            }
        }
    }

    async fn write(&self, letter: &DueLetter) -> Result<(), Error> {
        let Self { store, games, mailer, site } = self;
        let settle = async |again| store.settle_letter(letter.id, again).await.map_err(failed);
        let head = AccountLetter { name: &letter.name, site, language: letter.language };
        let written = match (letter.kind, letter.token) {
            // The address was changed or removed in the meantime.
            (LetterKind::Question, None) => return settle(None).await,
            (LetterKind::Question, Some(token)) => head.question(token),
            (LetterKind::Recovery, _) => {
                // Drawn for each attempt, because the database stores only its hash.
                let link = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
                match store.add_recovery_link(letter.account, link.hash(), games.time.now()).await {
                    Err(StoreError::Missing) => return settle(None).await,
                    added => added.map_err(failed)?,
                }
                head.recovery(&link)
            }
            (kind, _) => head.notice(kind),
        };
        match mailer.send(&letter.address, &letter.id.to_string(), written).await {
            Ok(()) => settle(None).await,
            Err(Undelivered::Later(reason)) if letter.tries + 1 < MOST_TRIES => {
                tracing::warn!(reason, "sending e-mail failed; trying again later");
                settle(Some((games.time.now() + pause(letter.tries), letter.tries + 1))).await
            }
            Err(Undelivered::Later(reason) | Undelivered::Never(reason)) => {
                tracing::error!(reason, "sending e-mail failed; giving up");
                settle(None).await
            }
        }
    }
}
