//! Tests the solver: against plain recursion on every game, on known wins, with interruptions, and with damaged proofs.

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, Evaluate, Random, Rules, Side, Specimens};
use entourage_solver::{CheckpointError, Distance, NoProof, Proof, Settings, Solver};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;

use crate::plain::{scatter_plain, wins};

/// Compares the solver with plain recursion on random positions from `throw`; returns how many are wins.
fn compare<R: Evaluate + Specimens + Default>(
    throw: impl Fn(&R, &mut Random) -> Option<R::Position>,
    positions: usize,
    plies: u16,
    seed: u64,
) -> usize {
    let rules = R::default();
    let mut random = Random::new(seed);
    let (mut seen, mut won) = (0, 0);
    while seen < positions {
        let Some(position) = throw(&rules, &mut random) else { continue };
        let attacker = Side::BOTH[random.below(2)];
        if rules.outcome(&position).is_some() {
            continue;
        }
        seen += 1;
        let text = rules.write_position(&position);
        let shortest = (1..=plies).find(|&plies| wins(&rules, &position, attacker, plies));
        // The solver must find the same result in many small slices as in a single call.
        for slice in [50, u64::MAX] {
            let settings = Settings { attacker, table_mb: 1 };
            let mut solver = Solver::new(rules.clone(), position.clone(), settings);
            while !solver.advance(slice, plies) {}
            let Distance { least, most } = solver.distance();
            match shortest {
                Some(shortest) => {
                    assert_eq!((least, most), (shortest, shortest), "{text}");
                    let proof = solver.proof(&rules.metadata().id).unwrap();
                    proof.verify(&rules, Adjudication::NONE).unwrap();
                    assert_eq!(Proof::read(&proof.to_string()).as_ref(), Ok(&proof));
                    assert_eq!((proof.claims[0].plies, &proof.claims[0].position), (shortest, &text));
                }
                None => {
                    assert!(least > plies && most == Distance::NEVER, "{text}: {least} {most}");
                    assert_eq!(solver.proof(&rules.metadata().id), Err(NoProof::NothingFound));
                }
            }
        }
        won += usize::from(shortest.is_some());
    }
    won
}

#[test]
fn the_solver_agrees_with_plain_recursion() {
    for (name, won, least) in [
        ("toddler", compare(Toddler::scatter, 60, 2, 1), 1),
        ("symmetron44", compare(Symmetron::scatter, 120, 3, 2), 10),
        ("struggle", compare(Struggle::scatter, 300, 5, 3), 50),
        ("plain struggle", compare(scatter_plain, 300, 5, 5), 50),
        ("chess", compare(Chess::scatter, 100, 3, 4), 5),
    ] {
        assert!(won >= least, "only {won} wins of {name} were compared");
    }
}

/// Places a few pieces randomly, with a count of quiet plies close to the fifty-move limit.
fn scatter_near_the_limit(rules: &Chess, random: &mut Random) -> Option<<Chess as Rules>::Position> {
    let mut board = [[None; 8]; 8];
    let pieces =
        [&["K", "k", "Q", "R"][..], &["K", "k", "R", "R"], &["K", "k", "Q", "p"], &["K", "k", "Q", "n"]];
    for piece in pieces[random.below(pieces.len())] {
        let place = &mut board[random.below(8)][random.below(8)];
        if place.is_some() {
            return None;
        }
        *place = Some(*piece);
    }
    let rows = board.map(|row| row.map(|piece| piece.unwrap_or("1")).concat());
    let text = format!("{} w - - {} 90", rows.join("/"), 94 + random.below(6));
    let canonical = |text: &str| rules.read_position(text).ok();
    // A run of empty squares is written as one number, as in FEN.
    let counted = (2..=8).rev().fold(text, |text, count| text.replace(&"1".repeat(count), &count.to_string()));
    canonical(&counted)
}

#[test]
fn wins_near_the_fifty_move_limit_agree_with_plain_recursion() {
    let won = compare(scatter_near_the_limit, 600, 4, 6);
    assert!(won >= 15, "only {won} wins were compared");
}

