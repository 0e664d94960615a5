use entourage_kernel::Problem;

/// The reason why a change cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetError {
    /// There is no piece with this name.
    NoPiece(String),
    /// The name, title or letter is not valid.
    Name(String),
    /// Another piece has this name or letter.
    Taken(String),
    /// A side has the same name, so that sentences would be ambiguous.
    AlsoSide(String),
    /// The piece is inherited from another game and cannot be removed here.
    Inherited(String),
    /// The size of the board is not allowed, or the square is not on the board.
    Size,
    /// The stride (a relative move) is invalid: for example, the piece would not leave its square.
    Way,
    /// The change affects a sentence that a sheet cannot show.
    NotShown,
    /// The definition would be too long.
    TooLong,
}

impl SheetError {
    /// Returns the error message in English and French.
    pub fn problem(&self) -> Problem {
        match self {
            Self::NoPiece(name) => Problem::new(
                format!("There is no piece named {name}."),
                format!("Il n'y a pas de pièce nommée {name}."),
            ),
            Self::Name(name) => Problem::new(
                format!(
                    "{name} is not a valid name: each word must begin with a capital letter and contain only letters, digits and hyphens."
                ),
                format!(
                    "{name} n'est pas un nom valable\u{a0}: chaque mot doit commencer par une majuscule et ne contenir que des lettres, des chiffres et des traits d'union."
                ),
            ),
            Self::Taken(name) => {
                Problem::new(format!("{name} is already in use."), format!("{name} est déjà utilisé."))
            }
            Self::AlsoSide(name) => Problem::new(
                format!("A side is also named {name}. Rename the side first."),
                format!("Un camp s'appelle aussi {name}. Renommez d'abord le camp."),
            ),
            Self::Inherited(name) => Problem::new(
                format!("{name} is inherited from another game and cannot be removed here."),
                format!("{name} est hérité d'un autre jeu et ne peut pas être retiré ici."),
            ),
            Self::Size => Problem::new(
                "The size of the board is not allowed, or the square is not on the board.",
                "La taille du plateau n'est pas permise, ou la case n'est pas sur le plateau.",
            ),
            Self::Way => Problem::new("This move does not lead anywhere.", "Ce coup ne mène nulle part."),
            Self::NotShown => Problem::new(
                "The form cannot make this change. Edit the text instead.",
                "Le formulaire ne peut pas faire cette modification. Modifiez plutôt le texte.",
            ),
            Self::TooLong => Problem::new("The text would be too long.", "Le texte serait trop long."),
        }
    }
}
