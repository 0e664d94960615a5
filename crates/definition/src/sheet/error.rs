use entourage_kernel::Problem;

/// Why a change cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetError {
    /// There is no piece of this name.
    NoPiece(String),
    /// The name is not valid.
    Name(String),
    /// Another piece has this name or letter.
    Taken(String),
    /// A side has the same name, so that sentences would be ambiguous.
    AlsoSide(String),
    /// It is inherited from another game and cannot be removed here.
    Inherited(String),
    /// The board cannot have this size, or has no such square.
    Size,
    /// The stride does not lead anywhere.
    Way,
    /// The text uses a form that a sheet cannot show.
    NotShown,
    /// The text would be too long.
    TooLong,
}

impl SheetError {
    /// Returns the error as a sentence.
    pub fn problem(&self) -> Problem {
        match self {
            Self::NoPiece(name) => Problem::new(
                format!("No piece is called {name}."),
                format!("Aucune pièce ne s'appelle {name}."),
            ),
            Self::Name(name) => Problem::new(
                format!(
                    "{name} is no name here: each word begins with a capital letter, and has letters, digits and hyphens only."
                ),
                format!(
                    "{name} n'est pas un nom ici\u{a0}: chaque mot commence par une majuscule, et n'a que des lettres, des chiffres et des traits d'union."
                ),
            ),
            Self::Taken(name) => {
                Problem::new(format!("{name} is taken already."), format!("{name} est déjà pris."))
            }
            Self::AlsoSide(name) => Problem::new(
                format!("A side is called {name}, too: call the side otherwise first."),
                format!("Un camp s'appelle aussi {name}\u{a0}: donnez d'abord un autre nom au camp."),
            ),
            Self::Inherited(name) => Problem::new(
                format!("{name} is said in the game that yours is like, and cannot be taken back here."),
                format!("{name} est dit dans le jeu auquel le vôtre ressemble, et ne peut être retiré ici."),
            ),
            Self::Size => Problem::new(
                "The board has no such size or square.",
                "Le plateau n'a pas cette taille ou cette case.",
            ),
            Self::Way => Problem::new("This way leads nowhere.", "Ce chemin ne mène nulle part."),
            Self::NotShown => Problem::new(
                "The text says this in a way that the form cannot show: change it there.",
                "Le texte le dit d'une façon que le formulaire ne peut montrer\u{a0}: changez-le là.",
            ),
            Self::TooLong => Problem::new("The text would be too long.", "Le texte serait trop long."),
        }
    }
}
