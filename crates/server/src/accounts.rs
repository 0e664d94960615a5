//! People with names: how an account is founded, signed in to, kept and left. Nobody needs one to play.

mod addresses;
mod attempts;
#[cfg(feature = "passkeys")]
mod passkeys;
#[cfg(not(feature = "passkeys"))]
#[path = "accounts/no_passkeys.rs"]
mod passkeys;
mod passwords;

use std::hash::Hash;
use std::sync::Arc;

use entourage_record::{AccountId, Token, TokenHash};
use entourage_registry::view::{
    AccountView, CeremonyView, Founded, PasskeyAnswer, PasskeyView, RecoveryCodes, RestraintView, SessionView,
};
use entourage_store::{Account, Removal, Restraint, Role, Session, Store, StoreError, random};

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::games::bell::Bell;
use crate::games::hub::Hub;
use crate::games::report::failed;
use crate::names::Name;
use crate::rights;
use crate::server_time::ServerTime;
use crate::sessions::{self, Member};

use attempts::Attempts;
use passkeys::Passkeys;
use passwords::Passwords;

/// How many recovery codes an account is given.
const CODES: usize = 10;
/// The most passkeys of an account.
const MOST_PASSKEYS: u32 = 20;
/// The most browsers that an account is known to be signed in to from.
const MOST_BROWSERS: u32 = 50;
/// The most characters of what somebody calls a passkey.
const LABEL: usize = 60;

/// Keeps accounts, and who is signed in to them.
pub(crate) struct Accounts {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    hub: Arc<Hub>,
    bell: Arc<Bell>,
    passwords: Passwords,
    passkeys: Passkeys,
    attempts: Attempts,
}

/// What somebody shows to sign in.
pub(crate) enum Proof {
    /// A name, and its password.
    Password { name: String, password: String },
    /// A name, and a code that opens its account once.
    Code { name: String, code: String },
    /// A passkey's answer, which tells whose it is.
    Passkey(PasskeyAnswer),
    /// What a link says that was sent to the account's address.
    Link(String),
}

impl Proof {
    /// Tells whether it is what one has when all else is lost.
    fn recovers(&self) -> bool {
        matches!(self, Self::Code { .. } | Self::Link(_))
    }
}

/// What an account is to be signed in to with.
pub(crate) enum Way {
    /// A password.
    Password(String),
    /// A new passkey's answer, with what its holder calls it.
    Passkey { answer: PasskeyAnswer, label: String },
}

/// What a browser keeps of whoever has come in.
pub(crate) struct Entered {
    /// What opens the session.
    pub session: Token,
    /// What the browser is known by, whoever is signed in there.
    pub browser: Token,
}

impl Accounts {
    /// Keeps accounts in a store, with passkeys for a site by its public address; a bell tells whoever sends letters that there are some.
    pub fn new(
        store: Arc<Store>,
        time: Arc<ServerTime>,
        hub: Arc<Hub>,
        bell: Arc<Bell>,
        address: Option<&str>,
    ) -> Self {
        let passkeys = Passkeys::new(Arc::clone(&store), Arc::clone(&time), address);
        Self { store, time, hub, bell, passwords: Passwords::new(), passkeys, attempts: Attempts::new() }
    }

    /// Returns the name for which passkeys are made, if there are any.
    pub fn site(&self) -> Option<&str> {
        self.passkeys.site()
    }

    /// Finds who is signed in by a token.
    pub async fn member(&self, token: Option<Token>) -> Result<Member, AccountError> {
        let (hash, now) = (token.ok_or(AccountError::SignedOut)?.hash(), self.time.now());
        let found = self.store.session(hash, sessions::expiry(now)).await.map_err(failed)?;
        let (session, account) = found.ok_or(AccountError::SignedOut)?;
        if sessions::is_seen_late(&session, now) {
            ended(self.store.touch_session(hash, now).await)?;
        }
        Ok(Member { session, account })
    }

