//! Commands for creating, reading, finding and sharing studies.

mod editing;
mod loaded;

use std::collections::BTreeSet;

use entourage_registry::view::{
    AppliedEdit, AppliedEdits, NewStudy, StudyAct, StudyChange, StudyHead, StudyList, StudyMember, StudyOrigin,
    StudyRole, StudyView, StudyVisibility, WrittenComment,
};
use entourage_store::{MemberRole, Relation, StoredStudy, StudyAudience, StudyFilter};
use entourage_study::{MAX_TEXT, MAX_TITLE, Study};
pub(crate) use loaded::LoadedStudies;
use sha2::{Digest, Sha256};

use super::hub::StudyGuest;
use super::writing;
use crate::games::prelude::*;
use crate::names::Name;
use crate::sanctions;
use crate::sanctions::allowances::{Activity, is_new};
use crate::sessions::Member;

const PAGE: u32 = 30;
const EDITS_PAGE: u32 = 500;
const MAX_OWN: u32 = 200;
const MAX_OWN_NEW: u32 = 20;
const MAX_MEMBERS: u32 = 64;
const MAX_TAGS: usize = 16;
const MAX_TAG: usize = 30;
const ID_LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// What a request does with a study.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Read,
    /// Moderators cannot copy what they read only because they are moderators.
    Copy,
    Edit,
    Own,
}

type Membership = (String, AccountId, String, MemberRole);

/// A study, and what the requester may do with it.
struct Opened {
    row: StoredStudy,
    members: Vec<Membership>,
    role: Option<StudyRole>,
    /// Whether only moderators can read the study.
    is_inspected: bool,
}

/// A search for studies, as a client sends it.
pub(crate) struct StudySearch {
    pub game: Option<String>,
    pub text: Option<String>,
    pub player: Option<String>,
    pub owner: Option<String>,
    pub position: Option<String>,
    pub mine: bool,
    pub after: Option<String>,
}

/// Returns a random ID of 12 letters and digits; empty if the operating system has no randomness, which no command accepts.
fn new_id() -> String {
    let bits: [u8; 12] = random().unwrap_or_default();
    if bits == [0; 12] { String::new() } else { id_of(&bits) }
}

fn id_of(bytes: &[u8]) -> String {
    bytes.iter().take(12).map(|byte| char::from(ID_LETTERS[usize::from(byte % 32)])).collect()
}

/// Returns IDs of 12 letters and digits, which are the same for the same texts.
fn derived_ids(texts: &[&str]) -> impl FnMut() -> String + use<> {
    let mut seed = Sha256::new();
    for text in texts {
        seed.update((text.len() as u64).to_be_bytes());
        seed.update(text);
    }
    let mut count = 0_u64;
    move || {
        count += 1;
        id_of(&seed.clone().chain_update(count.to_be_bytes()).finalize())
    }
}

/// Returns whether a text can be the ID of a study.
pub(crate) fn is_study_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| ID_LETTERS.contains(&byte))
}

impl Games {
    pub(super) fn date(&self) -> i64 {
        self.time.date_of(self.time.now())
    }

    async fn open_study(&self, id: &str, account: Option<AccountId>, need: Need) -> Result<Opened, Error> {
        let row = self.store.study(id).await?.ok_or(Error::NoStudy)?;
        let members = self.store.study_members(&[id]).await?;
        let role = role_in(&row, &members, account);
        let is_private = row.audience == StudyAudience::Private;
        let is_inspected = role.is_none() && (is_private || row.hidden);
        if is_inspected && (need == Need::Copy || !self.can_inspect(&row, account).await?) {
            return Err(Error::NoStudy);
        }
        let is_allowed = match need {
            Need::Read | Need::Copy => true,
            Need::Edit => matches!(role, Some(StudyRole::Owner | StudyRole::Contributor)),
            Need::Own => role == Some(StudyRole::Owner),
        };
        if is_allowed { Ok(Opened { row, members, role, is_inspected }) } else { Err(Error::StudyRole) }
    }

    /// Returns whether an account can read a study as a moderator: a hidden study, or a private one that an open report is about. Reading
    /// a private study is logged.
    async fn can_inspect(&self, row: &StoredStudy, account: Option<AccountId>) -> Result<bool, Error> {
        let Some(account) = account else { return Ok(false) };
        let is_moderator = self.store.rights(account).await?.is_some_and(|rights| rights.role.is_some());
        match row.audience {
            StudyAudience::Private if is_moderator => {
                Ok(self.store.read_reported_study(account, &row.id, row.owner, self.date()).await?)
            }
            _ => Ok(is_moderator),
        }
    }

