const FILES: [(&str, &str); 4] = [
    ("toddler", include_str!("../positions/toddler.txt")),
    ("symmetron44", include_str!("../positions/symmetron44.txt")),
    ("struggle", include_str!("../positions/struggle.txt")),
    ("chess", include_str!("../positions/chess.txt")),
];

/// Returns a game's middle-game positions; none for unknown games.
pub fn positions(game: &str) -> impl Iterator<Item = &'static str> {
    let file = FILES.into_iter().find(|(id, _)| *id == game).map_or("", |(_, file)| file);
    file.lines().filter(|line| !line.starts_with('#'))
}
