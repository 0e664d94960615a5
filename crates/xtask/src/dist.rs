//! Builds a release: an archive with the `entourage` binary, documentation and licences, the Python wheel, and checksums.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::phases::Phases;
use crate::project::{Build, Project, children, read, write};
use crate::{Outcome, python, shell, tools, web};

/// Shells, and the file names of their completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "entourage.bash"),
    ("zsh", "_entourage"),
    ("fish", "entourage.fish"),
    ("powershell", "entourage.ps1"),
    ("elvish", "entourage.elv"),
];

const SHIPPED: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/RUNNING.md",
    "docs/PROTOCOL.md",
    "packaging/engine/entourage-engine",
    "packaging/engine/entourage-engine.cmd",
];

/// Creates `target/dist`: an archive for this platform, the wheel if its tools are installed, and `SHA256SUMS`.
pub fn dist(project: &Project, phases: &mut Phases) -> Outcome {
    let dist = project.target.join("dist");
    let _ = fs::remove_dir_all(&dist);
    phases.run("page", || web::build(project, Build::Release))?;
    phases.run("command", || {
        let mut cargo = shell::cargo(project);
        shell::run(cargo.args([
            "build",
            "--release",
            "--locked",
            "--package",
            "entourage",
            "--features",
            "operator",
        ]))
    })?;
    let mut made = vec![phases.run("archive", || archive(project, &dist))?];
    if tools::has_wheel_tools() {
        made.push(phases.run("wheel", || wheel(project, &dist))?);
    } else {
        eprintln!("SKIPPED: the Python wheel, because {}", python::MISSING);
    }
    let sums = made.iter().map(|file| Ok(format!("{}  {}\n", sha256(file)?, name(file))));
    write(&dist.join("SHA256SUMS"), &sums.collect::<Outcome<String>>()?)?;
    made.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

fn archive(project: &Project, dist: &Path) -> Outcome<PathBuf> {
    let metadata = metadata(project)?;
    let version = package(&metadata, "entourage").and_then(|package| package["version"].as_str());
    let title = format!("entourage-{}-{}", version.ok_or("cargo reports no version")?, tools::host(project)?);
    let folder = dist.join(&title);
    for file in SHIPPED {
        let from = project.root.join(file);
        copy(&from, &folder.join(name(&from)))?;
    }
    let command = project.command(Build::Release);
    copy(&command, &folder.join(name(&command)))?;
    for (shell, file) in SHELLS {
        let script = shell::output(Command::new(&command).args(["completions", shell]))
            .ok_or_else(|| format!("`entourage completions {shell}` failed"))?;
        write(&folder.join("completions").join(file), &format!("{script}\n"))?;
    }
    shell::run(Command::new(&command).arg("man").arg(folder.join("man")))?;
    write(&folder.join("THIRD-PARTY.md"), &third_parties(project, &metadata)?)?;
    let archive = dist.join(format!("{title}.tar.gz"));
    shell::run(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(dist).arg(&title))?;
    Ok(archive)
}

fn wheel(project: &Project, dist: &Path) -> Outcome<PathBuf> {
    let built = python::build(project)?;
    let wheel = dist.join(name(&built));
    copy(&built, &wheel)?;
    Ok(wheel)
}

fn metadata(project: &Project) -> Outcome<Value> {
    let mut cargo = shell::cargo(project);
    let host = tools::host(project)?;
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &host]);
    let json = shell::output(&mut cargo).ok_or("cargo metadata failed")?;
    serde_json::from_str(&json).map_err(|error| format!("unexpected output of cargo metadata: {error}"))
}

fn package<'m>(metadata: &'m Value, name: &str) -> Option<&'m Value> {
    metadata["packages"].as_array()?.iter().find(|package| package["name"] == name)
}

