use std::collections::BTreeSet;
use std::fmt::Write;

use entourage_kernel::Language;
use entourage_registry::view::{
    CardReport, MeasuresView, PowerReport, ProposalView, ReportView, ShareView, ValueView,
};

use crate::share::tenths;

pub fn markdown(report: &ReportView, language: Language) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, report, language);
    page
}

fn of<'w>(language: Language, en: &'w str, fr: &'w str) -> &'w str {
    match language {
        Language::English => en,
        Language::French => fr,
    }
}

/// Formats a share in percent with its 95 % interval; small shares have one decimal.
fn percent(share: &ShareView, language: Language) -> String {
    let [found, least, most] = [share.found, share.least, share.most].map(|share| share * 100.0);
    match share.of {
        0 => "–".to_owned(),
        _ if most < 10.0 => {
            let [found, least, most] = [found, least, most].map(|share| tenths(share, language));
            format!("{found} % ({least}–{most})")
        }
        _ => format!("{found:.0} % ({least:.0}–{most:.0})"),
    }
}

fn write(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    let (level, longest) = (report.level, report.longest);
    writeln!(page, "# {}\n", report.name)?;
    let games = report.games;
    let opening = random_moves(report.opening, language);
    let en = format!("Results of {games} self-play games at level {level}, {opening}.");
    let fr =
        format!("Résultats de {games} parties de l'ordinateur contre lui-même, au niveau {level}, {opening}.");
    writeln!(page, "{}", of(language, &en, &fr))?;
    let en = "Ranges in parentheses are 95 % confidence intervals. They cover chance only: stronger players can get other results.";
    let fr = "Entre parenthèses, les intervalles de confiance à 95 %. Ils ne couvrent que le hasard\u{a0}: des joueurs plus forts peuvent obtenir d'autres résultats.";
    writeln!(page, "{}\n", say(en, fr))?;
    if let Some(value) = report.value {
        writeln!(page, "{}\n", best_play(value, &report.sides, language))?;
    }
    if !report.advice.is_empty() {
        writeln!(page, "## {}\n", say("Suggestions", "Suggestions"))?;
        for advice in &report.advice {
            writeln!(page, "- {advice}")?;
        }
        page.push('\n');
    }
    results(page, report, language)?;
    writeln!(page, "## {}\n", say("Length", "Durée"))?;
    let [least, middle, mean, most] = report.length;
    let en = format!("Moves of finished games: median {middle:.0}, mean {mean:.0},");
    let fr = format!("Coups des parties terminées\u{a0}: médiane {middle:.0}, moyenne {mean:.0},");
    let [from, to] = [say("from", "de"), say("to", "à")];
    writeln!(page, "{} {from} {least:.0} {to} {most:.0}.", of(language, &en, &fr))?;
    let unfinished = percent(&report.unfinished, language);
    let en = format!("Stopped after {longest} moves: {unfinished}.");
    let fr = format!("Arrêtées après {longest} coups\u{a0}: {unfinished}.");
    writeln!(page, "{}", of(language, &en, &fr))?;
    let choices = say("Legal moves per position:", "Coups légaux par position\u{a0}:");
    writeln!(page, "{choices} {}.\n", tenths(report.choices, language))?;
    if report.skill.of > 0 {
        writeln!(page, "## {}\n", say("Skill", "Niveau"))?;
        let weaker = level.saturating_sub(report.gap).max(1);
        let (games, share) = (report.skill.of, percent(&report.skill, language));
        let en = format!("Score of level {level} against level {weaker} in {games} games: {share}.");
        let fr =
            format!("Score du niveau {level} contre le niveau {weaker} en {games} parties\u{a0}: {share}.");
        writeln!(page, "{}\n", of(language, &en, &fr))?;
        if report.is_balanced {
            let en = "The start is one-sided, so these games begin with openings in which a short search finds neither side ahead.";
            let fr = "La position de départ favorise un camp\u{a0}; ces parties commencent donc par des ouvertures qu'une courte recherche juge équilibrées.";
            writeln!(page, "{}\n", say(en, fr))?;
        }
    }
    pieces(page, report, language)?;
    cards(page, report, language)?;
    powers(page, report, language)
}

