use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Aura, Cover, Credit, Hue, Influence, Metadata, Named, PieceKind, Power, RelationKind, SharedStr, Text,
    Weight, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;
use crate::relations::mark_names;

/// Describes Struggle to people; the kinds stand in the order of `piece.rs`.
pub(crate) static METADATA: LazyLock<Metadata> = LazyLock::new(|| Metadata {
    id: SharedStr::new("struggle"),
    name: Text::new("Struggle", "Struggle"),
    tagline: Text::new(
        "Six pieces that never turn back, and three Rules that you choose.",
        "Six pièces qui ne reculent jamais, et trois Règles que vous choisissez.",
    ),
    hue: Hue::Rose,
    cover: Cover {
        position: SharedStr::new("w/2/3/1y2/1k3/b5/2gr1/2GW2/1B1Y1/2R1/3/K1/1 1 - pact - - -"),
        moves: shared_strs!["c6||c7", "d6:d7:e8"],
        squares: shared_strs!["b6", "e8"],
    },
    rules_version: SharedStr::new("1"),
    sides: [Text::new("Player 1", "Joueur 1"), Text::new("Player 2", "Joueur 2")],
    kinds: Cow::Borrowed(&KINDS),
    options: Cow::Borrowed(&[]),
    marks: mark_names().into(),
    relations: Cow::Borrowed(&RELATIONS),
    powers: Cow::Borrowed(&POWERS),
    form: FORM,
    courier: COURIER,
    alerts: Cow::Borrowed(&[]),
    causes: Cow::Borrowed(&CAUSES),
    credits: Cow::Borrowed(&CREDITS),
    rules_page: Text::page(include_str!("../texts/rules.en.md"), include_str!("../texts/rules.fr.md")),
});

const WAYS: Text = Text::new(
    "Steps to a neighbouring space or jumps over a neighbour, sideways or forward, and may jump on. Enemies that it \
     jumps are captured, unless a Rule says otherwise. It may carry a Rule.",
    "Fait un pas vers un espace voisin ou saute une pièce voisine, de côté ou en avant, et peut sauter encore. Les \
     ennemis qu'elle saute sont capturés, sauf si une Règle dit autre chose. Elle peut porter une Règle.",
);

const fn colour(letters: [char; 2], name: Text, art: &'static str) -> PieceKind {
    PieceKind {
        letters,
        name,
        description: WAYS,
        art: SharedStr::new(art),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("step"),
    }
}

static POWERS: [Power; 1] = [Power {
    code: SharedStr::new("pact"),
    text: Text::new(
        "Two pieces that are bound by a Pact spare each other.",
        "Deux pièces liées par un Pacte s'épargnent.",
    ),
    relation: Some(SharedStr::new("pact")),
    reason: Some(SharedStr::new("pact-forbids")),
}];

static RELATIONS: [RelationKind; 1] = [RelationKind {
    code: SharedStr::new("pact"),
    felt: Text::new(
        "Bound by a Pact: it and the other piece spare each other. {}.",
        "Liée par un Pacte : elle et l'autre pièce s'épargnent. {}.",
    ),
    exerted: Text::new(
        "Bound by a Pact: it and the other piece spare each other. {}.",
        "Liée par un Pacte : elle et l'autre pièce s'épargnent. {}.",
    ),
    begins: Text::new("Binds by a Pact: {}", "Lie par un Pacte : {}"),
    ends: Text::new("Dissolves the Pact of {}", "Rompt le Pacte de : {}"),
    influence: Influence::Binds,
    aura: Aura::Bond,
    ruling: SharedStr::new("pact"),
}];

static KINDS: [PieceKind; 7] = [
    PieceKind {
        letters: ['W', 'w'],
        name: Text::new("White", "Blanc"),
        description: Text::new(
            "Moves as the others do. If it is captured, you lose; if it lands where the enemy White started, you win. \
             When it lands on the fourth row from your opponent, it zaps: all enemy pieces in their home base are \
             captured. No Rule is bound to it.",
            "Se déplace comme les autres. S'il est capturé, vous perdez ; s'il atteint l'espace d'où est parti le Blanc \
             ennemi, vous gagnez. Quand il atteint la quatrième rangée à partir de l'adversaire, il foudroie : toutes \
             les pièces ennemies dans leur base sont capturées. Aucune Règle ne s'attache à lui.",
        ),
        art: SharedStr::new(include_str!("../art/white.svg")),
        weight: Weight::Heart,
        lamp: None,
        chapter: SharedStr::new("white"),
    },
    colour(['K', 'k'], Text::new("Black", "Noir"), include_str!("../art/black.svg")),
    colour(['B', 'b'], Text::new("Blue", "Bleu"), include_str!("../art/blue.svg")),
    colour(['G', 'g'], Text::new("Green", "Vert"), include_str!("../art/green.svg")),
    colour(['R', 'r'], Text::new("Red", "Rouge"), include_str!("../art/red.svg")),
    colour(['Y', 'y'], Text::new("Yellow", "Jaune"), include_str!("../art/yellow.svg")),
    PieceKind {
        letters: ['X', 'x'],
        name: Text::new("Grey", "Gris"),
        description: Text::new(
            "A piece that was converted. Moves as the others do and carries no Rule.",
            "Une pièce convertie. Se déplace comme les autres et ne porte aucune Règle.",
        ),
        art: SharedStr::new(include_str!("../art/grey.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("conversion"),
    },
];

static CAUSES: [Named; 3] = [
    Named {
        code: SharedStr::new("white-captured"),
        text: Text::new("the enemy White is captured", "le Blanc ennemi est capturé"),
    },
    Named {
        code: SharedStr::new("goal"),
        text: Text::new("White has come home", "le Blanc est arrivé au but"),
    },
    Named {
        code: SharedStr::new("passes"),
        text: Text::new("both players passed in succession", "les deux joueurs ont passé de suite"),
    },
];

const CC_BY: Option<SharedStr> = Some(SharedStr::new("CC BY 3.0"));
const INVENTOR: Text = Text::new("Inventor of the game", "Inventeur du jeu");

static CREDITS: [Credit; 6] = [
    Credit { role: INVENTOR, who: SharedStr::new("Jesse Clifton"), link: None, licence: None },
    Credit { role: INVENTOR, who: SharedStr::new("Elijah Cohen"), link: None, licence: None },
    Credit { role: INVENTOR, who: SharedStr::new("James Krause"), link: None, licence: None },
    Credit {
        role: Text::new("Art: Black, Blue, Red, Yellow, Grey", "Dessins : Noir, Bleu, Rouge, Jaune, Gris"),
        who: SharedStr::new("Lorc"),
        link: Some(SharedStr::new("https://lorcblog.blogspot.com")),
        licence: CC_BY,
    },
    Credit {
        role: Text::new("Art: White, Green", "Dessins : Blanc, Vert"),
        who: SharedStr::new("Delapouite"),
        link: Some(SharedStr::new("https://delapouite.com")),
        licence: CC_BY,
    },
    Credit {
        role: Text::new("Collection of the art", "Recueil des dessins"),
        who: SharedStr::new("game-icons.net"),
        link: Some(SharedStr::new("https://game-icons.net")),
        licence: CC_BY,
    },
];
