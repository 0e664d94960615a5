//! Tests parsing and validation of time controls.

use entourage_clock::{DAY, Figures, Kind, Pace, Problem};
use proptest::prelude::*;

const GOOD: [&str; 7] = [
    "unlimited",
    "live spare=5m extra=3s",
    "live spare=2s",
    "correspondence grace=3d vacation=14d",
    "correspondence spare=1d",
    "correspondence spare=7d grace=1d extra=12h bonus=6h within=8h min=1d max=10d pace=2d vacation=30d",
    "correspondence min=90s",
];

#[test]
fn time_controls_round_trip() {
    for text in GOOD {
        let pace: Pace = text.parse().unwrap();
        assert_eq!(pace.to_string(), text);
        assert_eq!(Pace::new(pace.kind(), *pace.figures()), Ok(pace));
    }
    let blitz: Pace = GOOD[1].parse().unwrap();
    assert_eq!((blitz.kind(), blitz.figures().spare, blitz.figures().extra), (Kind::Live, 300_000, 3000));
    assert_eq!("unlimited".parse(), Ok(Pace::UNLIMITED));
    assert_eq!(Pace::default(), Pace::UNLIMITED);
}

#[test]
fn errors_name_the_problem_the_token_and_its_offset() {
    for (text, token, at, problem) in [
        ("", "", 0, Problem::Kind),
        ("Live spare=5m", "Live", 0, Problem::Kind),
        (" live spare=5m", "", 0, Problem::Kind),
        ("live", "live", 0, Problem::Nothing),
        ("live extra=5s", "live extra=5s", 0, Problem::Nothing),
        ("correspondence", "correspondence", 0, Problem::Nothing),
        ("live spare=5m ", "", 14, Problem::Figure),
        ("live  spare=5m", "", 5, Problem::Figure),
        ("live spare=5m grace=1d", "live spare=5m grace=1d", 0, Problem::Figure),
        ("live spare=5m vacation=1d", "live spare=5m vacation=1d", 0, Problem::Figure),
        ("unlimited spare=1d", "unlimited spare=1d", 0, Problem::Figure),
        ("live extra=3s spare=5m", "spare=5m", 14, Problem::Figure),
        ("live spare=5m spare=5m", "spare=5m", 14, Problem::Figure),
        ("live time=5m", "time=5m", 5, Problem::Figure),
        ("live spare", "spare", 5, Problem::Figure),
        ("live spare=300s", "spare=300s", 5, Problem::Span),
        ("live spare=0s", "spare=0s", 5, Problem::Span),
        ("live spare=1.5m", "spare=1.5m", 5, Problem::Span),
        ("correspondence grace=1d vacation=36h", "vacation=36h", 24, Problem::Days),
        ("correspondence spare=2d max=1d", "correspondence spare=2d max=1d", 0, Problem::Max),
        ("correspondence grace=1d min=2h max=1h", "correspondence grace=1d min=2h max=1h", 0, Problem::Max),
        ("correspondence spare=2d bonus=1d", "correspondence spare=2d bonus=1d", 0, Problem::Bonus),
        ("correspondence spare=2d within=1d", "correspondence spare=2d within=1d", 0, Problem::Bonus),
        ("correspondence grace=2d pace=1d", "correspondence grace=2d pace=1d", 0, Problem::Refill),
    ] {
        let error = text.parse::<Pace>().unwrap_err();
        let said = (error.token.as_str(), error.at, &error.problem.en);
        assert_eq!(said, (token, at, &problem.text().en.to_string()), "{text}");
    }
    let odd = Figures { spare: 1500, ..Figures::NONE };
    assert_eq!(Pace::new(Kind::Live, odd), Err(Problem::Span));
    let long = Figures { grace: DAY, vacation: 367, ..Figures::NONE };
    assert_eq!(Pace::new(Kind::Correspondence, long), Err(Problem::Span));
}

proptest! {
    /// Valid texts are canonical, and parsing never panics.
    #[test]
    fn damaged_texts_are_refused_or_canonical(base in 0..GOOD.len(), at in 0usize..40, with in "[a-z0-9= .é]{0,3}", cut in 0usize..3) {
        let mut letters: Vec<char> = GOOD[base].chars().collect();
        let at = at.min(letters.len());
        let end = (at + cut).min(letters.len());
        letters.splice(at..end, with.chars());
        let text: String = letters.into_iter().collect();
        if let Ok(pace) = text.parse::<Pace>() {
            prop_assert_eq!(pace.to_string(), text);
        }
    }
}
