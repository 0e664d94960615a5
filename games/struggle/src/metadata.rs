use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Cover, Credit, Hue, Metadata, Named, PieceKind, Power, RelationKind, SharedStr, Text, Weight, credits,
    named, powers, relation_kinds, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;
use crate::relations::mark_names;

/// The game's metadata; the kinds are in the order of `piece.rs`.
pub(crate) static METADATA: LazyLock<Metadata> = LazyLock::new(|| Metadata {
    id: SharedStr::new("struggle"),
    name: Text::new("Struggle", "Struggle"),
    tagline: Text::new(
        "Six pieces that never move backward, and three Rules that you choose.",
        "Six pièces qui ne reculent jamais, et trois Règles que vous choisissez.",
    ),
    goal: Text::new(
        "Get your White to the far corner, or capture the enemy White.",
        "Amenez votre Blanc au coin opposé, ou capturez le Blanc ennemi.",
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
    "Steps to a neighbouring space or jumps over a neighbour, sideways or forward, and can keep jumping. Enemies that it \
     jumps are captured, unless a Rule says otherwise. It can carry a Rule.",
    "Fait un pas vers une case voisine ou saute par-dessus une pièce voisine, de côté ou en avant, et peut sauter encore. \
     Les ennemis par-dessus lesquels elle saute sont capturés, sauf si une Règle en décide autrement. Elle peut porter une Règle.",
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

static POWERS: [Power; 1] = powers! {
    "pact" "pact" "pact-forbids"
        "Two pieces bound by a Pact cannot jump each other."
        "Deux pièces liées par un Pacte ne peuvent pas sauter l'une par-dessus l'autre.";
};

static RELATIONS: [RelationKind; 1] = relation_kinds! {
    "pact" Binds Bond "pact"
        felt "Bound by a Pact: the two pieces cannot jump each other. {}."
            "Liée par un Pacte : les deux pièces ne peuvent pas sauter l'une par-dessus l'autre. {}."
        exerted "Bound by a Pact: the two pieces cannot jump each other. {}."
            "Liée par un Pacte : les deux pièces ne peuvent pas sauter l'une par-dessus l'autre. {}."
        begins "Binds by a Pact: {}" "Lie par un Pacte : {}"
        ends "Ends the Pact of {}" "Met fin au Pacte de : {}";
};

static KINDS: [PieceKind; 7] = [
    PieceKind {
        letters: ['W', 'w'],
        name: Text::new("White", "Blanc"),
        description: Text::new(
            "Moves like the other pieces. If it is captured, you lose; if it lands where the enemy White started, you win. \
             When it lands on the fourth row from your opponent, it zaps: all enemy pieces in their home base are \
             captured. It cannot carry a Rule.",
            "Se déplace comme les autres pièces. S'il est capturé, vous perdez ; s'il atteint la case de départ du Blanc \
             ennemi, vous gagnez. Quand il atteint la quatrième rangée à partir de l'adversaire, il foudroie : toutes \
             les pièces ennemies dans leur base sont capturées. Il ne peut pas porter de Règle.",
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
            "A converted piece. Moves like the other pieces and carries no Rule.",
            "Une pièce convertie. Se déplace comme les autres et ne porte aucune Règle.",
        ),
        art: SharedStr::new(include_str!("../art/grey.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("conversion"),
    },
];

static CAUSES: [Named; 3] = named! {
    "white-captured" "the enemy White is captured" "le Blanc ennemi est capturé";
    "goal" "White has reached its goal" "le Blanc a atteint son but";
    "passes" "both players passed in succession" "les deux joueurs ont passé l'un après l'autre";
};

static CREDITS: [Credit; 6] = credits! {
    "Inventor of the game" "Inventeur du jeu" "Jesse Clifton" - -;
    "Inventor of the game" "Inventeur du jeu" "Elijah Cohen" - -;
    "Inventor of the game" "Inventeur du jeu" "James Krause" - -;
    "Art: Black, Blue, Red, Yellow, Grey" "Dessins : Noir, Bleu, Rouge, Jaune, Gris"
        "Lorc" "https://lorcblog.blogspot.com" "CC BY 3.0";
    "Art: White, Green" "Dessins : Blanc, Vert" "Delapouite" "https://delapouite.com" "CC BY 3.0";
    "Collection of the art" "Recueil des dessins" "game-icons.net" "https://game-icons.net" "CC BY 3.0";
};