/// Describes the openings of the games.
pub fn random_moves(opening: u32, language: Language) -> String {
    let (en, fr) = match opening {
        1 => ("after 1 random move".to_owned(), "après 1 coup au hasard".to_owned()),
        _ => (format!("after {opening} random moves"), format!("après {opening} coups au hasard")),
    };
    of(language, &en, &fr).to_owned()
}

/// Describes the result of a game with best play.
fn best_play(ValueView { winner, plies }: ValueView, sides: &[String; 2], language: Language) -> String {
    let (en, fr) = match sides.get(usize::from(winner).wrapping_sub(1)) {
        None => (
            "Solved: with best play, the game is a draw.".to_owned(),
            "Résolu\u{a0}: si les deux camps jouent au mieux, la partie est nulle.".to_owned(),
        ),
        Some(side) => (
            format!("Solved: {side} can force a win within {plies} moves."),
            format!("Résolu\u{a0}: gain forcé pour {side}, en {plies} coups au plus."),
        ),
    };
    of(language, &en, &fr).to_owned()
}

/// Writes proposals, or the comparison of two versions, with the effect of each edit.
pub fn proposals(found: &[ProposalView], sides: &[String; 2], language: Language) -> String {
    let mut page = String::new();
    for (number, proposal) in (1..).zip(found) {
        // Writing to a string cannot fail.
        let _ = propose(&mut page, number, proposal, sides, language);
    }
    page
}

fn propose(
    page: &mut String,
    number: usize,
    proposal: &ProposalView,
    sides: &[String; 2],
    language: Language,
) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    let ProposalView { line, before, after, old, new, effect, is_balanced, .. } = proposal;
    if *line > 0 {
        writeln!(page, "### {number}. {} {line}\n\n```diff", say("Line", "Ligne"))?;
        before.lines().try_for_each(|line| writeln!(page, "- {line}"))?;
        after.lines().try_for_each(|line| writeln!(page, "+ {line}"))?;
        writeln!(page, "```\n")?;
    }
    let [before, after] = match line {
        0 => [say("the other version", "l'autre version"), say("this version", "cette version")],
        _ => [say("before", "avant"), say("after", "après")],
    };
    writeln!(page, "| | {before} | {after} |\n|---|---:|---:|")?;
    let mut row = |name: &str, [old, new]: [String; 2]| writeln!(page, "| {name} | {old} | {new} |");
    let both = |of: &dyn Fn(&MeasuresView) -> String| [of(old), of(new)];
    let share = |of: fn(&MeasuresView) -> &ShareView| both(&|measures| percent(of(measures), language));
    let points = format!("{} {}", sides[0], say("(points)", "(points)"));
    row(&points, share(|measures| &measures.first))?;
    row(say("Drawn", "Nulles"), share(|measures| &measures.draws))?;
    row(say("Not finished", "Non terminées"), share(|measures| &measures.unfinished))?;
    row(say("Median moves", "Coups (médiane)"), both(&|measures| format!("{:.0}", measures.length)))?;
    row(say("Stronger player (points)", "Joueur plus fort (points)"), share(|measures| &measures.skill))?;
    let codes = old.powers.iter().chain(&new.powers).map(|(code, _)| code).collect::<BTreeSet<_>>();
    for code in codes {
        let share = |measures: &MeasuresView| {
            let found = measures.powers.iter().find(|(known, _)| known == code);
            found.map_or_else(|| "–".to_owned(), |(_, share)| percent(share, language))
        };
        row(&format!("{} {code} {}", say("Power", "Pouvoir"), say("(games)", "(parties)")), both(&share))?;
    }
    row(say("Quality", "Qualité"), both(&|measures| format!("{:.0}", measures.quality)))?;
    row(say("Games between equals", "Parties à forces égales"), both(&|measures| measures.games.to_string()))?;
    let [found, least, most] = effect.map(|effect| format!("{:+.0}", effect * 100.0).replace('-', "−"));
    let en = format!("Effect on the points of {}: {found} % ({least} to {most}).", sides[0]);
    let fr = format!("Effet sur les points de {}\u{a0}: {found} % (de {least} à {most}).", sides[0]);
    writeln!(page, "\n{}", of(language, &en, &fr))?;
    if *line > 0 {
        let shown = if *is_balanced {
            say(
                "Confirmed with other games: the points are between 45 % and 55 %.",
                "Confirmé par d'autres parties\u{a0}: les points sont entre 45 % et 55 %.",
            )
        } else {
            say(
                "Not confirmed: the interval of the points is not between 45 % and 55 %.",
                "Non confirmé\u{a0}: l'intervalle des points n'est pas entre 45 % et 55 %.",
            )
        };
        writeln!(page, "{shown}")?;
    }
    page.push('\n');
    Ok(())
}

