use entourage_clock::Reading;
use entourage_kernel::Side;
use serde::Serialize;

/// Describes the clocks at an instant, for a page that need not know what time it is. Spans are milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ClockState"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Clock))]
pub struct ClockView {
    /// The server's time, in milliseconds since 1970 (UTC).
    pub now: i64,
    /// What each side has left.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub sides: [SideClockView; 2],
    /// Whose turn is being measured, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub running: Option<usize>,
    /// Whether that side's time runs out; in the first turns of a live game it does not.
    pub timed: bool,
    /// How long that side is still on vacation; it does not pass while the game is paused.
    pub away: u64,
    /// How long the game is still paused, if it is and its players do not agree to go on before.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub paused: Option<u64>,
    /// How long it is until time is up, vacation and pause included: the game is lost, or aborted if the turn is not timed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub left: Option<u64>,
    /// How long it is until whoever has not come, or not made their first move, loses a game of a tournament; none in other games, and once
    /// both have moved.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub begin: Option<u64>,
}

/// Describes what a side has left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SideClock"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SideClock))]
pub struct SideClockView {
    /// Of the free time of this turn, or of the next one.
    pub grace: u64,
    /// Of its bank.
    pub bank: u64,
    /// Days of vacation, those announced among them.
    pub vacation: u32,
    /// How long it is still on vacation.
    pub away: u64,
    /// The vacation that it has announced.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub announced: Option<AnnouncementView>,
}

/// Describes a vacation that is to begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Announcement"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Announcement))]
pub struct AnnouncementView {
    /// How long it is until then; while the game is paused, at the latest.
    pub wait: u64,
    /// For how many days.
    pub days: u32,
}

impl ClockView {
    /// Describes what the clocks of a game show at a time that is played in no tournament.
    pub fn of(reading: Reading, now: i64) -> Self {
        Self {
            now,
            sides: reading.sides.map(|side| SideClockView {
                grace: side.grace,
                bank: side.bank,
                vacation: side.vacation,
                away: side.away,
                announced: side.announced.map(|it| AnnouncementView { wait: it.wait, days: it.days }),
            }),
            running: reading.running.map(Side::number),
            timed: reading.timed,
            away: reading.away(),
            paused: reading.paused,
            left: reading.left,
            begin: None,
        }
    }

    /// Adds how long somebody may still take to begin a game of a tournament.
    #[must_use]
    pub fn with_begin(self, begin: Option<u64>) -> Self {
        Self { begin, ..self }
    }
}
