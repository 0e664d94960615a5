use entourage_registry::Registry;
use entourage_view::{AppliedEdit, Found, NewChapter, StudyAct, StudyEdit};

use crate::chapter::Chapter;
use crate::study::size;
use crate::walker::{Walker, begin};
use crate::{
    EditError, MAX_CHAPTERS, MAX_CHAPTERS_EVER, MAX_DEPTH, MAX_GLYPHS, MAX_NODES, MAX_SIZE, MAX_SKETCHES,
    MAX_TAG, MAX_TAGS, Study,
};

/// Checks and applies the edits of an author.
pub struct Editor<'r> {
    registry: &'r Registry,
    study: Study,
    by: &'r str,
    is_owner: bool,
    at: i64,
    applied: Vec<AppliedEdit>,
    /// The chapter of the last added move, and the game at that move.
    walker: Option<(String, Walker)>,
}

impl<'r> Editor<'r> {
    pub fn new(registry: &'r Registry, study: &Study, by: &'r str, is_owner: bool, at: i64) -> Self {
        let study = study.clone();
        Self { registry, study, by, is_owner, at, applied: Vec::new(), walker: None }
    }

    /// Returns the edited study, and the edits to store.
    pub fn finish(self) -> (Study, Vec<AppliedEdit>) {
        (self.study, self.applied)
    }

    /// Checks and applies an edit. The author of another's comment must be given as in [`Study::authors`].
    ///
    /// # Errors
    /// If the edit cannot be applied; the editor must then be dropped.
    pub fn edit(&mut self, mut edit: StudyEdit) -> Result<(), EditError> {
        expect(is_id(&edit.id, 32), "id")?;
        expect(is_id(&edit.chapter, 16), "chapter")?;
        if self.study.size + size(&edit.act) > MAX_SIZE {
            return Err(EditError::Full(MAX_SIZE));
        }
        let found = match &mut edit.act {
            StudyAct::NewChapter(new) => self.new_chapter(new)?,
            act => self.found(&edit.chapter, act)?,
        };
        let (by, seq) = (self.by.to_owned(), self.study.version() + 1);
        let applied = AppliedEdit { edit, by, seq, at: self.at, found };
        self.study.apply(&applied)?;
        self.applied.push(applied);
        Ok(())
    }

    fn new_chapter(&self, new: &mut NewChapter) -> Result<Found, EditError> {
        if self.study.len() >= MAX_CHAPTERS || self.study.chapters.len() >= MAX_CHAPTERS_EVER {
            return Err(EditError::Full(MAX_CHAPTERS));
        }
        expect(is_side(new.orientation), "orientation")?;
        let fits = |(name, value): (&String, &String)| name.len() <= MAX_TAG && value.len() <= 4 * MAX_TAG;
        expect(new.tags.len() <= MAX_TAGS && new.tags.iter().all(fits), "tags")?;
        let begun = begin(self.registry, &new.spec, &new.position)?;
        new.spec = begun.spec();
        new.position = self.canonical(&new.spec, &new.position)?;
        Ok(Found::default())
    }

    /// Returns a position in its canonical form, which is empty for the usual start.
    fn canonical(&self, spec: &str, position: &str) -> Result<String, EditError> {
        let start = begin(self.registry, spec, position)?.start_text();
        let is_usual = position.is_empty()
            || begin(self.registry, spec, "").is_ok_and(|usual| usual.start_text() == start);
        Ok(if is_usual { String::new() } else { start })
    }

