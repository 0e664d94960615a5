//! Counts the positions looked at to a fixed depth, and how many a second, on positions reached by random play.
//!
//! The counts are a signature of the search: a change that should not touch it leaves them alone.
//! `cargo run --release -p entourage-registry --example nodes -- GAME DEPTH`

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use entourage_kernel::Random;
use entourage_registry::{Limits, NoClock, SearchSettings, games, open};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| games()[0].to_owned());
    let depth: u32 = arguments.next().unwrap_or_else(|| "4".to_owned()).parse()?;
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let settings = SearchSettings { level: None, table_mb: 16, seed: 0 };
    let mut random = Random::new(5);
    let (mut nodes, mut seconds) = (0, 0.0);
    for n in 0..8 {
        let mut played = open(&game)?.begin(None)?;
        for _ in 0..10 * n {
            let Some(chosen) = random.pick(&played.legal_moves()).cloned() else { break };
            if played.play(&chosen).is_err() {
                break;
            }
        }
        println!("{}", played.position_text());
        let begun = Instant::now();
        let thought = played.search(settings).run(limits, &NoClock, &AtomicBool::new(false), &mut |thought| {
            println!(
                "  depth {} {} nodes {} {}",
                thought.depth,
                thought.score,
                thought.nodes,
                thought.line.join(" ")
            );
        });
        nodes += thought.nodes;
        seconds += begun.elapsed().as_secs_f64();
    }
    println!("{nodes} nodes in {seconds:.2} s, {:.0} a second", nodes as f64 / seconds);
    Ok(())
}
