use std::collections::{BTreeMap, HashMap};

use entourage_view::{ChapterMode, ChapterView, CommentView, Found, NewChapter, NodeView};

use crate::{EDIT_SIZE, EditError, ROOT};

#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) spec: String,
    pub(crate) position: String,
    pub(crate) orientation: usize,
    pub(crate) mode: ChapterMode,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) is_deleted: bool,
    /// All nodes, including deleted ones, in the order in which they were added; the first is the start position.
    pub(crate) nodes: Vec<Node>,
    /// Indices in `nodes` by ID, including the IDs of moves that were added twice.
    places: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) parent: usize,
    pub(crate) text: String,
    pub(crate) side: Option<usize>,
    /// The continuations, including deleted ones, in order.
    pub(crate) children: Vec<usize>,
    /// Authors with their comments, in the order of the first comments.
    pub(crate) comments: Vec<(String, String)>,
    pub(crate) glyphs: Vec<u8>,
    pub(crate) sketches: Vec<String>,
    pub(crate) hint: String,
    pub(crate) holds: bool,
    pub(crate) is_deleted: bool,
}

impl Node {
    fn new(id: &str, parent: usize, text: &str, side: Option<usize>) -> Self {
        Self {
            id: id.to_owned(),
            parent,
            text: text.to_owned(),
            side,
            children: Vec::new(),
            comments: Vec::new(),
            glyphs: Vec::new(),
            sketches: Vec::new(),
            hint: String::new(),
            holds: true,
            is_deleted: false,
        }
    }
}

impl Chapter {
    pub(crate) fn new(id: &str, new: &NewChapter) -> Self {
        let NewChapter { title, spec, position, orientation, mode, tags } = new.clone();
        let nodes = vec![Node::new(ROOT, 0, "", None)];
        let places = HashMap::from([(ROOT.to_owned(), 0)]);
        let id = id.to_owned();
        Self { id, title, spec, position, orientation, mode, tags, is_deleted: false, nodes, places }
    }

    pub(crate) fn terms(&self) -> NewChapter {
        NewChapter {
            title: self.title.clone(),
            spec: self.spec.clone(),
            position: self.position.clone(),
            orientation: self.orientation,
            mode: self.mode,
            tags: self.tags.clone(),
        }
    }

    /// Returns the approximate size in bytes, counting each node as its texts and [`EDIT_SIZE`].
    pub(crate) fn size(&self) -> usize {
        let comments = |node: &Node| node.comments.iter().map(|(_, text)| text.len()).sum::<usize>();
        self.nodes.iter().map(|node| EDIT_SIZE + node.hint.len() + comments(node)).sum()
    }

    pub(crate) fn start(&mut self, position: &str, found: &Found) {
        position.clone_into(&mut self.position);
        self.nodes.iter_mut().for_each(|node| node.holds = true);
        for fails in &found.fails {
            if let Ok(node) = self.node(fails) {
                node.holds = false;
            }
        }
        for turned in &found.turned {
            if let Ok(node) = self.node(turned) {
                node.side = node.side.map(|side| 3 - side);
            }
        }
    }

    pub(crate) fn has(&self, node: &str) -> bool {
        self.places.contains_key(node)
    }

    pub(crate) fn place(&self, node: &str) -> Result<usize, EditError> {
        self.places.get(node).copied().ok_or(EditError::NoNode)
    }

    pub(crate) fn node(&mut self, node: &str) -> Result<&mut Node, EditError> {
        let place = self.place(node)?;
        Ok(&mut self.nodes[place])
    }

    /// Returns the continuation of a node with a move, unless that continuation is deleted.
    pub(crate) fn child(&self, parent: usize, text: &str) -> Option<usize> {
        let is_it = |child: &usize| self.nodes[*child].text == text && !self.nodes[*child].is_deleted;
        self.nodes[parent].children.iter().copied().find(is_it)
    }

    pub(crate) fn add(&mut self, id: &str, parent: usize, text: &str, side: Option<usize>) {
        let place = self.nodes.len();
        self.nodes.push(Node::new(id, parent, text, side));
        self.nodes[parent].children.push(place);
        self.places.insert(id.to_owned(), place);
    }

    pub(crate) fn add_alias(&mut self, id: &str, place: usize) {
        self.places.insert(id.to_owned(), place);
    }

    pub(crate) fn order(&mut self, node: usize, to: u32) {
        let parent = self.nodes[node].parent;
        let mut children = std::mem::take(&mut self.nodes[parent].children);
        children.retain(|child| *child != node);
        let at = insertion(&children, to, |child| !self.nodes[*child].is_deleted);
        children.insert(at, node);
        self.nodes[parent].children = children;
    }

    /// Returns the nodes from the first move to a node.
    pub(crate) fn path(&self, node: usize) -> Vec<usize> {
        let parents = std::iter::successors(Some(node), |at| Some(self.nodes[*at].parent));
        let mut path: Vec<usize> = parents.take_while(|at| *at != 0).collect();
        path.reverse();
        path
    }

    /// Lists the nodes, parents before children and children in order, without deleted ones if `live`.
    pub(crate) fn in_order(&self, live: bool) -> Vec<usize> {
        let (mut all, mut waiting) = (Vec::with_capacity(self.nodes.len()), vec![0]);
        while let Some(next) = waiting.pop() {
            all.push(next);
            let children = self.nodes[next].children.iter().rev().copied();
            waiting.extend(children.filter(|child| !live || !self.nodes[*child].is_deleted));
        }
        all
    }

    pub(crate) fn view(&self, name: &dyn Fn(&str) -> String) -> ChapterView {
        let comment = |(by, text): &(String, String)| CommentView { by: name(by), text: text.clone() };
        let view = |at: usize| {
            let node = &self.nodes[at];
            NodeView {
                id: node.id.clone(),
                parent: if at == 0 { String::new() } else { self.nodes[node.parent].id.clone() },
                r#move: node.text.clone(),
                side: node.side,
                comments: node.comments.iter().map(comment).collect(),
                glyphs: node.glyphs.clone(),
                sketches: node.sketches.clone(),
                hint: Some(node.hint.clone()).filter(|hint| !hint.is_empty()),
                holds: node.holds,
            }
        };
        ChapterView {
            id: self.id.clone(),
            title: self.title.clone(),
            spec: self.spec.clone(),
            position: self.position.clone(),
            orientation: self.orientation,
            mode: self.mode,
            tags: self.tags.clone(),
            nodes: self.in_order(true).into_iter().map(view).collect(),
        }
    }
}

/// Returns the index at which to insert an element, so that `place` live elements precede it, or all of them if there are fewer.
pub(crate) fn insertion<T>(all: &[T], place: u32, is_live: impl Fn(&T) -> bool) -> usize {
    let mut live = all.iter().enumerate().filter(|(_, one)| is_live(one)).map(|(at, _)| at);
    live.nth(place as usize).unwrap_or(all.len())
}
