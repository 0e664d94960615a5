//! Tests parsing of conditional moves and time controls with the examples in `tests/data`, which the web client's tests also read
//! (`web/src/api/scripts.test.ts`).

use std::fmt::Write;
use std::fs;
use std::path::Path;

use entourage_clock::Pace;
use entourage_record::{Branch, Plan, Ply, Reply};
use serde_json::{Value, json};

fn check(file: &str, parse: impl Fn(&str) -> Option<(String, Value)>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = fs::read_to_string(&path).unwrap();
    let mut output = String::new();
    for line in text.lines().filter(|line| !line.starts_with('=')) {
        writeln!(output, "{line}").unwrap();
        match line.split_once(' ') {
            Some(("+", text)) => {
                let (written, is) = parse(text).unwrap_or_else(|| panic!("{file}: {text}"));
                assert_eq!(written, text, "{file}");
                writeln!(output, "= {is}").unwrap();
            }
            Some(("-", text)) => assert_eq!(parse(text), None, "{file}: {text}"),
            _ => assert!(line.starts_with('#'), "{file}: {line}"),
        }
    }
    if std::env::var_os("UPDATE_SCRIPTS").is_some() {
        fs::write(&path, output).unwrap();
    } else {
        assert_eq!(output, text, "{file}: UPDATE_SCRIPTS=1 rewrites the results");
    }
}

#[test]
fn plans_are_parsed() {
    fn texts(turn: &[Ply]) -> Vec<&str> {
        turn.iter().map(|ply| ply.text.as_str()).collect()
    }
    fn branches(plan: &Plan) -> Value {
        let branch = |Branch { turn, reply }: &Branch| {
            let reply = match reply {
                Reply::Play { turn, then } => json!({ "turn": texts(turn), "then": branches(then) }),
                Reply::Resign => Value::Null,
            };
            json!({ "turn": texts(turn), "reply": reply })
        };
        plan.branches.iter().map(branch).collect()
    }
    check("plans.txt", |text| text.parse::<Plan>().ok().map(|plan| (plan.to_string(), branches(&plan))));
}

#[test]
fn paces_are_parsed() {
    check("paces.txt", |text| {
        let pace: Pace = text.parse().ok()?;
        let figures = pace.figures();
        let all = json!({
            "spare": figures.spare, "grace": figures.grace, "extra": figures.extra, "bonus": figures.bonus, "within": figures.within,
            "min": figures.min, "max": figures.max, "pace": figures.pace, "vacation": figures.vacation,
        });
        Some((pace.to_string(), json!({ "kind": pace.kind().word(), "figures": all })))
    });
}
