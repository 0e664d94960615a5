//! Chapters as records.

use std::collections::HashMap;

use entourage_kernel::{Enforcement, Problem};
use entourage_registry::Registry;
use entourage_scoresheet::pgn::{Game, Item, Move, Place, ReadError, Reader, Tag, Turn};
use entourage_scoresheet::{Sheet, Style};
use entourage_view::{ChapterMode, NewChapter, StudyAct, StudyEdit};

use crate::chapter::{Chapter, Node};
use crate::editor::is_sketch;
use crate::{
    EditError, MAX_CHAPTERS, MAX_GLYPHS, MAX_HINT, MAX_NODES, MAX_SKETCHES, MAX_TAG, MAX_TAGS, MAX_TEXT,
    MAX_TITLE, ROOT, Study,
};

/// Tags that are written from the chapter itself.
const OWN: [&str; 10] = [
    "Game",
    "Variant",
    "SetUp",
    "FEN",
    "RulesVersion",
    "Degree",
    "ChapterName",
    "StudyName",
    "Orientation",
    "ChapterMode",
];

/// Writes a chapter, or all chapters, as a record. `name` returns the name of an author. Moves that the rules do not allow are left out.
///
/// # Errors
/// If there is no such chapter, or the rules of its game are not available.
pub fn record_of(
    study: &Study,
    registry: &Registry,
    title: &str,
    chapter: Option<&str>,
    name: &dyn Fn(&str) -> String,
) -> Result<String, EditError> {
    let mut text = String::new();
    if let Some(id) = chapter {
        study.live().find(|chapter| chapter.id == id).ok_or(EditError::NoChapter)?;
    }
    for chapter in study.live().filter(|one| chapter.is_none_or(|id| one.id == id)) {
        text += &sheet(chapter, registry, title, name)?;
    }
    Ok(text)
}

fn sheet(
    chapter: &Chapter,
    registry: &Registry,
    title: &str,
    name: &dyn Fn(&str) -> String,
) -> Result<String, EditError> {
    let mut game = Game::default();
    for (tag, value) in &chapter.tags {
        game.set_tag(tag, value);
    }
    if game.tag("Event").is_none() {
        game.set_tag("Event", event(title, &chapter.title));
    }
    game.set_tag("StudyName", title);
    game.set_tag("ChapterName", &chapter.title);
    game.set_tag("Game", &chapter.spec);
    if !chapter.position.is_empty() {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", &chapter.position);
    }
    if chapter.orientation != 1 {
        game.set_tag("Orientation", chapter.orientation.to_string());
    }
    if chapter.mode == ChapterMode::Interactive {
        game.set_tag("ChapterMode", "interactive");
    }
    let opened = registry.open(&chapter.spec).map_err(|error| EditError::of_text(&error.into()))?;
    let is_square = |text: &str| matches!(opened.topology().read(text), Some((_, "")));
    annotate(&chapter.nodes[0], &mut game.items, name, &is_square);
    let holding = |node: usize| {
        let children = chapter.nodes[node].children.iter().copied();
        children
            .filter(|child| chapter.nodes[*child].holds && !chapter.nodes[*child].is_deleted)
            .collect::<Vec<_>>()
    };
    // As in the web client: nodes whose continuations are to be written, variations to be written, and ends of variations.
    let mut waiting = vec![Next::After(0)];
    while let Some(next) = waiting.pop() {
        let (node, others) = match next {
            Next::End => {
                game.items.push(Item::End);
                continue;
            }
            Next::Variation(node) => {
                game.items.push(Item::Begin);
                waiting.push(Next::End);
                (node, Vec::new())
            }
            Next::After(node) => match holding(node).split_first() {
                Some((first, others)) => (*first, others.to_vec()),
                None => continue,
            },
        };
        let text = chapter.nodes[node].text.clone();
        game.items.push(Item::Move(Move { text, turn: Turn::FIRST, place: Place::default() }));
        annotate(&chapter.nodes[node], &mut game.items, name, &is_square);
        waiting.push(Next::After(node));
        waiting.extend(others.into_iter().rev().map(Next::Variation));
    }
    let sheet = Sheet::read(registry, &game, Style::Short).map_err(|fault| EditError::Record(fault.problem))?;
    let mut written = sheet.game;
    // A chapter is not a game that was played; only the tag says how that game ended.
    written.termination = None;
    Ok(written.tidied().to_string())
}

fn event(study: &str, chapter: &str) -> String {
    format!("{study}: {chapter}")
}

