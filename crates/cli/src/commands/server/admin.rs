use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use entourage_kernel::Language;
use entourage_scoresheet::date_of;
use entourage_server::{
    Act, AdminAction, Administration, Grievance, ListedTournament, Logged, Moderation, NamedReport,
    RestraintKind, Role, Shelved, StoreError,
};

use super::archive::{address, block_on, told};
use crate::arguments::{Admin, Because, Definitions, Kept, Listing, Person, Restrained};
use crate::failure::{Console, Failure, Outcome};

pub fn admin(console: &mut Console<'_>, asked: &Admin) -> Outcome {
    let language = console.language;
    match asked {
        Admin::Role { name, role, because } => {
            act(name, AdminAction::Appoint(Role::from_word(role)), because, language)
        }
        Admin::Reports { closed, after, kept } => reports(console, !closed, *after, kept),
        Admin::Close { number, because } => close(*number, because, language),
        Admin::Mute(Restrained { name, days, because }) => {
            act(name, AdminAction::Restrain(RestraintKind::Mute, *days), because, language)
        }
        Admin::Unmute(Person { name, because }) => {
            act(name, AdminAction::Release(RestraintKind::Mute), because, language)
        }
        Admin::Ban(Restrained { name, days, because }) => {
            act(name, AdminAction::Restrain(RestraintKind::Ban, *days), because, language)
        }
        Admin::Unban(Person { name, because }) => {
            act(name, AdminAction::Release(RestraintKind::Ban), because, language)
        }
        Admin::Rename { name, new, because } => act(name, AdminAction::Rename(new.clone()), because, language),
        Admin::List(Listing { definition, because }) => list(definition, true, because, language),
        Admin::Unlist(Listing { definition, because }) => list(definition, false, because, language),
        Admin::Tournaments { after, kept } => tournaments(console, after.as_deref(), kept),
        Admin::Cancel { tournament, because: Because { reason, kept } } => {
            with(kept, language, async |administration| {
                administration.cancel(tournament, reason, language).await
            })
        }
        Admin::Log { before, kept } => log(console, *before, kept),
    }
}

fn with<T>(
    kept: &Kept,
    language: Language,
    work: impl AsyncFnOnce(Administration) -> Result<T, String>,
) -> Outcome<T> {
    let address = address(kept, language)?;
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| told(error, language))?;
        work(Administration::of(moderation)).await.map_err(|sentence| Failure::Wrong(sentence.into()))
    })?
}

fn act(name: &str, what: AdminAction, Because { reason, kept }: &Because, language: Language) -> Outcome {
    with(kept, language, async |administration| administration.act(name, what, reason, language).await)
}

fn close(number: u32, Because { reason, kept }: &Because, language: Language) -> Outcome {
    with(kept, language, async |administration| administration.close(number, reason, language).await)
}

fn list(definition: &str, listed: bool, Because { reason, kept }: &Because, language: Language) -> Outcome {
    with(kept, language, async |administration| administration.list(definition, listed, reason, language).await)
}

fn reports(console: &mut Console<'_>, open: bool, after: Option<u32>, kept: &Kept) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let found =
        with(kept, language, async |administration| administration.complaints(open, after, language).await)?;
    for NamedReport { complaint, author, subject } in found {
        let about = match &complaint.grievance {
            Grievance::Definition(name) => name.clone(),
            Grievance::Talk { .. } | Grievance::Person | Grievance::Oneself(_) => named(subject.as_deref()),
        };
        let (number, date, kind) = (complaint.seq, date_of(complaint.at), complaint.grievance.word());
        writeln!(out, "{number} {date} {kind} {} {about} {:?}", named(author.as_deref()), complaint.text)?;
    }
    Ok(())
}

fn tournaments(console: &mut Console<'_>, after: Option<&str>, kept: &Kept) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    // An invalid name starts the list at its beginning.
    let after = after.and_then(|name| name.parse().ok());
    let found = with(kept, language, async |administration| administration.tournaments(after, language).await)?;
    for ListedTournament { tournament, organiser, entrants } in found {
        let (id, phase, organiser) = (tournament.id, tournament.phase.word(), named(organiser.as_deref()));
        writeln!(out, "{id} {phase} {entrants} {organiser} {:?}", tournament.name)?;
    }
    Ok(())
}

fn log(console: &mut Console<'_>, before: Option<u32>, kept: &Kept) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let found = with(kept, language, async |administration| administration.log(before, language).await)?;
    for Logged { seq, kind, author, name, detail, reason, complaint, at } in found {
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

pub fn definitions(console: &mut Console<'_>, asked: &Definitions) -> Outcome {
    let language = console.language;
    match asked {
        Definitions::List(kept) => list_definitions(console, kept),
        Definitions::Hide(moderated) => act_on_definition(moderated, Act::Hide, language),
        Definitions::Show(moderated) => act_on_definition(moderated, Act::Show, language),
    }
}

fn list_definitions(console: &mut Console<'_>, kept: &Kept) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
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

fn act_on_definition(moderated: &Listing, act: Act, language: Language) -> Outcome {
    let Listing { definition, because: Because { reason, kept } } = moderated;
    if reason.trim().is_empty() {
        return Err(Failure::wrong("--reason: say why", "--reason : dites pourquoi"));
    }
    let address = address(kept, language)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| told(error, language))?;
        moderation.act(definition, act, reason, now).await.map_err(failed)
    })?
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Missing => Failure::wrong("there is no such game", "ce jeu n'existe pas"),
        error => Failure::Wrong(error.to_string().into()),
    }
}
