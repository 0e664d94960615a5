use entourage_registry::kernel::{Degree, Refusal, Side, TextError};
use entourage_registry::view::ForesightView;
use entourage_registry::{AnyMatch, courier_text};
#[cfg(not(one_game))]
use entourage_registry::{HandError, HandMatch};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{degree_of, json, language_of, notation_of};

#[wasm_bindgen]
pub struct Match(Box<dyn AnyMatch>);

#[wasm_bindgen]
impl Match {
    /// Starts a game, by default from the start position and with enforced rules.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, position: Option<String>, degree: Option<String>) -> Result<Self, Failure> {
        let degree = degree.as_deref().map_or(Ok(Degree::Enforced), degree_of);
        let begun = degree.and_then(|degree| begin(spec, position.as_deref(), degree));
        Ok(Self(begun?))
    }

    pub fn view_at(&self, ply: usize, language: &str) -> String {
        let mut past = self.0.copy();
        for _ in ply..past.moves().len() {
            past.undo();
        }
        json(&past.view(language_of(language)))
    }

    pub fn spec(&self) -> String {
        self.0.spec()
    }

    pub fn start(&self) -> String {
        self.0.start_text()
    }

    pub fn moves(&self) -> String {
        json(&self.0.moves())
    }

    pub fn play(&mut self, text: &str, language: &str) -> Result<(), Failure> {
        let language = language_of(language);
        self.0.play(text).map_err(|error| {
            let ended = || self.0.view(language).status_text;
            Failure::of_play(error, ended, |refusal| self.0.refusal_sentences(refusal, language))
        })
    }

    /// Previews a move without playing it: returns as JSON the resulting board and, if the move ends the game, the result.
    pub fn foresee(&self, text: &str, language: &str) -> Result<String, Failure> {
        let mut after = Self(self.0.copy());
        after.play(text, language)?;
        let language = language_of(language);
        Ok(json(&ForesightView { placement: after.0.placement(language), ended: after.0.ended(language) }))
    }

    /// Parses a typed move or turn; returns its moves as a JSON list. `courier` selects Game Courier's notation.
    pub fn typed(&self, entry: &str, courier: bool, language: &str) -> Result<String, Failure> {
        let notation = notation_of(courier);
        self.0.typed_moves(entry, notation).map(|moves| json(&moves)).map_err(|error| {
            let reasons = |refusal: &Refusal| self.0.refusal_sentences(refusal, language_of(language));
            Failure::of_typing(error, reasons)
        })
    }

    /// Selects Game Courier's notation of squares and moves, or Entourage's, which is the default.
    pub fn set_notation(&mut self, courier: bool) {
        self.0.set_notation(notation_of(courier));
    }

    /// Writes a line of moves from the current position in the selected notation, up to the first illegal one.
    pub fn variation(&self, moves: Vec<String>) -> Vec<String> {
        self.0.write_variation(&moves)
    }

    /// Writes the game for Game Courier: its turns, one per line, or a settings file if the game started from a custom position.
    pub fn courier(&self) -> String {
        courier_text(self.0.as_ref())
    }

    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Starts a new game from the current board with the other side to move; `None` if the rules do not allow the position.
    pub fn turned(&self) -> Option<Match> {
        self.0.turned().map(Self)
    }

    pub fn view(&self, language: &str) -> String {
        json(&self.0.view(language_of(language)))
    }

    pub fn record(&self, language: &str) -> String {
        json(&self.0.record(language_of(language)))
    }

    /// Returns as JSON what a move does, or every reason why it is illegal.
    pub fn explain(&self, text: &str, language: &str) -> Result<String, Failure> {
        Ok(json(&self.0.explain(text, language_of(language))?))
    }

    /// Returns as JSON what a move changes (powers, safety, checks); `None` if it is illegal or the rules do not apply.
    pub fn weigh(&self, text: &str, language: &str) -> Result<Option<String>, Failure> {
        let weighing = self.0.weigh(text, language_of(language))?;
        Ok(weighing.map(|weighing| json(&weighing)))
    }

    /// Returns as JSON the squares that the enemies of a side (1 or 2) attack, and the pieces that can be captured; `None` if the rules do
    /// not define attacks.
    pub fn reach(&self, side: u8, language: &str) -> Option<String> {
        let side = if side == 2 { Side::Second } else { Side::First };
        self.0.reach(side, language_of(language)).map(|reach| json(&reach))
    }

    /// Returns as JSON why the game is over by its rules; `None` if it continues or the rules do not apply.
    pub fn closing(&self, language: &str) -> Option<String> {
        self.0.closing(language_of(language)).map(|closing| json(&closing))
    }

    /// Returns as JSON the outcome of a line of moves, up to the first illegal one.
    pub fn prospect(&self, moves: Vec<String>, language: &str) -> String {
        json(&self.0.prospect(&moves, language_of(language)))
    }

    /// Returns as JSON what the move through these squares does, or every reason why it is illegal.
    pub fn explain_squares(&self, squares: Vec<String>, language: &str) -> Result<String, Failure> {
        Ok(json(&self.0.explain_squares(&squares, language_of(language))?))
    }
}

