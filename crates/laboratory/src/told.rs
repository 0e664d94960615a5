use std::fmt::Write;

use entourage_kernel::Language;
use entourage_registry::view::{CardReport, PowerReport, ReportView, ShareView};

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

/// Formats a share in percent with its 95 % interval; small ones have a decimal.
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
    let en = format!("Found by {games} games of the computer against itself at level {level}.");
    let fr = format!("Trouvé par {games} parties de l'ordinateur contre lui-même, au niveau {level}.");
    writeln!(page, "{}", of(language, &en, &fr))?;
    let en = "In brackets stands where the truth lies in 95 of 100 cases.";
    let fr = "Entre parenthèses, l'intervalle où se trouve la vérité dans 95 cas sur 100.";
    writeln!(page, "{}\n", say(en, fr))?;
    if !report.advice.is_empty() {
        writeln!(page, "## {}\n", say("What to look at", "À regarder"))?;
        for advice in &report.advice {
            writeln!(page, "- {advice}")?;
        }
        page.push('\n');
    }
    results(page, report, language)?;
    writeln!(page, "## {}\n", say("Length", "Durée"))?;
    let [least, middle, mean, most] = report.length;
    let en = format!("Moves of a game that ended, in the middle: {middle:.0}; in the mean: {mean:.0};");
    let fr =
        format!("Coups d'une partie finie, au milieu\u{a0}: {middle:.0}\u{a0}; en moyenne\u{a0}: {mean:.0};");
    let [from, to] = [say("from", "de"), say("to", "à")];
    writeln!(page, "{} {from} {least:.0} {to} {most:.0}.", of(language, &en, &fr))?;
    let unfinished = percent(&report.unfinished, language);
    let en = format!("Given up after {longest} moves: {unfinished}.");
    let fr = format!("Abandonnées après {longest} coups\u{a0}: {unfinished}.");
    writeln!(page, "{}", of(language, &en, &fr))?;
    let choices = say("Legal moves of a position:", "Coups possibles d'une position\u{a0}:");
    writeln!(page, "{choices} {}.\n", tenths(report.choices, language))?;
    if report.skill.of > 0 {
        writeln!(page, "## {}\n", say("Skill", "Habileté"))?;
        let weaker = level.saturating_sub(report.gap).max(1);
        let (games, share) = (report.skill.of, percent(&report.skill, language));
        let en =
            format!("Level {level} against level {weaker}, in {games} games, takes of the points: {share}.");
        let fr = format!(
            "Le niveau {level} contre le niveau {weaker}, en {games} parties, prend des points\u{a0}: {share}."
        );
        writeln!(page, "{}\n", of(language, &en, &fr))?;
    }
    pieces(page, report, language)?;
    cards(page, report, language)?;
    powers(page, report, language)
}

fn results(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Who wins, and why", "Qui gagne, et pourquoi"))?;
    let points = say("(points):", "(points)\u{a0}:");
    writeln!(page, "{} {points} {}", report.sides[0], percent(&report.first, language))?;
    writeln!(page, "{} {}\n", say("Drawn:", "Nulles\u{a0}:"), percent(&report.draws, language))?;
    if !report.endings.is_empty() {
        writeln!(page, "| {} | | |\n|---|---|---|", say("The end", "La fin"))?;
        for (_, sentence, share) in &report.endings {
            writeln!(page, "| {} | {} | {} |", cell(sentence), bar(share.found), percent(share, language))?;
        }
        page.push('\n');
    }
    if !report.never_ended.is_empty() {
        let never: Vec<&str> = report.never_ended.iter().map(|(_, sentence)| sentence.as_str()).collect();
        writeln!(page, "{} {}.\n", say("Never seen:", "Jamais vu\u{a0}:"), never.join(", "))?;
    }
    Ok(())
}

fn pieces(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Pieces, in a game", "Pièces, par partie"))?;
    let head = say(
        "Piece | begin | moves | captures | taken | left | worth",
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
        let en = "The worth is the share of the points that one more of them brings where all else is even, as fitted to these games.";
        let fr = "La valeur est la part des points qu'apporte une pièce de plus, toutes choses égales par ailleurs, ajustée à ces parties.";
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
    let en = "Both sides draw theirs by lot for each game; the points are those of the side that has a card where the other has not.";
    let fr = "Les deux camps tirent les leurs au sort à chaque partie\u{a0}; les points sont ceux du camp qui a une carte quand l'autre ne l'a pas.";
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
            (at_work, "At work, of the positions", "Agit, dans les positions"),
            (moved_by, "Began or ended by a move, of the moves", "Commencé ou fini par un coup, des coups"),
            (forbade, "Forbade, of the tries", "A interdit, des essais"),
            (allowed, "Allowed, of the moves", "A permis, des coups"),
            (decided, "Decided, of the choices", "A décidé, des choix"),
            (at_end, "At work in the end, of the games", "Agit dans la fin, des parties"),
            (decided_end, "Decided the end, of the games", "A décidé la fin, des parties"),
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
                "Every move made was tried without the power: it allowed those that could not have been made.",
                "Chaque coup joué a été essayé sans le pouvoir\u{a0}: il a permis ceux qui n'auraient pu l'être.",
            ),
            (
                "Now and then the computer chose again without it: it decided where the computer would have made another move.",
                "De temps en temps l'ordinateur a choisi de nouveau sans lui\u{a0}: il a décidé là où l'ordinateur aurait joué autre chose.",
            ),
            (
                "It decided the end of the games that would not have ended without it, or otherwise.",
                "Il a décidé la fin des parties qui sans lui n'auraient pas fini, ou autrement.",
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
        writeln!(page, "## {}\n", say("Why moves are refused", "Pourquoi des coups sont refusés"))?;
        let en = "tries of a piece on a square, mostly on an enemy; a try may be refused for several reasons.";
        let fr = "essais d'une pièce sur une case, le plus souvent sur un adversaire\u{a0}; un essai peut être refusé pour plusieurs raisons.";
        writeln!(page, "{tries} {}\n", say(en, fr))?;
        writeln!(page, "| {} | | |\n|---|---|---:|", say("Reason, for instance", "Raison, par exemple"))?;
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

const CELLS: usize = 20;

/// Draws a share, 0 to 1, as a bar of signs.
pub(crate) fn bar(share: f64) -> String {
    let filled = ((share.clamp(0.0, 1.0) * CELLS as f64).round() as usize).min(CELLS);
    format!("{}{}", "█".repeat(filled), "░".repeat(CELLS - filled))
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_have_one_length_whatever_they_show() {
        for share in [f64::NAN, -1.0, 0.0, 0.012, 0.5, 1.0, 7.0] {
            assert_eq!(bar(share).chars().count(), 20, "{share}");
        }
        assert_eq!(bar(0.5).chars().filter(|sign| *sign == '█').count(), 10);
    }
}
