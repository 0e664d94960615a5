use std::rc::Rc;
use std::time::Duration;

use load::http::Client;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::trial::{Trial, answer};

/// A small game, which is handed in under one name after another.
const TEXT: &str = include_str!("../../../variants/dobutsu.game");
/// How long it is until the next one is handed in.
const PAUSE: Duration = Duration::from_millis(1_500);
/// How many games somebody hands in before somebody else does.
const EACH: usize = 100;
/// How long its trial may take, with all that fails meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);

/// Hands in games and shows them to everybody, which workers must try before, until the trial is over; returns those of which it was said
/// that they are shown.
pub async fn invent(trial: Rc<Trial>) -> Vec<String> {
    let mut clients: Vec<Client> = trial.ports().iter().map(|_| Client::new("10.1.0.1".into())).collect();
    let mut shown = Vec::new();
    for number in 0_usize.. {
        if trial.is_over() {
            break;
        }
        sleep(PAUSE).await;
        let name = format!("invention-{number}");
        // Nobody hands in more than so many.
        let letter = char::from(b'b' + (number / EACH % 16) as u8);
        let key = letter.to_string().repeat(25) + "a";
        let text = TEXT.replacen("game dobutsu", &format!("game {name}"), 1);
        let body = json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" }).to_string();
        let mut id = None;
        for attempt in 0.. {
            let server = (number + attempt) % clients.len();
            let (client, port) = (&mut clients[server], trial.ports()[server]);
            match &id {
                None => {
                    let told = answer(client, port, "/api/definitions", Some(&key), Some(&body)).await;
                    id = told.and_then(|told| told.json()["id"].as_str().map(str::to_owned));
                }
                Some(id) => {
                    let path = format!("/api/definitions/{id}/state");
                    let put = client.put(port, &path, &key, "{\"state\":\"public\"}");
                    match timeout(PATIENCE, put).await {
                        Ok(Ok(answer)) if answer.status == 200 => {
                            trial.shown.set(trial.shown.get() + 1);
                            shown.push(id.clone());
                            break;
                        }
                        Ok(Ok(answer)) if answer.status < 500 && answer.status != 429 => {
                            trial.fault(format!("{name} is not shown: {}", answer.json()));
                            break;
                        }
                        _ => client.hang_up(),
                    }
                }
            }
            if trial.is_over() {
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
    shown
}
