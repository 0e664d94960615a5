use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Aura, Cover, Credit, GameOption, Hue, Influence, Kind, Language, Metadata, Named, OptionChoice, PieceKind,
    RelationKind, SharedStr, Text, piece_kinds, shared_strs,
};

use crate::courier::COURIER;
use crate::form::{FORM, SHUFFLED_FORM};
use crate::shuffle::WAYS;

/// Describes chess to people; the kinds stand in the order of `piece.rs`.
pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("chess"),
    name: Text::new("Chess", "Échecs"),
    tagline: Text::new("The one you know, on the same table.", "Celui que vous connaissez, sur la même table."),
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
    relations: Cow::Borrowed(&[RelationKind {
        code: SharedStr::new("checks"),
        felt: Text::new("In check from {}.", "En échec : {}."),
        exerted: Text::new("Gives check to {}.", "Fait échec : {}."),
        begins: Text::new("Gives check to {}", "Met en échec : {}"),
        ends: Text::new("Ends the check to {}", "Lève l'échec : {}"),
        influence: Influence::Harms,
        aura: Aura::Threat,
        ruling: SharedStr::new("check"),
    }]),
    form: FORM,
    courier: COURIER,
    alerts: Cow::Borrowed(&[Named { code: SharedStr::new("check"), text: Text::new("Check!", "Échec !") }]),
    causes: Cow::Borrowed(&[
        Named { code: SharedStr::new("checkmate"), text: Text::new("checkmate", "échec et mat") },
        Named { code: SharedStr::new("stalemate"), text: Text::new("stalemate", "pat") },
        Named {
            code: SharedStr::new("fifty-moves"),
            text: Text::new(
                "fifty moves without a capture or a pawn's move",
                "cinquante coups sans capture ni coup de pion",
            ),
        },
        Named {
            code: SharedStr::new("dead-position"),
            text: Text::new("nobody can give checkmate any more", "plus personne ne peut mater"),
        },
    ]),
    credits: Cow::Borrowed(&[Credit {
        role: Text::new("Pictures of the pieces: Skoll, on", "Dessins des pièces : Skoll, sur"),
        who: SharedStr::new("game-icons.net"),
        link: Some(SharedStr::new("https://game-icons.net")),
        licence: Some(SharedStr::new("CC BY 3.0")),
    }]),
    rules_page: Text::page(include_str!("../texts/rules.en.md"), include_str!("../texts/rules.fr.md")),
};

static OPTIONS: [GameOption; 1] = [GameOption {
    code: SharedStr::new("start"),
    name: Text::new("Start", "Position de départ"),
    choices: Cow::Borrowed(&[
        OptionChoice {
            code: SharedStr::EMPTY,
            name: Text::new("As usual", "Habituel"),
            description: Text::new("The start that everybody knows.", "Le départ que tout le monde connaît."),
            draws: None,
        },
        OptionChoice {
            code: SharedStr::new("960"),
            name: Text::new("Chess960", "Échecs 960"),
            description: Text::new(
                "One of 960 starts with shuffled first ranks, drawn when the game begins.",
                "Un de 960 départs aux premières rangées mélangées, tiré au sort quand la partie commence.",
            ),
            draws: Some(WAYS as u32),
        },
    ]),
}];

pub(crate) static SHUFFLED: LazyLock<Metadata> = LazyLock::new(|| Metadata {
    name: Text::new("Chess960", "Échecs 960"),
    tagline: Text::new(
        "The one you know, begun where nobody knows it.",
        "Celui que vous connaissez, commencé là où personne ne le connaît.",
    ),
    cover: Cover {
        position: SharedStr::new("r3kbnr/pppq1ppp/3p4/3Np3/3PP3/5N2/PPP2PPP/R1BQKB1R w HAha - 0 1"),
        ..METADATA.cover.clone()
    },
    form: SHUFFLED_FORM,
    rules_page: Text { en: shuffled_page(Language::English), fr: shuffled_page(Language::French) },
    ..METADATA.clone()
});

/// Writes the rules page with what is otherwise on shuffled ranks.
fn shuffled_page(language: Language) -> SharedStr {
    static CASTLING: Text =
        Text::page(include_str!("../texts/shuffled.en.md"), include_str!("../texts/shuffled.fr.md"));
    let page = METADATA.rules_page.get(language).replace("KQkq", "HAha");
    // The section goes on to the next heading.
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
        "Steps to any neighbouring square that is not attacked. Once, if neither has moved, it castles with a rook."
        "Fait un pas vers toute case voisine qui n'est pas attaquée. Une fois, si ni l'un ni l'autre n'a bougé, il roque avec une tour.";
    'Q' 'q' "Queen" "Dame" Major "queen" "queen"
        "Moves any distance straight or diagonally."
        "Va aussi loin qu'elle veut, tout droit ou en diagonale.";
    'R' 'r' "Rook" "Tour" Plain "rook" "rook"
        "Moves any distance straight."
        "Va aussi loin qu'elle veut tout droit.";
    'B' 'b' "Bishop" "Fou" Plain "bishop" "bishop"
        "Moves any distance diagonally."
        "Va aussi loin qu'il veut en diagonale.";
    'N' 'n' "Knight" "Cavalier" Plain "knight" "knight"
        "Leaps two squares straight and one aside, over whatever stands between."
        "Saute de deux cases tout droit et d'une de côté, par-dessus tout.";
    'P' 'p' "Pawn" "Pion" Foot "pawn" "pawn"
        "Moves one square forward, or two from its first square, and captures one square diagonally forward. \
         It may take in passing a pawn that has just made a double step beside it. On the last rank it becomes \
         a queen, rook, bishop or knight."
        "Avance d'une case, ou de deux depuis sa case de départ, et capture d'une case en diagonale vers l'avant. \
         Il peut prendre en passant un pion qui vient d'avancer de deux cases à côté de lui. Sur la dernière \
         rangée, il devient dame, tour, fou ou cavalier.";
};
