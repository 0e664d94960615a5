//! The text format of proofs: a header of four lines, then one claim per line, then the game's definition, if it is included.

use std::fmt;

use entourage_kernel::{Problem, Side, Text};

use crate::{Claim, Proof, ProofError, Reply};

const FIRST: &str = "entourage proof 1";
const WON: &str = "won";
/// Begins a source file of the definition, followed by its number of lines.
const TEXT: &str = "text ";

impl Proof {
    pub(crate) const HEAD: usize = 4;

    /// Parses a proof without checking whether it holds, which [`verify`](Self::verify) does. Fails on a malformed line, or on
    /// too few or too many claims.
    pub fn read(text: &str) -> Result<Self, ProofError> {
        let mut lines = text.split_terminator('\n').map(|line| (line, line.strip_suffix('\r').unwrap_or(line)));
        if lines.next().map(|(_, line)| line) != Some(FIRST) {
            let fr = format!("attendu\u{a0}: «\u{a0}{FIRST}\u{a0}»");
            return Err(ProofError::new(1, Problem::new(format!("expected \"{FIRST}\""), fr)));
        }
        let mut field = |number: usize, name: &str| {
            let value = lines.next().and_then(|(_, line)| line.strip_prefix(name)?.strip_prefix(' '));
            value.ok_or_else(|| {
                let fr = format!("attendu\u{a0}: «\u{a0}{name}\u{a0}» et sa valeur");
                ProofError::new(number, Problem::new(format!("expected \"{name}\" and its value"), fr))
            })
        };
        let game = field(2, "game")?.to_owned();
        let attacker = match field(3, "attacker")? {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(ProofError::new(3, Text::new("expected side 1 or 2", "doit être 1 ou 2").into())),
        };
        let count = field(4, "claims")?;
        let (mut claims, mut texts) = (Vec::new(), Vec::new());
        let mut number = Self::HEAD;
        while let Some((_, line)) = lines.next() {
            number += 1;
            if let Some(length) = line.strip_prefix(TEXT) {
                let length = length.parse().unwrap_or(0);
                // The lines of a definition are kept as they are, since its hash depends on every byte.
                let text: Vec<&str> = lines.by_ref().take(length).map(|(line, _)| line).collect();
                if length == 0 || text.len() < length {
                    let problem =
                        Text::new("the text of the game is not complete", "le texte du jeu n'est pas complet");
                    return Err(ProofError::new(number, problem.into()));
                }
                number += length;
                texts.push(text.join("\n"));
                continue;
            }
            let claim = read_claim(line, claims.len()).filter(|_| texts.is_empty()).ok_or_else(|| {
                let problem = Text::new(
                    "expected a claim with number, plies, position and moves (each followed by the next claim or \"won\"), separated by tabs",
                    "attendu\u{a0}: une affirmation avec numéro, demi-coups, position et coups (chacun suivi de l'affirmation suivante ou de «\u{a0}won\u{a0}»), séparés par des tabulations",
                );
                ProofError::new(number, problem.into())
            })?;
            claims.push(claim);
        }
        if count != claims.len().to_string() || claims.is_empty() {
            let problem = Problem::new(
                format!("expected {count} claims, but there are {}", claims.len()),
                format!("attendu\u{a0}: {count} affirmations, mais il y en a {}", claims.len()),
            );
            return Err(ProofError::new(4, problem));
        }
        Ok(Self { game, attacker, claims, texts })
    }
}

fn read_claim(line: &str, number: usize) -> Option<Claim> {
    let mut fields = line.split('\t');
    let (index, plies, position, moves) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let numbered = index == number.to_string() && fields.next().is_none();
    let plies = plies.parse().ok().filter(|plies: &u16| *plies > 0 && numbered)?;
    let mut words = moves.split(' ');
    let mut replies = Vec::new();
    while let Some(text) = words.next() {
        let to = match words.next()? {
            WON => None,
            index => Some(index.parse().ok()?),
        };
        replies.push(Reply { text: text.to_owned(), to });
    }
    Some(Claim { plies, position: position.to_owned(), replies })
}

/// Formats the proof as text that [`Proof::read`] can parse.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, attacker, claims, texts } = self;
        writeln!(f, "{FIRST}\ngame {game}\nattacker {}\nclaims {}", attacker.number(), claims.len())?;
        for (number, Claim { plies, position, replies }) in claims.iter().enumerate() {
            write!(f, "{number}\t{plies}\t{position}")?;
            for (index, Reply { text, to }) in replies.iter().enumerate() {
                let between = if index == 0 { '\t' } else { ' ' };
                match to {
                    Some(to) => write!(f, "{between}{text} {to}")?,
                    None => write!(f, "{between}{text} {WON}")?,
                }
            }
            writeln!(f)?;
        }
        for text in texts {
            writeln!(f, "{TEXT}{}\n{text}", text.split('\n').count())?;
        }
        Ok(())
    }
}
