use entourage_kernel::{Language, Text};
use entourage_record::{MailToken, Token};
use entourage_store::LetterKind;

use super::letters::Letter;

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
