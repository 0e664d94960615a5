const WHOLE: &str = include_str!("template.game");

/// The body of a definition that inherits from another game.
const LIKE: &str = "
# The rules of the inherited game apply. Write only what differs: a power, a redefined piece, another starting position.
";

/// Returns a playable definition for authors to extend: one that inherits from `like`, or a small complete game.
///
/// `id` must begin with a letter or a digit. The title is derived from `id`; `id` and `like` are inserted unchanged.
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
