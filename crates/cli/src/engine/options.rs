use entourage_protocol::{Declaration, OptionKind};
use entourage_registry::{AnyGame, Level, Registry, SHUFFLED_OPTION, SearchSettings};

use crate::failure::{Failure, Outcome, shortened};
use crate::memory;

/// Default size of the transposition table in MiB.
const DEFAULT_TABLE_MB: u64 = 16;
const TABLE_RANGE: (u64, u64) = (1, 1 << 14);
const THREAD_RANGE: (u64, u64) = (1, 256);
const LINE_RANGE: (u64, u64) = (1, 256);

pub struct Options {
    pub search: SearchSettings,
    pub ponder: bool,
    pub show_wdl: bool,
    pub shuffled: bool,
}

/// What the session must do after an option is set.
pub enum Change {
    Game(Box<dyn AnyGame>),
    Shuffled(bool),
    Search,
    Nothing,
}

impl Options {
    pub fn new() -> Self {
        let search = SearchSettings { table_mb: DEFAULT_TABLE_MB as usize, ..SearchSettings::default() };
        Self { search, ponder: false, show_wdl: false, shuffled: false }
    }

    pub fn declarations(registry: &Registry, game: &dyn AnyGame) -> Vec<Declaration> {
        let number = |default, range| OptionKind::Number { default, range };
        let games = registry.games().iter().map(|name| (*name).to_owned());
        let offered = registry.offered().into_iter().map(|(name, _)| name);
        let variants = games.chain(offered).collect();
        [
            ("Game", OptionKind::Text { default: game.spec() }),
            ("Hash", number(DEFAULT_TABLE_MB, TABLE_RANGE)),
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

    /// Sets an option by its case-insensitive name; if this fails, nothing changes. A new transposition table replaces
    /// one of `held` MiB.
    pub fn set(&mut self, registry: &Registry, name: &str, value: &str, held: usize) -> Outcome<Change> {
        let search = &mut self.search;
        match name.to_ascii_lowercase().as_str() {
            "game" => return open(registry, "Game", value),
            "uci_variant" => return open(registry, "UCI_Variant", &value.to_ascii_lowercase()),
            "hash" => {
                let table_mb = parse_number("Hash", value, TABLE_RANGE)? as usize;
                memory::require(table_mb, held).map_err(|problem| Failure::at("Hash", problem))?;
                search.table_mb = table_mb;
            }
            "level" => {
                let level = parse_number("Level", value, (0, Level::ALL.len() as u64))?;
                search.level = u8::try_from(level).ok().and_then(Level::new);
            }
            "threads" => search.threads = parse_number("Threads", value, THREAD_RANGE)? as usize,
            "multipv" => search.lines = parse_number("MultiPV", value, LINE_RANGE)? as usize,
            "seed" => search.seed = parse_number("Seed", value, (0, u64::MAX))?,
            "clear hash" => {}
            "ponder" => {
                self.ponder = parse_bool("Ponder", value)?;
                return Ok(Change::Nothing);
            }
            name if name.eq_ignore_ascii_case(SHUFFLED_OPTION) => {
                return parse_bool(SHUFFLED_OPTION, value).map(Change::Shuffled);
            }
            "uci_showwdl" => {
                self.show_wdl = parse_bool("UCI_ShowWDL", value)?;
                return Ok(Change::Nothing);
            }
            _ => {
                let fr = "option inconnue\u{a0}; tapez uci pour en avoir la liste";
                return Err(Failure::about(&shortened(name), "unknown option; type uci for a list", fr));
            }
        }
        Ok(Change::Search)
    }
}

fn open(registry: &Registry, name: &str, value: &str) -> Outcome<Change> {
    crate::definition::offer_shipped(registry, value);
    let game = registry.open(value);
    game.map(Change::Game).map_err(|error| Failure::invalid(name, &error.into()))
}

fn parse_bool(name: &str, value: &str) -> Outcome<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => {
            let value = shortened(value);
            let fr = format!("attendu\u{a0}: true ou false, et non «\u{a0}{value}\u{a0}»");
            Err(Failure::about(name, format!("expected true or false, not \"{value}\""), fr))
        }
    }
}

fn parse_number(name: &str, value: &str, (min, max): (u64, u64)) -> Outcome<u64> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|number| digits && (min..=max).contains(number)).ok_or_else(|| {
        let value = shortened(value);
        let fr = format!("attendu\u{a0}: un nombre entier de {min} à {max}, et non «\u{a0}{value}\u{a0}»");
        Failure::about(name, format!("expected a whole number from {min} to {max}, not \"{value}\""), fr)
    })
}
