//! The form in which the server stores edits: JSON without the author, ID, number and time, which are stored in columns.

use entourage_view::{AppliedEdit, Found, StudyAct, StudyEdit};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Body {
    chapter: String,
    #[serde(flatten)]
    act: StudyAct,
    #[serde(flatten)]
    found: Found,
}

/// Returns the stored form of an edit.
pub fn write(applied: &AppliedEdit) -> String {
    let AppliedEdit { edit: StudyEdit { chapter, act, .. }, found, .. } = applied.clone();
    serde_json::to_string(&Body { chapter, act, found }).unwrap_or_default()
}

/// Parses the stored form of an edit; `None` if it is damaged.
pub fn read(id: String, by: String, seq: u32, at: i64, body: &str) -> Option<AppliedEdit> {
    let Body { chapter, act, found } = serde_json::from_str(body).ok()?;
    Some(AppliedEdit { edit: StudyEdit { id, chapter, act }, by, seq, at, found })
}

/// Returns what a comment belongs to; a later comment with the same subject replaces it. `None` for other edits.
pub fn subject(applied: &AppliedEdit) -> Option<String> {
    let AppliedEdit { edit: StudyEdit { chapter, act, .. }, by, .. } = applied;
    let StudyAct::Comment { node, author, .. } = act else { return None };
    Some(format!("{chapter}/{node}/{}", author.as_ref().unwrap_or(by)))
}

/// Returns the stored form of a comment without its text, which replaces that of an outdated comment.
pub fn blank(applied: &AppliedEdit) -> Option<String> {
    let mut blank = applied.clone();
    let StudyAct::Comment { text, .. } = &mut blank.edit.act else { return None };
    text.clear();
    Some(write(&blank))
}
