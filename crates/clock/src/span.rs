//! Durations as text: whole seconds, written in the largest unit that divides them, such as `90s` or `2m`.

use crate::DAY;

const UNITS: [(char, u64); 4] = [('d', DAY), ('h', 60 * 60 * 1000), ('m', 60 * 1000), ('s', 1000)];

/// Maximum duration: a leap year.
pub(crate) const LONGEST: u64 = 366 * DAY;

pub(crate) fn write(span: u64) -> String {
    let (letter, unit) = UNITS.into_iter().find(|(_, unit)| span.is_multiple_of(*unit)).unwrap_or(('s', 1000));
    format!("{}{letter}", span / unit)
}

pub(crate) fn read(text: &str) -> Option<u64> {
    let letter = text.chars().next_back()?;
    let (_, unit) = UNITS.into_iter().find(|(known, _)| *known == letter)?;
    let number: u64 = text[..text.len() - 1].parse().ok()?;
    let span = number.checked_mul(unit).filter(|span| is_span(*span))?;
    (write(span) == text).then_some(span)
}

/// Returns whether a duration can be written: a whole number of seconds, from one second to 366 days.
pub(crate) fn is_span(span: u64) -> bool {
    span > 0 && span <= LONGEST && span.is_multiple_of(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip_in_their_largest_unit() {
        for (span, text) in [
            (1000, "1s"),
            (90_000, "90s"),
            (120_000, "2m"),
            (3_600_000, "1h"),
            (36 * 3_600_000, "36h"),
            (2 * DAY, "2d"),
            (LONGEST, "366d"),
        ] {
            assert_eq!((write(span).as_str(), read(text)), (text, Some(span)));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in [
            "",
            "s",
            "1",
            "0s",
            "-1s",
            "+1s",
            "01s",
            "60s",
            "24h",
            "1.5m",
            "1 s",
            "1S",
            "367d",
            "1é",
            "99999999999999999999d",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
