use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Cover, Credit, GameOption, Hue, Kind, Language, Metadata, Named, OptionChoice, PieceKind, RelationKind,
    SharedStr, Text, credits, named, piece_kinds, relation_kinds, shared_strs,
};

use crate::courier::COURIER;
use crate::form::{FORM, SHUFFLED_FORM};
use crate::shuffle::WAYS;

pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("chess"),
    name: Text::new("Chess", "Échecs"),
    tagline: Text::new("The classic game.", "Le jeu classique."),
    goal: Text::new(
        "Checkmate the king: attack it where it cannot be saved.",
        "Matez le roi : il est attaqué et rien ne peut le sauver.",
    ),
    hue: Hue::Walnut,
    cover: Cover {
        position: SharedStr::new("r3kbnr/pppq1ppp/3p4/3Np3/3PP3/5N2/PPP2PPP/R1BQKB1R w KQkq - 0 1"),
        moves: shared_strs!["d4e5", "d6e5", "d5c7"],
        squares: shared_strs!["b7", "e8"],
    },
    rules_version: SharedStr::new("1"),
    sides: [Text::new("White", "Blancs"), Text::new("Black", "Noirs")],
    kinds: Cow::Borrowed(&KINDS),
    options: Cow::Borrowed(&OPTIONS),
    marks: Cow::Borrowed(&[]),
    powers: Cow::Borrowed(&[]),
    relations: Cow::Borrowed(&RELATIONS),
    form: FORM,
    courier: COURIER,
    alerts: Cow::Borrowed(&[Named { code: SharedStr::new("check"), text: Text::new("Check!", "Échec !") }]),
    causes: Cow::Borrowed(&CAUSES),
    credits: Cow::Borrowed(&CREDITS),
    rules_page: Text::page(include_str!("../texts/rules.en.md"), include_str!("../texts/rules.fr.md")),
};

static OPTIONS: [GameOption; 1] = [GameOption {
    code: SharedStr::new("start"),
    name: Text::new("Start", "Position de départ"),
    choices: Cow::Borrowed(&[
        OptionChoice {
            code: SharedStr::EMPTY,
            name: Text::new("Standard", "Classique"),
            description: Text::new("The standard start position.", "La position de départ classique."),
            draws: None,
        },
        OptionChoice {
            code: SharedStr::new("960"),
            name: Text::new("Chess960", "Échecs 960"),
            description: Text::new(
                "A random start position with shuffled back ranks, one of 960.",
                "Une position de départ tirée au sort parmi 960, où les pièces de la première rangée sont mélangées.",
            ),
            draws: Some(WAYS as u32),
        },
    ]),
}];

pub(crate) static SHUFFLED: LazyLock<Metadata> = LazyLock::new(|| Metadata {
    name: Text::new("Chess960", "Échecs 960"),
    tagline: Text::new(
        "Chess from one of 960 shuffled start positions.",
        "Les échecs à partir d'une position de départ tirée au sort parmi 960.",
    ),
    cover: Cover {
        position: SharedStr::new("r3kbnr/pppq1ppp/3p4/3Np3/3PP3/5N2/PPP2PPP/R1BQKB1R w HAha - 0 1"),
        ..METADATA.cover.clone()
    },
    form: SHUFFLED_FORM,
    rules_page: Text { en: shuffled_page(Language::English), fr: shuffled_page(Language::French) },
    ..METADATA.clone()
});

/// Returns the rules page of Chess960: the one of chess with a different section on castling.
fn shuffled_page(language: Language) -> SharedStr {
    static CASTLING: Text =
        Text::page(include_str!("../texts/shuffled.en.md"), include_str!("../texts/shuffled.fr.md"));
    let page = METADATA.rules_page.get(language).replace("KQkq", "HAha");
    // The section ends at the next heading.
    let section = page.find("{#castling}").and_then(|anchor| page[..anchor].rfind("### "));
    let rest = section.and_then(|begin| page[begin + 1..].find("\n### ").map(|end| begin + 1 + end + 1));
    match section.zip(rest) {
        Some((begin, end)) => format!("{}{}{}", &page[..begin], CASTLING.get(language), &page[end..]).into(),
        None => page.into(),
    }
}

pub(crate) fn chapter(kind: Kind) -> SharedStr {
    METADATA.kinds[kind.index()].chapter.clone()
}

static KINDS: [PieceKind; 6] = piece_kinds! {
    'K' 'k' "King" "Roi" Heart "king" "king"
        "Moves one square in any direction, to a square that is not attacked. It can castle once with a rook if neither has moved."
        "Se déplace d'une case dans toute direction, vers une case qui n'est pas attaquée. Il peut roquer une fois avec une tour, si aucune des deux pièces n'a bougé.";
    'Q' 'q' "Queen" "Dame" Major "queen" "queen"
        "Moves any distance straight or diagonally."
        "Se déplace aussi loin qu'elle veut, en ligne droite ou en diagonale.";
    'R' 'r' "Rook" "Tour" Plain "rook" "rook"
        "Moves any distance along its rank or file."
        "Se déplace aussi loin qu'elle veut le long de sa rangée ou de sa colonne.";
    'B' 'b' "Bishop" "Fou" Plain "bishop" "bishop"
        "Moves any distance diagonally."
        "Se déplace aussi loin qu'il veut en diagonale.";
    'N' 'n' "Knight" "Cavalier" Plain "knight" "knight"
        "Leaps two squares straight and one square sideways, over any pieces."
        "Saute de deux cases en ligne droite et d'une case de côté, par-dessus les autres pièces.";
    'P' 'p' "Pawn" "Pion" Foot "pawn" "pawn"
        "Moves one square forward, or two from its first square, and captures one square diagonally forward. \
         It can capture en passant a pawn that has just made a double step beside it. On the last rank it becomes \
         a queen, rook, bishop or knight."
        "Avance d'une case, ou de deux depuis sa case de départ, et capture d'une case en diagonale vers l'avant. \
         Il peut prendre en passant un pion qui vient d'avancer de deux cases à côté de lui. Sur la dernière \
         rangée, il devient dame, tour, fou ou cavalier.";
};

static RELATIONS: [RelationKind; 1] = relation_kinds! {
    "checks" Harms Threat "check"
        felt "In check from {}." "Mis en échec par : {}."
        exerted "Gives check to {}." "Met en échec : {}."
        begins "Gives check to {}" "Met en échec : {}"
        ends "Ends the check to {}" "Lève l'échec : {}";
};

static CAUSES: [Named; 4] = named! {
    "checkmate" "checkmate" "échec et mat";
    "stalemate" "stalemate" "pat";
    "fifty-moves" "fifty moves without a capture or pawn move" "cinquante coups sans capture ni coup de pion";
    "dead-position" "neither side can checkmate" "aucun camp ne peut plus mater";
};

static CREDITS: [Credit; 1] = credits! {
    "Pictures of the pieces: Skoll, on" "Dessins des pièces : Skoll, sur"
        "game-icons.net" "https://game-icons.net" "CC BY 3.0";
};
