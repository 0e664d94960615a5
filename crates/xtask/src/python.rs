//! The wheel for Python: built by maturin, installed as by anybody, and tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, shell, tools};

/// What the tests of the wheel need, for whoever lacks it.
pub const MISSING: &str = "what builds and tries the wheel for Python is missing (`pip install maturin numpy pettingzoo gymnasium mypy`, or name a Python that has them in WHEEL_PYTHON)";

/// Builds the wheel into `target/wheels`, and returns its file.
///
/// # Errors
/// maturin is missing, or the build fails.
pub fn build(project: &Project) -> Outcome<PathBuf> {
    let wheels = project.target.join("wheels");
    // An older wheel must not be taken for the new one.
    let _ = fs::remove_dir_all(&wheels);
    let mut maturin = tools::python("WHEEL_PYTHON");
    maturin
        .args(["-m", "maturin", "build", "--locked", "--profile", "wheel", "--manifest-path"])
        .arg(folder(project).join("Cargo.toml"))
        .arg("--out")
        .arg(&wheels)
        .env("CARGO_TARGET_DIR", &project.target)
        .current_dir(&project.root);
    shell::run(&mut maturin)?;
    let built = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let mut built = built.filter_map(Result::ok).map(|entry| entry.path());
    built
        .find(|file| file.extension().is_some_and(|ending| ending == "whl"))
        .ok_or_else(|| format!("{} holds no wheel", wheels.display()))
}

/// Builds the wheel, installs it into a folder of its own, and runs its tests, which see nothing of the sources.
///
/// # Errors
/// The build or a test fails.
pub fn test(project: &Project, phases: &mut Phases) -> Outcome {
    if !tools::has_wheel_tools() {
        return Err(MISSING.to_owned());
    }
    let wheel = phases.run("building the wheel for Python", || build(project))?;
    let installed = project.target.join("python");
    let _ = fs::remove_dir_all(&installed);
    phases.run("tests of the wheel", || {
        let mut pip = tools::python("WHEEL_PYTHON");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]).arg(&installed);
        shell::run(pip.arg(&wheel))?;
        let tests = folder(project).join("tests");
        shell::run(with(&installed).args(["-m", "unittest", "discover", "--start-directory"]).arg(tests))?;
        shell::run(with(&installed).args(["-m", "mypy.stubtest", "entourage._entourage"]))?;
        shell::run(with(&installed).args(["-m", "mypy", "--strict", "--package", "entourage"]))?;
        shell::run(with(&installed).args(["-m", "mypy", "--strict"]).arg(folder(project).join("examples")))
    })
}

/// Makes the command of a Python that finds the installed package, and keeps nothing in the sources.
fn with(installed: &Path) -> Command {
    let mut python = tools::python("WHEEL_PYTHON");
    python.current_dir(installed).env("PYTHONPATH", installed).env("MYPYPATH", installed);
    python.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", installed.join(".mypy_cache"));
    python
}

fn folder(project: &Project) -> PathBuf {
    project.root.join("crates/py")
}
