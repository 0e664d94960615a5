use entourage_kernel::{Language, Text};

pub(super) static PROGRAMS: Text = Text::new("OpenAPI", "OpenAPI");
pub(super) static GAMES: Text = Text::new("Home", "Accueil");
pub(super) static NAME: Text = Text::new("English", "Français");
pub(super) const NOTE: &str = "Les descriptions sont en anglais.";
pub(super) static ALWAYS: Text =
    Text::new("Responses that any request can return:", "Réponses possibles à toute requête\u{a0}:");
pub(super) static KEY: Text = Text::new("Requires a key.", "Nécessite une clé.");
pub(super) static SESSION: Text = Text::new("Requires a session.", "Nécessite une session.");
pub(super) static TOKEN: Text =
    Text::new("Requires a token with the scope", "Nécessite un jeton avec l'autorisation");
pub(super) static BODY: Text = Text::new("Request body", "Corps de la requête");
pub(super) static ANSWERS: Text = Text::new("Responses", "Réponses");
pub(super) static SHAPES: Text = Text::new("Schemas", "Schémas");
pub(super) static OPTIONAL: Text = Text::new("optional", "facultatif");
pub(super) static OR: Text = Text::new("or", "ou");
pub(super) static ARRAY: Text = Text::new("array of", "tableau de");
pub(super) static ANYTHING: Text = Text::new("any", "quelconque");

static PARTS: [Text; 11] = [
    Text::new("Games", "Parties"),
    Text::new("Playing", "Jouer"),
    Text::new("Chat and notifications", "Messages et notifications"),
    Text::new("Accounts and players", "Comptes et joueurs"),
    Text::new("Moderation", "Modération"),
    Text::new("Tournaments", "Tournois"),
    Text::new("Studies", "Études"),
    Text::new("Puzzles", "Problèmes"),
    Text::new("Bot API", "API pour les bots"),
    Text::new("Pictures", "Images"),
    Text::new("Server", "Serveur"),
];

pub(super) fn part(name: &str, language: Language) -> &str {
    let known = PARTS.iter().find(|part| part.get(Language::English) == name);
    known.map_or(name, |part| part.get(language))
}
