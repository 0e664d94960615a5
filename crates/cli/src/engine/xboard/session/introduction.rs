//! The engine's introduction: features, variants and options.

use std::io::{self, Write};

use entourage_protocol::xboard::{Answer, Feature};
use entourage_protocol::{Declaration, OptionKind};
use entourage_registry::SHUFFLED_OPTION;

use super::Session;
use crate::engine::options::Options;
use crate::engine::xboard::board;

/// Options that are not announced: this protocol has its own words for them, or none.
pub(super) const UNSAID: [&str; 7] =
    ["Game", "Hash", "Threads", "Ponder", SHUFFLED_OPTION, "UCI_ShowWDL", "UCI_Variant"];

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn introduce(&self) -> io::Result<()> {
        let is = |name, is| Answer::Feature(name, Feature::Is(is));
        self.say(&is("done", false))?;
        let name = format!("Entourage {}", env!("CARGO_PKG_VERSION"));
        self.say(&Answer::Feature("myname", Feature::Text(name)))?;
        let names = board::names(
            &self.registry,
            self.registry.open(&self.started).as_deref().unwrap_or(self.game.as_ref()),
        );
        self.say(&Answer::Feature("variants", Feature::Text(names.join(","))))?;
        for name in [
            "ping",
            "setboard",
            "playother",
            "usermove",
            "time",
            "draw",
            "reuse",
            "analyze",
            "memory",
            "smp",
            "highlight",
            "debug",
        ] {
            self.say(&is(name, true))?;
        }
        for name in ["san", "sigint", "sigterm", "colors", "ics", "name", "pause", "nps", "exclude", "setscore"]
        {
            self.say(&is(name, false))?;
        }
        for declaration in Options::declarations(&self.registry, self.game.as_ref()) {
            if let Some(option) = described(&declaration) {
                self.say(&Answer::Feature("option", Feature::Text(option)))?;
            }
        }
        self.say(&is("done", true))
    }
}

fn described(declaration: &Declaration) -> Option<String> {
    let name = declaration.name;
    if UNSAID.contains(&name) {
        return None;
    }
    Some(match &declaration.kind {
        // XBoard's numbers have 32 bits.
        OptionKind::Number { default, range: (_, most) } if *most > i32::MAX as u64 => {
            format!("{name} -string {default}")
        }
        OptionKind::Number { default, range: (least, most) } => {
            format!("{name} -spin {default} {least} {most}")
        }
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::Choice { choices, default } => {
            let choices: Vec<String> = choices
                .iter()
                .map(|choice| if choice == default { format!("*{choice}") } else { choice.clone() })
                .collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
    })
}
