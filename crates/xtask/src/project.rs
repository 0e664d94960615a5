use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::Outcome;

/// A build configuration for the web client and the `entourage` binary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Compiles quickly; for `cargo xtask play` and tests.
    Play,
    /// Fully optimised; for releases and benchmarks.
    Release,
}

impl Build {
    /// Returns the cargo profile for native code.
    pub fn native(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Release => "release",
        }
    }

    /// Returns the cargo profile for WebAssembly.
    pub fn browser(self) -> &'static str {
        match self {
            Self::Play => "play-browser",
            Self::Release => "browser",
        }
    }

    /// Returns the cargo profile for single-game modules, which the web client loads first.
    pub fn browser_game(self) -> &'static str {
        match self {
            Self::Play => "play-browser",
            Self::Release => "browser-game",
        }
    }
}

pub struct Project {
    pub root: PathBuf,
    pub target: PathBuf,
}

impl Project {
    /// Returns the project from which xtask was built.
    pub fn find() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
        let program = env::current_exe().map_err(|error| format!("cannot locate this program: {error}"))?;
        // The xtask program is in TARGET/PROFILE/.
        let target = program.ancestors().nth(2).unwrap_or(Path::new("target"));
        Ok(Self { root: root.to_owned(), target: target.to_owned() })
    }

    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Returns the folders of all crates, including games and benchmarks.
    pub fn crates(&self) -> Outcome<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for parent in ["crates", "games", "benches"] {
            folders.extend(children(&self.root.join(parent))?);
        }
        folders.retain(|folder| folder.join("Cargo.toml").exists());
        Ok(folders)
    }

    pub fn package(&self, folder: &Path) -> Outcome<String> {
        let file = folder.join("Cargo.toml");
        let text = read(&file)?;
        let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        name.map(str::to_owned).ok_or_else(|| format!("{} has no package name", file.display()))
    }

    /// Returns the path of the `entourage` binary for browser tests, which is built with the crate tests.
    pub fn tested(&self) -> PathBuf {
        self.target.join("debug").join(format!("entourage{}", env::consts::EXE_SUFFIX))
    }

    pub fn command(&self, build: Build) -> PathBuf {
        self.target.join(build.native()).join(format!("entourage{}", env::consts::EXE_SUFFIX))
    }
}

pub fn read(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// Writes a file, and creates its folder if needed.
pub fn write(file: &Path, text: &str) -> Outcome {
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, text));
    written.map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Returns the files below a folder, except those in folders that `is_excluded` accepts.
pub fn files(folder: &Path, is_excluded: &dyn Fn(&Path) -> bool) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in children(folder)? {
        if !path.is_dir() {
            found.push(path);
        } else if !is_excluded(&path) {
            found.extend(files(&path, is_excluded)?);
        }
    }
    Ok(found)
}

/// Returns whether a folder is hidden, or contains build outputs or npm packages.
pub fn is_foreign(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || ["target", "node_modules", "dist"].contains(&name.as_ref())
}

/// Returns the entries of a folder, sorted by name.
pub fn children(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}
