//! Where whoever has an account is written to, and how a letter lets them in again.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken};
use entourage_registry::view::AccountMailView;
use entourage_store::{StoreError, Subscribed, random};

use super::{Accounts, Member, Name};
use crate::domain::Error;
use crate::games::report::failed;
use crate::games::subscriptions::{QUESTIONS, checked};

impl Accounts {
    /// Tells whether letters are written at all.
    pub fn writes_letters(&self) -> bool {
        self.bell.is_hung()
    }

    /// Tells where an account is written to. What is kept of it its holder sees, even where no letters are sent (any more).
    pub(super) async fn mail(&self, account: AccountId) -> Result<AccountMailView, Error> {
        let known = self.store.account_mail(account).await.map_err(failed)?;
        let (address, wanted) = known.map_or((None, None), |known| (known.address, known.wanted));
        Ok(AccountMailView { address, wanted, offered: self.writes_letters() })
    }

    /// Asks an address whether its reader is who has the account; until they agree, letters go where they went.
    pub async fn want_address(&self, member: &Member, address: &str, language: Language) -> Result<(), Error> {
        member.expect_fresh(self.time.now())?;
        if !self.writes_letters() {
            return Err(Error::NoMail);
        }
        let address = checked(address)?;
        let token = random().map(MailToken::from_bits).map_err(|_| Error::Unavailable)?;
        let (account, now) = (member.account.id, self.time.now());
        let wanted = self.store.want_address(account, &address, language, token, now, QUESTIONS).await;
        match wanted.map_err(failed)? {
            Subscribed::TooOften => return Err(Error::TooFast),
            Subscribed::Asked => self.bell.ring(),
            Subscribed::Known | Subscribed::Agreed => {}
        }
        Ok(())
    }

    /// Has an account written to nowhere.
    pub async fn forget_addresses(&self, member: &Member) -> Result<(), Error> {
        member.expect_fresh(self.time.now())?;
        self.store.forget_addresses(member.account.id).await.map_err(failed)?;
        self.bell.ring();
        Ok(())
    }

    /// Agrees, for whoever reads an address's mail, that an account is written to there; or says that it is not to be.
    pub async fn answer_question(&self, token: &str, agrees: bool) -> Result<(), Error> {
        let token: MailToken = token.parse().map_err(|()| Error::Link)?;
        if !agrees {
            let refused = self.store.refuse_address(token).await.map_err(failed)?;
            return if refused { Ok(()) } else { Err(Error::Link) };
        }
        self.store.agree_address(token).await.map_err(|error| match error {
            StoreError::Missing => Error::Link,
            error => failed(error),
        })?;
        self.bell.ring();
        Ok(())
    }

    /// Has a link sent to the address of the account of a name, by which its holder comes back in. Nobody is told whether there is one.
    pub async fn ask_recovery(&self, name: &str) -> Result<(), Error> {
        if !self.writes_letters() {
            return Err(Error::NoMail);
        }
        let Some(form) = Name::sought(name) else { return Ok(()) };
        let Some(account) = self.store.account_named(&form).await.map_err(failed)? else { return Ok(()) };
        let asked = self.store.ask_recovery(account.id, self.time.now(), QUESTIONS).await;
        if asked.map_err(failed)? == Subscribed::Asked {
            self.bell.ring();
        }
        Ok(())
    }
}
