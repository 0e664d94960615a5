use crate::TextError;

/// Rules that draw a game by its history: repetition, and a limit on moves without progress. Off (`None`) by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Draws the game when a position has occurred this many times (2 to 100).
    pub repetition: Option<u32>,
    /// Draws the game after this many moves by each side without a decisive move, such as a capture (1 to 10,000).
    pub quiet_limit: Option<u32>,
}

impl Adjudication {
    /// No limits: a game never ends because of its history.
    pub const NONE: Self = Self { repetition: None, quiet_limit: None };

    /// Combines two sets of limits; for each option, the lower limit applies.
    pub fn and(self, other: Self) -> Self {
        let sooner = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Self {
            repetition: sooner(self.repetition, other.repetition),
            quiet_limit: sooner(self.quiet_limit, other.quiet_limit),
        }
    }

    /// Parses the option `repetition=N` or `quiet-limit=N` of a spec; returns `false` for other options. Fails on a
    /// repeated option or a number out of range. Error offsets are relative to the start of the option.
    pub fn read_option(&mut self, option: &str) -> Result<bool, TextError> {
        let Some((name, number)) = option.split_once('=') else { return Ok(false) };
        let (field, least, most) = match name {
            "repetition" => (&mut self.repetition, 2, 100),
            "quiet-limit" => (&mut self.quiet_limit, 1, 10_000),
            _ => return Ok(false),
        };
        if field.is_some() {
            let fr = "cette option est répétée";
            return Err(TextError::bilingual(option, 0, "this option is repeated", fr));
        }
        let canonical = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        match number.parse() {
            Ok(value) if canonical && (least..=most).contains(&value) => *field = Some(value),
            _ => {
                let en = format!("expected a number from {least} to {most}");
                let fr = format!("attendu\u{a0}: un nombre de {least} à {most}");
                return Err(TextError::bilingual(number, name.len() + 1, en, fr));
            }
        }
        Ok(true)
    }

    /// Returns the options in the notation of a spec.
    pub fn options(&self) -> impl Iterator<Item = String> + use<> {
        let repetition = self.repetition.map(|n| format!("repetition={n}"));
        let quiet_limit = self.quiet_limit.map(|n| format!("quiet-limit={n}"));
        repetition.into_iter().chain(quiet_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combining_takes_the_lower_limit() {
        let rules = Adjudication { repetition: Some(3), quiet_limit: None };
        assert_eq!(rules.and(Adjudication::NONE), rules);
        let organisers = Adjudication { repetition: Some(5), quiet_limit: Some(50) };
        assert_eq!(organisers.and(rules), Adjudication { repetition: Some(3), quiet_limit: Some(50) });
    }
}
