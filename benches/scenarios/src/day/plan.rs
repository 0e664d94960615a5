use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use entourage_clock::Pace;
use entourage_definition::{Library, Shipped, check};
use entourage_kernel::{Language, Random};
use entourage_rating::Class;
use entourage_registry::{Registry, TextDefinition};

use crate::Outcome;

/// The time controls; without clocks nothing is rated.
const PACES: [&str; 6] = [
    "live spare=3m extra=2s",
    "live spare=15m extra=10s",
    "live spare=1h extra=30s",
    "correspondence grace=3d",
    "unlimited",
    SHORT,
];
const SHORT: &str = "live spare=6s extra=1s";
/// How many moves come before a player ends a game, at most, and in a game that may end by itself.
const MOVES: (usize, usize) = (12, 90);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Both seek the same.
    Now,
    /// One takes the other's seek from the list.
    Take,
    /// One is challenged by name.
    Challenge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub spec: String,
    pub pace: &'static str,
    pub rated: bool,
    pub degree: &'static str,
    pub meeting: Meeting,
}

pub struct Menu {
    pub specs: Vec<String>,
    /// How many of them are built-in games without options.
    built_in: usize,
    random: Random,
    drawn: usize,
}

impl Menu {
    /// Lists every game of a registry and every option whose start is not random.
    pub fn new(registry: &Registry, seed: u64) -> Self {
        let built_in: Vec<String> = registry.games().iter().map(|id| (*id).to_owned()).collect();
        let offered = registry.offered().into_iter().map(|(name, _)| name);
        let all: Vec<String> = built_in.iter().cloned().chain(offered).collect();
        let editions =
            all.iter().filter_map(|id| Some((id, registry.open(id).ok()?))).flat_map(|(id, game)| {
                let options = game.info(Language::English).options;
                let choices = options.into_iter().flat_map(|option| option.choices);
                let kept = choices.filter(|choice| choice.draws.is_none() && !choice.code.is_empty());
                kept.map(|choice| format!("{id}:{}", choice.code)).collect::<Vec<_>>()
            });
        let mut specs: Vec<String> = all.iter().cloned().chain(editions).collect();
        specs.retain(|spec| registry.open(spec).is_ok());
        Self { specs, built_in: built_in.len(), random: Random::new(seed), drawn: 0 }
    }

    /// Draws what is played next: alternately the next of all games, and a built-in one, so that many people meet in a few ratings.
    pub fn draw(&mut self) -> Plan {
        let spec = match self.drawn % 2 {
            0 => self.specs[self.drawn / 2 % self.specs.len()].clone(),
            _ => self.specs[self.random.below(self.built_in)].clone(),
        };
        self.drawn += 1;
        let pace = PACES[self.random.below(PACES.len())];
        let timed = pace.parse::<Pace>().is_ok_and(|pace| Class::of(pace).is_some());
        let rated = timed && self.random.below(10) < 7;
        let degree = if !rated && self.random.one_in(6) { "warned" } else { "enforced" };
        let meeting = [Meeting::Now, Meeting::Now, Meeting::Take, Meeting::Challenge][self.random.below(4)];
        Plan { spec, pace, rated, degree, meeting }
    }
}

