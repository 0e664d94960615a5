use entourage_kernel::Side;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// Length of a Glicko-2 rating period for players without games, in milliseconds: five days. The deviation grows once
/// per such period, so a stable rating becomes provisional after about a year without games.
pub const PERIOD: i64 = 5 * 24 * 60 * 60 * 1000;

/// The greatest stored deviation of a rating that is not provisional.
pub const SURE_DEVIATION: i64 = SURE * POINT;

/// By how much a unit of volatility raises the deviation in a [`PERIOD`] without games, both as stored; the squares are added.
pub const DEVIATION_PER_VOLATILITY: f64 = 0.173_717_8;

/// Stored units per rating point.
const POINT: i64 = 1_000_000;
/// Stored units per unit of volatility.
const WHOLE: i64 = 1_000_000_000;
/// Deviation in points above which a rating is provisional.
const SURE: i64 = 110;
/// Deviation in points of an estimated rating.
const ESTIMATE: i64 = 200;
/// Number of idle periods beyond which the deviation no longer grows.
const MAX_PERIODS: i64 = 2_000;

/// A Glicko-2 rating in integers, so that it is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rating {
    /// The rating in millionths of a point.
    pub rating: i64,
    /// The rating deviation in millionths of a point; the true strength is within two deviations with a probability of 95 %.
    pub deviation: i64,
    /// The volatility in billionths.
    pub volatility: i64,
}

impl Rating {
    pub const NEW: Self = Self { rating: 1500 * POINT, deviation: 350 * POINT, volatility: 60_000_000 };

    /// Returns a rating for a puzzle whose difficulty has been estimated in points.
    pub const fn estimated(points: i64) -> Self {
        Self { rating: points * POINT, deviation: ESTIMATE * POINT, ..Self::NEW }
    }

    /// Returns the ratings of two players after a game; `winner` is `None` for a draw.
    pub fn after(before: [Self; 2], winner: Option<Side>) -> [Self; 2] {
        let outcome = match winner {
            Some(Side::First) => Outcomes::WIN,
            Some(Side::Second) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let [first, second] = before.map(Self::glicko);
        let (first, second) = glicko2(&first, &second, &outcome, &Glicko2Config::new());
        [first, second].map(Self::of)
    }

    /// Returns the rating after `span` milliseconds without games: the deviation can grow, and nothing else changes.
    #[must_use]
    pub fn rested(self, span: i64) -> Self {
        let periods = (span / PERIOD).clamp(0, MAX_PERIODS);
        let rested = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        if periods == 0 { self } else { Self::of(rested) }
    }

    pub fn is_provisional(self) -> bool {
        self.deviation > SURE_DEVIATION
    }

    pub fn points(self) -> i64 {
        rounded(self.rating)
    }

    pub fn spread(self) -> i64 {
        rounded(self.deviation)
    }

    fn glicko(self) -> Glicko2Rating {
        let Self { rating, deviation, volatility } = self;
        Glicko2Rating {
            rating: rating as f64 / POINT as f64,
            deviation: deviation as f64 / POINT as f64,
            volatility: volatility as f64 / WHOLE as f64,
        }
    }

    fn of(rating: Glicko2Rating) -> Self {
        let kept = |figure: f64, one: i64| (figure * one as f64).round() as i64;
        Self {
            rating: kept(rating.rating, POINT),
            // The deviation never exceeds the initial one.
            deviation: kept(rating.deviation, POINT).min(Self::NEW.deviation),
            volatility: kept(rating.volatility, WHOLE),
        }
    }
}

fn rounded(millionths: i64) -> i64 {
    (millionths + POINT / 2).div_euclid(POINT)
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    const fn rating(points: i64, deviation: i64) -> Rating {
        Rating { rating: points * POINT, deviation: deviation * POINT, volatility: 60_000_000 }
    }

    /// Source: Mark Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf).
    #[test]
    fn published_example_is_reproduced() {
        let opponents = [(1400, 30, Outcomes::WIN), (1550, 100, Outcomes::LOSS), (1700, 300, Outcomes::LOSS)];
        let results =
            opponents.map(|(points, deviation, outcome)| (rating(points, deviation).glicko(), outcome));
        let after = glicko2_rating_period(&rating(1500, 200).glicko(), &results, &Glicko2Config::new());
        let Rating { rating, deviation, volatility } = Rating::of(after);
        assert_eq!((rating / 10_000, deviation / 10_000, volatility / 10_000), (146_405, 15_151, 5_999));
    }

    #[test]
    fn a_single_game_equals_a_period_of_one_game() {
        let before = [rating(1500, 200), rating(1400, 30)];
        let alone = |own: Rating, other: Rating, outcome| {
            Rating::of(glicko2_rating_period(
                &own.glicko(),
                &[(other.glicko(), outcome)],
                &Glicko2Config::new(),
            ))
        };
        let [first, second] = before;
        assert_eq!(
            Rating::after(before, Some(Side::First)),
            [alone(first, second, Outcomes::WIN), alone(second, first, Outcomes::LOSS)]
        );
        assert_eq!(
            Rating::after(before, None),
            [alone(first, second, Outcomes::DRAW), alone(second, first, Outcomes::DRAW)]
        );
    }

    #[test]
    fn stored_ratings_are_sufficient() {
        let mut players = [Rating::NEW; 2];
        for winner in [Some(Side::First), None, Some(Side::Second), Some(Side::First)] {
            players = Rating::after(players, winner);
            // Converting to integers and back changes nothing.
            assert_eq!(players, players.map(|player| Rating::of(player.glicko())));
        }
        assert!(players[0].rating > players[1].rating);
    }

    #[test]
    fn ratings_are_provisional_for_about_ten_games_and_again_after_a_year() {
        let mut own = Rating::NEW;
        let mut games = 0;
        while own.is_provisional() {
            let winner = if games % 2 == 0 { Side::First } else { Side::Second };
            [own, _] = Rating::after([own, rating(1500, 60)], Some(winner));
            games += 1;
        }
        assert!((8..=14).contains(&games), "{games} games");
        for _ in 0..100 {
            [own, _] = Rating::after([own, rating(1500, 60)], None);
        }
        let rested = |days: i64| own.rested(days * 24 * 60 * 60 * 1000);
        assert_eq!(rested(4), own);
        assert!(!rested(200).is_provisional() && rested(500).is_provisional());
        assert_eq!(rested(365 * 40).deviation, Rating::NEW.deviation);
        assert_eq!(rested(365).rating, own.rating);
        assert_eq!(own.rested(-PERIOD * 3), own);
        let grown = DEVIATION_PER_VOLATILITY * own.volatility as f64 * 40_f64.sqrt();
        assert_eq!(own.rested(PERIOD * 40).deviation, (own.deviation as f64).hypot(grown).round() as i64);
    }

    #[test]
    fn points_are_rounded() {
        let Rating { rating, .. } = Rating::NEW;
        let points = |more: i64| Rating { rating: rating + more, ..Rating::NEW }.points();
        assert_eq!([points(0), points(499_999), points(500_000), points(-500_001)], [1500, 1500, 1501, 1499]);
        assert_eq!(Rating::NEW.spread(), 350);
    }
}
