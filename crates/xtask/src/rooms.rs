mod circle;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::modules::Modules;
use crate::project::{Project, children};

use circle::shortest;

/// For each file, those it imports.
type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// A room by the names that lead to it from the sources' folder.
type Room = Vec<String>;

/// An import that leads from one room to another: the file that has it, and the file it means.
type Door = (PathBuf, PathBuf);

/// Checks that imports lead round in no circle between files of different rooms, in any crate or in the page.
///
/// A folder is a room with all that it holds; a file that stands for its folder, as `x.rs` does for `x/`, belongs to that room.
/// Files that stand side by side are in one room: what they need of each other stays in it.
///
/// # Errors
/// Every circle, file by file, or a file that cannot be read.
pub fn check(project: &Project) -> Outcome {
    let mut circles = Vec::new();
    let mut files = 0;
    for (sources, imports) in drawings(project)? {
        files += imports.len();
        circles.extend(circles_of(&sources, &imports));
    }
    if circles.is_empty() {
        println!("rooms: the imports of {files} files lead round in no circle");
        return Ok(());
    }
    let told: Vec<String> = circles.iter().map(|circle| tell(project, circle)).collect();
    Err(format!("imports lead round in {} circles:\n  {}", told.len(), told.join("\n  ")))
}

/// Draws the imports of every crate's roots, and those of the page and its packages, each with the folder of its sources.
fn drawings(project: &Project) -> Outcome<Vec<(PathBuf, Imports)>> {
    let mut drawings = Vec::new();
    for folder in project.crates()? {
        let sources = folder.join("src");
        for root in roots(&sources)? {
            drawings.push((sources.clone(), Modules::read(&root)?.imports()));
        }
    }
    for page in ["web/src", "packages/rules/src", "packages/board/src"].map(|folder| project.root.join(folder))
    {
        let imports = page::imports(&page)?;
        drawings.push((page, imports));
    }
    Ok(drawings)
}

/// Lists the files that the compiler begins with: the library, the command, further commands.
fn roots(sources: &Path) -> Outcome<Vec<PathBuf>> {
    let mut roots: Vec<PathBuf> = ["lib.rs", "main.rs"].map(|name| sources.join(name)).into();
    let further = sources.join("bin");
    if further.is_dir() {
        roots.extend(children(&further)?);
    }
    roots.retain(|root| root.is_file());
    Ok(roots)
}

/// Lists circles that lead through a folder and its neighbours, the shortest first; nothing is in two of them.
fn circles_of(sources: &Path, imports: &Imports) -> Vec<Vec<Door>> {
    let mut doors: BTreeMap<(Room, Room), Door> = BTreeMap::new();
    let mut arrows: BTreeMap<Room, BTreeSet<Room>> = BTreeMap::new();
    for (file, imported) in
        imports.iter().flat_map(|(file, all)| all.iter().map(move |imported| (file, imported)))
    {
        let Some((from, to)) = rooms_apart(&room(sources, file), &room(sources, imported)) else { continue };
        doors.entry((from.clone(), to.clone())).or_insert_with(|| (file.clone(), imported.clone()));
        arrows.entry(from).or_default().insert(to);
    }
    let files = imports.keys().map(|file| room(sources, file));
    let folders: BTreeSet<Room> =
        files.flat_map(|file| (1..file.len()).map(move |length| file[..length].to_vec())).collect();
    let is_between_rooms = |from: &Room, to: &Room| folders.contains(from) || folders.contains(to);
    let mut circles = Vec::new();
    while let Some(circle) = shortest(&arrows, is_between_rooms) {
        let steps = circle.iter().zip(circle.iter().cycle().skip(1));
        circles.push(steps.map(|(from, to)| doors[&(from.clone(), to.clone())].clone()).collect());
        arrows.retain(|room, _| !circle.contains(room));
    }
    circles
}

