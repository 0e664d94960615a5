//! What players say to each other, and what each keeps for himself: chat, notes, and moves that are ready.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State as Shared};
use axum::routing::get;
use axum::{Json, Router};
use entourage_kernel::Side;
use entourage_store::{Access, ChatLimits, ChatLine, Key, Paper, Plan, Said, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::bearer::Bearer;
use crate::body::Body;
use crate::failure::Failure;
use crate::negotiate::Locale;
use crate::plans::{self, Ready};
use crate::state::Reader;
use crate::tables::{Tables, carry_through, failed};
use crate::talk_failure::{TalkFailure, Words};

/// The most characters of a line of the chat.
const MOST_LINE: usize = 500;
/// The most characters of notes.
const MOST_NOTES: usize = 10_000;
/// How much a side may say: 500 lines in a game, and 20 in a minute.
const LIMITS: ChatLimits = ChatLimits { most: 500, most_recent: 20, span: 60_000 };
/// The most lines in an answer.
pub(crate) const MOST_LINES: u32 = 100;

/// Routes what is said and kept.
pub(crate) fn routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/api/game/chat", get(listen).post(say))
        .route("/api/game/notes", get(read_notes).post(write_notes))
        .route("/api/game/plan", get(read_plan).post(prepare))
}

/// A line to say; the token tells it from every other, so that saying it again does not repeat it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saying {
    token: String,
    text: String,
}

/// Asks for the lines from a number on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listening {
    #[serde(default)]
    from: u32,
    /// Read by [`Locale`].
    #[serde(rename = "lang")]
    _language: Option<String>,
}

/// Notes as they are to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Noting {
    text: String,
}

/// Moves to have ready where the game has so many events.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preparing {
    seq: usize,
    plan: String,
}

/// A line of the chat as it is told.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// The side that says it, 1 or 2.
    side: usize,
    /// What tells it from the side's other lines.
    token: String,
    text: String,
    /// Milliseconds since 1970 (UTC).
    at: i64,
}

impl From<ChatLine> for Line {
    fn from(ChatLine { side, token, text, at }: ChatLine) -> Self {
        Self { side: side.number(), token, text, at }
    }
}

async fn listen(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
    listening: Result<Query<Listening>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    let Query(Listening { from, .. }) =
        listening.map_err(|rejection| Failure::Malformed(rejection.body_text()))?;
    let access = tables.access(key).await?;
    own_side(access)?;
    let lines = tables.lines(access, from).await?;
    Ok(Json(json!({ "from": from, "lines": lines })))
}

async fn say(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
    Body(Saying { token, text }): Body<Saying>,
) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let side = own_side(access)?;
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if token.is_empty() || token.len() > 32 || !token.bytes().all(known) {
        return Err(Failure::Malformed("token: 1 to 32 small letters and digits".into()));
    }
    check_words(&text, MOST_LINE, false)?;
    let line = ChatLine { side, token, text, at: tables.now() };
    // What is stored is told, even if the client goes away meanwhile.
    carry_through(async move {
        match tables.store().say(access.game, &line, LIMITS).await.map_err(failed)? {
            Said::At(seq) => {
                tables.hub().tell_lines(access.game);
                Ok(Json(json!({ "seq": seq })))
            }
            Said::TooFast => Err(TalkFailure::TooFast.into()),
            Said::TooMuch => Err(TalkFailure::TooMuch.into()),
        }
    })
    .await
}

async fn read_notes(Shared(tables): Shared<Arc<Tables>>, Bearer(key): Bearer) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let seat = own_seat(access)?;
    let text = tables.store().paper(access.game, seat, Paper::Notes).await.map_err(failed)?;
    Ok(Json(json!({ "text": text.unwrap_or_default() })))
}

async fn write_notes(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
    Body(Noting { text }): Body<Noting>,
) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let seat = own_seat(access)?;
    if !text.is_empty() {
        check_words(&text, MOST_NOTES, true)?;
    }
    tables.store().keep(access.game, seat, Paper::Notes, &text).await.map_err(failed)?;
    Ok(Json(json!({})))
}

async fn read_plan(Shared(tables): Shared<Arc<Tables>>, Bearer(key): Bearer) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let side = own_side(access)?;
    let ready = tables.plan(access, side).await?;
    Ok(Json(match ready {
        Some(Ready { after, plan }) => json!({ "after": after, "plan": plan.to_string() }),
        None => json!({ "after": null, "plan": "" }),
    }))
}

async fn prepare(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Preparing { seq, plan }): Body<Preparing>,
) -> Result<Json<Value>, Failure> {
    let plan: Plan = plan.parse().map_err(TalkFailure::PlanText)?;
    tables.prepare(key, seq, plan, locale).await?;
    Ok(Json(json!({})))
}

