use std::fmt::Write;

use entourage_kernel::{Language, Text};

use super::phrase::Phrase;

#[derive(Default)]
pub(super) struct Page {
    pub(super) title: Phrase,
    pub(super) sections: Vec<Section>,
}

#[derive(Clone)]
pub(super) struct Section {
    /// Heading level: 2 for a chapter, 3 for a section.
    pub(super) level: usize,
    pub(super) anchor: String,
    pub(super) title: Phrase,
    pub(super) blocks: Vec<Block>,
}

#[derive(Clone)]
pub(super) enum Block {
    Prose(Phrase),
    Item(Phrase),
    /// Rows of a table; the first is the header.
    Table(Vec<Vec<Phrase>>),
    Diagram(Diagram),
}

#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) position: String,
    pub(super) caption: Phrase,
    pub(super) squares: Vec<String>,
    pub(super) moves: Vec<String>,
}

impl Page {
    /// Begins a section. Appends hyphens to an anchor that already exists.
    pub(super) fn begin(&mut self, level: usize, anchor: &str, title: Phrase) -> &mut Section {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let mut anchor: String = anchor.chars().map(plain).collect();
        while self.sections.iter().any(|section| section.anchor == anchor) {
            anchor.push('-');
        }
        self.sections.push(Section { level, anchor, title, blocks: Vec::new() });
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    pub(super) fn mentions(&self, words: &str) -> bool {
        self.sections.iter().flat_map(|section| &section.blocks).any(|block| match block {
            Block::Prose(said) | Block::Item(said) => said.en.contains(words),
            Block::Table(_) | Block::Diagram(_) => false,
        })
    }

    pub(super) fn text(&self) -> Text {
        Text::made(self.write(Language::English), self.write(Language::French))
    }

    fn write(&self, language: Language) -> String {
        let mut text = format!("# {}\n", get(&self.title, language));
        for section in &self.sections {
            let (level, title) = ("#".repeat(section.level), get(&section.title, language));
            let _ = write!(text, "\n{level} {title} {{#{}}}\n", section.anchor);
            let mut is_in_list = false;
            for block in &section.blocks {
                let is_item = matches!(block, Block::Item(_));
                if !(is_item && is_in_list) {
                    text.push('\n');
                }
                is_in_list = is_item;
                write_block(block, language, &mut text);
            }
        }
        text
    }
}

fn write_block(block: &Block, language: Language, text: &mut String) {
    match block {
        Block::Prose(said) => {
            // Put each sentence on its own line, for readable diffs.
            text.push_str(&lines(get(said, language), "\n"));
            text.push('\n');
        }
        Block::Item(said) => {
            text.push_str("- ");
            text.push_str(&lines(get(said, language), "\n  "));
            text.push('\n');
        }
        Block::Table(rows) => {
            for (index, row) in rows.iter().enumerate() {
                let cells: Vec<&str> = row.iter().map(|cell| get(cell, language)).collect();
                text.push_str(&format!("| {} |\n", cells.join(" | ")));
                if index == 0 {
                    text.push_str(&format!("|{}\n", "---|".repeat(row.len())));
                }
            }
        }
        Block::Diagram(Diagram { position, caption, squares, moves }) => {
            let caption = get(caption, language).replace('|', "/");
            text.push_str(&format!("```position\n{position} | {caption}"));
            if !squares.is_empty() || !moves.is_empty() {
                text.push_str(&format!(" | {}", squares.join(" ")));
            }
            if !moves.is_empty() {
                text.push_str(&format!(" | {}", moves.join(" ")));
            }
            text.push_str("\n```\n");
        }
    }
}

/// Puts each sentence on its own line; an initial does not end a sentence.
fn lines(text: &str, between: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(". ") {
        let (sentence, after) = (&rest[..=at], &rest[at + 2..]);
        let last = sentence.trim_end_matches('.').rsplit([' ', '.']).next().unwrap_or_default();
        let is_initial = last.chars().count() == 1 && last.starts_with(char::is_uppercase);
        lines.push_str(sentence);
        lines.push_str(if is_initial { " " } else { between });
        rest = after;
    }
    lines + rest
}

fn get(said: &Phrase, language: Language) -> &str {
    match language {
        Language::English => &said.en,
        Language::French => &said.fr,
    }
}

impl Section {
    pub(super) fn prose(&mut self, said: Phrase) -> &mut Self {
        self.add(said, Block::Prose)
    }

    pub(super) fn item(&mut self, said: Phrase) -> &mut Self {
        self.add(said, Block::Item)
    }

    fn add(&mut self, said: Phrase, block: impl Fn(Phrase) -> Block) -> &mut Self {
        if !said.is_empty() {
            self.blocks.push(block(said));
        }
        self
    }

    pub(super) fn diagram(&mut self, diagram: Diagram) -> &mut Self {
        self.blocks.push(Block::Diagram(diagram));
        self
    }
}
