use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::day::Restraint;
use crate::desk::Next;
use crate::manner::Manner;
use crate::person::Person;
use crate::seat::Seat;
use crate::seeking::find;

/// How long it is until somebody asks again whether there is something to play.
const PAUSE: Duration = Duration::from_millis(500);
/// Plays one game after another until there are as many as wanted.
pub async fn play_on(mut person: Person) {
    loop {
        if person.day.known(person.number).banned == Restraint::Stands {
            return be_banned(person).await;
        }
        let day = person.day.clone();
        let ticket = match day.desk.next(person.number, day.book.by_seeks()) {
            Next::Play(ticket) => ticket,
            Next::Wait => {
                sleep(PAUSE).await;
                continue;
            }
            Next::Over => return,
        };
        let found = find(&mut person, &ticket).await;
        let mut manner = Manner::draw(ticket.plan.pace, &mut person.random);
        if person.is_rude() {
            manner.speaks = Some(person.random.below(3));
        }
        let seat = match &found {
            Some(pass) => Seat::take(&mut person, pass, manner, false).await,
            None => None,
        };
        day.desk.done(&ticket);
        if let Some(seat) = seat {
            seat.play().await;
        }
    }
}

/// Finds that somebody banned can do nothing under their name.
async fn be_banned(mut person: Person) {
    let (day, name) = (person.day.clone(), person.name());
    if person.account().await.is_some() {
        day.fault(format!("{name} is banned, and their session lives"));
    }
    let wish = json!({ "spec": day.registry.games()[0], "pace": "live spare=3m extra=2s", "rated": true, "key": person.key() });
    for (path, body) in [
        ("/api/seeks", wish),
        ("/api/complaints", json!({ "about": "person", "person": day.name(0), "text": "Why?" })),
        (
            "/api/tournaments",
            json!({ "name": "Mine", "kind": "swiss", "length": 3, "spec": day.registry.games()[0], "pace": "live spare=3m extra=2s", "terms": {} }),
        ),
    ] {
        let Some(heard) = person.browser.sure("POST", path, None, Some(&body)).await else { return };
        match heard.answer.status {
            401 | 403 => day.count_refusal(true),
            status => day.fault(format!("{name} is banned, and POST {path} is answered {status}")),
        }
    }
    loop {
        match person.sign_in_once().await {
            Err((403, code)) if code == "banned" => return day.count_refusal(true),
            // A passkey answers once, and what came of that was lost.
            Err((503, _)) => sleep(PAUSE).await,
            told => return day.fault(format!("{name} is banned, and signing in is answered {told:?}")),
        }
    }
}