#[cfg(not(one_game))]
fn begin(spec: &str, position: Option<&str>, degree: Degree) -> Result<Box<dyn AnyMatch>, TextError> {
    crate::REGISTRY.begin(spec, position, degree)
}

/// Starts a game with enforced rules; the module of a single game does not support other degrees of enforcement.
#[cfg(one_game)]
fn begin(spec: &str, position: Option<&str>, _: Degree) -> Result<Box<dyn AnyMatch>, TextError> {
    crate::REGISTRY.open(spec)?.begin(position)
}

/// Manual moves, which modules of a single game do not support.
#[cfg(not(one_game))]
#[wasm_bindgen]
impl Match {
    /// Converts a typed or drawn manual move to canonical notation, to be played with the prefix `~`; `courier` selects Game
    /// Courier's labels and coordinates.
    pub fn by_hand(&self, entry: &str, courier: bool) -> Result<String, Failure> {
        let made = self.hands()?.by_hand(entry, notation_of(courier));
        made.map_err(|error| Failure::of_typing(error, |_| Vec::new()))
    }

    /// Returns as JSON whether the rules allow a manual move, by default the last move; `None` if the last move was not manual.
    pub fn judge(&self, turn: Option<String>, language: &str) -> Result<Option<String>, Failure> {
        let (hands, language) = (self.hands()?, language_of(language));
        let judgement = match turn {
            Some(turn) => Some(hands.judge(&turn, language).map_err(Failure::of_hand)?),
            None => hands.judge_last(language),
        };
        Ok(judgement.map(|judgement| json(&judgement)))
    }

    fn hands(&self) -> Result<&HandMatch, Failure> {
        self.0.hands().ok_or_else(|| Failure::of_hand(HandError::Degree(Degree::Enforced)))
    }
}

#[cfg(test)]
mod tests {
    use super::Match;

    fn value(json: &str) -> serde_json::Value {
        serde_json::from_str(json).unwrap()
    }

    fn texts(list: &serde_json::Value) -> Vec<String> {
        serde_json::from_value(list.clone()).unwrap()
    }

    #[test]
    fn every_game_plays_and_takes_back() {
        for id in crate::REGISTRY.games() {
            let mut game = Match::new(id, None, None).unwrap();
            let view = value(&game.view("en"));
            let first = view["moves"][0]["text"].as_str().unwrap().to_owned();
            game.play(&first, "en").unwrap();
            assert_eq!(value(&game.moves()), serde_json::json!([first]));
            assert_eq!(value(&game.record("fr")).as_array().unwrap().len(), 1);
            assert!(game.undo() && !game.undo());
            assert_eq!(value(&game.view("en")), view);
            assert_eq!(game.start(), view["position"].as_str().unwrap());
        }
    }

    #[test]
    fn every_game_foresees_what_its_moves_lead_to() {
        for id in crate::REGISTRY.games() {
            for degree in [None, Some("free".to_owned())] {
                let mut game = Match::new(id, None, degree).unwrap();
                let before = value(&game.view("en"));
                let square = before["pieces"][0]["square"].as_str().unwrap();
                let by_hand = game.by_hand(&format!("-{square}"), false).map(|turn| format!("~{turn}"));
                let moves = before["moves"].as_array().unwrap().iter();
                let moves = moves.map(|one| one["text"].as_str().unwrap().to_owned()).chain(by_hand);
                for text in moves.collect::<Vec<_>>() {
                    let foreseen = value(&game.foresee(&text, "fr").unwrap());
                    assert_eq!(value(&game.view("en")), before, "{id}: {text} is not played");
                    game.play(&text, "en").unwrap();
                    let view = value(&game.view("fr"));
                    let placement = &foreseen["placement"];
                    assert_eq!(
                        (&placement["pieces"], &placement["removed"], &foreseen["ended"]),
                        (&view["pieces"], &view["removed"], &view["ended"])
                    );
                    // The preview contains only `pieces` and `removed`, and no legal moves.
                    assert!(placement.as_object().unwrap().len() <= 2, "{placement}");
                    game.undo();
                }
                assert_eq!(game.foresee("?", "en"), game.play("?", "en").map(|()| String::new()));
            }
        }
    }

