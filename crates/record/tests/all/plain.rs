use entourage_kernel::Side;
use entourage_record::{Event, Rules};

/// Minimal rules for tests. A move is a word: it passes the turn unless it ends in `+`, ends the game if it ends in
/// `#`, and is illegal if it begins with `?`. Manual moves are case-insensitive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plain {
    pub choices: Option<[String; 2]>,
    pub moves: Vec<String>,
}

impl Rules for Plain {
    type Refusal = &'static str;

    fn side_to_move(&self) -> Side {
        let turns = self.moves.iter().filter(|text| !text.ends_with('+')).count();
        if turns % 2 == 0 { Side::First } else { Side::Second }
    }

    fn is_over(&self) -> bool {
        self.moves.last().is_some_and(|text| text.ends_with('#'))
    }

    fn status(&self) -> String {
        if self.is_over() { "over".into() } else { "ongoing".into() }
    }

    fn position(&self) -> String {
        self.moves.join(" ").to_lowercase()
    }

    fn play(&mut self, text: &str) -> Result<(), &'static str> {
        match text.trim_start_matches(Event::TURN_SIGN) {
            _ if self.is_over() => Err("over"),
            text if text.starts_with('?') => Err("refused"),
            _ => {
                self.moves.push(text.to_owned());
                Ok(())
            }
        }
    }

    fn undo(&mut self) {
        self.moves.pop();
    }

    fn set_up(&self, choices: [&str; 2]) -> Option<Self> {
        let known = choices.iter().all(|choice| !choice.starts_with('?'));
        known.then(|| Self { choices: Some(choices.map(str::to_owned)), moves: Vec::new() })
    }
}
