//! Creates, changes and deletes accounts, and signs users in. Playing does not require an account.

mod addresses;
mod attempts;
#[cfg(feature = "passkeys")]
mod passkeys;
#[cfg(not(feature = "passkeys"))]
#[path = "accounts/no_passkeys.rs"]
mod passkeys;
mod passwords;

use std::pin::Pin;
use std::sync::Arc;

use entourage_record::{AccountId, Token, TokenHash};
use entourage_registry::view::{
    AccessList, AccountView, CeremonyView, Founded, PasskeyAnswer, PasskeyView, RecoveryCodes, SessionView,
    Sessions, TokenView,
};
use entourage_store::{Account, Passkey, Removal, Role, Session, Store, StoreError, random};
use tokio::time::timeout;

use crate::domain::Error;
use crate::games::hub::Hub;
use crate::games::notifier::Notifier;
use crate::games::store_errors::OnStoreError;
use crate::names::Name;
use crate::sanctions;
use crate::server_time::ServerTime;
use crate::sessions::{self, Member};

use attempts::Attempts;
use passkeys::Passkeys;
use passwords::Passwords;

const RECOVERY_CODES: usize = 10;
const MAX_PASSKEYS: u32 = 20;
const MAX_BROWSERS: u32 = 50;
const MAX_LABEL: usize = 60;
/// Number of heartbeats between checks of the sessions of open connections.
const SESSION_CHECKS: u32 = 5;

/// A future that completes when a session has ended.
pub(crate) type Ended<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

pub(crate) struct Accounts {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    hub: Arc<Hub>,
    notifier: Arc<Notifier>,
    passwords: Passwords,
    passkeys: Passkeys,
    attempts: Attempts,
}

/// What a user presents to sign in.
pub(crate) enum Proof {
    Password {
        name: String,
        password: String,
    },
    /// A recovery code, which works once.
    Code {
        name: String,
        code: String,
    },
    Passkey(PasskeyAnswer),
    /// The token of a recovery link sent to the account's e-mail address, and the ways into the account to keep.
    Link {
        link: String,
        kept: Vec<String>,
    },
}

impl Proof {
    /// Returns whether this is an account recovery rather than an ordinary sign-in.
    fn recovers(&self) -> bool {
        matches!(self, Self::Code { .. } | Self::Link { .. })
    }
}

struct NewPasskeyData {
    account: AccountId,
    /// The name of the new account; `None` if the account already exists.
    name: Option<String>,
    passkey: Passkey,
}

pub(crate) enum FirstCredential {
    Password(String),
    Passkey { answer: PasskeyAnswer, label: String },
}

/// The tokens that a browser stores after signing in.
pub(crate) struct SignInTokens {
    pub session: Token,
    /// Identifies the browser across sessions and accounts.
    pub browser: Token,
}

impl Accounts {
    pub fn new(
        store: Arc<Store>,
        time: Arc<ServerTime>,
        hub: Arc<Hub>,
        notifier: Arc<Notifier>,
        address: Option<&str>,
    ) -> Self {
        let passkeys = Passkeys::new(Arc::clone(&store), Arc::clone(&time), address);
        Self { store, time, hub, notifier, passwords: Passwords::new(), passkeys, attempts: Attempts::new() }
    }

    pub fn site(&self) -> Option<&str> {
        self.passkeys.site()
    }

    pub async fn member(&self, token: Option<Token>) -> Result<Member, Error> {
        let (hash, now) = (token.ok_or(Error::SignedOut)?.hash(), self.time.now());
        let found = self.store.session(hash, sessions::expiry(now)).await?;
        let (session, account) = found.ok_or(Error::SignedOut)?;
        // The time of last use is updated at most once an hour.
        if now - session.seen >= sessions::HOUR {
            self.store.touch_session(hash, now).await.on(StoreError::Missing, Error::SignedOut)?;
        }
        Ok(Member { session, account })
    }

    pub async fn known(&self, token: Option<Token>) -> Result<Option<AccountId>, Error> {
        Ok(self.signed_in(token).await?.map(|member| member.account.id))
    }

