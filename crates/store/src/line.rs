use std::fmt;

use entourage_kernel::Side;

use crate::{Event, Offer, Verdict};

/// Holds what the events of a game amount to: the choices for the start, the moves that stand, what is proposed, and how the
/// players ended it. Whether
/// choices and moves are legal is for the game's rules to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    setups: [Option<String>; 2],
    /// Those of the rules, and turns by hand after their sign.
    moves: Vec<String>,
    /// The last protest, until the next turn.
    protest: Option<Protest>,
    /// The turns that protests gave back to their player, each with its place among the moves.
    barred: Vec<(usize, String)>,
    ending: Option<Ending>,
    /// What a side proposes and the other has not answered; the next move is an answer too.
    offer: Option<(Side, Offer)>,
    /// How often something was proposed since the last move.
    offers: usize,
    rematch: bool,
}

/// Holds a protest against a turn by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protest {
    /// Who protested.
    pub side: Side,
    /// Against which turn, with its sign.
    pub turn: String,
    /// What the rules said.
    pub verdict: Verdict,
}

/// Says how the players ended a game that its rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side resigned.
    Resigned(Side),
    /// They agreed on a draw.
    Agreed,
    /// A side aborted it.
    Aborted(Side),
    /// A side's time was up.
    Flagged(Side),
    /// It did not begin in time.
    Lapsed,
}

/// Says why an event cannot follow those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineError {
    /// Nothing happens in a game that the players ended but that they play again.
    Ended,
    /// Nothing was proposed that could be declined.
    Offer,
    /// No turn by hand stands last, or the rules have judged it already.
    Protest,
    /// A side chooses what it begins with once, before the first move.
    Setup,
    /// Nothing, or more plies than stand, would be taken back.
    Takeback {
        /// The plies asked for.
        plies: u32,
        /// The plies that stand.
        standing: usize,
    },
}

impl Line {
    /// What begins a turn by hand among the moves.
    pub const SIGN: char = '~';

