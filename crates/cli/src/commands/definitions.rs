use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use entourage_kernel::{Language, Problem};
use entourage_server::{Act, Moderation, StoreError};

use super::archive::{block_on, directory, told};
use crate::arguments::{Definitions, Moderated};
use crate::failure::Failure;

/// Looks after the games that people handed in.
///
/// # Errors
/// The database cannot be used, there is no such game, or a closed output.
pub fn run(asked: &Definitions, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match asked {
        Definitions::List { data } => list(data.as_deref(), language, out),
        Definitions::Hide(moderated) => act(moderated, Act::Hide, language),
        Definitions::Show(moderated) => act(moderated, Act::Show, language),
    }
}

fn list(data: Option<&Path>, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let directory = directory(data, language)?;
    let found = block_on(async {
        let moderation = Moderation::open(&directory).await.map_err(|error| told(error, language))?;
        moderation.list().await.map_err(failed)
    })??;
    for one in found {
        let state = if one.hidden { "hidden" } else { one.state.word() };
        writeln!(out, "{} {state} {} {:?} {}", one.id, one.played, one.author, one.name)?;
    }
    Ok(())
}

fn act(moderated: &Moderated, act: Act, language: Language) -> Result<(), Failure> {
    let Moderated { id, reason, data } = moderated;
    if reason.trim().is_empty() {
        return Err(Failure::Wrong(Problem::new("--reason: say why", "--reason : dites pourquoi")));
    }
    let directory = directory(data.as_deref(), language)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    block_on(async {
        let moderation = Moderation::open(&directory).await.map_err(|error| told(error, language))?;
        moderation.act(id, act, reason, now).await.map_err(failed)
    })?
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Missing => Failure::Wrong(Problem::new("there is no such game", "ce jeu n'existe pas")),
        error => Failure::Wrong(error.to_string().into()),
    }
}