    /// Finds whose account a token opens; who is not signed in, or not any more, is a guest.
    pub async fn known(&self, token: Option<Token>) -> Result<Option<AccountId>, AccountError> {
        match self.member(token).await {
            Ok(member) => Ok(Some(member.account.id)),
            Err(AccountError::SignedOut) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Describes an account to whoever is signed in to it.
    pub async fn view(&self, member: &Member) -> Result<AccountView, AccountError> {
        let Account { id, name, password, at } = &member.account;
        let passkeys = self.store.passkeys(*id).await.map_err(failed)?.into_iter().map(|passkey| PasskeyView {
            id: passkey.id,
            label: passkey.label,
            since: self.time.date_of(passkey.at),
            used: passkey.used.map(|at| self.time.date_of(at)),
        });
        let kept = self.store.rights(*id).await.map_err(failed)?.ok_or(AccountError::SignedOut)?;
        let date = self.time.date_of(self.time.now());
        Ok(AccountView {
            name: name.clone(),
            role: kept.role.map(Role::word),
            mute: kept
                .mute
                .filter(|mute| mute.stands(date))
                .map(|Restraint { until, reason }| RestraintView { until, reason }),
            password: password.is_some(),
            passkeys: passkeys.collect(),
            codes: self.store.codes_left(*id).await.map_err(failed)?,
            mail: self.mail(*id).await?,
            recovered: sessions::is_recovered(&member.session, self.time.now()),
            since: self.time.date_of(*at),
            fresh: sessions::is_fresh(&member.session, self.time.now()),
        })
    }

    /// Finds the account of a name, as somebody writes it.
    pub async fn named(&self, name: &str) -> Result<Option<AccountId>, AccountError> {
        let Some(form) = Name::sought(name) else { return Ok(None) };
        Ok(self.store.account_named(&form).await.map_err(failed)?.map(|account| account.id))
    }

    /// Founds an account, and signs whoever asks in to it. With a passkey, the name is the one that the passkey was made for.
    pub async fn found(
        &self,
        name: &str,
        way: Way,
        agent: &str,
        browser: Option<Token>,
    ) -> Result<(Founded, Entered), AccountError> {
        let (name, now) = (Name::new(name)?, self.time.now());
        let (id, password, passkey) = match way {
            Way::Password(password) => {
                Passwords::check(&password, &name.text)?;
                self.expect_free(&name).await?;
                let id = random().map(AccountId::from_bits).map_err(|_| GameError::Unavailable)?;
                (id, Some(self.passwords.hash(&password).await?), None)
            }
            Way::Passkey { answer, label } => {
                let made = self.passkeys.made(answer, &labelled(&label)).await?;
                if made.name.as_ref() != Some(&name.text) {
                    return Err(AccountError::Passkey);
                }
                (made.account, None, Some(made.passkey))
            }
        };
        let account = Account { id, name: name.text, password, at: now };
        let (codes, hashes) = draw_codes()?;
        let (token, session) = sessions::begin(id, agent, false, now)?;
        let stored = self.store.found(&account, &name.forms, passkey.as_ref(), &hashes, &session).await;
        stored.map_err(|error| match error {
            StoreError::Conflict => AccountError::NameTaken,
            error => failed(error).into(),
        })?;
        let entered = self.enter(id, token, browser).await?;
        let account = self.view(&Member { session, account }).await?;
        Ok((Founded { account, codes }, entered))
    }

    async fn expect_free(&self, name: &Name) -> Result<(), AccountError> {
        for form in &name.forms {
            if self.store.account_named(form).await.map_err(failed)?.is_some() {
                return Err(AccountError::NameTaken);
            }
        }
        Ok(())
    }

    /// Asks for a passkey with which an account is to be founded under a name.
    pub async fn ask_founding(&self, name: &str) -> Result<CeremonyView, AccountError> {
        let name = Name::new(name)?;
        self.expect_free(&name).await?;
        let id = random().map(AccountId::from_bits).map_err(|_| GameError::Unavailable)?;
        self.passkeys.ask_new(id, &name.text, true).await
    }

    /// Asks for one more passkey for an account.
    pub async fn ask_another(&self, member: &Member) -> Result<CeremonyView, AccountError> {
        member.expect_fresh(self.time.now())?;
        self.passkeys.ask_new(member.account.id, &member.account.name, false).await
    }

    /// Asks whoever has a passkey to show it.
    pub async fn ask_known(&self) -> Result<CeremonyView, AccountError> {
        self.passkeys.ask_known().await
    }

    /// Signs somebody in from somewhere: a new session begins, and the one that the browser had ends.
    pub async fn sign_in(
        &self,
        proof: Proof,
        old: Option<Token>,
        from: impl Hash,
        agent: &str,
        browser: Option<Token>,
    ) -> Result<(Member, Entered), AccountError> {
        let recovered = proof.recovers();
        let account = self.prove(proof, from).await?;
        let (member, token) = self.begin(account, agent, recovered).await?;
        self.sign_out(old).await?;
        let entered = self.enter(member.account.id, token, browser).await?;
        Ok((member, entered))
    }

    /// Notes the browser in which somebody has come in; one that was never here is given what it is known by.
    async fn enter(
        &self,
        account: AccountId,
        session: Token,
        browser: Option<Token>,
    ) -> Result<Entered, AccountError> {
        let browser = match browser {
            Some(known) => known,
            None => random().map(Token::from_bits).map_err(|_| GameError::Unavailable)?,
        };
        self.store
            .note_browser(account, browser.hash(), self.time.now(), MOST_BROWSERS)
            .await
            .map_err(failed)?;
        Ok(Entered { session, browser })
    }

    async fn begin(
        &self,
        account: Account,
        agent: &str,
        recovered: bool,
    ) -> Result<(Member, Token), AccountError> {
        let (token, session) = sessions::begin(account.id, agent, recovered, self.time.now())?;
        let begun = self.store.begin_session(&session, sessions::MOST).await;
        begun.map_err(|error| match error {
            // It was deleted meanwhile.
            StoreError::Missing => AccountError::Credentials,
            error => failed(error).into(),
        })?;
        // Nobody knows the token yet: whoever is banned meanwhile is not let in either.
        if let Err(banned) = self.expect_welcome(account.id).await {
            self.store.end_session(account.id, session.hash).await.map_err(failed)?;
            return Err(banned);
        }
        Ok((Member { session, account }, token))
    }

    async fn expect_welcome(&self, account: AccountId) -> Result<(), AccountError> {
        let kept = self.store.rights(account).await.map_err(failed)?.ok_or(AccountError::Credentials)?;
        Ok(rights::expect_welcome(&kept, self.time.date_of(self.time.now()))?)
    }

    /// Finds whose account a proof opens. What is wrong, name or password, is not told, neither in words nor by the time it takes.
    async fn prove(&self, proof: Proof, from: impl Hash) -> Result<Account, AccountError> {
        match proof {
            Proof::Passkey(answer) => {
                let id = self.passkeys.shown(answer).await?;
                self.store.account(id).await.map_err(failed)?.ok_or(AccountError::Credentials)
            }
            Proof::Password { name, password } => {
                let form = Name::sought(&name).ok_or(AccountError::Credentials)?;
                let attempt = self.attempts.begin(&form, from, self.time.now())?;
                let account = self.store.account_named(&form).await.map_err(failed)?;
                let kept = account.as_ref().and_then(|account| account.password.as_deref());
                let fits = self.passwords.fits(&password, kept).await?;
                let account = account.filter(|_| fits).ok_or(AccountError::Credentials)?;
                self.attempts.forgive(attempt);
                Ok(account)
            }
            Proof::Code { name, code } => {
                let form = Name::sought(&name).ok_or(AccountError::Credentials)?;
                let attempt = self.attempts.begin(&form, from, self.time.now())?;
                let account = self.store.account_named(&form).await.map_err(failed)?;
                let code: String =
                    code.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(30).collect();
                let (account, code) =
                    (account.zip(code.parse::<Token>().ok())).ok_or(AccountError::Credentials)?;
                if !self.store.take_code(account.id, code.hash()).await.map_err(failed)? {
                    return Err(AccountError::Credentials);
                }
                self.bell.ring();
                self.attempts.forgive(attempt);
                Ok(account)
            }
            Proof::Link(link) => {
                let link: Token = link.parse().map_err(|()| AccountError::Link)?;
                let after = self.time.now() - sessions::LINK;
                let id = self.store.take_recovery_link(link.hash(), after).await.map_err(failed)?;
                self.store
                    .account(id.ok_or(AccountError::Link)?)
                    .await
                    .map_err(failed)?
                    .ok_or(AccountError::Link)
            }
        }
    }

    /// Lets whoever is signed in prove once more who they are: a new session begins, and the one they had ends.
    pub async fn confirm(
        &self,
        member: &Member,
        proof: Proof,
        from: impl Hash,
        browser: Option<Token>,
    ) -> Result<(Member, Entered), AccountError> {
        let recovered = proof.recovers();
        let account = self.prove(proof, from).await?;
        if account.id != member.account.id {
            return Err(AccountError::Credentials);
        }
        let (renewed, token) = self.begin(account, &member.session.agent, recovered).await?;
        self.store.end_session(member.account.id, member.session.hash).await.map_err(failed)?;
        let entered = self.enter(renewed.account.id, token, browser).await?;
        Ok((renewed, entered))
    }

    /// Signs somebody out where they ask; one who is not signed in stays so.
    pub async fn sign_out(&self, token: Option<Token>) -> Result<(), AccountError> {
        if let Ok(Member { session, .. }) = self.member(token).await {
            self.store.end_session(session.account, session.hash).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Lists where somebody is signed in.
    pub async fn sessions(&self, member: &Member) -> Result<Vec<SessionView>, AccountError> {
        let all = self.store.sessions(member.account.id, sessions::expiry(self.time.now())).await;
        let view = |session: Session| SessionView {
            id: sessions::name(session.hash),
            since: self.time.date_of(session.at),
            seen: self.time.date_of(session.seen),
            own: session.hash == member.session.hash,
            agent: session.agent,
        };
        Ok(all.map_err(failed)?.into_iter().map(view).collect())
    }

    /// Ends one of somebody's sessions by its name.
    pub async fn end_session(&self, member: &Member, name: &str) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        let all = self.store.sessions(member.account.id, sessions::expiry(self.time.now())).await;
        let found = all.map_err(failed)?.into_iter().find(|session| sessions::name(session.hash) == name);
        let hash: TokenHash = found.ok_or(AccountError::Unknown)?.hash;
        self.store.end_session(member.account.id, hash).await.map_err(failed)?;
        Ok(())
    }

    /// Ends all of somebody's sessions but the one that asks.
    pub async fn end_others(&self, member: &Member) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        self.store.end_other_sessions(member.account.id, member.session.hash).await.map_err(failed)?;
        Ok(())
    }

    /// Gives somebody another password; all their other sessions end. Who has one must tell it, unless they have just come in because they have
    /// lost it; who has none must have proved lately who they are.
    pub async fn set_password(
        &self,
        member: &mut Member,
        old: Option<&str>,
        new: &str,
        from: impl Hash,
    ) -> Result<(), AccountError> {
        let Account { id, name, password: kept, .. } = &member.account;
        Passwords::check(new, name)?;
        match kept {
            None => member.expect_fresh(self.time.now())?,
            Some(_) if old.is_none() && sessions::is_recovered(&member.session, self.time.now()) => {}
            Some(kept) => {
                let form = Name::sought(name).ok_or(AccountError::Credentials)?;
                let attempt = self.attempts.begin(&form, from, self.time.now())?;
                if !self.passwords.fits(old.unwrap_or(""), Some(kept)).await? {
                    return Err(AccountError::Credentials);
                }
                self.attempts.forgive(attempt);
            }
        }
        let hashed = self.passwords.hash(new).await?;
        let set = self.store.set_password(*id, kept.as_deref(), &hashed, member.session.hash).await;
        set.map_err(|error| match error {
            StoreError::Conflict => AccountError::Changed,
            error => failed(error).into(),
        })?;
        self.bell.ring();
        member.account.password = Some(hashed);
        Ok(())
    }

    /// Takes the password away from somebody who has a passkey.
    pub async fn remove_password(&self, member: &mut Member) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        removed(self.store.remove_password(member.account.id).await)?;
        self.bell.ring();
        member.account.password = None;
        Ok(())
    }

    /// Gives somebody one more passkey.
    pub async fn add_passkey(
        &self,
        member: &Member,
        answer: PasskeyAnswer,
        label: &str,
    ) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        let made = self.passkeys.made(answer, &labelled(label)).await?;
        if made.account != member.account.id || made.name.is_some() {
            return Err(AccountError::Passkey);
        }
        let added = self.store.add_passkey(member.account.id, &made.passkey, MOST_PASSKEYS).await;
        added.map_err(|error| match error {
            StoreError::Conflict => AccountError::Passkeys,
            error => failed(error).into(),
        })?;
        self.bell.ring();
        Ok(())
    }

