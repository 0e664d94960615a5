//! Passwords: which are allowed, and how they are hashed.

use std::sync::LazyLock;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use entourage_store::random;
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::domain::Error;
use crate::effort::aside;

/// ASVS 6.2.1.
const FEWEST: usize = 8;
const MOST: usize = 128;
/// Digits alone are no password up to this length.
const DIGITS: usize = 10;
/// Kibibytes, rounds and lanes, as OWASP's cheat sheet on password storage recommends.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// Hashes computed at a time: each takes 19 MiB.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;

/// Stems of common passwords, one a line.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

pub(crate) struct Passwords {
    turns: Semaphore,
    places: Semaphore,
    /// Compared where there is no account: it takes as long, and never fits.
    nobody: LazyLock<String>,
}

impl Passwords {
    pub fn new() -> Self {
        Self {
            turns: Semaphore::new(AT_ONCE),
            places: Semaphore::new(AT_ONCE + WAITING),
            nobody: LazyLock::new(|| {
                let drawn = random::<16>().unwrap_or_default();
                hashed(&String::from_utf8_lossy(&drawn), drawn).unwrap_or_default()
            }),
        }
    }

    pub fn check(password: &str, name: &str) -> Result<(), Error> {
        let length = password.chars().take(MOST + 1).count();
        if length < FEWEST {
            return Err(Error::PasswordShort);
        }
        if length > MOST {
            return Err(Error::PasswordLong);
        }
        if is_common(password, name) { Err(Error::PasswordCommon) } else { Ok(()) }
    }

    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let (password, salt) = (normal(password), random().map_err(|_| Error::Unavailable)?);
        let hashed = self.work(move || hashed(&password, salt)).await?;
        hashed.ok_or(Error::Internal)
    }

    /// Returns whether a password fits; without a stored one it takes as long to refuse it.
    pub async fn fits(&self, password: &str, kept: Option<&str>) -> Result<bool, Error> {
        // Nothing longer was ever kept.
        let (password, known) = (normal(&password.chars().take(MOST + 1).collect::<String>()), kept.is_some());
        let kept = kept.unwrap_or(&self.nobody).to_owned();
        let fits = self.work(move || verify(&password, &kept)).await?;
        Ok(fits && known)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _place = self.places.try_acquire().map_err(|_| Error::AccountsBusy)?;
        let _turn = self.turns.acquire().await.map_err(|_| Error::Internal)?;
        aside(work).await.ok_or(Error::Internal)
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
    // The cost stands in what is kept.
    let Ok(kept) = PasswordHash::new(kept) else { return false };
    argon2().is_some_and(|argon2| argon2.verify_password(password.as_bytes(), &kept).is_ok())
}

/// Returns whether a password is among the first that an attacker tries: repeated letters, a row of the alphabet or the keyboard, digits,
/// the name, or common words with digits and signs around them.
fn is_common(password: &str, name: &str) -> bool {
    let small = password.to_lowercase();
    let letters: Vec<char> = small.chars().collect();
    // A few letters over and over.
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
        // What stands around the words counts little.
        let core = text.trim_matches(|letter: char| !letter.is_alphabetic());
        core.is_empty() && letters.len() <= DIGITS || core == own || is_made_of_common(core)
    })
}

fn is_made_of_common(text: &str) -> bool {
    COMMON.iter().any(|stem| {
        text.strip_prefix(stem).is_some_and(|rest| {
            let rest = rest.trim_matches(|letter: char| !letter.is_alphabetic());
            rest.chars().count() < 3 || COMMON.contains(&rest)
        })
    })
}

/// Returns the letter for which a digit or sign is commonly written.
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
    fn passwords_are_long_enough_not_too_long_and_not_the_first_that_come_to_mind() {
        let check = |password: &str| Passwords::check(password, "Ada Lovelace");
        let long = "correct horse ".repeat(9);
        for good in
            ["correct horse battery staple", "tr0ub4dor&3x", "éàüöß漢字かな", "x9!kq2#z", &long, "        d7 f"]
        {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        assert_eq!(check("short"), Err(Error::PasswordShort));
        assert_eq!(check("漢字かな漢字か"), Err(Error::PasswordShort), "characters count, not bytes");
        assert_eq!(check(&"xk7".repeat(43)), Err(Error::PasswordLong));
        for common in [
            "password",
            "Password1",
            "P@ssw0rd!",
            "12345678",
            "87654321",
            "123456789",
            "aaaaaaaa",
            "abababab",
            "abcdefgh",
            "qwertyui",
            "azertyuiop",
            "1q2w3e4r",
            "1qaz2wsx",
            "iloveyou",
            "iloveyou2",
            "letmein1",
            "motdepasse",
            "adalovelace",
            "AdaLovelace99",
            "football1",
            "welcome123",
            "dragon2024",
            "sunshine!",
            "princess",
            "entourage",
            "31415926",
            "passwordpassword",
            "11111111",
            "qwerty123",
            "trustno1",
            "superman1",
        ] {
            assert_eq!(check(common), Err(Error::PasswordCommon), "{common}");
        }
    }

    #[test]
    fn stems_stand_in_order_once_and_in_small_letters() {
        assert!(COMMON.is_sorted() && COMMON.windows(2).all(|two| two[0] != two[1]));
        assert!(COMMON.iter().all(|stem| stem.chars().count() > 2 && **stem == stem.to_lowercase()));
    }

    #[tokio::test]
    async fn what_is_kept_is_argon2id_with_a_salt_and_fits_its_password_only() {
        let passwords = Passwords::new();
        let (one, other) = (
            passwords.hash("a long enough one").await.unwrap(),
            passwords.hash("a long enough one").await.unwrap(),
        );
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && one != other, "{one}");
        assert!(passwords.fits("a long enough one", Some(&one)).await.unwrap());
        assert!(!passwords.fits("a long enough onf", Some(&one)).await.unwrap());
        assert!(!passwords.fits("a long enough one", None).await.unwrap());
        // However a keyboard writes it.
        let kept = passwords.hash("caf\u{e9} au lait").await.unwrap();
        assert!(passwords.fits("cafe\u{301} au lait", Some(&kept)).await.unwrap());
    }

    #[tokio::test]
    async fn who_comes_when_many_wait_is_told_to_come_again() {
        let passwords = Passwords::new();
        let _all = passwords.places.try_acquire_many((AT_ONCE + WAITING) as u32).unwrap();
        assert!(matches!(passwords.fits("whatever", None).await, Err(Error::AccountsBusy)));
    }
}
