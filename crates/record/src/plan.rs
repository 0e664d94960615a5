use std::fmt::{self, Write};
use std::str::FromStr;

use entourage_kernel::{Text, TextError};

/// Maximum length of a plan (a side's conditional moves) in text form, in bytes.
const MAX_BYTES: usize = 8 * 1024;
/// Maximum number of turns by the opponent along one line of a plan.
const MAX_DEPTH: usize = 64;
/// The word for resigning in a plan; no game uses it as the notation of a move.
const RESIGN: &str = "resign";

/// A side's conditional moves: a tree of replies to the opponent's possible turns.
///
/// A branch is written as the plies of the opponent's turn, ` > `, and the plies of the reply or `resign`; the plan after the reply is
/// enclosed in ` { ` and ` }`. Branches are separated by `; `, plies of a turn by spaces. An example is
/// `e7e5 > g1f3 { b8c6 > f1b5; d7d6 > d2d4 }; c7c5 > resign`. The legality of the plies is not checked here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// One branch per expected turn of the opponent; empty only in an empty plan.
    pub branches: Vec<Branch>,
}

/// A turn that the opponent might play, and the reply to that turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The opponent's turn, with at least one ply.
    pub turn: Vec<Ply>,
    /// The reply to that turn.
    pub reply: Reply,
}

/// A side's prepared reply to a turn of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Plays a turn.
    Play {
        /// The turn, with at least one ply.
        turn: Vec<Ply>,
        /// The plan after the reply, which can be empty.
        then: Plan,
    },
    /// Resigns.
    Resign,
}

/// A ply in a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The ply in canonical notation.
    pub text: String,
    /// The ply's byte offset in the plan's text.
    pub at: usize,
}

/// How a plan matches the opponent's plies so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course<'a> {
    /// The opponent's turn matches a branch but is not complete.
    Waits,
    /// The opponent's turn matches a branch completely.
    Answers(&'a Reply),
    /// No branch matches.
    Left,
}

impl Plan {
    /// Returns whether the plan has no branches.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Returns the number of plies in all branches.
    pub fn plies(&self) -> usize {
        let reply = |reply: &Reply| match reply {
            Reply::Play { turn, then } => turn.len() + then.plies(),
            Reply::Resign => 0,
        };
        self.branches.iter().map(|branch| branch.turn.len() + reply(&branch.reply)).sum()
    }

    /// Returns the approximate memory use of the plan in bytes.
    pub fn memory(&self) -> usize {
        let plies = |turn: &[Ply]| {
            // Each string has a small allocation overhead.
            turn.iter().map(|ply| size_of::<Ply>() + ply.text.len() + 16).sum::<usize>()
        };
        let branch = |branch: &Branch| {
            let reply = match &branch.reply {
                Reply::Play { turn, then } => plies(turn) + then.memory(),
                Reply::Resign => 0,
            };
            size_of::<Branch>() + plies(&branch.turn) + reply
        };
        self.branches.iter().map(branch).sum()
    }

    /// Matches the plan against the plies that the opponent has played since the point at which the plan begins.
    pub fn course(&self, played: &[String]) -> Course<'_> {
        let fits = |branch: &&Branch| {
            let foreseen = branch.turn.iter().map(|ply| &ply.text);
            played.len() <= branch.turn.len() && played.iter().zip(foreseen).all(|(one, other)| one == other)
        };
        let fitting: Vec<&Branch> = self.branches.iter().filter(fits).collect();
        match fitting.iter().find(|branch| branch.turn.len() == played.len()) {
            Some(branch) => Course::Answers(&branch.reply),
            None if fitting.is_empty() => Course::Left,
            None => Course::Waits,
        }
    }
}

