//! Parses the rules pages of games and checks them against the implementation.

use std::collections::HashSet;

use crate::{Intent, Language, Presentation, Rules, SharedStr};

/// The parts of a rules page that can be linked to or played.
#[derive(Default, Debug)]
pub struct RulesPage<'a> {
    /// The level of each heading with its anchor (empty if it has none), in order.
    pub headings: Vec<(usize, &'a str)>,
    /// The anchors of headings and paragraphs, in order.
    pub anchors: Vec<&'a str>,
    /// The diagrams, in order.
    pub diagrams: Vec<Diagram<'a>>,
}

/// A playable diagram in a rules page.
#[derive(Debug)]
pub struct Diagram<'a> {
    /// The position string.
    pub position: &'a str,
    /// The caption.
    pub caption: &'a str,
    /// The names of the marked squares.
    pub squares: Vec<&'a str>,
    /// The moves to demonstrate, played in sequence by either side.
    pub moves: Vec<&'a str>,
}

impl<'a> RulesPage<'a> {
    /// Parses the Markdown source of a page.
    pub fn read(page: &'a str) -> Self {
        let mut read = Self::default();
        let mut fence: Option<&str> = None;
        for line in page.lines() {
            if let Some(language) = line.strip_prefix("```") {
                fence = if fence.is_some() { None } else { Some(language) };
            } else if let Some(language) = fence {
                if language == "position" {
                    read.diagrams.push(Diagram::read(line));
                }
            } else {
                let anchor = anchor_of(line);
                read.anchors.extend(anchor);
                let level = line.len() - line.trim_start_matches('#').len();
                if level > 0 {
                    read.headings.push((level, anchor.unwrap_or_default()));
                }
            }
        }
        read
    }
}

impl<'a> Diagram<'a> {
    /// Parses `POSITION | caption | square … | move …`; the last two fields are optional.
    fn read(line: &'a str) -> Self {
        let mut parts = line.split(" | ").map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        let (position, caption) = (next(), next());
        let mut words = || next().split_whitespace().collect();
        Self { position, caption, squares: words(), moves: words() }
    }
}

/// Returns the anchor at the end of a line, such as `{#T10}`.
fn anchor_of(line: &str) -> Option<&str> {
    Some(line.strip_suffix('}')?.rsplit_once(" {#")?.1)
}

/// Asserts that the rules pages contain all kinds, all cards, and rulings 1 to `count`, which begin like `**T1. `.
pub fn check_rulings<R: Rules>(rules: &R, letter: char, count: usize) {
    let metadata = rules.metadata();
    for language in Language::ALL {
        let page = metadata.rules_page.get(language);
        let rulings = (1..=count).map(|ruling| format!("**{letter}{ruling}. "));
        let kinds = metadata.kinds.iter().map(|kind| kind.name.get(language).to_owned());
        let cards = rules.catalogue().into_iter().flat_map(|catalogue| catalogue.cards.iter());
        let cards = cards.map(|card| format!("### {} (", card.name.get(language)));
        for part in rulings.chain(kinds).chain(cards) {
            assert!(page.contains(&part), "{part}");
        }
    }
}

