use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::Path;

use entourage_kernel::Language;
use entourage_picture::{Style, draw};
use entourage_registry::AnyGame;
use entourage_registry::view::GameInfo;

use crate::board::{self, Paint};
use crate::failure::{Console, Failure, Outcome, pick};
use crate::input;

/// First line of a block of positions in a rules page.
const POSITION: &str = "```position";

pub fn run(console: &mut Console<'_>, game: &str, pictures: Option<&Path>) -> Outcome {
    let (registry, language) = (console.registry, console.language);
    let game = input::open(registry, game)?;
    if let Some(folder) = pictures {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let page = game.rules_page(language);
    let mut lines = page.lines();
    let mut number = 0;
    while let Some(line) = lines.next() {
        if line != POSITION {
            writeln!(console.out, "{}", with_nbsp(without_anchor(line), language))?;
            continue;
        }
        for block in lines.by_ref().take_while(|line| *line != "```") {
            let Some(diagram) = Diagram::read(block) else { continue };
            number += 1;
            match pictures {
                None => write_board(console, game.as_ref(), &diagram)?,
                Some(folder) => {
                    let file = folder.join(format!("{number}.svg"));
                    let picture = picture(game.as_ref(), &diagram, language)?;
                    fs::write(&file, picture).map_err(|error| unwritable(&file, &error))?;
                    // Angle brackets allow spaces in file names.
                    writeln!(console.out, "![{}](<{}>)", with_nbsp(diagram.caption, language), file.display())?;
                }
            }
        }
    }
    Ok(())
}

/// A diagram in a rules page: `POSITION | caption | square …`; caption and squares are optional.
struct Diagram<'a> {
    position: &'a str,
    caption: &'a str,
    squares: Vec<&'a str>,
}

impl<'a> Diagram<'a> {
    fn read(block: &'a str) -> Option<Self> {
        let mut parts = block.split(" | ").map(str::trim);
        let position = parts.next().filter(|position| !position.is_empty())?;
        let caption = parts.next().unwrap_or_default();
        let squares = parts.next().unwrap_or_default().split_whitespace().collect();
        Some(Self { position, caption, squares })
    }
}

/// Inserts non-breaking spaces next to French punctuation, as the web client does.
fn with_nbsp(line: &str, language: Language) -> Cow<'_, str> {
    if language != Language::French {
        return Cow::Borrowed(line);
    }
    let mut line = line.to_owned();
    for sign in [":", ";", "?", "!", "»"] {
        line = line.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    Cow::Owned(line.replace("« ", "«\u{a0}"))
}

fn without_anchor(line: &str) -> &str {
    let found = line.strip_suffix('}').and_then(|line| line.rsplit_once(" {#"));
    found.map_or(line, |(line, _)| line)
}

fn write_board(console: &mut Console<'_>, game: &dyn AnyGame, diagram: &Diagram<'_>) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let view = input::begin(game, Some(diagram.position))?.view(language);
    writeln!(out, "```")?;
    for row in board::draw_marked(game.topology(), &game.info(language), &view, &diagram.squares, Paint::Plain)
    {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "```\n\n{}", with_nbsp(diagram.caption, language))?;
    Ok(())
}

fn picture(game: &dyn AnyGame, diagram: &Diagram<'_>, language: Language) -> Outcome<String> {
    let view = input::begin(game, Some(diagram.position))?.view(language);
    let mut marked: Vec<String> = diagram.squares.iter().map(|square| (*square).to_owned()).collect();
    // Appends an empty name, because the last square would otherwise be highlighted as the end of a move.
    marked.push(String::new());
    Ok(draw(&game.info(language), &view, &marked, Style::default()))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    let path = path.display();
    let en = format!("cannot write \"{path}\": {error}");
    let fr = format!("impossible d'écrire «\u{a0}{path}\u{a0}»\u{a0}: {error}");
    Failure::about("--pictures", en, fr)
}

pub fn list(console: &mut Console<'_>, json: bool) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let games = registry.games().iter();
    let games = games.map(|id| Ok(input::open(registry, id)?.info(language))).collect::<Outcome<Vec<_>>>()?;
    if json {
        return Ok(super::variation::write_json(&games, out)?);
    }
    for game in &games {
        write(console, game)?;
    }
    Ok(())
}

fn write(console: &mut Console<'_>, game: &GameInfo) -> std::io::Result<()> {
    let &mut Console { language, ref mut out, .. } = console;
    let rules = pick(language, "rules", "règles");
    let draws = pick(
        language,
        [
            "repetition=N    draw at the Nth occurrence of a position",
            "quiet-limit=N   draw after N moves by each side without a capture",
        ],
        [
            "repetition=N    nulle à la N-ième apparition d'une position",
            "quiet-limit=N   nulle après N coups de chaque camp sans prise",
        ],
    );
    writeln!(out, "{}  {} ({rules} {})", game.id, game.name, game.rules_version)?;
    writeln!(out, "    {}", game.tagline)?;
    for choice in game.options.iter().flat_map(|option| &option.choices) {
        let number = if choice.draws.is_some() { "=N" } else { "" };
        let spec = match choice.code.as_str() {
            "" => game.id.to_owned(),
            code => format!("{}:{code}{number}", game.id),
        };
        writeln!(out, "    {spec}  ({}) {}", choice.name, choice.description)?;
    }
    for line in draws {
        writeln!(out, "    option {line}")?;
    }
    Ok(())
}
