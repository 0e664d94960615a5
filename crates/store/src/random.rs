/// Returns random bytes from the operating system, for unguessable IDs, keys and salts.
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
    fn values_are_distinct() {
        let all: HashSet<[u8; 16]> = (0..1000).map(|_| random().unwrap()).collect();
        assert_eq!(all.len(), 1000);
    }
}
