//! Names of a database's files.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns whether a database has a non-empty write-ahead log.
pub(crate) fn has_log(path: &Path) -> bool {
    fs::metadata(ended(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

pub(crate) fn ended(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns an unused path: `path` with a word and, if necessary, a number appended.
pub(crate) fn beside(path: &Path, word: &str) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => ended(path, &format!(".{word}")),
        _ => ended(path, &format!(".{word}-{number}")),
    });
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| path.to_owned())
}
