//! Password rules and hashing.

use std::sync::LazyLock;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use entourage_store::random;
use passwords::analyzer::is_common_password;
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::cpu_budget::run_blocking;
use crate::domain::Error;

/// Minimum length in characters (ASVS 6.2.1).
const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 128;
/// Passwords that contain only digits are rejected up to this length.
const MAX_DIGITS_ONLY: usize = 10;
/// Argon2id memory in KiB, iterations and parallelism, as OWASP's password storage cheat sheet recommends.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// Maximum number of hashes computed concurrently; each needs 19 MiB.
const CONCURRENCY: usize = 2;
const QUEUE: usize = 32;

/// Minimum length of a common word to look for in a password; shorter entries of the list would match by chance.
const MIN_WORD: usize = 4;
/// Minimum number of digits and symbols around common words for a password to be acceptable.
const MIN_AROUND: usize = 6;

pub(crate) struct Passwords {
    running: Semaphore,
    waiting: Semaphore,
    /// A dummy hash, verified if the account does not exist, so that the response takes equally long.
    dummy: LazyLock<String>,
}

impl Passwords {
    pub fn new() -> Self {
        Self {
            running: Semaphore::new(CONCURRENCY),
            waiting: Semaphore::new(CONCURRENCY + QUEUE),
            dummy: LazyLock::new(|| {
                let drawn = random::<16>().unwrap_or_default();
                hashed(&String::from_utf8_lossy(&drawn), drawn).unwrap_or_default()
            }),
        }
    }

    pub fn check(password: &str, name: &str) -> Result<(), Error> {
        let length = password.chars().take(MAX_LENGTH + 1).count();
        if length < MIN_LENGTH {
            return Err(Error::PasswordShort);
        }
        if length > MAX_LENGTH {
            return Err(Error::PasswordLong);
        }
        if is_common(password, name) { Err(Error::PasswordCommon) } else { Ok(()) }
    }

    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let (password, salt) = (normal(password), random().map_err(|_| Error::Unavailable)?);
        let hashed = self.work(move || hashed(&password, salt)).await?;
        hashed.ok_or(Error::Internal)
    }

    /// Returns whether a password matches the stored hash; if `kept` is `None`, returns `false` after the same time.
    pub async fn fits(&self, password: &str, kept: Option<&str>) -> Result<bool, Error> {
        // No valid password is longer than `MAX_LENGTH`, so any further characters need not be hashed.
        let (password, known) =
            (normal(&password.chars().take(MAX_LENGTH + 1).collect::<String>()), kept.is_some());
        let kept = kept.unwrap_or(&self.dummy).to_owned();
        let fits = self.work(move || verify(&password, &kept)).await?;
        Ok(fits && known)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _place = self.waiting.try_acquire().map_err(|_| Error::AccountsBusy)?;
        let _turn = self.running.acquire().await.map_err(|_| Error::Internal)?;
        run_blocking(work).await.ok_or(Error::Internal)
    }
}

fn normal(password: &str) -> String {
    password.nfc().collect()
}

