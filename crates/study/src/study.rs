use std::collections::BTreeSet;
use std::sync::Arc;

use entourage_view::{AppliedEdit, ChapterView, Found, StudyAct, StudyEdit};

use crate::chapter::{Chapter, Node, insertion};
use crate::{EDIT_SIZE, EditError, ROOT};

/// The chapters of a study after some of its edits. Copies share the chapters that are the same.
#[derive(Clone, Default, Debug)]
pub struct Study {
    /// All chapters, including deleted ones, in order.
    pub(crate) chapters: Vec<Arc<Chapter>>,
    version: u32,
    pub(crate) nodes: usize,
    pub(crate) size: usize,
}

impl Study {
    /// Returns the number of edits.
    pub fn version(&self) -> u32 {
        self.version
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = &Chapter> {
        self.chapters.iter().map(Arc::as_ref).filter(|chapter| !chapter.is_deleted)
    }

    /// Returns the specs of the games in the chapters.
    pub fn games(&self) -> Vec<String> {
        self.live().map(|chapter| chapter.spec.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the IDs of the chapters, in order.
    pub fn chapter_ids(&self) -> impl Iterator<Item = &str> {
        self.live().map(|chapter| chapter.id.as_str())
    }

    /// Returns the approximate size of the largest chapter in bytes.
    pub fn largest_chapter(&self) -> usize {
        self.live().map(Chapter::size).max().unwrap_or(0)
    }

    /// Returns the number of chapters.
    pub fn len(&self) -> usize {
        self.live().count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of moves, including deleted ones.
    pub fn moves(&self) -> usize {
        self.nodes
    }

    /// Describes the chapters; `name` returns the name of an author.
    pub fn view(&self, name: &dyn Fn(&str) -> String) -> Vec<ChapterView> {
        self.live().map(|chapter| chapter.view(name)).collect()
    }

    /// Lists the authors of comments.
    pub fn authors(&self) -> BTreeSet<&str> {
        let nodes = self.chapters.iter().flat_map(|chapter| &chapter.nodes);
        nodes.flat_map(|node| &node.comments).map(|(author, _)| author.as_str()).collect()
    }

    /// Lists an author's comments, each with the IDs of its chapter and node.
    pub fn comments_by(&self, author: &str) -> Vec<(String, String, String)> {
        let of_chapter = |chapter: &Arc<Chapter>| {
            let nodes = chapter.nodes.iter().flat_map(|node| {
                let own = node.comments.iter().filter(|(by, _)| by == author);
                own.map(|(_, text)| (chapter.id.clone(), node.id.clone(), text.clone()))
            });
            nodes.collect::<Vec<_>>()
        };
        self.chapters.iter().flat_map(of_chapter).collect()
    }

    pub(crate) fn find(&self, id: &str) -> Result<&Chapter, EditError> {
        self.chapters.iter().find(|chapter| chapter.id == id).map(Arc::as_ref).ok_or(EditError::NoChapter)
    }

    /// Returns those of some chapters that are deleted.
    pub fn deleted_among(&self, ids: &[String]) -> Vec<String> {
        let deleted = self.chapters.iter().filter(|chapter| chapter.is_deleted && ids.contains(&chapter.id));
        deleted.map(|chapter| chapter.id.clone()).collect()
    }

    fn chapter(&mut self, id: &str) -> Result<&mut Chapter, EditError> {
        let chapter = self.chapters.iter_mut().find(|chapter| chapter.id == id);
        chapter.map(Arc::make_mut).ok_or(EditError::NoChapter)
    }

    /// Applies an edit that the server has accepted. If the edit cannot be applied, the study is unchanged.
    ///
    /// # Errors
    /// If the edit refers to a chapter or node that does not exist, creates one that exists, or restores a move that was added again.
    pub fn apply(&mut self, applied: &AppliedEdit) -> Result<(), EditError> {
        let AppliedEdit { edit: StudyEdit { chapter: id, act, .. }, by, found, .. } = applied;
        match act {
            StudyAct::NewChapter(new) => {
                if self.find(id).is_ok() {
                    return Err(EditError::Taken);
                }
                self.chapters.push(Arc::new(Chapter::new(id, new)));
            }
            StudyAct::Chapter { title, orientation, mode, place } => {
                let chapter = self.chapter(id)?;
                if let Some(title) = title {
                    chapter.title.clone_from(title);
                }
                chapter.orientation = orientation.unwrap_or(chapter.orientation);
                chapter.mode = mode.unwrap_or(chapter.mode);
                if let Some(place) = place {
                    self.order(id, *place);
                }
            }
            StudyAct::DeleteChapter {} => self.chapter(id)?.is_deleted = true,
            StudyAct::RestoreChapter {} => self.chapter(id)?.is_deleted = false,
            StudyAct::Start { position } => self.chapter(id)?.start(position, found),
            StudyAct::Add { node, parent, r#move } => {
                let chapter = self.chapter(id)?;
                if chapter.has(node) {
                    return Err(EditError::Taken);
                }
                let parent = chapter.place(parent)?;
                match &found.same {
                    Some(same) => {
                        let same = chapter.place(same)?;
                        chapter.add_alias(node, same);
                    }
                    None => chapter.add(node, parent, r#move, found.side),
                }
                self.nodes += 1;
            }
            StudyAct::Delete { node } => {
                self.chapter(id)?.node(node).and_then(not_root)?.is_deleted = true;
            }
            StudyAct::Restore { node } => {
                let chapter = self.chapter(id)?;
                let known = not_root(chapter.node(node)?)?;
                let (is_deleted, parent, text) = (known.is_deleted, known.parent, known.text.clone());
                if is_deleted && chapter.child(parent, &text).is_some() {
                    return Err(EditError::SameMove);
                }
                chapter.node(node)?.is_deleted = false;
            }
            StudyAct::Order { node, place } => {
                let chapter = self.chapter(id)?;
                not_root(chapter.node(node)?)?;
                let node = chapter.place(node)?;
                chapter.order(node, *place);
            }
            StudyAct::Comment { node, text, author } => {
                let (author, comments) =
                    (author.as_ref().unwrap_or(by), &mut self.chapter(id)?.node(node)?.comments);
                match comments.iter_mut().find(|(by, _)| by == author) {
                    _ if text.is_empty() => comments.retain(|(by, _)| by != author),
                    Some((_, known)) => known.clone_from(text),
                    None => comments.push((author.clone(), text.clone())),
                }
            }
            StudyAct::Glyphs { node, glyphs } => self.chapter(id)?.node(node)?.glyphs.clone_from(glyphs),
            StudyAct::Sketches { node, sketches } => {
                self.chapter(id)?.node(node)?.sketches.clone_from(sketches)
            }
            StudyAct::Hint { node, text } => self.chapter(id)?.node(node)?.hint.clone_from(text),
        }
        self.version = applied.seq;
        self.size += size(act);
        Ok(())
    }

    fn order(&mut self, id: &str, place: u32) {
        let Some(at) = self.chapters.iter().position(|chapter| chapter.id == id) else { return };
        let chapter = self.chapters.remove(at);
        let at = insertion(&self.chapters, place, |chapter| !chapter.is_deleted);
        self.chapters.insert(at, chapter);
    }

    /// Writes the chapters as the edits of a new study, without what was deleted; the comments keep their authors.
    /// `id` returns a new ID for an edit.
    pub fn copy(&self, by: &str, at: i64, mut id: impl FnMut() -> String) -> Vec<AppliedEdit> {
        let mut edits: Vec<AppliedEdit> = Vec::new();
        let mut put = |chapter: &Chapter, by: &str, act, found| {
            let edit = StudyEdit { id: id(), chapter: chapter.id.clone(), act };
            let seq = edits.len() as u32 + 1;
            edits.push(AppliedEdit { edit, by: by.to_owned(), seq, at, found });
        };
        for chapter in self.live() {
            put(chapter, by, StudyAct::NewChapter(chapter.terms()), Found::default());
            let nodes = chapter.in_order(true);
            for node in nodes.iter().map(|at| &chapter.nodes[*at]) {
                let name = || node.id.clone();
                if node.id != ROOT {
                    let parent = chapter.nodes[node.parent].id.clone();
                    let act = StudyAct::Add { node: name(), parent, r#move: node.text.clone() };
                    put(chapter, by, act, Found { side: node.side, ..Found::default() });
                }
                for (author, text) in &node.comments {
                    let act = StudyAct::Comment { node: name(), text: text.clone(), author: None };
                    put(chapter, author, act, Found::default());
                }
                let glyphs = StudyAct::Glyphs { node: name(), glyphs: node.glyphs.clone() };
                let sketches = StudyAct::Sketches { node: name(), sketches: node.sketches.clone() };
                let hint = StudyAct::Hint { node: name(), text: node.hint.clone() };
                let others = [
                    (glyphs, node.glyphs.is_empty()),
                    (sketches, node.sketches.is_empty()),
                    (hint, node.hint.is_empty()),
                ];
                for (act, _) in others.into_iter().filter(|(_, is_empty)| !is_empty) {
                    put(chapter, by, act, Found::default());
                }
            }
            let fails = nodes.iter().map(|at| &chapter.nodes[*at]).filter(|node| !node.holds);
            let fails: Vec<String> = fails.map(|node| node.id.clone()).collect();
            if !fails.is_empty() {
                let act = StudyAct::Start { position: chapter.position.clone() };
                put(chapter, by, act, Found { fails, ..Found::default() });
            }
        }
        edits
    }
}

fn not_root(node: &mut Node) -> Result<&mut Node, EditError> {
    if node.id == ROOT { Err(EditError::NoNode) } else { Ok(node) }
}

/// Returns the size of an edit, as it counts towards [`MAX_SIZE`](crate::MAX_SIZE).
pub(crate) fn size(act: &StudyAct) -> usize {
    let texts = match act {
        StudyAct::NewChapter(new) => new.tags.values().map(String::len).sum(),
        StudyAct::Comment { text, .. } | StudyAct::Hint { text, .. } => text.len(),
        StudyAct::Sketches { sketches, .. } => sketches.iter().map(String::len).sum(),
        _ => 0,
    };
    EDIT_SIZE + texts
}
