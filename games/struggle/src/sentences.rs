//! Messages for each reason code: refusals, conditions, and effects of a ply that are not visible on the board.

use entourage_kernel::sentence::Scene;
use entourage_kernel::{Board, Intent, Language, Reason, Side, Square, Text, Voice, sentences};

use crate::action::Action;
use crate::geometry::TOPOLOGY;
use crate::interplay::{Fate, fate};
use crate::metadata::METADATA;
use crate::position::Position;
use crate::turn::{Stage, Turn};

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let has_rules = |side| !team_rules(position, side, voice.language).is_empty();
    let case = match reason.code.as_str() {
        "team-1" if !has_rules(Side::First) => "team-1/none",
        "team-2" if !has_rules(Side::Second) => "team-2/none",
        code => code,
    };
    speak(position, &reason.squares, voice, |scene, word| scene.say(SENTENCES, case, word))
}

pub(crate) fn wording(position: &Position, intent: Intent, voice: Voice<'_>) -> Option<String> {
    let squares: Vec<Square> = intent.squares().collect();
    let code = match Action::of(intent)? {
        Action::End => end_code(position),
        Action::Pact { .. } => "pact",
        Action::Jump { from, over, .. } => jump_code(position, from, &[over])?,
        Action::Catapult { from, near, far, .. } => jump_code(position, from, &[near, far])?,
        _ => return None,
    };
    let code = match squares.get(1).and_then(|&square| position.piece_at(square)) {
        None if code == "spends-armor" => "spends-armor/unknown",
        _ => code,
    };
    speak(position, &squares, voice, |scene, word| Some(scene.fill(scene.find(WORDINGS, code)?, word)))
}

fn speak(
    position: &Position,
    squares: &[Square],
    voice: Voice<'_>,
    say: impl Fn(Scene<'_>, &dyn Fn(&str, usize) -> String) -> Option<String>,
) -> Option<String> {
    let piece_at = |square| position.piece_at(square);
    let scene = Scene { metadata: &METADATA, topology: &TOPOLOGY, squares, voice, piece_at: &piece_at };
    let is_french = voice.language == Language::French;
    let articles = if is_french { ["le ", "la case "] } else { ["", "the space "] };
    let word = |word: &str, index: usize| match word {
        "the" => scene.with_article(index, |kind| articles[usize::from(kind.is_none())]),
        "to" => scene.with_article(index, |kind| if kind.is_some() { "au " } else { "à la case " }),
        "kind" => scene.name(index).unwrap_or_default().to_owned(),
        _ => {
            let rules = team_rules(position, Side::BOTH[index], voice.language);
            entourage_kernel::sentence::join(&rules, if is_french { "et" } else { "and" })
        }
    };
    say(scene, &word)
}

/// Returns the message code for the ply `end`, which ends the turn or the chain, or declines an optional move.
fn end_code(position: &Position) -> &'static str {
    match position.state.turn {
        Turn::Moving(moving) if !moving.in_chain() => "renounces",
        Turn::Moving(_) => "stops",
        _ => "ends",
    }
}

/// Returns the message code for a jump that spends an Armor; `None` for other jumps.
fn jump_code(position: &Position, from: Square, jumped: &[Square]) -> Option<&'static str> {
    let state = &position.state;
    let stage = if let Turn::Moving(moving) = state.turn { moving.stage } else { Stage::Main };
    let jumper = position.piece_at(from)?;
    let mut pieces = jumped.iter().filter_map(|&square| position.piece_at(square));
    pieces.any(|piece| fate(state, jumper, piece, stage) == Fate::Unarmored).then_some("spends-armor")
}

fn team_rules(position: &Position, side: Side, language: Language) -> Vec<String> {
    let team = position.state.team(side);
    let spent = if language == Language::French { "épuisé" } else { "spent" };
    let rules = team.rules().filter(|rule| !rule.is_bound());
    rules
        .map(|rule| {
            let name = rule.card().name.get(language);
            if team.is_spent(rule) { format!("{name} ({spent})") } else { name.to_owned() }
        })
        .collect()
}