    #[test]
    fn every_game_foresees_the_move_that_ends_it_as_a_draw() {
        for id in crate::REGISTRY.games() {
            for degree in ["enforced", "warned"] {
                let mut game = Match::new(&format!("{id}:quiet-limit=1"), None, Some(degree.into())).unwrap();
                let ended = loop {
                    let view = value(&game.view("en"));
                    let first = view["moves"][0]["text"].as_str().unwrap().to_owned();
                    let foreseen = value(&game.foresee(&first, "en").unwrap())["ended"].clone();
                    game.play(&first, "en").unwrap();
                    assert_eq!(foreseen, value(&game.view("en"))["ended"], "{id}: {first}");
                    if !foreseen.is_null() {
                        break foreseen;
                    }
                };
                assert_eq!((&ended["winner"], &ended["cause"]), (&().into(), &"quiet-limit".into()), "{id}");
                let why = ended["causeText"].as_str().unwrap();
                assert_eq!(ended["text"], format!("Draw: {why}"), "{id}");
            }
        }
    }

    #[test]
    fn every_game_weighs_its_legal_moves_and_no_others() {
        for id in crate::REGISTRY.games() {
            let game = Match::new(id, None, None).unwrap();
            let free = Match::new(id, None, Some("free".into())).unwrap();
            let before = game.view("en");
            for one in value(&before)["moves"].as_array().unwrap() {
                let text = one["text"].as_str().unwrap();
                let [en, fr] =
                    ["en", "fr"].map(|language| value(&game.weigh(text, language).unwrap().unwrap()));
                assert_eq!((&en["text"], &en["comes"]), (&text.into(), &fr["comes"]));
                for (en, fr) in en["changes"].as_array().unwrap().iter().zip(fr["changes"].as_array().unwrap())
                {
                    assert_ne!(en["sentence"], fr["sentence"]);
                    assert_eq!(
                        (&en["sign"], &en["sort"], &en["squares"]),
                        (&fr["sign"], &fr["sort"], &fr["squares"])
                    );
                }
                assert_eq!(free.weigh(text, "en"), Ok(None), "rule enforcement is off");
            }
            assert_eq!(game.view("en"), before);
            assert_eq!(value(&game.weigh("?", "en").unwrap_err().into_json())["kind"], "text");
            let second = value(&Match::new(id, None, None).unwrap().view("en"))["pieces"].clone();
            let foreign = second.as_array().unwrap().iter().find(|piece| piece["side"] == 2).unwrap();
            let square = foreign["square"].as_str().unwrap();
            assert_eq!(game.weigh(&format!("{square}{square}"), "en").unwrap_or(None), None);
        }
    }

    #[test]
    fn every_game_explains_the_squares_of_its_legal_moves() {
        for id in crate::REGISTRY.games() {
            let game = Match::new(id, None, None).unwrap();
            for one in value(&game.view("en"))["moves"].as_array().unwrap() {
                let text = one["text"].as_str().unwrap();
                assert_eq!(value(&game.explain(text, "en").unwrap())["legal"], true, "{text}");
                let squares = one["squares"].as_array().unwrap();
                if !squares.is_empty() && one["choice"].is_null() {
                    let found = value(&game.explain_squares(texts(&one["squares"]), "fr").unwrap());
                    assert_eq!((&found["legal"], &found["text"]), (&true.into(), &text.into()));
                }
            }
        }
    }

    #[test]
    fn every_game_reads_what_people_type() {
        for id in crate::REGISTRY.games() {
            let mut game = Match::new(id, None, None).unwrap();
            let first = value(&game.view("en"))["moves"][0]["text"].as_str().unwrap().to_owned();
            for courier in [false, true] {
                assert_eq!(value(&game.typed(&first, courier, "en").unwrap()), serde_json::json!([first]));
                let bad = value(&game.typed("?", courier, "fr").unwrap_err().into_json());
                assert_eq!(bad["kind"], "text");
                let bad = value(&game.typed("-", courier, "fr").unwrap_err().into_json());
                assert!(["text", "typed"].contains(&bad["kind"].as_str().unwrap()), "{bad}");
            }
            game.play(&first, "en").unwrap();
            let turn = game.0.courier_turns().join("");
            game.undo();
            assert_eq!(value(&game.typed(&turn, true, "en").unwrap())[0], first);
        }
    }

