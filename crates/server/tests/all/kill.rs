//! Tests that killing the server at random loses no data while two clients compete in a game or submit setups.

use std::collections::BTreeMap;
use std::process::{Child, Command};

use entourage_record::Event;
use entourage_store::DataDirectory;

use crate::common::process::start;
use crate::common::*;
use crate::kill_live::{apply, events, post};

const KILLS: usize = 20;
fn choose(random: &mut Random, game: &dyn AnyMatch) -> Event {
    let legal = game.legal_moves();
    let played = game.moves().len();
    if legal.is_empty() || (played > 1 && random.below(12) == 0) {
        return Event::Takeback { plies: 1 + random.below(2.min(played)) as u32 };
    }
    Event::Move { text: legal[random.below(legal.len())].clone() }
}

struct Rival {
    random: Random,
    game: Box<dyn AnyMatch>,
    seq: usize,
    acknowledged: BTreeMap<usize, Event>,
    sent: BTreeMap<usize, Vec<Event>>,
    conflicts: usize,
}

impl Rival {
    fn new(seed: u64) -> Self {
        let (acknowledged, sent) = (BTreeMap::new(), BTreeMap::new());
        Self { random: Random::new(seed), game: new_game(), seq: 0, acknowledged, sent, conflicts: 0 }
    }

    fn adopt(&mut self, state: &Value) {
        self.seq = state["seq"].as_u64().unwrap() as usize;
        self.game = new_game();
        list(&state["moves"]).iter().for_each(|text| self.game.play(&word(text)).unwrap());
    }

    fn play(&mut self, client: &Client, id: &str) {
        let Ok(answer) = client.try_state(id) else { return };
        self.adopt(&answer.good());
        loop {
            let event = choose(&mut self.random, self.game.as_ref());
            self.sent.entry(self.seq).or_default().push(event.clone());
            let Some(answer) = post(client, id, self.seq, &event) else { return };
            if answer.status == 409 {
                self.conflicts += 1;
                self.adopt(&answer.json()["state"]);
                continue;
            }
            let now = answer.good()["seq"].as_u64().unwrap() as usize;
            self.acknowledged.insert(self.seq, event.clone());
            self.seq += 1;
            if now == self.seq {
                apply(self.game.as_mut(), &event);
            } else {
                // Both clients sent the same event, and the other client has already played on.
                let Ok(answer) = client.try_state(id) else { return };
                self.adopt(&answer.good());
            }
        }
    }
}

#[test]
fn acknowledged_moves_of_competing_clients_survive_kills() {
    let data = tempfile::tempdir().unwrap();
    let mut random = Random::new(7);
    let mut rivals = [Rival::new(200), Rival::new(201)];
    let mut shared = None;
    let kills = KILLS * times();
    for _ in 0..kills {
        let (process, client) = start(data.path());
        let id = shared.get_or_insert_with(|| client.create(&[])).clone();
        check_rivals(&rivals, &events(&client.state(&id)));
        let instant = Duration::from_micros(random.below(150_000) as u64);
        std::thread::scope(|scope| {
            for rival in &mut rivals {
                scope.spawn(|| rival.play(&client, &id));
            }
            std::thread::sleep(instant);
            drop(process);
        });
    }
    let (mut process, client) = start(data.path());
    check_rivals(&rivals, &events(&client.state(shared.as_deref().unwrap())));
    end_gracefully(&mut process.0);
    check_database(data.path());
    let [acknowledged, conflicts] = [|rival: &Rival| rival.acknowledged.len(), |rival: &Rival| rival.conflicts]
        .map(|count| rivals.iter().map(count).sum::<usize>());
    println!("{kills} kills: {acknowledged} acknowledged, {conflicts} conflicts of rivals");
    assert!(acknowledged > kills, "{acknowledged}");
}

/// Asserts that every acknowledged event is stored, and that every stored event was sent by one of the rivals.
fn check_rivals(rivals: &[Rival; 2], stored: &[Event]) {
    for rival in rivals {
        for (seq, event) in &rival.acknowledged {
            assert_eq!(stored.get(*seq), Some(event), "acknowledged event {seq}");
        }
    }
    for (seq, event) in stored.iter().enumerate() {
        let sent = rivals.iter().any(|rival| rival.sent.get(&seq).is_some_and(|sent| sent.contains(event)));
        assert!(sent, "event {seq} was not sent");
    }
}

fn end_gracefully(child: &mut Child) {
    if cfg!(unix) {
        let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        assert!(told.success());
        assert!(child.wait().unwrap().success(), "SIGTERM did not stop the server cleanly");
    } else {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

fn check_database(data: &Path) {
    let wal = data.join(format!("{}-wal", DataDirectory::DATABASE));
    assert!(cfg!(not(unix)) || !wal.exists(), "the write-ahead log remains after a graceful stop");
    assert_eq!(stored::<String>(data, "PRAGMA integrity_check"), ["ok"]);
    let counts = "SELECT COUNT(*) AS n, MAX(seq) AS last FROM events GROUP BY game_id";
    let broken = stored::<i64>(data, &format!("SELECT COUNT(*) FROM ({counts}) WHERE n <> last + 1"));
    assert_eq!(broken, [0], "sequence numbers have no gaps");
}

#[test]
fn acknowledged_setups_survive_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let game = setup_game();
    let choices = [1, 2].map(|seed| game.suggest_setup(3, seed).unwrap());
    let mut running = start(data.path());
    let body = json!({ "spec": game.spec(), "setup": { "picks": 3, "secret": true } });
    let id = running.1.create_with(body).word("id");
    let mut commitments = Vec::new();
    for (seq, side) in [2, 1].into_iter().enumerate() {
        let commits = |client: &Client| {
            assert_eq!(client.setup(&id, side, &choices[side - 1]).good()["seq"], seq + 1);
        };
        commits(&running.1);
        commitments.push(running.1.state(&id)["events"][seq]["commitment"].clone());
        drop(running);
        running = start(data.path());
        // A client that has not received a response sends the request again.
        commits(&running.1);
    }
    let state = running.1.state(&id);
    for (event, commitment) in list(&state["events"]).iter().zip(&commitments) {
        assert!(commitment.is_string() && event["commitment"] == *commitment, "{event}");
    }
    let joined = game.setup_spec([Some(&choices[0]), Some(&choices[1])]).unwrap();
    let begun = Registry::built_in().open(&joined).unwrap().begin(None).unwrap();
    shows(state, json!({ "setup/choices": choices, "spec": joined, "start": begun.start_text() }));
}
