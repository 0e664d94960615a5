use entourage_clock::{Figures, Kind, Pace};
use entourage_kernel::Enforcement;
use entourage_pgn::{Game, Item, Move, Place, Termination, Turn, time_text};
use entourage_registry::{AnyMatch, Registry};

use crate::{Sheet, Style};

#[derive(Clone, Debug)]
pub struct Terms {
    pub spec: String,
    pub rules_version: String,
    pub enforcement: Enforcement,
    /// The start position, if it differs from the game's default.
    pub start: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub event: Option<String>,
    pub round: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub players: [Option<String>; 2],
    pub pace: Pace,
    /// The result of the game; if `None`, the result according to the rules is recorded.
    pub termination: Option<Termination>,
    /// Why the game ended, such as `resignation`, `agreement` or `time`; if `None`, the reason according to the rules.
    pub cause: Option<String>,
    /// The mover's clock after each move, in milliseconds.
    pub clocks: Vec<Option<u64>>,
}

/// Creates the record of a game, in the game's short notation if it has one.
pub fn record(registry: &Registry, played: &dyn AnyMatch, facts: &Facts) -> Game {
    let known = played.game();
    let usual = known.begin(None).map(|begun| begun.start_text());
    let start = played.start_text();
    let terms = Terms {
        spec: played.spec(),
        rules_version: known.metadata().rules_version.to_string(),
        enforcement: played.enforcement(),
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
    // Playing the record under its rules corrects the turn numbers and adds the short notation.
    match Sheet::read(registry, &game, Style::Short) {
        Ok(sheet) => sheet.game,
        Err(_) => game,
    }
}

/// Returns a time control in the notation of PGN: `300+3`, or `1/86400` for a day per move.
fn time_control(pace: Pace) -> Option<String> {
    let &Figures { spare, grace, extra, .. } = pace.figures();
    match pace.kind() {
        Kind::Unlimited => None,
        Kind::Correspondence if grace > 0 => Some(format!("1/{}", grace / 1000)),
        Kind::Live | Kind::Correspondence => Some(format!("{}+{}", spare / 1000, extra / 1000)),
    }
}

/// Creates the record of a game whose rules are not available: plain moves, numbered as if the sides alternated.
pub fn unplayed(terms: &Terms, moves: &[String], facts: &Facts) -> Game {
    let termination = facts.termination.unwrap_or(Termination::Open);
    let mut game = Game { termination: Some(termination), ..Game::default() };
    let tags = [
        ("Event", facts.event.clone()),
        ("Site", facts.site.clone()),
        ("Date", facts.date.clone()),
        ("Round", facts.round.clone()),
        ("White", facts.players[0].clone()),
        ("Black", facts.players[1].clone()),
        ("Game", Some(terms.spec.clone())),
        ("RulesVersion", Some(terms.rules_version.clone())),
        ("Degree", (terms.enforcement != Enforcement::Enforced).then(|| terms.enforcement.word().to_owned())),
        ("Pace", (!facts.pace.is_unlimited()).then(|| facts.pace.to_string())),
        ("TimeControl", time_control(facts.pace)),
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

/// Formats the UTC date of a time in milliseconds since 1970: `2026.11.27`.
pub fn date_of(milliseconds: i64) -> String {
    // The calendar repeats every 400 years. Years are counted from March, so that the leap day comes last.
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
