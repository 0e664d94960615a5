//! Kills the server at random while moves are being made: acknowledged events must be stored exactly once.

use std::collections::BTreeMap;
use std::process::{Child, Command};

use entourage_record::Event;
use entourage_store::DataDirectory;

use crate::common::process::start;
use crate::common::*;

/// Number of kills, multiplied by [`times`].
const KILLS: usize = 20;
const SOLOISTS: usize = 3;

/// A client with its own game.
struct Soloist {
    random: Random,
    id: Option<String>,
    game: Box<dyn AnyMatch>,
    acknowledged: Vec<Event>,
    pending: Option<Event>,
    tally: Tally,
}

#[derive(Default, Debug)]
struct Tally {
    acknowledged: usize,
    /// In progress during a kill, and found stored.
    stored_unheard: usize,
    /// In progress during a kill, and not found.
    lost_unheard: usize,
    games: usize,
}

fn post(client: &Client, id: &str, seq: usize, event: &Event) -> Option<Answer> {
    let (what, body) = match event {
        Event::Move { text } => ("moves", json!({ "seq": seq, "move": text })),
        Event::Takeback { plies } => ("takeback", json!({ "seq": seq, "plies": plies })),
        other => unreachable!("{other:?} is not sent here"),
    };
    client.try_act(id, what, &body).ok()
}

fn events(state: &Value) -> Vec<Event> {
    serde_json::from_value(state["events"].clone()).unwrap()
}

fn choose(random: &mut Random, game: &dyn AnyMatch) -> Event {
    let legal = game.legal_moves();
    let played = game.moves().len();
    if legal.is_empty() || (played > 1 && random.below(12) == 0) {
        return Event::Takeback { plies: 1 + random.below(2.min(played)) as u32 };
    }
    Event::Move { text: legal[random.below(legal.len())].clone() }
}

fn apply(game: &mut dyn AnyMatch, event: &Event) {
    match event {
        Event::Move { text } => game.play(text).unwrap(),
        Event::Takeback { plies } => (0..*plies).for_each(|_| assert!(game.undo())),
        _ => {}
    }
}

impl Soloist {
    fn new(seed: u64) -> Self {
        let (random, tally) = (Random::new(seed), Tally::default());
        Self { random, id: None, game: new_game(), acknowledged: Vec::new(), pending: None, tally }
    }

    /// Compares the server's game with what this client knows, after a restart.
    fn check(&mut self, client: &Client) {
        let Some(id) = &self.id else { return };
        let stored = events(&client.state(id));
        let known = self.acknowledged.len();
        assert!(stored.len() >= known, "acknowledged events are missing");
        assert_eq!(stored[..known], self.acknowledged, "acknowledged events are there, once, in order");
        match &self.pending {
            Some(pending) if stored.len() == known + 1 => {
                assert_eq!(stored[known], *pending);
                self.tally.stored_unheard += 1;
            }
            pending => {
                assert_eq!(stored.len(), known, "an event was stored that was not sent");
                self.tally.lost_unheard += usize::from(pending.is_some());
            }
        }
    }

    /// Plays until the server is gone.
    fn play(&mut self, client: &Client) {
        while self.play_once(client).is_some() {}
    }

    fn play_once(&mut self, client: &Client) -> Option<()> {
        let id = match &self.id {
            Some(id) => id.clone(),
            None => {
                self.tally.games += 1;
                let answer = client.try_post("/api/games", &terms(json!({}))).ok()?;
                self.id.insert(answer.word("id")).clone()
            }
        };
        let event = match self.pending.clone() {
            Some(event) => event,
            None => choose(&mut self.random, self.game.as_ref()),
        };
        self.pending = Some(event.clone());
        let answer = post(client, &id, self.acknowledged.len(), &event)?;
        apply(self.game.as_mut(), &event);
        self.acknowledged.push(event);
        self.pending = None;
        self.tally.acknowledged += 1;
        let expected = json!({ "seq": self.acknowledged.len(), "status": self.game.status().to_string() });
        assert_eq!(answer.good(), expected);
        if self.acknowledged.len() > 400 {
            (self.id, self.game, self.acknowledged) = (None, new_game(), Vec::new());
        }
        Some(())
    }
}

/// One of two clients that compete in one game.
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
                // Both sent the same event, and the other one continued.
                let Ok(answer) = client.try_state(id) else { return };
                self.adopt(&answer.good());
            }
        }
    }
}

#[test]
fn acknowledged_moves_survive_kills_exactly_once() {
    let data = tempfile::tempdir().unwrap();
    let mut random = Random::new(7);
    let mut soloists: Vec<Soloist> = (0..SOLOISTS).map(|i| Soloist::new(100 + i as u64)).collect();
    let mut rivals = [Rival::new(200), Rival::new(201)];
    let mut shared = None;

    let kills = KILLS * times();
    for _ in 0..kills {
        let (process, client) = start(data.path());
        let id = shared.get_or_insert_with(|| client.create(&[])).clone();
        soloists.iter_mut().for_each(|soloist| soloist.check(&client));
        check_rivals(&rivals, &events(&client.state(&id)));
        let instant = Duration::from_micros(random.below(150_000) as u64);
        std::thread::scope(|scope| {
            for soloist in &mut soloists {
                scope.spawn(|| soloist.play(&client));
            }
            for rival in &mut rivals {
                scope.spawn(|| rival.play(&client, &id));
            }
            std::thread::sleep(instant);
            drop(process);
        });
    }

    let (mut process, client) = start(data.path());
    soloists.iter_mut().for_each(|soloist| soloist.check(&client));
    check_rivals(&rivals, &events(&client.state(shared.as_deref().unwrap())));
    end_gracefully(&mut process.0);
    check_database(data.path());

    let tallies: Vec<&Tally> = soloists.iter().map(|soloist| &soloist.tally).collect();
    let conflicts: usize = rivals.iter().map(|rival| rival.conflicts).sum();
    println!("{kills} kills: {tallies:?}, {conflicts} conflicts of rivals");
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(|tally| of(tally)).sum::<usize>();
    let in_flight = sum(|tally| tally.stored_unheard) + sum(|tally| tally.lost_unheard);
    assert!(sum(|tally| tally.acknowledged) > kills && in_flight > kills / 2, "no hits: {tallies:?}");
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
    assert_eq!(broken, [0], "sequence numbers run without gaps");
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
        // A client that has not received the response sends the request again.
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
