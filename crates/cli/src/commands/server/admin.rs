use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use entourage_kernel::Language;
use entourage_scoresheet::date_of;
use entourage_server::{
    Act, AdminAction, Administration, ListedTournament, LogEntry, Moderation, NamedReport, ReportedItem, Role,
    SanctionKind, StoreError, Visibility,
};

use super::archive::{address, block_on, server_error};
use crate::arguments::{ActionArgs, Admin, DefinitionArgs, Definitions, SanctionArgs, Storage, UserArgs};
use crate::failure::{Console, Failure, Outcome};

pub fn admin(console: &mut Console<'_>, command: &Admin) -> Outcome {
    let language = console.language;
    match command {
        Admin::Role { name, role, action } => {
            act(name, AdminAction::Appoint(Role::from_word(role)), action, language)
        }
        Admin::Reports { closed, after, storage } => reports(console, !closed, *after, storage),
        Admin::Close { number, action } => close(*number, action, language),
        Admin::Mute(SanctionArgs { name, days, action }) => {
            act(name, AdminAction::Restrain(SanctionKind::Mute, *days), action, language)
        }
        Admin::Unmute(UserArgs { name, action }) => {
            act(name, AdminAction::Release(SanctionKind::Mute), action, language)
        }
        Admin::Ban(SanctionArgs { name, days, action }) => {
            act(name, AdminAction::Restrain(SanctionKind::Ban, *days), action, language)
        }
        Admin::Unban(UserArgs { name, action }) => {
            act(name, AdminAction::Release(SanctionKind::Ban), action, language)
        }
        Admin::Rename { name, new, action } => act(name, AdminAction::Rename(new.clone()), action, language),
        Admin::List(DefinitionArgs { definition, action }) => list(definition, true, action, language),
        Admin::Unlist(DefinitionArgs { definition, action }) => list(definition, false, action, language),
        Admin::Tournaments { after, storage } => tournaments(console, after.as_deref(), storage),
        Admin::Cancel { tournament, action: ActionArgs { reason, storage } } => {
            with(storage, language, async |administration| {
                administration.cancel(tournament, reason, language).await
            })
        }
        Admin::Log { before, storage } => log(console, *before, storage),
    }
}

fn with<T>(
    storage: &Storage,
    language: Language,
    work: impl AsyncFnOnce(Administration) -> Result<T, String>,
) -> Outcome<T> {
    let address = address(storage, language)?;
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| server_error(error, language))?;
        work(Administration::of(moderation)).await.map_err(|sentence| Failure::Message(sentence.into()))
    })?
}

fn act(
    name: &str,
    what: AdminAction,
    ActionArgs { reason, storage }: &ActionArgs,
    language: Language,
) -> Outcome {
    with(storage, language, async |administration| administration.act(name, what, reason, language).await)
}

fn close(number: u32, ActionArgs { reason, storage }: &ActionArgs, language: Language) -> Outcome {
    with(storage, language, async |administration| administration.close(number, reason, language).await)
}

fn list(
    definition: &str,
    listed: bool,
    ActionArgs { reason, storage }: &ActionArgs,
    language: Language,
) -> Outcome {
    with(storage, language, async |administration| {
        administration.list(definition, listed, reason, language).await
    })
}

fn reports(console: &mut Console<'_>, open: bool, after: Option<u32>, storage: &Storage) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let found =
        with(storage, language, async |administration| administration.complaints(open, after, language).await)?;
    for NamedReport { complaint, author, subject } in found {
        let about = match &complaint.grievance {
            ReportedItem::Definition(name) | ReportedItem::Study(name) => name.clone(),
            ReportedItem::Talk { .. } | ReportedItem::Person | ReportedItem::Oneself(_) => {
                named(subject.as_deref())
            }
        };
        let (number, date, kind) = (complaint.seq, date_of(complaint.at), complaint.grievance.word());
        writeln!(out, "{number} {date} {kind} {} {about} {:?}", named(author.as_deref()), complaint.text)?;
    }
    Ok(())
}

fn tournaments(console: &mut Console<'_>, after: Option<&str>, storage: &Storage) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    // An invalid id is ignored.
    let after = after.and_then(|name| name.parse().ok());
    let found =
        with(storage, language, async |administration| administration.tournaments(after, language).await)?;
    for ListedTournament { tournament, organiser, entrants } in found {
        let (id, phase, organiser) = (tournament.id, tournament.phase.word(), named(organiser.as_deref()));
        writeln!(out, "{id} {phase} {entrants} {organiser} {:?}", tournament.name)?;
    }
    Ok(())
}

fn log(console: &mut Console<'_>, before: Option<u32>, storage: &Storage) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let found = with(storage, language, async |administration| administration.log(before, language).await)?;
    for LogEntry { seq, kind, author, name, detail, reason, complaint, at } in found {
        let detail = match complaint {
            Some(complaint) if detail.is_empty() => format!("#{complaint}"),
            _ => detail,
        };
        let (date, name, author) = (date_of(at), named(name.as_deref()), named(author.as_deref()));
        writeln!(out, "{seq} {date} {kind} {name} {detail:?} {author} {reason:?}")?;
    }
    Ok(())
}

fn named(name: Option<&str>) -> String {
    name.map_or_else(|| "-".to_owned(), |name| format!("{name:?}"))
}

pub fn definitions(console: &mut Console<'_>, command: &Definitions) -> Outcome {
    let language = console.language;
    match command {
        Definitions::List(storage) => list_definitions(console, storage),
        Definitions::Hide(moderated) => act_on_definition(moderated, Act::Hide, language),
        Definitions::Show(moderated) => act_on_definition(moderated, Act::Show, language),
    }
}

fn list_definitions(console: &mut Console<'_>, storage: &Storage) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let address = address(storage, language)?;
    let found = block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| server_error(error, language))?;
        moderation.list().await.map_err(store_error)
    })??;
    for one in found {
        let state = match one.state {
            _ if one.hidden => "hidden",
            Visibility::Public if one.listed => "rated",
            state => state.word(),
        };
        writeln!(out, "{} {state} {} {:?} {}", one.id, one.played, one.author, one.name)?;
    }
    Ok(())
}

fn act_on_definition(moderated: &DefinitionArgs, act: Act, language: Language) -> Outcome {
    let DefinitionArgs { definition, action: ActionArgs { reason, storage } } = moderated;
    if reason.trim().is_empty() {
        return Err(Failure::message("--reason: a reason is required", "--reason : indiquez un motif"));
    }
    let address = address(storage, language)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| server_error(error, language))?;
        moderation.act(definition, act, reason, now).await.map_err(store_error)
    })?
}

fn store_error(error: StoreError) -> Failure {
    match error {
        StoreError::Missing => Failure::message("no such game definition", "définition de jeu introuvable"),
        error => Failure::Message(error.to_string().into()),
    }
}
