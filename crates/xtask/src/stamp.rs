use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::Outcome;

/// Sums up files by name and content, so that a step runs again only when its inputs or outputs have changed.
#[derive(Default)]
pub struct Stamp(DefaultHasher);

impl Stamp {
    /// Takes in a file, or every file below a folder but those whose name or folder's name is left out.
    ///
    /// # Errors
    /// A file or folder that cannot be read; one that does not exist counts as such and is no error.
    pub fn tree(mut self, path: &Path, left_out: &[&str]) -> Outcome<Self> {
        self.take(path, left_out).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(self)
    }

    fn take(&mut self, path: &Path, left_out: &[&str]) -> std::io::Result<()> {
        if path.is_dir() {
            let mut entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                if !left_out.iter().any(|name| entry.file_name() == *name) {
                    entry.file_name().hash(&mut self.0);
                    self.take(&entry.path(), left_out)?;
                }
            }
        } else if path.exists() {
            fs::read(path)?.hash(&mut self.0);
        }
        Ok(())
    }

    /// Returns the sum as text.
    pub fn text(self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

/// Tells whether a stamp was written to a file before.
pub fn stands(file: &Path, stamp: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|written| written == stamp)
}

/// Writes a stamp to a file, making its folder if needed.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, stamp: &str) -> Outcome {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, stamp))
        .map_err(|error| format!("cannot write {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_follows_names_and_contents() {
        let folder = std::env::temp_dir().join(format!("entourage-stamp-{}", std::process::id()));
        fs::create_dir_all(folder.join("kept")).unwrap();
        fs::create_dir_all(folder.join("left")).unwrap();
        let stamp = || Stamp::default().tree(&folder, &["left"]).unwrap().text();
        let empty = stamp();
        fs::write(folder.join("kept/file"), "one").unwrap();
        let one = stamp();
        fs::write(folder.join("left/file"), "one").unwrap();
        assert_eq!(one, stamp());
        fs::write(folder.join("kept/file"), "two").unwrap();
        let two = stamp();
        fs::rename(folder.join("kept/file"), folder.join("kept/renamed")).unwrap();
        let renamed = stamp();
        fs::remove_dir_all(&folder).unwrap();
        assert!(empty != one && one != two && two != renamed);
    }
}