/// Returns a registry of the built-in games and the shipped definitions, as servers offer them.
pub fn registry() -> Outcome<Registry> {
    let registry = Registry::built_in();
    for name in Shipped.names() {
        if registry.games().contains(&name.as_str()) {
            continue;
        }
        let source = Shipped.find(&name).ok_or_else(|| format!("{name} is gone"))?;
        let definition =
            TextDefinition::new(check(source, &Shipped)).ok_or_else(|| format!("{name} has faults"))?;
        let called = definition.name().to_owned();
        registry.offer(&called, Arc::new(definition)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(registry)
}

/// How a player means to end a game, if the opponent does not before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Resign,
    /// They offer a draw, and resign if it is declined.
    Draw,
    /// They let their time run out.
    Sleep,
}

#[derive(Clone, Debug)]
pub struct Manner {
    pub finish: Finish,
    /// After how many moves of both.
    pub after: usize,
    pub agrees: bool,
    pub by_socket: bool,
    /// After how many moves they send a chat message.
    pub speaks: Option<usize>,
    /// How long they think at most, in milliseconds.
    pub thought: usize,
}

impl Manner {
    pub fn draw(pace: &str, random: &mut Random) -> Self {
        let finish = match random.below(10) {
            0..=3 if pace == SHORT => Finish::Sleep,
            0..=5 => Finish::Resign,
            _ => Finish::Draw,
        };
        // One in five lets a game come to its own end.
        let after = if random.one_in(5) { MOVES.1 } else { 3 + random.below(MOVES.0) };
        let speaks = random.one_in(4).then(|| random.below(5));
        let (agrees, by_socket) = (!random.one_in(3), random.one_in(2));
        Self { finish, after, agrees, by_socket, speaks, thought: 600 }
    }
}

/// What two people who are to meet tell each other.
#[derive(Default)]
pub struct Table {
    /// Who came first.
    pub first: Cell<Option<usize>>,
    /// The seek that the first has created.
    pub seek: RefCell<Option<String>>,
    /// Whether the first waits to be challenged.
    pub waits: Cell<bool>,
    /// Whether the first has gone, or plays already.
    pub gone: Cell<bool>,
    left: Cell<u8>,
}

#[derive(Clone)]
pub struct Ticket {
    pub plan: Plan,
    pub is_first: bool,
    pub table: Rc<Table>,
}

pub enum Next {
    Play(Ticket),
    /// Ask again in a moment.
    Wait,
    Over,
}

/// Hands out plans, each to two people, until there are as many games as wanted.
pub struct Desk {
    menu: RefCell<Menu>,
    pub wanted: usize,
    /// A ticket whose second person is to come.
    half: RefCell<Option<Ticket>>,
    /// Tables at which a game may still begin.
    open: Cell<usize>,
}

impl Desk {
    pub fn new(menu: Menu, wanted: usize) -> Self {
        Self { menu: RefCell::new(menu), wanted, half: RefCell::default(), open: Cell::default() }
    }

    /// Returns what a person does next, after so many games have begun.
    pub fn next(&self, person: usize, begun: usize) -> Next {
        if let Some(ticket) = self.half.borrow_mut().take() {
            return Next::Play(Ticket { is_first: false, ..ticket });
        }
        if begun >= self.wanted {
            return Next::Over;
        }
        if begun + self.open.get() >= self.wanted {
            return Next::Wait;
        }
        self.open.set(self.open.get() + 1);
        let table = Rc::new(Table::default());
        table.first.set(Some(person));
        table.left.set(2);
        let ticket = Ticket { plan: self.menu.borrow_mut().draw(), is_first: true, table };
        *self.half.borrow_mut() = Some(ticket.clone());
        Next::Play(ticket)
    }

    /// Notes that a person has found a game by a ticket, or given up.
    pub fn done(&self, ticket: &Ticket) {
        let mut half = self.half.borrow_mut();
        let is_alone = half.as_ref().is_some_and(|half| Rc::ptr_eq(&half.table, &ticket.table));
        if is_alone {
            *half = None;
        }
        let left = if is_alone { 0 } else { ticket.table.left.get() - 1 };
        ticket.table.left.set(left);
        if ticket.is_first {
            ticket.table.gone.set(true);
        }
        if left == 0 {
            self.open.set(self.open.get() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::day::board::Board;

    fn ticket(next: Next) -> Ticket {
        match next {
            Next::Play(ticket) => ticket,
            _ => panic!("there is something to play"),
        }
    }

    #[test]
    fn every_game_and_option_is_drawn_and_begins() {
        let registry = registry().unwrap();
        let mut menu = Menu::new(&registry, 1);
        let count = menu.specs.len();
        assert!(count > registry.games().len() + registry.offered().len(), "there are options");
        let plans: Vec<Plan> = (0..4 * count).map(|_| menu.draw()).collect();
        let specs: BTreeSet<&str> = plans.iter().map(|plan| plan.spec.as_str()).collect();
        assert_eq!(specs.len(), count);
        for spec in specs {
            let board = Board::begin(&registry, spec, "enforced").unwrap();
            assert!(board.end.is_none() && !board.game.legal_moves().is_empty(), "{spec}");
        }
        for pace in PACES {
            assert!(plans.iter().any(|plan| plan.pace == pace), "{pace}");
        }
        assert!(plans.iter().all(|plan| !plan.rated || plan.pace != "unlimited" && plan.degree == "enforced"));
    }

    #[test]
    fn two_get_each_plan_and_there_are_as_many_games_as_wanted() {
        let desk = Desk::new(Menu::new(&registry().unwrap(), 1), 2);
        let (ada, bob) = (ticket(desk.next(1, 0)), ticket(desk.next(2, 0)));
        assert!(ada.plan == bob.plan && ada.is_first && !bob.is_first && Rc::ptr_eq(&ada.table, &bob.table));
        let (eve, moe) = (ticket(desk.next(3, 0)), ticket(desk.next(4, 0)));
        assert!(matches!(desk.next(5, 0), Next::Wait));
        // At one table a game begins, at the other none.
        for one in [&ada, &bob, &eve, &moe] {
            desk.done(one);
        }
        let alone = ticket(desk.next(5, 1));
        desk.done(&alone);
        assert!(ticket(desk.next(6, 1)).is_first, "no one waits there any more");
        assert!(ada.table.gone.get());
        drop(ticket(desk.next(7, 1)));
        assert!(matches!(desk.next(8, 2), Next::Over));
    }
}
