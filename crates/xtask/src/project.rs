use std::env;
use std::path::{Path, PathBuf};

use crate::Outcome;

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

    /// Returns the file of the released command.
    pub fn command(&self) -> PathBuf {
        self.target.join("release").join(format!("entourage{}", env::consts::EXE_SUFFIX))
    }
}
