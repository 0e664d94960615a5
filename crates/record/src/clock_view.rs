use entourage_clock::Reading;
use entourage_kernel::Side;
use serde::Serialize;

/// The state of the clocks at one moment. Clocks are given as remaining milliseconds, so clients need no synchronized clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "ClockState"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Clock))]
pub struct ClockView {
    /// The server's time in Unix milliseconds.
    pub now: i64,
    /// Both sides' clocks, first side first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideClockView; 2],
    /// The side whose clock is running, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<crate::schema::SideNumber>))]
    pub running: Option<usize>,
    /// Whether the side whose clock is running can lose on time; false during each side's first turn in a real-time game.
    pub timed: bool,
    /// Remaining vacation time of the side whose clock is running; not used up while the game is paused.
    pub away: u64,
    /// Time until the pause ends, if the game is paused; the players can resume earlier.
    #[cfg_attr(feature = "schema", schema(required))]
    pub paused: Option<u64>,
    /// Time until the game is lost on time (or aborted, if the turn is not timed), including any vacation and pause.
    #[cfg_attr(feature = "schema", schema(required))]
    pub left: Option<u64>,
    /// If the server paired the players of a real-time game, time until the game ends because a player has not made their first move; null in
    /// other games and once both players have moved.
    #[cfg_attr(feature = "schema", schema(required))]
    pub begin: Option<u64>,
}

/// One side's clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "SideClock"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SideClock))]
pub struct SideClockView {
    /// Grace time left in the current turn, or in the next turn if the side is not to move.
    pub grace: u64,
    /// Main time left.
    pub bank: u64,
    /// Days of vacation left, including announced vacations.
    pub vacation: u32,
    /// Time left of the current vacation; 0 if the side is not on vacation.
    pub away: u64,
    /// The side's announced vacation, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub announced: Option<AnnouncementView>,
}

/// An announced vacation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Announcement"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Announcement))]
pub struct AnnouncementView {
    /// Time until the vacation begins; an upper bound while the game is paused.
    pub wait: u64,
    /// Length in days.
    pub days: u32,
}

impl ClockView {
    /// Converts a clock reading taken at `now` (Unix milliseconds); leaves `begin` as `None`.
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

    /// Sets `begin`, the time left to start a tournament game, in milliseconds.
    #[must_use]
    pub fn with_begin(self, begin: Option<u64>) -> Self {
        Self { begin, ..self }
    }
}
