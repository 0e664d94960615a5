use entourage_registry::Score;
use entourage_registry::kernel::{Language, Problem, TextError};

macro_rules! problems {
    ($fault:expr, $($case:pat => $en:literal $fr:literal;)*) => {
        match $fault {
            Self::Text(error) => Problem::new(error.message(Language::English), error.message(Language::French)),
            $($case => Problem::new(format!($en), format!($fr)),)*
        }
    };
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message(Language::English))]
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
    /// A mention refers to a code that has no display name, and the mention supplies no words to display instead.
    Wordless(String),
    Text(TextError),
    Refused(String),
    /// A step cannot continue the previous one, which has several accepted moves or ends with the other side to move.
    Astray,
    Absent(String),
    /// A text names a power that is not active before or after the move.
    Idle(String),
    /// A text names a piece, square or card in plain words, which cannot be checked.
    Bare(String),
    /// A piece is outside the displayed part of the board.
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
    /// A move listed as wrong reaches the goal, or is not refused for the specified reason.
    NotWrong(String),
}

impl Fault {
    pub fn problem(&self) -> Problem {
        problems! { self,
            Self::Word(word) => "unexpected `{word}`" "«\u{a0}{word}\u{a0}» inattendu";
            Self::Twice(word) => "`{word}` is specified twice" "«\u{a0}{word}\u{a0}» est indiqué deux fois";
            Self::Missing(word) => "`{word}` is missing" "il manque «\u{a0}{word}\u{a0}»";
            Self::Long => "the lesson is too long" "la leçon est trop longue";
            Self::Language(code) => "expected each text in `en`, then in `fr`; `{code}` is invalid or missing"
                "attendu\u{a0}: chaque texte en «\u{a0}en\u{a0}», puis en «\u{a0}fr\u{a0}»\u{a0}; «\u{a0}{code}\u{a0}» est invalide ou manque";
            Self::Mention(text) => "expected a square, a letter, a letter and a square, or a code between the braces, optionally followed by `|` and words: {text}"
                "attendu entre les accolades\u{a0}: une case, une lettre, une lettre et une case, ou un code, puis éventuellement «\u{a0}|\u{a0}» et des mots\u{a0}: {text}";
            Self::Goal(text) => "unknown goal `{text}`" "but inconnu «\u{a0}{text}\u{a0}»";
            Self::Unknown(name) => "the game has no `{name}`" "le jeu n'a pas de «\u{a0}{name}\u{a0}»";
            Self::Wordless(code) => "`{code}` requires words to display: {{{code}|…}}"
                "«\u{a0}{code}\u{a0}» exige des mots à afficher\u{a0}: {{{code}|…}}";
            Self::Refused(text) => "the rules refuse {text}" "les règles refusent {text}";
            Self::Astray => "a step without a position must follow a step with one accepted move and its reply"
                "une étape sans position doit suivre une étape avec un seul coup accepté et sa réponse";
            Self::Absent(name) => "this piece is not on this square: {name}"
                "cette pièce n'est pas sur cette case\u{a0}: {name}";
            Self::Idle(code) => "`{code}` is not active here" "«\u{a0}{code}\u{a0}» n'est pas actif ici";
            Self::Bare(word) => "\"{word}\" must be marked up with braces"
                "«\u{a0}{word}\u{a0}» doit être entre accolades";
            Self::Outside(square) => "{square} is outside the displayed part of the board"
                "{square} est hors de la partie affichée du plateau";
            Self::Unmet(text) => "{text} does not reach the goal" "{text} n'atteint pas le but";
            Self::Unlisted(text) => "{text} reaches the goal but is not accepted"
                "{text} atteint le but mais n'est pas accepté";
            Self::Trivial => "every move reaches the goal" "tous les coups atteignent le but";
            Self::Impossible => "no move reaches the goal" "aucun coup n'atteint le but";
            Self::Worse { text, score, better, than } => "{text} ({score}) is worse than {better} ({than})"
                "{text} ({score}) est moins bon que {better} ({than})";
            Self::Loses(text) => "{text} loses by force" "{text} mène à une perte forcée";
            Self::NotWrong(text) => "{text} is not wrong for the specified reason" "{text} n'est pas faux pour la raison indiquée";
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
