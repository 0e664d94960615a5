use entourage_registry::{AnyGame, Registry};

/// The option by which a game begins on shuffled ranks, and the number of the usual ones. Which ranks these are does not matter to hosts of
/// engines, who tell positions; what matters is that castling is written as the king's move onto its rook.
const SHUFFLED: (&str, &str) = ("960=", "518");

/// Opens a game again, to be played as on shuffled ranks or not; `None` if there is no such game.
pub fn reopen(registry: &Registry, game: &dyn AnyGame, wanted: bool) -> Option<Box<dyn AnyGame>> {
    let spec = game.spec();
    let (id, options) = spec.split_once(':').unwrap_or((&spec, ""));
    let (option, usual) = SHUFFLED;
    let is_shuffled = options.split(',').any(|word| word.starts_with(option));
    if is_shuffled == wanted {
        return registry.open(&spec).ok();
    }
    let shuffle = format!("{option}{usual}");
    let others = options.split(',').filter(|word| !word.is_empty() && !word.starts_with(option));
    let words: Vec<&str> = wanted.then_some(shuffle.as_str()).into_iter().chain(others).collect();
    let separator = if words.is_empty() { "" } else { ":" };
    registry.open(&format!("{id}{separator}{}", words.join(","))).ok()
}
