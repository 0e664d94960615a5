use entourage_kernel::{Outcome, Side};

use crate::{Event, Offer, Proposed, Protested, SetupTerms, Standing, Told, Verdict};

/// The part of a game's state that can be computed from its events without knowing the rules: setup choices, moves, offers, and results
/// caused by the players. Does not check whether moves are legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    setups: [Option<String>; 2],
    moves: Vec<String>,
    protest: Option<Protest>,
    /// Manual moves undone by upheld protests, each with the index in the move list at which it was played.
    barred: Vec<(usize, String)>,
    ending: Option<Ending>,
    /// The pending offer and the side that made it; the next move declines the offer.
    offer: Option<(Side, Offer)>,
    /// Number of offers that each side has made since the last move.
    offers: [usize; 2],
    draws: [usize; 2],
    /// Number of times that each side has given time or announced a vacation since the last move.
    courtesies: [usize; 2],
    /// Number of events other than moves that each side has caused in the whole game.
    side_events: [usize; 2],
    rematch: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Play(String),
    /// Takes back this many moves, at least one.
    Back(usize),
    Choose,
    Nothing,
}

/// A protest against a manual move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protest {
    /// The side that protested.
    pub side: Side,
    /// The manual move, with the prefix `~`.
    pub turn: String,
    /// The rules' verdict.
    pub verdict: Verdict,
}

/// How the players or their clocks, rather than the rules, ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side resigned.
    Resigned(Side),
    /// The players agreed to a draw.
    Agreed,
    /// A side aborted the game.
    Aborted(Side),
    /// A side lost on time.
    Flagged(Side),
    /// The game did not start in time.
    Lapsed,
    /// A side did not begin to play in time, and lost the game.
    Absent(Side),
}

/// Why an event contradicts earlier events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are self-explanatory")]
pub enum LedgerError {
    /// The players have ended the game, and the event does not negotiate a rematch.
    #[error("event after the end of the game")]
    Ended,
    /// There is no offer to decline.
    #[error("no offer to decline")]
    Offer,
    /// The last move was not manual, or has already been checked.
    #[error("no manual move to protest against")]
    Protest,
    /// A side made a second setup choice, or a setup choice after the first move.
    #[error("setup choice repeated, or made after the first move")]
    Setup,
    /// The take-back covers no plies, or more than the `standing` plies that can be taken back.
    #[error("cannot take back {plies} plies out of {standing}")]
    Takeback { plies: u32, standing: usize },
}

impl Ledger {
    /// Creates the ledger that results from applying all events in order.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Self, LedgerError> {
        let mut ledger = Self::default();
        for event in events {
            ledger.take(event)?;
        }
        Ok(ledger)
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// Fails if the event contradicts earlier events; the ledger is left unchanged.
    pub fn take(&mut self, event: &Event) -> Result<(), LedgerError> {
        let step = self.step(event)?;
        self.advance(event, &step);
        Ok(())
    }

    pub(crate) fn step(&self, event: &Event) -> Result<Step, LedgerError> {
        if self.rematch || (self.ending.is_some() && !event.is_about_rematch()) {
            return Err(LedgerError::Ended);
        }
        match event {
            Event::Move { text } => Ok(Step::Play(text.clone())),
            Event::Turn { text } => Ok(Step::Play(format!("{}{text}", Event::TURN_SIGN))),
            Event::Protest { verdict, .. } => {
                let judged = self.protest.as_ref().is_some_and(|last| last.verdict == Verdict::Rejected);
                match verdict {
                    _ if judged || self.last_by_hand().is_none() => Err(LedgerError::Protest),
                    Verdict::Upheld => Ok(Step::Back(1)),
                    Verdict::Rejected => Ok(Step::Nothing),
                }
            }
            Event::Takeback { plies } => {
                let standing = self.moves.len();
                match usize::try_from(*plies) {
                    Ok(back) if (1..=standing).contains(&back) => Ok(Step::Back(back)),
                    _ => Err(LedgerError::Takeback { plies: *plies, standing }),
                }
            }
            Event::Setup { side, .. } if self.setups[side.index()].is_some() || !self.moves.is_empty() => {
                Err(LedgerError::Setup)
            }
            Event::Setup { .. } => Ok(Step::Choose),
            Event::Decline { .. } if self.offer.is_none() => Err(LedgerError::Offer),
            _ => Ok(Step::Nothing),
        }
    }

