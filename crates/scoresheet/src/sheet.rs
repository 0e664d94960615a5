use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Outcome, Problem};
use entourage_pgn::{Game, Termination};
use entourage_registry::{AnyMatch, Registry};

use crate::heading::{self, Heading, place};
use crate::line::Line;
use crate::walk::walk;
use crate::{Fault, FaultKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Short,
    Plain,
    /// Game Courier's notation, with each turn in quotation marks.
    Courier,
}

pub struct Sheet {
    pub spec: String,
    pub enforcement: Enforcement,
    pub pace: Option<Pace>,
    pub game: Game,
    pub played: Box<dyn AnyMatch>,
    /// The result according to the rules, including draws (such as by repetition) that were not claimed.
    pub outcome: Option<Outcome>,
}

impl Sheet {
    /// Plays a record under its rules. Fails with the first fault found.
    pub fn read(registry: &Registry, game: &Game, style: Style) -> Result<Self, Fault> {
        let Heading { enforcement, pace, begun, is_set_up } = Heading::read(registry, game)?;
        let spec = begun.spec();
        let first_number = match game.main_line().next() {
            Some(first) if is_set_up => first.turn.number,
            _ => 1,
        };
        let mut line = Line::new(begun);
        let items = walk(&mut line, game, first_number, style)?;
        let termination = termination(game, &line)?;
        let mut written = Game { items, termination: Some(termination), ..game.clone() };
        written.tags.retain(|tag| tag.name != "Game" && tag.name != "Degree" && tag.name != "SetUp");
        if heading::spec(registry, &written).ok().as_ref() != Some(&spec) {
            written.set_tag("Game", &spec);
        }
        if enforcement != Enforcement::Enforced {
            written.set_tag("Degree", enforcement.word());
        }
        if is_set_up {
            written.set_tag("SetUp", "1");
        }
        let outcome = line.now().status().outcome();
        Ok(Self { spec, enforcement, pace, game: written, played: line.now().copy(), outcome })
    }
}

fn termination(game: &Game, line: &Line) -> Result<Termination, Fault> {
    let Some(mark) = game.termination else {
        let fr = "la partie se termine sans résultat (1-0, 0-1, 1/2-1/2 ou *)";
        let problem = Problem::new("the game ends without a result (1-0, 0-1, 1/2-1/2 or *)", fr);
        return Err(Fault::new(FaultKind::Result, game.place, problem));
    };
    if let Some(tag) = game.tag("Result").filter(|tag| *tag != mark.mark()) {
        let en = format!("the Result tag is {tag}, but the moves end with {mark}");
        let fr = format!("l'étiquette Result indique {tag}, mais les coups se terminent par {mark}");
        let problem = Problem::new(en, fr);
        return Err(Fault::new(FaultKind::Result, place(game, "Result"), problem));
    }
    let Some(outcome) = line.now().status().outcome().filter(|_| line.is_settled()) else { return Ok(mark) };
    let ruled = Termination::of(Some(&outcome));
    // The result `*` (unknown) is always accepted, because the author may not have known the result.
    if ruled != mark && mark != Termination::Open {
        let fr = format!("selon les règles, le résultat est {ruled} ({outcome}), et non {mark}");
        let problem = Problem::new(format!("by the rules, the result is {ruled} ({outcome}), not {mark}"), fr);
        return Err(Fault::new(FaultKind::Result, place(game, "Result"), problem));
    }
    if let Some(tag) = game.tag("Cause").filter(|tag| **tag != *outcome.cause) {
        let en = format!("by the rules, the cause of the end is {}, not {tag}", outcome.cause);
        let fr = format!("selon les règles, la cause de la fin est {}, et non {tag}", outcome.cause);
        let problem = Problem::new(en, fr);
        return Err(Fault::new(FaultKind::Result, place(game, "Cause"), problem));
    }
    Ok(mark)
}
