use std::borrow::Cow;

use entourage_kernel::{
    Cover, Credit, GameOption, Hue, Kind, Metadata, Named, OptionChoice, PieceKind, Power, RelationKind,
    SharedStr, Text, credits, named, piece_kinds, powers, relation_kinds, shared_strs,
};

use crate::courier::COURIER;
use crate::form::FORM;

pub(crate) static METADATA: Metadata = Metadata {
    id: SharedStr::new("toddler"),
    name: Text::new("The Toddler", "The Toddler"),
    tagline: Text::new(
        "Each side protects its Toddler with pieces that change what their neighbours can do.",
        "Chaque camp protège son Bambin avec des pièces qui changent ce que leurs voisines peuvent faire.",
    ),
    goal: Text::new(
        "Capture the Toddler: threaten it where it cannot be saved.",
        "Menacez le Bambin adverse sans qu'il puisse être sauvé.",
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

pub(crate) fn chapter(kind: Kind) -> SharedStr {
    METADATA.kinds[kind.index()].chapter.clone()
}

static KINDS: [PieceKind; 10] = piece_kinds! {
    'T' 't' "Toddler" "Bambin" Heart "toddler" "toddler"
        "Moves one square in any direction. Lose it and you lose the game. While it is minor, that is, while its \
         Emperor or its Empress is on the board, it cannot capture but can trade places with one of its Nurses. \
         When both parents have been captured, it is major: it captures the way it moves and can no longer trade places."
        "Fait un pas vers n'importe quelle case voisine. Le perdre, c'est perdre la partie. Tant qu'il est \
         mineur, c'est-à-dire tant que son Empereur ou son Impératrice est en jeu, il ne capture rien mais peut \
         échanger sa place avec une de ses Nurses. Quand ses deux parents ont été capturés, il est majeur : il \
         capture comme il se déplace et ne peut plus échanger sa place.";
    'E' 'e' "Emperor" "Empereur" Major Sight "emperor" "emperor"
        "Moves and captures any distance straight or diagonally, like a chess queen. As long as he has his \
         Empress in sight, she cannot be captured."
        "Se déplace et capture aussi loin qu'il veut, en ligne droite ou en diagonale, comme une dame aux échecs. \
         Tant qu'il voit son Impératrice, elle ne peut pas être capturée.";
    'I' 'i' "Empress" "Impératrice" Major Sight "empress" "empress"
        "Moves and captures like a chess queen. From anywhere she can also leap over all pieces to a square next \
         to her own Toddler. She cannot be captured while her Emperor has her in sight."
        "Se déplace et capture comme une dame aux échecs. D'où qu'elle soit, elle peut aussi bondir par-dessus \
         toutes les pièces sur une case voisine de son Bambin. Elle ne peut pas être capturée tant que son Empereur la voit.";
    'W' 'w' "Guardian Angel" "Ange gardien" Major Shelter "angel" "guardian-angel"
        "Moves like a chess queen and never captures. Its own neighbours cannot be captured. It can itself be \
         captured only while two enemy pieces attack it. While the two Angels are neighbours, nothing can be \
         captured anywhere."
        "Se déplace comme une dame aux échecs et ne capture jamais. Les pièces de son camp qui le touchent ne \
         peuvent pas être capturées. Lui-même ne peut l'être que si deux pièces ennemies l'attaquent. Tant que \
         les deux Anges sont côte à côte, plus rien ne peut être capturé.";
    'G' 'g' "Genius" "Génie" Major Silence "genius" "genius"
        "Moves like a chess queen and never captures. Enemy pieces next to it cannot capture. It can itself be \
         captured only while two enemy pieces attack it, and not at all beside its own Angel. While the two \
         Geniuses are neighbours, nothing can be captured anywhere."
        "Se déplace comme une dame aux échecs et ne capture jamais. Les pièces ennemies qui le touchent ne \
         peuvent rien capturer. Lui-même ne peut être capturé que si deux pièces ennemies l'attaquent, et jamais \
         à côté de son Ange. Tant que les deux Génies sont côte à côte, plus rien ne peut être capturé.";
    'P' 'p' "Phoenix" "Phénix" Plain "phoenix" "phoenix"
        "Flies over all pieces to any empty square of the other colour that is not next to its own. Captures like a \
         chess knight, but never another Phoenix."
        "Vole par-dessus toutes les pièces vers n'importe quelle case vide de l'autre couleur qui ne touche pas la sienne. \
         Capture comme un cavalier aux échecs, mais jamais un autre Phénix.";
    'A' 'a' "Android" "Androïde" Plain "android" "android"
        "Moves any distance along a row or a column and can turn once at a right angle on an empty square. \
         Captures in the same way, on the last square of its move."
        "Se déplace aussi loin qu'il veut sur une rangée ou une colonne et peut tourner une fois à angle droit sur \
         une case vide. Capture de même, sur la dernière case de son trajet.";
    'N' 'n' "Nurse" "Nurse" Plain "nurse" "nurse"
        "Moves and captures any distance diagonally, like a chess bishop. The minor Toddler of her side can \
         trade places with her from anywhere."
        "Se déplace et capture aussi loin qu'elle veut en diagonale, comme un fou aux échecs. Le Bambin mineur \
         de son camp peut échanger sa place avec elle, où qu'elle soit.";
    'S' 's' "Soldier" "Soldat" Foot "soldier" "soldier"
        "Steps one square forwards, backwards or sideways. Captures one square diagonally, forwards or \
         backwards. A Soldier that captures anything but a Soldier or a Captain becomes a Captain."
        "Avance, recule ou se décale d'une case. Capture d'un pas en diagonale, en avant ou en arrière. Un \
         Soldat qui capture autre chose qu'un Soldat ou un Capitaine devient Capitaine.";
    'C' 'c' "Captain" "Capitaine" Officer "captain" "captain"
        "Moves and captures like a Soldier. In one move it can also step straight to an empty square and then \
         capture diagonally, or capture diagonally and then step straight to an empty square."
        "Se déplace et capture comme un Soldat. En un seul coup, il peut aussi faire un pas en ligne droite vers une case \
         vide puis capturer en diagonale, ou capturer en diagonale puis faire un pas en ligne droite vers une case vide.";
};

static OPTIONS: [GameOption; 1] = [GameOption {
    code: SharedStr::new("edition"),
    name: Text::new("Edition", "Édition"),
    choices: Cow::Borrowed(&[
        OptionChoice {
            code: SharedStr::new(""),
            name: Text::new("Rulebook", "Livret de règles"),
            description: Text::new(
                "As in the inventor's rulebook, the Empress leaps only to empty squares.",
                "Selon le livret de règles de l'inventeur, l'Impératrice ne bondit que sur des cases vides.",
            ),
            draws: None,
        },
        OptionChoice {
            code: SharedStr::new("summary"),
            name: Text::new("Summary", "Résumé"),
            description: Text::new(
                "As in the inventor's summary, the Empress can also capture by leaping.",
                "Selon le résumé de l'inventeur, l'Impératrice peut aussi capturer en bondissant.",
            ),
            draws: None,
        },
    ]),
}];

pub(crate) static MEANINGS: [Named; 2] = named! {
    "captain"
        "It can step again after a capture, or capture after a step."
        "Il peut faire un pas après une capture, ou capturer après un pas.";
    "major"
        "Both its parents have been captured: it captures the way it moves and can no longer trade places."
        "Ses deux parents ont été capturés : il capture comme il se déplace et ne peut plus échanger sa place.";
};

static MARKS: [Named; 2] = named! {
    "captain" "Captain" "Capitaine";
    "major" "Major Toddler" "Bambin majeur";
};

static POWERS: [Power; 6] = powers! {
    "frozen" "freezes" "frozen"
        "While the two Angels are neighbours, or the two Geniuses, nothing can be captured."
        "Tant que les deux Anges sont voisins, ou les deux Génies, rien ne peut être capturé.";
    "neutralised" "neutralises" "neutralised"
        "A piece next to an enemy Genius cannot capture."
        "Une pièce à côté d'un Génie ennemi ne peut rien capturer.";
    "solidarity" - "solidarity" "No Phoenix captures a Phoenix." "Aucun Phénix ne capture un Phénix.";
    "protected" "protects" "protected"
        "A piece next to its own Angel cannot be captured."
        "Une pièce à côté de son propre Ange ne peut pas être capturée.";
    "sheltered" "shelters" "sheltered"
        "An Empress in her Emperor's sight cannot be captured."
        "Une Impératrice que voit son Empereur ne peut pas être capturée.";
    "invulnerable" - "invulnerable"
        "An Angel or a Genius can be captured only while two enemies attack it."
        "Un Ange ou un Génie ne peut être capturé que tant que deux pièces ennemies l'attaquent.";
};

// The other piece's name comes after a colon, so that French needs neither an article nor agreement in gender.
static RELATIONS: [RelationKind; 6] = relation_kinds! {
    "protects" Helps Shelter "power-4"
        felt "Cannot be captured next to the Guardian Angel: {}." "Ne peut pas être capturé à côté de l'Ange gardien : {}."
        exerted "Protects from capture: {}." "Protège de la capture : {}."
        begins "Puts {} under an Angel's protection" "Place sous la protection d'un Ange : {}"
        ends "Leaves {} without an Angel's protection" "Laisse sans la protection d'un Ange : {}";
    "neutralises" Harms Silence "power-3"
        felt "Cannot capture from here, next to the enemy Genius: {}."
            "Ne peut rien capturer d'ici, à côté du Génie ennemi : {}."
        exerted "Prevents from capturing: {}." "Empêche de capturer : {}."
        begins "Neutralises {}" "Neutralise : {}"
        ends "Frees {} to capture again" "Laisse de nouveau capturer : {}";
    "shelters" Helps Sight "power-6"
        felt "Cannot be captured in sight of the Emperor: {}." "Ne peut pas être capturée tant que l'Empereur la voit : {}."
        exerted "Has in sight and protects from capture: {}." "Voit et protège de la capture : {}."
        begins "Brings {} into the Emperor's sight" "Met sous le regard de l'Empereur : {}"
        ends "Takes {} out of the Emperor's sight" "Soustrait au regard de l'Empereur : {}";
    "freezes" Helps Frost "power-7"
        felt "Freezes every capture together with: {}." "Gèle toute capture avec : {}."
        exerted "Freezes every capture together with: {}." "Gèle toute capture avec : {}."
        begins "Freezes every capture: {}" "Gèle toute capture : {}"
        ends "Ends the freeze: {}" "Lève le gel : {}";
    "threatens" Harms Threat "turn"
        felt "In Threat from: {}." "Mis en Menace par : {}."
        exerted "Threatens: {}." "Menace : {}."
        begins "Gives Threat to {}" "Met en Menace : {}"
        ends "Ends the Threat to {}" "Lève la Menace : {}";
    "attacks-together" Harms Siege "power-5"
        felt "Attacked by several pieces, so it can be captured by: {}."
            "Attaqué par plusieurs pièces, donc prenable par : {}."
        exerted "Attacks with other pieces, and can capture: {}." "Attaque avec d'autres pièces, et peut capturer : {}."
        begins "Attacked by several pieces, so it can be captured: {}" "Attaqué par plusieurs pièces, donc prenable : {}"
        ends "No longer attacked by several pieces: {}" "N'est plus attaqué par plusieurs pièces : {}";
};

static CAUSES: [Named; 3] = named! {
    "threat-and-capture" "Threat and Capture" "Menace et Capture";
    "passes" "both players passed in succession" "les deux joueurs ont passé l'un après l'autre";
    "toddlers" "the Toddlers touch" "les Bambins se touchent";
};

static CREDITS: [Credit; 6] = credits! {
    "Inventor of the game" "Inventeur du jeu"
        "Jean-Yves Boulay" "https://www.chessvariants.com/large.dir/toddler/toddler.html" -;
    "Game Courier preset" "Préréglage Game Courier" "Jeremy Good" - -;
    "Game Courier, where the game was first played online" "Game Courier, où le jeu s'est joué en ligne pour la première fois"
        "Fergus Duniho" "https://www.chessvariants.com/play/pbm/" -;
    "Art: Empress, Guardian Angel, Genius, Android, Soldier" "Dessins : Impératrice, Ange gardien, Génie, Androïde, Soldat"
        "Lorc" "https://game-icons.net" "CC BY 3.0";
    "Art: Toddler, Emperor, Phoenix, Nurse, Captain" "Dessins : Bambin, Empereur, Phénix, Nurse, Capitaine"
        "Delapouite" "https://delapouite.com" "CC BY 3.0";
    "Collection of the art" "Recueil des dessins" "game-icons.net" "https://game-icons.net" "CC BY 3.0";
};
