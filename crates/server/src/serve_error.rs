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
        match language {
            Language::English => self.english(),
            Language::French => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::PortTaken { host, port } => {
                format!("port {port} of {host} is taken by another program; choose another with --port")
            }
            Self::Address { host, port, error } => {
                format!("cannot listen on port {port} of {host}: {error}; choose another with --host or --port")
            }
            Self::Mail(problem) => format!("cannot send e-mail: {problem}"),
            Self::Push(problem) => format!("cannot send notifications: {problem}"),
            Self::Lacks(feature) => {
                format!("this build lacks {feature}; build the command with `--features {feature}`")
            }
            Self::Nats(problem) => format!("cannot use NATS at {problem}; name another server with --nats"),
            Self::NoHome => "the user's data directory is unknown; name one with --data".into(),
            Self::Data(OpenError::InUse { path }) => format!(
                "the data directory {} is in use by another Entourage server; end it, or name another with --data",
                path.display()
            ),
            Self::Data(OpenError::Absent { path }) => format!("there is no {}", path.display()),
            Self::Data(OpenError::Exists { path }) => {
                format!("{} exists; name another file, or remove it", path.display())
            }
            Self::Data(OpenError::Occupied { path }) => {
                format!("{} exists; say --replace if it is to be replaced", path.display())
            }
            Self::Data(OpenError::Newer { path }) => {
                format!(
                    "{} was written by a newer Entourage; use that, or name another with --data",
                    path.display()
                )
            }
            Self::Data(OpenError::Directory { path, error }) => {
                format!("cannot use {}: {error}; name another data directory with --data", path.display())
            }
            Self::Data(OpenError::Copy { path, error }) => format!(
                "the database must change for this version and cannot be copied to {} before: {error}; make room there",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error: error @ StoreError::Corrupt(_) }) => format!(
                "cannot use {}: {error}; put a backup in its place, or name another data directory with --data",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error }) => {
                format!("cannot use {}: {error}; name another data directory with --data", path.display())
            }
            Self::Data(OpenError::Server { place, error }) => {
                format!("cannot use {place}: {error}; name another database with --database")
            }
            Self::Data(OpenError::Behind { place }) => {
                format!("the tables in {place} are not up to date; say entourage migrate first")
            }
        }
    }

    fn french(&self) -> String {
        match self {
            Self::PortTaken { host, port } => {
                format!(
                    "le port {port} de {host} est pris par un autre programme ; choisissez-en un autre avec --port"
                )
            }
            Self::Address { host, port, error } => format!(
                "impossible d'écouter sur le port {port} de {host} : {error} ; choisissez-en un autre avec --host ou --port"
            ),
            Self::Mail(problem) => format!("impossible d'envoyer des courriels : {problem}"),
            Self::Push(problem) => format!("impossible d'envoyer des notifications : {problem}"),
            Self::Lacks(feature) => {
                format!(
                    "cette version est compilée sans {feature} ; compilez la commande avec `--features {feature}`"
                )
            }
            Self::Nats(problem) => {
                format!("NATS est inutilisable, {problem} ; nommez un autre serveur avec --nats")
            }
            Self::NoHome => {
                "le dossier de données de l'utilisateur est inconnu ; nommez-en un avec --data".into()
            }
            Self::Data(OpenError::InUse { path }) => format!(
                "le dossier de données {} est utilisé par un autre serveur Entourage ; arrêtez-le, ou nommez-en un autre avec --data",
                path.display()
            ),
            Self::Data(OpenError::Absent { path }) => format!("{} n'existe pas", path.display()),
            Self::Data(OpenError::Exists { path }) => {
                format!("{} existe ; nommez un autre fichier, ou supprimez-le", path.display())
            }
            Self::Data(OpenError::Occupied { path }) => {
                format!("{} existe ; dites --replace s'il doit être remplacé", path.display())
            }
            Self::Data(OpenError::Newer { path }) => format!(
                "{} a été écrit par un Entourage plus récent ; utilisez celui-ci, ou nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Directory { path, error }) => {
                format!("{} est inutilisable : {error} ; nommez un autre dossier avec --data", path.display())
            }
            Self::Data(OpenError::Copy { path, error }) => format!(
                "la base de données doit changer pour cette version et ne peut être copiée auparavant vers {} : {error} ; faites-y de la place",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error: error @ StoreError::Corrupt(_) }) => format!(
                "{} est inutilisable : {error} ; mettez une sauvegarde à sa place, ou nommez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error }) => {
                format!("{} est inutilisable : {error} ; nommez un autre dossier avec --data", path.display())
            }
            Self::Data(OpenError::Server { place, error }) => {
                format!("{place} est inutilisable : {error} ; nommez une autre base avec --database")
            }
            Self::Data(OpenError::Behind { place }) => {
                format!("les tables de {place} ne sont pas à jour ; dites d'abord entourage migrate")
            }
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
        f.write_str(&self.english())
    }
}

impl std::error::Error for ServeError {}
