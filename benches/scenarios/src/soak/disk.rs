use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::service::output;
use crate::{Outcome, about};

/// The size of the disk, in bytes.
const SIZE: u64 = 512 << 20;
/// The largest and the smallest piece that fills it; the rest is written byte by byte.
const PIECES: (u64, u64) = (SIZE / 2, 64 << 10);

/// A small disk for the games alone, which can be filled; it is unmounted when dropped.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    pub kind: &'static str,
    /// Whether it can be filled.
    pub is_mounted: bool,
}

impl Disk {
    /// Makes one in a folder: a file with a file system of its own where the system allows it, or one in memory, or else only a folder.
    pub fn make(below: &Path) -> Outcome<Self> {
        let (folder, image) = (below.join("disk"), below.join("disk.image"));
        fs::create_dir_all(&folder).map_err(about(&folder))?;
        let made = File::create(&image).and_then(|file| file.set_len(SIZE)).is_ok()
            && done(Command::new("mkfs.ext4").args(["-q", "-m", "0"]).arg(&image))
            && done(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&folder));
        if made {
            return Ok(Self { folder, kind: "ext4 in a file", is_mounted: true });
        }
        // The rest of the attempt would only take space.
        let _ = fs::remove_file(&image);
        let size = format!("size={SIZE}");
        if done(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&folder)) {
            return Ok(Self { folder, kind: "memory (tmpfs)", is_mounted: true });
        }
        eprintln!(
            "soak: no small disk can be mounted here: NO DISK WILL BE FULL; run it as root, or inside `unshare --user --map-root-user --mount`"
        );
        Ok(Self { folder, kind: "a folder, which is never full", is_mounted: false })
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub fn fill(&self) -> Outcome {
        let (mut size, mut number) = (PIECES.0, 0);
        while size >= PIECES.1 {
            let piece = self.folder.join(format!("ballast-{number}"));
            if done(Command::new("fallocate").args(["-l", &size.to_string()]).arg(&piece)) {
                number += 1;
            } else {
                // One that does not fit may have taken what space there was.
                let _ = fs::remove_file(&piece);
                size /= 2;
            }
        }
        let is_full = |error: &std::io::Error| error.kind() == ErrorKind::StorageFull;
        let rest = self.folder.join("ballast-rest");
        let mut file = match File::create(&rest) {
            Err(error) if is_full(&error) => return Ok(()),
            file => file.map_err(about(&rest))?,
        };
        let mut bytes = &[0; 4096][..];
        loop {
            match file.write_all(bytes) {
                Ok(()) => {}
                Err(error) if is_full(&error) && bytes.len() > 1 => bytes = &bytes[..1],
                Err(error) if is_full(&error) => return Ok(()),
                Err(error) => return Err(about(&rest)(error)),
            }
        }
    }

    pub fn free(&self) -> Outcome {
        for entry in fs::read_dir(&self.folder).map_err(about(&self.folder))? {
            let entry = entry.map_err(about(&self.folder))?;
            if entry.file_name().to_string_lossy().starts_with("ballast-") {
                fs::remove_file(entry.path()).map_err(about(&entry.path()))?;
            }
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted && !done(Command::new("umount").arg(&self.folder)) {
            eprintln!("soak: {} is still mounted: `umount {0}`", self.folder.display());
        }
    }
}

fn done(command: &mut Command) -> bool {
    output(command).is_ok()
}
