use entourage_kernel::Enforcement;
use entourage_registry::{AnyMatch, Registry};
use entourage_scoresheet::Line;

use crate::EditError;
use crate::chapter::Chapter;

/// Plays the moves of a chapter. Going from one node to another plays and undoes only the moves between them.
pub(crate) struct Walker {
    line: Line,
    path: Vec<usize>,
}

impl Walker {
    pub(crate) fn new(registry: &Registry, spec: &str, position: &str) -> Result<Self, EditError> {
        Ok(Self { line: Line::new(begin(registry, spec, position)?), path: Vec::new() })
    }

    pub(crate) fn go(&mut self, chapter: &Chapter, node: usize) -> Result<(), EditError> {
        let target = chapter.path(node);
        let common = self.path.iter().zip(&target).take_while(|(at, to)| at == to).count();
        for _ in common..self.path.len() {
            self.line.undo();
        }
        self.path.truncate(common);
        target[common..].iter().try_for_each(|next| self.play(&chapter.nodes[*next].text, *next).map(drop))
    }

    /// Plays a move that leads to a node; returns the number of the side that makes the move.
    pub(crate) fn play(&mut self, text: &str, node: usize) -> Result<usize, EditError> {
        let side = self.line.side().number();
        self.line.play(text).map_err(EditError::Rules)?;
        self.path.push(node);
        Ok(side)
    }

    pub(crate) fn now(&self) -> &dyn AnyMatch {
        self.line.now()
    }
}

/// Starts a game; an empty position is the usual start.
pub(crate) fn begin(registry: &Registry, spec: &str, position: &str) -> Result<Box<dyn AnyMatch>, EditError> {
    let position = Some(position).filter(|position| !position.is_empty());
    registry.begin(spec, position, Enforcement::Enforced).map_err(|error| EditError::of_text(&error))
}
