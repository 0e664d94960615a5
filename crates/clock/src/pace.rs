use std::fmt;
use std::str::FromStr;

use entourage_kernel::TextError;

use crate::span::{self, is_span};
use crate::{DAY, Problem};

/// Says how fast a game is played. Every pace that exists is a sensible one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    kind: Kind,
    figures: Figures,
}

/// Names a kind of pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// Without clocks.
    #[default]
    Unlimited,
    /// In one sitting: a bank of time, and some more after every turn.
    Live,
    /// Over days, with everything that Game Courier's clock knows.
    Correspondence,
}

/// Holds the figures of a clock, each for one player; spans in milliseconds, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// What the bank begins with.
    pub spare: u64,
    /// What each turn has before it takes from the bank.
    pub grace: u64,
    /// What a turn adds to the bank.
    pub extra: u64,
    /// What a turn adds that ends soon.
    pub bonus: u64,
    /// How soon that is, the end included.
    pub within: u64,
    /// What the bank is lifted to before a turn.
    pub min: u64,
    /// What the bank never exceeds.
    pub max: u64,
    /// As long as a player's turns take no more than this on average, the bank is refilled to `spare`.
    pub pace: u64,
    /// The days of vacation that a player may take in a game.
    pub vacation: u32,
}

impl Pace {
    /// Without clocks.
    pub const UNLIMITED: Self = Self { kind: Kind::Unlimited, figures: Figures::NONE };

    /// Makes a pace.
    ///
    /// # Errors
    /// The figures make no sense together, or this kind has no such figures.
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

    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the figures, all 0 without clocks.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Returns what a player gives the other at once, in milliseconds: 15 seconds in live games, a day in those over days (C16).
    pub fn gift(&self) -> u64 {
        match self.kind {
            Kind::Unlimited => 0,
            Kind::Live => 15_000,
            Kind::Correspondence => DAY,
        }
    }

    /// Returns the most that a bank is lifted to by gifts, in milliseconds: `max`, and the longest span that a figure has where there is
    /// none.
    pub fn most(&self) -> u64 {
        if self.figures.max > 0 { self.figures.max } else { span::LONGEST }
    }

    /// Tells whether the game is played without clocks.
    pub fn is_unlimited(&self) -> bool {
        self.kind == Kind::Unlimited
    }
}

impl Figures {
    /// No time at all.
    pub const NONE: Self =
        Self { spare: 0, grace: 0, extra: 0, bonus: 0, within: 0, min: 0, max: 0, pace: 0, vacation: 0 };

    /// Lists the spans under their names, in the order in which they are written.
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

    /// Sets the span of a name.
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

impl Kind {
    const ALL: [Self; 3] = [Self::Unlimited, Self::Live, Self::Correspondence];

    /// Returns the word of the kind.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unlimited => "unlimited",
            Self::Live => "live",
            Self::Correspondence => "correspondence",
        }
    }
}

/// Writes the kind, and then the figures that are not 0: `live spare=5m extra=3s`, `correspondence grace=3d vacation=14d`.
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

/// Reads what is written, and nothing else; the error names the figure, or the whole text where its figures do not suit each other.
impl FromStr for Pace {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = |token: &str, at: usize, problem: Problem| TextError::new(token, at, problem.text());
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        let kind = kind.ok_or_else(|| wrong(word, 0, Problem::Kind))?;
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