/// Formats the plan as text; an empty plan is an empty string.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Branch { turn, reply }) in self.branches.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write_turn(f, turn)?;
            f.write_str(" > ")?;
            match reply {
                Reply::Resign => f.write_str(RESIGN)?,
                Reply::Play { turn, then } => {
                    write_turn(f, turn)?;
                    if !then.is_empty() {
                        write!(f, " {{ {then} }}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn write_turn(f: &mut fmt::Formatter<'_>, turn: &[Ply]) -> fmt::Result {
    for (index, ply) in turn.iter().enumerate() {
        if index > 0 {
            f.write_char(' ')?;
        }
        f.write_str(&ply.text)?;
    }
    Ok(())
}

impl FromStr for Plan {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        if text.len() > MAX_BYTES {
            let problem = Text::new(
                "conditional moves can have at most 8192 characters",
                "les coups conditionnels sont limités à 8192 caractères",
            );
            return Err(TextError::new("", MAX_BYTES, problem));
        }
        let mut reader = Reader { text, at: 0 };
        let plan = reader.plan(1)?;
        match reader.rest() {
            "" => Ok(plan),
            _ => Err(reader.wrong(Text::new("unexpected text", "texte inattendu"))),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn plan(&mut self, depth: usize) -> Result<Plan, TextError> {
        let mut branches = vec![self.branch(depth)?];
        while self.eats("; ") {
            branches.push(self.branch(depth)?);
        }
        // Plans stay in memory for a long time, and there can be many.
        branches.shrink_to_fit();
        Ok(Plan { branches })
    }

    fn branch(&mut self, depth: usize) -> Result<Branch, TextError> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(Text::new(
                "a line can have at most 64 opponent moves",
                "une suite peut comporter au plus 64 coups de l'adversaire",
            )));
        }
        let turn = self.turn()?;
        if let Some(ply) = turn.iter().find(|ply| ply.text == RESIGN) {
            let problem = Text::new(
                "the opponent's resignation needs no reply",
                "l'abandon de l'adversaire n'appelle pas de réponse",
            );
            return Err(TextError::new(RESIGN, ply.at, problem));
        }
        if !self.eats(" > ") {
            return Err(self.wrong(Text::new(
                "expected \" > \" and a reply after the opponent's moves",
                "attendu\u{a0}: «\u{a0}>\u{a0}» et une réponse après les coups de l'adversaire",
            )));
        }
        let reply = self.turn()?;
        let reply = match reply.iter().find(|ply| ply.text == RESIGN) {
            Some(_) if reply.len() == 1 => Reply::Resign,
            Some(ply) => {
                let problem = Text::new(
                    "\"resign\" cannot be combined with moves",
                    "«\u{a0}resign\u{a0}» ne peut pas être combiné avec des coups",
                );
                return Err(TextError::new(RESIGN, ply.at, problem));
            }
            None if self.eats(" { ") => {
                let then = self.plan(depth + 1)?;
                if !self.eats(" }") {
                    return Err(self.wrong(Text::new(
                        "expected a space and \"}\" to close \"{\"",
                        "attendu\u{a0}: une espace et «\u{a0}}\u{a0}» pour fermer «\u{a0}{\u{a0}»",
                    )));
                }
                Reply::Play { turn: reply, then }
            }
            None => Reply::Play { turn: reply, then: Plan::default() },
        };
        Ok(Branch { turn, reply })
    }

    fn turn(&mut self) -> Result<Vec<Ply>, TextError> {
        let mut turn = vec![self.ply()?];
        while self.rest().strip_prefix(' ').is_some_and(|rest| !word(rest).is_empty()) {
            self.at += 1;
            turn.push(self.ply()?);
        }
        turn.shrink_to_fit();
        Ok(turn)
    }

    fn ply(&mut self) -> Result<Ply, TextError> {
        let (at, text) = (self.at, word(self.rest()));
        if text.is_empty() {
            return Err(self.wrong(Text::new("expected a move", "attendu\u{a0}: un coup")));
        }
        self.at += text.len();
        Ok(Ply { text: text.to_owned(), at })
    }

    fn eats(&mut self, mark: &str) -> bool {
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn wrong(&self, problem: Text) -> TextError {
        let rest = self.rest();
        let token = match word(rest) {
            "" => rest.chars().next().map(String::from).unwrap_or_default(),
            word => word.to_owned(),
        };
        TextError::new(token, self.at, problem)
    }
}

/// Returns the text up to the first punctuation mark, space or control character.
fn word(text: &str) -> &str {
    let ends = |c: char| matches!(c, '>' | '{' | '}' | ';') || c.is_whitespace() || c.is_control();
    &text[..text.find(ends).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Language;
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "e7e5 > g1f3 { b8c6 > f1b5; d7d6 > d2d4 }; c7c5 x1 > a b { c > resign }; h7h6 > resign";

    fn played(plies: &[&str]) -> Vec<String> {
        plies.iter().map(|ply| (*ply).to_owned()).collect()
    }

    #[test]
    fn plans_are_read_and_written() {
        let plan: Plan = TEXT.parse().unwrap();
        assert_eq!(plan.to_string(), TEXT);
        assert_eq!(plan.branches.len(), 3);
        let Reply::Play { turn, then } = &plan.branches[0].reply else { panic!("{plan:?}") };
        assert_eq!((turn[0].text.as_str(), turn[0].at, then.branches.len()), ("g1f3", 7, 2));
        assert_eq!(plan.branches[2].reply, Reply::Resign);
        assert!("".parse::<Plan>().unwrap().is_empty());
    }

    #[test]
    fn a_turn_can_match_partly_completely_or_not_at_all() {
        let plan: Plan = TEXT.parse().unwrap();
        assert_eq!(plan.course(&[]), Course::Waits);
        assert_eq!(plan.course(&played(&["c7c5"])), Course::Waits);
        assert_eq!(plan.course(&played(&["c7c5", "x1"])), Course::Answers(&plan.branches[1].reply));
        assert_eq!(plan.course(&played(&["h7h6"])), Course::Answers(&Reply::Resign));
        for other in [&["c7c6"][..], &["c7c5", "x2"], &["c7c5", "x1", "x1"], &["e7e5", "e7e5"]] {
            assert_eq!(plan.course(&played(other)), Course::Left, "{other:?}");
        }
    }

    #[test]
    fn errors_have_a_position() {
        for (text, token, at) in [
            (" ", " ", 0),
            ("a", "", 1),
            ("a>b", ">", 1),
            ("a > ", "", 4),
            ("a >  b", " ", 4),
            ("a > b ", " ", 5),
            ("a > b;c > d", ";", 5),
            ("a > b; ", "", 7),
            ("a > b { c > d", "", 13),
            ("a > b { c > d}", "}", 13),
            ("a > b { }", "}", 8),
            ("a > b }", " ", 5),
            ("a > b > c", " ", 5),
            ("a > resign { b > c }", " ", 10),
            ("a > resign b", "resign", 4),
            ("a > b resign", "resign", 6),
            ("resign > a", "resign", 0),
            ("a > b\n", "\n", 5),
            ("é\u{0}", "\u{0}", 2),
        ] {
            let error = text.parse::<Plan>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}: {error}");
            assert_ne!(error.message(Language::English), error.message(Language::French));
        }
    }

    #[test]
    fn length_and_depth_are_bounded() {
        let deep = |depth: usize| format!("{}a > b{}", "a > b { ".repeat(depth - 1), " }".repeat(depth - 1));
        assert!(deep(MAX_DEPTH).parse::<Plan>().is_ok());
        assert!(deep(MAX_DEPTH + 1).parse::<Plan>().is_err());
        assert!("a > b; ".repeat(MAX_BYTES).parse::<Plan>().is_err());
        assert!("{".repeat(MAX_BYTES).parse::<Plan>().is_err());
    }

    proptest! {
        /// Tests that parsing never panics, and that every accepted text is canonical.
        #[test]
        fn arbitrary_texts_are_rejected_or_canonical(text in "([ab>{}; ]|resign| > | \\{ | \\}|; |.){0,24}") {
            if let Ok(plan) = text.parse::<Plan>() {
                prop_assert_eq!(plan.to_string(), text);
            }
        }

        /// Tests that a valid text in which a part has been replaced is either still canonical or rejected.
        #[test]
        fn damaged_texts_are_rejected_or_canonical(from in 0..TEXT.len(), length in 0usize..9, put in "[a> {};\u{e9}\n]{0,3}") {
            let to = (from + length).min(TEXT.len());
            let text = format!("{}{put}{}", &TEXT[..from], &TEXT[to..]);
            match text.parse::<Plan>() {
                Ok(plan) => prop_assert_eq!(plan.to_string(), text),
                Err(error) => prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at)),
            }
        }
    }
}