enum Next {
    After(usize),
    Variation(usize),
    End,
}

/// Appends the glyphs, drawings and comments of a node; several comments begin with the names of their authors.
fn annotate(
    node: &Node,
    items: &mut Vec<Item>,
    name: &dyn Fn(&str) -> String,
    is_square: &dyn Fn(&str) -> bool,
) {
    if node.id != ROOT {
        items.extend(node.glyphs.iter().map(|glyph| Item::Nag(*glyph)));
    }
    let (circles, arrows): (Vec<&str>, Vec<&str>) =
        node.sketches.iter().map(String::as_str).partition(|sketch| is_square(&sketch[1..]));
    let mut parts = Vec::new();
    for (command, list) in [("csl", circles), ("cal", arrows)].into_iter().filter(|(_, list)| !list.is_empty())
    {
        parts.push(format!("[%{command} {}]", list.join(",")));
    }
    if !node.hint.is_empty() {
        parts.push(format!("[%hint {}]", node.hint.replace('[', "(").replace(']', ")")));
    }
    for (author, text) in &node.comments {
        let author = if node.comments.len() > 1 { format!("{}: ", name(author)) } else { String::new() };
        parts.push(format!("{author}{text}"));
    }
    if !parts.is_empty() {
        // Braces delimit comments in records.
        items.push(Item::Comment(parts.join(" ").replace('{', "(").replace('}', ")")));
    }
}

/// Reads a record as edits that add a chapter for each of its games. `id` returns a new ID.
///
/// # Errors
/// If the record has no games or too many, or a game cannot be replayed.
pub fn edits_of(
    text: &str,
    registry: &Registry,
    id: &mut dyn FnMut() -> String,
) -> Result<Vec<StudyEdit>, EditError> {
    let (mut edits, mut chapters) = (Vec::new(), 0);
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| match error {
            ReadError::Syntax(error) => located(error.place, error.fault.problem()),
            ReadError::Input(error) => EditError::Record(error.to_string().into()),
        })?;
        chapters += 1;
        if chapters > MAX_CHAPTERS {
            return Err(EditError::Full(MAX_CHAPTERS));
        }
        read(&game, chapters, registry, id, &mut edits)?;
    }
    match chapters {
        0 => Err(EditError::Record(Problem::new(
            "the record has no games",
            "l'enregistrement ne contient aucune partie",
        ))),
        _ => Ok(edits),
    }
}

fn located(place: Place, problem: Problem) -> EditError {
    EditError::Record(problem.within(|why| format!("{place}: {why}"), |why| format!("{place}\u{a0}: {why}")))
}

