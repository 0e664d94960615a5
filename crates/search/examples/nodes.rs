//! Counts the positions looked at to fixed depths, and how many a second, on positions reached by random play.
//!
//! The counts are a signature of the search: a change that should not touch it leaves them alone.
//! `cargo run --release -p entourage-search --example nodes -- 4`

use std::time::Instant;

use entourage_kernel::{Adjudication, History, Random, Rules};
use entourage_search::{Options, Progress, Search};
use entourage_toddler::Toddler;

fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(4);
    let rules = Toddler::default();
    let mut random = Random::new(5);
    let (mut nodes, mut seconds) = (0, 0.0);
    for n in 0..8 {
        let mut history = History::new(rules, Adjudication::NONE, rules.start());
        for _ in 0..10 * n {
            let Some(&intent) = random.pick(&history.legal_moves()) else { break };
            if history.play(intent).is_err() {
                break;
            }
        }
        println!("{}", rules.write_position(history.position()));
        let mut search = Search::new(&history, Options::default());
        let begun = Instant::now();
        while search.depth() < depth && search.advance(u64::MAX) == Progress::Deepened {
            let Some(best) = search.best() else { break };
            let line: Vec<String> = best.line.iter().map(|&intent| rules.write_move(intent)).collect();
            println!("  depth {} {} nodes {} {}", best.depth, best.score, best.nodes, line.join(" "));
        }
        nodes += search.nodes();
        seconds += begun.elapsed().as_secs_f64();
    }
    println!("{nodes} nodes in {seconds:.2} s, {:.0} a second", nodes as f64 / seconds);
}
