//! Clients that follow studies, on this process and on others.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use tokio::sync::watch;

use super::{Changes, Hub, count, subscribe};
use crate::games::prelude::*;
use crate::lock::lock;

/// Maximum number of readers whose names are shown.
const MAX_READERS: usize = 100;

/// The last report of each other process: the names of readers, and when the report expires.
type Reports = HashMap<u64, (Vec<String>, Instant)>;

#[derive(Default)]
pub(super) struct StudyRooms {
    changes: Mutex<Changes<String>>,
    /// Readers on this process by study, each with the number of connections.
    here: Mutex<HashMap<String, BTreeMap<String, usize>>>,
    elsewhere: Mutex<HashMap<String, Reports>>,
}

/// A client that follows a study; stops being shown as a reader when dropped.
pub(crate) struct StudyGuest {
    hub: Arc<Hub>,
    study: String,
    /// `None` for guests, who are not shown.
    name: Option<String>,
    pub changes: watch::Receiver<u64>,
}

impl Hub {
    pub fn tell_study(&self, id: &str) {
        self.hear_study(id);
        self.stir(|untold| untold.studies.insert(id.to_owned()));
    }

    pub fn hear_study(&self, id: &str) {
        count(&self.studies.changes, &id.to_owned());
    }

    pub fn enter_study(self: &Arc<Self>, id: &str, name: Option<String>) -> StudyGuest {
        let changes = subscribe(&self.studies.changes, id.to_owned());
        if let Some(name) = &name {
            let mut here = lock(&self.studies.here);
            *here.entry(id.to_owned()).or_default().entry(name.clone()).or_default() += 1;
        }
        let guest = StudyGuest { hub: Arc::clone(self), study: id.to_owned(), name, changes };
        guest.stir();
        guest
    }

    /// Returns the names of the readers of a study on all processes, sorted.
    pub fn readers(&self, id: &str) -> Vec<String> {
        let mut names = self.readers_here(id);
        let elsewhere = lock(&self.studies.elsewhere);
        names.extend(
            elsewhere.get(id).into_iter().flat_map(HashMap::values).flat_map(|(names, _)| names.clone()),
        );
        names.sort_unstable();
        names.dedup();
        names.truncate(MAX_READERS);
        names
    }

    pub fn readers_here(&self, id: &str) -> Vec<String> {
        let here = lock(&self.studies.here);
        here.get(id).into_iter().flat_map(BTreeMap::keys).take(MAX_READERS).cloned().collect()
    }

    /// Returns the studies that have readers on this process.
    pub fn read_studies(&self) -> Vec<String> {
        lock(&self.studies.here).keys().cloned().collect()
    }

    pub fn hear_readers(&self, id: String, process: u64, names: Vec<String>, until: Instant) {
        let mut elsewhere = lock(&self.studies.elsewhere);
        let reports = elsewhere.entry(id.clone()).or_default();
        let is_new = reports.get(&process).map_or(!names.is_empty(), |(known, _)| *known != names);
        match names.is_empty() {
            true => reports.remove(&process),
            false => reports.insert(process, (names, until)),
        };
        if reports.is_empty() {
            elsewhere.remove(&id);
        }
        drop(elsewhere);
        if is_new {
            self.hear_study(&id);
        }
    }

    pub(super) fn expire_readers(&self) {
        let (now, mut changed) = (Instant::now(), Vec::new());
        lock(&self.studies.elsewhere).retain(|id, reports| {
            let before = reports.len();
            reports.retain(|_, (_, until)| *until > now);
            if reports.len() < before {
                changed.push(id.clone());
            }
            !reports.is_empty()
        });
        changed.iter().for_each(|id| self.hear_study(id));
    }
}

impl StudyGuest {
    fn stir(&self) {
        if self.name.is_some() {
            self.hub.hear_study(&self.study);
            self.hub.stir(|untold| untold.readers.insert(self.study.clone()));
        }
    }
}

impl Drop for StudyGuest {
    fn drop(&mut self) {
        let Some(name) = &self.name else { return };
        let mut here = lock(&self.hub.studies.here);
        if let Some(names) = here.get_mut(&self.study) {
            if let Some(count) = names.get_mut(name) {
                *count -= 1;
            }
            names.retain(|_, count| *count > 0);
            if names.is_empty() {
                here.remove(&self.study);
            }
        }
        drop(here);
        self.stir();
    }
}
