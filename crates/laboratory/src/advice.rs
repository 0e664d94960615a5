use entourage_kernel::Language;
use entourage_registry::view::{PowerReport, ReportView};

use crate::share::{is_above, is_below, tenths};

/// Maximum share of the points, 0 to 1, for one side in a balanced game; a larger share is reported.
const FAIR_SHARE: f64 = 0.55;
/// Maximum share of draws; a larger share is reported.
pub(crate) const MAX_DRAWS: f64 = 0.5;
/// Maximum share of unfinished games; a larger share is reported.
const MAX_UNFINISHED: f64 = 0.05;
/// Minimum number of games for suggestions about the length of games.
const MIN_GAMES: u64 = 10;
/// Minimum median length in moves; shorter games are reported.
pub(crate) const MIN_LENGTH: f64 = 12.0;
/// Minimum share of the points for the stronger player; with a smaller share, skill matters little.
pub(crate) const MIN_SKILL: f64 = 0.6;
/// Minimum share of positions in which a power is active; rarer powers are hardly noticed.
const MIN_ACTIVITY: f64 = 0.01;

/// Returns suggestions for the game's inventor, if the report's confidence intervals support them.
pub(crate) fn on(report: &ReportView, language: Language) -> Vec<String> {
    let mut found = Vec::new();
    macro_rules! say {
        ($english:literal, $french:literal) => {
            found.push(if language == Language::English { format!($english) } else { format!($french) })
        };
    }
    let [first, second] = &report.sides;
    for (side, share, is_above) in [
        (first, report.first.found, is_above(&report.first, FAIR_SHARE)),
        (second, 1.0 - report.first.found, is_below(&report.first, 1.0 - FAIR_SHARE)),
    ] {
        if is_above {
            let share = share * 100.0;
            say!(
                "{side} scores {share:.0} % of the points. Try a start position that gives the other side a little more material or better squares.",
                "{side} marque {share:.0} % des points. Essayez une position de départ qui donne à l'autre camp un peu plus de matériel ou de meilleures cases."
            );
        }
    }
    if is_above(&report.draws, MAX_DRAWS) {
        let share = report.draws.found * 100.0;
        say!(
            "{share:.0} % of the games are drawn. Try fewer defensive pieces, or a goal that is easier to reach.",
            "{share:.0} % des parties sont nulles. Essayez moins de pièces défensives, ou un but plus facile à atteindre."
        );
    }
    if is_above(&report.unfinished, MAX_UNFINISHED) {
        let (share, longest) = (report.unfinished.found * 100.0, report.longest);
        say!(
            "{share:.0} % of the games do not end within {longest} moves. Add an ending that counts moves: repetition alone does not end every game.",
            "{share:.0} % des parties ne sont pas terminées après {longest} coups. Ajoutez une fin qui compte les coups\u{a0}: la répétition seule ne termine pas toutes les parties."
        );
    }
    let [_, middle, ..] = report.length;
    if report.games >= MIN_GAMES && middle > 0.0 && middle < MIN_LENGTH {
        say!(
            "Half of the games end within {middle:.0} moves. Try a longer way to the goal, slower pieces, or obstacles.",
            "La moitié des parties se terminent en {middle:.0} coups au plus. Essayez un chemin plus long, des pièces plus lentes ou des obstacles."
        );
    }
    if is_below(&report.skill, MIN_SKILL) {
        let share = report.skill.found * 100.0;
        say!(
            "The stronger player scores only {share:.0} % against the weaker one: skill matters little.",
            "Le joueur le plus fort ne marque que {share:.0} % contre le plus faible\u{a0}: le niveau compte peu."
        );
    }
    for kind in report.kinds.iter().filter(|kind| kind.begun > 0.0 && kind.moves < 0.05) {
        let name = &kind.name;
        say!("The {name} hardly ever moves.", "{name}\u{a0}: cette pièce ne bouge presque jamais.");
    }
    for power in report.powers.iter().filter(|power| is_below(&power.at_work, MIN_ACTIVITY)) {
        let (code, share) = (&power.code, tenths(power.at_work.found * 100.0, language));
        say!(
            "The power \"{code}\" is active in {share} % of the positions: players will hardly notice it.",
            "Le pouvoir «\u{a0}{code}\u{a0}» agit dans {share} % des positions\u{a0}: les joueurs le remarqueront à peine."
        );
    }
    let quiet = |power: &&PowerReport| power.at_work.of > 0 && power.at_work.least > 0.9;
    for power in report.powers.iter().filter(quiet).filter(|power| is_below(&power.moved_by, MIN_ACTIVITY)) {
        let code = &power.code;
        say!(
            "The power \"{code}\" is nearly always active and hardly any move changes that: players have little influence on it.",
            "Le pouvoir «\u{a0}{code}\u{a0}» agit presque toujours et presque aucun coup n'y change rien\u{a0}: les joueurs ont peu d'influence sur lui."
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use entourage_registry::Registry;

    use super::*;
    use crate::{Notes, Trial, report};

    #[test]
    fn very_short_games_are_reported() {
        let game = Registry::built_in().open(Registry::built_in().games()[0]).unwrap();
        let told = |plies: u32| {
            let one = |number| Notes {
                number,
                winner: 1 + (number % 2) as u8,
                cause: Some("checkmate".to_owned()),
                plies,
                ..Notes::default()
            };
            let notes: Vec<Notes> = (0..12).map(one).collect();
            let found = [Language::English, Language::French]
                .map(|language| report(game.as_ref(), &Trial::default(), &notes, language).advice);
            assert_eq!(found[0].len(), found[1].len(), "{found:?}");
            found[0].join(" ")
        };
        assert!(told(6).contains("within 6 moves"), "{}", told(6));
        assert!(!told(60).contains("within"), "{}", told(60));
    }
}
