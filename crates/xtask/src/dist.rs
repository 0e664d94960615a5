//! What a release consists of: an archive of the command with what belongs to it, the wheel for Python, and checksums.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::phases::Phases;
use crate::project::{Build, Project, children};
use crate::{Outcome, python, shell, tools, web};

/// The shells whose completions are shipped, and the files that they look for.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "entourage.bash"),
    ("zsh", "_entourage"),
    ("fish", "entourage.fish"),
    ("powershell", "entourage.ps1"),
    ("elvish", "entourage.elv"),
];

/// What of the project goes into the archive as it is.
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

/// Makes `target/dist`: an archive for this system, the wheel where its tools are here, and `SHA256SUMS`.
///
/// # Errors
/// A build fails, a tool is missing, or a file cannot be written.
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
        eprintln!("left out: the wheel for Python; {}", python::MISSING);
    }
    let sums = made.iter().map(|file| Ok(format!("{}  {}\n", sum(file)?, name(file))));
    write(&dist.join("SHA256SUMS"), &sums.collect::<Outcome<String>>()?)?;
    made.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

/// Lays out what the archive holds, and packs it.
fn archive(project: &Project, dist: &Path) -> Outcome<PathBuf> {
    let metadata = metadata(project)?;
    let version = package(&metadata, "entourage").and_then(|package| package["version"].as_str());
    let called = format!("entourage-{}-{}", version.ok_or("cargo tells no version")?, tools::host(project)?);
    let folder = dist.join(&called);
    for file in SHIPPED {
        let from = project.root.join(file);
        copy(&from, &folder.join(name(&from)))?;
    }
    let command = project.command(Build::Release);
    copy(&command, &folder.join(name(&command)))?;
    for (shell, file) in SHELLS {
        let script = shell::output(Command::new(&command).args(["completions", shell]))
            .ok_or_else(|| format!("the command writes no completions for {shell}"))?;
        write(&folder.join("completions").join(file), &format!("{script}\n"))?;
    }
    shell::run(Command::new(&command).arg("man").arg(folder.join("man")))?;
    write(&folder.join("THIRD-PARTY.md"), &third_parties(project, &metadata)?)?;
    let archive = dist.join(format!("{called}.tar.gz"));
    shell::run(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(dist).arg(&called))?;
    Ok(archive)
}

fn wheel(project: &Project, dist: &Path) -> Outcome<PathBuf> {
    let built = python::build(project)?;
    let wheel = dist.join(name(&built));
    copy(&built, &wheel)?;
    Ok(wheel)
}

/// Asks cargo about all packages.
fn metadata(project: &Project) -> Outcome<Value> {
    let mut cargo = shell::cargo(project);
    let host = tools::host(project)?;
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &host]);
    let told = shell::output(&mut cargo).ok_or("cargo tells nothing about the packages")?;
    serde_json::from_str(&told).map_err(|error| format!("cargo tells no JSON: {error}"))
}

fn package<'m>(metadata: &'m Value, name: &str) -> Option<&'m Value> {
    metadata["packages"].as_array()?.iter().find(|package| package["name"] == name)
}

/// Writes who made what the command and its page are made of, under which licence, with the texts of the licences.
fn third_parties(project: &Project, metadata: &Value) -> Outcome<String> {
    let mut text = "# What Entourage is made of\n\nIts own licences stand beside this file.\nArt and sounds are credited on the page.\n".to_owned();
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
        let called = format!("{name} {}", word(&package["version"]));
        line(&mut text, &called, word(&package["license"]), "");
        gather(&modules.join(&name), &called, &mut licences)?;
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

fn line(text: &mut String, called: &str, licence: &str, link: &str) {
    let joint = if link.is_empty() { "" } else { ", " };
    // Writing into a text cannot fail.
    let _ = writeln!(text, "- {called}: {licence}{joint}{link}");
}

/// Lists the packages that the command is linked of, but for our own, by name.
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
        let needs = nodes.iter().find(|node| node["id"] == id).and_then(|node| node["deps"].as_array());
        let is_linked = |need: &&Value| {
            need["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
        };
        open.extend(needs.into_iter().flatten().filter(is_linked).map(|need| word(&need["pkg"])));
    }
    let is_others = |package: &&Value| !package["source"].is_null() && known.contains(word(&package["id"]));
    let mut found: Vec<&Value> = packages.iter().filter(is_others).collect();
    found.sort_by_key(|package| (word(&package["name"]), word(&package["version"])));
    found
}

/// Lists the packages that the page is made of: what it depends on, and what compiles it, parts of which come along.
fn bundled(project: &Project) -> Outcome<BTreeMap<String, Value>> {
    let file = project.root.join("package-lock.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
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

/// Takes in the texts of the licences in a package's folder.
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
    let made = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    made.map(drop).map_err(|error| format!("{} cannot be copied to {}: {error}", from.display(), to.display()))
}

fn write(file: &Path, text: &str) -> Outcome {
    let made = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, text));
    made.map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

/// Returns the SHA-256 of a file, in hexadecimal.
fn sum(file: &Path) -> Outcome<String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_followed_from_the_command() {
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