fn argon2() -> Option<Argon2<'static>> {
    let (memory, rounds, lanes) = COST;
    let params = Params::new(memory, rounds, lanes, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hashed(password: &str, salt: [u8; 16]) -> Option<String> {
    let salt = SaltString::encode_b64(&salt).ok()?;
    Some(argon2()?.hash_password(password.as_bytes(), &salt).ok()?.to_string())
}

fn verify(password: &str, kept: &str) -> bool {
    // The cost parameters are part of the stored hash.
    let Ok(kept) = PasswordHash::new(kept) else { return false };
    argon2().is_some_and(|argon2| argon2.verify_password(password.as_bytes(), &kept).is_ok())
}

/// Returns whether a password is easily guessed: it is on a list of 100,000 common passwords, or is a repeated pattern, a sequence from
/// the alphabet or keyboard, digits, the user's name, or one or two words from the list with digits and symbols around them.
fn is_common(password: &str, name: &str) -> bool {
    let small = password.to_lowercase();
    let letters: Vec<char> = small.chars().collect();
    // A repeated short pattern.
    let repeats = |period: usize| (period..letters.len()).all(|at| letters[at] == letters[at - period]);
    if (1..=letters.len() / 2).any(|period| period <= 4 && repeats(period)) {
        return true;
    }
    const ROWS: [&str; 8] = [
        "01234567890123456789",
        "abcdefghijklmnopqrstuvwxyz",
        "qwertyuiopasdfghjklzxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn",
        "qwertzuiopasdfghjklyxcvbnm",
        "1q2w3e4r5t6y7u8i9o0p",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
        "qazwsxedcrfvtgbyhnujmikolp",
    ];
    let back: String = letters.iter().rev().collect();
    if ROWS.iter().any(|row| row.contains(&small) || row.contains(&back)) {
        return true;
    }
    let plain: String = letters.iter().map(|letter| plain(*letter)).collect();
    let own: String = name.to_lowercase().chars().filter(|letter| letter.is_alphabetic()).collect();
    [small.as_str(), plain.as_str()].into_iter().any(|text| {
        // Symbols and digits around the words add little strength.
        let core = text.trim_matches(|letter: char| !letter.is_alphabetic());
        let around = letters.len() - core.chars().count();
        core.is_empty() && letters.len() <= MAX_DIGITS_ONLY
            || is_common_password(text)
            || around < MIN_AROUND && (core == own || core == "entourage" || is_made_of_common(core))
    })
}

/// Returns whether a text is one or two words of the list of common passwords.
fn is_made_of_common(text: &str) -> bool {
    let is_word = |part: &str| part.chars().count() >= MIN_WORD && is_common_password(part);
    let mut ends = text.char_indices().map(|(end, _)| end);
    is_word(text)
        || text.chars().all(char::is_alphabetic)
            && ends.any(|end| is_word(&text[..end]) && is_word(&text[end..]))
}

/// Returns the letter that a digit or symbol commonly replaces.
fn plain(letter: char) -> char {
    match letter {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_long_and_common_passwords_are_rejected() {
        let check = |password: &str| Passwords::check(password, "Ada Lovelace");
        let long = "correct horse ".repeat(9);
        for good in [
            "correct horse battery staple",
            "tr0ub4dor&3x",
            "cat83910472",
            "éàüöß漢字かな",
            "x9!kq2#z",
            &long,
            "        d7 f",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        assert_eq!(check("short"), Err(Error::PasswordShort));
        assert_eq!(check("漢字かな漢字か"), Err(Error::PasswordShort), "characters count, not bytes");
        assert_eq!(check(&"xk7".repeat(43)), Err(Error::PasswordLong));
        for common in
            "password Password1 P@ssw0rd! 12345678 87654321 123456789 aaaaaaaa abababab abcdefgh qwertyui \
            azertyuiop 1q2w3e4r 1qaz2wsx iloveyou iloveyou2 letmein1 motdepasse adalovelace AdaLovelace99 \
            football1 welcome123 dragon2024 sunshine! princess entourage 31415926 passwordpassword \
            11111111 qwerty123 trustno1 superman1 correcthorse zaq12wsx 1234qwer Marseille13"
                .split(' ')
        {
            assert_eq!(check(common), Err(Error::PasswordCommon), "{common}");
        }
    }

    #[tokio::test]
    async fn hashes_are_salted_argon2id_and_match_only_their_password() {
        let passwords = Passwords::new();
        let (one, other) = (
            passwords.hash("a long enough one").await.unwrap(),
            passwords.hash("a long enough one").await.unwrap(),
        );
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && one != other, "{one}");
        assert!(passwords.fits("a long enough one", Some(&one)).await.unwrap());
        assert!(!passwords.fits("a long enough onf", Some(&one)).await.unwrap());
        assert!(!passwords.fits("a long enough one", None).await.unwrap());
        // Passwords are normalised, so that equivalent Unicode sequences match.
        let kept = passwords.hash("caf\u{e9} au lait").await.unwrap();
        assert!(passwords.fits("cafe\u{301} au lait", Some(&kept)).await.unwrap());
    }

    #[tokio::test]
    async fn requests_beyond_the_queue_are_refused() {
        let passwords = Passwords::new();
        let _all = passwords.waiting.try_acquire_many((CONCURRENCY + QUEUE) as u32).unwrap();
        assert!(matches!(passwords.fits("whatever", None).await, Err(Error::AccountsBusy)));
    }
}
