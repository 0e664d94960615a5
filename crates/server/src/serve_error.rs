use std::io;
use std::path::Path;

use entourage_kernel::Language;
use entourage_store::{OpenError, StoreError};

#[derive(Debug, thiserror::Error)]
#[error("{}", self.sentence(Language::English))]
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
    Data(#[from] OpenError),
    Nats(String),
    Mail(String),
    Push(String),
    /// This build lacks a required cargo feature.
    Lacks(&'static str),
}

impl ServeError {
    /// Replaces the path in a database error, since the database that was inspected may be a copy.
    pub fn named(self, name: &Path) -> Self {
        match self {
            Self::Data(error) => Self::Data(error.named(name)),
            other => other,
        }
    }

    /// Returns a one-line message with the problem and how to fix it.
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
                "port {port} on {host} is in use by another program; choose another one with --port",
                "le port {port} de {host} est déjà utilisé par un autre programme ; choisissez-en un autre avec --port"
            ),
            Self::Address { host, port, error } => say!(
                "cannot listen on port {port} on {host}: {error}; choose another address with --host or --port",
                "impossible d'écouter sur le port {port} de {host} : {error} ; choisissez une autre adresse avec --host ou --port"
            ),
            Self::Mail(problem) => {
                say!("cannot send e-mail: {problem}", "impossible d'envoyer des e-mails : {problem}")
            }
            Self::Push(problem) => {
                say!(
                    "cannot send push notifications: {problem}",
                    "impossible d'envoyer des notifications push : {problem}"
                )
            }
            Self::Lacks(feature) => say!(
                "this build does not include {feature}; build `entourage` with `--features {feature}`",
                "cette version n'inclut pas {feature} ; compilez `entourage` avec `--features {feature}`"
            ),
            Self::Nats(problem) => say!(
                "cannot use NATS at {problem}; choose another server with --nats",
                "impossible d'utiliser NATS à {problem} ; choisissez un autre serveur avec --nats"
            ),
            Self::NoHome => say!(
                "cannot determine the user's data directory; choose one with --data",
                "impossible de déterminer le dossier de données de l'utilisateur ; indiquez-en un avec --data"
            ),
            Self::Data(OpenError::InUse { path }) => say!(
                "the data directory {0} is in use by another Entourage server; stop that server, or choose another directory with --data",
                "le dossier de données {0} est utilisé par un autre serveur Entourage ; arrêtez ce serveur, ou choisissez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Absent { path }) => say!(
                "{0} does not exist; check the path",
                "{0} n'existe pas ; vérifiez le chemin",
                path.display()
            ),
            Self::Data(OpenError::Exists { path }) => say!(
                "{0} already exists; choose another file, or delete this one",
                "{0} existe déjà ; choisissez un autre fichier, ou supprimez celui-ci",
                path.display()
            ),
            Self::Data(OpenError::Occupied { path }) => say!(
                "{0} already exists; use --replace to overwrite it",
                "{0} existe déjà ; utilisez --replace pour l'écraser",
                path.display()
            ),
            Self::Data(OpenError::Newer { path }) => say!(
                "{0} was written by a newer version of Entourage; use that version, or choose another directory with --data",
                "{0} a été écrit par une version plus récente d'Entourage ; utilisez cette version, ou choisissez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Copy { path, error }) => say!(
                "the database must be migrated, but cannot be backed up to {0} first: {error}; free some space there",
                "la base de données doit être migrée, mais ne peut pas être sauvegardée au préalable dans {0} : {error} ; libérez-y de l'espace",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error: error @ StoreError::Corrupt(_) }) => say!(
                "cannot use {0}: {error}; restore a backup, or choose another data directory with --data",
                "impossible d'utiliser {0} : {error} ; restaurez une sauvegarde, ou choisissez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Directory { path, error }) => say!(
                "cannot use {0}: {error}; choose another data directory with --data",
                "impossible d'utiliser {0} : {error} ; choisissez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Database { path, error }) => say!(
                "cannot use {0}: {error}; choose another data directory with --data",
                "impossible d'utiliser {0} : {error} ; choisissez un autre dossier avec --data",
                path.display()
            ),
            Self::Data(OpenError::Server { place, error }) => say!(
                "cannot use {place}: {error}; choose another database with --database",
                "impossible d'utiliser {place} : {error} ; choisissez une autre base avec --database"
            ),
            Self::Data(OpenError::Behind { place }) => say!(
                "the schema of {place} is out of date; run `entourage migrate` first",
                "le schéma de {place} n'est pas à jour ; lancez d'abord « entourage migrate »"
            ),
        }
    }
}
