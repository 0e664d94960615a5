use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Outcome, Problem};
use entourage_pgn::{Game, Termination, Warning};
use entourage_registry::{AnyMatch, Registry};

use crate::Fault;
use crate::heading::{self, Heading, place};
use crate::line::Line;
use crate::walk::walk;

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
    /// What is unusual in the record, in order.
    pub warnings: Vec<Warning>,
}

impl Sheet {
    /// Plays a record under its rules. Fails with the first fault found.
    pub fn read(registry: &Registry, game: &Game, style: Style) -> Result<Self, Fault> {
        let Heading { enforcement, pace, begun, is_set_up, mut warnings } = Heading::read(registry, game)?;
        let spec = begun.spec();
        let first_number = match game.main_line().next() {
            Some(first) if is_set_up => first.turn.number,
            _ => 1,
        };
        let mut line = Line::new(begun);
        let items = walk(&mut line, game, first_number, style, &mut warnings)?;
        let termination = termination(game, &line, &mut warnings);
        warnings.sort_by_key(|warning| warning.place);
        let mut written = Game { items, termination: Some(termination), ..game.clone() };
        written.tags.retain(|tag| tag.name != "Game" && tag.name != "Degree" && tag.name != "SetUp");
        written.tags.retain(|tag| tag.name != "FEN" || is_set_up);
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
        Ok(Self { spec, enforcement, pace, game: written, played: line.now().copy(), outcome, warnings })
    }
}

/// Returns the result of a game: as the rules have it, else as written after the moves, else as in the tag `Result`.
fn termination(game: &Game, line: &Line, warnings: &mut Vec<Warning>) -> Termination {
    let mut warn = |tag: &str, en: String, fr: String| {
        warnings.push(Warning { place: place(game, tag), problem: Problem::new(en, fr) });
    };
    let tag = game.tag("Result");
    if let (Some(tag), Some(mark)) = (tag, game.termination)
        && tag != mark.mark()
    {
        let en = format!("the Result tag is {tag}, but the moves end with {mark}");
        let fr = format!("l'étiquette Result indique {tag}, mais les coups se terminent par {mark}");
        warn("Result", en, fr);
    }
    let is_known = |mark: &Termination| *mark != Termination::Open;
    let mark = game.termination.filter(is_known).or(tag.and_then(Termination::read));
    let Some(outcome) = line.now().status().outcome().filter(|_| line.is_settled()) else {
        return mark.unwrap_or(Termination::Open);
    };
    let ruled = Termination::of(Some(&outcome));
    // The result `*` (unknown) is always accepted, because the author may not have known the result.
    let mark = mark.or(game.termination).unwrap_or(ruled);
    if ruled != mark && is_known(&mark) {
        let fr = format!("selon les règles, le résultat est {ruled} ({outcome}), et non {mark}");
        warn("Result", format!("by the rules, the result is {ruled} ({outcome}), not {mark}"), fr);
        return ruled;
    }
    if let Some(tag) = game.tag("Cause").filter(|tag| **tag != *outcome.cause) {
        let en = format!("by the rules, the cause of the end is {}, not {tag}", outcome.cause);
        let fr = format!("selon les règles, la cause de la fin est {}, et non {tag}", outcome.cause);
        warn("Cause", en, fr);
    }
    mark
}
