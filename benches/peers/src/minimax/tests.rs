use ::minimax::{Evaluation, Game, IterativeOptions, Winner};
use entourage_kernel::{Adjudication, Board, Evaluate, History, Presentation, Random, perft};

use super::adapter::Adapter;
use super::contest::Contest;
use super::opponent::{Bounds, Method, Opponent};
use super::ply::Ply;
use super::state::State;
use crate::Outcome;
use crate::games::{Depths, Visitor, visit};
use crate::positions::positions;
use entourage_registry::Registry;

fn everywhere(check: &mut impl Check) {
    struct Each<'a, C>(&'a mut C);
    impl<C: Check> Visitor for Each<'_, C> {
        fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) -> Outcome {
            let contest = Contest::open(rules.clone());
            let middle = positions(game).step_by(3).map(|text| rules.read_position(text).unwrap());
            for position in [rules.start()].into_iter().chain(middle) {
                self.0.check(contest, &History::new(rules.clone(), Adjudication::NONE, position));
            }
            Ok(())
        }
    }
    visit(Registry::built_in().games(), &mut Each(check)).unwrap();
}

trait Check {
    fn check<R: Evaluate>(&mut self, contest: &'static Contest<R>, history: &History<R>);
}

/// Counts perft leaves through `minimax`'s game trait, ignoring waiting plies and the duplicate of a single legal ply.
fn leaves<R: Evaluate>(state: &mut State<R>, depth: u32) -> u64 {
    let mut plies = Vec::new();
    if Adapter::generate_moves(state, &mut plies).is_some() {
        return if depth == 0 { 1 } else { 0 };
    }
    if plies == [Ply::WAIT] {
        return leaves(&mut Adapter::apply(state, Ply::WAIT).unwrap(), depth);
    }
    if depth == 0 {
        return 1;
    }
    plies.dedup();
    let mut next = |ply| leaves(&mut Adapter::apply(state, ply).unwrap(), depth - 1);
    plies.into_iter().map(&mut next).sum()
}

#[test]
fn perft_agrees_with_the_rules() {
    struct Trees;
    impl Check for Trees {
        fn check<R: Evaluate>(&mut self, contest: &'static Contest<R>, history: &History<R>) {
            let mut state = State::begin(contest, history);
            for depth in 0..=2 {
                let expected = perft(history.rules(), history.position(), depth);
                assert_eq!(leaves(&mut state, depth), expected, "{:?}", history.position());
            }
        }
    }
    everywhere(&mut Trees);
}

/// Evaluates a position by plain minimax to a fixed depth, for the side to move.
fn plain<R: Evaluate>(rules: &R, position: &R::Position, depth: u32) -> i32 {
    let side = position.side_to_move();
    if let Some(outcome) = rules.outcome(position) {
        let win = i32::from(Evaluation::MAX);
        return outcome.winner.map_or(0, |winner| if winner == side { win } else { -win });
    }
    if depth == 0 {
        return rules.evaluate(position);
    }
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let values = moves.into_iter().map(|intent| {
        let next = rules.play_unchecked(position, intent);
        let value = plain(rules, &next, depth - 1);
        if next.side_to_move() == side { value } else { -value }
    });
    values.max().unwrap()
}

#[test]
fn values_agree_with_plain_minimax() {
    struct Values;
    impl Check for Values {
        fn check<R: Evaluate>(&mut self, contest: &'static Contest<R>, history: &History<R>) {
            let options = IterativeOptions::new().with_singular_extension();
            for depth in 1..=2 {
                let mut opponent = Opponent::with_options(contest, Method::AlphaBeta, options);
                let bounds = Bounds { depth: Some(depth), ..Bounds::default() };
                let thought = opponent.think(history, bounds);
                let expected = plain(history.rules(), history.position(), u32::from(depth));
                assert_eq!(thought.value.map(i32::from), Some(expected), "{:?}", history.position());
                assert_eq!(thought.depth, u32::from(depth));
            }
        }
    }
    everywhere(&mut Values);
}

#[test]
fn both_searches_play_legal_moves() {
    struct Games(Random);
    impl Check for Games {
        fn check<R: Evaluate>(&mut self, contest: &'static Contest<R>, history: &History<R>) {
            let adjudication = Adjudication { repetition: Some(2), quiet_limit: Some(8) };
            let mut history = History::new(history.rules().clone(), adjudication, history.position().clone());
            let mut alpha_beta = Opponent::new(contest, Method::AlphaBeta, 1);
            let mut monte_carlo = Opponent::new(contest, Method::MonteCarlo, 1);
            for _ in 0..12 {
                let thought = if self.0.one_in(2) {
                    alpha_beta.think(&history, Bounds { depth: Some(2), ..Bounds::default() })
                } else {
                    monte_carlo.think(&history, Bounds { rollouts: Some(200), ..Bounds::default() })
                };
                assert_eq!(thought.best.is_none(), history.status().outcome().is_some());
                let Some(best) = thought.best else { break };
                history.play(best).unwrap();
                assert!(thought.positions > 0);
            }
            assert!(!history.moves().is_empty());
        }
    }
    everywhere(&mut Games(Random::new(1)));
}

#[test]
fn draws_by_repetition_or_quiet_limit_have_value_zero() {
    struct Past;
    impl Visitor for Past {
        fn visit<R: Evaluate + Presentation>(&mut self, _: &'static str, rules: R, _: Depths) -> Outcome {
            let ply = |text| Ply::from(rules.read_move(text).unwrap());
            let contest = Contest::open(rules.clone());
            let adjudication = Adjudication { repetition: Some(2), quiet_limit: Some(3) };
            let mut history = History::new(rules.clone(), adjudication, rules.start());
            for text in ["g1f3", "g8f6", "f3g1"] {
                history.play(rules.read_move(text).unwrap()).unwrap();
            }
            let state = State::begin(contest, &history);
            let recurring = state.after(ply("f6g8"));
            assert_eq!(Adapter::get_winner(&recurring), Some(Winner::Draw));
            assert_ne!(recurring.hash(), recurring.position.hash());
            let elsewhere = state.after(ply("b8c6")).after(ply("b1c3"));
            assert_eq!(Adapter::get_winner(&elsewhere), None);
            assert_eq!(Adapter::get_winner(&elsewhere.after(ply("a8b8"))), Some(Winner::Draw));
            Ok(())
        }
    }
    visit(&["chess"], &mut Past).unwrap();
}

fn session(method: &str, lines: &str) -> String {
    let mut out = Vec::new();
    super::serve(method, lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_engine_responds() {
    let asked = "uci\nsetoption name Game value chess:repetition=3\nsetoption name Hash value 1\nisready\nucinewgame\n\
        position pos 6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1\n";
    for (method, go) in [("alpha-beta", "go depth 3"), ("mcts", "go nodes 3000")] {
        let said =
            session(method, &format!("{asked}{go}\nposition startpos moves e2e4\ngo movetime 20\nquit\n"));
        assert!(
            said.contains("uciok") && said.contains("readyok") && said.contains("\nbestmove b1b8\n"),
            "{said}"
        );
        assert!(
            said.contains("nodes ") && !said.contains("error") && said.matches("bestmove ").count() == 2,
            "{said}"
        );
    }
}

#[test]
fn unsupported_commands_are_refused() {
    for (method, line) in [
        ("alpha-beta", "go"),
        ("alpha-beta", "go nodes 100"),
        ("mcts", "go depth 3"),
        ("mcts", "go infinite"),
        ("mcts", "go"),
        ("mcts", "setoption name Hash value 0"),
        ("mcts", "setoption name Threads value 2"),
        ("mcts", "setoption name Game value nonesuch"),
        ("alpha-beta", "position startpos moves nonsense"),
    ] {
        let said = session(method, &format!("{line}\nisready\n"));
        assert!(said.starts_with("info string error ") && said.ends_with("readyok\n"), "{line}: {said}");
    }
    let mated =
        "setoption name Game value chess\nposition pos R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\ngo movetime 10\n";
    assert_eq!(session("alpha-beta", mated), "bestmove (none)\n");
}
