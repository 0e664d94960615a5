use entourage_kernel::Language;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Letter {
    pub subject: String,
    pub text: String,
    pub stop: Option<String>,
}

pub(crate) struct Letterhead<'a> {
    pub game: &'a str,
    pub site: &'a str,
    pub link: String,
    pub language: Language,
}

impl Letterhead<'_> {
    pub fn question(&self) -> Letter {
        let Self { game, site, link, language } = self;
        match language {
            Language::English => Letter {
                subject: format!("Entourage: shall we tell you when it is your turn? ({game})"),
                text: format!(
                    "Somebody who plays {game} on {site} asks that this address be told when it is their turn, and when the game is over.\n\n\
                     If that is you, open this link and agree:\n\n{link}\n\n\
                     If it is not, do nothing: nothing else about this game will be sent to you.\n"
                ),
                stop: Some(link.clone()),
            },
            Language::French => Letter {
                subject: format!("Entourage : vous prévenir quand c'est à vous de jouer ? ({game})"),
                text: format!(
                    "Quelqu'un qui joue à {game} sur {site} demande que cette adresse soit prévenue quand c'est à lui de jouer, et quand la partie est finie.\n\n\
                     Si c'est vous, ouvrez ce lien et acceptez :\n\n{link}\n\n\
                     Sinon, ne faites rien : vous ne recevrez rien d'autre au sujet de cette partie.\n"
                ),
                stop: Some(link.clone()),
            },
        }
    }

    pub fn turn(&self, side: &str, left: Option<u64>) -> Letter {
        let Self { game, site, link, language } = self;
        let left = left.map(|left| span(left, *language));
        match language {
            Language::English => Letter {
                subject: format!("Entourage: it is your turn ({game})"),
                text: format!(
                    "It is your turn in a game of {game}, in which you play {side}.\n{}\n\
                     Open the game by your own link, or from the list of your games:\n\n{site}/\n\n\
                     To stop these messages:\n\n{link}\n",
                    left.map_or(String::new(), |left| format!("Time left: {left}.\n")),
                ),
                stop: Some(link.clone()),
            },
            Language::French => Letter {
                subject: format!("Entourage : à vous de jouer ({game})"),
                text: format!(
                    "C'est à vous de jouer dans une partie de {game} (votre camp : {side}).\n{}\n\
                     Ouvrez la partie par votre propre lien, ou depuis la liste de vos parties :\n\n{site}/\n\n\
                     Pour ne plus recevoir ces messages :\n\n{link}\n",
                    left.map_or(String::new(), |left| format!("Temps restant : {left}.\n")),
                ),
                stop: Some(link.clone()),
            },
        }
    }

    pub fn ending(&self, how: &str) -> Letter {
        let Self { game, site, language, .. } = self;
        match language {
            Language::English => Letter {
                subject: format!("Entourage: a game is over ({game})"),
                text: format!(
                    "{how}\n\nYou find it in the list of your games:\n\n{site}/\n\nThis is the last message about this game.\n"
                ),
                stop: None,
            },
            Language::French => Letter {
                subject: format!("Entourage : une partie est finie ({game})"),
                text: format!(
                    "{how}\n\nVous la retrouvez dans la liste de vos parties :\n\n{site}/\n\nC'est le dernier message au sujet de cette partie.\n"
                ),
                stop: None,
            },
        }
    }
}

/// Writes a time in its two largest units.
pub(super) fn span(left: u64, language: Language) -> String {
    let minutes = left / 60_000;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let unit = |count: u64, en: &str, fr: &str| {
        let word = if language == Language::English { en } else { fr };
        let plural = count > 1 || (count == 0 && language == Language::English);
        format!("{count} {word}{}", if plural { "s" } else { "" })
    };
    let (day, hour) = (unit(days, "day", "jour"), unit(hours, "hour", "heure"));
    let minute = unit(minutes, "minute", "minute");
    match (days, hours) {
        (0, 0) if minutes == 0 && language == Language::English => "less than a minute".into(),
        (0, 0) if minutes == 0 => "moins d'une minute".into(),
        (0, 0) => minute,
        (0, _) => format!("{hour} {minute}"),
        _ => format!("{day} {hour}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_in_their_greatest_units() {
        const HOUR: u64 = 3_600_000;
        for (left, en, fr) in [
            (59_999, "less than a minute", "moins d'une minute"),
            (60_000, "1 minute", "1 minute"),
            (HOUR + 120_000, "1 hour 2 minutes", "1 heure 2 minutes"),
            (2 * HOUR, "2 hours 0 minutes", "2 heures 0 minute"),
            (51 * HOUR, "2 days 3 hours", "2 jours 3 heures"),
        ] {
            assert_eq!((span(left, Language::English), span(left, Language::French)), (en.into(), fr.into()));
        }
    }
}
