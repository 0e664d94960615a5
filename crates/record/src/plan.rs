use std::fmt::{self, Write};
use std::str::FromStr;

use entourage_kernel::{Text, TextError};

/// The most bytes of a plan's text.
const MOST_BYTES: usize = 8 * 1024;
/// The most turns of the other side that one variation of a plan foresees.
const MOST_DEPTH: usize = 64;
/// The word for giving the game up; no move has it.
const RESIGN: &str = "resign";

/// Holds the moves that a side has ready for the other's: "if they play this, I play that, and if then …".
///
/// In text, a branch is the plies of the other's turn, ` > `, and the plies of one's own or `resign`; what is ready
/// after these follows in ` { ` and ` }`. Branches are parted by `; `, plies of one turn by a space:
/// `e7e5 > g1f3 { b8c6 > f1b5; d7d6 > d2d4 }; c7c5 > resign`. Whether the plies are legal is for the game's rules to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// What is ready, at least one branch but in the empty plan.
    pub branches: Vec<Branch>,
}

/// Holds a turn that the other side may play, and what is ready for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The other's turn, at least one ply.
    pub turn: Vec<Ply>,
    /// What is ready for it.
    pub reply: Reply,
}

/// What a side does when the other has played what was foreseen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It plays a turn, and then has more ready.
    Play {
        /// The turn, at least one ply.
        turn: Vec<Ply>,
        /// What is ready after it, if anything.
        then: Plan,
    },
    /// It gives the game up.
    Resign,
}

/// Holds a ply as its move's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The text.
    pub text: String,
    /// The byte where it stands in the text of the plan it was read from.
    pub at: usize,
}

/// What a plan does about what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course<'a> {
    /// The other's turn is foreseen as far as it goes.
    Waits,
    /// The other's turn was foreseen.
    Answers(&'a Reply),
    /// Nothing is ready for what was played.
    Left,
}

impl Plan {
    /// Returns whether nothing is ready.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Returns the number of plies in all its branches.
    pub fn plies(&self) -> usize {
        let reply = |reply: &Reply| match reply {
            Reply::Play { turn, then } => turn.len() + then.plies(),
            Reply::Resign => 0,
        };
        self.branches.iter().map(|branch| branch.turn.len() + reply(&branch.reply)).sum()
    }

    /// Returns the bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        let plies = |turn: &[Ply]| {
            // A text of its own takes a little more than its bytes.
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

    /// Returns what it does about the plies played since it began.
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

/// Writes the text; nothing for the empty plan.
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
        if text.len() > MOST_BYTES {
            let problem = Text::new(
                "a plan has at most 8192 characters",
                "une suite de coups préparés a au plus 8192 caractères",
            );
            return Err(TextError::new("", MOST_BYTES, problem));
        }
        let mut reader = Reader { text, at: 0 };
        let plan = reader.plan(1)?;
        match reader.rest() {
            "" => Ok(plan),
            _ => Err(reader.wrong(Text::new("nothing may stand here", "rien ne peut figurer ici"))),
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
        // It stays for long, and there may be many.
        branches.shrink_to_fit();
        Ok(Plan { branches })
    }

    fn branch(&mut self, depth: usize) -> Result<Branch, TextError> {
        if depth > MOST_DEPTH {
            return Err(self.wrong(Text::new(
                "a plan foresees at most 64 turns of the other side in a line",
                "une suite prévoit au plus 64 tours adverses à la file",
            )));
        }
        let turn = self.turn()?;
        if let Some(ply) = turn.iter().find(|ply| ply.text == RESIGN) {
            let problem = Text::new(
                "nothing is ready for the other side's resigning",
                "rien ne se prépare pour l'abandon de l'adversaire",
            );
            return Err(TextError::new(RESIGN, ply.at, problem));
        }
        if !self.eats(" > ") {
            return Err(self.wrong(Text::new(
                "\" > \" and a reply must follow the other side's moves",
                "« > » et une réponse doivent suivre les coups adverses",
            )));
        }
        let reply = self.turn()?;
        let reply = match reply.iter().find(|ply| ply.text == RESIGN) {
            Some(_) if reply.len() == 1 => Reply::Resign,
            Some(ply) => {
                let problem = Text::new("resigning stands alone", "l'abandon se note seul");
                return Err(TextError::new(RESIGN, ply.at, problem));
            }
            None if self.eats(" { ") => {
                let then = self.plan(depth + 1)?;
                if !self.eats(" }") {
                    return Err(self.wrong(Text::new(
                        "\" }\" must close what was opened by \"{\"",
                        "« } » doit fermer ce que « { » a ouvert",
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
            return Err(self.wrong(Text::new("a move is missing here", "il manque un coup ici")));
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

/// Returns the text up to the first mark, space or control character.
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
    fn what_was_played_is_awaited_answered_or_left() {
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
    fn what_is_wrong_is_said_with_its_place() {
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
        assert!(deep(MOST_DEPTH).parse::<Plan>().is_ok());
        assert!(deep(MOST_DEPTH + 1).parse::<Plan>().is_err());
        assert!("a > b; ".repeat(MOST_BYTES).parse::<Plan>().is_err());
        assert!("{".repeat(MOST_BYTES).parse::<Plan>().is_err());
    }

    proptest! {
        /// Whatever is accepted is what is written, and nothing at all makes it panic.
        #[test]
        fn texts_are_refused_or_canonical(text in "([ab>{}; ]|resign| > | \\{ | \\}|; |.){0,24}") {
            if let Ok(plan) = text.parse::<Plan>() {
                prop_assert_eq!(plan.to_string(), text);
            }
        }

        /// The same of a good text with a part of it cut, doubled or replaced.
        #[test]
        fn damaged_texts_are_refused_or_canonical(from in 0..TEXT.len(), length in 0usize..9, put in "[a> {};\u{e9}\n]{0,3}") {
            let to = (from + length).min(TEXT.len());
            let text = format!("{}{put}{}", &TEXT[..from], &TEXT[to..]);
            match text.parse::<Plan>() {
                Ok(plan) => prop_assert_eq!(plan.to_string(), text),
                Err(error) => prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at)),
            }
        }
    }
}
