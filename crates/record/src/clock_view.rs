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
    /// How long that side is still on vacation.
    pub away: u64,
    /// How long it is until time is up: the game is lost, or aborted if the turn is not timed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub left: Option<u64>,
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
    /// Days of vacation.
    pub vacation: u32,
}

impl ClockView {
    /// Describes what the clocks show at a time.
    pub fn of(reading: Reading, now: i64) -> Self {
        Self {
            now,
            sides: reading.sides.map(|side| SideClockView {
                grace: side.grace,
                bank: side.bank,
                vacation: side.vacation,
            }),
            running: reading.running.map(Side::number),
            timed: reading.timed,
            away: reading.away,
            left: reading.left,
        }
    }
}
