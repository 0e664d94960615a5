use std::fmt::Write;

use entourage_kernel::Language;

use crate::chart::bar;
use entourage_registry::view::{ReportView, ShareView};

/// Writes a report for people, in Markdown.
pub fn markdown(report: &ReportView, language: Language) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, report, language);
    page
}

/// Chooses the words of a language.
fn of<'w>(language: Language, en: &'w str, fr: &'w str) -> &'w str {
    match language {
        Language::English => en,
        Language::French => fr,
    }
}

/// Writes a share in percent, with the interval in which the truth lies in 95 of 100 cases.
fn percent(share: &ShareView) -> String {
    if share.of == 0 {
        return "–".to_owned();
    }
    format!("{:.0} % ({:.0}–{:.0})", share.found * 100.0, share.least * 100.0, share.most * 100.0)
}

fn fine(share: &ShareView) -> String {
    if share.of == 0 { "–".to_owned() } else { format!("{:.1} %", share.found * 100.0) }
}

fn write(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    let (level, longest) = (report.level, report.longest);
    writeln!(page, "# {}\n", report.name)?;
    writeln!(
        page,
        "{} {} {} {level}.",
        say("Found by", "Trouvé par"),
        report.games,
        say(
            "games of the computer against itself at level",
            "parties de l'ordinateur contre lui-même, au niveau"
        )
    )?;
    writeln!(
        page,
        "{}\n",
        say(
            "In brackets stands where the truth lies in 95 of 100 cases.",
            "Entre parenthèses, l'intervalle où se trouve la vérité dans 95 cas sur 100."
        )
    )?;
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
    writeln!(
        page,
        "{}: {middle:.0}; {}: {mean:.0}; {} {least:.0} {} {most:.0}.",
        say("Moves of a game that ended, in the middle", "Coups d'une partie finie, au milieu"),
        say("in the mean", "en moyenne"),
        say("from", "de"),
        say("to", "à")
    )?;
    writeln!(
        page,
        "{} {longest} {}: {}.",
        say("Given up after", "Abandonnées après"),
        say("moves", "coups"),
        percent(&report.unfinished)
    )?;
    writeln!(
        page,
        "{}: {:.1}.\n",
        say("Legal moves of a position", "Coups possibles d'une position"),
        report.choices
    )?;
    if report.skill.of > 0 {
        writeln!(page, "## {}\n", say("Skill", "Habileté"))?;
        let gap = report.gap;
        let weaker = level.saturating_sub(gap).max(1);
        writeln!(
            page,
            "{} {level} {} {weaker}, {} {} {}: {}.\n",
            say("Level", "Le niveau"),
            say("against level", "contre le niveau"),
            say("in", "en"),
            report.skill.of,
            say("games, takes of the points", "parties, prend des points"),
            percent(&report.skill)
        )?;
    }
    pieces(page, report, language)?;
    powers(page, report, language)
}

fn results(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Who wins, and why", "Qui gagne, et pourquoi"))?;
    writeln!(page, "{} ({}): {}", report.sides[0], say("points", "points"), percent(&report.first))?;
    writeln!(page, "{}: {}\n", say("Drawn", "Nulles"), percent(&report.draws))?;
    if !report.endings.is_empty() {
        writeln!(page, "| {} | | |\n|---|---|---|", say("The end", "La fin"))?;
        for (_, sentence, share) in &report.endings {
            writeln!(page, "| {} | {} | {} |", cell(sentence), bar(share.found), percent(share))?;
        }
        page.push('\n');
    }
    if !report.never_ended.is_empty() {
        let never: Vec<&str> = report.never_ended.iter().map(|(_, sentence)| sentence.as_str()).collect();
        writeln!(page, "{}: {}.\n", say("Never seen", "Jamais vu"), never.join(", "))?;
    }
    Ok(())
}

fn pieces(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Pieces, in a game", "Pièces, par partie"))?;
    writeln!(
        page,
        "| {} | {} | {} | {} | {} | {} |\n|---|---:|---:|---:|---:|---:|",
        say("Piece", "Pièce"),
        say("begin", "au départ"),
        say("moves", "coups"),
        say("captures", "prises"),
        say("taken", "perdues"),
        say("left", "restent")
    )?;
    for kind in &report.kinds {
        writeln!(
            page,
            "| {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            cell(&kind.name),
            kind.begun,
            kind.moves,
            kind.captures,
            kind.lost,
            kind.left
        )?;
    }
    page.push('\n');
    Ok(())
}

fn powers(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    if !report.powers.is_empty() {
        writeln!(page, "## {}\n", say("Powers", "Pouvoirs"))?;
        writeln!(
            page,
            "| {} | | {} | {} | {} | {} | {} | {} | {} |\n|---|---|---:|---:|---:|---:|---:|---:|---:|",
            say("Power", "Pouvoir"),
            say("at work", "agit"),
            say("changed by a move", "changé par un coup"),
            say("at the end", "à la fin"),
            say("forbade", "a interdit"),
            say("allowed", "a permis"),
            say("decided", "a décidé"),
            say("decided the end", "a décidé la fin")
        )?;
        for power in &report.powers {
            writeln!(
                page,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                cell(&power.code),
                if power.at_work.of == 0 { String::new() } else { bar(power.at_work.found) },
                fine(&power.at_work),
                fine(&power.moved_by),
                fine(&power.at_end),
                fine(&power.forbade),
                fine(&power.allowed),
                fine(&power.decided),
                fine(&power.decided_end)
            )?;
        }
        page.push('\n');
        if report.powers.iter().any(|power| power.allowed.of > 0) {
            writeln!(
                page,
                "{}\n",
                say(
                    "Without it, moves that it allowed could not have been made, the computer would have made another move where it decided, and the game would not have ended so where it decided the end.",
                    "Sans lui, les coups qu'il a permis n'auraient pu être joués, l'ordinateur aurait joué autre chose là où il a décidé, et la partie n'aurait pas fini ainsi là où il a décidé la fin."
                )
            )?;
        }
    }
    if !report.reasons.is_empty() {
        let tries = report.reasons.first().map_or(0, |reason| reason.share.of);
        writeln!(page, "## {}\n", say("Why moves are refused", "Pourquoi des coups sont refusés"))?;
        writeln!(
            page,
            "{tries} {}\n",
            say(
                "tries of a piece on a square, mostly on an enemy; a try may be refused for several reasons.",
                "essais d'une pièce sur une case, le plus souvent sur un adversaire\u{a0}; un essai peut être refusé pour plusieurs raisons."
            )
        )?;
        writeln!(page, "| {} | | |\n|---|---|---:|", say("Reason, for instance", "Raison, par exemple"))?;
        for reason in &report.reasons {
            writeln!(
                page,
                "| {} | {} | {} |",
                cell(if reason.says.is_empty() { &reason.code } else { &reason.says }),
                bar(reason.share.found),
                fine(&reason.share)
            )?;
        }
        page.push('\n');
    }
    Ok(())
}

/// Keeps a text within one cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
