use std::fs;
use std::hint::black_box;

use entourage_kernel::Problem;

/// Fails if a table of `megabytes` MiB, which replaces one of `held` MiB, cannot be allocated or would exceed the
/// available memory.
pub fn require(megabytes: usize, held: usize) -> Result<(), Problem> {
    let available = available_mb().map(|available| available + held);
    let more = megabytes.saturating_sub(held);
    if available.is_some_and(|available| megabytes > available) || !can_allocate(more) {
        let (en, fr) = match available {
            Some(available) => {
                (format!(" ({available} MB available)"), format!(" ({available} Mo disponibles)"))
            }
            None => (String::new(), String::new()),
        };
        let fr = format!("impossible d'allouer {megabytes} Mo de mémoire{fr}");
        return Err(Problem::new(format!("cannot allocate {megabytes} MB of memory{en}"), fr));
    }
    Ok(())
}

fn can_allocate(megabytes: usize) -> bool {
    let bytes = megabytes.checked_mul(1 << 20);
    // Prevents the compiler from removing the allocation.
    bytes.is_some_and(|bytes| black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok())
}

/// Returns the available memory in MiB; `None` if unknown, as on systems other than Linux.
fn available_mb() -> Option<usize> {
    available(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_parsed() {
        assert_eq!(available("MemTotal: 24000 kB\nMemAvailable:   20480 kB\n"), Some(20));
        assert_eq!(available("MemAvailable: some kB"), None);
        assert_eq!(available(""), None);
    }

    #[test]
    fn excessive_sizes_are_refused() {
        assert!(require(1, 0).is_ok() && require(usize::MAX, 1).is_err() && require(1 << 40, 0).is_err());
    }
}
