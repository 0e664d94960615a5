use entourage_protocol::{Declaration, OptionKind};
use entourage_registry::{AnyGame, Level, Registry, SHUFFLED_OPTION, SearchSettings};

use crate::failure::{Failure, Outcome, shortened};
use crate::memory;

/// Default, minimum and maximum size of the transposition table in mebibytes.
const TABLE_MB: u64 = 16;
const TABLE_RANGE: (u64, u64) = (1, 1 << 14);
const THREAD_RANGE: (u64, u64) = (1, 256);
const LINE_RANGE: (u64, u64) = (1, 256);

pub struct Options {
    pub search: SearchSettings,
    pub ponder: bool,
    pub chances: bool,
    pub shuffled: bool,
}

pub enum Set {
    Game(Box<dyn AnyGame>),
    Shuffled(bool),
    Search,
    Nothing,
}

impl Options {
    pub fn new() -> Self {
        let search = SearchSettings { table_mb: TABLE_MB as usize, ..SearchSettings::default() };
        Self { search, ponder: false, chances: false, shuffled: false }
    }

    pub fn declarations(registry: &Registry, game: &dyn AnyGame) -> Vec<Declaration> {
        let number = |default, range| OptionKind::Number { default, range };
        let games = registry.games().iter().map(|name| (*name).to_owned());
        let offered = registry.offered().into_iter().map(|(name, _)| name);
        let variants = games.chain(offered).collect();
        [
            ("Game", OptionKind::Text { default: game.spec() }),
            ("Hash", number(TABLE_MB, TABLE_RANGE)),
            ("Threads", number(1, THREAD_RANGE)),
            ("MultiPV", number(1, LINE_RANGE)),
            ("Level", number(0, (0, Level::ALL.len() as u64))),
            ("Seed", number(0, (0, u64::MAX))),
            ("Ponder", OptionKind::Check { default: false }),
            ("Clear Hash", OptionKind::Button),
            ("UCI_ShowWDL", OptionKind::Check { default: false }),
            (SHUFFLED_OPTION, OptionKind::Check { default: false }),
            ("UCI_Variant", OptionKind::Choice { default: game.spec(), choices: variants }),
        ]
        .map(|(name, kind)| Declaration { name, kind })
        .into()
    }

    /// Sets an option by its case-insensitive name; an invalid one changes nothing.
    pub fn set(&mut self, registry: &Registry, name: &str, value: &str) -> Outcome<Set> {
        let search = &mut self.search;
        match name.to_ascii_lowercase().as_str() {
            "game" => return open(registry, "Game", value),
            "uci_variant" => return open(registry, "UCI_Variant", &value.to_ascii_lowercase()),
            "hash" => {
                let table_mb = number("Hash", value, TABLE_RANGE)? as usize;
                memory::require(table_mb).map_err(|problem| Failure::at("Hash", problem))?;
                search.table_mb = table_mb;
            }
            "level" => {
                let level = number("Level", value, (0, Level::ALL.len() as u64))?;
                search.level = u8::try_from(level).ok().and_then(Level::new);
            }
            "threads" => search.threads = number("Threads", value, THREAD_RANGE)? as usize,
            "multipv" => search.lines = number("MultiPV", value, LINE_RANGE)? as usize,
            "seed" => search.seed = number("Seed", value, (0, u64::MAX))?,
            "clear hash" => {}
            "ponder" => {
                self.ponder = truth("Ponder", value)?;
                return Ok(Set::Nothing);
            }
            name if name.eq_ignore_ascii_case(SHUFFLED_OPTION) => {
                return truth(SHUFFLED_OPTION, value).map(Set::Shuffled);
            }
            "uci_showwdl" => {
                self.chances = truth("UCI_ShowWDL", value)?;
                return Ok(Set::Nothing);
            }
            _ => {
                let fr = "cette option n'existe pas\u{a0}; uci en donne la liste";
                return Err(Failure::about(&shortened(name), "there is no such option; uci lists them", fr));
            }
        }
        Ok(Set::Search)
    }
}

fn open(registry: &Registry, name: &str, value: &str) -> Outcome<Set> {
    let game = registry.open(value);
    game.map(Set::Game).map_err(|error| Failure::reading(name, &error.into()))
}

fn truth(name: &str, value: &str) -> Outcome<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => {
            let value = shortened(value);
            let fr = format!("«\u{a0}{value}\u{a0}» n'est ni true ni false");
            Err(Failure::about(name, format!("\"{value}\" is neither true nor false"), fr))
        }
    }
}

fn number(name: &str, value: &str, (least, most): (u64, u64)) -> Outcome<u64> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|number| digits && (least..=most).contains(number)).ok_or_else(|| {
        let value = shortened(value);
        let fr = format!("«\u{a0}{value}\u{a0}» n'est pas un nombre entier de {least} à {most}");
        Failure::about(name, format!("\"{value}\" is no whole number from {least} to {most}"), fr)
    })
}
