use std::fmt;

use entourage_registry::Score;
use entourage_registry::kernel::{Language, TextError};

/// Says what is wrong with a lesson, and on which line of its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// Tells what is wrong with a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No line begins with this word, or none does here.
    Word(String),
    /// This is said twice.
    Twice(String),
    /// A line that begins with this word is missing, or what follows a word is.
    Missing(&'static str),
    /// The text is too long.
    Long,
    /// A text in this language belongs here.
    Language(String),
    /// Braces are not closed, or hold what names nothing.
    Mention(String),
    /// No goal is written so.
    Goal(String),
    /// The game knows no piece, square, power or other thing of this name.
    Unknown(String),
    /// A power is named without words to read.
    Wordless(String),
    /// A position or a move cannot be read.
    Text(TextError),
    /// The rules refuse this move.
    Refused(String),
    /// A step goes on where the one before has left several ways, or the other side is to move.
    Astray,
    /// A text names a piece that does not stand there.
    Absent(String),
    /// A text names a power that is not at work, before the move or after it.
    Idle(String),
    /// A text names a piece, a square or a card in plain words, which may be untrue.
    Bare(String),
    /// A piece stands, or an accepted move leads, outside the part of the board that is shown.
    Outside(String),
    /// An accepted move does not reach the goal.
    Unmet(String),
    /// A move reaches the goal that is not accepted.
    Unlisted(String),
    /// Whatever one plays reaches the goal.
    Trivial,
    /// No move reaches the goal.
    Impossible,
    /// The search finds a better move.
    Worse {
        /// The accepted move.
        text: String,
        /// What it is worth.
        score: Score,
        /// The better move.
        better: String,
        /// What that is worth.
        than: Score,
    },
    /// The other side wins by force after an accepted move.
    Loses(String),
    /// A wrong try is right, or is not refused for this reason.
    NotWrong(String),
}

impl Fault {
    /// Says what is wrong, in one clause.
    pub fn message(&self, language: Language) -> String {
        let [english, french] = match self {
            Self::Word(word) => [
                format!("`{word}` begins no line here"),
                format!("aucune ligne ne commence ici par «\u{a0}{word}\u{a0}»"),
            ],
            Self::Twice(word) => {
                [format!("`{word}` is given twice"), format!("«\u{a0}{word}\u{a0}» est donné deux fois")]
            }
            Self::Missing(word) => [format!("`{word}` is missing"), format!("il manque «\u{a0}{word}\u{a0}»")],
            Self::Long => ["no lesson is so long".to_owned(), "aucune leçon n'est aussi longue".to_owned()],
            Self::Language(code) => [
                format!("each text stands in `en`, then in `fr`; here `{code}` is wrong or missing"),
                format!(
                    "chaque texte est en «\u{a0}en\u{a0}», puis en «\u{a0}fr\u{a0}»\u{a0}; ici «\u{a0}{code}\u{a0}» est faux ou manque"
                ),
            ],
            Self::Mention(text) => [
                format!(
                    "braces hold a square, a letter, a letter and its square or a code, then `|` and words: {text}"
                ),
                format!(
                    "entre accolades\u{a0}: une case, une lettre, une lettre et sa case ou un code, puis «\u{a0}|\u{a0}» et des mots\u{a0}: {text}"
                ),
            ],
            Self::Goal(text) => {
                [format!("no goal is written `{text}`"), format!("aucun but ne s'écrit «\u{a0}{text}\u{a0}»")]
            }
            Self::Unknown(name) => {
                [format!("the game knows no `{name}`"), format!("le jeu ne connaît pas «\u{a0}{name}\u{a0}»")]
            }
            Self::Wordless(code) => [
                format!("`{code}` needs words to read: {{{code}|…}}"),
                format!("«\u{a0}{code}\u{a0}» demande des mots à lire\u{a0}: {{{code}|…}}"),
            ],
            Self::Text(error) => [error.message(Language::English), error.message(Language::French)],
            Self::Refused(text) => [format!("the rules refuse {text}"), format!("les règles refusent {text}")],
            Self::Astray => [
                "a step without a position goes on after one accepted move and its reply".to_owned(),
                "une étape sans position continue après un seul coup admis et sa réponse".to_owned(),
            ],
            Self::Absent(name) => [
                format!("no such piece stands there: {name}"),
                format!("aucune pièce pareille ne s'y trouve\u{a0}: {name}"),
            ],
            Self::Idle(code) => [
                format!("`{code}` is not at work here"),
                format!("«\u{a0}{code}\u{a0}» n'est pas à l'œuvre ici"),
            ],
            Self::Bare(word) => [
                format!("\"{word}\" stands in plain words; name it between braces"),
                format!("«\u{a0}{word}\u{a0}» est en toutes lettres\u{a0}; il faut le nommer entre accolades"),
            ],
            Self::Outside(square) => [
                format!("{square} lies outside the part that is shown"),
                format!("{square} est hors de la partie montrée"),
            ],
            Self::Unmet(text) => {
                [format!("{text} does not reach the goal"), format!("{text} n'atteint pas le but")]
            }
            Self::Unlisted(text) => [
                format!("{text} reaches the goal and is not accepted"),
                format!("{text} atteint le but sans être admis"),
            ],
            Self::Trivial => ["every move reaches the goal".to_owned(), "tout coup atteint le but".to_owned()],
            Self::Impossible => {
                ["no move reaches the goal".to_owned(), "aucun coup n'atteint le but".to_owned()]
            }
            Self::Worse { text, score, better, than } => [
                format!("{text} ({score}) is worse than {better} ({than})"),
                format!("{text} ({score}) est moins bon que {better} ({than})"),
            ],
            Self::Loses(text) => [format!("{text} loses by force"), format!("{text} perd à coup sûr")],
            Self::NotWrong(text) => {
                [format!("{text} is not wrong in this way"), format!("{text} n'est pas faux ainsi")]
            }
        };
        match language {
            Language::English => english,
            Language::French => french,
        }
    }
}

impl LessonError {
    /// Says on which line what is wrong, in one clause.
    pub fn message(&self, language: Language) -> String {
        let (line, fault) = (self.line, self.fault.message(language));
        match language {
            Language::English => format!("line {line}: {fault}"),
            Language::French => format!("ligne {line}\u{a0}: {fault}"),
        }
    }
}

/// Writes the English message.
impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for LessonError {}