    pub async fn signed_in(&self, token: Option<Token>) -> Result<Option<Member>, Error> {
        match self.member(token).await {
            Ok(member) => Ok(Some(member)),
            Err(Error::SignedOut) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub async fn view(&self, member: &Member) -> Result<AccountView, Error> {
        let Account { id, name, password, at } = &member.account;
        let kept = self.store.rights(*id).await?.ok_or(Error::SignedOut)?;
        let date = self.time.date_of(self.time.now());
        Ok(AccountView {
            name: name.clone(),
            role: kept.role.map(Role::word),
            mute: sanctions::shown(kept.mute, date),
            password: password.is_some(),
            passkeys: self.passkeys(*id).await?,
            codes: self.store.codes_left(*id).await?,
            mail: self.mail(*id).await?,
            recovered: sessions::is_recovered(&member.session, self.time.now()),
            since: self.time.date_of(*at),
            fresh: sessions::is_fresh(&member.session, self.time.now()),
        })
    }

    async fn passkeys(&self, account: AccountId) -> Result<Vec<PasskeyView>, Error> {
        let view = |passkey: Passkey| PasskeyView {
            id: passkey.id,
            label: passkey.label,
            since: self.time.date_of(passkey.at),
            used: passkey.used.map(|at| self.time.date_of(at)),
        };
        Ok(self.store.passkeys(account).await?.into_iter().map(view).collect())
    }

    pub async fn named(&self, name: &str) -> Result<Option<AccountId>, Error> {
        let Some(form) = Name::sought(name) else { return Ok(None) };
        Ok(self.store.account_named(&form).await?.map(|account| account.id))
    }

    /// Creates an account and signs the user in. If a passkey is used, it must have been registered for this name.
    pub async fn found(
        &self,
        name: &str,
        way: FirstCredential,
        network: &str,
        agent: &str,
        browser: Option<Token>,
    ) -> Result<(Founded, SignInTokens), Error> {
        let (name, now) = (Name::new(name)?, self.time.now());
        let (id, password, passkey) = match way {
            FirstCredential::Password(password) => {
                Passwords::check(&password, &name.text)?;
                self.expect_free(&name).await?;
                let id = random().map(AccountId::from_bits).map_err(|_| Error::Unavailable)?;
                (id, Some(self.passwords.hash(&password).await?), None)
            }
            FirstCredential::Passkey { answer, label } => {
                let made = self.passkeys.made(answer, &labelled(&label)).await?;
                if made.name.as_ref() != Some(&name.text) {
                    return Err(Error::Passkey);
                }
                (made.account, None, Some(made.passkey))
            }
        };
        let account = Account { id, name: name.text, password, at: now };
        let (codes, hashes) = draw_codes()?;
        let (token, session) = sessions::begin(id, agent, false, now)?;
        let stored =
            self.store.create_account(&account, &name.forms, passkey.as_ref(), &hashes, &session).await;
        stored.on(StoreError::Conflict, Error::NameTaken)?;
        let tokens = self.enter(id, token, network, browser).await?;
        let account = self.view(&Member { session, account }).await?;
        Ok((Founded { account, codes }, tokens))
    }

    async fn expect_free(&self, name: &Name) -> Result<(), Error> {
        for form in &name.forms {
            if self.store.account_named(form).await?.is_some() {
                return Err(Error::NameTaken);
            }
        }
        Ok(())
    }

    pub async fn ask_founding(&self, name: &str) -> Result<CeremonyView, Error> {
        let name = Name::new(name)?;
        self.expect_free(&name).await?;
        let id = random().map(AccountId::from_bits).map_err(|_| Error::Unavailable)?;
        self.passkeys.ask_new(id, &name.text, true).await
    }

    pub async fn ask_another(&self, member: &Member) -> Result<CeremonyView, Error> {
        member.expect_fresh(self.time.now())?;
        self.passkeys.ask_new(member.account.id, &member.account.name, false).await
    }

    pub async fn ask_known(&self) -> Result<CeremonyView, Error> {
        self.passkeys.ask_known().await
    }

    /// Starts a new session and ends the browser's previous one.
    pub async fn sign_in(
        &self,
        proof: Proof,
        old: Option<Token>,
        network: &str,
        agent: &str,
        browser: Option<Token>,
    ) -> Result<(Member, SignInTokens), Error> {
        let recovered = proof.recovers();
        let account = self.prove(proof, network, browser).await?;
        let (member, token) = self.begin(account, agent, recovered).await?;
        self.sign_out(old).await?;
        let tokens = self.enter(member.account.id, token, network, browser).await?;
        Ok((member, tokens))
    }

    /// Records the browser and the network from which the user signed in; a new browser gets an identifier.
    async fn enter(
        &self,
        account: AccountId,
        session: Token,
        network: &str,
        browser: Option<Token>,
    ) -> Result<SignInTokens, Error> {
        let browser = match browser {
            Some(known) => known,
            None => random().map(Token::from_bits).map_err(|_| Error::Unavailable)?,
        };
        // Clients on the server's own machine have no network.
        let network = (!network.is_empty()).then(|| TokenHash::of_network(network));
        let now = self.time.now();
        self.store.record_browser(account, browser.hash(), network, now, MAX_BROWSERS).await?;
        Ok(SignInTokens { session, browser })
    }

    async fn begin(&self, account: Account, agent: &str, recovered: bool) -> Result<(Member, Token), Error> {
        let (token, session) = sessions::begin(account.id, agent, recovered, self.time.now())?;
        let password = account.password.as_deref();
        let begun = self.store.begin_session(&session, password, sessions::MAX_SESSIONS).await;
        // The account was deleted or its password changed in the meantime.
        begun.on(StoreError::Missing, Error::Credentials)?;
        // Check for a ban after the session is stored, but before the client gets the token.
        if let Err(banned) = self.expect_not_banned(account.id).await {
            self.store.end_session(account.id, session.hash).await?;
            return Err(banned);
        }
        Ok((Member { session, account }, token))
    }

    async fn expect_not_banned(&self, account: AccountId) -> Result<(), Error> {
        let kept = self.store.rights(account).await?.ok_or(Error::Credentials)?;
        sanctions::expect_not_banned(&kept, self.time.date_of(self.time.now()))
    }

    /// Returns the account that a proof authenticates. Neither the error nor the time taken reveals whether the
    /// name or the password was wrong.
    async fn prove(&self, proof: Proof, network: &str, browser: Option<Token>) -> Result<Account, Error> {
        match proof {
            Proof::Passkey(answer) => {
                let id = self.passkeys.shown(answer).await?;
                self.store.account(id).await?.ok_or(Error::Credentials)
            }
            Proof::Password { name, password } => {
                let form = Name::sought(&name).ok_or(Error::Credentials)?;
                let account = self.store.account_named(&form).await?;
                let known = match &account {
                    Some(account) => self.known_browser(account.id, browser).await?,
                    None => None,
                };
                let now = self.time.now();
                let attempt = match known {
                    Some(browser) => self.attempts.begin(&form, browser, true, now)?,
                    None => self.attempts.begin(&form, network, false, now)?,
                };
                let kept = account.as_ref().and_then(|account| account.password.as_deref());
                let fits = self.passwords.fits(&password, kept).await?;
                let account = account.filter(|_| fits).ok_or(Error::Credentials)?;
                self.attempts.forgive(attempt);
                Ok(account)
            }
            Proof::Code { name, code } => {
                // Recovery codes are too long to guess, so there is no limit per name that other people could use up.
                let form = Name::sought(&name).ok_or(Error::Credentials)?;
                let account = self.store.account_named(&form).await?;
                let code: String =
                    code.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(30).collect();
                let (account, code) = (account.zip(code.parse::<Token>().ok())).ok_or(Error::Credentials)?;
                if !self.store.take_code(account.id, code.hash()).await? {
                    return Err(Error::Credentials);
                }
                self.notifier.notify();
                Ok(account)
            }
            Proof::Link { link, kept } => {
                let (hash, after) = self.link(&link)?;
                let taken = self.store.take_recovery_link(hash, after, &kept).await?.ok_or(Error::Link)?;
                self.hub.tell_account(taken);
                self.store.account(taken).await?.ok_or(Error::Link)
            }
        }
    }

    /// Returns the browser's hash if the account has signed in from it before.
    async fn known_browser(
        &self,
        account: AccountId,
        browser: Option<Token>,
    ) -> Result<Option<TokenHash>, Error> {
        let Some(hash) = browser.map(|browser| browser.hash()) else { return Ok(None) };
        Ok(self.store.knows_browser(account, hash).await?.then_some(hash))
    }

    /// Re-authenticates the user: starts a new session and ends the current one.
    pub async fn confirm(
        &self,
        member: &Member,
        proof: Proof,
        network: &str,
        browser: Option<Token>,
    ) -> Result<(Member, SignInTokens), Error> {
        let recovered = proof.recovers();
        let account = self.prove(proof, network, browser).await?;
        if account.id != member.account.id {
            return Err(Error::Credentials);
        }
        let (renewed, token) = self.begin(account, &member.session.agent, recovered).await?;
        self.store.end_session(member.account.id, member.session.hash).await?;
        let tokens = self.enter(renewed.account.id, token, network, browser).await?;
        Ok((renewed, tokens))
    }

    pub async fn sign_out(&self, token: Option<Token>) -> Result<(), Error> {
        if let Ok(Member { session, .. }) = self.member(token).await {
            self.store.end_session(session.account, session.hash).await?;
            self.hub.tell_account(session.account);
        }
        Ok(())
    }

    /// Completes when a session has ended; never, if there is none.
    pub fn ended(&self, session: Option<(TokenHash, AccountId)>) -> Ended<'_> {
        let Some((hash, account)) = session else { return Box::pin(std::future::pending()) };
        let mut changes = self.hub.account(account);
        Box::pin(async move {
            // An error other than a missing session is no reason to end a connection.
            while !matches!(self.store.session(hash, sessions::expiry(self.time.now())).await, Ok(None)) {
                // Sessions also expire, and a notification from another process may be lost.
                let _ = timeout(SESSION_CHECKS * self.hub.heartbeat(), changes.changed()).await;
            }
        })
    }

    pub async fn sessions(&self, member: &Member) -> Result<Sessions, Error> {
        let sessions = self.sessions_of(member.account.id, Some(member.session.hash)).await?;
        Ok(Sessions { sessions })
    }

    async fn sessions_of(&self, account: AccountId, own: Option<TokenHash>) -> Result<Vec<SessionView>, Error> {
        let all = self.store.sessions(account, sessions::expiry(self.time.now())).await?;
        let view = |session: Session| SessionView {
            id: session.hash.id(),
            since: self.time.date_of(session.at),
            seen: self.time.date_of(session.seen),
            own: Some(session.hash) == own,
            agent: session.agent,
        };
        Ok(all.into_iter().map(view).collect())
    }

    pub async fn end_session(&self, member: &Member, name: &str) -> Result<Sessions, Error> {
        member.expect_fresh(self.time.now())?;
        let all = self.store.sessions(member.account.id, sessions::expiry(self.time.now())).await;
        let found = all?.into_iter().find(|session| session.hash.id() == name);
        let hash: TokenHash = found.ok_or(Error::NotYours)?.hash;
        self.store.end_session(member.account.id, hash).await?;
        self.hub.tell_account(member.account.id);
        self.sessions(member).await
    }

    /// Revokes all ways into the account except its password, this session and those in `kept`.
    pub async fn end_others(&self, member: &Member, mut kept: Vec<String>) -> Result<Sessions, Error> {
        member.expect_fresh(self.time.now())?;
        kept.extend([member.session.hash.id(), "password".to_owned()]);
        let account = member.account.id;
        self.store.revoke_access(account, &kept).await.on(StoreError::Conflict, Error::LastWay)?;
        self.hub.tell_account(account);
        self.notifier.notify();
        self.sessions(member).await
    }

    /// Returns the account that a recovery link opens, without using the link.
    pub async fn recovering(&self, link: &str) -> Result<AccountId, Error> {
        let (hash, after) = self.link(link)?;
        self.store.recovery_account(hash, after).await?.ok_or(Error::Link)
    }

    fn link(&self, link: &str) -> Result<(TokenHash, i64), Error> {
        let link: Token = link.parse().map_err(|()| Error::Link)?;
        Ok((link.hash(), self.time.now() - sessions::LINK_LIFETIME))
    }

    pub async fn access(&self, account: AccountId, tokens: Vec<TokenView>) -> Result<AccessList, Error> {
        Ok(AccessList {
            passkeys: self.passkeys(account).await?,
            tokens,
            codes: self.store.codes_left(account).await?,
            sessions: self.sessions_of(account, None).await?,
        })
    }

    /// Sets the password and ends all other sessions. Requires the old password, if there is one. If there is
    /// none, or the user has just recovered the account, a recent confirmation of identity is enough.
    pub async fn set_password(
        &self,
        mut member: Member,
        old: Option<&str>,
        new: &str,
    ) -> Result<AccountView, Error> {
        let Account { id, name, password: kept, .. } = &member.account;
        Passwords::check(new, name)?;
        match kept {
            None => member.expect_fresh(self.time.now())?,
            Some(_) if old.is_none() && sessions::is_recovered(&member.session, self.time.now()) => {}
            Some(kept) => {
                let form = Name::sought(name).ok_or(Error::Credentials)?;
                let attempt = self.attempts.begin(&form, member.session.hash, true, self.time.now())?;
                if !self.passwords.fits(old.unwrap_or(""), Some(kept)).await? {
                    return Err(Error::Credentials);
                }
                self.attempts.forgive(attempt);
            }
        }
        let hashed = self.passwords.hash(new).await?;
        let set = self.store.set_password(&member.session, kept.as_deref(), &hashed).await;
        set.on(StoreError::Conflict, Error::AccountChanged)?;
        self.hub.tell_account(*id);
        self.notifier.notify();
        member.account.password = Some(hashed);
        self.view(&member).await
    }

    pub async fn remove_password(&self, mut member: Member) -> Result<AccountView, Error> {
        member.expect_fresh(self.time.now())?;
        removed(self.store.remove_password(member.account.id).await)?;
        self.notifier.notify();
        member.account.password = None;
        self.view(&member).await
    }

    pub async fn add_passkey(
        &self,
        member: &Member,
        answer: PasskeyAnswer,
        label: &str,
    ) -> Result<AccountView, Error> {
        member.expect_fresh(self.time.now())?;
        let made = self.passkeys.made(answer, &labelled(label)).await?;
        if made.account != member.account.id || made.name.is_some() {
            return Err(Error::Passkey);
        }
        let added = self.store.add_passkey(&member.session, &made.passkey, MAX_PASSKEYS).await;
        added.on(StoreError::Conflict, Error::PasskeyTaken)?;
        self.notifier.notify();
        self.view(member).await
    }

    pub async fn remove_passkey(&self, member: &Member, id: &str) -> Result<AccountView, Error> {
        member.expect_fresh(self.time.now())?;
        removed(self.store.remove_passkey(member.account.id, id).await)?;
        self.notifier.notify();
        self.view(member).await
    }

    pub async fn renew_codes(&self, member: &Member) -> Result<RecoveryCodes, Error> {
        member.expect_fresh(self.time.now())?;
        let (codes, hashes) = draw_codes()?;
        self.store.set_codes(&member.session, &hashes).await.on(StoreError::Missing, Error::SignedOut)?;
        self.notifier.notify();
        Ok(RecoveryCodes { codes })
    }

    /// Deletes an account. Its games remain, without the account's name, and can still be played through their
    /// links.
    pub async fn remove(&self, member: Member) -> Result<(), Error> {
        member.expect_fresh(self.time.now())?;
        let games = self.store.remove_account(member.account.id).await?;
        // Notify followers that the name was removed; connections opened with the session are closed.
        games.into_iter().for_each(|game| self.hub.tell_keys(game));
        self.hub.tell_account(member.account.id);
        Ok(())
    }
}

fn removed(removal: Result<Removal, StoreError>) -> Result<(), Error> {
    match removal? {
        Removal::Gone => Ok(()),
        Removal::Last => Err(Error::LastWay),
        Removal::Unknown => Err(Error::NotYours),
    }
}

fn labelled(label: &str) -> String {
    label.trim().chars().filter(|letter| !letter.is_control()).take(MAX_LABEL).collect()
}

/// Generates recovery codes, formatted in groups of letters for easy copying; also returns their hashes.
fn draw_codes() -> Result<(Vec<String>, Vec<TokenHash>), Error> {
    let (mut codes, mut hashes) = (Vec::new(), Vec::new());
    for _ in 0..RECOVERY_CODES {
        let token = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
        let text = token.to_string();
        let groups: Vec<&str> = [&text[..5], &text[5..10], &text[10..15], &text[15..20], &text[20..]].to_vec();
        codes.push(groups.join("-"));
        hashes.push(token.hash());
    }
    Ok((codes, hashes))
}