pub(crate) static SENTENCES: &[(&str, Text)] = sentences! {
    "game-over"
        "the game is over"
        "la partie est finie";
    "pass-after-free"
        "you cannot pass after a free action: end the turn"
        "vous ne pouvez pas passer après une action libre\u{a0}: terminez le tour";
    "nothing-to-end"
        "there is nothing to end yet in this turn"
        "il n'y a encore rien à terminer dans ce tour";
    "pass-with-moves"
        "you can pass only if you have no move, and {the 0} can move"
        "vous ne pouvez passer que si vous n'avez aucun coup, et {the 0} peut jouer";
    "end-before-main"
        "you must still take your main action: {the 0} can move"
        "vous devez encore jouer votre action principale\u{a0}: {the 0} peut jouer";
    "pass-within-turn"
        "{the 0} has already moved: end the turn instead of passing"
        "{the 0} a déjà joué\u{a0}: terminez le tour au lieu de passer";
    "free-too-late"
        "Mad Hatter and Nonaggression Pact must be used before anything else in a turn"
        "le Chapelier fou et le Pacte de non-agression se jouent avant toute autre chose dans un tour";
    "another-piece-moves"
        "only {the 0} can continue, not {the 1}; you can also end the turn"
        "seul {the 0} peut continuer, et non {the 1}\u{a0}; vous pouvez aussi terminer le tour";
    "chain-only-jumps"
        "after a jump, {the 0} can only keep jumping"
        "après un saut, {the 0} ne peut que continuer à sauter";
    "barred"
        "this chain of jumps has already visited {1} since its last capture"
        "cette suite de sauts est déjà passée par {1} depuis sa dernière capture";
    "only-conventional"
        "{the 0} can continue only with steps and jumps"
        "{the 0} ne peut continuer que par des pas et des sauts";
    "empty-square"
        "there is no piece on {0}"
        "il n'y a pas de pièce en {0}";
    "not-your-piece"
        "{the 0} belongs to your opponent"
        "{the 0} appartient à votre adversaire";
    "same-square"
        "a move must end on another space"
        "un coup doit finir sur une autre case";
    "too-far"
        "{the 0} can step only to a neighbouring space, and {1} is not one"
        "{the 0} ne peut faire un pas que vers une case voisine, et {1} n'en est pas une";
    "never-back"
        "{the 0} cannot go to {1}: pieces never move back"
        "{the 0} ne peut pas aller en {1}\u{a0}: les pièces ne reculent jamais";
    "occupied"
        "{the 0} cannot go to {1}: the space is occupied"
        "{the 0} ne peut pas aller en {1}\u{a0}: la case est occupée";
    "jump-line"
        "{the 0} can jump only over a neighbouring space to the space directly behind it, not over {1} to {2}"
        "{the 0} ne peut sauter que par-dessus une case voisine jusqu'à celle juste derrière, et non par-dessus {1} jusqu'en {2}";
    "nothing-to-jump"
        "there is no piece to jump on {1}"
        "il n'y a pas de pièce par-dessus laquelle sauter en {1}";
    "landing-occupied"
        "{the 0} cannot land on {1}: the space is occupied"
        "{the 0} ne peut pas arriver en {1}\u{a0}: la case est occupée";
    "pact-forbids"
        "{the 0} cannot jump {the 1}: they have a Pact"
        "{the 0} ne peut pas sauter par-dessus {the 1}\u{a0}: un Pacte les lie";
    "no-pact"
        "you do not have Nonaggression Pact"
        "vous n'avez pas le Pacte de non-agression";
    "pact-spent"
        "your Nonaggression Pact is spent"
        "votre Pacte de non-agression est épuisé";
    "pact-pieces"
        "a Pact binds one of your pieces and one of your opponent's, neither of them White"
        "un Pacte lie une de vos pièces et une pièce adverse, Blancs exceptés";
    "pact-exists"
        "{the 0} and {the 1} already have a Pact"
        "un Pacte lie déjà {the 0} et {the 1}";
    "no-hatter"
        "you do not have Mad Hatter"
        "vous n'avez pas le Chapelier fou";
    "hatter-spent"
        "your Mad Hatter is spent"
        "votre Chapelier fou est épuisé";
    "hatter-pieces"
        "Mad Hatter swaps two of your own pieces, neither of them White"
        "le Chapelier fou échange deux de vos pièces, Blanc excepté";
    "hatter-order"
        "write {1} before {0}: the lower space comes first"
        "écrivez {1} avant {0}\u{a0}: la case la plus basse vient d'abord";
    "no-caboose"
        "you do not have Caboose"
        "vous n'avez pas le Convoi";
    "caboose-direction"
        "a run cannot go from {0} to {1}: it moves only sideways or forward"
        "un convoi ne peut pas aller de {0} vers {1}\u{a0}: il n'avance que de côté ou en avant";
    "caboose-run"
        "Caboose requires three of your own pieces, not including White, in a line from {0} through {1}"
        "le Convoi exige trois de vos pièces, Blanc exclu, alignées depuis {0} en passant par {1}";
    "caboose-edge"
        "the run from {0} is at the edge of the board"
        "le convoi qui part de {0} est au bord du plateau";
    "caboose-blocked"
        "the run from {0} cannot move: {1} is occupied"
        "le convoi qui part de {0} ne peut pas avancer\u{a0}: la case {1} est occupée";
    "no-teleport"
        "{the 0} does not carry Teleport"
        "{the 0} ne porte pas la Téléportation";
    "teleport-range"
        "a Teleport goes two or three steps sideways or forward, and {1} is not two or three steps from {0}"
        "une Téléportation mène à deux ou trois pas de côté ou en avant, et {1} n'est pas à deux ou trois pas de {0}";
    "no-catapult"
        "{the 0} does not carry Catapult"
        "{the 0} ne porte pas la Catapulte";
    "catapult-line"
        "a Catapult leaps over two spaces in a straight line, sideways or forward"
        "une Catapulte bondit par-dessus deux cases en ligne droite, de côté ou en avant";
    "is-pacifist"
        "{the 0} is a Pacifist and cannot be captured"
        "{the 0} est un Pacifiste et ne peut pas être capturé";
    "wears-armor"
        "the first jump over {the 0} only breaks its Armor"
        "le premier saut par-dessus {the 0} ne brise que son Armure";
    "takes-nothing"
        "{the 0} is a Pacifist and cannot capture {the 1}"
        "{the 0} est un Pacifiste et ne peut pas capturer {the 1}";
    "team-1"
        "Player 1 has {rules 0}"
        "le Joueur 1 dispose de\u{a0}: {rules 0}";
    "team-1/none"
        "Player 1 has no Rules other than those of their pieces"
        "le Joueur 1 n'a pas d'autres Règles que celles de ses pièces";
    "team-2"
        "Player 2 has {rules 1}"
        "le Joueur 2 dispose de\u{a0}: {rules 1}";
    "team-2/none"
        "Player 2 has no Rules other than those of their pieces"
        "le Joueur 2 n'a pas d'autres Règles que celles de ses pièces";
    "acting"
        "the main action of this turn must still be taken"
        "l'action principale de ce tour reste à jouer";
    "in-chain"
        "{the 0} can keep jumping, or you can end the chain"
        "{the 0} peut continuer à sauter ou s'arrêter là";
    "second-move"
        "{the 0} can make its second move"
        "{the 0} peut jouer son second coup";
    "extra-move"
        "{the 0} was jolted and can make an extra move"
        "{the 0} a été secoué et peut jouer un coup supplémentaire";
    "unknown-move"
        "there is no such move in this game"
        "ce coup n'existe pas dans ce jeu";
};

