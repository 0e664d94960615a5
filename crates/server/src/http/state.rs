use entourage_registry::view::State;

use crate::domain::Snapshot;
use crate::http::prelude::*;
use crate::wording;

pub(crate) fn state_of(snapshot: Snapshot, language: Language) -> State {
    State {
        game: snapshot.game.to_string(),
        spec: snapshot.spec,
        rules_version: snapshot.rules_version,
        start: snapshot.start,
        setup: snapshot.setup,
        seq: snapshot.events.len(),
        given: snapshot.given,
        events: snapshot.events,
        moves: snapshot.moves,
        enforcement: snapshot.enforcement.word(),
        standing: snapshot.standing,
        seat: snapshot.seat.word(),
        host: snapshot.host,
        open: snapshot.open,
        players: snapshot.players,
        names: snapshot.nameplates.names,
        bots: snapshot.nameplates.bots,
        tournament: snapshot.tournament,
        rated: snapshot.rated,
        ratings: snapshot.ratings,
        pace: snapshot.pace.to_string(),
        clock: snapshot.clock,
        status: snapshot.status,
        created_at: snapshot.created_at,
        frozen: snapshot.frozen.map(|frozen| wording::frozen(&frozen, language)),
    }
}