impl Tables {
    /// Lists some lines of a game's chat, from that of a number on.
    pub async fn lines(&self, access: Access, from: u32) -> Result<Vec<Line>, Failure> {
        let lines = self.store().said(access.game, from, MOST_LINES).await.map_err(failed)?;
        Ok(lines.into_iter().map(Line::from).collect())
    }

    /// Has moves ready for the other side's, durably, where a game has just so many events.
    async fn prepare(
        self: &Arc<Self>,
        key: Key,
        seq: usize,
        plan: Plan,
        locale: Locale,
    ) -> Result<(), Failure> {
        let access = self.access(key).await?;
        let side = own_side(access)?;
        let tables = Arc::clone(self);
        carry_through(async move {
            // Time may be up.
            let (slot, mut table) = tables.settle(tables.open(access.game).await?).await?;
            let reader = Reader::of(access, locale, tables.now());
            let recognised = tables.recognise(access, table.has_begun()).await;
            let ready = match recognised.and_then(|()| table.foresee(seq, side, reader)) {
                Ok((mut live, after)) => {
                    live.set_notation(locale.notation);
                    let check = move || {
                        plans::check(&plan, live.as_ref(), side, locale.language)
                            .map(|()| Ready { after, plan })
                    };
                    tables.replay(check).await.and_then(|checked| checked.map_err(Failure::from))
                }
                Err(failure) => Err(failure),
            };
            let ready = match ready {
                Ok(ready) => ready,
                Err(failure) => {
                    tables.leave(slot, table);
                    return Err(failure);
                }
            };
            // Unless it is stored for certain, the table is not put back, and what is stored is read again.
            let text = ready.stored();
            let kept = tables.store().keep(access.game, Seat::Side(side), Paper::Plan, &text);
            kept.await.map_err(failed)?;
            table.prepare(side, ready);
            tables.leave(slot, table);
            Ok(())
        })
        .await
    }

    /// Returns what a side has ready.
    async fn plan(self: &Arc<Self>, access: Access, side: Side) -> Result<Option<Ready>, Failure> {
        let tables = Arc::clone(self);
        carry_through(async move {
            let (slot, table) = tables.open(access.game).await?;
            let ready = table.plans().of(side).cloned();
            tables.leave(slot, table);
            Ok(ready)
        })
        .await
    }
}

/// Returns the side that a key plays, and nothing else.
fn own_side(access: Access) -> Result<Side, Failure> {
    match access.seat {
        Seat::Side(side) => Ok(side),
        Seat::Both => Err(TalkFailure::Alone.into()),
        Seat::Watch => Err(Failure::Watching),
    }
}

/// Returns the seat of a key that plays.
fn own_seat(access: Access) -> Result<Seat, Failure> {
    match access.seat {
        Seat::Watch => Err(Failure::Watching),
        seat => Ok(seat),
    }
}

/// Checks a text for people: so many characters, all of them written, perhaps in several lines.
fn check_words(text: &str, most: usize, lines: bool) -> Result<(), TalkFailure> {
    // Marks that turn the direction of writing can make a text read as what it is not.
    let turns =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    let unwritten = |c: char| (c.is_control() && !(lines && matches!(c, '\n' | '\t'))) || turns(c);
    let words = match text {
        _ if text.trim().is_empty() => Words::Empty,
        _ if text.chars().nth(most).is_some() => Words::TooLong(most),
        _ if text.contains(unwritten) => Words::Unwritten,
        _ => return Ok(()),
    };
    Err(TalkFailure::Words(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_people_are_bounded_and_written() {
        let judged = |text: &str, lines| match check_words(text, 5, lines) {
            Ok(()) => None,
            Err(TalkFailure::Words(words)) => Some(words),
            Err(other) => panic!("{other:?}"),
        };
        for good in ["a", "<b>!", "é🦉ü-—", "👩‍🦰ab", " a "] {
            assert_eq!(judged(good, false), None, "{good}");
        }
        for (text, words) in [
            ("", Words::Empty),
            (" \u{a0} ", Words::Empty),
            ("ééééé🦉", Words::TooLong(5)),
            ("a\0", Words::Unwritten),
            ("a\nb", Words::Unwritten),
            ("\u{7f}a", Words::Unwritten),
            ("a\u{85}", Words::Unwritten),
            ("\u{202e}a", Words::Unwritten),
            ("a\u{2028}b", Words::Unwritten),
        ] {
            assert_eq!(judged(text, false), Some(words), "{text:?}");
        }
        assert_eq!(judged("a\n\tb", true), None);
        assert_eq!(judged("a\rb", true), Some(Words::Unwritten));
    }
}