/// Lists all third-party packages in the binary and the web client, with the licence texts.
fn third_parties(project: &Project, metadata: &Value) -> Outcome<String> {
    let mut text = "# Third-party software in Entourage\n\nEntourage's own licences are in this folder.\nArt and sounds are credited on the website.\n".to_owned();
    let mut licences: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    text.push_str("\n## Rust\n\n");
    for package in linked(metadata) {
        let (name, version) = (word(&package["name"]), word(&package["version"]));
        line(&mut text, &format!("{name} {version}"), word(&package["license"]), word(&package["repository"]));
        if let Some(folder) = Path::new(word(&package["manifest_path"])).parent() {
            gather(folder, &format!("{name} {version}"), &mut licences)?;
        }
    }
    text.push_str("\n## JavaScript\n\n");
    let modules = project.root.join("node_modules");
    for (name, package) in bundled(project)? {
        let title = format!("{name} {}", word(&package["version"]));
        line(&mut text, &title, word(&package["license"]), "");
        gather(&modules.join(&name), &title, &mut licences)?;
    }
    text.push_str("\n## Licences\n");
    for (licence, holders) in licences {
        let holders: Vec<&str> = holders.iter().map(String::as_str).collect();
        let _ = write!(text, "\n### {}\n\n```\n{}\n```\n", holders.join(", "), licence.trim_end());
    }
    Ok(text)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn line(text: &mut String, title: &str, licence: &str, link: &str) {
    let joint = if link.is_empty() { "" } else { ", " };
    let _ = writeln!(text, "- {title}: {licence}{joint}{link}");
}

/// Returns the third-party packages linked into the binary, sorted by name.
fn linked(metadata: &Value) -> Vec<&Value> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let nodes = metadata["resolve"]["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut open: Vec<&str> =
        package(metadata, "entourage").map(|package| word(&package["id"])).into_iter().collect();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !known.insert(id) {
            continue;
        }
        let dependencies = nodes.iter().find(|node| node["id"] == id).and_then(|node| node["deps"].as_array());
        let is_linked = |dependency: &&Value| {
            dependency["dep_kinds"]
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
        };
        let linked = dependencies.into_iter().flatten().filter(is_linked);
        open.extend(linked.map(|dependency| word(&dependency["pkg"])));
    }
    let is_third_party =
        |package: &&Value| !package["source"].is_null() && known.contains(word(&package["id"]));
    let mut found: Vec<&Value> = packages.iter().filter(is_third_party).collect();
    found.sort_by_key(|package| (word(&package["name"]), word(&package["version"])));
    found
}

/// Returns the npm packages in the web client: dependencies, and build tools that add code to the output.
fn bundled(project: &Project) -> Outcome<BTreeMap<String, Value>> {
    let file = project.root.join("package-lock.json");
    let text = read(&file)?;
    let lock: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let packages = lock["packages"].as_object().into_iter().flatten();
    let shipped = packages.filter_map(|(path, package)| {
        let name = path.strip_prefix("node_modules/").filter(|name| !name.contains("/node_modules/"))?;
        let is_shipped =
            package["dev"] != true && package["link"] != true || matches!(name, "svelte" | "marked");
        is_shipped.then(|| (name.to_owned(), package.clone()))
    });
    Ok(shipped.collect())
}

/// Adds the licence texts in a package's folder to `licences`, each with the name of the package (`holder`).
fn gather(folder: &Path, holder: &str, licences: &mut BTreeMap<String, BTreeSet<String>>) -> Outcome {
    if !folder.is_dir() {
        return Ok(());
    }
    for file in children(folder)? {
        let name = name(&file).to_ascii_uppercase();
        if file.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|word| name.starts_with(word))
        {
            let text = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let text = String::from_utf8_lossy(&text).replace('\r', "");
            licences.entry(text).or_default().insert(holder.to_owned());
        }
    }
    Ok(())
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    copied
        .map(drop)
        .map_err(|error| format!("{} cannot be copied to {}: {error}", from.display(), to.display()))
}

fn sha256(file: &Path) -> Outcome<String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_packages_are_found() {
        let metadata = serde_json::json!({
            "packages": [
                { "name": "entourage", "id": "e", "source": null },
                { "name": "near", "id": "n", "source": "registry", "version": "1.0.0" },
                { "name": "far", "id": "f", "source": "registry", "version": "1.0.0" },
                { "name": "tool", "id": "t", "source": "registry", "version": "1.0.0" },
            ],
            "resolve": { "nodes": [
                { "id": "e", "deps": [
                    { "pkg": "n", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "t", "dep_kinds": [{ "kind": "build" }] },
                ] },
                { "id": "n", "deps": [{ "pkg": "f", "dep_kinds": [{ "kind": "dev" }, { "kind": null }] }] },
                { "id": "f", "deps": [] },
            ] },
        });
        let names: Vec<&str> = linked(&metadata).into_iter().map(|package| word(&package["name"])).collect();
        assert_eq!(names, ["far", "near"]);
    }
}
