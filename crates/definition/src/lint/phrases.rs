//! English and French phrases that authors use to describe powers.

/// A bit set of what a sentence forbids: moving, capturing, or being captured.
pub(super) type Bans = u8;
pub(super) const MOVING: Bans = 1;
pub(super) const CAPTURING: Bans = 2;
pub(super) const BEING_CAPTURED: Bans = 4;

/// The phrases of one language (English or French), in lower case, with single spaces between words.
pub(super) struct Phrases {
    /// Phrases before a verb that forbid the action.
    pub(super) denials: &'static [&'static str],
    pub(super) modals: &'static [&'static str],
    /// Phrases before a verb that allow the action only under a condition.
    pub(super) only: &'static [&'static str],
    /// The verbs for moving, capturing and being captured.
    pub(super) verbs: [&'static [&'static str]; 3],
    /// Complete phrases that forbid something.
    pub(super) whole: &'static [(&'static str, Bans)],
    /// First words that turn a permission into a ban, as in `No piece beside it can move`.
    pub(super) nobody: &'static [&'static str],
    /// Words that negate a sentence by themselves, and words that do so only in combination with other words.
    pub(super) negations: [&'static [&'static str]; 2],
    /// Prefix of words that negate a sentence, such as `un-` in English.
    pub(super) prefix: &'static str,
    /// Words that restrict a statement to certain cases, such as `only` or `unless`.
    pub(super) limits: &'static [&'static str],
    /// Phrases for `only if`, phrases for `unless`, and phrases for `if`.
    pub(super) conditions: [&'static [&'static str]; 3],
    /// Words for obligations and permissions.
    pub(super) duties: &'static [&'static str],
    /// Beginnings of words that show what an obligation is about: attacks, neighbouring pieces, or threats.
    pub(super) matters: [&'static [&'static str]; 3],
    /// Phrases for pieces that are not next to each other.
    pub(super) apart: &'static [&'static str],
    /// Sentence openings that refer to own pieces, and those that refer to enemies.
    pub(super) openings: [&'static [&'static str]; 2],
    /// Adjectives before or after a piece's name that mean friendly, and those that mean enemy.
    pub(super) sides: [&'static [&'static str]; 2],
    /// Words that introduce a piece only for comparison or as an exception.
    pub(super) asides: &'static [&'static str],
    /// Words that introduce a concession, which ends at the next punctuation mark.
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
