use std::borrow::Cow;

use entourage_kernel::{
    Aura, Cover, Credit, Hue, Influence, Kind, Metadata, Named, PieceKind, Power, RelationKind, SharedStr,
    Text, Weight, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;

/// Describes Symmetron! 44 to people; the kinds stand in the order of `piece.rs`.
pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("symmetron44"),
    name: Text::new("Symmetron! 44", "Symmetron! 44"),
    tagline: Text::new(
        "Straight turns slanting, far turns near, Knights change sides.",
        "Le droit devient oblique, le lointain proche, et les Cavaliers changent de camp.",
    ),
    hue: Hue::Iris,
    cover: Cover {
        position: SharedStr::new("3k2n/p5b/H1bb3/4P2/PA2P2/3K3 [-|-] w"),
        moves: shared_strs!["a4b3", "g5f4", "b2c3xd4"],
        squares: shared_strs!["b1", "e4"],
    },
    rules_version: SharedStr::new("1"),
    sides: [Text::new("White", "Blancs"), Text::new("Black", "Noirs")],
    kinds: Cow::Borrowed(&KINDS),
    options: Cow::Borrowed(&[]),
    marks: Cow::Borrowed(&MARKS),
    relations: Cow::Borrowed(&RELATIONS),
    powers: Cow::Borrowed(&POWERS),
    form: FORM,
    courier: COURIER,
    alerts: Cow::Borrowed(&[Named { code: SharedStr::new("check"), text: Text::new("Check!", "Échec !") }]),
    causes: Cow::Borrowed(&CAUSES),
    credits: Cow::Borrowed(&CREDITS),
    rules_page: Text::page(include_str!("../texts/rules.en.md"), include_str!("../texts/rules.fr.md")),
};

/// Returns the anchor of the section of the rules page that tells how a kind moves.
pub(crate) fn chapter(kind: Kind) -> SharedStr {
    METADATA.kinds[kind.index()].chapter.clone()
}

