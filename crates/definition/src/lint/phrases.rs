//! The phrases in which authors tell powers, in both languages.

/// What a sentence or a clause forbids, one bit each.
pub(super) type Bans = u8;
pub(super) const MOVING: Bans = 1;
pub(super) const CAPTURING: Bans = 2;
pub(super) const BEING_CAPTURED: Bans = 4;

/// The phrases of a language; words stand apart by one space, in small letters.
pub(super) struct Phrases {
    /// What is before a verb that is denied, and before one that is allowed.
    pub(super) denials: &'static [&'static str],
    pub(super) modals: &'static [&'static str],
    /// What is before a verb that is allowed under a condition alone.
    pub(super) only: &'static [&'static str],
    /// The verbs so denied or allowed, by what is then forbidden.
    pub(super) verbs: [&'static [&'static str]; 3],
    /// What is forbidden by a phrase of its own.
    pub(super) whole: &'static [(&'static str, Bans)],
    /// How a sentence begins that denies what it seems to allow.
    pub(super) nobody: &'static [&'static str],
    /// Words that turn a sentence round, those first of which each does; others go with one of these.
    pub(super) negations: [&'static [&'static str]; 2],
    /// How more such words begin.
    pub(super) prefix: &'static str,
    /// Other words that bound what a sentence says.
    pub(super) limits: &'static [&'static str],
    /// What is before a condition: one under which alone something is so, one that excepts from it, and any.
    pub(super) conditions: [&'static [&'static str]; 3],
    /// What says that something has to be so, or may be.
    pub(super) duties: &'static [&'static str],
    /// How words for what a duty is about begin: attacks, what is beside it, threats.
    pub(super) matters: [&'static [&'static str]; 3],
    /// Says of somebody that they do not stand beside.
    pub(super) apart: &'static [&'static str],
    /// How a sentence about own pieces begins, and one about enemies.
    pub(super) openings: [&'static [&'static str]; 2],
    /// What is said of a piece, before or behind its name: that it is of the same side, or an enemy.
    pub(super) sides: [&'static [&'static str]; 2],
    /// Words behind which a piece is named to compare with it, or to leave it out.
    pub(super) asides: &'static [&'static str],
    /// Words behind which nothing counts any more until the next sign.
    pub(super) concessions: &'static [&'static str],
    pub(super) articles: &'static [&'static str],
}

pub(super) const ENGLISH: Phrases = Phrases {
    denials: &[
        "cannot", "can not", "can't", "may not", "must not", "does not", "do not", "doesn't", "don't", "never",
    ],
    modals: &["can", "may"],
    only: &["can only", "may only"],
    verbs: [&["move", "moves"], &["capture", "captures", "take", "takes"], &["be captured", "be taken"]],
    whole: &[
        ("captures nothing", CAPTURING),
        ("capture nothing", CAPTURING),
        ("is not captured", BEING_CAPTURED),
        ("are not captured", BEING_CAPTURED),
        ("is never captured", BEING_CAPTURED),
        ("are never captured", BEING_CAPTURED),
    ],
    nobody: &["no", "nobody", "nothing", "none"],
    negations: [
        &["no", "not", "never", "cannot", "neither", "nor", "nobody", "nothing", "none", "nowhere", "without"],
        &["fewer", "less", "alone", "away", "far", "outside", "off"],
    ],
    prefix: "un",
    limits: &["only", "unless", "except", "but", "if", "when", "while", "until", "once", "after", "before"],
    conditions: [
        &["only while", "only when", "only if"],
        &["unless", "except when", "except while", "except if"],
        &["while", "when", "if"],
    ],
    duties: &["must", "may", "has to", "have to"],
    matters: [&[" attack"], &[" next to", " beside"], &[" threat", " check"]],
    apart: &["not next to", "not beside"],
    openings: [
        &["own ", "an own ", "its own ", "friendly ", "a friendly "],
        &["enemies ", "enemy ", "an enemy ", "hostile ", "a hostile "],
    ],
    sides: [&["own", "friendly"], &["enemy", "hostile"]],
    asides: &["as", "like", "but", "except", "than", "unlike", "even"],
    concessions: &["even", "although", "though", "whether"],
    articles: &["a", "an", "the"],
};

pub(super) const FRENCH: Phrases = Phrases {
    denials: &["ne peut", "ne peut pas", "ne peuvent", "ne peuvent pas", "ne doit pas", "ne doivent pas"],
    modals: &["peut", "peuvent"],
    only: &[],
    verbs: [
        &["bouger", "jouer", "se déplacer"],
        &["prendre", "capturer"],
        &[
            "être pris",
            "être prise",
            "être prises",
            "être capturé",
            "être capturée",
            "être capturés",
            "être capturées",
        ],
    ],
    whole: &[
        ("ne bouge pas", MOVING),
        ("ne bougent pas", MOVING),
        ("ne prend pas", CAPTURING),
        ("ne prend rien", CAPTURING),
        ("ne prennent pas", CAPTURING),
        ("ne prennent rien", CAPTURING),
        ("n'est pas pris", BEING_CAPTURED),
        ("n'est pas prise", BEING_CAPTURED),
        ("ne sont pas pris", BEING_CAPTURED),
        ("ne sont pas prises", BEING_CAPTURED),
    ],
    nobody: &[],
    negations: [
        &["ne", "sans", "ni"],
        &[
            "pas", "jamais", "rien", "aucun", "aucune", "nul", "personne", "moins", "seul", "seule", "loin",
            "hors", "non",
        ],
    ],
    prefix: "n'",
    limits: &["seulement", "que", "sauf", "hormis", "si", "quand", "lorsque", "tant", "après", "avant"],
    conditions: [
        &["que si", "que quand", "que lorsque", "que tant que", "seulement si", "seulement quand"],
        &["sauf si", "sauf quand", "à moins que", "à moins qu'une", "à moins qu'un"],
        &["si", "quand", "lorsque", "tant que", "tant qu'une", "tant qu'un"],
    ],
    duties: &["doit", "doivent", "peut", "peuvent"],
    matters: [&[" attaqu"], &[" à côté", " près"], &[" menac", " échec"]],
    apart: &["qui n'est pas à côté", "qui ne sont pas à côté", "pas à côté"],
    openings: [
        &["les pièces amies ", "une pièce amie ", "ses pièces ", "les siens "],
        &[
            "les pièces ennemies ",
            "une pièce ennemie ",
            "les pièces adverses ",
            "une pièce adverse ",
            "les adversaires ",
            "un adversaire ",
            "les ennemis ",
            "un ennemi ",
        ],
    ],
    sides: [&["sa", "son", "ami", "amie"], &["adverse", "ennemi", "ennemie"]],
    asides: &["comme", "de", "sauf", "que", "qu'un", "qu'une", "hormis", "même"],
    concessions: &["même", "bien", "quoique"],
    articles: &["un", "une", "le", "la", "les"],
};