#[test]
fn a_win_that_the_fifty_move_limit_prevents_later_is_found_in_time() {
    solved::<Chess>("8/3k4/8/8/1Q3R2/8/8/1K6 w - - 95 90", 5);
    solved::<Chess>("8/2k5/1R6/5K2/8/7Q/8/8 w - - 95 90", 5);
}

fn solved<R: Evaluate + Specimens + Default>(position: &str, plies: u16) -> Proof {
    let rules = R::default();
    let root = rules.read_position(position).unwrap();
    let attacker = root.side_to_move();
    let mut solver = Solver::new(rules.clone(), root, Settings { attacker, table_mb: 16 });
    assert!(solver.advance(20_000_000, plies), "{position} is too hard");
    assert_eq!(solver.distance(), Distance { least: plies, most: plies }, "{position}");
    let proof = solver.proof(&rules.metadata().id).unwrap();
    proof.verify(&rules, Adjudication::NONE).unwrap();
    proof
}

#[test]
fn known_wins_are_proved() {
    let ladder = solved::<Chess>("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3);
    assert_eq!(ladder.claims[0].replies.len(), 1);
    solved::<Chess>("8/8/8/8/8/6K1/5Q2/7k w - - 0 1", 1);
    solved::<Chess>("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", 1);
    solved::<Chess>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3);
    // The White is past all enemy pieces and walks to its goal.
    solved::<Struggle>("1/2/1W1/4/5/6/5/6/5/w3/3/2/1 1 - - - - -", 3);
}

#[test]
fn an_interrupted_search_resumes() {
    let rules = Struggle::default();
    let root = rules.start();
    let settings = Settings { attacker: Side::First, table_mb: 16 };
    let mut first = Solver::new(rules.clone(), root, settings);
    assert!(first.advance(u64::MAX, 5));
    let known = first.distance();
    assert!(known.least == 6 && known.most == Distance::NEVER);
    let mut saved = Vec::new();
    first.save("struggle", &mut saved).unwrap();
    let mut second = Solver::new(rules.clone(), root, Settings { table_mb: 64, ..settings });
    second.load("struggle", &mut saved.as_slice()).unwrap();
    assert_eq!((second.distance(), second.nodes()), (known, first.nodes()));
    assert!(second.advance(1, 5), "nothing is left to do");
    assert!(first.advance(u64::MAX, 6) && second.advance(u64::MAX, 6));
    assert_eq!(first.distance(), second.distance());

    let mut other = Solver::new(rules, root, Settings { attacker: Side::Second, ..settings });
    let task = other.load("struggle", &mut saved.as_slice());
    assert!(matches!(task, Err(CheckpointError::OtherTask(task)) if task.starts_with("struggle 1 w/bk/")));
    for damaged in [&b"rubbish"[..], b"", &saved[..saved.len() / 2], &[&saved[..], b"x"].concat()] {
        let mut bytes = damaged;
        assert!(matches!(second.load("struggle", &mut bytes), Err(CheckpointError::Damaged)));
        assert_eq!(second.distance().least, 1, "nothing is known then");
    }
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut bytes = saved.clone();
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        assert!(second.load("struggle", &mut bytes.as_slice()).is_err(), "byte {at}");
    }
}

#[test]
fn damaged_proofs_are_refused_with_their_line() {
    let rules = Chess::default();
    let text = solved::<Chess>("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3).to_string();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |text: String| {
        let flaw = Proof::read(&text).and_then(|proof| proof.verify(&rules, Adjudication::NONE)).unwrap_err();
        assert!(!flaw.problem().is_empty());
        (flaw.line, flaw.problem.en)
    };
    let line = |index: usize, with: String| {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines[index] = with;
        lines.join("\n")
    };
    let [root, reply] = [lines[4], lines[5]];
    let moved = root.split(['\t', ' ']).nth_back(1).unwrap();
    for (number, text, part) in [
        (1, String::new(), "expected \"entourage proof 1\""),
        (2, line(1, "chess".to_owned()), "expected \"game\""),
        (3, line(2, "attacker 3".to_owned()), "expected side 1 or 2"),
        (4, line(3, "claims 1".to_owned()), "expected 1 claims, but there are"),
        (4, lines[..lines.len() - 1].join("\n"), "claims, but there are"),
        (5, line(4, root.replace('\t', " ")), "expected a claim"),
        (6, line(5, reply.replacen('1', "2", 1)), "expected a claim"),
        (5, line(4, root.replace("/8/8/8", "/8/8/9")), ""),
        (5, line(4, root.replacen("\t3\t", "\t2\t", 1)), "does not lead"),
        (5, line(4, root.replace(moved, "a1a9")), "is not a legal move"),
        (5, line(4, root.replace(&format!("{moved} 1"), &format!("{moved} won"))), "does not lead"),
        (5, line(4, root.replace(&format!("{moved} 1"), &format!("{moved} 99"))), "does not lead"),
        (5, line(4, format!("{root} a2a3 1")), "does not lead"),
        (6, line(5, reply.rsplit_once(' ').unwrap().0.rsplit_once(' ').unwrap().0.to_owned()), ""),
        (5, line(2, "attacker 2".to_owned()), "is missing from the claim"),
    ] {
        let (found, problem) = refused(text.clone());
        assert!(found == number && problem.contains(part), "line {found}: {problem} for\n{text}");
    }
}

