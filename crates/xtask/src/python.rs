//! Builds and tests the Python wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, shell, tools};

pub const MISSING: &str = "packages for the Python wheel are missing (`pip install maturin numpy pettingzoo gymnasium mypy`, or set WHEEL_PYTHON to a Python interpreter that has them)";

/// Builds the wheel into `target/wheels` and returns its path.
pub fn build(project: &Project) -> Outcome<PathBuf> {
    let wheels = project.target.join("wheels");
    // Removes older wheels, which would be mistaken for the new one.
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
        .ok_or_else(|| format!("there is no wheel in {}", wheels.display()))
}

/// Builds and installs the wheel into a separate folder, and runs its tests and type checks there.
pub fn test(project: &Project, phases: &mut Phases) -> Outcome {
    if !tools::has_wheel_tools() {
        return Err(MISSING.to_owned());
    }
    let wheel = phases.run("building the Python wheel", || build(project))?;
    let installed = project.target.join("python");
    let _ = fs::remove_dir_all(&installed);
    phases.run("tests of the wheel", || {
        let mut pip = tools::python("WHEEL_PYTHON");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]).arg(&installed);
        shell::run(pip.arg(&wheel))?;
        let tests = folder(project).join("tests");
        shell::run(
            python_with(&installed).args(["-m", "unittest", "discover", "--start-directory"]).arg(tests),
        )?;
        shell::run(python_with(&installed).args(["-m", "mypy.stubtest", "entourage._entourage"]))?;
        shell::run(python_with(&installed).args(["-m", "mypy", "--strict", "--package", "entourage"]))?;
        shell::run(
            python_with(&installed).args(["-m", "mypy", "--strict"]).arg(folder(project).join("examples")),
        )
    })
}

/// Returns a Python command that imports the installed package and writes no caches into the sources.
fn python_with(installed: &Path) -> Command {
    let mut python = tools::python("WHEEL_PYTHON");
    python.current_dir(installed).env("PYTHONPATH", installed).env("MYPYPATH", installed);
    python.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", installed.join(".mypy_cache"));
    python
}

fn folder(project: &Project) -> PathBuf {
    project.root.join("crates/py")
}
