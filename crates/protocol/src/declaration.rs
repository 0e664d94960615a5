use std::fmt;

/// Declares one option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The option's name.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
}

/// Tells what values an option takes, and which it has unless it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A text.
    Text {
        /// The value unless it is set.
        default: String,
    },
    /// A whole number.
    Number {
        /// The value unless it is set.
        default: u64,
        /// The least and the greatest value.
        range: (u64, u64),
    },
    /// Yes or no, written `true` and `false`.
    Check {
        /// The value unless it is set.
        default: bool,
    },
    /// One of several texts without spaces.
    Choice {
        /// The value unless it is set.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// No value: setting it does something once.
    Button,
}

/// Writes what follows the word `option`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Number { default, range: (least, most) } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Choice { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
        }
    }
}
