//! Reads, writes and resizes the rows of the starting position.

/// The piece letters of each row, from the top; lower case for the second side.
pub(crate) type Rows = Vec<Vec<Option<char>>>;

pub(crate) fn read(position: &str, [files, rows]: [u32; 2]) -> Option<(Rows, &str)> {
    let end = position.find(' ').unwrap_or(position.len());
    let (text, rest) = position.split_at(end);
    let mut found = Vec::new();
    for part in text.split('/') {
        let mut row = Vec::new();
        let mut letters = part.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(mut empty) = letter.to_digit(10) {
                while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                    letters.next();
                    empty = (empty * 10 + digit).min(files + 1);
                }
                row.resize(row.len() + empty as usize, None);
            } else if letter.is_ascii_alphabetic() {
                row.push(Some(letter));
            } else {
                return None;
            }
            if row.len() > files as usize {
                return None;
            }
        }
        if row.len() != files as usize {
            return None;
        }
        found.push(row);
    }
    (found.len() == rows as usize).then_some((found, rest))
}

pub(crate) fn write(rows: &Rows) -> String {
    let row = |row: &Vec<Option<char>>| {
        let (mut text, mut empty) = (String::new(), 0);
        for man in row {
            match man {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(*letter);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// Fits rows to another board size; adds and removes rows in the middle, and files on the right.
pub(super) fn fit(mut rows: Rows, [files, height]: [u32; 2]) -> Rows {
    while rows.len() > height as usize {
        rows.remove(rows.len() / 2);
    }
    while rows.len() < height as usize {
        rows.insert(rows.len().div_ceil(2), Vec::new());
    }
    for row in &mut rows {
        row.resize(files as usize, None);
    }
    rows
}