    #[test]
    fn every_game_lets_the_other_side_move_where_nobody_is_in_danger() {
        for id in crate::REGISTRY.games() {
            let game = Match::new(id, None, None).unwrap();
            let turned = game.turned().unwrap();
            let [before, after] = [&game, &turned].map(|game| value(&game.view("en")));
            assert_eq!((&before["side"], &after["side"]), (&1.into(), &2.into()), "{id}");
            let squares = |view: &serde_json::Value| -> Vec<serde_json::Value> {
                view["pieces"].as_array().unwrap().iter().map(|piece| piece["square"].clone()).collect()
            };
            assert_eq!(squares(&before), squares(&after), "{id}");
            assert_eq!(value(&turned.turned().unwrap().view("en"))["moves"], before["moves"], "{id}");
            assert!(
                Match::new(id, None, Some("free".into())).unwrap().turned().is_none(),
                "rule enforcement is off"
            );
        }
    }

    #[test]
    fn errors_are_json_and_change_nothing() {
        let bad = value(&Match::new("no-such-game", None, None).err().unwrap().into_json());
        assert_eq!(bad["kind"], "text");
        assert_ne!(bad["error"]["problem"]["en"], bad["error"]["problem"]["fr"]);
        for id in crate::REGISTRY.games() {
            let bad = value(&Match::new(id, Some("no position".into()), None).err().unwrap().into_json());
            assert_eq!(bad["kind"], "text");
            let [en, fr] = ["en", "fr"].map(|language| bad["error"]["problem"][language].as_str().unwrap());
            assert!(!en.is_empty() && !fr.is_empty(), "{bad}");
            let mut game = Match::new(id, None, None).unwrap();
            let before = game.view("en");
            assert_eq!(value(&game.play("?", "en").unwrap_err().into_json())["kind"], "text");
            assert_eq!(value(&game.explain("?", "en").unwrap_err().into_json())["kind"], "text");
            for squares in [&[][..], &["nowhere"], &["a1"; 5]] {
                let squares: Vec<String> = squares.iter().copied().map(str::to_owned).collect();
                assert_eq!(
                    value(&game.explain_squares(squares, "en").unwrap_err().into_json())["kind"],
                    "text"
                );
            }
            assert_eq!(game.view("en"), before);
        }
    }

    #[test]
    fn hands_play_where_the_rules_let_them() {
        for id in crate::REGISTRY.games() {
            let mut game = Match::new(id, None, Some("free".into())).unwrap();
            let view = value(&game.view("en"));
            let square = view["pieces"][0]["square"].as_str().unwrap().to_owned();
            let turn = game.by_hand(&format!("-{square}"), false).unwrap();
            let asked = value(&game.judge(Some(turn.clone()), "en").unwrap().unwrap());
            assert_eq!(asked["verdict"], "refused");
            assert_eq!(game.judge(None, "en"), Ok(None));
            game.play(&format!("~{turn}"), "en").unwrap();
            assert_eq!(value(&game.judge(None, "en").unwrap().unwrap()), asked);
            assert_eq!(value(&game.view("fr"))["removed"], serde_json::json!([square]));
            assert_eq!(value(&game.view_at(0, "en")), view);
            let bad = value(&game.by_hand(&format!("{square}-"), false).unwrap_err().into_json());
            assert_eq!((bad["kind"].as_str(), bad["code"].as_str()), (Some("typed"), Some("no-space")));
            let enforced = Match::new(id, None, None).unwrap();
            assert_eq!(value(&enforced.by_hand("pass", false).unwrap_err().into_json())["code"], "degree");
            assert!(Match::new(id, None, Some("lax".into())).is_err());
        }
    }

    #[test]
    fn an_unknown_language_means_english() {
        for id in crate::REGISTRY.games() {
            assert_eq!(crate::info(id, "xx"), crate::info(id, "en"));
            assert_ne!(crate::info(id, "fr"), crate::info(id, "en"));
        }
        assert_eq!(
            value(&crate::games("en").unwrap()).as_array().unwrap().len(),
            crate::REGISTRY.games().len()
        );
    }
}