    pub(crate) fn advance(&mut self, event: &Event, step: &Step) {
        let last = self.last_by_hand().map(str::to_owned);
        match step {
            Step::Play(text) => {
                // After several protests at the same point in the game, all undone moves remain barred.
                let index = self.moves.len();
                self.barred.retain(|(barred, _)| *barred == index);
                self.moves.push(text.clone());
            }
            Step::Back(plies) => self.moves.truncate(self.moves.len() - plies),
            Step::Choose | Step::Nothing => {}
        }
        match event {
            Event::Move { .. } | Event::Turn { .. } => self.protest = None,
            Event::Protest { side, verdict } => {
                let turn = last.unwrap_or_default();
                if *verdict == Verdict::Upheld {
                    self.barred.push((self.moves.len(), turn.clone()));
                }
                self.protest = Some(Protest { side: *side, turn, verdict: *verdict });
            }
            Event::Takeback { .. } => (self.protest, self.barred) = (None, Vec::new()),
            Event::Setup { side, setup, .. } => self.setups[side.index()] = Some(setup.clone()),
            Event::Resign { side } => self.ending = Some(Ending::Resigned(*side)),
            Event::Draw {} => self.ending = Some(Ending::Agreed),
            Event::Abort { side } => self.ending = Some(Ending::Aborted(*side)),
            Event::Flag { side } => self.ending = Some(Ending::Flagged(*side)),
            Event::Lapse {} => self.ending = Some(Ending::Lapsed),
            Event::Absent { side } => self.ending = Some(Ending::Absent(*side)),
            Event::Rematch {} => self.rematch = true,
            Event::Offer { .. }
            | Event::Decline { .. }
            | Event::Vacation { .. }
            | Event::Announce { .. }
            | Event::Stay { .. }
            | Event::Give { .. }
            | Event::Pause {}
            | Event::Resume {} => {}
        }
        if let Some(side) = event.speaker() {
            self.side_events[side.index()] += 1;
        }
        match event {
            Event::Announce { side, .. } | Event::Give { side } => self.courtesies[side.index()] += 1,
            Event::Move { .. } | Event::Turn { .. } => self.courtesies = [0; 2],
            _ => {}
        }
        match event {
            Event::Offer { side, offer } => {
                self.offer = Some((*side, *offer));
                self.offers[side.index()] += 1;
                if *offer == Offer::Draw {
                    self.draws[side.index()] += 1;
                }
            }
            Event::Decline { .. } => self.offer = None,
            // Rejected protests, vacations and gifts of time leave a pending offer in place.
            Event::Protest { verdict: Verdict::Rejected, .. }
            | Event::Vacation { .. }
            | Event::Announce { .. }
            | Event::Stay { .. }
            | Event::Give { .. } => {}
            _ => (self.offer, self.offers) = (None, [0; 2]),
        }
    }

    /// Returns the last move, including its prefix `~`, if it was a manual move.
    pub fn last_by_hand(&self) -> Option<&str> {
        self.moves.last().map(String::as_str).filter(|turn| turn.starts_with(Event::TURN_SIGN))
    }

    /// Returns each side's setup choice, if it has made one.
    pub fn setups(&self) -> [Option<&str>; 2] {
        self.setups.each_ref().map(Option::as_deref)
    }

