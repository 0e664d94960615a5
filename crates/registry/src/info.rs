//! Builds the description of a game that clients load before play.

use entourage_kernel::{
    Aura, Card, Catalogue, Evaluate, Example, Kind, Language, Metadata, Outline, Presentation, SharedStr, Text,
    Topology,
};
use entourage_search::Level;

use crate::courier;
use crate::figure::figure;
use crate::view::*;

pub(crate) fn of<R: Evaluate + Presentation>(rules: &R, spec: String, language: Language) -> GameInfo {
    let start = rules.write_position(&rules.start());
    let catalogue =
        rules.catalogue().map(|catalogue| catalogue_view(catalogue, rules.banned_cards(), language));
    let (metadata, topology) = (rules.metadata(), rules.topology());
    let own = Own {
        badge: &|mark| rules.badge(mark).map(str::to_owned),
        meaning: &|mark| rules.meaning(mark).map(|text| text.get(language).to_owned()),
        worth: &|kind| rules.worth(kind),
        falls_to: &|kind| rules.falls_to(kind),
    };
    describe(metadata, topology, &own, spec, start, catalogue, language)
}

/// Data about marks and kinds of piece that the rules provide in addition to the metadata.
struct Own<'r> {
    badge: &'r dyn Fn(&str) -> Option<String>,
    meaning: &'r dyn Fn(&str) -> Option<String>,
    worth: &'r dyn Fn(Kind) -> i32,
    falls_to: &'r dyn Fn(Kind) -> usize,
}

/// Builds the description; not generic, to keep the WebAssembly module small.
fn describe(
    metadata: &Metadata,
    topology: &Topology,
    own: &Own<'_>,
    spec: String,
    start: String,
    catalogue: Option<CatalogueView>,
    language: Language,
) -> GameInfo {
    let say = |text: &Text| text.get(language).to_owned();
    GameInfo {
        id: metadata.id.to_string(),
        spec,
        name: say(&metadata.name),
        tagline: say(&metadata.tagline),
        goal: say(&metadata.goal),
        hue: metadata.hue.code(),
        cover: CoverView {
            position: metadata.cover.position.to_string(),
            moves: strings(&metadata.cover.moves),
            squares: strings(&metadata.cover.squares),
        },
        rules_version: metadata.rules_version.to_string(),
        sides: metadata.sides.each_ref().map(say),
        kinds: all(metadata.kinds.iter().enumerate(), |(index, kind)| KindView {
            letters: kind.letters,
            name: say(&kind.name),
            description: say(&kind.description),
            art: kind.art.to_string(),
            weight: kind.weight.code(),
            lamp: kind.lamp.map(Aura::code),
            worth: u8::try_from(index).map_or(0, |index| (own.worth)(Kind(index))),
            chapter: kind.chapter.to_string(),
            falls_to: u8::try_from(index).map_or(1, |index| (own.falls_to)(Kind(index))),
            figure: figure(index),
        }),
        board: board_view(topology),
        options: all(metadata.options.iter(), |option| OptionView {
            code: option.code.to_string(),
            name: say(&option.name),
            choices: all(option.choices.iter(), |choice| ChoiceView {
                code: choice.code.to_string(),
                name: say(&choice.name),
                description: say(&choice.description),
                draws: choice.draws,
            }),
        }),
        marks: all(metadata.marks.iter(), |mark| MarkView {
            code: mark.code.to_string(),
            name: say(&mark.text),
            meaning: (own.meaning)(&mark.code),
            shape: (own.badge)(&mark.code),
        }),
        relations: all(metadata.relations.iter(), |relation| RelationKindView {
            code: relation.code.to_string(),
            felt: say(&relation.felt),
            exerted: say(&relation.exerted),
            influence: relation.influence.code(),
            aura: relation.aura.code(),
            ruling: relation.ruling.to_string(),
        }),
        powers: all(metadata.powers.iter(), |power| PowerView {
            code: power.code.to_string(),
            text: say(&power.text),
        }),
        levels: Level::ALL.len(),
        start,
        catalogue,
        courier: courier::view(metadata, topology),
        credits: all(metadata.credits.iter(), |credit| CreditView {
            role: say(&credit.role),
            who: credit.who.to_string(),
            link: credit.link.as_ref().map(ToString::to_string),
            licence: credit.licence.as_ref().map(ToString::to_string),
        }),
    }
}

fn catalogue_view(catalogue: &Catalogue, bans: Vec<[usize; 2]>, language: Language) -> CatalogueView {
    let say = |text: &Text| text.get(language).to_owned();
    let example = |example: &Example| ExampleView {
        caption: say(&example.caption),
        position: example.position.to_string(),
        moves: strings(&example.moves),
    };
    let card = |card: &Card| CardView {
        code: card.code.to_string(),
        name: say(&card.name),
        summary: say(&card.summary),
        text: say(&card.text),
        bound: card.bound.map(|kind| kind.index()),
        once: card.once,
        costs_piece: card.costs_piece,
        examples: card.examples.iter().map(example).collect(),
    };
    CatalogueView {
        cards: catalogue.cards.iter().map(card).collect(),
        picks: catalogue.picks,
        arranged: catalogue.arranged.iter().map(|kind| kind.index()).collect(),
        places: catalogue.places.each_ref().map(|names| strings(names)),
        bans,
    }
}

fn all<T, V>(things: impl Iterator<Item = T>, view: impl Fn(T) -> V) -> Vec<V> {
    things.map(view).collect()
}

fn strings(list: &[SharedStr]) -> Vec<String> {
    list.iter().map(SharedStr::to_string).collect()
}

fn board_view(topology: &Topology) -> BoardView {
    let outline = |outline| match outline {
        Outline::Square => "square",
        Outline::Hexagon => "hexagon",
        Outline::TurnedHexagon => "turned",
        Outline::Disc => "disc",
    };
    BoardView {
        squares: all(topology.squares.iter(), |square| SquareView {
            name: square.name.to_string(),
            x: square.x,
            y: square.y,
            outline: outline(square.outline),
            shade: square.shade,
        }),
        labels: all(topology.labels.iter(), |label| LabelView {
            text: label.text.to_string(),
            x: label.x,
            y: label.y,
        }),
        width: topology.width,
        height: topology.height,
    }
}