fn read(
    game: &Game,
    number: usize,
    registry: &Registry,
    id: &mut dyn FnMut() -> String,
    edits: &mut Vec<StudyEdit>,
) -> Result<(), EditError> {
    let sheet =
        Sheet::read(registry, game, Style::Plain).map_err(|fault| located(fault.place, fault.problem))?;
    if sheet.enforcement != Enforcement::Enforced {
        let fr = "les études n'admettent que des parties dont les règles sont appliquées";
        return Err(located(
            game.place,
            Problem::new("studies can only contain games with enforced rules", fr),
        ));
    }
    let chapter = id();
    let mut put = |id: &mut dyn FnMut() -> String, act| {
        edits.push(StudyEdit { id: id(), chapter: chapter.clone(), act });
    };
    put(id, StudyAct::NewChapter(terms(&sheet, game, number)));
    let mut notes: HashMap<String, Notes> = HashMap::new();
    let mut order = vec![ROOT.to_owned()];
    let mut parents: HashMap<String, String> = HashMap::new();
    let (mut at, mut returns) = (ROOT.to_owned(), Vec::new());
    for item in sheet.game.items {
        match item {
            Item::Begin => {
                let parent = parents.get(&at).cloned().unwrap_or_else(|| at.clone());
                returns.push(std::mem::replace(&mut at, parent));
            }
            Item::End => at = returns.pop().unwrap_or(at),
            Item::Move(Move { text, .. }) => {
                if order.len() > MAX_NODES {
                    return Err(EditError::Full(MAX_NODES));
                }
                let node = id();
                put(id, StudyAct::Add { node: node.clone(), parent: at.clone(), r#move: text });
                parents.insert(node.clone(), at);
                order.push(node.clone());
                at = node;
            }
            Item::Nag(glyph) => {
                let glyphs = &mut notes.entry(at.clone()).or_default().glyphs;
                if !glyphs.contains(&glyph) && glyphs.len() < MAX_GLYPHS {
                    glyphs.push(glyph);
                }
            }
            Item::Comment(text) => notes.entry(at.clone()).or_default().read(&text),
        }
    }
    for node in order {
        let Some(Notes { glyphs, sketches, hint, text }) = notes.remove(&node) else { continue };
        let name = || node.clone();
        for (act, is_empty) in [
            (StudyAct::Glyphs { node: name(), glyphs: glyphs.clone() }, glyphs.is_empty()),
            (StudyAct::Sketches { node: name(), sketches: sketches.clone() }, sketches.is_empty()),
            (StudyAct::Hint { node: name(), text: hint.clone() }, hint.is_empty()),
            (StudyAct::Comment { node: name(), text: text.clone(), author: None }, text.is_empty()),
        ] {
            if !is_empty {
                put(id, act);
            }
        }
    }
    Ok(())
}

fn terms(sheet: &Sheet, game: &Game, number: usize) -> NewChapter {
    // The tags of the roster are written as question marks if they are unknown.
    let is_known = |value: &str| !value.chars().all(|letter| matches!(letter, '?' | '.' | '*'));
    let known = |tag: &str| game.tag(tag).map(str::trim).filter(|value| is_known(value));
    let players = || Some(format!("{} – {}", known("White")?, known("Black")?));
    let title = known("ChapterName").map(str::to_owned).or_else(players);
    let title = title.or(known("Event").map(str::to_owned)).unwrap_or_else(|| number.to_string());
    // Chapters without an event get one when they are written.
    let written = known("StudyName").zip(known("ChapterName")).map(|(study, chapter)| event(study, chapter));
    let is_own = |tag: &Tag| {
        OWN.contains(&tag.name.as_str()) || tag.name == "Event" && written.as_ref() == Some(&tag.value)
    };
    let tags = game.tags.iter().filter(|tag| !is_own(tag) && tag.name.len() <= MAX_TAG);
    let tags = tags.map(|tag| (tag.name.clone(), cut(&tag.value, MAX_TAG)));
    let tags = tags.filter(|(_, value)| is_known(value)).take(MAX_TAGS);
    // The tag may separate its fields in other ways than positions do.
    let start = sheet.game.tag("FEN").map(|_| sheet.played.start_text()).unwrap_or_default();
    NewChapter {
        title: Some(cut(&title, MAX_TITLE))
            .filter(|title| !title.is_empty())
            .unwrap_or_else(|| number.to_string()),
        spec: sheet.spec.clone(),
        position: start,
        orientation: if game.tag("Orientation").is_some_and(|side| side == "2") { 2 } else { 1 },
        mode: match game.tag("ChapterMode") {
            Some("interactive") => ChapterMode::Interactive,
            _ => ChapterMode::Analysis,
        },
        tags: tags.collect(),
    }
}

/// Returns the beginning of a text, with single spaces instead of other white space and control characters.
fn cut(text: &str, most: usize) -> String {
    let is_space = |letter: char| letter.is_whitespace() || letter.is_control();
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    let start: String = words.join(" ").chars().take(most).collect();
    start.trim_end().to_owned()
}

#[derive(Default)]
struct Notes {
    glyphs: Vec<u8>,
    sketches: Vec<String>,
    hint: String,
    text: String,
}

impl Notes {
    /// Separates the drawings and the hint from a comment; other commands, such as clock times, stay in the text.
    fn read(&mut self, comment: &str) {
        // Control characters would otherwise become spaces only after the commands were read.
        let comment = cut(comment, usize::MAX);
        let (mut text, mut rest) = (String::new(), comment.as_str());
        while let Some((before, (inside, after))) =
            rest.split_once("[%").and_then(|(before, command)| Some((before, command.split_once(']')?)))
        {
            // The space keeps what is around a removed command from becoming another one.
            text += before;
            text.push(' ');
            match inside.split_once(' ').unwrap_or((inside, "")) {
                ("csl" | "cal", value) => {
                    let list =
                        value.split(',').map(str::trim).filter(|sketch| is_sketch(sketch)).map(str::to_owned);
                    let free = MAX_SKETCHES - self.sketches.len();
                    self.sketches.extend(list.take(free));
                }
                ("hint", value) => self.hint = cut(value, MAX_HINT),
                _ => text += &format!("[%{inside}]"),
            }
            rest = after;
        }
        text += rest;
        self.text = cut(&format!("{} {text}", self.text), MAX_TEXT);
    }
}
