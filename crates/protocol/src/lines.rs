use std::io::{self, BufRead, Read};

/// Reads the next line, but of one longer than `longest` bytes only so much as shows that it is; `false` at the end.
///
/// The line keeps its line break, which an unfinished last one lacks.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead, longest: usize, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    // Room for the line break and one byte too many.
    let most = longest as u64 + 3;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if !line.ends_with(b"\n") && line.len() as u64 == most {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; 1000];
        text.extend_from_slice(b"\nshort\n\nlast");
        let mut input = text.as_slice();
        let mut lines = Vec::new();
        let mut line = Vec::new();
        while read_line(&mut input, 100, &mut line).unwrap() {
            lines.push(line.len());
        }
        assert_eq!(lines, [103, 6, 1, 4]);
    }
}
