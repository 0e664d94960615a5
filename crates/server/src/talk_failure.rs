use axum::http::StatusCode;
use entourage_kernel::{Language, Text, TextError};
use entourage_registry::view::ReasonView;
use serde_json::{Map, Value, json};

use crate::failure::tell_place;

/// Says why what a player says, notes or prepares is not taken.
#[derive(Clone, Debug)]
pub(crate) enum TalkFailure {
    /// One key plays both sides: there is nobody to talk to, and nothing to prepare.
    Alone,
    /// What is said or noted is no text that is taken.
    Words(Words),
    /// The player has said too much in a short time.
    TooFast,
    /// The player has said all that he may in one game.
    TooMuch,
    /// Moves are prepared while the other side is to move.
    OwnTurn,
    /// A plan cannot be read.
    PlanText(TextError),
    /// A plan's ply cannot be played there.
    Plan(Box<PlanFault>),
}

/// Says which ply of a plan cannot be played where it stands, and why.
#[derive(Clone, Debug)]
pub(crate) struct PlanFault {
    /// The ply.
    pub text: String,
    /// The byte where it stands.
    pub at: usize,
    /// The plies before it.
    pub line: Vec<String>,
    /// What is wrong with it.
    pub problem: PlanProblem,
}

/// Says what is wrong with a text for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    /// There are none.
    Empty,
    /// There are more characters than this.
    TooLong(usize),
    /// There is a character that is not written, or that turns the direction of others.
    Unwritten,
}

/// Says why a ply of a plan cannot be played where it stands.
#[derive(Clone, Debug)]
pub(crate) enum PlanProblem {
    /// It cannot be read as a move.
    Unreadable(TextError),
    /// The rules refuse it.
    Refused(Vec<ReasonView>),
    /// The game is over before it.
    Ended,
    /// It belongs to the turn of the other.
    OtherTurn,
    /// The turn is not over after it, and nothing follows in it.
    Unfinished,
    /// The same turn has a reply already.
    Twice,
}

impl TalkFailure {
    /// Returns the status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Words(_) => "words",
            Self::TooFast => "too-fast",
            Self::TooMuch => "too-much",
            Self::OwnTurn => "own-turn",
            Self::PlanText(_) | Self::Plan(_) => "plan",
        }
    }

    /// Says it in a sentence.
    pub fn message(&self, language: Language) -> String {
        let say = |en, fr| Text::new(en, fr).get(language).to_owned();
        match self {
            Self::Alone => say(
                "One key plays both sides of this game.",
                "Une seule clé joue les deux camps de cette partie.",
            ),
            Self::Words(Words::Empty) => say("There are no words.", "Il n'y a aucun mot."),
            Self::Words(Words::TooLong(most)) => match language {
                Language::English => format!("At most {most} characters, please."),
                Language::French => format!("{most} caractères au plus, s'il vous plaît."),
            },
            Self::Words(Words::Unwritten) => say(
                "The text has a character that is not written, such as a control character.",
                "Le texte contient un caractère qui ne s'écrit pas, comme un caractère de contrôle.",
            ),
            Self::TooFast => say(
                "That is much in a short time: wait a moment.",
                "C'est beaucoup en peu de temps : attendez un instant.",
            ),
            Self::TooMuch => say(
                "You have said as much as can be said in one game.",
                "Vous avez dit tout ce qui peut l'être dans une partie.",
            ),
            Self::OwnTurn => say(
                "It is your turn: moves are prepared while the other player is to move.",
                "C'est à vous de jouer : les coups se préparent quand c'est à l'autre joueur.",
            ),
            Self::PlanText(error) => format!("{}.", error.message(language)),
            Self::Plan(fault) => fault.message(language),
        }
    }

    /// Adds what programs want to know of it.
    pub fn detail(&self, error: &mut Map<String, Value>, language: Language) {
        match self {
            Self::PlanText(text) => unreadable(error, text, text.at, language),
            Self::Plan(fault) => fault.detail(error, language),
            _ => {}
        }
    }
}

fn unreadable(error: &mut Map<String, Value>, text: &TextError, at: usize, language: Language) {
    error.insert("reason".into(), "text".into());
    tell_place(error, text, at, language);
}

impl PlanFault {
    fn message(&self, language: Language) -> String {
        let Self { text, line, problem, .. } = self;
        let after = match (line.as_slice(), language) {
            ([], _) => String::new(),
            (line, Language::English) => format!(" after {}", line.join(" ")),
            (line, Language::French) => format!(" après {}", line.join(" ")),
        };
        let why = problem.sentence(language);
        match language {
            Language::English => format!("\"{text}\"{after}: {why}"),
            Language::French => format!("« {text} »{after} : {why}"),
        }
    }

    fn detail(&self, error: &mut Map<String, Value>, language: Language) {
        error.insert("line".into(), json!(self.line));
        if let PlanProblem::Unreadable(text) = &self.problem {
            return unreadable(error, text, self.at + text.at, language);
        }
        error.insert("reason".into(), self.problem.code().into());
        error.insert("token".into(), self.text.clone().into());
        error.insert("at".into(), self.at.into());
        if let PlanProblem::Refused(reasons) = &self.problem {
            error.insert("reasons".into(), json!(reasons));
        }
    }
}

impl PlanProblem {
    fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "text",
            Self::Refused(_) => "refused",
            Self::Ended => "ended",
            Self::OtherTurn => "other-turn",
            Self::Unfinished => "unfinished",
            Self::Twice => "twice",
        }
    }

    fn sentence(&self, language: Language) -> String {
        let text = match self {
            Self::Unreadable(error) => return format!("{}.", error.problem.get(language)),
            Self::Refused(reasons) => {
                let sentences: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
                return sentences.join(" ");
            }
            Self::Ended => Text::new("the game is over before it.", "la partie est finie avant ce coup."),
            Self::OtherTurn => {
                Text::new("it is the other side's turn there.", "c'est alors à l'autre camp de jouer.")
            }
            Self::Unfinished => Text::new("the turn goes on after it.", "le tour continue après ce coup."),
            Self::Twice => Text::new("this turn has a reply already.", "ce tour a déjà une réponse."),
        };
        text.get(language).to_owned()
    }
}