static WORDINGS: &[(&str, Text)] = sentences! {
    "pact"
        "{the 0} makes a Pact with {the 1}"
        "{the 0} et {the 1} concluent un Pacte";
    "spends-armor"
        "the Armor of {kind 1} is spent"
        "l'Armure du {kind 1} est épuisée";
    "spends-armor/unknown"
        "the Armor of the jumped piece is spent"
        "l'Armure de la pièce visée est épuisée";
    "renounces"
        "no further move"
        "aucun autre coup";
    "stops"
        "ends the chain"
        "arrête la suite de sauts";
    "ends"
        "ends the turn"
        "termine le tour";
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{read_move, read_position};

    #[test]
    fn sentences_name_pieces_and_rules() {
        let position =
            read_position("w/2/3/4/5/6/2r2/2B3/5/4/3/K1/W 1 - torus@B,pact,hatter! armor@R - -").unwrap();
        let say = |code, names: &[&str], language| {
            let squares = names.iter().map(|name| TOPOLOGY.find(name).unwrap());
            sentence(&position, &Reason::new(code, "", squares), Voice::from(language)).unwrap()
        };
        assert_eq!(
            say("pact-forbids", &["c6", "c7"], Language::English),
            "Blue on c6 cannot jump Red on c7: they have a Pact."
        );
        assert_eq!(
            say("never-back", &["c6", "c5"], Language::French),
            "Le Bleu en c6 ne peut pas aller en c5\u{a0}: les pièces ne reculent jamais."
        );
        assert_eq!(
            say("team-1", &[], Language::English),
            "Player 1 has Nonaggression Pact and Mad Hatter (spent)."
        );
        let jump = read_move("c6:c7:d8").unwrap();
        assert_eq!(
            wording(&position, jump, Language::English.into()).as_deref(),
            Some("the Armor of Red is spent")
        );
    }
}
