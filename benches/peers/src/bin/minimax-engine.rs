//! Runs the crate `minimax` as an engine: `minimax-engine alpha-beta` or `minimax-engine mcts`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [method] = &arguments[..] else {
        eprintln!("Usage: minimax-engine alpha-beta|mcts");
        return ExitCode::from(2);
    };
    match peers::minimax::serve(method, std::io::stdin().lock(), std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("minimax-engine: {problem}");
            ExitCode::from(2)
        }
    }
}