    /// Returns whether at least one side still has to make its setup choice in a game with these setup terms.
    pub fn is_preparing(&self, terms: Option<SetupTerms>) -> bool {
        terms.is_some() && self.setups.contains(&None)
    }

    /// Returns both sides' setup choices if `event` is a setup choice after which neither is missing; `None` otherwise.
    pub(crate) fn choices_with<'a>(&'a self, event: &'a Event) -> Option<[&'a str; 2]> {
        let Event::Setup { side, setup, .. } = event else { return None };
        let mut choices = self.setups();
        choices[side.index()] = Some(setup);
        let [first, second] = choices;
        Some([first?, second?])
    }

    /// Returns the last protest, unless a move has been made since.
    pub fn protest(&self) -> Option<&Protest> {
        self.protest.as_ref()
    }

    /// Returns the manual moves that were undone by upheld protests and that the side to move must not repeat.
    pub fn barred(&self) -> impl Iterator<Item = &str> {
        let next = self.moves.len();
        self.barred.iter().filter(move |(index, _)| *index == next).map(|(_, turn)| turn.as_str())
    }

    /// Returns the moves that remain after take-backs and protests; manual moves begin with [`TURN_SIGN`](Event::TURN_SIGN).
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns how the players or their clocks ended the game; `None` if they did not.
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

    /// Returns the pending offer and the side that made it.
    pub fn offer(&self) -> Option<(Side, Offer)> {
        self.offer
    }

    /// Returns the number of offers by a side since the last move.
    pub fn offers(&self, side: Side) -> usize {
        self.offers[side.index()]
    }

    /// Returns the number of draw offers by a side in the whole game.
    pub fn draws(&self, side: Side) -> usize {
        self.draws[side.index()]
    }

    /// Returns how many events other than moves a side has caused in the whole game.
    pub fn side_events(&self, side: Side) -> usize {
        self.side_events[side.index()]
    }

    /// Returns the number of times that a side has given time or announced a vacation since the last move.
    pub fn courtesies(&self, side: Side) -> usize {
        self.courtesies[side.index()]
    }

    /// Returns the offers, protests and results that are sent to clients.
    pub fn standing(&self) -> Standing {
        let of = |ends: fn(Ending) -> Option<Side>| self.ending.and_then(ends).map(Side::number);
        Standing {
            protest: self.protest.as_ref().map(|last| Protested {
                side: last.side.number(),
                turn: last.turn.clone(),
                verdict: last.verdict,
            }),
            resigned: of(|ending| if let Ending::Resigned(side) = ending { Some(side) } else { None }),
            offer: self.offer.map(|(side, offer)| Proposed { side: side.number(), offer }),
            agreed: self.ending == Some(Ending::Agreed),
            aborted: of(|ending| if let Ending::Aborted(side) = ending { Some(side) } else { None }),
            flagged: of(|ending| if let Ending::Flagged(side) = ending { Some(side) } else { None }),
            lapsed: self.ending == Some(Ending::Lapsed),
            absent: of(|ending| if let Ending::Absent(side) = ending { Some(side) } else { None }),
            rematch: self.rematch,
        }
    }

    /// Returns the moves, offers, protests and results that are sent to clients.
    pub fn told(&self) -> Told {
        Told { moves: self.moves.clone(), standing: self.standing() }
    }

    /// Returns whether the players have begun a rematch.
    pub fn rematch(&self) -> bool {
        self.rematch
    }
}

