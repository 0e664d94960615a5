use entourage_kernel::{Language, Text};
use entourage_record::{MailToken, Token};
use entourage_store::EmailKind;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Email {
    pub subject: String,
    pub text: String,
    pub stop: Option<String>,
}

pub(crate) struct GameMail<'a> {
    pub game: &'a str,
    pub site: &'a str,
    pub link: String,
    pub language: Language,
}

impl Email {
    fn new(language: Language, subject: Text, text: Text, stop: Option<String>) -> Self {
        Self { subject: subject.get(language).into(), text: text.get(language).into(), stop }
    }
}

impl GameMail<'_> {
    pub fn question(&self) -> Email {
        let Self { game, site, link, language } = self;
        let subject = Text::made(
            format!("Entourage: confirm turn notifications ({game})"),
            format!("Entourage : confirmez les notifications ({game})"),
        );
        let text = Text::made(
            format!(
                "A player of {game} on {site} has asked to be notified at this address when it is their turn and when the game is over.\n\n\
                 If this was you, open this link to confirm:\n\n{link}\n\n\
                 If not, ignore this e-mail. You will not receive anything else about this game.\n"
            ),
            format!(
                "Un joueur de {site} a demandé à être averti à cette adresse quand c'est à lui de jouer dans une partie (jeu : {game}) et quand elle est terminée.\n\n\
                 Si c'est vous, ouvrez ce lien pour confirmer :\n\n{link}\n\n\
                 Sinon, ignorez cet e-mail. Vous ne recevrez rien d'autre au sujet de cette partie.\n"
            ),
        );
        Email::new(*language, subject, text, Some(link.clone()))
    }

    pub fn turn(&self, side: &str, left: Option<u64>) -> Email {
        let Self { game, site, link, language } = self;
        let left = left.map(|left| span(left, *language)).unwrap_or_default();
        let left = match language {
            _ if left.is_empty() => left,
            Language::English => format!("Time left: {left}.\n"),
            Language::French => format!("Temps restant : {left}.\n"),
        };
        let subject = Text::made(
            format!("Entourage: it is your turn ({game})"),
            format!("Entourage : à vous de jouer ({game})"),
        );
        let text = Text::made(
            format!(
                "It is your turn in your game of {game}. You are playing {side}.\n{left}\n\
                 Open the game with your link or from your list of games:\n\n{site}/\n\nTo unsubscribe:\n\n{link}\n"
            ),
            format!(
                "C'est à vous de jouer (jeu : {game}, votre camp : {side}).\n{left}\n\
                 Ouvrez la partie avec votre lien, ou depuis la liste de vos parties :\n\n{site}/\n\nPour vous désabonner :\n\n{link}\n"
            ),
        );
        Email::new(*language, subject, text, Some(link.clone()))
    }

    pub fn ending(&self, how: &str) -> Email {
        let Self { game, site, language, .. } = self;
        let subject = Text::made(
            format!("Entourage: your game is over ({game})"),
            format!("Entourage : votre partie est terminée ({game})"),
        );
        let text = Text::made(
            format!(
                "{how}\n\nYou can find the game in your list of games:\n\n{site}/\n\nThis is the last e-mail about this game.\n"
            ),
            format!(
                "{how}\n\nRetrouvez-la dans la liste de vos parties :\n\n{site}/\n\nC'est le dernier e-mail au sujet de cette partie.\n"
            ),
        );
        Email::new(*language, subject, text, None)
    }
}

/// Formats a duration in its two largest units.
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

pub(super) struct AccountMail<'a> {
    pub name: &'a str,
    pub site: &'a str,
    pub language: Language,
}

