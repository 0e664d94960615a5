use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::thread;

use crate::run::{command, entourage_reading, entourage_reading_bytes};

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

fn suite(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toddler/tests/data");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn suites_give_their_expected_output() {
    for (spec, file) in [("toddler", "toddler.tsv"), ("toddler:summary", "toddler-summary.tsv")] {
        let suite = suite(file);
        let positions: String =
            suite.lines().map(|line| format!("{}\n", line.split('\t').next().unwrap())).collect();
        let answered = entourage_reading(&["batch", spec], &positions).answer();
        assert_eq!(answered.lines().count(), suite.lines().count());
        for (found, wanted) in answered.lines().zip(suite.lines()) {
            if wanted.split('\t').nth(1) == Some("refused") {
                let (fields, wanted): (Vec<_>, Vec<_>) =
                    (found.split('\t').collect(), wanted.split('\t').collect());
                assert_eq!(fields[..2], wanted[..2]);
                assert!(fields.len() == 3 && !fields[2].is_empty(), "{found}");
            } else {
                assert_eq!(found, wanted);
            }
        }
    }
}

#[test]
fn every_line_gives_one_row() {
    let mut input = Vec::new();
    for line in [START.as_bytes(), b"", b"a\tb", b"\xff\xfe", b"\x1b[2J", b" ", "é".as_bytes()] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(&vec![b'1'; 1 << 20]);
    input.extend_from_slice(format!("\n{START}\r\n{START}").as_bytes());
    let rows = entourage_reading_bytes(&["batch", "toddler"], &input).answer();
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    let words: Vec<&str> = rows.iter().map(|row| row[1]).collect();
    let (good, bad) = ("ongoing", "refused");
    assert_eq!(words, [good, bad, bad, bad, bad, bad, bad, bad, good, good]);
    assert!(rows.iter().all(|row| row.len() == 3 && !row.concat().contains(char::is_control)));
    assert!(rows.iter().filter(|row| row[1] == bad).all(|row| row[0].len() < 1000 && !row[2].is_empty()));
    assert_eq!(rows[2][0], "a\\tb");
    assert_eq!(entourage_reading(&["batch", "toddler"], "").answer(), "");
}

#[test]
fn long_input_needs_bounded_memory() {
    const LINES: usize = 50_000;
    let mut child = command(&["batch", "toddler"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        for number in 0..LINES {
            let line = if number % 100 == 0 { START } else { "nonsense w -" };
            writeln!(input, "{line}").unwrap();
        }
    });
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 0..LINES {
        let row = rows.next().unwrap().unwrap();
        let word = if number % 100 == 0 { "\tongoing\t" } else { "\trefused\t" };
        assert!(row.contains(word), "row {number}: {row}");
        #[cfg(target_os = "linux")]
        if number == LINES / 100 || number == LINES - 1 {
            let memory = peak_kilobytes(child.id());
            assert!(memory < 64 * 1024, "{memory} kB after {number} lines");
        }
    }
    assert!(rows.next().is_none());
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
}

/// Returns the peak memory of a process in kilobytes, or 0 if it has exited.
#[cfg(target_os = "linux")]
fn peak_kilobytes(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map_or(0, |line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
}

#[test]
fn interactive_use_is_possible() {
    let mut child = command(&["batch", "toddler"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(input, "{START}").unwrap();
        input.flush().unwrap();
        assert!(rows.next().unwrap().unwrap().starts_with(START));
    }
    drop(input);
    assert!(rows.next().is_none() && child.wait().unwrap().success());
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut child = command(&["batch", "toddler"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // Ends when the command has exited and the pipe is broken.
    while writeln!(input, "{START}").is_ok() {}
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}
