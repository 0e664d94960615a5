use std::io::Write;

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_server::{DatabaseAddress, Store, TransferError};

use super::archive::{block_on, told};
use crate::arguments::Migrate;
use crate::failure::Failure;

/// Makes the tables of a database or brings them up to date, or moves a whole server.
///
/// # Errors
/// A database cannot be used; a server is to be moved to where something is kept, or does not arrive as it was; a closed output.
pub fn run(asked: &Migrate, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let Migrate { database, from, to } = asked;
    if let Some(address) = database {
        block_on(bring_up_to_date(address))?.map_err(|error| told(error, language))?;
        let done = Problem::new("the tables are up to date: ", "les tables sont à jour : ");
        writeln!(out, "{}{address}", done.get(language))?;
    }
    if let (Some(from), Some(to)) = (from, to) {
        let moved = block_on(entourage_server::transfer(from, to))?;
        let rows = moved.map_err(|error| failed(error, language))?;
        match language {
            Language::English => {
                writeln!(out, "{} moved to {to}, and compared", counted(language, rows, "row", "rows"))?
            }
            Language::French => writeln!(
                out,
                "{} vers {to}",
                counted(language, rows, "ligne déplacée et comparée", "lignes déplacées et comparées")
            )?,
        }
    }
    Ok(())
}

async fn bring_up_to_date(address: &DatabaseAddress) -> Result<(), entourage_server::ServeError> {
    match address {
        DatabaseAddress::Postgres(address) => {
            entourage_server::migrate(address).await?;
        }
        // Opening does it.
        DatabaseAddress::Sqlite(_) => Store::at(address).await?.close().await,
    }
    Ok(())
}

/// Words why a server was not moved.
pub(super) fn failed(error: TransferError, language: Language) -> Failure {
    Failure::Wrong(match error {
        TransferError::Open(error) => return told(error, language),
        TransferError::Occupied(place) => Problem::new(
            format!("something is kept in {place} already; name an empty database with --to"),
            format!("{place} contient déjà quelque chose ; nommez une base vide avec --to"),
        ),
        TransferError::Differs(table) => Problem::new(
            format!(
                "what arrived as {table} differs from what was sent; empty that database, and use the old one"
            ),
            format!(
                "ce qui est arrivé dans {table} diffère de ce qui a été envoyé ; videz cette base, et gardez l'ancienne"
            ),
        ),
    })
}
