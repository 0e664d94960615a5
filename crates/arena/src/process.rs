use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use entourage_kernel::{Problem, Side, Text};
use entourage_protocol::{ClockTime, Command, Go, MAX_LINE_BYTES, Reply, Start, read_line};
use entourage_registry::AnyMatch;

use crate::seat::Fault;
use crate::{Bounds, MatchError, TOLERANCE};

pub(crate) struct Process {
    command: Vec<String>,
    bounds: Bounds,
    hash: Option<u64>,
    spec: String,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
}

const PATIENCE: Duration = Duration::from_secs(20);
/// Additional time that an engine has before it loses on time, to allow for a busy machine.
const GRACE: Duration = Duration::from_secs(5);
const UNTIMED: Duration = Duration::from_secs(600);
const FAREWELL: Duration = Duration::from_millis(500);
const KEPT: usize = 1024;

impl Process {
    pub fn start(
        command: &[String],
        bounds: Bounds,
        hash: Option<u64>,
        spec: String,
    ) -> Result<Self, MatchError> {
        let mut process = Self { command: command.to_owned(), bounds, hash, spec, running: None };
        process.begin()?;
        Ok(process)
    }

    /// Starts another game in the running process, or in a new process if the previous one has ended.
    pub fn begin(&mut self) -> Result<(), MatchError> {
        if let Some(mut running) = self.running.take()
            && running.say(&Command::NewGame).is_ok()
            && running.settle().is_ok()
        {
            self.running = Some(running);
            return Ok(());
        }
        let introduced = self
            .introduce()
            .map_err(|problem| MatchError::Engine { program: self.command.join(" "), problem })?;
        self.running = Some(introduced);
        Ok(())
    }

    fn introduce(&self) -> Result<Running, Problem> {
        let silent = || {
            Problem::from(Text::new(
                "the program does not answer as a UCI engine",
                "le programme ne répond pas comme un moteur UCI",
            ))
        };
        let mut running = Running::start(&self.command).map_err(|error| error.to_string())?;
        running.say(&Command::Uci).map_err(|_| silent())?;
        running.wait_for(&Reply::UciOk, PATIENCE).map_err(|_| silent())?;
        let options =
            [("Game", Some(self.spec.clone())), ("Hash", self.hash.map(|megabytes| megabytes.to_string()))];
        for (name, value) in options {
            if let Some(value) = value {
                let set = running.say(&Command::SetOption { name: name.to_owned(), value });
                set.map_err(|_| silent())?;
            }
        }
        running.settle().map_err(|fault| match fault {
            Fault::Crash(problem) => problem.into(),
            _ => silent(),
        })?;
        Ok(running)
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub fn choose(
        &mut self,
        game: &dyn AnyMatch,
        clocks: [Option<ClockTime>; 2],
    ) -> Result<Option<String>, Fault> {
        let go = self.bounds.go(clocks);
        let patience = patience(&go, game.side_to_move());
        let Some(running) = &mut self.running else {
            return Err(Fault::Crash("the program has ended".to_owned()));
        };
        let start = Start::Position(game.start_text());
        let said = running
            .say(&Command::Position { start, moves: game.moves() })
            .and_then(|()| running.say(&Command::Go(go)));
        let chosen = match said {
            Ok(()) => running.answer(patience),
            Err(_) => Err(Fault::Crash(running.end())),
        };
        if chosen.is_err() {
            // The next game gets a new process.
            self.running = None;
        }
        chosen
    }
}

fn patience(go: &Go, side: Side) -> Duration {
    let a_move = go.movetime.map_or(UNTIMED, |time| Duration::from_millis(time) + GRACE);
    let clock = go.clocks[side.index()].map(|clock| {
        // The shortest time after which the clock has certainly run out, including the tolerance.
        let most = clock.left.saturating_add_unsigned(TOLERANCE + 1);
        Duration::from_millis(most.max(0).unsigned_abs())
    });
    clock.map_or(a_move, |clock| clock.min(a_move))
}

impl Running {
    fn start(command: &[String]) -> io::Result<Self> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        };
        let mut child = Program::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        };
        let (send, replies) = sync_channel(KEPT);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while read_line(&mut output, MAX_LINE_BYTES, &mut line).unwrap_or(false) {
                let reply = Reply::read(&String::from_utf8_lossy(&line));
                if reply.is_some_and(|reply| send.send(reply).is_err()) {
                    return;
                }
            }
        });
        Ok(Self { child, input, replies })
    }

    fn say(&mut self, command: &Command) -> io::Result<()> {
        self.input.write_all(format!("{command}\n").as_bytes())
    }

    fn settle(&mut self) -> Result<(), Fault> {
        self.say(&Command::IsReady).map_err(|_| Fault::Crash(self.end()))?;
        self.wait_for(&Reply::ReadyOk, PATIENCE)
    }

    fn wait_for(&mut self, wanted: &Reply, patience: Duration) -> Result<(), Fault> {
        let until = Instant::now() + patience;
        loop {
            match self.hear(until)? {
                Reply::Error(problem) => return Err(Fault::Crash(problem)),
                reply if reply == *wanted => return Ok(()),
                _ => {}
            }
        }
    }

    fn answer(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let until = Instant::now() + patience;
        loop {
            match self.hear(until)? {
                Reply::Error(problem) => return Err(Fault::Crash(problem)),
                Reply::BestMove { best, .. } => return Ok(best),
                _ => {}
            }
        }
    }

    fn hear(&mut self, until: Instant) -> Result<Reply, Fault> {
        let patience = until.saturating_duration_since(Instant::now());
        self.replies.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Time,
            RecvTimeoutError::Disconnected => Fault::Crash(self.end()),
        })
    }

    fn end(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return "the program closed its output".to_owned(),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.say(&Command::Quit).is_ok() {
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    return;
                }
                thread::sleep(Duration::from_millis(2));
            }
        }
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
