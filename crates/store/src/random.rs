/// Returns bits from the operating system's randomness, for ids, keys and salts that no one can guess.
pub fn random<const BYTES: usize>() -> Result<[u8; BYTES], getrandom::Error> {
    let mut bits = [0; BYTES];
    getrandom::fill(&mut bits)?;
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn what_is_drawn_differs() {
        let all: HashSet<[u8; 16]> = (0..1000).map(|_| random().unwrap()).collect();
        assert_eq!(all.len(), 1000);
    }
}
