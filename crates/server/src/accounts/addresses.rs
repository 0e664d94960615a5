//! E-mail addresses of accounts, and account recovery by e-mail.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, Token};
use entourage_registry::view::{AccountMailView, AccountView};
use entourage_store::{StoreError, Subscribed, random};

use super::{Accounts, Member, Name};
use crate::domain::Error;
use crate::games::store_errors::OnStoreError;
use crate::games::subscriptions::{QUESTIONS, checked};

impl Accounts {
    pub fn sends_mail(&self) -> bool {
        self.notifier.sends_mail()
    }

    /// Returns the account's address and any address not confirmed yet, even if the server does not send e-mail.
    pub(super) async fn mail(&self, account: AccountId) -> Result<AccountMailView, Error> {
        let known = self.store.account_mail(account).await?;
        let (address, wanted) = known.map_or((None, None), |known| (known.address, known.wanted));
        Ok(AccountMailView { address, wanted, offered: self.sends_mail() })
    }

    /// Sends a confirmation request to the new address; until it is confirmed, e-mails go to the previous one.
    pub async fn want_address(
        &self,
        member: &Member,
        address: &str,
        language: Language,
    ) -> Result<AccountView, Error> {
        member.expect_fresh(self.time.now())?;
        if !self.sends_mail() {
            return Err(Error::NoMail);
        }
        let address = checked(address)?;
        let token = random().map(MailToken::from_bits).map_err(|_| Error::Unavailable)?;
        let (by, now) = (&member.session, self.time.now());
        let wanted = self.store.request_address(by, &address, language, token, now, QUESTIONS).await;
        match wanted.on(StoreError::Missing, Error::SignedOut)? {
            Subscribed::TooOften => return Err(Error::TooFast),
            Subscribed::Asked => self.notifier.notify(),
            Subscribed::Known | Subscribed::Agreed => {}
        }
        self.view(member).await
    }

    pub async fn forget_addresses(&self, member: &Member) -> Result<AccountView, Error> {
        member.expect_fresh(self.time.now())?;
        self.store.forget_addresses(member.account.id).await?;
        self.notifier.notify();
        self.view(member).await
    }

    /// Confirms or rejects an address with the token that was sent to it.
    pub async fn answer_question(&self, token: &str, agrees: bool) -> Result<(), Error> {
        let token: MailToken = token.parse().map_err(|()| Error::Link)?;
        if !agrees {
            let refused = self.store.reject_address(token).await?;
            return if refused { Ok(()) } else { Err(Error::Link) };
        }
        self.store.confirm_address(token).await.on(StoreError::Missing, Error::Link)?;
        self.notifier.notify();
        Ok(())
    }

    /// Sends a recovery link to the account's address. Does not reveal whether there is such an account or
    /// address.
    pub async fn ask_recovery(&self, name: &str, network: &str, browser: Option<Token>) -> Result<(), Error> {
        if !self.sends_mail() {
            return Err(Error::NoMail);
        }
        let Some(form) = Name::sought(name) else { return Ok(()) };
        let Some(account) = self.store.account_named(&form).await? else { return Ok(()) };
        let known = self.known_browser(account.id, browser).await?;
        let network = known.is_none().then_some(network);
        let asked = self.store.ask_recovery(account.id, network, self.time.now(), QUESTIONS).await;
        if asked? == Subscribed::Asked {
            self.notifier.notify();
        }
        Ok(())
    }
}
