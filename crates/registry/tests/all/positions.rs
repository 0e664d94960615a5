//! Tests position keys: equal for positions that the rules treat as the same, and stable across versions.

use entourage_kernel::Enforcement;
use entourage_registry::{AnyMatch, Registry};

fn begin(spec: &str, moves: &[&str]) -> Box<dyn AnyMatch> {
    let mut begun = Registry::built_in().open(spec).unwrap().begin(None).unwrap();
    for text in moves {
        begun.play(text).unwrap();
    }
    begun
}

fn key(spec: &str, moves: &[&str]) -> i64 {
    begin(spec, moves).position_key().unwrap()
}

#[test]
fn the_same_position_has_the_same_key() {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    assert_eq!(key("chess", &there_and_back), key("chess", &[]), "move counters are ignored");
    assert_eq!(key("chess", &["e2e4", "e7e6", "d2d4"]), key("chess", &["d2d4", "e7e6", "e2e4"]));
    assert_ne!(key("chess", &["e2e4", "e7e6"]), key("chess", &["e2e4"]));
    // Adjudication is ignored; other rules are not.
    assert_eq!(key("chess:repetition=3,quiet-limit=100", &[]), key("chess", &[]));
    assert_ne!(key("toddler:summary", &[]), key("toddler", &[]));
    let text = begin("chess", &["e2e4"]);
    let again = text.game().begin(Some(&text.position_text())).unwrap();
    assert_eq!(again.position_key(), text.position_key());
    // Games with manual moves have no key.
    let free = Registry::built_in().begin("chess", None, Enforcement::Free).unwrap();
    assert_eq!(free.position_key(), None);
}

/// Databases store these keys. If a key changes, raise the version (`READING`) of the server's worker that indexes finished games,
/// so that they are indexed again.
#[test]
fn keys_stay_as_databases_keep_them() {
    let keys: Vec<(String, i64)> =
        Registry::built_in().games().iter().map(|game| ((*game).to_owned(), key(game, &[]))).collect();
    let known = [
        ("toddler", 4_705_190_433_275_934_195),
        ("symmetron44", -7_473_650_705_695_429_600),
        ("struggle", -3_819_595_503_195_640_646),
        ("chess", -4_411_851_220_002_182_370),
    ];
    assert_eq!(keys, known.map(|(game, key)| (game.to_owned(), key)));
    assert_eq!(key("chess", &["e2e4"]), -599_422_201_198_700_449);
}
