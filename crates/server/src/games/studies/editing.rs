//! Edits of studies, and studies as records.

use std::collections::{HashSet, VecDeque};

use entourage_registry::view::{AppliedEdit, StudyAct, StudyEdit, StudyImported, StudyRole};
use entourage_study::{Editor, MAX_EDITS, MAX_HINT, MAX_TAG, MAX_TEXT, MAX_TITLE, Study};

use super::{Need, Opened, derived_ids, loaded, name_of, new_id};
use crate::games::prelude::*;
use crate::games::writing;
use crate::sanctions::allowances::Activity;
use crate::sessions::Member;

/// Maximum number of attempts at edits that conflict with those of other processes.
const MAX_TRIES: u32 = 8;

impl Games {
    /// Applies edits of a client, all or none, and returns the number of edits of the study. Edits that are already stored have no
    /// further effect.
    pub async fn edit_study(
        self: &Arc<Self>,
        id: String,
        member: &Member,
        edits: Vec<StudyEdit>,
    ) -> Result<u32, Error> {
        if edits.is_empty() || edits.len() > MAX_EDITS {
            return Err(Error::malformed(format!("`edits` must have 1 to {MAX_EDITS} entries")));
        }
        let account = member.account.id;
        self.open_study(&id, Some(account), Need::Edit).await?;
        self.expect_writer(account, Activity::StudyEdits).await?;
        let games = Arc::clone(self);
        // Completed even if the client disconnects, so that followers are notified of stored edits.
        run_to_completion(async move { games.store_edits(&id, account, edits).await }).await
    }

    /// Adds a chapter for each game of a record. The IDs of the edits depend only on the study, the user and the record, so that a repeated
    /// request adds nothing; it restores the chapters that have been deleted.
    pub async fn import_study(
        self: &Arc<Self>,
        id: String,
        member: &Member,
        record: String,
    ) -> Result<StudyImported, Error> {
        let account = member.account.id;
        self.open_study(&id, Some(account), Need::Edit).await?;
        self.expect_writer(account, Activity::Study).await?;
        let specs = record.lines().filter_map(|line| line.strip_prefix("[Game \"")?.split('"').next());
        for spec in specs.take(entourage_study::MAX_CHAPTERS) {
            self.library.fetch_new(spec).await?;
        }
        let (registry, steps) = (self.registry.clone(), record.len());
        let mut next_id = derived_ids(&[&id, &account.to_string(), &record]);
        let read = move || entourage_study::edits_of(&record, &registry, &mut next_id);
        let edits = self.replays.replay(steps, read).await??;
        let new = edits.iter().filter(|edit| matches!(edit.act, StudyAct::NewChapter(_)));
        let chapters: Vec<String> = new.map(|edit| edit.chapter.clone()).collect();
        let games = Arc::clone(self);
        run_to_completion(async move {
            let mut version = games.store_edits(&id, account, edits).await?;
            let row = games.store.study(&id).await?.ok_or(Error::NoStudy)?;
            let deleted = games.load_study(&row).await?.deleted_among(&chapters);
            if !deleted.is_empty() {
                let restore = |chapter| games.new_edit(chapter, StudyAct::RestoreChapter {});
                let edits = deleted.into_iter().map(restore).collect();
                version = games.store_edits(&id, account, edits).await?;
            }
            Ok(StudyImported { version, chapters })
        })
        .await
    }

    pub(super) fn new_edit(&self, chapter: String, act: StudyAct) -> StudyEdit {
        StudyEdit { id: new_id(), chapter, act }
    }

