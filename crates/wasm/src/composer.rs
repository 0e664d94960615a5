//! Solves compositions.

use entourage_registry::kernel::{Text, TextError};
#[cfg(not(feature = "text"))]
use entourage_registry::solve_composition;
#[cfg(feature = "text")]
use entourage_registry::solve_text_composition as solve_composition;
use entourage_registry::solver::{Branch, Progress, Stipulation, Task};
use entourage_registry::view::{BranchView, CompositionView};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::laid_out::lay_out;
use crate::{json, language_of};

/// Maximum number of positions to examine; the solver's memory is bounded.
const MAX_POSITIONS: u64 = 100_000_000;
/// Maximum number of moves in a solution that is shown.
const MAX_BRANCHES: usize = 20_000;

#[wasm_bindgen]
extern "C" {
    /// An object that receives the progress of a search.
    pub type Listener;
    /// Reports the number of positions examined, the number of turns that is being searched, and the number of first moves examined and in all.
    #[wasm_bindgen(method)]
    fn progress(this: &Listener, positions: f64, turns: u16, done: usize, total: usize);
}

/// Solves a position, given by a start position and moves, as a composition; returns its solution as JSON. Blocks until it is solved.
///
/// `tries` is the maximum number of refutations of a try; 0 for no tries.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "JavaScript passes simple values")]
pub fn solve_position(
    spec: &str,
    position: &str,
    stipulation: &str,
    turns: u16,
    tries: usize,
    set_play: bool,
    language: &str,
    listener: &Listener,
) -> Result<String, Failure> {
    let stipulation = stipulation.parse().map_err(|()| {
        let problem = Text::new(
            "expected win, draw, self, help or series",
            "valeur attendue : win, draw, self, help ou series",
        );
        TextError::new(stipulation, 0, problem)
    })?;
    let task = Task { stipulation, turns: turns.max(1), tries, set_play, limit: MAX_POSITIONS };
    solve(spec, position, task, language, &mut |Progress { positions, turns, done, total }| {
        listener.progress(positions as f64, turns, done, total);
    })
}

fn solve(
    spec: &str,
    position: &str,
    task: Task,
    language: &str,
    report: &mut dyn FnMut(Progress),
) -> Result<String, Failure> {
    let language = language_of(language);
    let game = lay_out(spec, position, &[])?;
    let refuse = |problem| Failure::from(TextError::new("", 0, problem));
    let unknown = || refuse(Text::new("this game cannot be solved", "ce jeu ne peut pas être résolu").into());
    let solved = solve_composition(game.as_ref(), task, report)
        .ok_or_else(unknown)?
        .map_err(|error| refuse(error.problem()))?;
    let all = [&solved.keys, &solved.tries].into_iter().chain(&solved.set_play);
    if all.map(|branches| count(branches)).sum::<usize>() > MAX_BRANCHES {
        return Err(refuse(
            Text::new(
                "the solution has more than 20,000 moves; ask for fewer turns, or use the command `entourage puzzles solve`",
                "la solution compte plus de 20 000 coups ; demandez moins de tours, ou utilisez la commande `entourage puzzles solve`",
            )
            .into(),
        ));
    }
    let Task { stipulation, turns, .. } = task;
    let text = format!(
        "{}\n{}\n{} {turns}\n\n{}",
        game.spec(),
        game.position_text(),
        Stipulation::code(stipulation),
        solved.text(language)
    );
    Ok(json(&CompositionView {
        verdict: solved.verdict(language),
        text,
        keys: solved.keys.into_iter().map(view).collect(),
        tries: solved.tries.into_iter().map(view).collect(),
        set_play: solved.set_play.map(|set| set.into_iter().map(view).collect()),
    }))
}

fn count(branches: &[Branch]) -> usize {
    let of = |branch: &Branch| 1 + branch.threats.as_deref().map_or(0, count) + count(&branch.then);
    branches.iter().map(of).sum()
}

fn view(branch: Branch) -> BranchView {
    let Branch { text, side, sign, role, threats, omitted, then } = branch;
    let views = |branches: Vec<Branch>| branches.into_iter().map(view).collect();
    BranchView {
        text,
        side: side.number() as u8,
        sign,
        role: role.code(),
        threats: threats.map(views),
        omitted,
        then: views(then),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(id: &str) -> String {
        crate::REGISTRY.open(id).unwrap().begin(None).unwrap().start_text()
    }

    fn task(limit: u64) -> Task {
        Task { stipulation: Stipulation::Win, turns: 1, tries: 1, set_play: true, limit }
    }

    #[test]
    fn nobody_wins_in_the_first_turn() {
        for id in crate::REGISTRY.games() {
            let solved = solve(id, &start(id), task(1_000_000), "en", &mut |_| {}).unwrap();
            let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
            assert_eq!(solved["verdict"], "no solution within 1 turn", "{id}");
            assert_eq!(solved["keys"], serde_json::json!([]), "{id}");
            let head =
                format!("{}\n{}\nwin 1\n\nset play:\n", crate::REGISTRY.open(id).unwrap().spec(), start(id));
            assert!(solved["text"].as_str().unwrap().starts_with(&head), "{id}: {}", solved["text"]);
        }
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        for id in crate::REGISTRY.games() {
            for (spec, position, task) in [
                ("nothing", start(id), task(1000)),
                (id, "nothing".to_owned(), task(1000)),
                (id, start(id), task(1)),
            ] {
                let failure = solve(spec, &position, task, "en", &mut |_| {}).unwrap_err().into_json();
                assert_eq!(
                    serde_json::from_str::<serde_json::Value>(&failure).unwrap()["kind"],
                    "text",
                    "{spec}"
                );
            }
        }
    }
}