fn results(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Results", "Résultats"))?;
    let points = say("(points):", "(points)\u{a0}:");
    writeln!(page, "{} {points} {}", report.sides[0], percent(&report.first, language))?;
    writeln!(page, "{} {}\n", say("Drawn:", "Nulles\u{a0}:"), percent(&report.draws, language))?;
    if !report.endings.is_empty() {
        writeln!(page, "| {} | | |\n|---|---|---|", say("Ending", "Fin"))?;
        for (_, sentence, share) in &report.endings {
            writeln!(page, "| {} | {} | {} |", cell(sentence), bar(share.found), percent(share, language))?;
        }
        page.push('\n');
    }
    if !report.never_ended.is_empty() {
        let never: Vec<&str> = report.never_ended.iter().map(|(_, sentence)| sentence.as_str()).collect();
        writeln!(page, "{} {}.\n", say("Never happened:", "Fins jamais observées\u{a0}:"), never.join(", "))?;
    }
    Ok(())
}

fn pieces(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Pieces per game", "Pièces par partie"))?;
    let head = say(
        "Piece | at start | moves | captures | lost | left | worth",
        "Pièce | au départ | coups | prises | perdues | restent | valeur",
    );
    writeln!(page, "| {head} |\n|---|---:|---:|---:|---:|---:|---:|")?;
    for kind in &report.kinds {
        let counts = [kind.begun, kind.moves, kind.captures, kind.lost, kind.left];
        let counts = counts.map(|count| tenths(count, language)).join(" | ");
        let worth = kind.worth.as_ref().map_or_else(|| "–".to_owned(), |worth| percent(worth, language));
        writeln!(page, "| {} | {counts} | {worth} |", cell(&kind.name))?;
    }
    page.push('\n');
    if report.kinds.iter().any(|kind| kind.worth.is_some()) {
        let en = "The worth of a piece is the expected score of a side with one more piece of this kind and otherwise equal material, estimated from these games.";
        let fr = "La valeur est le score attendu avec une pièce de ce type en plus, à matériel égal par ailleurs, ajusté à ces parties.";
        writeln!(page, "{}\n", say(en, fr))?;
    }
    Ok(())
}

fn cards(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    if report.cards.is_empty() {
        return Ok(());
    }
    writeln!(page, "## {}\n", say("Cards", "Cartes"))?;
    let en = "Both sides get random cards in each game.\nThe points of a card are the score of a side that has it against a side that does not.";
    let fr = "Les deux camps reçoivent des cartes au hasard à chaque partie.\nLe score est celui du camp qui a une carte contre un camp qui ne l'a pas.";
    writeln!(page, "{}\n", say(en, fr))?;
    let head = (say("Card", "Carte"), say("games", "parties"), say("points", "points"));
    writeln!(page, "| {} | {} | | {} |\n|---|---:|---|---:|", head.0, head.1, head.2)?;
    for CardReport { name, points, .. } in &report.cards {
        let (name, bar, share) = (cell(name), bar(points.found), percent(points, language));
        writeln!(page, "| {name} | {} | {bar} | {share} |", points.of)?;
    }
    page.push('\n');
    Ok(())
}