    async fn store_edits(&self, id: &str, account: AccountId, edits: Vec<StudyEdit>) -> Result<u32, Error> {
        let place = self.studies.place(id);
        for _ in 0..MAX_TRIES {
            let mut known = place.lock().await;
            let Opened { row, role, .. } = self.open_study(id, Some(account), Need::Edit).await?;
            self.catch_up_study(id, &mut known, row.version).await?;
            let edits = self.unknown_edits(id, account, &edits).await?;
            if edits.is_empty() {
                return Ok(known.version());
            }
            let is_owner = role == Some(StudyRole::Owner);
            let steps = if edits.iter().any(is_long) { known.moves() } else { edits.len() };
            let (study, applied) = self.check_edits(known.clone(), account, is_owner, edits, steps).await?;
            let (stored, outline) = (loaded::to_store(&applied)?, study.games().join("\n"));
            let outline = (outline.as_str(), study.len() as u32);
            let append =
                self.store.append_study_edits(id, account, known.version(), &stored, outline, self.date());
            match append.await {
                Ok(()) => {
                    let version = study.version();
                    *known = study;
                    drop(known);
                    self.hub.tell_study(id);
                    return Ok(version);
                }
                // Another process was faster.
                Err(StoreError::Conflict) => {}
                Err(StoreError::Missing) => return Err(Error::StudyRole),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::StudyBusy)
    }

    /// Returns the edits that are not stored yet.
    async fn unknown_edits(
        &self,
        id: &str,
        account: AccountId,
        edits: &[StudyEdit],
    ) -> Result<Vec<StudyEdit>, Error> {
        if edits.iter().any(|edit| !edit.id.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            return Err(Error::malformed("`id` is not valid"));
        }
        let ids: Vec<String> = edits.iter().map(|edit| edit.id.clone()).collect();
        let stored = self.store.known_study_edits(id, &ids).await?;
        if stored.iter().any(|(_, author)| *author != account) {
            return Err(Error::EditTaken);
        }
        let mut known: HashSet<String> = stored.into_iter().map(|(id, _)| id).collect();
        Ok(edits.iter().filter(|edit| known.insert(edit.id.clone())).cloned().collect())
    }

    /// Checks edits, whose texts must be visible and whose moves the rules must allow, and applies them to a copy of a study. `steps` is the
    /// approximate number of moves to play.
    pub(super) async fn check_edits(
        &self,
        study: Study,
        account: AccountId,
        is_owner: bool,
        mut edits: Vec<StudyEdit>,
        steps: usize,
    ) -> Result<(Study, Vec<AppliedEdit>), Error> {
        edits.iter().try_for_each(check_texts)?;
        for spec in study.games() {
            self.library.fetch(&spec).await?;
        }
        for edit in &mut edits {
            match &mut edit.act {
                StudyAct::NewChapter(new) => {
                    self.library.fetch_new(&new.spec).await?;
                }
                StudyAct::Comment { author: Some(author), .. } => {
                    let authors = study.authors().into_iter().filter_map(|author| author.parse().ok());
                    let names = self.names_in(&[], authors).await?;
                    let found = study.authors().into_iter().find(|known| name_of(&names, known) == *author);
                    *author = found.ok_or(Error::NoPerson)?.to_owned();
                }
                _ => {}
            }
        }
        let (registry, at, by) = (self.registry.clone(), self.date(), account.to_string());
        let check = move || {
            let mut editor = Editor::new(&registry, &study, &by, is_owner, at);
            edits.into_iter().try_for_each(|edit| editor.edit(edit))?;
            Ok::<_, Error>(editor.finish())
        };
        self.replays.replay(steps, check).await?
    }

    /// Prepares to write a study or one of its chapters as records; also returns the IDs of these chapters.
    pub async fn study_records(
        &self,
        id: &str,
        account: Option<AccountId>,
        chapter: Option<String>,
    ) -> Result<(StudyRecords, VecDeque<String>), Error> {
        let Opened { row, .. } = self.open_study(id, account, Need::Read).await?;
        let study = self.load_study(&row).await?;
        let authors = study.authors().into_iter().filter_map(|author| author.parse().ok());
        let names = self.names_in(&[], authors).await?.into();
        for spec in study.games() {
            self.library.fetch(&spec).await?;
        }
        let mut chapters: VecDeque<String> = study.chapter_ids().map(str::to_owned).collect();
        if let Some(wanted) = chapter {
            chapters.retain(|id| *id == wanted);
            if chapters.is_empty() {
                return Err(Error::NoStudy);
            }
        }
        Ok((StudyRecords { study, title: row.title.into(), names }, chapters))
    }

    /// Writes a chapter as a record.
    pub async fn chapter_record(&self, records: &StudyRecords, chapter: String) -> Result<String, Error> {
        let (registry, steps) = (self.registry.clone(), records.study.moves());
        let StudyRecords { study, title, names } = records.clone();
        let write = move || {
            let name = |author: &str| name_of(&names, author);
            entourage_study::record_of(&study, &registry, &title, Some(&chapter), &name)
        };
        Ok(self.replays.replay(steps, write).await??)
    }
}

/// What the records of a study are written from; copies share it.
#[derive(Clone)]
pub(crate) struct StudyRecords {
    study: Study,
    title: Arc<str>,
    names: Arc<HashMap<AccountId, String>>,
}

impl StudyRecords {
    /// Returns the approximate size in bytes of the record of the largest chapter.
    pub fn size(&self) -> usize {
        self.study.largest_chapter()
    }
}

/// Returns whether an edit plays all moves of a chapter.
fn is_long(edit: &StudyEdit) -> bool {
    matches!(edit.act, StudyAct::Start { .. })
}

/// Checks the texts that users write.
fn check_texts(edit: &StudyEdit) -> Result<(), Error> {
    match &edit.act {
        StudyAct::NewChapter(new) => {
            writing::check(&new.title, MAX_TITLE, false)?;
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
            if !new.tags.keys().all(|name| !name.is_empty() && name.bytes().all(is_name)) {
                return Err(Error::malformed("`tags` is not valid"));
            }
            let mut values = new.tags.values().filter(|value| !value.is_empty());
            values.try_for_each(|value| writing::check(value, MAX_TAG, false))
        }
        StudyAct::Chapter { title: Some(title), .. } => writing::check(title, MAX_TITLE, false),
        StudyAct::Comment { text, .. } if !text.is_empty() => writing::check(text, MAX_TEXT, true),
        StudyAct::Hint { text, .. } if !text.is_empty() => writing::check(text, MAX_HINT, true),
        _ => Ok(()),
    }
}
