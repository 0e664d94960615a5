use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::service::output;
use crate::{Outcome, about};

const SIZE: u64 = 512 << 20;
/// Sizes in bytes of the largest and smallest filler file; the remaining space is filled byte by byte.
const FILLER_SIZES: (u64, u64) = (SIZE / 2, 64 << 10);

/// A small file system for the server's data, which can be filled. Dropping `Disk` unmounts the file system.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    pub kind: &'static str,
    /// Whether the folder is on a separate file system, which can be filled.
    pub is_mounted: bool,
}

impl Disk {
    /// Mounts an ext4 image, or else a tmpfs, or else uses a plain folder.
    pub fn create(below: &Path) -> Outcome<Self> {
        let (folder, image) = (below.join("disk"), below.join("disk.image"));
        fs::create_dir_all(&folder).map_err(about(&folder))?;
        let mounted = File::create(&image).and_then(|file| file.set_len(SIZE)).is_ok()
            && succeeds(Command::new("mkfs.ext4").args(["-q", "-m", "0"]).arg(&image))
            && succeeds(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&folder));
        if mounted {
            return Ok(Self { folder, kind: "ext4 in a file", is_mounted: true });
        }
        let _ = fs::remove_file(&image);
        let size = format!("size={SIZE}");
        if succeeds(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&folder)) {
            return Ok(Self { folder, kind: "memory (tmpfs)", is_mounted: true });
        }
        eprintln!(
            "SKIPPED: full disks, because no file system can be mounted; run the scenario as root, or inside `unshare --user --map-root-user --mount`"
        );
        Ok(Self { folder, kind: "a plain folder, which cannot be filled", is_mounted: false })
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub fn fill(&self) -> Outcome {
        let (mut size, mut number) = (FILLER_SIZES.0, 0);
        while size >= FILLER_SIZES.1 {
            let piece = self.folder.join(format!("ballast-{number}"));
            if succeeds(Command::new("fallocate").args(["-l", &size.to_string()]).arg(&piece)) {
                number += 1;
            } else {
                // A failed fallocate may have allocated space.
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
        if self.is_mounted && !succeeds(Command::new("umount").arg(&self.folder)) {
            eprintln!("soak: {} is still mounted: `umount {0}`", self.folder.display());
        }
    }
}

fn succeeds(command: &mut Command) -> bool {
    output(command).is_ok()
}
