use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use entourage_kernel::{Language, Problem};
use entourage_server::{Act, DatabaseAddress, Moderation, Shelved, StoreError};

use super::archive::{block_on, directory, told};
use crate::arguments::{Definitions, Kept, Moderated};
use crate::failure::Failure;

/// Looks after the games that people handed in.
///
/// # Errors
/// The database cannot be used, there is no such game, or a closed output.
pub fn run(asked: &Definitions, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match asked {
        Definitions::List(kept) => list(kept, language, out),
        Definitions::Hide(moderated) => act(moderated, Act::Hide, language),
        Definitions::Show(moderated) => act(moderated, Act::Show, language),
    }
}

fn list(kept: &Kept, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let address = address(kept, language)?;
    let found = block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| told(error, language))?;
        moderation.list().await.map_err(failed)
    })??;
    for one in found {
        let state = match one.state {
            _ if one.hidden => "hidden",
            Shelved::Public if one.listed => "rated",
            state => state.word(),
        };
        writeln!(out, "{} {state} {} {:?} {}", one.id, one.played, one.author, one.name)?;
    }
    Ok(())
}

fn act(moderated: &Moderated, act: Act, language: Language) -> Result<(), Failure> {
    let Moderated { id, reason, kept } = moderated;
    if reason.trim().is_empty() {
        return Err(Failure::Wrong(Problem::new("--reason: say why", "--reason : dites pourquoi")));
    }
    let address = address(kept, language)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| told(error, language))?;
        moderation.act(id, act, reason, now).await.map_err(failed)
    })?
}

/// Finds the database that is meant.
pub(super) fn address(kept: &Kept, language: Language) -> Result<DatabaseAddress, Failure> {
    match &kept.database {
        Some(address) => Ok(address.clone()),
        None => directory(kept.data.as_deref(), language).map(DatabaseAddress::Sqlite),
    }
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Missing => Failure::Wrong(Problem::new("there is no such game", "ce jeu n'existe pas")),
        error => Failure::Wrong(error.to_string().into()),
    }
}
