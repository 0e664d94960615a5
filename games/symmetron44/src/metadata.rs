use std::borrow::Cow;

use entourage_kernel::{
    Cover, Credit, Hue, Kind, Metadata, Named, PieceKind, Power, RelationKind, SharedStr, Text, credits, named,
    piece_kinds, powers, relation_kinds, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;

pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("symmetron44"),
    name: Text::new("Symmetron! 44", "Symmetron! 44"),
    tagline: Text::new(
        "Straight lines turn diagonal, long moves get shorter, and Knights change sides.",
        "Les lignes droites deviennent diagonales, les longs déplacements raccourcissent et les Cavaliers changent de camp.",
    ),
    goal: Text::new(
        "Checkmate the King, or leave your opponent with three pieces.",
        "Matez le Roi, ou ne laissez que trois pièces à votre adversaire.",
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

pub(crate) fn chapter(kind: Kind) -> SharedStr {
    METADATA.kinds[kind.index()].chapter.clone()
}

static KINDS: [PieceKind; 10] = piece_kinds! {
    'P' 'p' "Pawn" "Pion" Foot "pawn" "pawn"
        "Moves one step forward or sideways and captures one step diagonally forward. Beside its own SHS it can \
         become a Bawn, as a move. On the far rank it becomes a Dragon-Rook, an Advancer-Bishop or a Knight."
        "Avance d'une case ou se décale d'une case, et capture d'un pas en diagonale vers l'avant. À côté de son \
         SHS, il peut devenir Bawn, ce qui compte pour un coup. Sur la dernière rangée, il devient Dragon-Tour, \
         Avanceur-Fou ou Cavalier.";
    'B' 'b' "Bawn" "Bawn" Foot "pawn" "bawn"
        "Moves one step diagonally forward and captures one step forward or sideways. Beside its own SHS it can \
         become a Pawn, as a move. On the far rank it becomes a Dragon-Rook, an Advancer-Bishop or a Knight."
        "Fait un pas en diagonale vers l'avant et capture d'un pas vers l'avant ou de côté. À côté de son SHS, il \
         peut devenir Pion, ce qui compte pour un coup. Sur la dernière rangée, il devient Dragon-Tour, \
         Avanceur-Fou ou Cavalier.";
    'N' 'n' "Knight" "Cavalier" Plain "knight" "knight"
        "Moves and captures as in chess. When it is captured while the captor's Launching Square is empty, it \
         changes sides and waits there; from there it enters on any empty square."
        "Se déplace et capture comme aux échecs. Capturé alors que la case de lancement de l'adversaire est vide, \
         il change de camp et y attend ; de là, il entre sur n'importe quelle case vide.";
    'R' 'r' "Reducer" "Réducteur" Major Silence "reducer" "reducer"
        "Moves one step in any direction, never captures and is never captured. From anywhere it can go to its own \
         empty Launching Square, and from there to any empty square. Enemy Advancers and Dragons next to it move \
         one square only, unless their own Reducer is next to them too. Directly in front of or behind the enemy Reducer \
         it can explode with it."
        "Fait un pas dans n'importe quelle direction, ne capture jamais et n'est jamais capturé. D'où qu'il soit, \
         il peut aller sur sa case de lancement si elle est vide, et de là sur n'importe quelle case vide. Les \
         Avanceurs et Dragons ennemis qui le touchent n'avancent que d'une case, sauf s'ils touchent aussi leur \
         propre Réducteur. Juste devant ou derrière le Réducteur ennemi, il peut exploser avec lui.";
    'H' 'h' "SHS" "SHS" Major Turn "reducer" "shs"
        "The Self-Hippogonal-Symmetrizer moves like the Reducer and is just as untouchable. Advancers and Dragons of its \
         own side next to it swap their lines: straight becomes diagonal and diagonal straight. Pawns and Bawns next \
         to it can become each other. Directly in front of or behind the enemy SHS it can explode with it."
        "Le Symétriseur hippogonal (Self-Hippogonal-Symmetrizer) se déplace comme le Réducteur et est intouchable \
         comme lui. Les Avanceurs et Dragons de son camp qui le touchent échangent leurs lignes : le droit devient \
         diagonal, le diagonal droit. Les Pions et Bawns qui le touchent peuvent se changer les uns en les autres. \
         Juste devant ou derrière le SHS ennemi, il peut exploser avec lui.";
    'A' 'a' "Advancer-Rook" "Avanceur-Tour" Plain "advancer" "advancer-rook"
        "Slides any number of empty squares along a file or rank, and can then capture the enemy on the very next \
         square of its line, without going there. It must move to capture. Beside its own SHS it moves as an \
         Advancer-Bishop."
        "Glisse sur des cases vides le long d'une colonne ou d'une rangée, puis peut capturer l'ennemi qui se trouve \
         sur la case suivante de sa ligne, sans y aller. Il doit bouger pour capturer. À côté de son SHS, il se \
         déplace comme un Avanceur-Fou.";
    'V' 'v' "Advancer-Bishop" "Avanceur-Fou" Plain "advancer" "advancer-bishop"
        "Slides any number of empty squares diagonally, and can then capture the enemy on the very next square of \
         its line, without going there. It must move to capture. Beside its own SHS it moves as an Advancer-Rook."
        "Glisse sur des cases vides en diagonale, puis peut capturer l'ennemi qui se trouve sur la case suivante de \
         sa ligne, sans y aller. Il doit bouger pour capturer. À côté de son SHS, il se déplace comme un \
         Avanceur-Tour.";
    'D' 'd' "Dragon-Bishop" "Dragon-Fou" Plain "dragon" "dragon-bishop"
        "Moves and captures any distance diagonally, or one step straight. Beside its own SHS it moves as a \
         Dragon-Rook."
        "Se déplace et capture aussi loin qu'il veut en diagonale, ou d'un pas en ligne droite. À côté de son SHS, il se \
         déplace comme un Dragon-Tour.";
    'G' 'g' "Dragon-Rook" "Dragon-Tour" Plain "dragon" "dragon-rook"
        "Moves and captures any distance straight, or one step diagonally. Beside its own SHS it moves as a \
         Dragon-Bishop."
        "Se déplace et capture aussi loin qu'il veut en ligne droite, ou d'un pas en diagonale. À côté de son SHS, il se \
         déplace comme un Dragon-Fou.";
    'K' 'k' "King" "Roi" Heart "king" "king"
        "Moves and captures one step straight when it is in its own Palace, one step diagonally when it is \
         anywhere else. The Palace is the block of three by two squares around its start square. Checkmate loses \
         the game."
        "Se déplace et capture d'un pas en ligne droite quand il est dans son Palais, d'un pas en diagonale quand il est \
         ailleurs. Le Palais est le bloc de trois cases sur deux autour de sa case de départ. Un échec et mat fait perdre \
         la partie.";
};

pub(crate) static MEANINGS: [Named; 2] = named! {
    "symmetrised"
        "Beside its own SHS it swaps its lines: straight for diagonal, or vice versa."
        "À côté de son SHS, elle échange ses lignes : droites contre diagonales, ou inversement.";
    "reduced"
        "Beside the enemy Reducer it moves only one square."
        "À côté du Réducteur ennemi, elle n'avance que d'une case.";
};

static MARKS: [Named; 2] = named! {
    "symmetrised" "Symmetrised" "Symétrisé";
    "reduced" "Reduced" "Réduit";
};

static POWERS: [Power; 5] = powers! {
    "symmetrised" "symmetrises" "symmetrised"
        "Advancers and Dragons next to their own SHS swap straight and diagonal lines."
        "Les Avanceurs et les Dragons à côté de leur propre SHS échangent lignes droites et diagonales.";
    "mutate" "mutates" -
        "A Pawn next to its own SHS can become a Bawn, and a Bawn a Pawn."
        "Un Pion à côté de son propre SHS peut devenir un Bawn, et un Bawn un Pion.";
    "reduced" "reduces" "reduced"
        "Advancers and Dragons next to the enemy Reducer move only one square, unless their own Reducer is next to them too."
        "Les Avanceurs et les Dragons à côté du Réducteur ennemi n'avancent que d'une case, sauf si leur propre Réducteur les touche aussi.";
    "untouchable" - "untouchable"
        "A Reducer or an SHS cannot be captured."
        "Un Réducteur ou un SHS ne peut pas être capturé.";
    "explosion" "explodes" -
        "A Reducer or an SHS can explode with its enemy counterpart next to it on its file."
        "Un Réducteur ou un SHS peut exploser avec son semblable ennemi, à côté de lui sur sa colonne.";
};

// The other piece's name comes after a colon, so that French needs neither an article nor agreement in gender.
static RELATIONS: [RelationKind; 6] = relation_kinds! {
    "symmetrises" Helps Turn "power-1"
        felt "Symmetrised (straight and diagonal lines swapped) by: {}." "Symétrisé (lignes droites et diagonales échangées) par : {}."
        exerted "Symmetrises: {}." "Symétrise : {}."
        begins "Symmetrises {}" "Symétrise : {}"
        ends "No longer symmetrises {}" "Ne symétrise plus : {}";
    "mutates" Helps Chance "power-2"
        felt "Can mutate beside: {}." "Peut muter à côté de : {}."
        exerted "Enables mutation of: {}." "Permet de muter à : {}."
        begins "Lets {} mutate" "Permet de muter à : {}"
        ends "No longer lets {} mutate" "Ne permet plus de muter à : {}";
    "reduces" Harms Press "power-3"
        felt "Reduced to one square by: {}." "Réduit à une case par : {}."
        exerted "Reduces: {}." "Réduit : {}."
        begins "Reduces {} to one square" "Réduit à une case : {}"
        ends "Frees {} from reduction" "Libère de la réduction : {}";
    "frees" Helps Shelter "power-3"
        felt "Next to the enemy Reducer, but protected from reduction by: {}."
            "À côté du Réducteur ennemi, mais préservé par : {}."
        exerted "Protects from reduction: {}." "Préserve de la réduction : {}."
        begins "Protects {} from reduction" "Préserve de la réduction : {}"
        ends "No longer protects {} from reduction" "Ne préserve plus de la réduction : {}";
    "explodes" Harms Chance "power-5"
        felt "Can be made to explode by: {}." "Peut être entraîné dans une explosion par : {}."
        exerted "Can explode with: {}." "Peut exploser avec : {}."
        begins "Puts {} within reach of an explosion" "Met à portée d'une explosion : {}"
        ends "Takes {} out of reach of an explosion" "Met hors de portée d'une explosion : {}";
    "checks" Harms Threat "turn"
        felt "In check from: {}." "Mis en échec par : {}."
        exerted "Gives check to: {}." "Met en échec : {}."
        begins "Gives check to {}" "Met en échec : {}"
        ends "Ends the check to {}" "Lève l'échec : {}";
};

static CAUSES: [Named; 3] = named! {
    "checkmate" "checkmate" "échec et mat";
    "stalemate" "stalemate" "pat";
    "three-left" "only three pieces left" "plus que trois pièces";
};

static CREDITS: [Credit; 6] = credits! {
    "Inventor of the game" "Inventeur du jeu" "Antoine Fourrière" - -;
    "Inventor of the game" "Inventeur du jeu" "Roberto Lavieri" - -;
    "Art: Pawn, Knight, Advancer-Rook, Advancer-Bishop, King" "Dessins : Pion, Cavalier, Avanceur-Tour, Avanceur-Fou, Roi"
        "Skoll" "https://game-icons.net" "CC BY 3.0";
    "Art: Bawn, Dragon-Bishop" "Dessins : Bawn, Dragon-Fou" "Lorc" "https://game-icons.net" "CC BY 3.0";
    "Art: Reducer, SHS, Dragon-Rook" "Dessins : Réducteur, SHS, Dragon-Tour"
        "Delapouite" "https://delapouite.com" "CC BY 3.0";
    "Collection of the art" "Recueil des dessins" "game-icons.net" "https://game-icons.net" "CC BY 3.0";
};