    /// Takes all events in, in order.
    ///
    /// # Errors
    /// An event that cannot follow those before it.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Self, LineError> {
        let mut line = Self::default();
        for event in events {
            line.take(event)?;
        }
        Ok(line)
    }

    /// Takes one more event in.
    ///
    /// # Errors
    /// The event cannot follow those before it; the line is then unchanged.
    pub fn take(&mut self, event: &Event) -> Result<(), LineError> {
        let again = matches!(
            event,
            Event::Offer { offer: Offer::Rematch, .. } | Event::Decline { .. } | Event::Rematch {}
        );
        if self.rematch || (self.ending.is_some() && !again) {
            return Err(LineError::Ended);
        }
        match event {
            Event::Move { text } => self.moves.push(text.clone()),
            Event::Turn { text } => self.moves.push(format!("{}{text}", Self::SIGN)),
            Event::Protest { side, verdict } => {
                let by_hand = self.moves.last().filter(|turn| turn.starts_with(Self::SIGN));
                let judged = self.protest.as_ref().is_some_and(|last| last.verdict == Verdict::Rejected);
                let turn = by_hand.filter(|_| !judged).cloned().ok_or(LineError::Protest)?;
                if *verdict == Verdict::Upheld {
                    self.moves.pop();
                    self.barred.push((self.moves.len(), turn.clone()));
                }
                self.protest = Some(Protest { side: *side, turn, verdict: *verdict });
                // What was proposed stands where the turn does.
                if *verdict == Verdict::Rejected {
                    return Ok(());
                }
            }
            Event::Offer { side, offer } => {
                (self.offer, self.offers) = (Some((*side, *offer)), self.offers + 1);
                return Ok(());
            }
            Event::Decline { .. } => {
                return self.offer.take().map(|_| ()).ok_or(LineError::Offer);
            }
            // What is proposed stands meanwhile.
            Event::Vacation { .. } => return Ok(()),
            Event::Flag { side } => self.ending = Some(Ending::Flagged(*side)),
            Event::Lapse {} => self.ending = Some(Ending::Lapsed),
            Event::Draw {} => self.ending = Some(Ending::Agreed),
            Event::Abort { side } => self.ending = Some(Ending::Aborted(*side)),
            Event::Rematch {} => self.rematch = true,
            Event::Takeback { plies } => {
                let standing = self.moves.len();
                let left = usize::try_from(*plies).ok().and_then(|plies| standing.checked_sub(plies));
                match left {
                    Some(left) if left < standing => self.moves.truncate(left),
                    _ => return Err(LineError::Takeback { plies: *plies, standing }),
                }
            }
            Event::Resign { side } => self.ending = Some(Ending::Resigned(*side)),
            Event::Setup { side, setup, .. } => {
                let place = &mut self.setups[side.index()];
                if place.is_some() || !self.moves.is_empty() {
                    return Err(LineError::Setup);
                }
                *place = Some(setup.clone());
            }
        }
        (self.offer, self.offers) = (None, 0);
        match event {
            Event::Move { .. } | Event::Turn { .. } => {
                self.protest = None;
                // Whoever is made to choose twice chooses neither again.
                let last = self.moves.len() - 1;
                self.barred.retain(|(place, _)| *place == last);
            }
            Event::Takeback { .. } => (self.protest, self.barred) = (None, Vec::new()),
            _ => {}
        }
        Ok(())
    }

    /// Returns what each side chose to begin with, if it did.
    pub fn setups(&self) -> [Option<&str>; 2] {
        self.setups.each_ref().map(Option::as_deref)
    }

    /// Returns the last protest, if no turn was made since.
    pub fn protest(&self) -> Option<&Protest> {
        self.protest.as_ref()
    }

    /// Lists the turns that protests gave back to their player, who has yet to choose another.
    pub fn barred(&self) -> impl Iterator<Item = &str> {
        let next = self.moves.len();
        self.barred.iter().filter(move |(place, _)| *place == next).map(|(_, turn)| turn.as_str())
    }

    /// Lists the moves that stand; a turn by hand begins with [`SIGN`](Self::SIGN).
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns how the players ended the game, if they did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns the side that resigned, if one did.
    pub fn resigned(&self) -> Option<Side> {
        match self.ending {
            Some(Ending::Resigned(side)) => Some(side),
            _ => None,
        }
    }

    /// Returns what a side proposes and the other has not answered.
    pub fn offer(&self) -> Option<(Side, Offer)> {
        self.offer
    }

    /// Returns how often something was proposed since the last move.
    pub fn offers(&self) -> usize {
        self.offers
    }

    /// Tells whether the players play again.
    pub fn rematch(&self) -> bool {
        self.rematch
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.write_str("an event follows the end"),
            Self::Offer => f.write_str("nothing was proposed"),
            Self::Protest => f.write_str("nothing is there to protest against"),
            Self::Setup => f.write_str("a side sets up twice or after a move"),
            Self::Takeback { plies, standing } => write!(f, "{plies} plies of {standing} are taken back"),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_event() -> impl Strategy<Value = Event> {
        prop_oneof![
            12 => "[a-k][1-9]{1,2}".prop_map(|text| Event::Move { text }),
            4 => (0u32..5).prop_map(|plies| Event::Takeback { plies }),
            1 => any::<u32>().prop_map(|plies| Event::Takeback { plies }),
            1 => any_side().prop_map(|side| Event::Resign { side }),
            1 => (any_side(), any::<bool>()).prop_map(|(side, draw)| Event::Offer {
                side,
                offer: if draw { Offer::Draw } else { Offer::Rematch },
            }),
            1 => any_side().prop_map(|side| Event::Decline { side }),
            1 => (any_side(), "[a-c]").prop_map(|(side, setup)| Event::Setup { side, setup, salt: None, commitment: None }),
        ]
    }

    fn any_side() -> impl Strategy<Value = Side> {
        any::<bool>().prop_map(|first| if first { Side::First } else { Side::Second })
    }

    fn mv(text: &str) -> Event {
        Event::Move { text: text.into() }
    }

    #[test]
    fn a_take_back_removes_the_last_plies_only() {
        let line = Line::of(&[mv("a"), mv("b"), mv("c"), Event::Takeback { plies: 2 }, mv("d")]).unwrap();
        assert_eq!(line.moves(), ["a", "d"]);
        assert_eq!(line.resigned(), None);
    }

    #[test]
    fn a_protest_that_is_upheld_gives_the_turn_back_and_one_that_is_rejected_leaves_it() {
        let turn = |text: &str| Event::Turn { text: text.into() };
        let protest = |verdict| Event::Protest { side: Side::Second, verdict };
        let mut line = Line::of(&[turn("a"), protest(Verdict::Upheld)]).unwrap();
        assert!(line.moves().is_empty());
        assert!(line.barred().eq(["~a"]));
        assert_eq!(line.take(&protest(Verdict::Upheld)), Err(LineError::Protest));
        line.take(&turn("b")).unwrap();
        assert_eq!((line.barred().count(), line.protest()), (0, None));
        line.take(&Event::Offer { side: Side::First, offer: Offer::Draw }).unwrap();
        line.take(&protest(Verdict::Rejected)).unwrap();
        assert!(line.offer().is_some());
        let last = Protest { side: Side::Second, turn: "~b".into(), verdict: Verdict::Rejected };
        assert_eq!((line.moves(), line.protest()), (&["~b".to_owned()][..], Some(&last)));
        assert_eq!(line.take(&protest(Verdict::Rejected)), Err(LineError::Protest), "it was judged");
        line.take(&turn("c")).unwrap();
        line.take(&protest(Verdict::Upheld)).unwrap();
        line.take(&turn("d")).unwrap();
        line.take(&protest(Verdict::Upheld)).unwrap();
        assert_eq!(line.moves(), ["~b"]);
        assert!(line.barred().eq(["~c", "~d"]));
        line.take(&Event::Takeback { plies: 1 }).unwrap();
        assert_eq!((line.moves().len(), line.barred().count()), (0, 0));
        assert_eq!(Line::of(&[mv("a"), protest(Verdict::Upheld)]), Err(LineError::Protest));
    }

    #[test]
    fn what_cannot_follow_is_refused() {
        let too_far = Line::of(&[mv("a"), Event::Takeback { plies: 2 }]);
        assert_eq!(too_far, Err(LineError::Takeback { plies: 2, standing: 1 }));
        let nothing = Line::of(&[mv("a"), Event::Takeback { plies: 0 }]);
        assert_eq!(nothing, Err(LineError::Takeback { plies: 0, standing: 1 }));
        let after = Line::of(&[Event::Resign { side: Side::First }, mv("a")]);
        assert_eq!(after, Err(LineError::Ended));
        let choice = |side| Event::Setup { side, setup: "x".into(), salt: None, commitment: None };
        let late = Line::of(&[choice(Side::First), mv("a"), choice(Side::Second)]);
        assert_eq!(late, Err(LineError::Setup));
        assert_eq!(Line::of(&[choice(Side::First), choice(Side::First)]), Err(LineError::Setup));
        let line = Line::of(&[choice(Side::Second), choice(Side::First)]).unwrap();
        assert_eq!(line.setups(), [Some("x"), Some("x")]);
    }

    #[test]
    fn time_ends_a_game_and_vacation_answers_nothing() {
        let offer = Event::Offer { side: Side::First, offer: Offer::Draw };
        let away = Event::Vacation { side: Side::Second, days: 2 };
        let mut line = Line::of(&[mv("a"), offer, away]).unwrap();
        assert!(line.offer().is_some());
        line.take(&Event::Flag { side: Side::Second }).unwrap();
        assert_eq!((line.ending(), line.offer()), (Some(Ending::Flagged(Side::Second)), None));
        assert_eq!(line.take(&mv("b")), Err(LineError::Ended));
        assert_eq!(Line::of(&[Event::Lapse {}]).unwrap().ending(), Some(Ending::Lapsed));
    }

    #[test]
    fn what_is_proposed_stands_until_it_is_answered() {
        let (one, two) = (Side::First, Side::Second);
        let offer = |side, offer| Event::Offer { side, offer };
        let mut line = Line::of(&[mv("a"), offer(one, Offer::Draw)]).unwrap();
        assert_eq!((line.offer(), line.offers()), (Some((one, Offer::Draw)), 1));
        line.take(&Event::Decline { side: two }).unwrap();
        assert_eq!((line.offer(), line.offers()), (None, 1));
        assert_eq!(line.take(&Event::Decline { side: two }), Err(LineError::Offer));
        line.take(&offer(two, Offer::Takeback { plies: 1 })).unwrap();
        line.take(&mv("b")).unwrap();
        assert_eq!((line.offer(), line.offers()), (None, 0), "a move is an answer");
        line.take(&Event::Draw {}).unwrap();
        assert_eq!((line.ending(), line.resigned()), (Some(Ending::Agreed), None));
        for late in [mv("c"), offer(one, Offer::Draw), Event::Abort { side: one }, Event::Draw {}] {
            assert_eq!(line.take(&late), Err(LineError::Ended));
        }
        line.take(&offer(one, Offer::Rematch)).unwrap();
        line.take(&Event::Rematch {}).unwrap();
        assert!(line.rematch());
        assert_eq!(line.take(&offer(one, Offer::Rematch)), Err(LineError::Ended));
    }

    proptest! {
        /// The clever way (one list, truncated) equals the plain way (for each move, whether a later take-back reached it).
        #[test]
        fn the_fold_equals_a_plain_count(events in prop::collection::vec(any_event(), 0..60)) {
            let mut line = Line::default();
            let mut taken = Vec::new();
            for event in &events {
                let before = line.clone();
                match line.take(event) {
                    Ok(()) => taken.push(event.clone()),
                    Err(_) => prop_assert_eq!(&before, &line),
                }
            }
            let mut standing = Vec::new();
            let mut to_skip = 0;
            for event in taken.iter().rev() {
                match event {
                    Event::Takeback { plies } => to_skip += plies,
                    Event::Move { .. } if to_skip > 0 => to_skip -= 1,
                    Event::Move { text } => standing.insert(0, text.clone()),
                    _ => {}
                }
            }
            prop_assert_eq!(line.moves(), standing);
            let resigned = taken.iter().position(|event| matches!(event, Event::Resign { .. }));
            let talk = |event: &Event| matches!(event, Event::Offer { .. } | Event::Decline { .. });
            prop_assert!(resigned.is_none_or(|at| taken[at + 1..].iter().all(talk)));
            prop_assert_eq!(line.resigned().is_some(), resigned.is_some());
            prop_assert_eq!(Line::of(&taken), Ok(line));
        }
    }
}