static KINDS: [PieceKind; 10] = [
    PieceKind {
        letters: ['P', 'p'],
        name: Text::new("Pawn", "Pion"),
        description: Text::new(
            "Moves one step forward or sideways and captures one step diagonally forward. Beside its own SHS it may \
             become a Bawn, as a move. On the far rank it becomes a Dragon-Rook, an Advancer-Bishop or a Knight.",
            "Avance d'une case ou se décale d'une case, et capture d'un pas en diagonale vers l'avant. À côté de son \
             SHS, il peut devenir Bawn, ce qui compte pour un coup. Sur la dernière rangée, il devient Dragon-Tour, \
             Avanceur-Fou ou Cavalier.",
        ),
        art: SharedStr::new(include_str!("../art/pawn.svg")),
        weight: Weight::Foot,
        lamp: None,
        chapter: SharedStr::new("pawn"),
    },
    PieceKind {
        letters: ['B', 'b'],
        name: Text::new("Bawn", "Bawn"),
        description: Text::new(
            "Moves one step diagonally forward and captures one step forward or sideways. Beside its own SHS it may \
             become a Pawn, as a move. On the far rank it becomes a Dragon-Rook, an Advancer-Bishop or a Knight.",
            "Fait un pas en diagonale vers l'avant et capture d'un pas vers l'avant ou de côté. À côté de son SHS, il \
             peut devenir Pion, ce qui compte pour un coup. Sur la dernière rangée, il devient Dragon-Tour, \
             Avanceur-Fou ou Cavalier.",
        ),
        art: SharedStr::new(include_str!("../art/bawn.svg")),
        weight: Weight::Foot,
        lamp: None,
        chapter: SharedStr::new("pawn"),
    },
    PieceKind {
        letters: ['N', 'n'],
        name: Text::new("Knight", "Cavalier"),
        description: Text::new(
            "Moves and captures as in chess. When it is captured while the captor's Launching Square is empty, it \
             changes sides and waits there; from there it enters on any empty square.",
            "Se déplace et capture comme aux échecs. Capturé alors que la case de lancement de l'adversaire est vide, \
             il change de camp et y attend ; de là, il entre sur n'importe quelle case vide.",
        ),
        art: SharedStr::new(include_str!("../art/knight.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("knight"),
    },
    PieceKind {
        letters: ['R', 'r'],
        name: Text::new("Reducer", "Réducteur"),
        description: Text::new(
            "Moves one step in any direction, never captures and is never captured. From anywhere it may go to its own \
             empty Launching Square, and from there to any empty square. Enemy Advancers and Dragons next to it move \
             one square only, unless their own Reducer is next to them too. Right before or behind the enemy Reducer \
             it may explode with it.",
            "Fait un pas dans n'importe quelle direction, ne capture jamais et n'est jamais capturé. D'où qu'il soit, \
             il peut aller sur sa case de lancement si elle est vide, et de là sur n'importe quelle case vide. Les \
             Avanceurs et Dragons ennemis qui le touchent n'avancent que d'une case, sauf s'ils touchent aussi leur \
             propre Réducteur. Juste devant ou derrière le Réducteur ennemi, il peut exploser avec lui.",
        ),
        art: SharedStr::new(include_str!("../art/reducer.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Silence),
        chapter: SharedStr::new("reducer"),
    },
    PieceKind {
        letters: ['H', 'h'],
        name: Text::new("SHS", "SHS"),
        description: Text::new(
            "The Self-Hippogonal-Symmetrizer moves like the Reducer, and is as untouchable. Advancers and Dragons of its \
             own side next to it trade their lines: straight becomes diagonal, diagonal straight. Pawns and Bawns next \
             to it may become each other. Right before or behind the enemy SHS it may explode with it.",
            "Le Symétriseur hippogonal (Self-Hippogonal-Symmetrizer) se déplace comme le Réducteur et est intouchable \
             comme lui. Les Avanceurs et Dragons de son camp qui le touchent échangent leurs lignes : le droit devient \
             diagonal, le diagonal droit. Les Pions et Bawns qui le touchent peuvent se changer les uns en les autres. \
             Juste devant ou derrière le SHS ennemi, il peut exploser avec lui.",
        ),
        art: SharedStr::new(include_str!("../art/shs.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Turn),
        chapter: SharedStr::new("reducer"),
    },
    PieceKind {
        letters: ['A', 'a'],
        name: Text::new("Advancer-Rook", "Avanceur-Tour"),
        description: Text::new(
            "Slides any number of empty squares along a file or rank; then it may capture the enemy on the very next \
             square of its line, without going there. It must move to capture. Beside its own SHS it moves as an \
             Advancer-Bishop.",
            "Glisse sur des cases vides le long d'une colonne ou d'une rangée, puis peut capturer l'ennemi qui se trouve \
             sur la case suivante de sa ligne, sans y aller. Il doit bouger pour capturer. À côté de son SHS, il se \
             déplace comme un Avanceur-Fou.",
        ),
        art: SharedStr::new(include_str!("../art/advancer-rook.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("advancer"),
    },
    PieceKind {
        letters: ['V', 'v'],
        name: Text::new("Advancer-Bishop", "Avanceur-Fou"),
        description: Text::new(
            "Slides any number of empty squares diagonally; then it may capture the enemy on the very next square of \
             its line, without going there. It must move to capture. Beside its own SHS it moves as an Advancer-Rook.",
            "Glisse sur des cases vides en diagonale, puis peut capturer l'ennemi qui se trouve sur la case suivante de \
             sa ligne, sans y aller. Il doit bouger pour capturer. À côté de son SHS, il se déplace comme un \
             Avanceur-Tour.",
        ),
        art: SharedStr::new(include_str!("../art/advancer-bishop.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("advancer"),
    },
    PieceKind {
        letters: ['D', 'd'],
        name: Text::new("Dragon-Bishop", "Dragon-Fou"),
        description: Text::new(
            "Moves and captures any distance diagonally, or one step straight. Beside its own SHS it moves as a \
             Dragon-Rook.",
            "Se déplace et capture aussi loin qu'il veut en diagonale, ou d'un pas tout droit. À côté de son SHS, il se \
             déplace comme un Dragon-Tour.",
        ),
        art: SharedStr::new(include_str!("../art/dragon-bishop.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("dragon"),
    },
    PieceKind {
        letters: ['G', 'g'],
        name: Text::new("Dragon-Rook", "Dragon-Tour"),
        description: Text::new(
            "Moves and captures any distance straight, or one step diagonally. Beside its own SHS it moves as a \
             Dragon-Bishop.",
            "Se déplace et capture aussi loin qu'il veut tout droit, ou d'un pas en diagonale. À côté de son SHS, il se \
             déplace comme un Dragon-Fou.",
        ),
        art: SharedStr::new(include_str!("../art/dragon-rook.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("dragon"),
    },
    PieceKind {
        letters: ['K', 'k'],
        name: Text::new("King", "Roi"),
        description: Text::new(
            "Moves and captures one step straight when it stands in its own Palace, one step diagonally when it stands \
             anywhere else. The Palace is the block of three by two squares around its first square. Checkmate loses \
             the game.",
            "Se déplace et capture d'un pas tout droit quand il est dans son Palais, d'un pas en diagonale quand il est \
             ailleurs. Le Palais est le bloc de trois cases sur deux autour de sa case de départ. Mat, la partie est \
             perdue.",
        ),
        art: SharedStr::new(include_str!("../art/king.svg")),
        weight: Weight::Heart,
        lamp: None,
        chapter: SharedStr::new("king"),
    },
];

pub(crate) static MEANINGS: [Named; 2] = [
    Named {
        code: SharedStr::new("symmetrised"),
        text: Text::new(
            "Beside its own SHS it trades its lines: straight for diagonal, diagonal for straight.",
            "À côté de son SHS elle échange ses lignes : le droit pour la diagonale, la diagonale pour le droit.",
        ),
    },
    Named {
        code: SharedStr::new("reduced"),
        text: Text::new(
            "Beside an enemy Reducer it moves one square only.",
            "À côté d'un Réducteur ennemi elle n'avance que d'une case.",
        ),
    },
];

static MARKS: [Named; 2] = [
    Named { code: SharedStr::new("symmetrised"), text: Text::new("Symmetrised", "Symétrisé") },
    Named { code: SharedStr::new("reduced"), text: Text::new("Reduced", "Réduit") },
];

static POWERS: [Power; 5] = [
    Power {
        code: SharedStr::new("symmetrised"),
        text: Text::new(
            "Advancers and Dragons next to their own SHS trade straight and diagonal.",
            "Les Avanceurs et les Dragons à côté de leur propre SHS échangent droit et diagonale.",
        ),
        relation: Some(SharedStr::new("symmetrises")),
        reason: Some(SharedStr::new("symmetrised")),
    },
    Power {
        code: SharedStr::new("mutate"),
        text: Text::new(
            "A Pawn next to its own SHS may become a Bawn, and a Bawn a Pawn.",
            "Un Pion à côté de son propre SHS peut devenir un Bawn, et un Bawn un Pion.",
        ),
        relation: Some(SharedStr::new("mutates")),
        reason: None,
    },
    Power {
        code: SharedStr::new("reduced"),
        text: Text::new(
            "Advancers and Dragons next to the enemy Reducer go one square only, unless their own is next to them, too.",
            "Les Avanceurs et les Dragons à côté du Réducteur ennemi n'avancent que d'une case, sauf si le leur les touche aussi.",
        ),
        relation: Some(SharedStr::new("reduces")),
        reason: Some(SharedStr::new("reduced")),
    },
    Power {
        code: SharedStr::new("untouchable"),
        text: Text::new(
            "A Reducer or an SHS cannot be captured.",
            "Un Réducteur ou un SHS ne peut être capturé.",
        ),
        relation: None,
        reason: Some(SharedStr::new("untouchable")),
    },
    Power {
        code: SharedStr::new("explosion"),
        text: Text::new(
            "A Reducer or an SHS may explode with its enemy like, next to it on its file.",
            "Un Réducteur ou un SHS peut exploser avec son semblable ennemi, à côté de lui sur sa colonne.",
        ),
        relation: Some(SharedStr::new("explodes")),
        reason: None,
    },
];

// The other piece is named after a colon, so that no article or gender of its name is needed.
static RELATIONS: [RelationKind; 6] = [
    RelationKind {
        code: SharedStr::new("symmetrises"),
        felt: Text::new(
            "Symmetrised, straight for diagonal, by: {}.",
            "Symétrisé, droit pour diagonal, par : {}.",
        ),
        exerted: Text::new("Symmetrises: {}.", "Symétrise : {}."),
        begins: Text::new("Symmetrises {}", "Symétrise : {}"),
        ends: Text::new("No longer symmetrises {}", "Ne symétrise plus : {}"),
        influence: Influence::Helps,
        aura: Aura::Turn,
        ruling: SharedStr::new("power-1"),
    },
    RelationKind {
        code: SharedStr::new("mutates"),
        felt: Text::new("May mutate beside: {}.", "Peut muter à côté de : {}."),
        exerted: Text::new("Lets mutate: {}.", "Permet de muter à : {}."),
        begins: Text::new("Lets {} mutate", "Permet de muter à : {}"),
        ends: Text::new("No longer lets {} mutate", "Ne permet plus de muter à : {}"),
        influence: Influence::Helps,
        aura: Aura::Chance,
        ruling: SharedStr::new("power-2"),
    },
    RelationKind {
        code: SharedStr::new("reduces"),
        felt: Text::new("Reduced to one square by: {}.", "Réduit à une case par : {}."),
        exerted: Text::new("Reduces: {}.", "Réduit : {}."),
        begins: Text::new("Reduces {} to one square", "Réduit à une case : {}"),
        ends: Text::new("Frees {} from being reduced", "Libère de la réduction : {}"),
        influence: Influence::Harms,
        aura: Aura::Press,
        ruling: SharedStr::new("power-3"),
    },
    RelationKind {
        code: SharedStr::new("frees"),
        felt: Text::new(
            "Next to the enemy Reducer, but kept from being reduced by: {}.",
            "À côté du Réducteur ennemi, mais préservé par : {}.",
        ),
        exerted: Text::new("Keeps from being reduced: {}.", "Préserve de la réduction : {}."),
        begins: Text::new("Keeps {} from being reduced", "Préserve de la réduction : {}"),
        ends: Text::new("No longer keeps {} from being reduced", "Ne préserve plus de la réduction : {}"),
        influence: Influence::Helps,
        aura: Aura::Shelter,
        ruling: SharedStr::new("power-3"),
    },
    RelationKind {
        code: SharedStr::new("explodes"),
        felt: Text::new("May be made to explode by: {}.", "Peut exploser du fait de : {}."),
        exerted: Text::new("May explode with: {}.", "Peut exploser avec : {}."),
        begins: Text::new("Puts {} within reach of an explosion", "Met à portée d'une explosion : {}"),
        ends: Text::new("Takes {} out of reach of an explosion", "Met hors de portée d'une explosion : {}"),
        influence: Influence::Harms,
        aura: Aura::Chance,
        ruling: SharedStr::new("power-5"),
    },
    RelationKind {
        code: SharedStr::new("checks"),
        felt: Text::new("In check from: {}.", "En échec par : {}."),
        exerted: Text::new("Gives check to: {}.", "Met en échec : {}."),
        begins: Text::new("Gives check to {}", "Met en échec : {}"),
        ends: Text::new("Ends the check to {}", "Lève l'échec : {}"),
        influence: Influence::Harms,
        aura: Aura::Threat,
        ruling: SharedStr::new("turn"),
    },
];

static CAUSES: [Named; 3] = [
    Named { code: SharedStr::new("checkmate"), text: Text::new("checkmate", "échec et mat") },
    Named { code: SharedStr::new("stalemate"), text: Text::new("stalemate", "pat") },
    Named {
        code: SharedStr::new("three-left"),
        text: Text::new("only three pieces left", "plus que trois pièces"),
    },
];

const CC_BY: Option<SharedStr> = Some(SharedStr::new("CC BY 3.0"));

static CREDITS: [Credit; 6] = [
    Credit {
        role: Text::new("Inventor of the game", "Inventeur du jeu"),
        who: SharedStr::new("Antoine Fourrière"),
        link: None,
        licence: None,
    },
    Credit {
        role: Text::new("Inventor of the game", "Inventeur du jeu"),
        who: SharedStr::new("Roberto Lavieri"),
        link: None,
        licence: None,
    },
    Credit {
        role: Text::new(
            "Art: Pawn, Knight, Advancer-Rook, Advancer-Bishop, King",
            "Dessins : Pion, Cavalier, Avanceur-Tour, Avanceur-Fou, Roi",
        ),
        who: SharedStr::new("Skoll"),
        link: Some(SharedStr::new("https://game-icons.net")),
        licence: CC_BY,
    },
    Credit {
        role: Text::new("Art: Bawn, Dragon-Bishop", "Dessins : Bawn, Dragon-Fou"),
        who: SharedStr::new("Lorc"),
        link: Some(SharedStr::new("https://game-icons.net")),
        licence: CC_BY,
    },
    Credit {
        role: Text::new("Art: Reducer, SHS, Dragon-Rook", "Dessins : Réducteur, SHS, Dragon-Tour"),
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
