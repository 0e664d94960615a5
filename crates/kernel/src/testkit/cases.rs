use crate::{Adjudication, History, Rules};

/// Splits the lines of a table into tab-separated fields. Skips comments, which begin with `#`.
pub fn rows<const FIELDS: usize>(table: &str) -> impl Iterator<Item = [&str; FIELDS]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().unwrap_or_else(|_| panic!("expected {FIELDS} fields: {line}"))
    })
}

/// Checks a position; `kind` determines what is checked:
///
/// - `legal` or `illegal`: a move,
/// - `unreadable`: a text that is not a move,
/// - `status`: the status of the position, or `refused` if it is invalid,
/// - `count`: the number of legal moves,
/// - `result`: a move and the position after it,
/// - `after`: a move and the status after it,
/// - `game`: moves, then ` = ` and the status after them.
pub fn check_case<R: Rules>(
    rules: &R,
    adjudication: Adjudication,
    [text, kind, what]: [&str; 3],
    context: &str,
) {
    let Ok(position) = rules.read_position(text) else {
        assert_eq!((kind, what), ("status", "refused"), "{context}");
        return;
    };
    let read = |text: &str| rules.read_move(text).unwrap_or_else(|error| panic!("{context}: {error}"));
    let played = || {
        let (text, expected) = what.split_once(' ').expect("a move and what follows");
        let next = rules.play(&position, read(text));
        (next.unwrap_or_else(|refusal| panic!("{context}: {refusal:?}")), expected)
    };
    match kind {
        "legal" | "illegal" => {
            let intent = read(what);
            assert_eq!(rules.list_moves(&position).contains(&intent), kind == "legal", "{context}");
            assert_eq!(rules.judge(&position, intent).is_ok(), kind == "legal", "{context}");
        }
        "unreadable" => assert!(rules.read_move(what).is_err(), "{context}"),
        "status" => assert_eq!(rules.status(&position).to_string(), what, "{context}"),
        "count" => assert_eq!(rules.count_moves(&position).to_string(), what, "{context}"),
        "result" => {
            let (next, expected) = played();
            assert_eq!(rules.write_position(&next), expected, "{context}");
        }
        "after" => {
            let (next, expected) = played();
            assert_eq!(rules.status(&next).to_string(), expected, "{context}");
        }
        "game" => {
            let (moves, expected) = what.split_once(" = ").expect("moves and a status");
            let mut game = History::new(rules.clone(), adjudication, position);
            for text in moves.split(' ') {
                assert!(game.play(read(text)).is_ok(), "{context}: {text} is refused");
            }
            assert_eq!(game.status().to_string(), expected, "{context}");
        }
        _ => panic!("{context}: unknown kind of check: {kind}"),
    }
}
