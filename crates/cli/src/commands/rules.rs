use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::Path;

use entourage_kernel::{Language, Problem};
use entourage_picture::{Style, draw};
use entourage_registry::{AnyGame, Registry};

use crate::board::{self, Paint};
use crate::failure::Failure;
use crate::input;

/// How a block of a rules page begins that holds a position.
const POSITION: &str = "```position";

/// Prints the rules page of a game, its positions drawn as text or as pictures in a folder.
///
/// # Errors
/// A wrong game, a folder that cannot be written, or a closed output.
pub fn run(
    registry: &Registry,
    game: &str,
    pictures: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = input::open(registry, game)?;
    if let Some(folder) = pictures {
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    }
    let page = game.rules_page(language);
    let mut lines = page.lines();
    let mut number = 0;
    while let Some(line) = lines.next() {
        if line != POSITION {
            writeln!(out, "{}", tied(without_anchor(line), language))?;
            continue;
        }
        for block in lines.by_ref().take_while(|line| *line != "```") {
            let Some(diagram) = Diagram::read(block) else { continue };
            number += 1;
            match pictures {
                None => write_board(game.as_ref(), &diagram, language, out)?,
                Some(folder) => {
                    let file = folder.join(format!("{number}.svg"));
                    let picture = picture(game.as_ref(), &diagram, language)?;
                    fs::write(&file, picture).map_err(|error| unwritten(&file, &error))?;
                    // Brackets let a name have spaces.
                    writeln!(out, "![{}](<{}>)", tied(diagram.caption, language), file.display())?;
                }
            }
        }
    }
    Ok(())
}

/// Holds a position of a rules page: `POSITION | caption | square … | move …`, all but the first of which may be missing.
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

/// Ties the signs of a French line to their words, as the page does with texts that people wrote.
fn tied(line: &str, language: Language) -> Cow<'_, str> {
    if language != Language::French {
        return Cow::Borrowed(line);
    }
    let mut line = line.to_owned();
    for sign in [":", ";", "?", "!", "»"] {
        line = line.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    Cow::Owned(line.replace("« ", "«\u{a0}"))
}

/// Takes the name that a heading or paragraph is cited by off its line.
fn without_anchor(line: &str) -> &str {
    let found = line.strip_suffix('}').and_then(|line| line.rsplit_once(" {#"));
    found.map_or(line, |(line, _)| line)
}

fn write_board(
    game: &dyn AnyGame,
    diagram: &Diagram<'_>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let view = input::begin(game, Some(diagram.position))?.view(language);
    writeln!(out, "```")?;
    for row in board::draw_marked(game.topology(), &game.info(language), &view, &diagram.squares, Paint::Plain)
    {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "```\n\n{}", tied(diagram.caption, language))?;
    Ok(())
}

fn picture(game: &dyn AnyGame, diagram: &Diagram<'_>, language: Language) -> Result<String, Failure> {
    let view = input::begin(game, Some(diagram.position))?.view(language);
    let mut marked: Vec<String> = diagram.squares.iter().map(|square| (*square).to_owned()).collect();
    // No square of these is the last one of a move.
    marked.push(String::new());
    Ok(draw(&game.info(language), &view, &marked, Style::default()))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    let path = path.display();
    let en = format!("\"{path}\" cannot be written: {error}");
    let fr = format!("«\u{a0}{path}\u{a0}» ne peut être écrit\u{a0}: {error}");
    Failure::at("--pictures", Problem::new(en, fr))
}
