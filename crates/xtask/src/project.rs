use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::Outcome;

/// How page and command are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Soon: for players who start from the sources, and for tests.
    Play,
    /// As fast and small as possible: for releases and measurements.
    Release,
}

impl Build {
    /// Returns cargo's profile for this machine.
    pub fn native(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Release => "release",
        }
    }

    /// Returns cargo's profile for browsers.
    pub fn browser(self) -> &'static str {
        match self {
            Self::Play => "play-browser",
            Self::Release => "browser",
        }
    }
}

/// Knows where the project's files are.
pub struct Project {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The folder that cargo builds into.
    pub target: PathBuf,
}

impl Project {
    /// Finds the project this tool was built from, and the folder it was built into.
    ///
    /// # Errors
    /// The system cannot name this program's own file.
    pub fn find() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
        let program =
            env::current_exe().map_err(|error| format!("cannot find this program's file: {error}"))?;
        // The program stands in TARGET/PROFILE/.
        let target = program.ancestors().nth(2).unwrap_or(Path::new("target"));
        Ok(Self { root: root.to_owned(), target: target.to_owned() })
    }

    /// Returns the folder of the page's sources.
    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Lists the folders of the crates, those of the games and of what is measured among them.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn crates(&self) -> Outcome<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for parent in ["crates", "games", "benches"] {
            folders.extend(children(&self.root.join(parent))?);
        }
        folders.retain(|folder| folder.join("Cargo.toml").exists());
        Ok(folders)
    }

    /// Returns the name of the package in a crate's folder.
    ///
    /// # Errors
    /// Its manifest cannot be read, or names none.
    pub fn package(&self, folder: &Path) -> Outcome<String> {
        let file = folder.join("Cargo.toml");
        let text =
            fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        name.map(str::to_owned).ok_or_else(|| format!("{} names no package", file.display()))
    }

    /// Returns the file of the command that tests in a browser talk to: as the crates' tests have it built.
    pub fn tested(&self) -> PathBuf {
        self.target.join("debug").join(format!("entourage{}", env::consts::EXE_SUFFIX))
    }

    /// Returns the file of the command that a build makes.
    pub fn command(&self, build: Build) -> PathBuf {
        self.target.join(build.native()).join(format!("entourage{}", env::consts::EXE_SUFFIX))
    }
}

/// Lists what a folder holds, by name.
///
/// # Errors
/// It cannot be read.
pub fn children(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}
