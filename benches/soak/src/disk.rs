use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use load::Outcome;

/// The size of the disk, in bytes.
const SIZE: u64 = 512 << 20;
/// The first and the least of the pieces that a disk is filled with; what is left then is written byte by byte.
const PIECES: (u64, u64) = (SIZE / 2, 64 << 10);

/// A small disk for the games alone, which can be filled; it goes when it is dropped.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    /// What it is, for people.
    pub kind: &'static str,
    mounted: bool,
}

impl Disk {
    /// Makes one below a folder: a file with a file system of its own where the system allows it, or one in memory, or else no more than
    /// a folder, which cannot be filled.
    ///
    /// # Errors
    /// No folder can be made.
    pub fn make(below: &Path) -> Outcome<Self> {
        let (folder, image) = (below.join("disk"), below.join("disk.image"));
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let made = File::create(&image).and_then(|file| file.set_len(SIZE)).is_ok()
            && done(Command::new("mkfs.ext4").args(["-q", "-m", "0"]).arg(&image))
            && done(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&folder));
        if made {
            return Ok(Self { folder, kind: "ext4 in a file", mounted: true });
        }
        // What is left of the attempt would only take room.
        let _ = fs::remove_file(&image);
        let size = format!("size={SIZE}");
        if done(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&folder)) {
            return Ok(Self { folder, kind: "memory (tmpfs)", mounted: true });
        }
        eprintln!(
            "soak: no small disk can be mounted here, so that NO DISK WILL BE FULL; run it as root, or inside `unshare --user --map-root-user --mount`"
        );
        Ok(Self { folder, kind: "a folder, which is never full", mounted: false })
    }

    /// Returns where games are to be kept.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Tells whether it can be filled.
    pub fn is_small(&self) -> bool {
        self.mounted
    }

    /// Fills it to the last byte.
    ///
    /// # Errors
    /// Something else fails than what a full disk refuses.
    pub fn fill(&self) -> Outcome {
        let (mut size, mut number) = (PIECES.0, 0);
        while size >= PIECES.1 {
            let piece = self.folder.join(format!("ballast-{number}"));
            if done(Command::new("fallocate").args(["-l", &size.to_string()]).arg(&piece)) {
                number += 1;
            } else {
                // One that does not fit may have taken what there was.
                let _ = fs::remove_file(&piece);
                size /= 2;
            }
        }
        let failed = |error: std::io::Error| format!("cannot fill the disk: {error}");
        let mut rest = match File::create(self.folder.join("ballast-rest")) {
            Err(error) if error.kind() == ErrorKind::StorageFull => return Ok(()),
            rest => rest.map_err(failed)?,
        };
        let mut bytes = &[0; 4096][..];
        loop {
            match rest.write_all(bytes) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull && bytes.len() > 1 => bytes = &bytes[..1],
                Err(error) if error.kind() == ErrorKind::StorageFull => return Ok(()),
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Makes room again.
    ///
    /// # Errors
    /// A piece cannot be removed.
    pub fn free(&self) -> Outcome {
        let failed = |error: std::io::Error| format!("cannot make room: {error}");
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().to_string_lossy().starts_with("ballast-") {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted && !done(Command::new("umount").arg(&self.folder)) {
            eprintln!("soak: {} is still mounted: `umount {0}`", self.folder.display());
        }
    }
}

/// Runs a command that says nothing, and tells whether it could do what it was to.
fn done(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