#[test]
fn proofs_that_adjudication_could_prevent_are_refused() {
    let rules = Chess::default();
    let proof = solved::<Chess>("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3);
    let limited = |limit| Adjudication { quiet_limit: Some(limit), ..Adjudication::NONE };
    assert!(proof.verify(&rules, limited(1)).is_err() && proof.verify(&rules, limited(2)).is_ok());
    let repetition = Adjudication { repetition: Some(2), ..Adjudication::NONE };
    assert!(proof.verify(&rules, repetition).is_ok(), "no position comes up twice");
}

#[test]
fn proofs_that_repetition_could_prevent_are_refused() {
    let rules = Chess::default();
    // Claims about one position with different numbers of plies might all be on one line of play. The positions below
    // differ only in their counters, and the rules themselves draw at the third occurrence.
    for (count, limit, holds) in [(2, None, true), (2, Some(2), false), (3, None, false), (1, Some(2), true)] {
        let claims = (1..=count).map(|plies| {
            let (number, quiet) = (plies - 1, 2 * plies);
            format!("{number}\t{plies}\t6k1/5ppp/8/8/8/8/8/R5K1 w - - {quiet} {plies}\ta1a8 won\n")
        });
        let claims: String = claims.collect();
        let text = format!("entourage proof 1\ngame chess\nattacker 1\nclaims {count}\n{claims}");
        let repetition = Adjudication { repetition: limit, ..Adjudication::NONE };
        let verified = Proof::read(&text).unwrap().verify(&rules, repetition);
        assert_eq!(verified.is_ok(), holds, "{verified:?} for\n{text}");
    }
}

#[test]
fn damage_anywhere_in_a_proof_is_survived() {
    let rules = Chess::default();
    let text = solved::<Chess>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3).to_string();
    let mut random = Random::new(9);
    let mut refused = 0;
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(2) {
            let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
            match random.below(3) {
                0 => bytes.swap(from, to),
                1 => bytes[from] = b"\n\t 019kQw-/"[random.below(11)],
                _ => drop(bytes.remove(from)),
            }
        }
        let Ok(damaged) = String::from_utf8(bytes) else { continue };
        match Proof::read(&damaged) {
            // If the damaged proof is still valid, writing and reading it must not change it.
            Ok(proof) if proof.verify(&rules, Adjudication::NONE).is_ok() => {
                assert_eq!(Proof::read(&proof.to_string()), Ok(proof));
            }
            _ => refused += 1,
        }
    }
    assert!(refused > 2_000, "only {refused} were refused");
}

#[test]
fn slices_do_not_change_what_is_searched() {
    let rules = Struggle::default();
    let count = |slice: u64| {
        let settings = Settings { attacker: Side::First, table_mb: 64 };
        let mut solver = Solver::new(rules.clone(), rules.start(), settings);
        while !solver.advance(slice, 9) {}
        (solver.distance().least, solver.nodes())
    };
    let (least, whole) = count(u64::MAX);
    assert_eq!(least, 10);
    for slice in [1_000, 30_000] {
        assert_eq!(count(slice), (least, whole), "in slices of {slice}");
    }
}
