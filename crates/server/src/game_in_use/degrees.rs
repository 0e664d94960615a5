//! Rule enforcement: manual moves, and protests against them.

use entourage_kernel::{Degree, Language};
use entourage_record::{Event, Player, Verdict};
use entourage_registry::view::Judgement;

use super::GameInUse;
use crate::domain::{Error, Scene};

pub(super) fn read(word: Option<&str>, players: &[Player; 2]) -> Result<Degree, Error> {
    let degree: Degree = match word {
        None => Degree::Enforced,
        Some(word) => word.parse().map_err(|()| Error::NoDegree)?,
    };
    let computer = players.iter().any(|player| matches!(player, Player::Computer { .. }));
    match degree {
        Degree::Warned | Degree::Free if computer => Err(Error::DegreeComputer),
        degree => Ok(degree),
    }
}

impl GameInUse {
    /// Has the rules judge the turn that a protest is about.
    pub(super) fn judged(&self, event: Event) -> Result<Event, Error> {
        let (Event::Protest { side, .. }, Some(board)) = (&event, self.state.rules()) else { return Ok(event) };
        let live = board.live();
        let free = live.degree() == Degree::Free && self.state.has_turn_to_judge();
        let judgement = live.hands().filter(|_| free).and_then(|hands| hands.judge_last(Language::default()));
        let verdict = match judgement.ok_or(Error::NothingToProtest)? {
            Judgement::Allowed { .. } => Verdict::Rejected,
            Judgement::Refused { .. } => Verdict::Upheld,
            Judgement::Unknown { .. } => return Err(Error::Unjudged(Scene::of(live))),
        };
        Ok(Event::Protest { side: *side, verdict })
    }
}