    async fn account_named(&self, name: &str) -> Result<AccountId, Error> {
        let form = Name::sought(name).ok_or(Error::NoPerson)?;
        Ok(self.store.account_named(&form).await?.ok_or(Error::NoPerson)?.id)
    }

    /// Fails if the account is muted, or has used up its allowance for an activity.
    pub(super) async fn expect_writer(&self, account: AccountId, activity: Activity) -> Result<(), Error> {
        let now = self.time.now();
        let rights = self.store.rights(account).await?.ok_or(Error::SignedOut)?;
        sanctions::expect_not_muted(&rights, self.time.date_of(now))?;
        self.allowances.take(account, activity, rights.since, now)
    }

    pub async fn create_study(&self, member: &Member, new: NewStudy) -> Result<StudyView, Error> {
        let NewStudy { title, description, tags, visibility, chapter } = new;
        let change = StudyChange { title: Some(title), description, tags, visibility: Some(visibility) };
        let owner = member.account.id;
        let mut row = self.new_study(owner);
        amend(&mut row, change)?;
        self.expect_writer(owner, Activity::Study).await?;
        let edits = chapter.map(|chapter| self.new_edit(new_id(), StudyAct::NewChapter(chapter)));
        let (study, applied) =
            self.check_edits(Study::default(), owner, true, edits.into_iter().collect(), 0).await?;
        self.add_study(row, &study, &applied, member).await
    }

    /// Copies a study that the user may read, without its members and what was deleted from it.
    pub async fn fork_study(&self, id: &str, member: &Member) -> Result<StudyView, Error> {
        let owner = member.account.id;
        let Opened { row: origin, .. } = self.open_study(id, Some(owner), Need::Copy).await?;
        self.expect_writer(owner, Activity::Study).await?;
        let study = self.load_study(&origin).await?;
        let (by, at) = (owner.to_string(), self.date());
        let applied = self.replays.replay(study.moves(), move || study.copy(&by, at, new_id)).await?;
        let mut copy = Study::default();
        for edit in &applied {
            copy.apply(edit).map_err(|_| Error::Damaged)?;
        }
        let row = StoredStudy {
            title: origin.title.clone(),
            description: origin.description,
            tags: origin.tags,
            origin: Some(origin.id),
            origin_title: Some(origin.title),
            origin_owner: Some(origin.owner),
            ..self.new_study(owner)
        };
        self.add_study(row, &copy, &applied, member).await
    }

    fn new_study(&self, owner: AccountId) -> StoredStudy {
        let at = self.date();
        StoredStudy {
            id: new_id(),
            owner,
            title: String::new(),
            description: String::new(),
            tags: String::new(),
            audience: StudyAudience::Private,
            hidden: false,
            origin: None,
            origin_title: None,
            origin_owner: None,
            games: String::new(),
            chapters: 0,
            version: 0,
            changes: 1,
            indexed: 0,
            at,
            updated: at,
        }
    }

    async fn add_study(
        &self,
        row: StoredStudy,
        study: &Study,
        applied: &[AppliedEdit],
        member: &Member,
    ) -> Result<StudyView, Error> {
        if row.id.is_empty() {
            return Err(Error::Unavailable);
        }
        let row = StoredStudy {
            games: study.games().join("\n"),
            chapters: study.len() as u32,
            version: study.version(),
            ..row
        };
        let most = if is_new(member.account.at, self.time.now()) { MAX_OWN_NEW } else { MAX_OWN };
        let added = self.store.add_study(&row, &loaded::to_store(applied)?, most).await;
        added.on(StoreError::Conflict, Error::TooManyStudies)?;
        self.study(&row.id, Some(member.account.id)).await
    }

    pub async fn study(&self, id: &str, account: Option<AccountId>) -> Result<StudyView, Error> {
        let opened = self.open_study(id, account, Need::Read).await?;
        self.study_view(&opened).await
    }

