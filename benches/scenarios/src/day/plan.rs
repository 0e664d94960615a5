use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use entourage_clock::Pace;
use entourage_definition::{Library, Shipped, check};
use entourage_kernel::{Language, Random};
use entourage_rating::Class;
use entourage_registry::{Registry, TextDefinition};

use crate::Outcome;

/// Time controls of the games. Games without a clock are unrated.
const PACES: [&str; 6] = [
    "live spare=3m extra=2s",
    "live spare=15m extra=10s",
    "live spare=1h extra=30s",
    "correspondence grace=3d",
    "unlimited",
    SHORT,
];
const SHORT: &str = "live spare=6s extra=1s";
/// Maximum number of moves before a player ends the game: `.0` in most games, `.1` if the game should end by the rules.
const MOVES: (usize, usize) = (12, 90);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Both players create the same seek.
    Now,
    Take,
    Challenge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub spec: String,
    pub pace: &'static str,
    pub rated: bool,
    pub enforcement: &'static str,
    pub meeting: Meeting,
}

pub struct GameMenu {
    pub specs: Vec<String>,
    /// Number of built-in games without options, which come first in `specs`.
    built_in: usize,
    random: Random,
    chosen: usize,
}

impl GameMenu {
    /// Creates a menu of all games, without options and with each option except random start positions.
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
        Self { specs, built_in: built_in.len(), random: Random::new(seed), chosen: 0 }
    }

    /// Chooses the next game: alternately the next one in the list and a random built-in one, so that some rating pools are large.
    pub fn next(&mut self) -> Plan {
        let spec = match self.chosen % 2 {
            0 => self.specs[self.chosen / 2 % self.specs.len()].clone(),
            _ => self.specs[self.random.below(self.built_in)].clone(),
        };
        self.chosen += 1;
        let pace = PACES[self.random.below(PACES.len())];
        let timed = pace.parse::<Pace>().is_ok_and(|pace| Class::of(pace).is_some());
        let rated = timed && self.random.below(10) < 7;
        let enforcement = if !rated && self.random.one_in(6) { "warned" } else { "enforced" };
        let meeting = [Meeting::Now, Meeting::Now, Meeting::Take, Meeting::Challenge][self.random.below(4)];
        Plan { spec, pace, rated, enforcement, meeting }
    }
}

/// Returns a registry with built-in games and shipped definitions, as on the servers.
pub fn registry() -> Outcome<Registry> {
    let registry = Registry::built_in();
    for name in Shipped.names() {
        if registry.games().contains(&name.as_str()) {
            continue;
        }
        let source = Shipped.find(&name).ok_or_else(|| format!("{name} is missing"))?;
        let definition =
            TextDefinition::new(check(source, &Shipped)).ok_or_else(|| format!("{name} is invalid"))?;
        let title = definition.name().to_owned();
        registry.offer(&title, Arc::new(definition)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(registry)
}

/// How a player ends a game, unless the opponent does so first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Resign,
    /// Offers a draw, and resigns if the offer is declined.
    Draw,
    TimeOut,
}

#[derive(Clone, Debug)]
pub struct Behaviour {
    pub finish: Finish,
    /// Number of moves after which the player ends the game.
    pub after: usize,
    pub agrees: bool,
    pub by_socket: bool,
    /// Number of moves after which the player sends a chat message; `None` for no message.
    pub speaks: Option<usize>,
}

impl Behaviour {
    pub fn random(pace: &str, random: &mut Random) -> Self {
        let finish = match random.below(10) {
            0..=3 if pace == SHORT => Finish::TimeOut,
            0..=5 => Finish::Resign,
            _ => Finish::Draw,
        };
        // One player in five plays on until the game ends by the rules.
        let after = if random.one_in(5) { MOVES.1 } else { 3 + random.below(MOVES.0) };
        let speaks = random.one_in(4).then(|| random.below(5));
        let (agrees, by_socket) = (!random.one_in(3), random.one_in(2));
        Self { finish, after, agrees, by_socket, speaks }
    }
}

/// Shared state of two players who will play each other.
#[derive(Default)]
pub struct Table {
    pub first: Cell<Option<usize>>,
    /// The seek created by the first player.
    pub seek: RefCell<Option<String>>,
    /// Whether the first player waits for a challenge.
    pub waits: Cell<bool>,
    /// Whether the first player no longer waits, because that player has left or has started to play.
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
    Wait,
    Over,
}

/// Assigns games to pairs of users until the requested number of games has started.
pub struct Matchmaker {
    menu: RefCell<GameMenu>,
    pub wanted: usize,
    half: RefCell<Option<Ticket>>,
    /// Number of [`Table`]s at which the game has not started.
    open: Cell<usize>,
}

impl Matchmaker {
    pub fn new(menu: GameMenu, wanted: usize) -> Self {
        Self { menu: RefCell::new(menu), wanted, half: RefCell::default(), open: Cell::default() }
    }

    pub fn next(&self, user: usize, begun: usize) -> Next {
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
        table.first.set(Some(user));
        table.left.set(2);
        let ticket = Ticket { plan: self.menu.borrow_mut().next(), is_first: true, table };
        *self.half.borrow_mut() = Some(ticket.clone());
        Next::Play(ticket)
    }

    /// Records that a user has started the game of `ticket`, or has given up waiting for it.
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
    fn every_game_and_option_is_chosen() {
        let registry = registry().unwrap();
        let mut menu = GameMenu::new(&registry, 1);
        let count = menu.specs.len();
        assert!(count > registry.games().len() + registry.offered().len(), "there are options");
        let plans: Vec<Plan> = (0..4 * count).map(|_| menu.next()).collect();
        let specs: BTreeSet<&str> = plans.iter().map(|plan| plan.spec.as_str()).collect();
        assert_eq!(specs.len(), count);
        for spec in specs {
            let board = Board::begin(&registry, spec, "enforced").unwrap();
            assert!(board.end.is_none() && !board.game.legal_moves().is_empty(), "{spec}");
        }
        for pace in PACES {
            assert!(plans.iter().any(|plan| plan.pace == pace), "{pace}");
        }
        assert!(
            plans.iter().all(|plan| !plan.rated || plan.pace != "unlimited" && plan.enforcement == "enforced")
        );
    }

    #[test]
    fn plans_go_to_pairs_until_enough_games_have_started() {
        let matchmaker = Matchmaker::new(GameMenu::new(&registry().unwrap(), 1), 2);
        let (ada, bob) = (ticket(matchmaker.next(1, 0)), ticket(matchmaker.next(2, 0)));
        assert!(ada.plan == bob.plan && ada.is_first && !bob.is_first && Rc::ptr_eq(&ada.table, &bob.table));
        let (eve, moe) = (ticket(matchmaker.next(3, 0)), ticket(matchmaker.next(4, 0)));
        assert!(matches!(matchmaker.next(5, 0), Next::Wait));
        // A game starts at one table only.
        for one in [&ada, &bob, &eve, &moe] {
            matchmaker.done(one);
        }
        let alone = ticket(matchmaker.next(5, 1));
        matchmaker.done(&alone);
        assert!(ticket(matchmaker.next(6, 1)).is_first, "no one is waiting");
        assert!(ada.table.gone.get());
        drop(ticket(matchmaker.next(7, 1)));
        assert!(matches!(matchmaker.next(8, 2), Next::Over));
    }
}
