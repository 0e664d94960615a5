use std::io::Write;

use entourage_kernel::Language;
use entourage_scoresheet::date_of;
use entourage_server::{
    Administered, Administration, Grievance, ListedTournament, Logged, Moderation, NamedComplaint,
    RestraintKind, Role,
};

use super::archive::{block_on, told};
use super::definitions::address;
use crate::arguments::{Admin, Because, Kept, Listing, Person, Restrained};
use crate::failure::Failure;

/// Keeps order among people, also while a server is at work.
///
/// # Errors
/// The database cannot be used, nobody has the name, nothing is to be lifted, or a closed output.
pub fn run(asked: &Admin, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match asked {
        Admin::Role { name, role, because } => {
            act(name, Administered::Appoint(Role::from_word(role)), because, language)
        }
        Admin::Reports { closed, after, kept } => reports(!closed, *after, kept, language, out),
        Admin::Close { number, because } => close(*number, because, language),
        Admin::Mute(Restrained { name, days, because }) => {
            act(name, Administered::Restrain(RestraintKind::Mute, *days), because, language)
        }
        Admin::Unmute(Person { name, because }) => {
            act(name, Administered::Release(RestraintKind::Mute), because, language)
        }
        Admin::Ban(Restrained { name, days, because }) => {
            act(name, Administered::Restrain(RestraintKind::Ban, *days), because, language)
        }
        Admin::Unban(Person { name, because }) => {
            act(name, Administered::Release(RestraintKind::Ban), because, language)
        }
        Admin::Rename { name, new, because } => act(name, Administered::Rename(new.clone()), because, language),
        Admin::List(Listing { definition, because }) => list(definition, true, because, language),
        Admin::Unlist(Listing { definition, because }) => list(definition, false, because, language),
        Admin::Tournaments { after, kept } => tournaments(after.as_deref(), kept, language, out),
        Admin::Cancel { tournament, because: Because { reason, kept } } => {
            with(kept, language, async |administration| {
                administration.cancel(tournament, reason, language).await
            })
        }
        Admin::Log { before, kept } => log(*before, kept, language, out),
    }
}

/// Does something with the order of a database.
fn with<T>(
    kept: &Kept,
    language: Language,
    work: impl AsyncFnOnce(Administration) -> Result<T, String>,
) -> Result<T, Failure> {
    let address = address(kept, language)?;
    block_on(async {
        let moderation = Moderation::open(&address).await.map_err(|error| told(error, language))?;
        work(Administration::of(moderation)).await.map_err(|sentence| Failure::Wrong(sentence.into()))
    })?
}

fn act(
    name: &str,
    what: Administered,
    Because { reason, kept }: &Because,
    language: Language,
) -> Result<(), Failure> {
    with(kept, language, async |administration| administration.act(name, what, reason, language).await)
}

fn close(number: u32, Because { reason, kept }: &Because, language: Language) -> Result<(), Failure> {
    with(kept, language, async |administration| administration.close(number, reason, language).await)
}

fn list(
    definition: &str,
    listed: bool,
    Because { reason, kept }: &Because,
    language: Language,
) -> Result<(), Failure> {
    with(kept, language, async |administration| administration.list(definition, listed, reason, language).await)
}

fn reports(
    open: bool,
    after: Option<u32>,
    kept: &Kept,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let found =
        with(kept, language, async |administration| administration.complaints(open, after, language).await)?;
    for NamedComplaint { complaint, author, subject } in found {
        let about = match &complaint.grievance {
            Grievance::Definition(name) => name.clone(),
            Grievance::Talk { .. } | Grievance::Person | Grievance::Oneself(_) => named(subject.as_deref()),
        };
        let (number, date, kind) = (complaint.seq, date_of(complaint.at), complaint.grievance.word());
        writeln!(out, "{number} {date} {kind} {} {about} {:?}", named(author.as_deref()), complaint.text)?;
    }
    Ok(())
}

fn tournaments(
    after: Option<&str>,
    kept: &Kept,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // What is no name names none, after which the list begins at its beginning.
    let after = after.and_then(|name| name.parse().ok());
    let found = with(kept, language, async |administration| administration.tournaments(after, language).await)?;
    for ListedTournament { tournament, organiser, entrants } in found {
        let (id, phase, organiser) = (tournament.id, tournament.phase.word(), named(organiser.as_deref()));
        writeln!(out, "{id} {phase} {entrants} {organiser} {:?}", tournament.name)?;
    }
    Ok(())
}

fn log(before: Option<u32>, kept: &Kept, language: Language, out: &mut impl Write) -> Result<(), Failure> {
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

/// Writes a name; a dash stands for nobody who has one.
fn named(name: Option<&str>) -> String {
    name.map_or_else(|| "-".to_owned(), |name| format!("{name:?}"))
}