    async fn study_view(&self, opened: &Opened) -> Result<StudyView, Error> {
        let study = self.load_study(&opened.row).await?;
        let authors = study.authors().into_iter().filter_map(|author| author.parse().ok());
        let names = self.names_in(&[&opened.row], authors).await?;
        let mut head = head(opened.row.clone(), &opened.members, &names, opened.role);
        head.version = head.version.max(study.version());
        let version = study.version();
        let view = move || study.view(&|author| name_of(&names, author));
        let chapters = self.replays.replay(0, view).await?;
        Ok(StudyView { head, chapters, version })
    }

    /// Returns the names of the owners of studies, of the owners of their origins, and of other accounts.
    async fn names_in(
        &self,
        rows: &[&StoredStudy],
        others: impl IntoIterator<Item = AccountId>,
    ) -> Result<HashMap<AccountId, String>, Error> {
        let owners = rows.iter().flat_map(|row| [Some(row.owner), row.origin_owner]).flatten();
        let mut accounts: Vec<AccountId> = owners.chain(others).collect();
        accounts.sort_unstable_by_key(|account| account.bits());
        accounts.dedup();
        Ok(self.store.account_names(&accounts).await?.into_iter().collect())
    }

    /// Returns a study without its chapters, and a page of the edits after the sequence number `since`.
    pub async fn study_news(
        &self,
        id: &str,
        account: Option<AccountId>,
        since: u32,
    ) -> Result<(StudyHead, AppliedEdits), Error> {
        let Opened { row, members, role, .. } = self.open_study(id, account, Need::Read).await?;
        let stored = match since < row.version {
            true => self.store.study_edits(id, since, EDITS_PAGE).await?,
            false => Vec::new(),
        };
        let mut edits = loaded::applied(stored)?;
        let accounts = edits.iter().flat_map(|edit| [Some(&edit.by), loaded::author_of(edit)]).flatten();
        let accounts: BTreeSet<&str> = accounts.map(String::as_str).collect();
        let accounts = accounts.into_iter().filter_map(|account| account.parse().ok());
        let names = self.names_in(&[&row], accounts).await?;
        for edit in &mut edits {
            edit.by = name_of(&names, &edit.by);
            if let StudyAct::Comment { author: Some(author), .. } = &mut edit.edit.act {
                *author = name_of(&names, author);
            }
        }
        let version = row.version.max(edits.last().map_or(0, |last| last.seq));
        Ok((head(row, &members, &names, role), AppliedEdits { edits, version }))
    }

    pub async fn change_study(
        &self,
        id: &str,
        member: &Member,
        change: StudyChange,
    ) -> Result<StudyHead, Error> {
        let account = Some(member.account.id);
        let need = if change.visibility.is_some() { Need::Own } else { Need::Edit };
        let Opened { mut row, .. } = self.open_study(id, account, need).await?;
        self.expect_writer(member.account.id, Activity::StudyEdits).await?;
        amend(&mut row, change)?;
        row.updated = self.date();
        self.store.change_study(&row).await.on(StoreError::Missing, Error::NoStudy)?;
        self.hub.tell_study(id);
        Ok(self.study_news(id, account, row.version).await?.0)
    }

    pub async fn delete_study(&self, id: &str, member: &Member) -> Result<(), Error> {
        self.open_study(id, Some(member.account.id), Need::Own).await?;
        self.store.delete_study(id).await?;
        self.hub.tell_study(id);
        Ok(())
    }

    /// Gives a user a role in a study, or removes it if `None`. Members can also remove themselves.
    pub async fn set_study_member(
        &self,
        id: &str,
        member: &Member,
        name: &str,
        role: Option<StudyRole>,
    ) -> Result<StudyHead, Error> {
        let own = member.account.id;
        let account = self.account_named(name).await?;
        let leaves = role.is_none() && account == own;
        let opened = self.open_study(id, Some(own), if leaves { Need::Read } else { Need::Own }).await?;
        let role = match role {
            None => None,
            Some(StudyRole::Contributor) => Some(MemberRole::Contributor),
            Some(StudyRole::Viewer) => Some(MemberRole::Viewer),
            Some(StudyRole::Owner) => return Err(Error::malformed("`role` must be `contributor` or `viewer`")),
        };
        if account == opened.row.owner {
            return Err(Error::AboutOneself);
        }
        if role.is_some() && self.store.has_relation(account, Relation::Block, own).await? {
            return Err(Error::Blocked);
        }
        match self.store.set_study_member(id, account, role, MAX_MEMBERS).await {
            Err(StoreError::Conflict) => return Err(Error::TooManyMembers),
            Err(StoreError::Missing) => return Err(Error::NoStudy),
            other => other?,
        }
        self.hub.tell_study(id);
        // A member who has left can no longer read a private study.
        let members = self.store.study_members(&[id]).await?;
        let names = self.names_in(&[&opened.row], []).await?;
        let role = role_in(&opened.row, &members, Some(own));
        Ok(head(opened.row, &members, &names, role))
    }

