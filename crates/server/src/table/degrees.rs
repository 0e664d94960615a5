//! What the degree of a game changes: turns by hand, and protests against them.

use entourage_kernel::{Degree, Language};
use entourage_registry::AnyMatch;
use entourage_registry::view::Judgement;
use entourage_store::{Event, Line, Player, Verdict};

use super::Table;
use super::words::refusal;
use crate::degree_failure::DegreeFailure;
use crate::failure::Failure;

/// The most bytes of a turn by hand: more than any that is taken.
pub(crate) const MOST_BYTES: usize = 1024;

/// Reads the degree of a new game.
pub(super) fn read(word: Option<&str>, players: &[Player; 2]) -> Result<Degree, Failure> {
    let degree: Degree = match word {
        None => Degree::Enforced,
        Some(word) => word.parse().map_err(|()| DegreeFailure::Unknown)?,
    };
    let computer = players.iter().any(|player| matches!(player, Player::Computer { .. }));
    match degree {
        Degree::Warned | Degree::Free if computer => Err(DegreeFailure::Computer.into()),
        degree => Ok(degree),
    }
}

/// Returns the event of an item in a list of moves.
pub(super) fn event_of(text: String) -> Event {
    match text.strip_prefix(Line::SIGN) {
        Some(legs) => Event::Turn { text: legs.to_owned() },
        None => Event::Move { text },
    }
}

/// Tells whether an event is the one that a client asks for; what the rules say of a protest he cannot know.
pub(super) fn is_same(stored: &Event, asked: &Event) -> bool {
    match (stored, asked) {
        (Event::Protest { side, .. }, Event::Protest { side: asked, .. }) => side == asked,
        (stored, asked) => stored == asked,
    }
}

/// Makes a turn by hand, unless a protest gave it back.
pub(super) fn play(
    live: &mut dyn AnyMatch,
    line: &Line,
    text: &str,
    language: Language,
) -> Result<(), Failure> {
    if text.len() > MOST_BYTES {
        return Err(Failure::TooLarge);
    }
    let turn = format!("{}{text}", Line::SIGN);
    live.play(&turn).map_err(|error| refusal(live, error, language))?;
    if line.barred().next().is_none() {
        return Ok(());
    }
    let stands = live.position_text();
    live.undo();
    for barred in line.barred() {
        // However it is written: what counts is what it does. A copy of the game for each would take long in a long game.
        if live.play(barred).is_ok() {
            let same = live.position_text() == stands;
            live.undo();
            if same {
                return Err(DegreeFailure::Barred.into());
            }
        }
    }
    live.play(&turn).map_err(|error| refusal(live, error, language))
}

impl Table {
    /// Has the rules judge the turn that a protest is about.
    pub(super) fn judged(&self, event: Event, language: Language) -> Result<Event, Failure> {
        let (Event::Protest { side, .. }, Ok(live)) = (&event, &self.live) else { return Ok(event) };
        let standing = self.line.moves().last().is_some_and(|turn| turn.starts_with(Line::SIGN));
        let judged = self.line.protest().is_some();
        let hands = live.hands().filter(|_| live.degree() == Degree::Free && standing && !judged);
        let judgement = hands.and_then(|hands| hands.judge_last(language));
        let verdict = match judgement.ok_or(DegreeFailure::NothingToProtest)? {
            Judgement::Allowed { .. } => Verdict::Rejected,
            Judgement::Refused { .. } => Verdict::Upheld,
            Judgement::Unknown { sentence } => return Err(DegreeFailure::Unjudged(sentence).into()),
        };
        Ok(Event::Protest { side: *side, verdict })
    }
}
