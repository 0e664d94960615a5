//! Checks that everything in a lesson is true on the board.

use std::sync::atomic::AtomicBool;

use entourage_registry::kernel::{Language, Piece, SquareInfo};
use entourage_registry::{AnyGame, AnyMatch, Limits, NoClock, Notation, Score, SearchSettings};

use crate::open::after;
use crate::scene::Scene;
use crate::{Condition, Fault, LessonError, Mention, OpenLesson, Span, Step, Subject, Try, What, Words};

const DEPTH: u32 = 3;
/// Maximum score difference between moves that count as tied, in hundredths of the least valuable piece.
const TIE: i32 = 20;
/// Number of moves, besides the accepted ones, that the search scores exactly.
const OTHERS: usize = 12;
const LANGUAGES: [Language; 2] = [Language::English, Language::French];

/// Returns all errors in a lesson. The check ensures that:
///
/// - pieces and squares named in the texts are on the board, and named powers are active before or after the move;
/// - pieces, squares and cards are marked up rather than named in plain words;
/// - the subjects of the lesson are on the board or active in one of its steps;
/// - the accepted moves are exactly the legal moves that reach the goal, and some legal move does not reach it;
/// - for goals about winning, material or the best move, the search finds no better move than the accepted ones; for other
///   goals, no accepted move loses by force or misses a forced win;
/// - the listed wrong moves fail for the specified reason.
pub fn check(open: &OpenLesson) -> Vec<LessonError> {
    let mut found = Vec::new();
    for language in LANGUAGES {
        if let Err(error) = open.view(Notation::Ours, language) {
            found.push(error);
            return found;
        }
    }
    let lesson = open.lesson();
    let steps: Vec<(&Step, &dyn AnyMatch)> =
        lesson.steps.iter().enumerate().filter_map(|(index, step)| Some((step, open.start(index)?))).collect();
    let mut moments: Vec<Vec<Box<dyn AnyMatch>>> = Vec::new();
    for &(step, start) in &steps {
        let right = check_goal(open, step, start, &mut found);
        check_best(step, start, &right, &mut found);
        for wrong in &step.wrong {
            check_try(open, step, start, wrong, &mut found);
        }
        let seen = right.iter().filter_map(|text| after(start, [(step.line, text.as_str())]).ok());
        let mut seen: Vec<Box<dyn AnyMatch>> = std::iter::once(start.copy()).chain(seen).collect();
        if let (Some(last), false) = (seen.last(), step.replies.is_empty()) {
            let replies = step.replies.iter().map(|(line, text)| (*line, text.as_str()));
            match after(last.as_ref(), replies) {
                Ok(replied) => seen.push(replied),
                Err(error) => found.push(error),
            }
        }
        check_part(open, step, &seen, &mut found);
        moments.push(seen);
    }
    for (step, moments) in lesson.steps.iter().zip(&moments) {
        for words in [&step.task, &step.praise].into_iter().chain(&step.hints) {
            check_words(open, words, moments, &mut found);
        }
        // The praise must be true after every accepted move.
        let replied = usize::from(!step.replies.is_empty());
        for moment in moments.iter().skip(1).take(moments.len().saturating_sub(1 + replied)) {
            for language in LANGUAGES {
                let scene = Scene::new(open.game(), moment.as_ref(), Notation::Ours, language);
                if let Err(fault) = scene.tell(step.praise.get(language)) {
                    found.push(LessonError { line: step.praise.line, fault });
                }
            }
        }
    }
    let all: Vec<Box<dyn AnyMatch>> = moments.into_iter().flatten().collect();
    check_words(open, &lesson.title, &all, &mut found);
    for (line, subject) in &lesson.teaches {
        let seen = match subject {
            Subject::Piece(letter) => {
                let kind = open.game().metadata().piece_of(*letter).map(Piece::kind);
                all.iter().any(|moment| moment.pieces().iter().any(|(_, piece)| Some(piece.kind()) == kind))
            }
            Subject::Power(code) => is_active_in(open, code, &all),
        };
        if !seen {
            let name = match subject {
                Subject::Piece(letter) => letter.to_string(),
                Subject::Power(code) => code.clone(),
            };
            found.push(LessonError { line: *line, fault: Fault::Idle(name) });
        }
    }
    found
}

/// Checks that the displayed part of the board contains every piece, before and after the accepted moves.
fn check_part(open: &OpenLesson, step: &Step, moments: &[Box<dyn AnyMatch>], found: &mut Vec<LessonError>) {
    let Some(rim) = open.part(step) else { return };
    let topology = open.game().topology();
    let rim: Vec<_> = topology.squares.iter().filter(|square| rim.contains(&square.name.to_string())).collect();
    let lies = |at: &dyn Fn(&SquareInfo) -> f32, square: &SquareInfo| {
        rim.iter().any(|one| at(one) <= at(square) + 0.1) && rim.iter().any(|one| at(one) >= at(square) - 0.1)
    };
    // With `move any`, moves can leave the displayed part, so only the position before the move is checked.
    let count = if step.moves.is_empty() { 1 } else { moments.len() };
    let pieces = moments.iter().take(count).flat_map(|moment| moment.pieces());
    let mut outside: Vec<&str> = pieces
        .map(|(square, _)| &topology.squares[square.index()])
        .filter(|square| !lies(&|one| one.x, square) || !lies(&|one| one.y, square))
        .map(|square| square.name.as_str())
        .collect();
    outside.sort_unstable();
    outside.dedup();
    found.extend(
        outside.into_iter().map(|name| LessonError { line: step.line, fault: Fault::Outside(name.to_owned()) }),
    );
}

