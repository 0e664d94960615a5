use entourage_kernel::{Degree, Side};
use entourage_registry::AnyMatch;
use entourage_store::{Entry, Event, Plan, Reply, Seat};

use super::Table;
use super::words::{ended, over};
use crate::degree_failure::DegreeFailure;
use crate::failure::Failure;
use crate::negotiate::Locale;
use crate::plans::{Plans, Ready};
use crate::preparation;
use crate::state::Reader;
use crate::talk_failure::TalkFailure;

/// What follows from an event by itself.
pub(crate) struct Answers {
    /// What sides had ready for it.
    pub entries: Vec<Entry>,
    /// What is stored of the plans instead of what was.
    pub plans: Vec<(Seat, String)>,
}

impl Table {
    /// Returns what the sides have ready.
    pub fn plans(&self) -> &Plans {
        &self.plans
    }

    /// Has a side ready for the other's moves.
    pub fn prepare(&mut self, side: Side, ready: Ready) {
        self.plans.set(side, Some(ready));
    }

    /// Returns the position from which a side prepares moves, with the number of those that stand, if it may just now.
    pub fn foresee(
        &self,
        seq: usize,
        side: Side,
        reader: Reader,
    ) -> Result<(Box<dyn AnyMatch>, usize), Failure> {
        if seq != self.seq() {
            return Err(Failure::Conflict(Box::new(self.state(reader))));
        }
        let language = reader.locale.language;
        if self.game.degree != Degree::Enforced {
            return Err(DegreeFailure::Plan.into());
        }
        let live = self.live.as_ref();
        let live = live.map_err(|_| Failure::Frozen(self.frozen(language).unwrap_or_default()))?;
        if preparation::is_pending(&self.game, &self.line) {
            return Err(Failure::Preparing);
        }
        if let Some(ending) = self.line.ending() {
            return Err(Failure::Ended { index: None, text: ended(&self.game.spec, ending, language) });
        }
        if live.status().outcome().is_some() {
            return Err(Failure::Ended { index: None, text: over(live.as_ref(), language) });
        }
        if live.side_to_move() == side {
            return Err(TalkFailure::OwnTurn.into());
        }
        Ok((live.copy(), self.line.moves().len()))
    }

    /// Plays what the sides have ready for the events so far, and drops what they have for other ones.
    pub fn answer(&mut self, locale: Locale, now: i64) -> Answers {
        let stored = self.plans.clone();
        let mut entries = Vec::new();
        // What was foreseen is not what is now, once the game is over or went back.
        let back = matches!(self.game.entries.last(), Some(Entry { event: Event::Takeback { .. }, .. }));
        let over = self.live.as_ref().map_or(true, |live| live.status().outcome().is_some());
        if back || over || self.line.ending().is_some() {
            self.plans = Plans::default();
        }
        while let Some((side, reply)) = self.plans.take_due(self.line.moves()) {
            let (events, then) = match reply {
                Reply::Resign => (vec![Event::Resign { side }], Plan::default()),
                Reply::Play { turn, then } => {
                    (turn.into_iter().map(|ply| Event::Move { text: ply.text }).collect(), then)
                }
            };
            let reader = Reader { seat: Seat::Side(side), host: false, locale, now };
            for event in events {
                // Checked when it was made; a game that is full by now takes nothing more.
                let Ok(entry) = self.take(event, reader, now) else {
                    return Answers { entries, plans: self.plans.changes(&stored) };
                };
                self.record(entry.clone());
                entries.push(entry);
            }
            self.prepare(side, Ready { after: self.line.moves().len(), plan: then });
        }
        Answers { entries, plans: self.plans.changes(&stored) }
    }
}
