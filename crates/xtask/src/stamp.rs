use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::Outcome;

/// A hash of file names and contents, used to skip build steps whose inputs and outputs have not changed.
#[derive(Default)]
pub struct Stamp(DefaultHasher);

impl Stamp {
    /// Adds a file, or all files below a folder except files and folders whose names are in `excluded`. A missing path is not
    /// an error.
    pub fn tree(mut self, path: &Path, excluded: &[&str]) -> Outcome<Self> {
        self.take(path, excluded).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(self)
    }

    fn take(&mut self, path: &Path, excluded: &[&str]) -> std::io::Result<()> {
        if path.is_dir() {
            let mut entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                if !excluded.iter().any(|name| entry.file_name() == *name) {
                    entry.file_name().hash(&mut self.0);
                    self.take(&entry.path(), excluded)?;
                }
            }
        } else if path.exists() {
            fs::read(path)?.hash(&mut self.0);
        }
        Ok(())
    }

    pub fn text(self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

pub fn is_current(file: &Path, stamp: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|written| written == stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_depends_on_names_and_contents() {
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
