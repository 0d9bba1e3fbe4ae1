"""Disks that can be filled and cut off, which only root can mount."""

import errno
import fcntl
import os
import subprocess
import tempfile
from pathlib import Path

# linux/fs.h's EXT4_IOC_SHUTDOWN: _IOR('X', 125, __u32)
SHUTDOWN = 0x8004587D
# "EXT4_GOING_FLAGS_NOLOGFLUSH: don't flush log nor data"
NOTHING_FLUSHED = 2
# as on a disk of usual size, whose blocks are pages
BLOCK = 4096


def is_possible():
    try:
        with tempfile.TemporaryDirectory() as folder, Disk(folder, 8):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


class Disk:
    """An ext4 file system in a file of so many megabytes."""

    def __init__(self, folder, megabytes):
        self.image, self.path = Path(folder) / "disk", Path(folder) / "mounted"
        self.path.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(megabytes << 20)
        # nothing is kept for root, or left to be done later
        options = ["-q", "-m", "0", "-b", str(BLOCK), "-E", "lazy_itable_init=0,lazy_journal_init=0"]
        subprocess.run(["mkfs.ext4", *options, self.image], check=True)
        self.mount()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unmount()

    def mount(self):
        subprocess.run(["mount", "-o", "loop", self.image, self.path], check=True)

    def unmount(self):
        subprocess.run(["umount", self.path], check=True)

    def cut(self):
        """The power goes: nothing more is written, not even the journal of what was."""
        root = os.open(self.path, os.O_RDONLY)
        fcntl.ioctl(root, SHUTDOWN, NOTHING_FLUSHED.to_bytes(4, "little"))
        os.close(root)

    def fill(self, left):
        """Takes all of it but so many bytes, give or take a block, whatever else is written there meanwhile."""
        most = self.free()
        with open(self.path / "filler", "ab") as filler:
            while most >= BLOCK and (more := self.free() - left) > 0:
                try:
                    os.posix_fallocate(filler.fileno(), filler.seek(0, os.SEEK_END), max(BLOCK, min(more, most)))
                except OSError as full:
                    if full.errno != errno.ENOSPC:
                        raise
                    # ext4 counts blocks as free that it needs for its own account of a file, so that nobody gets the last
                    most //= 2

    def free(self):
        found = os.statvfs(self.path)
        return found.f_bavail * found.f_frsize

    def empty(self):
        (self.path / "filler").unlink()
