use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::menu::{Menu, Plan};

/// What two people who are to meet tell each other.
#[derive(Default)]
pub struct Table {
    /// Who came first, by number.
    pub first: Cell<Option<usize>>,
    /// The seek that the first has made.
    pub seek: RefCell<Option<String>>,
    /// Whether the first waits to be challenged.
    pub waits: Cell<bool>,
    /// Whether the first has gone, or plays already.
    pub gone: Cell<bool>,
    left: Cell<u8>,
}

/// What somebody is to do next.
#[derive(Clone)]
pub struct Ticket {
    /// What is played.
    pub plan: Plan,
    /// Whether they come first.
    pub is_first: bool,
    /// Where they meet.
    pub table: Rc<Table>,
}

/// What the desk says.
pub enum Next {
    /// Play.
    Play(Ticket),
    /// Come back in a moment.
    Wait,
    /// There is nothing left to play.
    Over,
}

/// Hands out who plays what, each plan to two people, until there are as many games as wanted.
pub struct Desk {
    menu: RefCell<Menu>,
    wanted: usize,
    /// A ticket whose second person is to come.
    half: RefCell<Option<Ticket>>,
    /// Tables at which a game may still come about.
    open: Cell<usize>,
}

impl Desk {
    /// Opens one for so many games.
    pub fn new(menu: Menu, wanted: usize) -> Self {
        Self { menu: RefCell::new(menu), wanted, half: RefCell::default(), open: Cell::default() }
    }

    /// Returns how many games are wanted.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// Says what somebody does next, where so many games have come about.
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

    /// Notes that somebody has found a game by a ticket, or given up.
    pub fn done(&self, ticket: &Ticket) {
        let mut half = self.half.borrow_mut();
        let alone = half.as_ref().is_some_and(|half| Rc::ptr_eq(&half.table, &ticket.table));
        if alone {
            *half = None;
        }
        let left = if alone { 0 } else { ticket.table.left.get() - 1 };
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
    use super::*;
    use crate::menu::registry;

    fn ticket(next: Next) -> Ticket {
        match next {
            Next::Play(ticket) => ticket,
            _ => panic!("there is something to play"),
        }
    }

    #[test]
    fn two_get_each_plan_and_there_are_as_many_games_as_wanted() {
        let desk = Desk::new(Menu::new(&registry().unwrap(), 1), 2);
        let (ada, bob) = (ticket(desk.next(1, 0)), ticket(desk.next(2, 0)));
        assert!(ada.plan == bob.plan && ada.is_first && !bob.is_first && Rc::ptr_eq(&ada.table, &bob.table));
        let (eve, moe) = (ticket(desk.next(3, 0)), ticket(desk.next(4, 0)));
        assert!(matches!(desk.next(5, 0), Next::Wait));
        // One game comes about, of the other nothing.
        for one in [&ada, &bob, &eve, &moe] {
            desk.done(one);
        }
        let alone = ticket(desk.next(5, 1));
        desk.done(&alone);
        assert!(ticket(desk.next(6, 1)).is_first, "nobody waits there any more");
        assert!(ada.table.gone.get());
        drop(ticket(desk.next(7, 1)));
        assert!(matches!(desk.next(8, 2), Next::Over));
    }
}