/// Asserts the consistency of a game's rules pages: both languages have the same headings, anchors and diagrams;
/// headings are nested properly and have anchors; the moves of diagrams are legal; kinds, relations, causes of endings
/// and cards are explained; and each relation and card appears in at least one diagram.
pub fn check_rules_pages<R: Presentation>(rules: &R) {
    let metadata = rules.metadata();
    let [page, other] = Language::ALL.map(|language| RulesPage::read(metadata.rules_page.get(language)));
    assert_eq!(page.headings, other.headings, "the languages differ in their headings");
    assert_eq!(page.anchors, other.anchors, "the languages differ in their anchors");
    let shown = |page: &RulesPage<'_>| -> Vec<String> {
        let diagrams = page.diagrams.iter();
        diagrams.map(|one| format!("{} {:?} {:?}", one.position, one.squares, one.moves)).collect()
    };
    assert_eq!(shown(&page), shown(&other), "the languages differ in their diagrams");
    check_headings(&page);
    let mut in_effect = HashSet::new();
    for diagram in page.diagrams.iter().chain(&other.diagrams) {
        check_diagram(rules, diagram, &mut in_effect);
    }

    let chapters = metadata.kinds.iter().map(|kind| &kind.chapter);
    let rulings = metadata.relations.iter().map(|relation| &relation.ruling);
    let causes = metadata.causes.iter().map(|cause| &cause.code);
    let cards =
        rules.catalogue().into_iter().flat_map(|catalogue| catalogue.cards.iter()).map(|card| &card.code);
    for anchor in chapters.chain(rulings).chain(causes).chain(cards.clone()) {
        assert!(page.anchors.contains(&anchor.as_str()), "the rules pages lack the anchor {anchor}");
    }
    for relation in &*metadata.relations {
        assert!(in_effect.contains(relation.code.as_str()), "no diagram shows {} in effect", relation.code);
    }
    for power in &*metadata.powers {
        let is_drawn = |code: &SharedStr| metadata.relations.iter().any(|relation| relation.code == *code);
        assert!(power.relation.iter().all(is_drawn), "power {} names an unknown relation", power.code);
        let is_listed = |code: &SharedStr| rules.reason_codes().contains(&code.as_str());
        assert!(power.reason.iter().all(is_listed), "power {} names an unknown reason", power.code);
        assert!(!power.text.en.is_empty() && !power.text.fr.is_empty(), "power {} has no text", power.code);
    }
    for card in cards {
        let shown = page.diagrams.iter().any(|diagram| diagram.position.contains(card.as_str()));
        assert!(shown, "no diagram shows {card} in effect");
    }
}

fn check_headings(page: &RulesPage<'_>) {
    let mut above = 0;
    for &(level, anchor) in &page.headings {
        assert!(level <= above + 1, "a heading of level {level} follows one of level {above}: {anchor}");
        assert_eq!(level == 1, above == 0, "a page has one title, at the start: {anchor}");
        assert_ne!(anchor.is_empty(), level > 1, "all headings but the title have an anchor: {anchor}");
        above = level;
    }
    for anchor in &page.anchors {
        let plain = anchor.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        assert!(plain && !anchor.is_empty(), "invalid anchor: {anchor}");
    }
    assert_eq!(page.anchors.iter().collect::<HashSet<_>>().len(), page.anchors.len(), "an anchor is repeated");
}

/// Checks a diagram, and adds the relations that are in effect in its position or after one of its moves to `in_effect`.
fn check_diagram<R: Presentation>(rules: &R, diagram: &Diagram<'_>, in_effect: &mut HashSet<String>) {
    let Diagram { position: text, caption, squares, moves } = diagram;
    assert!(caption.ends_with('.') && !caption.contains('|'), "invalid caption: {caption}");
    for name in squares {
        assert!(rules.topology().find(name).is_some(), "the board has no square {name}: {caption}");
    }
    let mut position = rules.read_position(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let mut note = |position: &R::Position| {
        in_effect.extend(rules.relations(position).into_iter().map(|relation| relation.kind.to_string()));
    };
    note(&position);
    for text in moves {
        let intent = rules.read_move(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        position = play(rules, &position, intent).unwrap_or_else(|| panic!("{text} is refused: {caption}"));
        note(&position);
    }
}

fn play<R: Rules>(rules: &R, position: &R::Position, intent: Intent) -> Option<R::Position> {
    if let Ok(next) = rules.play(position, intent) {
        return Some(next);
    }
    let turned = rules.turned(position)?;
    let turned = rules.read_position(&rules.write_position(&turned)).ok()?;
    rules.play(&turned, intent).ok()
}

#[cfg(test)]
mod tests {
    use super::RulesPage;

    #[test]
    fn anchors_and_diagrams_are_parsed_inside_and_outside_fences() {
        let page = "# A\n\nSome words.\n\n## B {#b}\n\n**T1. So.** {#T1}\nMore {#no} words.\n\n```position\n\
                    3/3 [a|b] w | It is so. | a1 b2 | a1b2\n```\n\n```\n# C {#c}\n```\n";
        let read = RulesPage::read(page);
        assert_eq!(read.headings, [(1, ""), (2, "b")]);
        assert_eq!(read.anchors, ["b", "T1"]);
        let [diagram] = read.diagrams.as_slice() else { panic!("{read:?}") };
        assert_eq!((diagram.position, diagram.caption), ("3/3 [a|b] w", "It is so."));
        assert_eq!(
            (diagram.squares.as_slice(), diagram.moves.as_slice()),
            (["a1", "b2"].as_slice(), ["a1b2"].as_slice())
        );
    }
}
