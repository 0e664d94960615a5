//! Embedded commands in comments, such as `[%clk 1:23:45]`.

pub fn commands(mut rest: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        // An unclosed bracket is not a command, and no command can follow it.
        let (inside, after) = rest.split_once("[%")?.1.split_once(']')?;
        rest = after;
        let (name, value) = inside.split_once(' ').unwrap_or((inside, ""));
        Some((name, value.trim()))
    })
}

/// Returns the player's remaining time after the move in milliseconds, if the comment has a `[%clk]` command.
pub fn clock(comment: &str) -> Option<u64> {
    commands(comment).find(|(name, _)| *name == "clk").and_then(|(_, time)| read_time(time))
}

/// Formats milliseconds as hours, minutes and seconds (`1:23:45`), with decimals only if necessary.
pub fn time_text(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { time } else { format!("{time}.{}", format!("{rest:03}").trim_end_matches('0')) }
}

/// Parses a time such as `1:23:45.5` into milliseconds; the fraction is optional and truncated to three digits.
fn read_time(text: &str) -> Option<u64> {
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_plain { text.parse::<u64>().ok() } else { None }
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let [hours, minutes, seconds] =
        whole.split(':').map(number).collect::<Option<Vec<_>>>()?.try_into().ok()?;
    number(fraction)?;
    let thousandths = format!("{fraction:0<3}")[..3].parse::<u64>().ok()?;
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    minutes.checked_mul(60)?.checked_add(seconds)?.checked_mul(1000)?.checked_add(thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, time) in
            [("0:00:00", 0), ("1:23:45", 5_025_000), ("0:00:09.5", 9_500), ("100:00:00.007", 360_000_007)]
        {
            assert_eq!(clock(&format!("so [%clk {text}] it goes [%eval 0.1]")), Some(time));
            assert_eq!(time_text(time), text);
        }
        let too_large = ["99999999999999999999:00:00", "18446744073709551615:0:0"];
        for bad in ["", "1:2", "1:2:3:4", "a:00:00", "0:00:0x", "-1:00:00"].into_iter().chain(too_large) {
            assert_eq!(clock(&format!("[%clk {bad}]")), None, "{bad}");
        }
        assert_eq!(clock("[%clk 0:10:00"), None);
    }

    #[test]
    fn commands_are_found_among_words() {
        let comment = "[%clk 0:01:00] good [%csl Ga1,Rb2] [x] move [%eval";
        assert_eq!(commands(comment).collect::<Vec<_>>(), [("clk", "0:01:00"), ("csl", "Ga1,Rb2")]);
        assert_eq!(commands("[%é]é [%").collect::<Vec<_>>(), [("é", "")]);
    }
}
