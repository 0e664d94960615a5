//! Simulates a clock that tests advance.

use std::pin::Pin;

use entourage_server::Time;
use tokio::sync::watch;

pub struct HandTime {
    state: watch::Sender<State>,
}

#[derive(Clone, Copy)]
struct State {
    date: i64,
    elapsed: i64,
}

impl HandTime {
    pub fn at(date: i64) -> Self {
        Self { state: watch::channel(State { date, elapsed: 0 }).0 }
    }

    pub fn now(&self) -> i64 {
        self.date()
    }

    /// Advances the clock by milliseconds, and wakes the tasks that wait for it.
    pub fn pass(&self, span: i64) {
        self.state.send_modify(|state| state.pass(span));
    }

    pub fn steal(&self, span: i64) {
        self.state.send_if_modified(|state| {
            state.pass(span);
            false
        });
    }

    /// Changes the date by milliseconds, as an operator might; no time passes.
    pub fn set_date(&self, by: i64) {
        self.state.send_modify(|state| state.date += by);
    }
}

impl State {
    fn pass(&mut self, span: i64) {
        (self.date, self.elapsed) = (self.date + span, self.elapsed + span);
    }
}

impl Time for HandTime {
    fn date(&self) -> i64 {
        self.state.borrow().date
    }

    fn elapsed(&self) -> i64 {
        self.state.borrow().elapsed
    }

    fn wait_until(&self, elapsed: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut state = self.state.subscribe();
        Box::pin(async move {
            let _ = state.wait_for(|state| state.elapsed >= elapsed).await;
        })
    }
}
