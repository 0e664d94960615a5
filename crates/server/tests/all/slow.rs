//! Tests clients that stop reading: they do not delay other clients, are disconnected, and miss nothing when they reconnect.

use tokio::time::timeout;

use crate::common::*;

/// Numbers of events before the client stops reading, while it does not read, and after it is disconnected.
const PARTS: [usize; 3] = [4, 299, 6];

fn collect(known: &mut Vec<Value>, news: &Value) {
    assert_eq!(news["from"], known.len(), "events were lost or repeated");
    known.extend(list(&news["events"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_stop_reading_are_disconnected_and_miss_nothing() {
    let client = &Setting { heartbeat: Some(Duration::from_millis(400)), ..Setting::default() }.start();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let mut reader = follow(client, &one, Some(0)).await;
    let mut slow = follow(client, &two, Some(0)).await;
    hear_of(&mut slow, "here").await;
    let mut sent: Vec<Value> = Vec::new();
    let (mut heard, mut heard_slowly) = (Vec::new(), Vec::new());
    // The events repeat: a move, the offer to take it back, and the take-back.
    let [text] = first_moves();
    let events = |from: usize, count: usize| -> Vec<Value> {
        let event = |seq: usize| match seq % 3 {
            0 => json!({ "type": "move", "move": text }),
            1 => json!({ "type": "offer", "side": 2, "offer": "takeback:1" }),
            _ => json!({ "type": "takeback", "plies": 1 }),
        };
        (from..from + count).map(event).collect()
    };
    let send = |from: usize, count: usize| {
        let (client, one, two, text) = (Client::clone(client), one.clone(), two.clone(), text.clone());
        tokio::task::spawn_blocking(move || {
            for seq in from..from + count {
                let answer = match seq % 3 {
                    0 => client.play(&one, seq, &text),
                    1 => client.offer(&two, seq, 2, "takeback:1"),
                    _ => client.take_back(&one, seq, 1),
                };
                answer.good();
            }
        })
    };
    sent.extend(events(0, PARTS[0]));
    send(0, PARTS[0]).await.unwrap();
    while heard_slowly.len() < sent.len() {
        collect(&mut heard_slowly, &hear_of(&mut slow, "events").await);
    }
    // From here on, the client does not read, but the game continues.
    let playing = send(sent.len(), PARTS[1]);
    sent.extend(events(sent.len(), PARTS[1]));
    let mut alone = false;
    while heard.len() < sent.len() || !alone {
        let news = hear(&mut reader).await.unwrap();
        match news["type"].as_str() {
            Some("events") => collect(&mut heard, &news),
            Some("here") => alone = news["sides"] == json!([true, false]),
            _ => {}
        }
    }
    playing.await.unwrap();
    assert_eq!(heard, sent);
    send(sent.len(), PARTS[2]).await.unwrap();
    sent.extend(events(sent.len(), PARTS[2]));
    // The client reads again: first what the system has buffered, then the end of the stream.
    let rest = async {
        while let Ok(news) = hear(&mut slow).await {
            if news["type"] == "events" {
                collect(&mut heard_slowly, &news);
            }
        }
    };
    timeout(SOON, rest).await.unwrap();
    assert!(heard_slowly.len() <= PARTS[0] + PARTS[1], "the client was not disconnected");
    let mut slow = follow(client, &two, Some(heard_slowly.len())).await;
    while heard_slowly.len() < sent.len() {
        collect(&mut heard_slowly, &hear_of(&mut slow, "events").await);
    }
    assert_eq!(heard_slowly, sent);
}
