const WHOLE: &str = include_str!("template.game");

/// What is in a game like another until somebody says more.
const LIKE: &str = "
# All of the other game holds. Say what differs: a power, a piece written again, another start.
";

/// Writes a definition to begin with, which can be played as it is: like another game, or whole and small.
///
/// The name begins with a letter or a digit; it, the game that it is like, and nothing else are taken over as they are.
pub fn template(id: &str, like: Option<&str>) -> String {
    let title: Vec<String> = id.split(['-', '_']).filter(|word| !word.is_empty()).map(capitalised).collect();
    let like = like.map(|base| (format!(" like {base}"), LIKE));
    let (like, rest) = like.as_ref().map_or(("", WHOLE), |(like, rest)| (like, rest));
    format!("language 1\n\ngame {id} \"{}\"{like}\n{rest}", title.join(" "))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
