use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Problem, Side, Text};
use entourage_registry::solver::{CheckpointError, Distance, NoProof, Proof, Settings};
use entourage_registry::{AnySolver, TextDefinition};

use crate::arguments::Solve;
use crate::failure::{Console, Failure, Outcome, number_of, pick};
use crate::{definition, input, memory};

/// Number of nodes between time checks.
const SLICE: u64 = 200_000;
/// Minimum time between checkpoints in seconds; longer if writing them would exceed `CHECKPOINT_SHARE` of the time.
const CHECKPOINT_INTERVAL: f64 = 60.0;
const CHECKPOINT_SHARE: f64 = 0.05;

pub fn run(console: &mut Console<'_>, options: &Solve) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    if let Some(file) = &options.check {
        return check(console, file);
    }
    let game = input::open(registry, options.game.as_deref().unwrap_or_default())?;
    let begun = input::begin(game.as_ref(), options.position.as_deref())?;
    if let Some(outcome) = begun.status().outcome() {
        let en = format!("the game is over ({outcome})");
        return Err(Failure::about("POSITION", en, format!("la partie est finie ({outcome})")));
    }
    let attacker = options.side.map_or(begun.side_to_move(), |side| Side::BOTH[usize::from(side) - 1]);
    memory::require(options.hash, 0).map_err(|problem| Failure::at("--hash", problem))?;
    let mut solver = begun.solver(Settings { attacker, table_mb: options.hash });
    if let Some(path) = options.checkpoint.as_deref() {
        load(solver.as_mut(), path)?;
    }
    search(options, solver.as_mut())?;
    let Distance { least, most } = solver.distance();
    let side = attacker.number();
    if most != Distance::NEVER {
        let plies = plies(most, language);
        let en = format!("shortest forced win for {side}: {plies}");
        let line = pick(language, en, format!("plus court gain forcé pour {side}\u{a0}: {plies}"));
        let _ = writeln!(io::stderr(), "{line}");
        let mut proof = proof(solver.as_mut())?;
        let spec = options.game.as_deref().unwrap_or_default();
        if definition::file(spec).is_some() {
            proof.texts = definition::texts(registry, spec)?.0;
        }
        game.verify(&proof).map_err(|flaw| Failure::at("GAME", flaw.problem()))?;
        write!(out, "{proof}")?;
        return Ok(());
    }
    let none = pick(language, "no forced win for", "aucun gain forcé pour");
    Ok(if least == Distance::NEVER {
        writeln!(out, "{none} {side}{}", pick(language, " of any length", ", quelle que soit la longueur"))
    } else {
        writeln!(out, "{none} {side} {} {}", pick(language, "within", "en"), plies(least - 1, language))
    }?)
}

fn plies(number: u16, language: Language) -> String {
    number_of(language, number.into(), ["ply", "plies", "demi-coup", "demi-coups"])
}

fn search(options: &Solve, solver: &mut dyn AnySolver) -> Outcome {
    let clock = Stopwatch::start();
    let before = solver.nodes();
    let (mut saved, mut pause) = (0.0, CHECKPOINT_INTERVAL);
    let mut refuted = solver.distance().least;
    loop {
        let left = options.nodes.map_or(SLICE, |nodes| (nodes + before - solver.nodes()).min(SLICE));
        let ended = solver.advance(left, options.within);
        let least = solver.distance().least;
        if least != refuted && least != Distance::NEVER {
            refuted = least;
            print_progress(solver, clock, "\n");
        } else if io::stderr().is_terminal() {
            print_progress(solver, clock, " …");
        }
        let exhausted = options.nodes.is_some_and(|nodes| solver.nodes() - before >= nodes);
        let timed_out = options.time.is_some_and(|time| clock.seconds() >= time.as_secs_f64());
        let over = ended || exhausted || timed_out;
        if let Some(path) = options.checkpoint.as_deref().filter(|_| over || clock.seconds() - saved > pause) {
            let begun = clock.seconds();
            save(solver, path)?;
            saved = clock.seconds();
            pause = CHECKPOINT_INTERVAL.max((saved - begun) / CHECKPOINT_SHARE);
        }
        if over {
            return Ok(());
        }
    }
}

/// Prints progress to standard error; errors are ignored.
fn print_progress(solver: &dyn AnySolver, clock: Stopwatch, end: &str) {
    let begin = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let (least, nodes, seconds) = (solver.distance().least, solver.nodes(), clock.seconds());
    let _ = write!(io::stderr(), "{begin}plies {}  nodes {nodes}  time {seconds:.1}s{end}", least - 1);
}

fn load(solver: &mut dyn AnySolver, path: &Path) -> Outcome {
    let failure = |error: CheckpointError| Failure::at("--checkpoint", error.problem());
    match File::open(path) {
        Ok(file) => solver.load(&mut BufReader::with_capacity(1 << 20, file)).map_err(failure),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failure(error.into())),
    }
}

/// Writes to a temporary file and renames it, so that the checkpoint is always complete.
fn save(solver: &dyn AnySolver, path: &Path) -> Outcome {
    let fresh = path.with_added_extension("new");
    let written = File::create(&fresh).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        solver.save(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&fresh, path)
    });
    written.map_err(|error| Failure::at("--checkpoint", error.to_string()))
}

fn proof(solver: &mut dyn AnySolver) -> Outcome<Proof> {
    solver.proof().map_err(|reason| {
        let problem = match reason {
            NoProof::NothingFound => Text::new("there is no win to prove", "il n'y a pas de gain à prouver"),
            NoProof::Collision => Text::new(
                "the result is invalid because of a hash collision",
                "le résultat n'est pas valide à cause d'une collision de hachage",
            ),
        };
        Failure::at("POSITION", problem)
    })
}

fn check(console: &mut Console<'_>, path: &Path) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let failure = |problem: Problem| Failure::at("--check", problem);
    let text = fs::read_to_string(path).map_err(|error| failure(error.to_string().into()))?;
    let proof = Proof::read(&text).map_err(|flaw| failure(flaw.problem()))?;
    if !proof.texts.is_empty() {
        let texts: Vec<&str> = proof.texts.iter().map(String::as_str).collect();
        let unread = Text::new("the text of the game has errors", "le texte du jeu contient des erreurs");
        let definition = TextDefinition::of_texts(&texts).ok_or_else(|| failure(unread.into()))?;
        registry.add(Arc::new(definition)).map_err(|error| failure(error.to_string().into()))?;
    }
    let game = input::open(registry, &proof.game)?;
    game.verify(&proof).map_err(|flaw| failure(flaw.problem()))?;
    let Proof { game, attacker, claims, .. } = &proof;
    let (side, plies, position) = (attacker.number(), plies(claims[0].plies, language), &claims[0].position);
    let count = claims.len() as u64;
    let checked =
        number_of(language, count, ["position", "positions", "position vérifiée", "positions vérifiées"]);
    let en = format!("proved: in {game}, {side} wins within {plies} from {position} ({checked} verified)");
    let fr = format!("prouvé\u{a0}: dans {game}, {side} gagne en {plies} depuis {position} ({checked})");
    Ok(writeln!(out, "{}", pick(language, en, fr))?)
}
