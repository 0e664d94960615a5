use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use entourage_kernel::{Adjudication, Evaluate, GameSpec, History, Language, Presentation, TextError};
use entourage_protocol::{
    Command, Declaration, Evaluation, Go, Info, MAX_LINE_BYTES, OptionKind, Reply, Start, read_line,
};
use entourage_registry::Registry;

use super::contest::Contest;
use super::opponent::{Bounds, Method, Opponent, Thought};
use crate::Outcome;
use crate::games::{Depths, Visitor, visit};

/// Default table size in MiB, as in Entourage's search.
const TABLE_MB: u64 = 16;
const TABLE_RANGE: (u64, u64) = (1, 16384);

/// Runs an engine with one of `minimax`'s algorithms, `alpha-beta` or `mcts`, until `quit` or the end of the input.
///
/// `minimax`'s searches cannot be stopped: commands are read only between searches, and searches without a supported limit are refused.
pub fn serve(method: &str, mut input: impl BufRead, mut out: impl Write) -> Outcome {
    let method = match method {
        "alpha-beta" => Method::AlphaBeta,
        "mcts" => Method::MonteCarlo,
        _ => return Err(format!("unknown algorithm \"{method}\"; expected alpha-beta or mcts")),
    };
    let first = Registry::built_in().games()[0];
    let mut session = Session { method, table_mb: TABLE_MB as usize, seat: seat(first)? };
    session.seat.furnish(method, session.table_mb);
    let mut line = Vec::new();
    while read_line(&mut input, MAX_LINE_BYTES, &mut line).map_err(|error| error.to_string())? {
        let text = String::from_utf8_lossy(&line);
        let answers = match Command::read(&text).command {
            Ok(None) => Vec::new(),
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(command)) => session.follow(command).unwrap_or_else(|why| vec![Reply::Error(why)]),
            Err(error) => vec![Reply::Error(error.message(Language::English))],
        };
        say(&mut out, &answers).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn say(out: &mut impl Write, replies: &[Reply]) -> io::Result<()> {
    replies.iter().try_for_each(|reply| writeln!(out, "{reply}"))?;
    out.flush()
}

struct Session {
    method: Method,
    table_mb: usize,
    seat: Box<dyn AnySeat>,
}

impl Session {
    fn follow(&mut self, command: Command) -> Outcome<Vec<Reply>> {
        match command {
            Command::Uci => return Ok(self.introduce()),
            Command::IsReady => return Ok(vec![Reply::ReadyOk]),
            Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::NewGame => self.seat.furnish(self.method, self.table_mb),
            Command::SetOption { name, value } => {
                match name.as_str() {
                    "Game" => self.seat = seat(&value)?,
                    "Hash" => {
                        let (least, most) = TABLE_RANGE;
                        let megabytes = value.parse().ok().filter(|size| (least..=most).contains(size));
                        let megabytes =
                            megabytes.ok_or(format!("Hash must be a whole number from {least} to {most}"))?;
                        self.table_mb = megabytes as usize;
                    }
                    _ => return Err(format!("unknown option \"{name}\"; uci lists all options")),
                }
                self.seat.furnish(self.method, self.table_mb);
            }
            Command::Position { start, moves } => self.seat.set_up(&start, &moves)?,
            Command::Go(go) => return self.seat.go(bounds(self.method, &go)?),
        }
        Ok(Vec::new())
    }

    fn introduce(&self) -> Vec<Reply> {
        let option = |name, kind| Reply::Option(Declaration { name, kind });
        let method = if self.method == Method::AlphaBeta { "alpha-beta" } else { "MCTS" };
        vec![
            Reply::Name(format!("minimax 0.6, {method}")),
            Reply::Author("Eric Roshan-Eisner and others; the rules are Entourage's".to_owned()),
            option("Game", OptionKind::Text { default: self.seat.spec() }),
            option("Hash", OptionKind::Number { default: TABLE_MB, range: TABLE_RANGE }),
            Reply::UciOk,
        ]
    }
}

fn bounds(method: Method, go: &Go) -> Outcome<Bounds> {
    let depth = go.depth.map(|depth| depth.min(u32::from(u8::MAX)) as u8);
    let time = go.movetime.map(Duration::from_millis);
    let rollouts = go.nodes.map(|nodes| nodes.min(u64::from(u32::MAX)) as u32);
    match method {
        _ if go.clocks != [None; 2] => Err("this search does not support clocks; use go movetime".to_owned()),
        Method::AlphaBeta if go.nodes.is_some() => {
            Err("alpha-beta does not support a node limit; use go movetime or go depth".to_owned())
        }
        Method::AlphaBeta if depth.or(time.map(|_| 0)).is_none() => {
            Err("this search cannot be stopped; use go movetime or go depth".to_owned())
        }
        Method::MonteCarlo if go.depth.is_some() => {
            Err("mcts has no depth limit; use go movetime or go nodes (rollouts)".to_owned())
        }
        Method::MonteCarlo if time.is_some() == rollouts.is_some() => {
            Err("mcts requires one limit: go movetime or go nodes (rollouts)".to_owned())
        }
        _ => Ok(Bounds { depth, time, rollouts }),
    }
}

/// A game and its search, as a trait object that hides the type of the rules.
trait AnySeat {
    fn spec(&self) -> String;
    fn furnish(&mut self, method: Method, table_mb: usize);
    fn set_up(&mut self, start: &Start, moves: &[String]) -> Outcome;
    fn go(&mut self, bounds: Bounds) -> Outcome<Vec<Reply>>;
}

struct Seat<R: Evaluate> {
    contest: &'static Contest<R>,
    adjudication: Adjudication,
    history: History<R>,
    opponent: Option<Opponent<R>>,
}

fn seat(spec: &str) -> Outcome<Box<dyn AnySeat>> {
    struct Find(GameSpec, Option<Box<dyn AnySeat>>);
    impl Visitor for Find {
        fn visit<R: Evaluate + Presentation>(&mut self, _: &'static str, plain: R, _: Depths) -> Outcome {
            let Self(spec, found) = self;
            let options: Vec<&str> = spec.options.iter().map(String::as_str).collect();
            let rules = plain.with_options(&options).map_err(|error| message(spec.located(error)))?;
            *found = Some(Seat::begin(rules, spec.adjudication));
            Ok(())
        }
    }
    let spec = GameSpec::read(spec).map_err(message)?;
    let id = spec.id.clone();
    let mut find = Find(spec, None);
    visit(&[&id], &mut find)?;
    find.1.ok_or_else(|| format!("unknown game \"{id}\""))
}

fn message(error: TextError) -> String {
    error.message(Language::English)
}

impl<R: Evaluate> Seat<R> {
    fn begin(rules: R, adjudication: Adjudication) -> Box<dyn AnySeat> {
        let history = History::new(rules.clone(), adjudication, rules.start());
        Box::new(Self { contest: Contest::open(rules), adjudication, history, opponent: None })
    }
}

impl<R: Evaluate> AnySeat for Seat<R> {
    fn spec(&self) -> String {
        let rules = &self.contest.rules;
        GameSpec::new(rules.metadata().id.to_string(), rules.options(), self.adjudication).to_string()
    }

    fn furnish(&mut self, method: Method, table_mb: usize) {
        // Frees the old table first.
        self.opponent = None;
        self.opponent = Some(Opponent::new(self.contest, method, table_mb));
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) -> Outcome {
        let rules = &self.contest.rules;
        let position = match start {
            Start::Default => rules.start(),
            Start::Position(text) | Start::Fen(text) => rules.read_position(text).map_err(message)?,
        };
        let mut history = History::new(rules.clone(), self.adjudication, position);
        for text in moves {
            let intent = rules.read_move(text).map_err(message)?;
            history.play(intent).map_err(|_| format!("\"{text}\" is illegal"))?;
        }
        self.history = history;
        Ok(())
    }

    fn go(&mut self, bounds: Bounds) -> Outcome<Vec<Reply>> {
        let began = Instant::now();
        let opponent = self.opponent.as_mut().ok_or("no search has been set up")?;
        let write = |intent| self.contest.rules.write_move(intent);
        let moves = self.history.legal_moves();
        if moves.len() < 2 {
            return Ok(vec![Reply::best_move(moves.first().copied().map(write))]);
        }
        let Thought { best, depth, value, line, positions } = opponent.think(&self.history, bounds);
        let info = Info {
            depth,
            rank: None,
            // `minimax` does not report mate distances.
            score: value
                .filter(|value| value.abs() != i16::MAX)
                .map(|value| Evaluation::Hundredths(value.into())),
            chances: None,
            nodes: positions,
            time: began.elapsed().as_millis().try_into().unwrap_or(u64::MAX),
            hashfull: None,
            line: line.into_iter().map(write).collect(),
        };
        Ok(vec![Reply::Info(info), Reply::best_move(best.map(write))])
    }
}
