//! Time that is up: noticed by whoever looks at a game, and by a task of its own when nobody does.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use entourage_kernel::Side;
use entourage_store::{Access, Event, GameId, Seat, StoreError};
use tokio::sync::{Notify, OwnedMutexGuard};
use tokio::time::sleep;

use crate::failure::Failure;
use crate::negotiate::Locale;
use crate::state::Reader;
use crate::table::Table;
use crate::tables::{Tables, carry_through, failed};

/// The most games whose time is up that are looked at before the list is read anew.
const MOST: u32 = 64;
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Wakes the task when time is up sooner than it knew.
pub(crate) struct Alarm {
    next: AtomicI64,
    sooner: Notify,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { next: AtomicI64::new(i64::MAX), sooner: Notify::new() }
    }
}

impl Alarm {
    /// Tells when the time of a game is up.
    pub fn set(&self, deadline: Option<i64>) {
        if deadline.is_some_and(|at| at < self.next.load(Ordering::SeqCst)) {
            self.sooner.notify_one();
        }
    }
}

/// Ends games whose time is up, for ever. What fell due while the server was away is due at once.
pub(crate) async fn keep_time(tables: Arc<Tables>) {
    loop {
        // Whatever is set from here on may be missing in the list.
        tables.alarm().next.store(i64::MAX, Ordering::SeqCst);
        let Ok(deadlines) = tables.store().deadlines(MOST).await else {
            sleep(PATIENCE).await;
            continue;
        };
        let next = deadlines.first().map_or(i64::MAX, |(_, at)| *at);
        tables.alarm().next.store(next, Ordering::SeqCst);
        let now = tables.now();
        if next > now {
            tokio::select! {
                () = tables.time().wait_until(next) => {}
                () = tables.alarm().sooner.notified() => {}
            }
            continue;
        }
        for (id, _) in deadlines.into_iter().filter(|(_, at)| *at <= now) {
            if tables.adjudicate(id).await.is_err() {
                sleep(PATIENCE).await;
            }
        }
    }
}

type Held = (OwnedMutexGuard<Option<Table>>, Table);

impl Tables {
    /// Ends a game whose time is up, and corrects what is kept of its deadline if it is not.
    async fn adjudicate(self: &Arc<Self>, id: GameId) -> Result<(), Failure> {
        let tables = Arc::clone(self);
        carry_through(async move {
            let deadline = match tables.open(id).await {
                Ok(held) => {
                    let (slot, table) = tables.settle(held).await?;
                    let deadline = table.deadline();
                    tables.leave(slot, table);
                    deadline
                }
                // Its clocks cannot be read; whoever opens it is told why.
                Err(Failure::Damaged | Failure::NoGame) => None,
                Err(failure) => return Err(failure),
            };
            tables.store().set_deadline(id, deadline).await.map_err(failed)
        })
        .await
    }

    /// Ends an opened game if its time is up.
    pub(crate) async fn settle(&self, (slot, mut table): Held) -> Result<Held, Failure> {
        let now = self.now();
        while let Some((event, at)) = table.due(now) {
            let judge = Reader { seat: Seat::Both, host: true, locale: Locale::default(), now };
            let (id, place) = (table.game().id, table.seq());
            let entry = table.take(event.clone(), judge, at)?;
            match self.store().append(id, place as u32, &entry).await {
                Ok(()) => {
                    table.record(entry);
                    if let Event::Lapse {} = event {
                        // At worst somebody takes a side of a game that is over, and sees it.
                        let _ = self.store().withdraw(id).await;
                    }
                    self.hub().tell(id);
                    self.post().wake();
                }
                // Somebody else wrote to the store: look again.
                Err(StoreError::Conflict) => table = self.load(id).await?,
                Err(error) => return Err(failed(error)),
            }
        }
        Ok((slot, table))
    }

    /// Notes that the player of a side has come to a game with clocks, the first time that he asks for anything in it.
    pub(crate) async fn welcome(&self, access: Access, (slot, mut table): Held) -> Result<Held, Failure> {
        if let Err(failure) = self.recognise(access, table.has_begun()).await {
            self.leave(slot, table);
            return Err(failure);
        }
        let Some(side) = Side::BOTH.into_iter().find(|side| access.seat == Seat::Side(*side)) else {
            return Ok((slot, table));
        };
        if let Some((at, deadline)) = table.arrive(side, self.now()) {
            // The table is ahead of the store; unless this is stored, it is not put back.
            self.store().arrive(access.game, side, at, deadline).await.map_err(failed)?;
            self.alarm().set(deadline);
            self.hub().tell_clocks(access.game);
        }
        Ok((slot, table))
    }
}
