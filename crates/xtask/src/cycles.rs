mod graph;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::modules::Modules;
use crate::project::{Project, children};

use graph::shortest_cycle;

type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The path of a folder or file relative to the source folder, without the extension.
type Unit = Vec<String>;

type Import = (PathBuf, PathBuf);

/// Checks that the crates, the web client and its packages have no import cycles between folders.
///
/// A folder includes the file that declares it, such as `x.rs` for `x/`. Cycles between files of the same folder are allowed.
pub fn check(project: &Project) -> Outcome {
    let mut cycles = Vec::new();
    let mut files = 0;
    for (sources, imports) in import_graphs(project)? {
        files += imports.len();
        cycles.extend(find_cycles(&sources, &imports));
    }
    if cycles.is_empty() {
        println!("import cycles: none between folders, in {files} files");
        return Ok(());
    }
    let cycles: Vec<String> = cycles.iter().map(|cycle| describe(project, cycle)).collect();
    Err(format!("{} import cycles between folders:\n  {}", cycles.len(), cycles.join("\n  ")))
}

/// Returns the imports in each crate, the web client and its packages, with the source folders.
fn import_graphs(project: &Project) -> Outcome<Vec<(PathBuf, Imports)>> {
    let mut graphs = Vec::new();
    for folder in project.crates()? {
        let sources = folder.join("src");
        for root in roots(&sources)? {
            graphs.push((sources.clone(), Modules::read(&root)?.imports()));
        }
    }
    for page in ["web/src", "packages/rules/src", "packages/board/src"].map(|folder| project.root.join(folder))
    {
        let imports = page::imports(&page)?;
        graphs.push((page, imports));
    }
    Ok(graphs)
}

/// Returns the root files of a crate's library and binaries.
fn roots(sources: &Path) -> Outcome<Vec<PathBuf>> {
    let mut roots: Vec<PathBuf> = ["lib.rs", "main.rs"].map(|name| sources.join(name)).into();
    let binaries = sources.join("bin");
    if binaries.is_dir() {
        roots.extend(children(&binaries)?);
    }
    roots.retain(|root| root.is_file());
    Ok(roots)
}

/// Returns disjoint cycles of imports between sibling units, shortest first. Each cycle includes at least one folder.
fn find_cycles(sources: &Path, imports: &Imports) -> Vec<Vec<Import>> {
    let mut examples: BTreeMap<(Unit, Unit), Import> = BTreeMap::new();
    let mut edges: BTreeMap<Unit, BTreeSet<Unit>> = BTreeMap::new();
    for (file, imported) in
        imports.iter().flat_map(|(file, all)| all.iter().map(move |imported| (file, imported)))
    {
        let Some((from, to)) = diverging(&unit(sources, file), &unit(sources, imported)) else { continue };
        examples.entry((from.clone(), to.clone())).or_insert_with(|| (file.clone(), imported.clone()));
        edges.entry(from).or_default().insert(to);
    }
    let files = imports.keys().map(|file| unit(sources, file));
    let folders: BTreeSet<Unit> =
        files.flat_map(|file| (1..file.len()).map(move |length| file[..length].to_vec())).collect();
    let includes_folder = |from: &Unit, to: &Unit| folders.contains(from) || folders.contains(to);
    let mut cycles = Vec::new();
    while let Some(cycle) = shortest_cycle(&edges, includes_folder) {
        let steps = cycle.iter().zip(cycle.iter().cycle().skip(1));
        cycles.push(steps.map(|(from, to)| examples[&(from.clone(), to.clone())].clone()).collect());
        edges.retain(|unit, _| !cycle.contains(unit));
    }
    cycles
}

