//! Writes solutions as text, in the style of Popeye, a program for composers.

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Side};

use super::{Branch, Composition, Role};

struct Writer {
    first: Side,
    language: Language,
    is_cooperative: bool,
    out: String,
}

impl Composition {
    /// Writes set play, tries, solutions, and in the last line a verdict.
    pub fn text(&self, language: Language) -> String {
        let is_cooperative = self.task.stipulation.is_cooperative();
        let mut writer = Writer { first: self.first, language, is_cooperative, out: String::new() };
        let none =
            if self.set_play.is_some() { ["none", "aucun"] } else { ["not available", "pas disponible"] };
        if self.task.set_play {
            let set = self.set_play.as_deref().unwrap_or_default();
            let none = if set.is_empty() { format!("  {}\n", writer.pick(none)) } else { String::new() };
            writer.out += &format!("{}\n{none}", writer.pick(["set play:", "jeu apparent\u{a0}:"]));
            writer.write(set, 1);
            writer.out.push('\n');
        }
        for list in [&self.tries, &self.keys].into_iter().filter(|list| !list.is_empty()) {
            writer.write(list, 0);
            writer.out.push('\n');
        }
        writer.out + &self.verdict(language) + "\n"
    }

    /// Returns the verdict in words: whether there are solutions, several first moves, shorter solutions and duals.
    pub fn verdict(&self, language: Language) -> String {
        let pick = |texts| pick(language, texts);
        let turns =
            |turns: u16| counted(language, turns.into(), pick(["turn", "tour"]), pick(["turns", "tours"]));
        let Some(fewest) = self.fewest else {
            return format!(
                "{} {}",
                pick(["no solution within", "pas de solution en"]),
                turns(self.task.turns)
            );
        };
        let count = |has: &dyn Fn(&Branch) -> bool| self.keys.iter().map(|key| key.count(has)).sum::<u64>();
        let keys = self.keys.iter().map(|key| &*key.text).collect::<Vec<_>>().join(", ");
        let mut verdict = match self.keys.len() {
            _ if self.task.stipulation.is_cooperative() => {
                counted(language, count(&|branch| branch.then.is_empty()), "solution", "solutions")
            }
            1 => format!("{} {keys}", pick(["one key:", "une seule clé\u{a0}:"])),
            number => {
                format!("{} {number} {} {keys}", pick(["cooked,", "démoli,"]), pick(["keys:", "clés\u{a0}:"]))
            }
        };
        if fewest < self.task.turns {
            let shortest = pick(["shortest solution:", "plus courte solution\u{a0}:"]);
            verdict += &format!("; {shortest} {}", turns(fewest));
        }
        match count(&|branch| branch.then.iter().any(|next| next.role == Role::Dual)) {
            0 => verdict,
            duals => format!("{verdict}; {}", counted(language, duals, "dual", "duals")),
        }
    }
}

impl Writer {
    fn pick(&self, texts: [&'static str; 2]) -> &'static str {
        pick(self.language, texts)
    }

    fn write(&mut self, branches: &[Branch], number: u32) {
        if self.is_cooperative {
            branches.iter().for_each(|branch| self.line(branch, number, None, " "));
        } else {
            self.list(branches, number, None, "  ");
        }
    }

    /// Returns the number of a move's turn, after a move with the number `number` by the side `before`.
    fn number(&self, branch: &Branch, number: u32, before: Option<Side>) -> u32 {
        number + u32::from(branch.side == self.first && before != Some(self.first))
    }

    /// Writes moves, one per line, each followed by its continuations.
    fn list(&mut self, branches: &[Branch], number: u32, before: Option<Side>, indent: &str) {
        let is_refutation = |branch: &&Branch| branch.role == Role::Refutation;
        let (refutations, others): (Vec<_>, Vec<_>) = branches.iter().partition(is_refutation);
        for (index, branch) in others.iter().chain(&refutations).enumerate() {
            if index == others.len() {
                self.out += &format!("{indent}{}\n", self.pick(["but", "mais"]));
            }
            let number = self.number(branch, number, before);
            let dots = if branch.side == self.first { "." } else { "..." };
            let role = match branch.role {
                Role::Plain => "",
                Role::Key | Role::Refutation => " !",
                Role::Try => " ?",
                Role::Dual => " (dual)",
            };
            let threats = match branch.threats.as_deref() {
                None => "",
                Some([]) => " zugzwang",
                Some(_) => self.pick([" threat:", " menace\u{a0}:"]),
            };
            self.out += &format!("{indent}{number}{dots}{}{role}{threats}\n", branch.signed());
            let (other, deeper) = (Some(!branch.side), format!("{indent}  "));
            self.list(branch.threats.as_deref().unwrap_or_default(), number, other, &format!("{deeper}  "));
            if branch.omitted > 0 {
                let [one, many] = [["reply does", "réponse ne pare"], ["replies do", "réponses ne parent"]];
                let (one, many) = (self.pick(one), self.pick(many));
                let omitted = counted(self.language, branch.omitted as u64, one, many);
                let rest = self.pick(["not stop the threat", "pas la menace"]);
                self.out += &format!("{deeper}({omitted} {rest})\n");
            }
            self.list(&branch.then, number, Some(branch.side), &deeper);
        }
    }

    /// Writes every line of a tree on its own.
    fn line(&mut self, branch: &Branch, number: u32, before: Option<Side>, line: &str) {
        let dots = match before {
            _ if self.number(branch, 0, before) > 0 => format!("{}.", number + 1),
            None => format!("{number}..."),
            Some(_) => String::new(),
        };
        let number = self.number(branch, number, before);
        let line = match &*branch.text {
            Branch::SKIP => line.to_owned(),
            _ => format!("{line} {dots}{}", branch.signed()),
        };
        if branch.then.is_empty() {
            self.out += &format!("{line}\n");
        }
        branch.then.iter().for_each(|next| self.line(next, number, Some(branch.side), &line));
    }
}

/// Selects the English or the French text.
fn pick(language: Language, [english, french]: [&'static str; 2]) -> &'static str {
    if language == Language::French { french } else { english }
}

impl Branch {
    fn count(&self, has: &dyn Fn(&Self) -> bool) -> u64 {
        u64::from(has(self)) + self.then.iter().map(|next| next.count(has)).sum::<u64>()
    }

    fn signed(&self) -> String {
        format!("{} {}", self.text, self.sign).trim_end().to_owned()
    }
}
