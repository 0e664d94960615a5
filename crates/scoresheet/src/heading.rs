use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Language, Problem, TextError};
use entourage_pgn::{Game, Place, Warning};
use entourage_registry::{AnyMatch, Registry};

/// The values of the `Variant` tag that stand for the usual rules.
const PLAIN_VARIANTS: [&str; 3] = ["standard", "normal", "from position"];

/// The suffix that marks the default game's variant with shuffled back ranks, and another name of that variant.
const SHUFFLED: (&str, &str) = ("960", "fischerandom");
/// The option that selects the variant with the orthodox back ranks; the `FEN` tag contains the actual back ranks.
const SHUFFLED_OPTION: &str = "960=518";

/// Maximum number of fields at the end of a position that are dropped if the game does not have them.
const MAX_FOREIGN_FIELDS: usize = 4;

pub(crate) struct Heading {
    pub(crate) enforcement: Enforcement,
    pub(crate) pace: Option<Pace>,
    pub(crate) begun: Box<dyn AnyMatch>,
    pub(crate) is_set_up: bool,
    pub(crate) warnings: Vec<Warning>,
}

impl Heading {
    pub(crate) fn read(registry: &Registry, game: &Game) -> Result<Self, Fault> {
        let enforcement = match game.tag("Degree") {
            None => Enforcement::Enforced,
            Some(word) => word.parse().map_err(|()| {
                let en = format!("unknown value \"{word}\"; expected enforced, warned or free");
                let fr = format!("valeur «\u{a0}{word}\u{a0}» inconnue (enforced, warned ou free)");
                Fault::new(FaultKind::Tag, place(game, "Degree"), Problem::new(en, fr))
            })?,
        };
        let read = |error: TextError| Fault::new(FaultKind::Tag, place(game, "Pace"), clause("Pace", &error));
        let pace = game.tag("Pace").map(|pace| pace.parse::<Pace>().map_err(read)).transpose()?;
        let spec = spec(registry, game)?;
        let opened = registry
            .open(&spec)
            .map_err(|error| Fault::new(FaultKind::Game, place(game, "Game"), clause("Game", &error.into())))?;
        let ours = &opened.metadata().rules_version;
        if let Some(theirs) = game.tag("RulesVersion").filter(|theirs| *ours != **theirs) {
            let problem = Problem::new(
                format!(
                    "the game was played under version {theirs} of the rules, but the current version is {ours}"
                ),
                format!(
                    "la partie a été jouée avec la version {theirs} des règles, mais la version actuelle est {ours}"
                ),
            );
            return Err(Fault::new(FaultKind::Rules, place(game, "RulesVersion"), problem));
        }
        let mut warnings = game.warnings.clone();
        let start = game.tag("FEN").filter(|start| !start.trim().is_empty());
        if game.tag("FEN").is_some() && start.is_none() {
            let fr = "l'étiquette FEN est vide\u{a0}; la partie commence à la position initiale";
            let problem = Problem::new("the FEN tag is empty; the game begins at the start position", fr);
            warnings.push(Warning { place: place(game, "FEN"), problem });
        }
        let adopted = start.and_then(|start| opened.adopt_position(start));
        let mut begun = registry.begin(&opened.spec(), adopted.as_deref().or(start), enforcement);
        // Other programs write fields that some games do not have, such as counters, at the end of every position.
        let mut shorter = start.filter(|_| game.tag("Variant").is_some());
        for _ in 0..MAX_FOREIGN_FIELDS {
            shorter = shorter.and_then(|text| Some(text.trim().rsplit_once(' ')?.0));
            if begun.is_err() && shorter.is_some() {
                begun = registry.begin(&opened.spec(), shorter, enforcement).or(begun);
            }
        }
        let begun =
            begun.map_err(|error| Fault::new(FaultKind::Start, place(game, "FEN"), clause("FEN", &error)))?;
        Ok(Self { enforcement, pace, begun, is_set_up: start.is_some(), warnings })
    }
}

/// Makes a shipped definition available to a record that names it in the tag `Game` or `Variant`.
pub fn use_shipped(registry: &Registry, game: &mut Game) {
    let variant = game.tag("Variant").filter(|_| spec(registry, game).is_err());
    let name = game.tag("Game").map(|spec| spec.split(':').next().unwrap_or(spec)).or(variant);
    let found = name.and_then(|name| registry.offer_shipped(name));
    if let (None, Some(id)) = (game.tag("Game"), found) {
        game.set_tag("Game", id);
    }
}

/// Returns the game's spec from the `Game` tag, or the default spec for records without that tag.
pub fn spec(registry: &Registry, game: &Game) -> Result<String, Fault> {
    if let Some(spec) = game.tag("Game") {
        return Ok(spec.to_owned());
    }
    let unnamed = registry.unnamed();
    let is_plain =
        |name: &str| PLAIN_VARIANTS.into_iter().chain(unnamed).any(|plain| plain.eq_ignore_ascii_case(name));
    let variant = game.tag("Variant").filter(|name| !is_plain(name));
    if let (Some(variant), Some(unnamed)) = (variant, unnamed) {
        let (behind, other) = SHUFFLED;
        let name = variant.to_ascii_lowercase().replace(' ', "");
        if name == other || name == format!("{unnamed}{behind}") {
            return Ok(format!("{unnamed}:{SHUFFLED_OPTION}"));
        }
    }
    if let Some(variant) = variant {
        let problem = Problem::new(
            format!("unknown variant \"{variant}\"; add a Game tag with the name of the game"),
            format!(
                "variante inconnue «\u{a0}{variant}\u{a0}»\u{a0}; ajoutez une étiquette Game avec le nom du jeu"
            ),
        );
        return Err(Fault::new(FaultKind::Game, place(game, "Variant"), problem));
    }
    unnamed.map(str::to_owned).ok_or_else(|| {
        let fr = "il manque l'étiquette Game avec le nom du jeu";
        let problem = Problem::new("the Game tag with the name of the game is missing", fr);
        Fault::new(FaultKind::Game, game.place, problem)
    })
}

pub(crate) fn place(game: &Game, name: &str) -> Place {
    game.tags.iter().find(|tag| tag.name == name).map_or(game.place, |tag| tag.place)
}

fn clause(name: &str, error: &TextError) -> Problem {
    let fr = format!("{name}\u{a0}: {}", error.message(Language::French));
    Problem::new(format!("{name}: {}", error.message(Language::English)), fr)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A tag cannot be parsed.
    Tag,
    Game,
    Rules,
    Start,
    Move,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .place, .problem.en)]
pub struct Fault {
    pub kind: FaultKind,
    pub place: Place,
    pub problem: Problem,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, place: Place, problem: impl Into<Problem>) -> Self {
        Self { kind, place, problem: problem.into() }
    }
}