    /// Takes one of somebody's passkeys away, unless it is their only way in.
    pub async fn remove_passkey(&self, member: &Member, id: &str) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        removed(self.store.remove_passkey(member.account.id, id).await)?;
        self.bell.ring();
        Ok(())
    }

    /// Gives somebody new recovery codes instead of those they have.
    pub async fn renew_codes(&self, member: &Member) -> Result<RecoveryCodes, AccountError> {
        member.expect_fresh(self.time.now())?;
        let (codes, hashes) = draw_codes()?;
        self.store.set_codes(member.account.id, &hashes).await.map_err(failed)?;
        self.bell.ring();
        Ok(RecoveryCodes { codes })
    }

    /// Forgets somebody with all that belongs to them. Their games stay, nameless: those under way are whoever's who has a link to them.
    pub async fn remove(&self, member: Member) -> Result<(), AccountError> {
        member.expect_fresh(self.time.now())?;
        let games = self.store.remove_account(member.account.id).await.map_err(failed)?;
        // Whoever follows them is told that a name is gone, and whoever came by the account that it opens nothing.
        games.into_iter().for_each(|game| self.hub.tell_keys(game));
        Ok(())
    }
}

/// Says that a session has ended meanwhile, if it has.
fn ended(touched: Result<(), StoreError>) -> Result<(), AccountError> {
    touched.map_err(|error| match error {
        StoreError::Missing => AccountError::SignedOut,
        error => failed(error).into(),
    })
}

/// Says what came of taking a way in away.
fn removed(removal: Result<Removal, StoreError>) -> Result<(), AccountError> {
    match removal.map_err(failed)? {
        Removal::Gone => Ok(()),
        Removal::Last => Err(AccountError::LastWay),
        Removal::Unknown => Err(AccountError::Unknown),
    }
}

/// Returns what somebody calls a passkey, as it is kept.
fn labelled(label: &str) -> String {
    label.trim().chars().filter(|letter| !letter.is_control()).take(LABEL).collect()
}

/// Draws recovery codes, in groups that are easily copied by hand, with what is kept of them.
fn draw_codes() -> Result<(Vec<String>, Vec<TokenHash>), AccountError> {
    let (mut codes, mut hashes) = (Vec::new(), Vec::new());
    for _ in 0..CODES {
        let token = random().map(Token::from_bits).map_err(|_| GameError::Unavailable)?;
        let text = token.to_string();
        let groups: Vec<&str> = [&text[..5], &text[5..10], &text[10..15], &text[15..20], &text[20..]].to_vec();
        codes.push(groups.join("-"));
        hashes.push(token.hash());
    }
    Ok((codes, hashes))
}
