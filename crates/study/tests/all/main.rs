//! All integration tests of this crate in one binary, which is linked only once.

mod edits;
mod records;

use entourage_registry::Registry;
use entourage_study::{EditError, Editor, Study};
use entourage_view::{AppliedEdit, ChapterView, NodeView, StudyAct, StudyEdit};
use serde_json::{Value, json};

/// A study and its edits so far.
pub struct Desk {
    pub registry: Registry,
    pub study: Study,
    pub log: Vec<AppliedEdit>,
}

pub const CHAPTER: &str = "chapter1";

impl Desk {
    /// A study with an empty chapter of the default game.
    pub fn with_chapter() -> Self {
        let registry = Registry::built_in();
        let spec = registry.unnamed().unwrap();
        let mut desk = Self { registry, study: Study::default(), log: Vec::new() };
        desk.good("ada", json!({ "type": "newChapter", "title": "One", "spec": spec }));
        desk
    }

    /// Sends an edit of the chapter; fields that it does not have are added.
    pub fn send(&mut self, by: &str, edit: Value) -> Result<(), EditError> {
        let mut whole = json!({ "id": format!("edit{:04}", self.log.len()), "chapter": CHAPTER });
        whole.as_object_mut().unwrap().extend(edit.as_object().unwrap().clone());
        self.apply(by, serde_json::from_value(whole).unwrap())
    }

    pub fn apply(&mut self, by: &str, edit: StudyEdit) -> Result<(), EditError> {
        let mut editor = Editor::new(&self.registry, &self.study, by, by == "ada", 1_000);
        editor.edit(edit)?;
        let (study, applied) = editor.finish();
        self.study = study;
        self.log.extend(applied);
        Ok(())
    }

    #[track_caller]
    pub fn good(&mut self, by: &str, edit: Value) {
        self.send(by, edit).unwrap();
    }

    #[track_caller]
    pub fn add(&mut self, by: &str, node: &str, parent: &str, text: &str) {
        self.good(by, json!({ "type": "add", "node": node, "parent": parent, "move": text }));
    }

    pub fn chapter(&self) -> ChapterView {
        let chapters = self.study.view(&str::to_owned);
        chapters.into_iter().find(|chapter| chapter.id == CHAPTER).unwrap()
    }

    #[track_caller]
    pub fn node(&self, id: &str) -> NodeView {
        self.chapter().nodes.into_iter().find(|node| node.id == id).unwrap()
    }

    /// Returns the IDs of the nodes in order, without the start position.
    pub fn order(&self) -> String {
        let nodes = self.chapter().nodes.into_iter().skip(1);
        nodes.map(|node| node.id).collect::<Vec<_>>().join(" ")
    }
}

/// Creates the act of an edit.
pub fn act(act: Value) -> StudyAct {
    serde_json::from_value(act).unwrap()
}