    pub async fn list_studies(
        &self,
        search: StudySearch,
        account: Option<AccountId>,
    ) -> Result<StudyList, Error> {
        let StudySearch { game, text, player, owner, position, mine, after } = search;
        let mut terms = BTreeSet::new();
        terms.extend(game.as_deref().map(entourage_study::term_of_game));
        for (prefix, text) in [('w', text), ('p', player)] {
            let words = entourage_study::words(text.as_deref().unwrap_or_default());
            terms.extend(words.into_iter().map(|word| format!("{prefix}{word}")));
        }
        if let Some(position) = position {
            let game = game.ok_or_else(|| Error::malformed("`position` requires `game`"))?;
            let (key, _) = self.reached(&game, Some(position), Vec::new()).await?;
            terms.insert(entourage_study::position_term(key));
        }
        if terms.iter().any(|term| term.contains([',', '"'])) {
            return Err(Error::malformed("`game` is not valid"));
        }
        let account = match (mine, account) {
            (true, None) => return Err(Error::SignedOut),
            (true, account) => account,
            (false, _) => None,
        };
        let malformed = || Error::malformed("`after` must be the `next` value of a page");
        let after = after.map(|after| {
            let (updated, id) = after.split_once('.').ok_or_else(malformed)?;
            Ok::<_, Error>((updated.parse().map_err(|_| malformed())?, id.to_owned()))
        });
        let owner = match owner {
            Some(name) => match self.account_named(&name).await {
                Ok(owner) => Some(owner),
                Err(Error::NoPerson) => return Ok(StudyList { studies: Vec::new(), next: None }),
                Err(error) => return Err(error),
            },
            None => None,
        };
        let filter = StudyFilter { terms, account, owner, after: after.transpose()? };
        let found = self.store.find_studies(&filter, PAGE).await?;
        let last = found.last().filter(|_| found.len() == PAGE as usize);
        let next = last.map(|last| format!("{}.{}", last.updated, last.id));
        let ids: Vec<&str> = found.iter().map(|row| row.id.as_str()).collect();
        let members = self.store.study_members(&ids).await?;
        let names = self.names_in(&found.iter().collect::<Vec<_>>(), []).await?;
        let heads = found.into_iter().map(|row| {
            let of: Vec<Membership> = members.iter().filter(|member| member.0 == row.id).cloned().collect();
            let role = role_in(&row, &of, account);
            head(row, &of, &names, role)
        });
        Ok(StudyList { studies: heads.collect(), next })
    }

    /// Returns the IDs of the account's own studies, and of the studies of others that the account has commented on.
    pub async fn written_studies(&self, account: AccountId) -> Result<(Vec<String>, Vec<String>), Error> {
        let own = StudyFilter { account: Some(account), owner: Some(account), ..StudyFilter::default() };
        let own = self.store.find_studies(&own, MAX_OWN).await?.into_iter().map(|row| row.id).collect();
        Ok((own, self.store.commented_studies(account, u32::MAX).await?))
    }

    /// Returns the account's comments in a study, whether or not the account can still read the study.
    pub async fn comments_in(&self, id: &str, account: AccountId) -> Result<Vec<WrittenComment>, Error> {
        let row = self.store.study(id).await?.ok_or(Error::NoStudy)?;
        let own = self.load_study(&row).await?.comments_by(&account.to_string());
        let written = |(chapter, node, text)| WrittenComment { study: id.to_owned(), chapter, node, text };
        Ok(own.into_iter().map(written).collect())
    }

    /// Returns the owner of a study that the user may read.
    pub async fn study_owner(&self, id: &str, account: Option<AccountId>) -> Result<AccountId, Error> {
        Ok(self.open_study(id, account, Need::Read).await?.row.owner)
    }

