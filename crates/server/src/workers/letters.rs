use entourage_kernel::{Language, Text};
use entourage_record::{MailToken, Token};
use entourage_store::LetterKind;

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

pub(super) struct AccountLetter<'a> {
    pub name: &'a str,
    pub site: &'a str,
    pub language: Language,
}

impl AccountLetter<'_> {
    pub fn question(&self, token: MailToken) -> Letter {
        let Self { name, site, .. } = self;
        let link = format!("{site}/#address={token}");
        let subject = match self.language {
            Language::English => "Entourage: is this your address?",
            Language::French => "Entourage : est-ce votre adresse ?",
        };
        let text = match self.language {
            Language::English => format!(
                "Somebody who plays as {name} on {site} asks that letters about this account be sent to this address.\n\n\
                 If that is you, open this link and agree:\n\n{link}\n\n\
                 If it is not, do nothing: nothing else about this account will be sent to you.\n"
            ),
            Language::French => format!(
                "Quelqu'un qui joue sous le nom de {name} sur {site} demande que les lettres au sujet de ce compte soient envoyées à cette adresse.\n\n\
                 Si c'est vous, ouvrez ce lien et acceptez :\n\n{link}\n\n\
                 Sinon, ne faites rien : vous ne recevrez rien d'autre au sujet de ce compte.\n"
            ),
        };
        Letter { subject: subject.into(), text, stop: None }
    }

    pub fn recovery(&self, link: &Token) -> Letter {
        let Self { name, site, .. } = self;
        let link = format!("{site}/#recover={link}");
        let subject = match self.language {
            Language::English => "Entourage: back into your account",
            Language::French => "Entourage : retrouver votre compte",
        };
        let text = match self.language {
            Language::English => format!(
                "Somebody asked on {site} to come back into the account {name}.\n\n\
                 If that is you, open this link, which is good for an hour and once. It signs you in, and you can set a new password:\n\n{link}\n\n\
                 If it is not, do nothing: nobody comes in without this letter. Pass it on to nobody.\n"
            ),
            Language::French => format!(
                "Quelqu'un a demandé sur {site} à retrouver le compte {name}.\n\n\
                 Si c'est vous, ouvrez ce lien, valable une heure et une seule fois. Il ouvre une session, et vous pourrez choisir un nouveau mot de passe :\n\n{link}\n\n\
                 Sinon, ne faites rien : personne n'entre sans cette lettre. Ne la transmettez à personne.\n"
            ),
        };
        Letter { subject: subject.into(), text, stop: None }
    }

    pub fn notice(&self, kind: LetterKind) -> Letter {
        let Self { name, site, .. } = self;
        let changed = changed(kind).get(self.language).to_owned();
        match self.language {
            Language::English => Letter {
                subject: "Entourage: your account has changed".into(),
                text: format!(
                    "{changed}\n\nIt is about the account {name} on {site}.\n\n\
                     If that was you, all is well. If it was not, sign in, look where else your account is signed in, and set a new password:\n\n{site}/#account\n"
                ),
                stop: None,
            },
            Language::French => Letter {
                subject: "Entourage : votre compte a changé".into(),
                text: format!(
                    "{changed}\n\nIl s'agit du compte {name} sur {site}.\n\n\
                     Si c'était vous, tout va bien. Sinon, ouvrez une session, regardez où votre compte est ouvert, et choisissez un nouveau mot de passe :\n\n{site}/#account\n"
                ),
                stop: None,
            },
        }
    }
}

fn changed(kind: LetterKind) -> Text {
    match kind {
        LetterKind::Password => Text::new(
            "The password of your account is another, or was taken away.",
            "Le mot de passe de votre compte a changé, ou a été supprimé.",
        ),
        LetterKind::Passkey => Text::new(
            "A passkey was added to your account, or taken away.",
            "Une clé d'accès a été ajoutée à votre compte, ou supprimée.",
        ),
        LetterKind::Codes => Text::new(
            "Your account has new recovery codes. Those before open nothing any more.",
            "Votre compte a de nouveaux codes de secours. Les anciens n'ouvrent plus rien.",
        ),
        LetterKind::Code => Text::new(
            "Somebody came into your account by a recovery code.",
            "Quelqu'un est entré dans votre compte avec un code de secours.",
        ),
        LetterKind::Name => Text::new("Your account has another name.", "Votre compte a un autre nom."),
        LetterKind::Address | LetterKind::Question | LetterKind::Recovery => Text::new(
            "Letters about your account go to another address from now on, or to none. This is the last one here.",
            "Les lettres au sujet de votre compte vont désormais à une autre adresse, ou à aucune. Celle-ci est la dernière ici.",
        ),
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
