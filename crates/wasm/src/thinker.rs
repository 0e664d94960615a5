use entourage_registry::kernel::{Text, TextError};
use entourage_registry::view::{LineView, ThoughtView};
use entourage_registry::{Alternative, AnySearch, Level, SearchSettings, Thought, expected_result};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::json;
use crate::laid_out::lay_out;

/// Size of the transposition table at full strength in MiB: enough for a hint, and affordable on a phone.
const TABLE_MB: usize = 16;

/// A search of a game's current position, a limited number of nodes at a time.
#[wasm_bindgen]
pub struct Thinker(Box<dyn AnySearch>);

fn view(Thought { done, depth, score, value, nodes, line, best, others, .. }: Thought) -> ThoughtView {
    let chances = value.map_or(500, expected_result);
    let other = |Alternative { score, line, .. }: Alternative| LineView {
        score: score.to_string(),
        chances: expected_result(score),
        line,
    };
    let others = others.into_iter().map(other).collect();
    ThoughtView { done, depth, score, chances, nodes, line, best, others }
}

#[wasm_bindgen]
impl Thinker {
    /// Sets up a game from its start position and moves.
    ///
    /// `level` is the strength, from 1, or 0 for full strength; `seed` determines random choices below full strength. At full
    /// strength the best `lines` moves are searched.
    #[wasm_bindgen(constructor)]
    pub fn new(
        spec: &str,
        start: &str,
        moves: Vec<String>,
        level: u8,
        seed: u32,
        lines: u8,
    ) -> Result<Self, Failure> {
        let game = lay_out(spec, start, &moves)?;
        let level = match level {
            0 => None,
            number => Some(Level::new(number).ok_or_else(|| {
                let problem = Text::new("there is no such level", "ce niveau n'existe pas");
                TextError::new(number.to_string(), 0, problem)
            })?),
        };
        let settings = SearchSettings {
            level,
            table_mb: TABLE_MB,
            seed: seed.into(),
            lines: lines.into(),
            ..SearchSettings::default()
        };
        Ok(Self(game.search(settings)))
    }

    pub fn advance(&mut self, nodes: u32) -> String {
        json(&view(self.0.advance(nodes.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::Thinker;

    fn value(json: &str) -> serde_json::Value {
        serde_json::from_str(json).unwrap()
    }

    fn start(id: &str) -> String {
        crate::REGISTRY.open(id).unwrap().begin(None).unwrap().start_text()
    }

    #[test]
    fn every_level_answers_with_a_legal_move() {
        for id in crate::REGISTRY.games() {
            let legal = crate::REGISTRY.open(id).unwrap().begin(None).unwrap().legal_moves();
            for level in 1..=2 {
                let mut thinker = Thinker::new(id, &start(id), Vec::new(), level, 7, 1).unwrap();
                let thought =
                    (0..1000).map(|_| value(&thinker.advance(500))).find(|thought| thought["done"] == true);
                let best = thought.unwrap()["best"].as_str().unwrap().to_owned();
                assert!(legal.contains(&best), "{best}");
            }
        }
    }

    #[test]
    fn a_hint_improves_slice_by_slice() {
        for id in crate::REGISTRY.games() {
            let mut thinker = Thinker::new(id, &start(id), Vec::new(), 0, 0, 1).unwrap();
            let first = value(&thinker.advance(2_000));
            let later = value(&thinker.advance(2_000));
            assert!(later["nodes"].as_u64() > first["nodes"].as_u64());
            assert!(later["best"].is_string());
        }
    }

    #[test]
    fn several_lines_start_with_different_moves_and_better_ones_are_first() {
        for id in crate::REGISTRY.games() {
            let mut thinker = Thinker::new(id, &start(id), Vec::new(), 0, 0, 3).unwrap();
            let thought = value(&thinker.advance(20_000));
            let others = thought["others"].as_array().unwrap();
            assert_eq!(others.len(), 2, "{id}");
            let all: Vec<_> = std::iter::once(&thought).chain(others).collect();
            let firsts: std::collections::HashSet<_> =
                all.iter().map(|line| line["line"][0].as_str().unwrap()).collect();
            assert_eq!(firsts.len(), 3, "{firsts:?}");
            // The best line can be from a deeper search than the others.
            let chances: Vec<_> = all.iter().map(|line| line["chances"].as_i64().unwrap()).collect();
            assert!(chances[1] >= chances[2], "{chances:?}");
            assert!(chances.iter().all(|chances| (0..=1000).contains(chances)), "{chances:?}");
        }
    }

    #[test]
    fn bad_arguments_are_thrown_as_json() {
        for id in crate::REGISTRY.games() {
            for (spec, position, moves, level) in [
                ("nothing", start(id).as_str(), None, 1),
                (id, "nothing", None, 1),
                (id, start(id).as_str(), Some("?"), 1),
                (id, start(id).as_str(), None, 200),
            ] {
                let moves = moves.into_iter().map(str::to_owned).collect();
                let thrown = Thinker::new(spec, position, moves, level, 0, 1).err().unwrap().into_json();
                assert_eq!(value(&thrown)["kind"], "text", "{thrown}");
            }
        }
    }
}