impl AccountMail<'_> {
    pub fn question(&self, token: MailToken) -> Email {
        let Self { name, site, language } = self;
        let link = format!("{site}/#address={token}");
        let subject =
            Text::new("Entourage: confirm your e-mail address", "Entourage : confirmez votre adresse e-mail");
        let text = Text::made(
            format!(
                "The owner of the account {name} on {site} has asked to receive e-mails about the account at this address.\n\n\
                 If this was you, open this link to confirm:\n\n{link}\n\n\
                 If not, ignore this e-mail. You will not receive anything else about this account.\n"
            ),
            format!(
                "Le titulaire du compte {name} sur {site} a demandé à recevoir à cette adresse les e-mails au sujet de ce compte.\n\n\
                 Si c'est vous, ouvrez ce lien pour confirmer :\n\n{link}\n\n\
                 Sinon, ignorez cet e-mail. Vous ne recevrez rien d'autre au sujet de ce compte.\n"
            ),
        );
        Email::new(*language, subject, text, None)
    }

    pub fn recovery(&self, link: &Token) -> Email {
        let Self { name, site, language } = self;
        let link = format!("{site}/#recover={link}");
        let subject = Text::new("Entourage: recover your account", "Entourage : récupérez votre compte");
        let text = Text::made(
            format!(
                "Someone has asked to recover the account {name} on {site}.\n\n\
                 If this was you, open this link to sign in and set a new password. The link works once and expires after an hour:\n\n{link}\n\n\
                 If not, ignore this e-mail: your account is safe as long as you do not share the link.\n"
            ),
            format!(
                "Une demande de récupération du compte {name} a été faite sur {site}.\n\n\
                 Si c'est vous, ouvrez ce lien pour vous connecter et choisir un nouveau mot de passe. Il est valable une seule fois, pendant une heure :\n\n{link}\n\n\
                 Sinon, ignorez cet e-mail : votre compte est en sécurité tant que vous ne communiquez pas ce lien.\n"
            ),
        );
        Email::new(*language, subject, text, None)
    }

    pub fn notice(&self, kind: EmailKind) -> Email {
        let Self { name, site, language } = self;
        let changed = changed(kind);
        let changed = changed.get(*language);
        let subject = Text::new("Entourage: your account has changed", "Entourage : votre compte a changé");
        let text = Text::made(
            format!(
                "{changed}\n\nAccount: {name} on {site}.\n\n\
                 If this was you, there is nothing to do. If not, sign in, sign out everywhere else and set a new password:\n\n{site}/#account\n"
            ),
            format!(
                "{changed}\n\nCompte : {name} sur {site}.\n\n\
                 Si c'était vous, vous n'avez rien à faire. Sinon, connectez-vous, déconnectez-vous partout ailleurs et choisissez un nouveau mot de passe :\n\n{site}/#account\n"
            ),
        );
        Email::new(*language, subject, text, None)
    }
}

fn changed(kind: EmailKind) -> Text {
    match kind {
        EmailKind::Password => Text::new(
            "Your account password was changed or removed.",
            "Le mot de passe de votre compte a été modifié ou supprimé.",
        ),
        EmailKind::Passkey => Text::new(
            "A passkey was added to or removed from your account.",
            "Une clé d'accès de votre compte a été ajoutée ou supprimée.",
        ),
        EmailKind::Token => Text::new(
            "An API token was created for your account. Programs that have it can use the account without your password.",
            "Un jeton d'API a été créé pour votre compte. Les programmes qui le possèdent peuvent utiliser le compte sans votre mot de passe.",
        ),
        EmailKind::Codes => Text::new(
            "New recovery codes were created for your account. The previous ones no longer work.",
            "De nouveaux codes de secours ont été créés pour votre compte. Les anciens ne fonctionnent plus.",
        ),
        EmailKind::Code => Text::new(
            "A recovery code was used to sign in to your account.",
            "Un code de secours a été utilisé pour se connecter à votre compte.",
        ),
        EmailKind::Access => Text::new(
            "Your account was signed out everywhere else. Passkeys, API tokens and recovery codes that were not kept no longer work.",
            "Votre compte a été déconnecté partout ailleurs. Les clés d'accès, jetons d'API et codes de secours qui n'ont pas été conservés ne fonctionnent plus.",
        ),
        EmailKind::Name => Text::new("Your account was renamed.", "Votre compte a été renommé."),
        EmailKind::Address | EmailKind::Question | EmailKind::Recovery => Text::new(
            "The e-mail address of your account was changed or removed. This is the last e-mail to this address.",
            "L'adresse e-mail de votre compte a été modifiée ou supprimée. Ceci est le dernier e-mail envoyé à cette adresse.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_their_two_largest_units() {
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