    /// Checks an edit of an existing chapter, and replaces the IDs of moves that were added twice.
    fn found(&mut self, id: &str, act: &mut StudyAct) -> Result<Found, EditError> {
        let chapter = self.study.find(id)?;
        match act {
            StudyAct::NewChapter(_) | StudyAct::DeleteChapter {} => {}
            StudyAct::RestoreChapter {} if chapter.is_deleted && self.study.len() >= MAX_CHAPTERS => {
                return Err(EditError::Full(MAX_CHAPTERS));
            }
            StudyAct::RestoreChapter {} => {}
            StudyAct::Chapter { orientation, .. } => expect(orientation.is_none_or(is_side), "orientation")?,
            StudyAct::Start { position } => {
                *position = self.canonical(&chapter.spec, position)?;
                self.walker = None;
                return self.recheck(chapter, position);
            }
            StudyAct::Add { node, parent, r#move } => {
                expect(is_id(node, 16), "node")?;
                if chapter.has(node) {
                    return Err(EditError::Taken);
                }
                if self.study.nodes >= MAX_NODES {
                    return Err(EditError::Full(MAX_NODES));
                }
                let place = chapter.place(parent)?;
                parent.clone_from(&chapter.nodes[place].id);
                if chapter.path(place).len() >= MAX_DEPTH {
                    return Err(EditError::Full(MAX_DEPTH));
                }
                let walker = match self.walker.take() {
                    Some((of, walker)) if of == id => walker,
                    _ => Walker::new(self.registry, &chapter.spec, &chapter.position)?,
                };
                let (_, walker) = self.walker.insert((id.to_owned(), walker));
                walker.go(chapter, place)?;
                let same = chapter.child(place, r#move);
                let side = walker.play(r#move, same.unwrap_or(chapter.nodes.len()))?;
                let same = same.map(|same| chapter.nodes[same].id.clone());
                return Ok(Found { side: Some(side), same, ..Found::default() });
            }
            StudyAct::Comment { node, text, author } => {
                resolve(chapter, node)?;
                let is_others = author.as_ref().is_some_and(|author| author != self.by);
                if is_others && !(self.is_owner && text.is_empty()) {
                    return Err(EditError::NotAuthor);
                }
            }
            StudyAct::Delete { node }
            | StudyAct::Restore { node }
            | StudyAct::Order { node, .. }
            | StudyAct::Hint { node, .. } => resolve(chapter, node)?,
            StudyAct::Glyphs { node, glyphs } => {
                resolve(chapter, node)?;
                expect(glyphs.len() <= MAX_GLYPHS, "glyphs")?;
            }
            StudyAct::Sketches { node, sketches } => {
                resolve(chapter, node)?;
                expect(
                    sketches.len() <= MAX_SKETCHES && sketches.iter().all(|sketch| is_sketch(sketch)),
                    "sketches",
                )?;
            }
        }
        Ok(Found::default())
    }

    /// Finds the moves of a chapter that the rules no longer allow after a change of the start position.
    fn recheck(&self, chapter: &Chapter, position: &str) -> Result<Found, EditError> {
        let mut walker = Walker::new(self.registry, &chapter.spec, position)?;
        let (mut found, mut fails) = (Found::default(), vec![false; chapter.nodes.len()]);
        for at in chapter.in_order(false).into_iter().skip(1) {
            let node = &chapter.nodes[at];
            let played = match fails[node.parent] {
                true => Err(EditError::NoNode),
                false => walker.go(chapter, node.parent).and_then(|()| walker.play(&node.text, at)),
            };
            match played {
                Ok(side) if node.side != Some(side) => found.turned.push(node.id.clone()),
                Ok(_) => {}
                Err(_) => {
                    fails[at] = true;
                    found.fails.push(node.id.clone());
                }
            }
        }
        Ok(found)
    }
}

fn resolve(chapter: &Chapter, node: &mut String) -> Result<(), EditError> {
    node.clone_from(&chapter.nodes[chapter.place(node)?].id);
    Ok(())
}

fn expect(is_valid: bool, field: &'static str) -> Result<(), EditError> {
    if is_valid { Ok(()) } else { Err(EditError::Malformed(field)) }
}

fn is_id(text: &str, most: usize) -> bool {
    (8..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_side(side: usize) -> bool {
    matches!(side, 1 | 2)
}

/// Returns whether a text is a colour letter followed by the names of one or two squares.
pub(crate) fn is_sketch(text: &str) -> bool {
    let mut letters = text.bytes();
    letters.next().is_some_and(|colour| colour.is_ascii_uppercase())
        && (3..=17).contains(&text.len())
        && letters.all(|letter| letter.is_ascii_alphanumeric())
}
