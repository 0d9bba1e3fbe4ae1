"""Disks that a test can fill or disconnect. Only root can mount them."""

import errno
import fcntl
import os
import subprocess
import tempfile
from pathlib import Path

# linux/fs.h's EXT4_IOC_SHUTDOWN: _IOR('X', 125, __u32)
SHUTDOWN = 0x8004587D
# "EXT4_GOING_FLAGS_NOLOGFLUSH: don't flush log nor data"
NO_LOG_FLUSH = 2
# the block size of disks of usual size
BLOCK = 4096


def can_mount():
    try:
        with tempfile.TemporaryDirectory() as folder, Disk(folder, 8):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


class Disk:
    """An ext4 file system in a file."""

    def __init__(self, folder, megabytes):
        self.image, self.path = Path(folder) / "disk", Path(folder) / "mounted"
        self.path.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(megabytes << 20)
        # no blocks reserved for root, no initialisation in the background
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

    def cut_power(self):
        """Stops all writes to the disk, including the file system's journal."""
        root = os.open(self.path, os.O_RDONLY)
        fcntl.ioctl(root, SHUTDOWN, NO_LOG_FLUSH.to_bytes(4, "little"))
        os.close(root)

    def fill(self, left):
        """Fills the disk except for `left` bytes (rounded to blocks), even while other programs write."""
        step = self.free_bytes()
        with open(self.path / "filler", "ab") as filler:
            while step >= BLOCK and (excess := self.free_bytes() - left) > 0:
                try:
                    os.posix_fallocate(filler.fileno(), filler.seek(0, os.SEEK_END), max(BLOCK, min(excess, step)))
                except OSError as full:
                    if full.errno != errno.ENOSPC:
                        raise
                    # ext4 counts blocks as free that it needs for metadata of the file
                    step //= 2

    def free_bytes(self):
        status = os.statvfs(self.path)
        return status.f_bavail * status.f_frsize

    def delete_filler(self):
        (self.path / "filler").unlink()