fn check_goal(
    open: &OpenLesson,
    step: &Step,
    start: &dyn AnyMatch,
    found: &mut Vec<LessonError>,
) -> Vec<String> {
    let legal = start.legal_moves();
    let right: Vec<String> = legal.iter().filter(|text| open.reaches(step, start, text)).cloned().collect();
    let mut say = |line: usize, fault: Fault| found.push(LessonError { line, fault });
    if right.is_empty() {
        say(step.line, Fault::Impossible);
    } else if right.len() == legal.len() {
        say(step.line, Fault::Trivial);
    }
    for (line, text) in &step.moves {
        if !right.contains(text) {
            say(*line, Fault::Unmet(text.clone()));
        }
    }
    let accepted = |text: &String| step.moves.iter().any(|(_, one)| one == text);
    if !step.moves.is_empty() {
        for text in right.iter().filter(|text| !accepted(text)) {
            say(step.line, Fault::Unlisted(text.clone()));
        }
    }
    right
}

/// Checks by search that no move is better than the accepted ones.
fn check_best(step: &Step, start: &dyn AnyMatch, right: &[String], found: &mut Vec<LessonError>) {
    let line = step.moves.first().map_or(step.line, |(line, _)| *line);
    let lines = (right.len() + OTHERS).min(256);
    let ranking = rank(start, lines);
    let Some((better, than)) = ranking.first().cloned() else { return };
    let score = |text: &String| ranking.iter().find(|(one, _)| one == text).map(|&(_, score)| score);
    let worst = ranking.last().map_or(than, |&(_, score)| score);
    let strong = step.goal.iter().any(|(_, condition)| condition.is_about_strength());
    let wins = than.plies_to_end().is_some_and(|plies| plies > 0);
    let good = |text: &String| match score(text) {
        Some(score) if wins => score.plies_to_end().is_some_and(|plies| plies > 0),
        Some(score) => !strong || than.number() - score.number() <= TIE,
        None => !strong && !wins,
    };
    let worse = |text: &String| Fault::Worse {
        text: text.clone(),
        score: score(text).unwrap_or(worst),
        better: better.clone(),
        than,
    };
    // If the step accepts every move that reaches the goal, it is enough if one of them is good.
    if step.moves.is_empty() {
        if let (false, Some(first)) = (right.iter().any(good), right.first()) {
            found.push(LessonError { line, fault: worse(first) });
        }
    } else {
        for (line, text) in step.moves.iter().filter(|(_, text)| !good(text)) {
            found.push(LessonError { line: *line, fault: worse(text) });
        }
    }
    if step.goal.iter().any(|(_, condition)| *condition == Condition::Best) {
        let listed = right.iter().filter_map(score).map(Score::number).min().unwrap_or_default();
        for (text, score) in ranking.iter().filter(|(text, _)| !right.contains(text)) {
            if listed - score.number() <= TIE {
                found.push(LessonError { line, fault: Fault::Unlisted(text.clone()) });
            }
        }
    }
    for (line, text) in &step.moves {
        if let Ok(after) = after(start, [(*line, text.as_str())])
            && after.side_to_move() != start.side_to_move()
            && rank(after.as_ref(), 1)
                .first()
                .is_some_and(|(_, score)| score.plies_to_end().is_some_and(|plies| plies > 0))
        {
            found.push(LessonError { line: *line, fault: Fault::Loses(text.clone()) });
        }
    }
}

/// Ranks the best moves with a fixed-depth search, so that the result is deterministic.
fn rank(game: &dyn AnyMatch, lines: usize) -> Vec<(String, Score)> {
    let mut search = game.search(SearchSettings { lines, ..SearchSettings::default() });
    let limits = Limits { depth: Some(DEPTH), ..Limits::NONE };
    let thought = search.run(limits, &NoClock, &AtomicBool::new(false), &mut |_| {});
    let best = thought.best.zip(thought.value);
    let others =
        thought.others.into_iter().filter_map(|other| Some((other.line.first()?.clone(), other.score)));
    best.into_iter().chain(others).collect()
}

