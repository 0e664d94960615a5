//! Studies in memory, computed from their stored edits.

use std::collections::VecDeque;
use std::sync::Mutex;

use entourage_registry::view::{AppliedEdit, StudyAct};
use entourage_store::{NewEdit, StoredEdit, StoredStudy};
use entourage_study::Study;

use crate::games::prelude::*;
use crate::lock::lock;

/// Maximum number of studies in memory; beyond it, the least recently used are dropped.
const MAX_LOADED: usize = 32;
/// Number of edits that are read at a time.
const BATCH: u32 = 5_000;

pub(super) type Place = Arc<tokio::sync::Mutex<Study>>;

/// The studies in memory, least recently used first. A study's lock is held while edits are added to it.
#[derive(Default)]
pub(crate) struct LoadedStudies(Mutex<VecDeque<(String, Place)>>);

impl LoadedStudies {
    pub(super) fn place(&self, id: &str) -> Place {
        let mut all = lock(&self.0);
        let known = all.iter().position(|(known, _)| known == id).and_then(|at| all.remove(at));
        let (id, place) = known.unwrap_or_else(|| (id.to_owned(), Place::default()));
        all.push_back((id, Arc::clone(&place)));
        if all.len() > MAX_LOADED {
            all.pop_front();
        }
        place
    }
}

impl Games {
    /// Returns a study with at least the edits that the row counts.
    pub(super) async fn load_study(&self, row: &StoredStudy) -> Result<Study, Error> {
        let place = self.studies.place(&row.id);
        let mut study = place.lock().await;
        self.catch_up_study(&row.id, &mut study, row.version).await?;
        Ok(study.clone())
    }

    /// Applies the stored edits up to a version, some of which other processes may have added.
    pub(super) async fn catch_up_study(&self, id: &str, study: &mut Study, version: u32) -> Result<(), Error> {
        while study.version() < version {
            let stored = self.store.study_edits(id, study.version(), BATCH).await?;
            if stored.is_empty() {
                return Err(Error::Damaged);
            }
            let mut next = study.clone();
            let fold = move || {
                for edit in applied(stored)? {
                    next.apply(&edit).map_err(|_| Error::Damaged)?;
                }
                Ok::<_, Error>(next)
            };
            *study = self.replays.replay(0, fold).await??;
        }
        Ok(())
    }
}

/// Reads stored edits; authors are the IDs of their accounts.
pub(super) fn applied(stored: Vec<StoredEdit>) -> Result<Vec<AppliedEdit>, Error> {
    let read = |StoredEdit { seq, id, author, at, body, .. }| {
        entourage_study::read(id, author.to_string(), seq, at, &body).ok_or(Error::Damaged)
    };
    stored.into_iter().map(read).collect()
}

/// Writes edits in the form in which they are stored.
pub(super) fn to_store(applied: &[AppliedEdit]) -> Result<Vec<NewEdit>, Error> {
    let write = |applied: &AppliedEdit| {
        let edit = StoredEdit {
            seq: applied.seq,
            id: applied.edit.id.clone(),
            author: applied.by.parse().map_err(|()| Error::Internal)?,
            at: applied.at,
            body: entourage_study::write(applied),
            subject: entourage_study::subject(applied),
        };
        Ok(NewEdit { edit, blank: entourage_study::blank(applied) })
    };
    applied.iter().map(write).collect()
}

/// Returns the author of a comment that the owner of a study has deleted.
pub(super) fn author_of(applied: &AppliedEdit) -> Option<&String> {
    match &applied.edit.act {
        StudyAct::Comment { author, .. } => author.as_ref(),
        _ => None,
    }
}
