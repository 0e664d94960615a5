use entourage_kernel::{Language, Text};

pub(super) static PROGRAMS: Text =
    Text::new("The same for programs (OpenAPI)", "La même chose pour les programmes (OpenAPI)");
pub(super) static GAMES: Text = Text::new("To the games", "Vers les jeux");
pub(super) static NAME: Text = Text::new("English", "Français");
pub(super) const NOTE: &str = "Les descriptions sont en anglais.";
pub(super) static ALWAYS: Text =
    Text::new("Any request may be answered so:", "Toute requête peut recevoir ces réponses\u{a0}:");
pub(super) static KEY: Text = Text::new("Needs a key.", "Une clé est nécessaire.");
pub(super) static SESSION: Text = Text::new("Needs a session.", "Une session est nécessaire.");
pub(super) static TOKEN: Text = Text::new("Needs a token, with", "Un jeton est nécessaire, avec");
pub(super) static BODY: Text = Text::new("Body", "Corps");
pub(super) static ANSWERS: Text = Text::new("Answers", "Réponses");
pub(super) static SHAPES: Text = Text::new("Shapes", "Formes");
pub(super) static OPTIONAL: Text = Text::new("optional", "facultatif");
pub(super) static OR: Text = Text::new("or", "ou");
pub(super) static ARRAY: Text = Text::new("array of", "array de");
pub(super) static ANYTHING: Text = Text::new("anything", "n'importe quoi");

static PARTS: [Text; 9] = [
    Text::new("Games", "Parties"),
    Text::new("Playing", "Jouer"),
    Text::new("Talking", "Parler"),
    Text::new("People", "Personnes"),
    Text::new("Order", "Bon ordre"),
    Text::new("Tournaments", "Tournois"),
    Text::new("Programs", "Programmes"),
    Text::new("Pictures", "Images"),
    Text::new("Server", "Serveur"),
];

pub(super) fn part(name: &str, language: Language) -> &str {
    let known = PARTS.iter().find(|part| part.get(Language::English) == name);
    known.map_or(name, |part| part.get(language))
}
