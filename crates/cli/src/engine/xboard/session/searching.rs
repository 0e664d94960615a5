//! Runs searches and announces the engine's features.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, PoisonError};

use entourage_arena::Stopwatch;
use entourage_protocol::xboard::{Answer, Feature};
use entourage_protocol::{Declaration, Info, OptionKind, Reply};
use entourage_registry::{AnyMatch, Limits, SHUFFLED_OPTION};

use super::{Purpose, Role, Session};
use crate::engine::Event;
use crate::engine::options::Options;
use crate::engine::thinking::{BackgroundSearch, Task, bounded, means, prepare};
use crate::engine::xboard::board;
use crate::engine::xboard::wire::{self, BoardMove};
use crate::failure::{Failure, Outcome, one_line};

const HINT_NODES: u64 = 20_000;

impl<W: Write + Send + 'static> Session<W> {
    /// Starts the search that the engine's role requires, if any.
    pub(super) fn resume(&mut self) -> Outcome {
        self.end_search();
        let Some(at) = self.at.as_deref() else { return Ok(()) };
        match self.role {
            Role::Observing => Ok(()),
            Role::Analysing => {
                let at = at.uncounted().unwrap_or_else(|| at.copy());
                if at.legal_moves().is_empty() {
                    Ok(())
                } else {
                    self.think(at, Purpose::Analysis, Limits::NONE)
                }
            }
            Role::Playing(side) if at.side_to_move() == side => {
                let at = at.uncounted().unwrap_or_else(|| at.copy());
                if at.legal_moves().is_empty() {
                    return Ok(());
                }
                let made = self.moves.len() / 2;
                self.think(at, Purpose::Move, self.clocks.limits(made))
            }
            Role::Playing(_) => {
                let mut at = at.copy();
                let expected = self.expected.as_deref().filter(|_| self.can_ponder);
                match expected {
                    Some(reply) if at.play(reply).is_ok() && !at.legal_moves().is_empty() => {
                        self.think(at, Purpose::Ponder, Limits::NONE)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    pub(super) fn think(&mut self, at: Box<dyn AnyMatch>, purpose: Purpose, limits: Limits) -> Outcome {
        let settings = self.options.search;
        let mut search = prepare(self.search.take(), at.as_ref(), settings);
        if purpose == Purpose::Move && !self.board.is_known {
            // Considers only moves that XBoard can display, if there are any.
            let (displayable, hidden): (Vec<BoardMove>, Vec<BoardMove>) =
                wire::board_moves(at.as_ref(), &self.board)
                    .into_iter()
                    .partition(|board_move| board_move.legs.is_some());
            if !displayable.is_empty() && !hidden.is_empty() {
                let roots: Vec<String> = displayable.into_iter().map(|board_move| board_move.text).collect();
                search.choose_from(&roots);
            }
        }
        let task = Task {
            infinite: purpose != Purpose::Move,
            ponder: false,
            limits: bounded(limits, settings),
            mate: None,
            lines: settings.lines,
            means: means(settings),
            clock: Stopwatch::start(),
            report_ponder: true,
            report_wdl: false,
        };
        let (lines, wake, found) = (self.lines.clone(), self.wake.clone(), Arc::clone(&self.found));
        let show_thinking = Arc::clone(&self.show_thinking);
        let (game, board) = (at.game(), self.board.clone());
        let plain = move |text: &String| wire::plain(game.as_ref(), &board, text);
        let send = move |reply: &Reply| match reply {
            Reply::Info(info) => {
                let info = Info { line: info.line.iter().map(&plain).collect(), ..info.clone() };
                if show_thinking.load(SeqCst) {
                    // The session detects a closed output itself.
                    drop(lines.send(&Answer::Thought(info.clone())));
                }
                if info.rank.is_none_or(|rank| rank == 1) {
                    found.lock().unwrap_or_else(PoisonError::into_inner).last = Some(info);
                }
            }
            Reply::BestMove { best, ponder } => {
                let answer = Some((best.clone(), ponder.clone()));
                found.lock().unwrap_or_else(PoisonError::into_inner).answer = answer;
                // If the channel is full, the session checks for an answer before the next line anyway.
                drop(wake.try_send(Event::Answered));
            }
            Reply::Note(note) => drop(lines.send(&Answer::Comment(one_line(note)))),
            _ => {}
        };
        let thinking = BackgroundSearch::begin(search, task, send).map_err(|error| {
            let en = format!("cannot start a search thread: {error}");
            Failure::message(en, format!("impossible de démarrer la recherche\u{a0}: {error}"))
        })?;
        self.thinking = Some((thinking, purpose));
        Ok(())
    }

    pub(super) fn stop(&mut self) {
        if let Some((thinking, _)) = self.thinking.take() {
            self.search = thinking.stop();
            self.found().answer = None;
        }
    }

    /// Stops the search, if any, and answers pending pings.
    pub(super) fn end_search(&mut self) {
        self.stop();
        for word in std::mem::take(&mut self.pending_pongs) {
            // The session detects a closed output itself.
            drop(self.send(&Answer::Pong(word)));
        }
    }

    /// Suggests a move: the reply that the engine expects, or the result of a short search.
    pub(super) fn hint(&mut self) -> Outcome {
        let Some(at) = self.at.as_deref() else { return Ok(()) };
        let expected = self.expected.clone().filter(|text| at.legal_moves().contains(text));
        let text = expected.or_else(|| {
            let limits = Limits { nodes: Some(HINT_NODES), ..Limits::NONE };
            let mut search = at.search(self.options.search);
            search.run(limits, &Stopwatch::start(), &AtomicBool::new(false), &mut |_| {}).best
        });
        let Some(text) = text else { return Ok(()) };
        let board_move =
            wire::board_moves(at, &self.board).into_iter().find(|board_move| board_move.text == text);
        let sent = board_move.and_then(|board_move| board_move.sent());
        let sent = sent.unwrap_or_else(|| wire::plain(self.game.as_ref(), &self.board, &text));
        Ok(self.send(&Answer::Hint(sent))?)
    }

    pub(super) fn send_progress(&self) -> io::Result<()> {
        let thought = self.found().last.clone();
        let (Some(thought), Some(at)) = (thought, &self.at) else { return Ok(()) };
        if self.thinking.is_none() {
            return Ok(());
        }
        self.send(&Answer::Progress { thought, moves: at.legal_moves().len() })
    }
}

/// Options that are not announced, because XBoard has its own commands for them or does not support them.
pub(super) const HIDDEN_OPTIONS: [&str; 7] =
    ["Game", "Hash", "Threads", "Ponder", SHUFFLED_OPTION, "UCI_ShowWDL", "UCI_Variant"];

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn introduce(&self) -> io::Result<()> {
        let is = |name, is| Answer::Feature(name, Feature::Is(is));
        self.send(&is("done", false))?;
        let name = format!("Entourage {}", env!("CARGO_PKG_VERSION"));
        self.send(&Answer::Feature("myname", Feature::Text(name)))?;
        let names = board::names(
            &self.registry,
            self.registry.open(&self.started).as_deref().unwrap_or(self.game.as_ref()),
        );
        self.send(&Answer::Feature("variants", Feature::Text(names.join(","))))?;
        for name in [
            "ping",
            "setboard",
            "playother",
            "usermove",
            "time",
            "draw",
            "reuse",
            "analyze",
            "memory",
            "smp",
            "highlight",
            "debug",
        ] {
            self.send(&is(name, true))?;
        }
        for name in ["san", "sigint", "sigterm", "colors", "ics", "name", "pause", "nps", "exclude", "setscore"]
        {
            self.send(&is(name, false))?;
        }
        for declaration in Options::declarations(&self.registry, self.game.as_ref()) {
            if let Some(option) = option_feature(&declaration) {
                self.send(&Answer::Feature("option", Feature::Text(option)))?;
            }
        }
        self.send(&is("done", true))
    }
}

fn option_feature(declaration: &Declaration) -> Option<String> {
    let name = declaration.name;
    if HIDDEN_OPTIONS.contains(&name) {
        return None;
    }
    Some(match &declaration.kind {
        // XBoard's numbers have 32 bits.
        OptionKind::Number { default, range: (_, most) } if *most > i32::MAX as u64 => {
            format!("{name} -string {default}")
        }
        OptionKind::Number { default, range: (least, most) } => {
            format!("{name} -spin {default} {least} {most}")
        }
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::Choice { choices, default } => {
            let choices: Vec<String> = choices
                .iter()
                .map(|choice| if choice == default { format!("*{choice}") } else { choice.clone() })
                .collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
    })
}
