use std::borrow::Cow;

use entourage_kernel::{
    Aura, Cover, Credit, GameOption, Hue, Influence, Kind, Metadata, Named, OptionChoice, PieceKind, Power,
    RelationKind, SharedStr, Text, Weight, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;

/// Describes The Toddler to people; the kinds stand in the order of `piece.rs`.
pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("toddler"),
    name: Text::new("The Toddler", "The Toddler"),
    tagline: Text::new(
        "Two families, two defenceless children, and guardians all around.",
        "Deux familles, deux enfants sans défense, et tout un monde qui veille sur eux.",
    ),
    hue: Hue::Jade,
    cover: Cover {
        position: SharedStr::new("10t/11/11/11/11/11/11/3s3g3/4SP5/3E2T4/5W5 w -"),
        moves: shared_strs!["f11f10", "h8e8"],
        squares: shared_strs!["d8", "g10"],
    },
    rules_version: SharedStr::new("1"),
    sides: [Text::new("White", "Blancs"), Text::new("Black", "Noirs")],
    kinds: Cow::Borrowed(&KINDS),
    options: Cow::Borrowed(&OPTIONS),
    marks: Cow::Borrowed(&MARKS),
    relations: Cow::Borrowed(&RELATIONS),
    powers: Cow::Borrowed(&POWERS),
    form: FORM,
    courier: COURIER,
    alerts: Cow::Borrowed(&[Named { code: SharedStr::new("threat"), text: Text::new("Threat!", "Menace !") }]),
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
        letters: ['T', 't'],
        name: Text::new("Toddler", "Bambin"),
        description: Text::new(
            "Steps to any neighbouring square. Lose it and you lose the game. While it is minor, that is while its \
             Emperor or its Empress is on the board, it captures nothing but may trade places with one of its Nurses. \
             Once both parents are gone it is major: it captures as it steps, and trades no more.",
            "Fait un pas vers n'importe quelle case voisine. Le perdre, c'est perdre la partie. Tant qu'il est \
             mineur, c'est-à-dire tant que son Empereur ou son Impératrice est en jeu, il ne capture rien mais peut \
             échanger sa place avec une de ses Nurses. Quand ses deux parents ont disparu, il est majeur : il \
             capture comme il marche, et n'échange plus.",
        ),
        art: SharedStr::new(include_str!("../art/toddler.svg")),
        weight: Weight::Heart,
        lamp: None,
        chapter: SharedStr::new("toddler"),
    },
    PieceKind {
        letters: ['E', 'e'],
        name: Text::new("Emperor", "Empereur"),
        description: Text::new(
            "Moves and captures any distance straight or diagonally, like a chess queen. As long as he has his \
             Empress in sight, she cannot be captured.",
            "Se déplace et capture aussi loin qu'il veut, tout droit ou en diagonale, comme une dame aux échecs. \
             Tant qu'il voit son Impératrice, elle ne peut pas être capturée.",
        ),
        art: SharedStr::new(include_str!("../art/emperor.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Sight),
        chapter: SharedStr::new("emperor"),
    },
    PieceKind {
        letters: ['I', 'i'],
        name: Text::new("Empress", "Impératrice"),
        description: Text::new(
            "Moves and captures like a chess queen. From anywhere she may also leap over everything to a square next \
             to her own Toddler. She cannot be captured while her Emperor has her in sight.",
            "Se déplace et capture comme une dame aux échecs. D'où qu'elle soit, elle peut aussi bondir par-dessus \
             tout sur une case voisine de son Bambin. Elle ne peut pas être capturée tant que son Empereur la voit.",
        ),
        art: SharedStr::new(include_str!("../art/empress.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Sight),
        chapter: SharedStr::new("empress"),
    },
    PieceKind {
        letters: ['W', 'w'],
        name: Text::new("Guardian Angel", "Ange gardien"),
        description: Text::new(
            "Moves like a chess queen and never captures. Its own neighbours cannot be captured. It can itself be \
             captured only while two enemy pieces attack it. While the two Angels are neighbours, nothing can be \
             captured anywhere.",
            "Se déplace comme une dame aux échecs et ne capture jamais. Les pièces de son camp qui le touchent ne \
             peuvent pas être capturées. Lui-même ne peut l'être que si deux pièces ennemies l'attaquent. Tant que \
             les deux Anges sont côte à côte, plus rien ne peut être capturé.",
        ),
        art: SharedStr::new(include_str!("../art/guardian-angel.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Shelter),
        chapter: SharedStr::new("angel"),
    },
    PieceKind {
        letters: ['G', 'g'],
        name: Text::new("Genius", "Génie"),
        description: Text::new(
            "Moves like a chess queen and never captures. Enemy pieces next to it cannot capture. It can itself be \
             captured only while two enemy pieces attack it, and not at all beside its own Angel. While the two \
             Geniuses are neighbours, nothing can be captured anywhere.",
            "Se déplace comme une dame aux échecs et ne capture jamais. Les pièces ennemies qui le touchent ne \
             peuvent rien capturer. Lui-même ne peut être capturé que si deux pièces ennemies l'attaquent, et jamais \
             à côté de son Ange. Tant que les deux Génies sont côte à côte, plus rien ne peut être capturé.",
        ),
        art: SharedStr::new(include_str!("../art/genius.svg")),
        weight: Weight::Major,
        lamp: Some(Aura::Silence),
        chapter: SharedStr::new("genius"),
    },
    PieceKind {
        letters: ['P', 'p'],
        name: Text::new("Phoenix", "Phénix"),
        description: Text::new(
            "Flies over everything to any empty square of the other colour that does not touch its own. Captures as a \
             chess knight leaps, but never another Phoenix.",
            "Vole par-dessus tout vers n'importe quelle case vide de l'autre couleur qui ne touche pas la sienne. \
             Capture comme saute un cavalier aux échecs, mais jamais un autre Phénix.",
        ),
        art: SharedStr::new(include_str!("../art/phoenix.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("phoenix"),
    },
    PieceKind {
        letters: ['A', 'a'],
        name: Text::new("Android", "Androïde"),
        description: Text::new(
            "Moves any distance along a row or a column and may turn once at a right angle on an empty square. \
             Captures in the same way, on the last square of its way.",
            "Se déplace aussi loin qu'il veut sur une ligne ou une colonne et peut tourner une fois à angle droit sur \
             une case vide. Capture de même, sur la dernière case de son trajet.",
        ),
        art: SharedStr::new(include_str!("../art/android.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("android"),
    },
    PieceKind {
        letters: ['N', 'n'],
        name: Text::new("Nurse", "Nurse"),
        description: Text::new(
            "Moves and captures any distance diagonally, like a chess bishop. The minor Toddler of her side may \
             trade places with her from anywhere.",
            "Se déplace et capture aussi loin qu'elle veut en diagonale, comme un fou aux échecs. Le Bambin mineur \
             de son camp peut échanger sa place avec elle, où qu'elle soit.",
        ),
        art: SharedStr::new(include_str!("../art/nurse.svg")),
        weight: Weight::Plain,
        lamp: None,
        chapter: SharedStr::new("nurse"),
    },
    PieceKind {
        letters: ['S', 's'],
        name: Text::new("Soldier", "Soldat"),
        description: Text::new(
            "Steps one square forwards, backwards or sideways. Captures one square diagonally, forwards or \
             backwards. A Soldier that captures anything but a Soldier or a Captain becomes a Captain.",
            "Avance, recule ou se décale d'une case. Capture d'un pas en diagonale, en avant ou en arrière. Un \
             Soldat qui capture autre chose qu'un Soldat ou un Capitaine devient Capitaine.",
        ),
        art: SharedStr::new(include_str!("../art/soldier.svg")),
        weight: Weight::Foot,
        lamp: None,
        chapter: SharedStr::new("soldier"),
    },
    PieceKind {
        letters: ['C', 'c'],
        name: Text::new("Captain", "Capitaine"),
        description: Text::new(
            "Moves and captures like a Soldier. In one move he may also step straight to an empty square and then \
             capture diagonally, or capture diagonally and then step straight to an empty square.",
            "Se déplace et capture comme un Soldat. En un seul coup, il peut aussi faire un pas droit vers une case \
             vide puis capturer en diagonale, ou capturer en diagonale puis faire un pas droit vers une case vide.",
        ),
        art: SharedStr::new(include_str!("../art/captain.svg")),
        weight: Weight::Officer,
        lamp: None,
        chapter: SharedStr::new("captain"),
    },
];

static OPTIONS: [GameOption; 1] = [GameOption {
    code: SharedStr::new("edition"),
    name: Text::new("Edition", "Édition"),
    choices: Cow::Borrowed(&[
        OptionChoice {
            code: SharedStr::new(""),
            name: Text::new("Rulebook", "Livret"),
            description: Text::new(
                "As the inventor's rulebook says, the Empress leaps to empty squares only.",
                "Comme le veut le livret de l'inventeur, l'Impératrice ne bondit que sur des cases vides.",
            ),
            draws: None,
        },
        OptionChoice {
            code: SharedStr::new("summary"),
            name: Text::new("Summary", "Résumé"),
            description: Text::new(
                "As the inventor's summary says, the Empress may also capture an enemy by her leap.",
                "Comme le veut le résumé de l'inventeur, l'Impératrice peut aussi capturer un ennemi en bondissant.",
            ),
            draws: None,
        },
    ]),
}];

pub(crate) static MEANINGS: [Named; 2] = [
    Named {
        code: SharedStr::new("captain"),
        text: Text::new(
            "It steps on after a capture, or captures after a step.",
            "Il fait un pas après une capture, ou capture après un pas.",
        ),
    },
    Named {
        code: SharedStr::new("major"),
        text: Text::new(
            "Both its parents are gone: it captures as it steps, and trades places no more.",
            "Ses deux parents ont disparu : il capture comme il marche, et n'échange plus sa place.",
        ),
    },
];

static MARKS: [Named; 2] = [
    Named { code: SharedStr::new("captain"), text: Text::new("Captain", "Capitaine") },
    Named { code: SharedStr::new("major"), text: Text::new("Major Toddler", "Bambin majeur") },
];

static POWERS: [Power; 6] = [
    Power {
        code: SharedStr::new("frozen"),
        text: Text::new(
            "While the two Angels are neighbours, or the two Geniuses, nothing can be captured.",
            "Tant que les deux Anges sont voisins, ou les deux Génies, rien ne peut être capturé.",
        ),
        relation: Some(SharedStr::new("freezes")),
        reason: Some(SharedStr::new("frozen")),
    },
    Power {
        code: SharedStr::new("neutralised"),
        text: Text::new(
            "A piece next to an enemy Genius captures nothing.",
            "Une pièce à côté d'un Génie ennemi ne capture rien.",
        ),
        relation: Some(SharedStr::new("neutralises")),
        reason: Some(SharedStr::new("neutralised")),
    },
    Power {
        code: SharedStr::new("solidarity"),
        text: Text::new("No Phoenix captures a Phoenix.", "Aucun Phénix ne capture un Phénix."),
        relation: None,
        reason: Some(SharedStr::new("solidarity")),
    },
    Power {
        code: SharedStr::new("protected"),
        text: Text::new(
            "A piece next to its own Angel cannot be captured.",
            "Une pièce à côté de son propre Ange ne peut être capturée.",
        ),
        relation: Some(SharedStr::new("protects")),
        reason: Some(SharedStr::new("protected")),
    },
    Power {
        code: SharedStr::new("sheltered"),
        text: Text::new(
            "An Empress whom her Emperor sees cannot be captured.",
            "Une Impératrice que voit son Empereur ne peut être capturée.",
        ),
        relation: Some(SharedStr::new("shelters")),
        reason: Some(SharedStr::new("sheltered")),
    },
    Power {
        code: SharedStr::new("invulnerable"),
        text: Text::new(
            "An Angel or a Genius can be captured only while two enemies attack it.",
            "Un Ange ou un Génie ne peut être capturé que tant que deux pièces ennemies l'attaquent.",
        ),
        relation: None,
        reason: Some(SharedStr::new("invulnerable")),
    },
];

// The other piece is named after a colon, so that no article or gender of its name is needed.
static RELATIONS: [RelationKind; 6] = [
    RelationKind {
        code: SharedStr::new("protects"),
        felt: Text::new(
            "Cannot be captured beside the Guardian Angel: {}.",
            "Imprenable à côté de l'Ange gardien : {}.",
        ),
        exerted: Text::new("Protects from capture: {}.", "Protège de la capture : {}."),
        begins: Text::new("Shelters {} beside an Angel", "Abrite auprès d'un Ange : {}"),
        ends: Text::new("Leaves {} without an Angel's shelter", "Laisse sans l'abri d'un Ange : {}"),
        influence: Influence::Helps,
        aura: Aura::Shelter,
        ruling: SharedStr::new("power-4"),
    },
    RelationKind {
        code: SharedStr::new("neutralises"),
        felt: Text::new(
            "Cannot capture from here, beside the enemy Genius: {}.",
            "Ne peut rien capturer d'ici, à côté du Génie ennemi : {}.",
        ),
        exerted: Text::new("Keeps from capturing: {}.", "Empêche de capturer : {}."),
        begins: Text::new("Silences {}", "Fait taire : {}"),
        ends: Text::new("Frees {} to capture again", "Laisse de nouveau capturer : {}"),
        influence: Influence::Harms,
        aura: Aura::Silence,
        ruling: SharedStr::new("power-3"),
    },
    RelationKind {
        code: SharedStr::new("shelters"),
        felt: Text::new(
            "Cannot be captured in sight of the Emperor: {}.",
            "Imprenable tant que l'Empereur la voit : {}.",
        ),
        exerted: Text::new("Has in sight and keeps from capture: {}.", "Voit et rend imprenable : {}."),
        begins: Text::new("Brings {} into the Emperor's sight", "Met sous le regard de l'Empereur : {}"),
        ends: Text::new("Takes {} out of the Emperor's sight", "Soustrait au regard de l'Empereur : {}"),
        influence: Influence::Helps,
        aura: Aura::Sight,
        ruling: SharedStr::new("power-6"),
    },
    RelationKind {
        code: SharedStr::new("freezes"),
        felt: Text::new(
            "Freezes every capture together with: {}.",
            "Gèle toute capture, de concert avec : {}.",
        ),
        exerted: Text::new(
            "Freezes every capture together with: {}.",
            "Gèle toute capture, de concert avec : {}.",
        ),
        begins: Text::new("Freezes every capture: {}", "Gèle toute capture : {}"),
        ends: Text::new("Thaws every capture: {}", "Dégèle toute capture : {}"),
        influence: Influence::Helps,
        aura: Aura::Frost,
        ruling: SharedStr::new("power-7"),
    },
    RelationKind {
        code: SharedStr::new("threatens"),
        felt: Text::new("In Threat from: {}.", "Sous la Menace de : {}."),
        exerted: Text::new("Threatens: {}.", "Menace : {}."),
        begins: Text::new("Gives Threat to {}", "Met sous la Menace : {}"),
        ends: Text::new("Ends the Threat to {}", "Lève la Menace : {}"),
        influence: Influence::Harms,
        aura: Aura::Threat,
        ruling: SharedStr::new("turn"),
    },
    RelationKind {
        code: SharedStr::new("attacks-together"),
        felt: Text::new(
            "Attacked by several at once, so open to capture by: {}.",
            "Attaqué par plusieurs, donc à la merci de : {}.",
        ),
        exerted: Text::new(
            "Attacks, with others, and may capture: {}.",
            "Attaque, avec d'autres, et peut capturer : {}.",
        ),
        begins: Text::new(
            "Attacked by several, so open to capture: {}",
            "Attaqué par plusieurs, donc prenable : {}",
        ),
        ends: Text::new("No longer attacked by several: {}", "N'est plus attaqué par plusieurs : {}"),
        influence: Influence::Harms,
        aura: Aura::Siege,
        ruling: SharedStr::new("power-5"),
    },
];

static CAUSES: [Named; 3] = [
    Named {
        code: SharedStr::new("threat-and-capture"),
        text: Text::new("Threat and Capture", "Menace et Capture"),
    },
    Named {
        code: SharedStr::new("passes"),
        text: Text::new("both players passed in succession", "les deux joueurs ont passé de suite"),
    },
    Named {
        code: SharedStr::new("toddlers"),
        text: Text::new("the Toddlers touch", "les Bambins se touchent"),
    },
];

const CC_BY: Option<SharedStr> = Some(SharedStr::new("CC BY 3.0"));

static CREDITS: [Credit; 6] = [
    Credit {
        role: Text::new("Inventor of the game", "Inventeur du jeu"),
        who: SharedStr::new("Jean-Yves Boulay"),
        link: Some(SharedStr::new("https://www.chessvariants.com/large.dir/toddler/toddler.html")),
        licence: None,
    },
    Credit {
        role: Text::new("Game Courier preset of the game", "Préréglage du jeu pour Game Courier"),
        who: SharedStr::new("Jeremy Good"),
        link: None,
        licence: None,
    },
    Credit {
        role: Text::new(
            "Game Courier, which first carried it online",
            "Game Courier, qui l'a accueilli en ligne",
        ),
        who: SharedStr::new("Fergus Duniho"),
        link: Some(SharedStr::new("https://www.chessvariants.com/play/pbm/")),
        licence: None,
    },
    Credit {
        role: Text::new(
            "Art: Empress, Guardian Angel, Genius, Android, Soldier",
            "Dessins : Impératrice, Ange gardien, Génie, Androïde, Soldat",
        ),
        who: SharedStr::new("Lorc"),
        link: Some(SharedStr::new("https://game-icons.net")),
        licence: CC_BY,
    },
    Credit {
        role: Text::new(
            "Art: Toddler, Emperor, Phoenix, Nurse, Captain",
            "Dessins : Bambin, Empereur, Phénix, Nurse, Capitaine",
        ),
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
