use std::fmt::Write;

use entourage_kernel::Language;

use crate::chart::bar;
use crate::share::tenths;
use entourage_registry::view::{CardReport, PowerReport, ReportView, ShareView};

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

/// Writes a share in percent, with the interval in which the truth lies in 95 of 100 cases; what is small has tenths.
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
        "{} {middle:.0}{} {} {mean:.0}; {} {least:.0} {} {most:.0}.",
        say("Moves of a game that ended, in the middle:", "Coups d'une partie finie, au milieu\u{a0}:"),
        say(";", "\u{a0};"),
        say("in the mean:", "en moyenne\u{a0}:"),
        say("from", "de"),
        say("to", "à")
    )?;
    writeln!(
        page,
        "{} {longest} {} {}.",
        say("Given up after", "Abandonnées après"),
        say("moves:", "coups\u{a0}:"),
        percent(&report.unfinished, language)
    )?;
    writeln!(
        page,
        "{} {}.\n",
        say("Legal moves of a position:", "Coups possibles d'une position\u{a0}:"),
        tenths(report.choices, language)
    )?;
    if report.skill.of > 0 {
        writeln!(page, "## {}\n", say("Skill", "Habileté"))?;
        let gap = report.gap;
        let weaker = level.saturating_sub(gap).max(1);
        writeln!(
            page,
            "{} {level} {} {weaker}, {} {} {} {}.\n",
            say("Level", "Le niveau"),
            say("against level", "contre le niveau"),
            say("in", "en"),
            report.skill.of,
            say("games, takes of the points:", "parties, prend des points\u{a0}:"),
            percent(&report.skill, language)
        )?;
    }
    pieces(page, report, language)?;
    cards(page, report, language)?;
    powers(page, report, language)
}

fn results(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    writeln!(page, "## {}\n", say("Who wins, and why", "Qui gagne, et pourquoi"))?;
    writeln!(
        page,
        "{} {} {}",
        report.sides[0],
        say("(points):", "(points)\u{a0}:"),
        percent(&report.first, language)
    )?;
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
    writeln!(
        page,
        "| {} | {} | {} | {} | {} | {} | {} |\n|---|---:|---:|---:|---:|---:|---:|",
        say("Piece", "Pièce"),
        say("begin", "au départ"),
        say("moves", "coups"),
        say("captures", "prises"),
        say("taken", "perdues"),
        say("left", "restent"),
        say("worth", "valeur")
    )?;
    for kind in &report.kinds {
        writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} |",
            cell(&kind.name),
            tenths(kind.begun, language),
            tenths(kind.moves, language),
            tenths(kind.captures, language),
            tenths(kind.lost, language),
            tenths(kind.left, language),
            kind.worth.as_ref().map_or_else(|| "–".to_owned(), |worth| percent(worth, language))
        )?;
    }
    page.push('\n');
    if report.kinds.iter().any(|kind| kind.worth.is_some()) {
        writeln!(
            page,
            "{}\n",
            say(
                "The worth is the share of the points that one more of them brings where all else is even, as fitted to these games.",
                "La valeur est la part des points qu'apporte une pièce de plus, toutes choses égales par ailleurs, ajustée à ces parties."
            )
        )?;
    }
    Ok(())
}

fn cards(page: &mut String, report: &ReportView, language: Language) -> std::fmt::Result {
    let say = |en, fr| of(language, en, fr);
    if report.cards.is_empty() {
        return Ok(());
    }
    writeln!(page, "## {}\n", say("Cards", "Cartes"))?;
    writeln!(
        page,
        "{}\n",
        say(
            "Both sides draw theirs by lot for each game; the points are those of the side that has a card where the other has not.",
            "Les deux camps tirent les leurs au sort à chaque partie\u{a0}; les points sont ceux du camp qui a une carte quand l'autre ne l'a pas."
        )
    )?;
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
                percent(&reason.share, language)
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