/// Returns the unit of a file; `lib.rs`, `main.rs` and `mod.rs` belong to their folder.
fn unit(sources: &Path, file: &Path) -> Unit {
    let inner = file.strip_prefix(sources).unwrap_or(file);
    let mut unit: Unit = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let plain = unit.last().and_then(|name| name.strip_suffix(".rs")).map(str::to_owned);
    if let (Some(plain), Some(last)) = (plain, unit.last_mut()) {
        *last = plain;
    }
    if unit.last().is_some_and(|name| matches!(name.as_str(), "lib" | "main" | "mod")) {
        unit.pop();
    }
    unit
}

/// Returns the sibling units that contain `from` and `to`; `None` if one of the two contains the other.
fn diverging(from: &[String], to: &[String]) -> Option<(Unit, Unit)> {
    let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
    (common < from.len().min(to.len())).then(|| (from[..=common].to_vec(), to[..=common].to_vec()))
}

/// Formats a cycle as imports between files: `a → b → c`, or `a → b, c → d` if `c` is another file in the folder of `b`.
fn describe(project: &Project, cycle: &[Import]) -> String {
    let short = |file: &Path| file.strip_prefix(&project.root).unwrap_or(file).display().to_string();
    let mut text = String::new();
    let mut last: Option<&Path> = None;
    for (file, imported) in cycle {
        if last != Some(file) {
            text.push_str(if last.is_some() { ", " } else { "" });
            text.push_str(&short(file));
        }
        text.push_str(" → ");
        text.push_str(&short(imported));
        last = Some(imported);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_import_cycles_between_folders() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    /// Returns the cycles of imports in the folder `src`.
    fn cycles(imports: &[(&str, &[&str])]) -> Vec<String> {
        let imports = imports.iter().map(|(file, imported)| {
            (Path::new("src").join(file), imported.iter().map(|file| Path::new("src").join(file)).collect())
        });
        let project = Project { root: PathBuf::from("src"), target: PathBuf::new() };
        find_cycles(Path::new("src"), &imports.collect())
            .iter()
            .map(|cycle| describe(&project, cycle))
            .collect()
    }

    #[test]
    fn a_folder_may_use_its_own_files() {
        let file_and_folder: [(&str, &[&str]); 3] =
            [("a.rs", &["a/b.rs"]), ("a/b.rs", &["a.rs", "lib.rs"]), ("lib.rs", &["a.rs"])];
        assert_eq!(cycles(&file_and_folder), Vec::<String>::new());
        assert_eq!(cycles(&[("a/mod.rs", &["a/b.rs"]), ("a/b.rs", &["a/mod.rs"])]), Vec::<String>::new());
    }

    #[test]
    fn files_of_one_folder_may_use_each_other() {
        let siblings: [(&str, &[&str]); 4] = [
            ("a.rs", &["b.rs"]),
            ("b.rs", &["a.rs", "x/c.rs"]),
            ("x/c.rs", &["x/d.rs"]),
            ("x/d.rs", &["x/c.rs"]),
        ];
        assert_eq!(cycles(&siblings), Vec::<String>::new());
    }

    #[test]
    fn cycles_of_files_are_listed_in_order() {
        let three: [(&str, &[&str]); 4] =
            [("a.rs", &["b.rs"]), ("b.rs", &["x/c.rs", "d.rs"]), ("x/c.rs", &["a.rs"]), ("d.rs", &[])];
        assert_eq!(cycles(&three), ["b.rs → x/c.rs → a.rs → b.rs"]);
    }

    #[test]
    fn folders_can_form_a_cycle_although_their_files_do_not() {
        let folders: [(&str, &[&str]); 2] = [("x/a.rs", &["y/a.rs"]), ("y/b.rs", &["x/b.rs"])];
        assert_eq!(cycles(&folders), ["x/a.rs → y/a.rs, y/b.rs → x/b.rs"]);
        let pages: [(&str, &[&str]); 2] = [("x/a.ts", &["b.svelte"]), ("b.svelte", &["x/c.ts"])];
        assert_eq!(cycles(&pages), ["b.svelte → x/c.ts, x/a.ts → b.svelte"]);
    }
}
