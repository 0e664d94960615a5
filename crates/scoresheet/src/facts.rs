use entourage_clock::Pace;
use entourage_kernel::Degree;
use entourage_pgn::{Game, Item, Move, Place, Termination, Turn, time_text};
use entourage_registry::{AnyMatch, Registry};

use crate::{Sheet, Style};

/// Names the rules and the start of a game, for records of games that these rules do not play any more.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The canonical spec.
    pub spec: String,
    /// The version of the rules.
    pub rules_version: String,
    /// How much the rules help.
    pub degree: Degree,
    /// The position in which it began, unless that is the game's start.
    pub start: Option<String>,
}

/// Tells of a game what its moves do not.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What kind of game or meeting it was.
    pub event: Option<String>,
    /// Where it was played: an address, or the name of a program.
    pub site: Option<String>,
    /// When it began, as [`date_of`] writes it.
    pub date: Option<String>,
    /// Who played, the first side first.
    pub players: [Option<String>; 2],
    /// How fast it was played.
    pub pace: Pace,
    /// How it ended, where the rules do not say.
    pub termination: Option<Termination>,
    /// Why it ended, where the rules do not say: `resignation`, `agreement`, `time` and the like.
    pub cause: Option<String>,
    /// What the mover's clock showed after each move, in milliseconds, where that is known.
    pub clocks: Vec<Option<u64>>,
}

/// Writes the record of a game that was played, its moves in the short notation of its players where they have one.
pub fn record(registry: &Registry, played: &dyn AnyMatch, facts: &Facts) -> Game {
    let known = played.game();
    let usual = known.begin(None).map(|begun| begun.start_text());
    let start = played.start_text();
    let terms = Terms {
        spec: played.spec(),
        rules_version: known.metadata().rules_version.to_string(),
        degree: played.degree(),
        start: (usual.as_ref() != Ok(&start)).then_some(start),
    };
    let outcome = played.status().outcome();
    let facts = Facts {
        termination: facts.termination.or(Some(Termination::of(outcome.as_ref()))),
        cause: facts.cause.clone().or(outcome.map(|outcome| outcome.cause.to_string())),
        event: facts.event.clone().or(Some(known.metadata().name.en.to_string())),
        ..facts.clone()
    };
    let game = unplayed(&terms, &played.moves(), &facts);
    // The rules know whose moves these are, and how their players write them.
    match Sheet::read(registry, &game, Style::Short) {
        Ok(sheet) => sheet.game,
        Err(_) => game,
    }
}

/// Writes the record of a game without asking its rules: its moves as programs write them, numbered as if the sides took turns.
pub fn unplayed(terms: &Terms, moves: &[String], facts: &Facts) -> Game {
    let termination = facts.termination.unwrap_or(Termination::Open);
    let mut game = Game { termination: Some(termination), ..Game::default() };
    let tags = [
        ("Event", facts.event.clone()),
        ("Site", facts.site.clone()),
        ("Date", facts.date.clone()),
        ("White", facts.players[0].clone()),
        ("Black", facts.players[1].clone()),
        ("Game", Some(terms.spec.clone())),
        ("RulesVersion", Some(terms.rules_version.clone())),
        ("Degree", (terms.degree != Degree::Enforced).then(|| terms.degree.word().to_owned())),
        ("Pace", (!facts.pace.is_unlimited()).then(|| facts.pace.to_string())),
        ("Cause", facts.cause.clone()),
        ("SetUp", terms.start.as_ref().map(|_| "1".to_owned())),
        ("FEN", terms.start.clone()),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            game.set_tag(name, value);
        }
    }
    let mut turn = Turn::FIRST;
    for (index, text) in moves.iter().enumerate() {
        game.items.push(Item::Move(Move { text: text.clone(), turn, place: Place::default() }));
        turn = turn.next();
        if let Some(time) = facts.clocks.get(index).copied().flatten() {
            game.items.push(Item::Comment(format!("[%clk {}]", time_text(time))));
        }
    }
    game
}

/// Writes the day of a moment, in milliseconds since 1970 (UTC), as records do: `2026.11.27`.
pub fn date_of(milliseconds: i64) -> String {
    // The calendar repeats itself every 400 years; they begin with March, so that the odd day comes last.
    const DAYS_OF_400_YEARS: i64 = 146_097;
    const DAYS_FROM_MARCH_OF_0: i64 = 719_468;
    let day = milliseconds.div_euclid(86_400_000) + DAYS_FROM_MARCH_OF_0;
    let (era, day) = (day.div_euclid(DAYS_OF_400_YEARS), day.rem_euclid(DAYS_OF_400_YEARS));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", 400 * era + year + next)
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (day, written) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (11_015, "2000.02.28"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_784, "2026.11.27"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date_of(day * 86_400_000), written);
            assert_eq!(date_of(day * 86_400_000 + 86_399_999), written);
        }
    }
}
