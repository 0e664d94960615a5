use std::path::Path;
use std::{fmt, io};

use entourage_kernel::Language;
use entourage_store::{OpenError, StoreError};

#[derive(Debug)]
pub enum ServeError {
    PortTaken {
        host: String,
        port: u16,
    },
    Address {
        host: String,
        port: u16,
        error: io::Error,
    },
    NoHome,
    Data(OpenError),
    Nats(String),
    Mail(String),
    Push(String),
    /// This build lacks a feature that was asked for, named as cargo names it.
    Lacks(&'static str),
}

impl ServeError {
    /// Shows the database under another name: the one looked at may be a copy.
    pub fn named(self, name: &Path) -> Self {
        match self {
            Self::Data(error) => Self::Data(error.named(name)),
            other => other,
        }
    }

    /// One line with the problem and what to do about it.
    pub fn sentence(&self, language: Language) -> String {
        macro_rules! say {
            ($en:literal, $fr:literal $(, $part:expr)*) => {
                match language {
                    Language::English => format!($en $(, $part)*),
                    Language::French => format!($fr $(, $part)*),
                }
            };
        }
        match self {
            Self::PortTaken { host, port } => say!(
                "port {port} of {host} is taken by another program; choose another with --port",
                "le port {port} de {host} est pris par un autre programme ; choisissez-en un autre avec --port"
            ),
            Self::Address { host, port, error } => say!(
                "cannot listen on port {port} of {host}: {error}; choose another with --host or --port",
                "impossible d'écouter sur le port {port} de {host} : {error} ; choisissez-en un autre avec --host ou --port"
            ),
            Self::Mail(problem) => {
                say!("cannot send e-mail: {problem}", "impossible d'envoyer des courriels : {problem}")
            }
            Self::Push(problem) => {
                say!(
                    "cannot send notifications: {problem}",
                    "impossible d'envoyer des notifications : {problem}"
                )
            }
            Self::Lacks(feature) => say!(
                "this build lacks {feature}; build the command with `--features {feature}`",
                "cette version est compilée sans {feature} ; compilez la commande avec `--features {feature}`"
            ),
            Self::Nats(problem) => say!(
                "cannot use NATS at {problem}; name another server with --nats",
                "NATS est inutilisable, {problem} ; nommez un autre serveur avec --nats"
            ),
            Self::NoHome => say!(
                "the user's data directory is unknown; name one with --data",
                "le dossier de données de l'utilisateur est inconnu ; nommez-en un avec --data"
            ),
            Self::Data(OpenError::InUse { path }) => say!(
                "the data directory {0} is in use by another Entourage server; end it, or name another with --data",
                "le dossier de données {0} est utilisé par un autre serveur Entourage ; arrêtez-le, ou nommez-en un autre avec --data",
                path.display()
            ),
            Self::Data(OpenError::Absent { path }) => {
                say!("there is no {0}", "{0} n'existe pas", path.display())
            }
            Self::Data(OpenError::Exists { path }) => say!(
                "{0} exists; name another file, or remove it",
                "{0} existe ; nommez un autre fichier, ou supprimez-le",
                path.display()
            ),
            Self::Data(OpenError::Occupied { path }) => say!(
                "{0} exists; say --replace if it is to be replaced",
                "{0} existe ; dites --replace s'il doit être remplacé",
                path.display()
            ),
            Self::Data(OpenError::Newer { path }) => say!(
                "{0} was written by a newer Entourage; use that, or name another with --data",
                "{0} a été écrit par un Entourage plus récent ; utilisez celui-ci, ou nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Copy { path, error }) => say!(
                "the database must change for this version and cannot be copied to {0} before: {error}; make room there",
                "la base de données doit changer pour cette version et ne peut être copiée auparavant vers {0} : {error} ; faites-y de la place",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error: error @ StoreError::Corrupt(_) }) => say!(
                "cannot use {0}: {error}; put a backup in its place, or name another data directory with --data",
                "{0} est inutilisable : {error} ; mettez une sauvegarde à sa place, ou nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Directory { path, error }) => say!(
                "cannot use {0}: {error}; name another data directory with --data",
                "{0} est inutilisable : {error} ; nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error }) => say!(
                "cannot use {0}: {error}; name another data directory with --data",
                "{0} est inutilisable : {error} ; nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Server { place, error }) => say!(
                "cannot use {place}: {error}; name another database with --database",
                "{place} est inutilisable : {error} ; nommez une autre base avec --database"
            ),
            Self::Data(OpenError::Behind { place }) => say!(
                "the tables in {place} are not up to date; say entourage migrate first",
                "les tables de {place} ne sont pas à jour ; dites d'abord entourage migrate"
            ),
        }
    }
}

impl From<OpenError> for ServeError {
    fn from(error: OpenError) -> Self {
        Self::Data(error)
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for ServeError {}