fn check_try(open: &OpenLesson, step: &Step, start: &dyn AnyMatch, wrong: &Try, found: &mut Vec<LessonError>) {
    if let (Some(because), Ok(end)) = (&wrong.because, after(start, [(wrong.line, wrong.text.as_str())])) {
        for language in LANGUAGES {
            let scene = Scene::new(open.game(), end.as_ref(), Notation::Ours, language);
            if let Err(fault) = scene.tell(because.get(language)) {
                found.push(LessonError { line: because.line, fault });
            }
        }
        check_words(open, because, &[start.copy(), end], found);
    }
    let holds = match start.explain(&wrong.text, Language::English) {
        Err(error) => {
            found.push(LessonError { line: wrong.line, fault: Fault::Text(error) });
            return;
        }
        // The author must not explain an illegal move, because the rules already do.
        Ok(explained) if !explained.legal && wrong.because.is_some() => false,
        Ok(explained) if !explained.legal => match &wrong.code {
            Some(code) => explained.reasons.iter().any(|reason| reason.code == *code),
            None => false,
        },
        Ok(_) => {
            let verdict = open.lesson().steps.iter().position(|one| one.line == step.line);
            let verdict = verdict
                .and_then(|index| open.judge(index, &wrong.text, Notation::Ours, Language::English).ok());
            verdict.is_some_and(|verdict| {
                let told = |code: &String| verdict.reasons.iter().any(|reason| reason.code == *code);
                !verdict.right && wrong.code.as_ref().is_none_or(told)
            })
        }
    };
    if !holds {
        found.push(LessonError { line: wrong.line, fault: Fault::NotWrong(wrong.text.clone()) });
    }
}

fn check_words(open: &OpenLesson, words: &Words, moments: &[Box<dyn AnyMatch>], found: &mut Vec<LessonError>) {
    for language in LANGUAGES {
        for span in words.get(language) {
            let fault = match span {
                Span::Plain(text) => bare(open, text, language, None).map(Fault::Bare),
                Span::Mention(mention) => check_mention(open, mention, language, moments),
            };
            found.extend(fault.map(|fault| LessonError { line: words.line, fault }));
        }
    }
}

fn check_mention(
    open: &OpenLesson,
    mention: &Mention,
    language: Language,
    moments: &[Box<dyn AnyMatch>],
) -> Option<Fault> {
    let game = open.game();
    let piece = match &mention.what {
        What::Kind(letter) | What::Piece(letter, _) => game.metadata().piece_of(*letter),
        What::Name(name) => {
            let square = game.topology().find(name).is_some();
            if !square && !is_active_in(open, name, moments) {
                return Some(Fault::Idle(name.clone()));
            }
            // The words to display are not checked, since for a card they can be the card's own name.
            return None;
        }
    };
    let shown = mention.shown.as_ref()?;
    bare(open, shown, language, piece).map(Fault::Bare)
}

fn is_active_in(open: &OpenLesson, code: &str, moments: &[Box<dyn AnyMatch>]) -> bool {
    moments.iter().any(|moment| is_active(open.game(), moment.as_ref(), code))
}

/// Returns the first word in a text that names a card, a square, or a kind of piece other than `own`.
fn bare(open: &OpenLesson, text: &str, language: Language, own: Option<Piece>) -> Option<String> {
    let game = open.game();
    let kinds = game.metadata().kinds.iter().enumerate();
    let named = kinds.map(|(index, kind)| (index, kind.name.get(language)));
    let own_words: Vec<&str> = own.map_or_else(Vec::new, |piece| {
        game.metadata().kinds[piece.kind().index()].name.get(language).split([' ', '-']).collect()
    });
    let mut forbidden: Vec<String> = named
        .flat_map(|(_, name)| name.split([' ', '-']))
        .filter(|word| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 2)
        .filter(|word| !own_words.contains(word))
        .map(str::to_owned)
        .collect();
    let cards = game.info(language).catalogue.map_or_else(Vec::new, |catalogue| catalogue.cards);
    let cards = cards.iter().flat_map(|card| card.name.split(' '));
    forbidden.extend(cards.filter(|word| word.chars().count() > 3).map(str::to_owned));
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_square =
        |word: &str| word.chars().any(|one| one.is_ascii_digit()) && game.topology().find(word).is_some();
    let mut words = words.filter(|word| {
        let one = word.strip_suffix(['s', 'x']).unwrap_or(word);
        is_square(word) || forbidden.iter().any(|name| name == word || name == one)
    });
    words.next().map(str::to_owned)
}

/// Returns whether the power, card, alert, mark, condition or ending cause with this code is active in a position.
pub(crate) fn is_active(game: &dyn AnyGame, begun: &dyn AnyMatch, code: &str) -> bool {
    let view = begun.view(Language::English);
    let cards = game.info(Language::English).catalogue.map_or_else(Vec::new, |catalogue| catalogue.cards);
    // The name of a card that is bound to no piece can occur in one of the position's conditions.
    let card = cards.into_iter().find(|card| card.code == code).map(|card| card.name);
    view.relations.iter().any(|relation| relation.kind == code)
        || view.pieces.iter().any(|piece| piece.marks.iter().any(|mark| mark == code))
        || view.alert.as_deref() == Some(code)
        || view.ended.as_ref().is_some_and(|end| end.cause == code)
        || view.conditions.iter().any(|condition| {
            condition.code == code || card.as_ref().is_some_and(|card| condition.sentence.contains(card))
        })
}