fn powers(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    if !report.powers.is_empty() {
        writeln!(page, "## {}\n", say("Powers", "Pouvoirs"))?;
    }
    for power in &report.powers {
        let PowerReport { code, says, at_work, moved_by, at_end, forbade, allowed, decided, decided_end } =
            power;
        writeln!(page, "### {code}\n")?;
        if !says.is_empty() {
            writeln!(page, "{}\n", cell(says))?;
        }
        let shares = [
            (at_work, "Active (positions)", "Actif (positions)"),
            (moved_by, "Started or ended by a move (moves)", "Commencé ou terminé par un coup (coups)"),
            (forbade, "Forbade a move (attempts)", "A interdit un coup (tentatives)"),
            (allowed, "Allowed a move (moves)", "A permis un coup (coups)"),
            (decided, "Changed the computer's move (choices)", "A changé le coup de l'ordinateur (choix)"),
            (at_end, "Active at the end (games)", "Actif à la fin (parties)"),
            (decided_end, "Decided the end (games)", "A décidé de la fin (parties)"),
        ];
        writeln!(page, "| | | |\n|---|---|---:|")?;
        for (share, en, fr) in shares.into_iter().filter(|(share, ..)| share.of > 0) {
            writeln!(page, "| {} | {} | {} |", say(en, fr), bar(share.found), percent(share, language))?;
        }
        page.push('\n');
    }
    if report.powers.iter().any(|power| power.allowed.of > 0) {
        let meant = [
            (
                "Allowed: the move played would be illegal without the power.",
                "A permis\u{a0}: le coup joué serait illégal sans le pouvoir.",
            ),
            (
                "Changed: in a sample of positions, the computer would have played another move without the power.",
                "A changé\u{a0}: dans un échantillon de positions, l'ordinateur aurait joué un autre coup sans le pouvoir.",
            ),
            (
                "Decided: without the power, the game would not have ended, or would have ended differently.",
                "A décidé\u{a0}: sans le pouvoir, la partie ne se serait pas terminée, ou se serait terminée autrement.",
            ),
        ];
        for (en, fr) in meant {
            writeln!(page, "{}", say(en, fr))?;
        }
        page.push('\n');
    }
    reasons(page, report, language)
}

fn reasons(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    if !report.reasons.is_empty() {
        let tries = report.reasons.first().map_or(0, |reason| reason.share.of);
        writeln!(page, "## {}\n", say("Refused moves", "Coups refusés"))?;
        let en = "random attempts were made to move a piece, mostly onto an enemy piece.\nAn attempt can be refused for several reasons.";
        let fr = "tentatives de déplacer une pièce vers une case, le plus souvent sur un adversaire.\nUne tentative peut être refusée pour plusieurs raisons.";
        writeln!(page, "{tries} {}\n", say(en, fr))?;
        writeln!(page, "| {} | | |\n|---|---|---:|", say("Reason (example)", "Raison (exemple)"))?;
        for reason in &report.reasons {
            let says = cell(if reason.says.is_empty() { &reason.code } else { &reason.says });
            writeln!(page, "| {says} | {} | {} |", bar(reason.share.found), percent(&reason.share, language))?;
        }
        page.push('\n');
    }
    Ok(())
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

const BAR_LENGTH: usize = 20;

/// Draws a share from 0 to 1 as a bar of block characters.
pub(crate) fn bar(share: f64) -> String {
    let filled = ((share.clamp(0.0, 1.0) * BAR_LENGTH as f64).round() as usize).min(BAR_LENGTH);
    format!("{}{}", "█".repeat(filled), "░".repeat(BAR_LENGTH - filled))
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_have_a_constant_length() {
        for share in [f64::NAN, -1.0, 0.0, 0.012, 0.5, 1.0, 7.0] {
            assert_eq!(bar(share).chars().count(), 20, "{share}");
        }
        assert_eq!(bar(0.5).chars().filter(|sign| *sign == '█').count(), 10);
    }
}
