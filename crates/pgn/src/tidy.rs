use crate::{Game, Item, Move, ROSTER, Tag, Termination};

/// Gathers what stands behind a move until the next one is there.
#[derive(Default)]
struct Line {
    done: Vec<Item>,
    /// The last move, which takes what is said of it; `None` before the first.
    last: Option<Move>,
    nags: Vec<u8>,
    comment: String,
    variations: Vec<Item>,
}

impl Line {
    /// Adds the last move with all that belongs to it.
    fn settle(&mut self) {
        let Self { done, last, nags, comment, variations } = self;
        done.extend(last.take().map(Item::Move));
        nags.sort_unstable();
        nags.dedup();
        done.extend(nags.drain(..).map(Item::Nag));
        if !comment.is_empty() {
            done.push(Item::Comment(std::mem::take(comment)));
        }
        done.append(variations);
    }

    fn comment(&mut self, text: &str) {
        // No remark can say what would end it.
        let words = text.split_ascii_whitespace().map(|word| word.replace('}', ")"));
        for word in words {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(&word);
        }
    }
}

impl Game {
    /// Returns the same game in its normal form: the tags that every game has first, the others by their names; behind each move its glyphs in
    /// order and each once, then one remark, then the variations.
    pub fn tidied(&self) -> Self {
        let mut lines = vec![Line::default()];
        for item in &self.items {
            let line = lines.last_mut().expect("the game itself is never closed");
            match item {
                Item::Move(played) => {
                    line.settle();
                    line.last = Some(played.clone());
                }
                Item::Nag(number) => line.nags.push(*number),
                Item::Comment(text) => line.comment(text),
                Item::Begin => lines.push(Line::default()),
                Item::End if lines.len() > 1 => close(&mut lines),
                Item::End => {}
            }
        }
        while lines.len() > 1 {
            close(&mut lines);
        }
        let mut items = Vec::new();
        for mut line in lines {
            line.settle();
            items.append(&mut line.done);
        }
        let told = || self.tag("Result").and_then(|mark| mark.parse().ok());
        let termination = self.termination.or_else(told).unwrap_or(Termination::Open);
        Self { tags: self.tidied_tags(termination), items, termination: Some(termination), ..*self }
    }

    fn tidied_tags(&self, termination: Termination) -> Vec<Tag> {
        let known = |name: &str| self.tag(name).filter(|value| !value.is_empty());
        let roster = ROSTER.map(|name| match name {
            "Result" => Tag::new(name, termination.mark()),
            _ => Tag::new(name, known(name).unwrap_or(Tag::unknown(name))),
        });
        let mut others: Vec<Tag> =
            self.tags.iter().filter(|tag| !ROSTER.contains(&tag.name.as_str())).cloned().collect();
        others.sort_by(|a, b| a.name.cmp(&b.name));
        roster.into_iter().chain(others).collect()
    }
}

/// Ends the innermost variation.
fn close(lines: &mut Vec<Line>) {
    let Some(mut inner) = lines.pop() else { return };
    inner.settle();
    let outer = lines.last_mut().expect("the game itself is never closed");
    outer.variations.push(Item::Begin);
    outer.variations.append(&mut inner.done);
    outer.variations.push(Item::End);
}