    /// Starts to follow a study. Signed-in users are shown as readers, except moderators of a study that others cannot read.
    pub async fn enter_study(&self, id: &str, account: Option<AccountId>) -> Result<StudyGuest, Error> {
        let Opened { is_inspected, .. } = self.open_study(id, account, Need::Read).await?;
        let name = match account.filter(|_| !is_inspected) {
            Some(account) => self.store.account(account).await?.map(|account| account.name),
            None => None,
        };
        Ok(self.hub.enter_study(id, name))
    }

    pub async fn index_study(&self, id: &str) -> Result<(), Error> {
        let Some(row) = self.store.study(id).await? else { return Ok(()) };
        let study = match self.load_study(&row).await {
            Ok(study) => study,
            // It is found by its texts only.
            Err(Error::Damaged) => Study::default(),
            Err(error) => return Err(error),
        };
        for spec in study.games() {
            self.library.fetch(&spec).await?;
        }
        // A study is also found by the names of its owner and contributors.
        let members = self.store.study_members(&[id]).await?.into_iter();
        let editors = members.filter(|member| member.3 == MemberRole::Contributor).map(|member| member.2);
        let people: Vec<String> =
            self.names_in(&[&row], []).await?.remove(&row.owner).into_iter().chain(editors).collect();
        let (registry, changes, steps) = (self.registry.clone(), row.changes, study.moves());
        let texts = [row.title, row.description, row.tags];
        let terms = move || entourage_study::terms(&study, &registry, &texts, &people);
        let terms = self.replays.replay(steps, terms).await?;
        self.store.index_study(id, changes, &terms).await.map_err(Error::from)
    }
}

fn role_in(row: &StoredStudy, members: &[Membership], account: Option<AccountId>) -> Option<StudyRole> {
    let account = account?;
    if row.owner == account {
        return Some(StudyRole::Owner);
    }
    members.iter().find(|member| member.1 == account).map(|member| role_of(member.3))
}

fn role_of(role: MemberRole) -> StudyRole {
    match role {
        MemberRole::Contributor => StudyRole::Contributor,
        MemberRole::Viewer => StudyRole::Viewer,
    }
}

/// Returns the name of an author; empty if the account was deleted.
fn name_of(names: &HashMap<AccountId, String>, author: &str) -> String {
    author.parse().ok().and_then(|account: AccountId| names.get(&account).cloned()).unwrap_or_default()
}

fn head(
    row: StoredStudy,
    members: &[Membership],
    names: &HashMap<AccountId, String>,
    role: Option<StudyRole>,
) -> StudyHead {
    let name = |account: AccountId| names.get(&account).cloned().unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let origin = row.origin.map(|id| StudyOrigin {
        id,
        title: row.origin_title.unwrap_or_default(),
        owner: row.origin_owner.map(name).unwrap_or_default(),
    });
    StudyHead {
        id: row.id,
        title: row.title,
        description: row.description,
        tags: lines(&row.tags),
        visibility: match row.audience {
            StudyAudience::Private => StudyVisibility::Private,
            StudyAudience::Link => StudyVisibility::Link,
            StudyAudience::Public => StudyVisibility::Public,
        },
        hidden: row.hidden,
        owner: name(row.owner),
        members: members.iter().map(|one| StudyMember { name: one.2.clone(), role: role_of(one.3) }).collect(),
        games: lines(&row.games),
        chapters: row.chapters,
        forked_from: origin,
        version: row.version,
        updated: row.updated,
        role,
    }
}

/// Changes the texts and the visibility of a study.
fn amend(row: &mut StoredStudy, change: StudyChange) -> Result<(), Error> {
    let StudyChange { title, description, tags, visibility } = change;
    if let Some(title) = title {
        writing::check(&title, MAX_TITLE, false)?;
        row.title = title;
    }
    if let Some(description) = description {
        if !description.is_empty() {
            writing::check(&description, MAX_TEXT, true)?;
        }
        row.description = description;
    }
    if let Some(tags) = tags {
        if tags.len() > MAX_TAGS {
            return Err(Error::malformed(format!("`tags` can have at most {MAX_TAGS} entries")));
        }
        tags.iter().try_for_each(|tag| writing::check(tag, MAX_TAG, false))?;
        row.tags = tags.join("\n");
    }
    if let Some(visibility) = visibility {
        row.audience = match visibility {
            StudyVisibility::Private => StudyAudience::Private,
            StudyVisibility::Link => StudyAudience::Link,
            StudyVisibility::Public => StudyAudience::Public,
        };
    }
    Ok(())
}
