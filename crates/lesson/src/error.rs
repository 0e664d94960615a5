use std::fmt;

use entourage_registry::Score;
use entourage_registry::kernel::{Language, Problem, TextError};

macro_rules! say {
    ($en:literal, $fr:literal) => {
        Problem::new(format!($en), format!($fr))
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    pub line: usize,
    pub fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    Word(String),
    Twice(String),
    Missing(&'static str),
    Long,
    Language(String),
    Mention(String),
    Goal(String),
    Unknown(String),
    /// A power is named without display words.
    Wordless(String),
    Text(TextError),
    Refused(String),
    /// A step continues, but the one before has several accepted moves or the other side is to move.
    Astray,
    Absent(String),
    /// A text names a power that is not active before or after the move.
    Idle(String),
    /// A text names a piece, square or card in plain words, which may be untrue.
    Bare(String),
    /// A piece or an accepted move is outside the shown part of the board.
    Outside(String),
    Unmet(String),
    Unlisted(String),
    Trivial,
    Impossible,
    Worse {
        text: String,
        score: Score,
        better: String,
        than: Score,
    },
    Loses(String),
    /// A wrong try is right, or is not refused for this reason.
    NotWrong(String),
}

impl Fault {
    pub fn problem(&self) -> Problem {
        match self {
            Self::Word(word) => {
                say!("`{word}` begins no line here", "aucune ligne ne commence ici par «\u{a0}{word}\u{a0}»")
            }
            Self::Twice(word) => say!("`{word}` is given twice", "«\u{a0}{word}\u{a0}» est donné deux fois"),
            Self::Missing(word) => say!("`{word}` is missing", "il manque «\u{a0}{word}\u{a0}»"),
            Self::Long => Problem::new("no lesson is so long", "aucune leçon n'est aussi longue"),
            Self::Language(code) => say!(
                "each text stands in `en`, then in `fr`; here `{code}` is wrong or missing",
                "chaque texte est en «\u{a0}en\u{a0}», puis en «\u{a0}fr\u{a0}»\u{a0}; ici «\u{a0}{code}\u{a0}» est faux ou manque"
            ),
            Self::Mention(text) => say!(
                "braces hold a square, a letter, a letter and its square or a code, then `|` and words: {text}",
                "entre accolades\u{a0}: une case, une lettre, une lettre et sa case ou un code, puis «\u{a0}|\u{a0}» et des mots\u{a0}: {text}"
            ),
            Self::Goal(text) => {
                say!("no goal is written `{text}`", "aucun but ne s'écrit «\u{a0}{text}\u{a0}»")
            }
            Self::Unknown(name) => {
                say!("the game knows no `{name}`", "le jeu ne connaît pas «\u{a0}{name}\u{a0}»")
            }
            Self::Wordless(code) => say!(
                "`{code}` needs words to read: {{{code}|…}}",
                "«\u{a0}{code}\u{a0}» demande des mots à lire\u{a0}: {{{code}|…}}"
            ),
            Self::Text(error) => {
                Problem::new(error.message(Language::English), error.message(Language::French))
            }
            Self::Refused(text) => say!("the rules refuse {text}", "les règles refusent {text}"),
            Self::Astray => Problem::new(
                "a step without a position goes on after one accepted move and its reply",
                "une étape sans position continue après un seul coup admis et sa réponse",
            ),
            Self::Absent(name) => {
                say!("no such piece stands there: {name}", "aucune pièce pareille ne s'y trouve\u{a0}: {name}")
            }
            Self::Idle(code) => {
                say!("`{code}` is not at work here", "«\u{a0}{code}\u{a0}» n'est pas à l'œuvre ici")
            }
            Self::Bare(word) => say!(
                "\"{word}\" stands in plain words; name it between braces",
                "«\u{a0}{word}\u{a0}» est en toutes lettres\u{a0}; il faut le nommer entre accolades"
            ),
            Self::Outside(square) => {
                say!("{square} lies outside the part that is shown", "{square} est hors de la partie montrée")
            }
            Self::Unmet(text) => say!("{text} does not reach the goal", "{text} n'atteint pas le but"),
            Self::Unlisted(text) => {
                say!("{text} reaches the goal and is not accepted", "{text} atteint le but sans être admis")
            }
            Self::Trivial => Problem::new("every move reaches the goal", "tout coup atteint le but"),
            Self::Impossible => Problem::new("no move reaches the goal", "aucun coup n'atteint le but"),
            Self::Worse { text, score, better, than } => say!(
                "{text} ({score}) is worse than {better} ({than})",
                "{text} ({score}) est moins bon que {better} ({than})"
            ),
            Self::Loses(text) => say!("{text} loses by force", "{text} perd à coup sûr"),
            Self::NotWrong(text) => say!("{text} is not wrong in this way", "{text} n'est pas faux ainsi"),
        }
    }
}

impl LessonError {
    pub fn message(&self, language: Language) -> String {
        let line = self.line;
        let problem = self.fault.problem();
        let placed =
            problem.within(|en| format!("line {line}: {en}"), |fr| format!("ligne {line}\u{a0}: {fr}"));
        placed.get(language).to_owned()
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for LessonError {}
