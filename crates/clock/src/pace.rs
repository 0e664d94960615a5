use std::fmt;
use std::str::FromStr;

use entourage_kernel::TextError;

use crate::span::{self, is_span};
use crate::{DAY, Problem};

/// A valid time control, such as `live spare=5m extra=3s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    kind: Kind,
    figures: Figures,
}

entourage_kernel::words! {
    /// The kind of a time control, with the word in the notation of time controls.
    #[derive(Default)]
    pub enum Kind: word {
        /// No clocks.
        #[default]
        Unlimited = "unlimited",
        /// Real-time play in one session, with main time and an increment per turn.
        Live = "live",
        /// Play over several days, with all features of Game Courier's clocks.
        Correspondence = "correspondence",
    }
}

/// The parameters of a time control; durations are in milliseconds, and 0 means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Initial main time.
    pub spare: u64,
    /// Grace time per turn, used before the main time.
    pub grace: u64,
    /// Increment per turn.
    pub extra: u64,
    /// Bonus for a turn that takes at most `within`.
    pub bonus: u64,
    /// Time limit for the bonus, inclusive.
    pub within: u64,
    /// Minimum main time at the start of a turn.
    pub min: u64,
    /// Maximum main time.
    pub max: u64,
    /// Maximum average time per turn at which a player's main time is refilled to `spare`.
    pub pace: u64,
    /// Days of vacation per player and game.
    pub vacation: u32,
}

impl Pace {
    /// The time control without clocks.
    pub const UNLIMITED: Self = Self { kind: Kind::Unlimited, figures: Figures::NONE };

    /// Creates a time control. Fails if a parameter is invalid, not available for `kind`, or contradicts another one.
    pub fn new(kind: Kind, figures: Figures) -> Result<Self, Problem> {
        let Figures { spare, grace, bonus, within, min, max, pace, .. } = figures;
        let foreign = match kind {
            Kind::Unlimited => figures != Figures::NONE,
            Kind::Live => figures != Figures { spare, extra: figures.extra, ..Figures::NONE },
            Kind::Correspondence => false,
        };
        if foreign {
            return Err(Problem::Figure);
        }
        if figures.spans().into_iter().any(|(_, span)| span != 0 && !is_span(span)) {
            return Err(Problem::Span);
        }
        if (bonus == 0) != (within == 0) {
            return Err(Problem::Bonus);
        }
        if max != 0 && max < spare.max(min) {
            return Err(Problem::Max);
        }
        if pace != 0 && spare == 0 {
            return Err(Problem::Refill);
        }
        if kind != Kind::Unlimited && spare == 0 && grace == 0 && min == 0 {
            return Err(Problem::Nothing);
        }
        Ok(Self { kind, figures })
    }

    /// Returns the kind: unlimited, real-time or correspondence.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the parameters, which are all 0 without clocks.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Returns the time that a player can give the opponent at once, in milliseconds: 15 seconds in real-time
    /// games, a day in correspondence games (C16).
    pub fn gift(&self) -> u64 {
        match self.kind {
            Kind::Unlimited => 0,
            Kind::Live => 15_000,
            Kind::Correspondence => DAY,
        }
    }

    /// Returns the main time in milliseconds beyond which no time can be given: `max`, or 366 days if `max` is 0.
    pub fn most(&self) -> u64 {
        if self.figures.max > 0 { self.figures.max } else { span::LONGEST }
    }

    /// Returns how long each side has for its first move in a real-time game whose players were paired by the server,
    /// in milliseconds: a tenth of the time for forty moves, but between 20 seconds and two minutes (C7).
    pub fn start_limit(&self) -> Option<u64> {
        let Figures { spare, extra, .. } = self.figures;
        let tenth = spare.saturating_add(extra.saturating_mul(40)) / 10;
        (self.kind == Kind::Live).then(|| tenth.clamp(20_000, 120_000))
    }

    /// Returns whether there are no clocks.
    pub fn is_unlimited(&self) -> bool {
        self.kind == Kind::Unlimited
    }
}

impl Figures {
    /// Parameters that are all 0, as for games without clocks.
    pub const NONE: Self =
        Self { spare: 0, grace: 0, extra: 0, bonus: 0, within: 0, min: 0, max: 0, pace: 0, vacation: 0 };

    fn spans(&self) -> [(&'static str, u64); 9] {
        [
            ("spare", self.spare),
            ("grace", self.grace),
            ("extra", self.extra),
            ("bonus", self.bonus),
            ("within", self.within),
            ("min", self.min),
            ("max", self.max),
            ("pace", self.pace),
            ("vacation", u64::from(self.vacation) * DAY),
        ]
    }

    fn set(&mut self, name: &str, span: u64) -> Result<(), Problem> {
        match name {
            "spare" => self.spare = span,
            "grace" => self.grace = span,
            "extra" => self.extra = span,
            "bonus" => self.bonus = span,
            "within" => self.within = span,
            "min" => self.min = span,
            "max" => self.max = span,
            "pace" => self.pace = span,
            "vacation" if !span.is_multiple_of(DAY) => return Err(Problem::Days),
            "vacation" => self.vacation = u32::try_from(span / DAY).map_err(|_| Problem::Days)?,
            _ => return Err(Problem::Figure),
        }
        Ok(())
    }
}

/// Formats the kind and the nonzero parameters: `live spare=5m extra=3s`, `correspondence grace=3d vacation=14d`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        let known = self.figures.spans().into_iter().filter(|(_, span)| *span != 0);
        for (name, span) in known {
            write!(f, " {name}={}", span::write(span))?;
        }
        Ok(())
    }
}

/// Parses canonical text, as produced by `Display`. Errors point to the invalid parameter, or to the whole
/// text if parameters contradict each other.
impl FromStr for Pace {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = |token: &str, at: usize, problem: Problem| TextError::new(token, at, problem.text());
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let kind = word.parse().map_err(|()| wrong(word, 0, Problem::Kind))?;
        let mut figures = Figures::default();
        let mut at = word.len() + 1;
        let mut order = Figures::NONE.spans().into_iter().map(|(name, _)| name);
        for word in words {
            let read = || -> Result<(&str, u64), Problem> {
                let (name, span) = word.split_once('=').ok_or(Problem::Figure)?;
                order.by_ref().find(|known| *known == name).ok_or(Problem::Figure)?;
                Ok((name, span::read(span).ok_or(Problem::Span)?))
            };
            let set = { read }().and_then(|(name, span)| figures.set(name, span));
            set.map_err(|problem| wrong(word, at, problem))?;
            at += word.len() + 1;
        }
        Self::new(kind, figures).map_err(|problem| wrong(text, 0, problem))
    }
}