impl Ending {
    /// Returns the status code, such as `win-1 resignation`.
    pub fn status(self) -> String {
        match self {
            Self::Resigned(side) => Outcome::win(!side, "resignation").to_string(),
            Self::Agreed => Outcome::draw("agreement").to_string(),
            Self::Flagged(side) => Outcome::win(!side, "time").to_string(),
            Self::Absent(side) => Outcome::win(!side, "no-show").to_string(),
            Self::Aborted(_) | Self::Lapsed => "aborted".to_owned(),
        }
    }
}

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
    fn a_take_back_removes_only_the_last_plies() {
        let ledger = Ledger::of(&[mv("a"), mv("b"), mv("c"), Event::Takeback { plies: 2 }, mv("d")]).unwrap();
        assert_eq!(ledger.moves(), ["a", "d"]);
        assert_eq!(ledger.resigned(), None);
    }

    #[test]
    fn an_upheld_protest_undoes_the_turn_and_a_rejected_one_keeps_it() {
        let turn = |text: &str| Event::Turn { text: text.into() };
        let protest = |verdict| Event::Protest { side: Side::Second, verdict };
        let mut ledger = Ledger::of(&[turn("a"), protest(Verdict::Upheld)]).unwrap();
        assert!(ledger.moves().is_empty());
        assert!(ledger.barred().eq(["~a"]));
        assert_eq!(ledger.take(&protest(Verdict::Upheld)), Err(LedgerError::Protest));
        ledger.take(&turn("b")).unwrap();
        assert_eq!((ledger.barred().count(), ledger.protest()), (0, None));
        ledger.take(&Event::Offer { side: Side::First, offer: Offer::Draw }).unwrap();
        ledger.take(&protest(Verdict::Rejected)).unwrap();
        assert!(ledger.offer().is_some());
        let last = Protest { side: Side::Second, turn: "~b".into(), verdict: Verdict::Rejected };
        assert_eq!((ledger.moves(), ledger.protest()), (&["~b".to_owned()][..], Some(&last)));
        assert_eq!(ledger.take(&protest(Verdict::Rejected)), Err(LedgerError::Protest), "already judged");
        ledger.take(&turn("c")).unwrap();
        ledger.take(&protest(Verdict::Upheld)).unwrap();
        ledger.take(&turn("d")).unwrap();
        ledger.take(&protest(Verdict::Upheld)).unwrap();
        assert_eq!(ledger.moves(), ["~b"]);
        assert!(ledger.barred().eq(["~c", "~d"]));
        ledger.take(&Event::Takeback { plies: 1 }).unwrap();
        assert_eq!((ledger.moves().len(), ledger.barred().count()), (0, 0));
        assert_eq!(Ledger::of(&[mv("a"), protest(Verdict::Upheld)]), Err(LedgerError::Protest));
    }

    #[test]
    fn contradicting_events_are_rejected() {
        let too_far = Ledger::of(&[mv("a"), Event::Takeback { plies: 2 }]);
        assert_eq!(too_far, Err(LedgerError::Takeback { plies: 2, standing: 1 }));
        let nothing = Ledger::of(&[mv("a"), Event::Takeback { plies: 0 }]);
        assert_eq!(nothing, Err(LedgerError::Takeback { plies: 0, standing: 1 }));
        let after = Ledger::of(&[Event::Resign { side: Side::First }, mv("a")]);
        assert_eq!(after, Err(LedgerError::Ended));
        let choice = |side| Event::Setup { side, setup: "x".into(), salt: None, commitment: None };
        let late = Ledger::of(&[choice(Side::First), mv("a"), choice(Side::Second)]);
        assert_eq!(late, Err(LedgerError::Setup));
        assert_eq!(Ledger::of(&[choice(Side::First), choice(Side::First)]), Err(LedgerError::Setup));
        let ledger = Ledger::of(&[choice(Side::Second), choice(Side::First)]).unwrap();
        assert_eq!(ledger.setups(), [Some("x"), Some("x")]);
    }

    #[test]
    fn time_ends_a_game_and_a_vacation_keeps_the_offer() {
        let offer = Event::Offer { side: Side::First, offer: Offer::Draw };
        let away = Event::Vacation { side: Side::Second, days: 2 };
        let mut ledger = Ledger::of(&[mv("a"), offer, away]).unwrap();
        assert!(ledger.offer().is_some());
        ledger.take(&Event::Flag { side: Side::Second }).unwrap();
        assert_eq!((ledger.ending(), ledger.offer()), (Some(Ending::Flagged(Side::Second)), None));
        assert_eq!(ledger.take(&mv("b")), Err(LedgerError::Ended));
        assert_eq!(Ledger::of(&[Event::Lapse {}]).unwrap().ending(), Some(Ending::Lapsed));
    }

    #[test]
    fn clock_events_keep_the_offer_and_a_pause_accepts_it() {
        let (one, two) = (Side::First, Side::Second);
        let offer = Event::Offer { side: one, offer: Offer::Pause };
        let mut ledger = Ledger::of(&[mv("a"), offer]).unwrap();
        for courtesy in [
            Event::Give { side: two },
            Event::Announce { side: two, days: 1, from: 9 },
            Event::Stay { side: two },
        ] {
            ledger.take(&courtesy).unwrap();
        }
        assert_eq!((ledger.offer(), ledger.courtesies(two)), (Some((one, Offer::Pause)), 2));
        ledger.take(&Event::Pause {}).unwrap();
        assert_eq!((ledger.offer(), ledger.offers(one), ledger.courtesies(two)), (None, 0, 2));
        ledger.take(&mv("b")).unwrap();
        assert_eq!(ledger.courtesies(two), 0);
    }

    #[test]
    fn an_offer_is_pending_until_it_is_answered() {
        let (one, two) = (Side::First, Side::Second);
        let offer = |side, offer| Event::Offer { side, offer };
        let mut ledger = Ledger::of(&[mv("a"), offer(one, Offer::Draw)]).unwrap();
        assert_eq!((ledger.offer(), ledger.offers(one)), (Some((one, Offer::Draw)), 1));
        ledger.take(&Event::Decline { side: two }).unwrap();
        assert_eq!((ledger.offer(), ledger.offers(one)), (None, 1));
        assert_eq!(ledger.take(&Event::Decline { side: two }), Err(LedgerError::Offer));
        ledger.take(&offer(two, Offer::Takeback { plies: 1 })).unwrap();
        ledger.take(&mv("b")).unwrap();
        assert_eq!((ledger.offer(), ledger.offers(one)), (None, 0), "a move is an answer");
        ledger.take(&Event::Draw {}).unwrap();
        assert_eq!((ledger.ending(), ledger.resigned()), (Some(Ending::Agreed), None));
        for late in [mv("c"), offer(one, Offer::Draw), Event::Abort { side: one }, Event::Draw {}] {
            assert_eq!(ledger.take(&late), Err(LedgerError::Ended));
        }
        ledger.take(&offer(one, Offer::Rematch)).unwrap();
        ledger.take(&Event::Rematch {}).unwrap();
        assert!(ledger.rematch());
        assert_eq!(ledger.take(&offer(one, Offer::Rematch)), Err(LedgerError::Ended));
    }

    proptest! {
        /// Compares the ledger's move list with one computed backwards from the last event.
        #[test]
        fn moves_equal_a_naive_count(events in prop::collection::vec(any_event(), 0..60)) {
            let mut ledger = Ledger::default();
            let mut taken = Vec::new();
            for event in &events {
                let before = ledger.clone();
                match ledger.take(event) {
                    Ok(()) => taken.push(event.clone()),
                    Err(_) => prop_assert_eq!(&before, &ledger),
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
            prop_assert_eq!(ledger.moves(), standing);
            let resigned = taken.iter().position(|event| matches!(event, Event::Resign { .. }));
            let talk = |event: &Event| matches!(event, Event::Offer { .. } | Event::Decline { .. });
            prop_assert!(resigned.is_none_or(|at| taken[at + 1..].iter().all(talk)));
            prop_assert_eq!(ledger.resigned().is_some(), resigned.is_some());
            prop_assert_eq!(Ledger::of(&taken), Ok(ledger));
        }
    }
}
