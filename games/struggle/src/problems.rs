//! Errors in the notation of setups, positions and moves.

use entourage_kernel::{Part, Text, TextError};

/// Returns an error located at a part of the text if the condition holds.
pub(crate) fn error_if(part: Part<'_>, condition: bool, problem: Text) -> Result<(), TextError> {
    if condition { Err(part.error(problem)) } else { Ok(()) }
}

macro_rules! problems {
    ($($name:ident $en:literal $fr:literal;)*) => { $(pub(crate) const $name: Text = Text::new($en, $fr);)* };
}

problems! {
    BAN "expected a ban of two different Rules, such as ban=conversion+jolt"
        "attendu\u{a0}: une interdiction de deux Règles différentes, par exemple ban=conversion+jolt";
    BANNED_TWICE "this pair is banned twice" "cette paire est interdite deux fois";
    SETUP_TWICE "this player's setup is specified twice" "la configuration de ce joueur est indiquée deux fois";
    OPTION "unknown option; the options are 1=RULES/ORDER, 2=RULES/ORDER, ban=RULE+RULE, repetition=N and quiet-limit=N"
        "option inconnue\u{a0}; les options sont 1=RÈGLES/ORDRE, 2=RÈGLES/ORDRE, ban=RÈGLE+RÈGLE, repetition=N et quiet-limit=N";
    ORDER "expected the letters K, B, G, R and Y once each in reading order, with a dot for a sacrificed piece"
        "attendu\u{a0}: les lettres K, B, G, R et Y une fois chacune, dans l'ordre de lecture, avec un point pour une pièce sacrifiée";
    AFTER_ORDER "expected the end of the option after the order of the pieces"
        "attendu\u{a0}: la fin de l'option après l'ordre des pièces";
    NO_GAP "with Sacrifice, one piece is missing at the start: write a dot for it in the order, such as K.GRY"
        "avec Sacrifice, il manque une pièce au départ\u{a0}: mettez un point à sa place dans l'ordre, par exemple K.GRY";
    GAP "a dot in the order requires Sacrifice" "un point dans l'ordre exige Sacrifice";
    NO_RULE "there is no such Rule" "cette Règle n'existe pas";
    RULE_TWICE "a player can pick each Rule only once" "un joueur ne peut choisir chaque Règle qu'une fois";
    RULE_ORDER "expected each Rule once, in the order of the table in the rules"
        "attendu\u{a0}: chaque Règle une fois, dans l'ordre du tableau des règles";
    THREE_RULES "a player has at most three Rules" "un joueur a au plus trois Règles";
    TWO_PIECES "a Rule can be bound to only one piece" "une Règle ne peut être attachée qu'à une seule pièce";
    TWO_RULES "a piece can carry only one Rule" "une pièce ne peut porter qu'une seule Règle";
    NOT_BOUND "this Rule cannot be bound to a piece" "cette Règle ne peut pas être attachée à une pièce";
    COLOUR "expected the letter of a colour: K, B, G, R or Y" "attendu\u{a0}: la lettre d'une couleur, K, B, G, R ou Y";
    CARRIER "the piece with this Rule is missing" "il manque la pièce qui porte cette Règle";
    NOT_ONCE "only Rules that work once can be spent" "seules les Règles à usage unique peuvent être épuisées";
    UNSPENT "Conversion must be spent if there is a grey piece" "la Conversion doit être épuisée s'il y a une pièce grise";
    COLOUR_TWICE "a side has at most one piece of a colour" "un camp a au plus une pièce de chaque couleur";
    NO_WHITES "both Whites are missing" "les deux Blancs manquent";
    BOTH_HOME "both Whites are on their goals" "les deux Blancs sont sur leur but";
    OVER "the game is over, so the phase of the turn must be \"-\""
        "la partie est finie\u{a0}: la phase du tour doit être «\u{a0}-\u{a0}»";
    PACT "expected a Pact such as B:r" "attendu\u{a0}: un Pacte, par exemple B:r";
    PACT_LETTER "no piece has this letter" "aucune pièce n'a cette lettre";
    PACT_SIDES "expected Player 1's piece, then Player 2's" "attendu\u{a0}: la pièce du Joueur 1, puis celle du Joueur 2";
    PACT_WHITE "a White cannot have a Pact" "un Blanc ne peut pas avoir de Pacte";
    PACT_PIECE "a piece of this Pact is missing" "il manque une pièce de ce Pacte";
    PACT_ORDER "expected each Pact once, in the order of the colours (K, B, G, R, Y)" "attendu\u{a0}: chaque Pacte une fois, dans l'ordre des couleurs (K, B, G, R, Y)";
    LOST "expected a space, or -" "attendu\u{a0}: une case du plateau, ou -";
    NONE_LOST "nothing has been captured yet in this turn" "rien n'a encore été capturé dans ce tour";
    PHASE "expected the phase of the turn (-, p, pp, free, main=, second= or extra=)" "attendu\u{a0}: la phase du tour (-, p, pp, free, main=, second= ou extra=)";
    PHASE_END "expected the barred spaces (off=), then the jolted pieces (jolt=), or the end of the phase"
        "attendu\u{a0}: les cases interdites (off=), puis les pièces secouées (jolt=), ou la fin de la phase";
    SPACE "the board has no such space" "le plateau n'a pas cette case";
    BARRED_ORDER "expected each barred space once, row by row from the bottom" "attendu\u{a0}: chaque case interdite une fois, rangée par rangée à partir du bas";
    JOLTED_TWICE "a piece is jolted at most once per turn" "une pièce est secouée au plus une fois par tour";
    MOVER "the phase must name a piece of the player to move" "la phase doit désigner une pièce du joueur au trait";
    UNBARRED "the barred spaces must include the space of the moving piece"
        "les cases interdites doivent inclure celle de la pièce en mouvement";
    NO_TURN "this phase cannot be reached with this piece" "cette phase ne peut pas être atteinte avec cette pièce";
    JOLTED "only friendly pieces other than White and the moving piece can be jolted"
        "seules des pièces amies, sauf le Blanc et la pièce en mouvement, peuvent être secouées";
    NO_MOVE "this piece has no further move" "cette pièce n'a plus aucun coup";
    MOVE_END "expected the end of the move" "attendu\u{a0}: la fin du coup";
    LOWER "expected the lower space first, or the left one if both are in one row"
        "attendu\u{a0}: d'abord la case la plus basse, ou celle de gauche sur une même rangée";
    SIGN "expected :, @, >, <>, || or nothing between the spaces" "attendu entre les cases\u{a0}: :, @, >, <>, || ou rien";
}
