use crate::Outcome;
use crate::project::{self, Build, Project};
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::{tools, wasm};

/// Builds the WebAssembly modules and the web client into `web/dist`, unless nothing has changed.
pub fn build(project: &Project, build: Build) -> Outcome {
    prepare(project, build)?;
    let web = project.web();
    let record = project.target.join("xtask/page.stamp");
    // The web client contains the rules pages of the games, and puzzles with the definitions of their games.
    let [games, puzzles, variants] = ["games", "puzzles", "variants"].map(|name| project.root.join(name));
    let inputs_and_outputs = || {
        let page = Stamp::default().tree(&web, &["node_modules", "test-results", "e2e"])?;
        let page = page
            .tree(&project.root.join("packages"), &["node_modules", "dist", "LICENSE-MIT", "LICENSE-APACHE"])?;
        let page = page.tree(&games, &["src", "tests", "art"])?.tree(&puzzles, &[])?;
        page.tree(&variants, &[]).map(Stamp::text)
    };
    if web.join("dist/index.html").exists() && stamp::is_current(&record, &inputs_and_outputs()?) {
        return Ok(());
    }
    announce("page");
    let mode = if build == Build::Play { "play" } else { "production" };
    shell::run(shell::npm(project).args(["run", "build", "--", "--mode", mode]))?;
    project::write(&record, &inputs_and_outputs()?)
}

/// Builds the WebAssembly modules, and installs npm packages if they are missing or the lock file has changed.
pub fn prepare(project: &Project, build: Build) -> Outcome {
    tools::check_node(project)?;
    wasm::build(project, build)?;
    let record = project.root.join("node_modules/.entourage.stamp");
    let stamp = Stamp::default().tree(&project.root.join("package-lock.json"), &[])?.text();
    if stamp::is_current(&record, &stamp) {
        return Ok(());
    }
    announce("npm packages");
    shell::run(shell::npm(project).current_dir(&project.root).args(["ci", "--no-audit", "--no-fund"]))?;
    project::write(&record, &stamp)
}