/// Returns the room of a file: the folder, for one that stands for its folder; `x.rs` has the room `x`.
fn room(sources: &Path, file: &Path) -> Room {
    let inner = file.strip_prefix(sources).unwrap_or(file);
    let mut room: Room = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let plain = room.last().and_then(|name| name.strip_suffix(".rs")).map(str::to_owned);
    if let (Some(plain), Some(last)) = (plain, room.last_mut()) {
        *last = plain;
    }
    if room.last().is_some_and(|name| matches!(name.as_str(), "lib" | "main" | "mod")) {
        room.pop();
    }
    room
}

/// Returns the outermost rooms of two files that are not the same for both; `None` if one room holds the other.
fn rooms_apart(from: &[String], to: &[String]) -> Option<(Room, Room)> {
    let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
    (common < from.len().min(to.len())).then(|| (from[..=common].to_vec(), to[..=common].to_vec()))
}

/// Words a circle, file by file; where the import before led to another file of the room, the words begin anew.
fn tell(project: &Project, circle: &[Door]) -> String {
    let short = |file: &Path| file.strip_prefix(&project.root).unwrap_or(file).display().to_string();
    let mut told = String::new();
    let mut last: Option<&Path> = None;
    for (file, imported) in circle {
        if last != Some(file) {
            told.push_str(if last.is_some() { ", " } else { "" });
            told.push_str(&short(file));
        }
        told.push_str(" → ");
        told.push_str(&short(imported));
        last = Some(imported);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_imports_lead_round_in_a_circle() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    /// Tells the circles of a drawing in the folder `src`.
    fn told(imports: &[(&str, &[&str])]) -> Vec<String> {
        let imports = imports.iter().map(|(file, imported)| {
            (Path::new("src").join(file), imported.iter().map(|file| Path::new("src").join(file)).collect())
        });
        let project = Project { root: PathBuf::from("src"), target: PathBuf::new() };
        circles_of(Path::new("src"), &imports.collect()).iter().map(|circle| tell(&project, circle)).collect()
    }

    #[test]
    fn what_a_room_needs_of_itself_is_no_circle() {
        let file_and_folder: [(&str, &[&str]); 3] =
            [("a.rs", &["a/b.rs"]), ("a/b.rs", &["a.rs", "lib.rs"]), ("lib.rs", &["a.rs"])];
        assert_eq!(told(&file_and_folder), Vec::<String>::new());
        assert_eq!(told(&[("a/mod.rs", &["a/b.rs"]), ("a/b.rs", &["a/mod.rs"])]), Vec::<String>::new());
    }

    #[test]
    fn files_side_by_side_are_in_one_room() {
        let beside: [(&str, &[&str]); 4] = [
            ("a.rs", &["b.rs"]),
            ("b.rs", &["a.rs", "x/c.rs"]),
            ("x/c.rs", &["x/d.rs"]),
            ("x/d.rs", &["x/c.rs"]),
        ];
        assert_eq!(told(&beside), Vec::<String>::new());
    }

    #[test]
    fn circles_of_files_are_told_in_their_order() {
        let three: [(&str, &[&str]); 4] =
            [("a.rs", &["b.rs"]), ("b.rs", &["x/c.rs", "d.rs"]), ("x/c.rs", &["a.rs"]), ("d.rs", &[])];
        assert_eq!(told(&three), ["b.rs → x/c.rs → a.rs → b.rs"]);
    }

    #[test]
    fn rooms_make_a_circle_though_their_files_do_not() {
        let rooms: [(&str, &[&str]); 2] = [("x/a.rs", &["y/a.rs"]), ("y/b.rs", &["x/b.rs"])];
        assert_eq!(told(&rooms), ["x/a.rs → y/a.rs, y/b.rs → x/b.rs"]);
        let pages: [(&str, &[&str]); 2] = [("x/a.ts", &["b.svelte"]), ("b.svelte", &["x/c.ts"])];
        assert_eq!(told(&pages), ["b.svelte → x/c.ts, x/a.ts → b.svelte"]);
    }
}
