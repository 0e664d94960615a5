use crate::{Problem, Text, TextError};

/// Endings by a game's past: by its own rules, or by organisers' options where the rules would let it go on; off by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// The occurrence of a position that draws, 2 to 100, or `None`.
    pub repetition: Option<u32>,
    /// The number of moves by each side without a capture that draws, 1 to 10,000, or `None`.
    pub quiet_limit: Option<u32>,
}

impl Adjudication {
    /// Ends no game.
    pub const NONE: Self = Self { repetition: None, quiet_limit: None };

    /// Joins two: whichever ends a game first does.
    pub fn and(self, other: Self) -> Self {
        let sooner = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Self {
            repetition: sooner(self.repetition, other.repetition),
            quiet_limit: sooner(self.quiet_limit, other.quiet_limit),
        }
    }

    /// Takes in one option of a spec and returns whether it was an adjudication option.
    ///
    /// # Errors
    /// A repeated option or a number out of range; offsets count from the option's beginning.
    pub fn read_option(&mut self, option: &str) -> Result<bool, TextError> {
        let Some((name, number)) = option.split_once('=') else { return Ok(false) };
        let (field, least, most) = match name {
            "repetition" => (&mut self.repetition, 2, 100),
            "quiet-limit" => (&mut self.quiet_limit, 1, 10_000),
            _ => return Ok(false),
        };
        if field.is_some() {
            let problem = Text::new("this option was given before", "cette option a déjà été donnée");
            return Err(TextError::new(option, 0, problem));
        }
        let canonical = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        match number.parse() {
            Ok(value) if canonical && (least..=most).contains(&value) => *field = Some(value),
            _ => {
                let problem = Problem::new(
                    format!("expected a number from {least} to {most}"),
                    format!("il faut un nombre de {least} à {most}"),
                );
                return Err(TextError::new(number, name.len() + 1, problem));
            }
        }
        Ok(true)
    }

    /// Lists the options as written in a spec.
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
    fn whichever_comes_first_ends_a_game() {
        let rules = Adjudication { repetition: Some(3), quiet_limit: None };
        assert_eq!(rules.and(Adjudication::NONE), rules);
        let organisers = Adjudication { repetition: Some(5), quiet_limit: Some(50) };
        assert_eq!(organisers.and(rules), Adjudication { repetition: Some(3), quiet_limit: Some(50) });
    }
}
