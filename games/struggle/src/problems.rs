//! The problems of texts of setups, positions and moves.

use entourage_kernel::{Part, Text, TextError};

/// Returns the problem as an error at a part of a text if the condition holds.
pub(crate) fn error_if(part: Part<'_>, condition: bool, problem: Text) -> Result<(), TextError> {
    if condition { Err(part.error(problem)) } else { Ok(()) }
}

macro_rules! problems {
    ($($name:ident $en:literal $fr:literal;)*) => { $(pub(crate) const $name: Text = Text::new($en, $fr);)* };
}

problems! {
    BAN "a ban names two different Rules, such as ban=conversion+jolt"
        "une interdiction nomme deux Règles différentes, comme ban=conversion+jolt";
    BANNED_TWICE "this pair is banned twice" "cette paire est bannie deux fois";
    SETUP_TWICE "this player's setup is given twice" "la configuration de ce joueur est donnée deux fois";
    OPTION "unknown option; the options are 1=RULES/ORDER, 2=RULES/ORDER, ban=RULE+RULE, repetition=N and quiet-limit=N"
        "option inconnue\u{a0}; les options sont 1=RÈGLES/ORDRE, 2=RÈGLES/ORDRE, ban=RÈGLE+RÈGLE, repetition=N et quiet-limit=N";
    ORDER "expected the letters K, B, G, R and Y once each in reading order, with a dot for a sacrificed piece"
        "les lettres K, B, G, R et Y sont attendues une fois chacune dans l'ordre de lecture, avec un point pour une pièce sacrifiée";
    AFTER_ORDER "expected the end of the option after the order of the pieces"
        "la fin de l'option est attendue après l'ordre des pièces";
    NO_GAP "Sacrifice starts without one piece: put a dot in its place in the order, such as K.GRY"
        "Sacrifice commence sans une pièce\u{a0}: mettez un point à sa place dans l'ordre, comme K.GRY";
    GAP "only Sacrifice starts without a piece" "seul Sacrifice commence sans une pièce";
    NO_RULE "there is no such Rule" "cette Règle n'existe pas";
    RULE_TWICE "a player can pick each Rule only once" "un joueur ne peut choisir chaque Règle qu'une fois";
    RULE_ORDER "expected each Rule once, in the order of the table"
        "chaque Règle est attendue une fois, dans l'ordre du tableau";
    THREE_RULES "a player has at most three Rules" "un joueur a au plus trois Règles";
    TWO_PIECES "a Rule is bound to only one piece" "une Règle est attachée à une seule pièce";
    TWO_RULES "a piece carries at most one Rule" "une pièce porte au plus une Règle";
    NOT_BOUND "this Rule is not bound to a piece" "cette Règle n'est pas attachée à une pièce";
    COLOUR "expected the letter of a colour: K, B, G, R or Y"
        "la lettre d'une couleur est attendue\u{a0}: K, B, G, R ou Y";
    CARRIER "the piece with this Rule is missing" "il manque la pièce qui porte cette Règle";
    NOT_ONCE "only once-only Rules can be spent" "seules les Règles à usage unique peuvent être épuisées";
    UNSPENT "Conversion must be spent if there is a grey piece"
        "la Conversion doit être épuisée s'il y a une pièce grise";
    COLOUR_TWICE "a side has at most one piece of a colour" "un camp a au plus une pièce de chaque couleur";
    NO_WHITES "both Whites are missing" "les deux Blancs manquent";
    BOTH_HOME "both Whites are on their goals" "les deux Blancs sont sur leur but";
    OVER "the game is over: expected - for the phase of the turn"
        "la partie est finie\u{a0}: - est attendu pour la phase du tour";
    PACT "expected a Pact such as B:r" "un Pacte tel que B:r est attendu";
    PACT_LETTER "no piece has this letter" "aucune pièce n'a cette lettre";
    PACT_SIDES "expected Player 1's piece, then Player 2's" "la pièce du Joueur 1 est attendue, puis celle du Joueur 2";
    PACT_WHITE "a White cannot have a Pact" "un Blanc ne peut pas avoir de Pacte";
    PACT_PIECE "a piece of this Pact is missing" "il manque une pièce de ce Pacte";
    PACT_ORDER "expected each Pact once, in order" "chaque Pacte est attendu une fois, dans l'ordre";
    LOST "expected a space, or -" "un espace du plateau, ou -, est attendu";
    NONE_LOST "nothing has been captured yet in this turn" "rien n'a encore été capturé dans ce tour";
    PHASE "expected -, p, pp, free, main=, second= or extra=" "-, p, pp, free, main=, second= ou extra= est attendu";
    PHASE_END "expected the barred spaces, off=, then the jolted pieces, jolt=, or the end of the phase"
        "les espaces interdits, off=, puis les pièces secouées, jolt=, ou la fin de la phase sont attendus";
    SPACE "the board has no such space" "le plateau n'a pas cet espace";
    BARRED_ORDER "expected these spaces in order, each once" "ces espaces sont attendus dans l'ordre, chacun une fois";
    JOLTED_TWICE "a piece is jolted at most once per turn" "une pièce est secouée au plus une fois par tour";
    MOVER "there is no piece of the player to move" "il n'y a pas de pièce du joueur au trait";
    UNBARRED "the barred spaces must include that of the piece itself"
        "les espaces interdits doivent inclure celui de la pièce elle-même";
    NO_TURN "no turn of this piece leads to this phase" "aucun tour de cette pièce ne mène à cette phase";
    JOLTED "only own pieces except White and the moving piece can be jolted"
        "seules des pièces amies, sauf le Blanc et la pièce en mouvement, peuvent être secouées";
    NO_MOVE "this piece has no further move" "cette pièce n'a plus de coup";
    MOVE_END "expected the end of the move" "la fin du coup est attendue";
    LOWER "expected the lower space first, or in a row the one to the left"
        "l'espace le plus bas est attendu d'abord, ou dans une rangée celui de gauche";
    SIGN "expected :, @, >, <>, || or nothing between the spaces"
        ":, @, >, <>, || ou rien est attendu entre les espaces";
}
