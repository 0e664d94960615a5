use std::time::Duration;

/// Reads `[--seconds S] [GAME…]`; the games are none if all are meant.
///
/// # Errors
/// A word that is not understood.
pub fn seconds_and_games<'a>(words: &[&'a str], usual: f64) -> Result<(Duration, Vec<&'a str>), String> {
    let (mut seconds, mut games) = (usual, Vec::new());
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--seconds" => {
                let value = words.next().and_then(|value| value.parse().ok());
                seconds = value.filter(|&s| s > 0.0 && s <= 1e4).ok_or("--seconds needs a number above 0")?;
            }
            game if entourage_registry::games().contains(&game) => games.push(game),
            word => {
                return Err(format!(
                    "\"{word}\" is no game; there is {}",
                    entourage_registry::games().join(", ")
                ));
            }
        }
    }
    Ok((Duration::from_secs_f64(seconds), games))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_games_are_read_and_all_else_is_refused() {
        let read = |words: &[&'static str]| seconds_and_games(words, 2.0);
        assert_eq!(read(&[]), Ok((Duration::from_secs(2), vec![])));
        assert_eq!(read(&["chess", "--seconds", "0.5"]), Ok((Duration::from_millis(500), vec!["chess"])));
        for words in [&["--seconds"][..], &["--seconds", "0"], &["--seconds", "nan"], &["checkers"]] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
