#ifndef CSHARED_STORE_SYSTEM_H
#define CSHARED_STORE_SYSTEM_H

// System calls that Swift's own modules of the platforms leave out. Nothing here decides anything.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#endif
#include <unistd.h>

// A file's identity, asked for without its times unless they are wanted: on kernels with
// fine-grained timestamps, a file whose times were read pays for a new one at its next write.
struct shared_store_file_status {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  int64_t changed_seconds;
  int64_t changed_nanoseconds;
  int64_t modified_seconds;
  int64_t modified_nanoseconds;
  uint32_t mode;
  uint32_t links;
  uint32_t owner;
};

#define SHARED_STORE_FOLLOW_LINK 1
#define SHARED_STORE_WITH_TIMES 2

// Returns 0 or an errno value. `path` NULL: the status of `fd` itself.
static inline int shared_store_file_status(
    int fd, const char *path, int options, struct shared_store_file_status *out) {
#ifdef __linux__
  struct statx s;
  unsigned mask = STATX_TYPE | STATX_MODE | STATX_INO | STATX_SIZE | STATX_NLINK | STATX_UID;
  int flags = path ? 0 : AT_EMPTY_PATH;
  if (options & SHARED_STORE_WITH_TIMES) mask |= STATX_CTIME | STATX_MTIME;
  if (!(options & SHARED_STORE_FOLLOW_LINK)) flags |= AT_SYMLINK_NOFOLLOW;
  if (statx(fd, path ? path : "", flags, mask, &s) != 0) return errno;
  out->device = ((uint64_t)s.stx_dev_major << 32) | s.stx_dev_minor;
  out->inode = s.stx_ino;
  out->size = s.stx_size;
  out->changed_seconds = (options & SHARED_STORE_WITH_TIMES) ? s.stx_ctime.tv_sec : 0;
  out->changed_nanoseconds = (options & SHARED_STORE_WITH_TIMES) ? s.stx_ctime.tv_nsec : 0;
  out->modified_seconds = (options & SHARED_STORE_WITH_TIMES) ? s.stx_mtime.tv_sec : 0;
  out->modified_nanoseconds = (options & SHARED_STORE_WITH_TIMES) ? s.stx_mtime.tv_nsec : 0;
  out->mode = s.stx_mode;
  out->links = s.stx_nlink;
  out->owner = s.stx_uid;
#else
  struct stat s;
  int flags = (options & SHARED_STORE_FOLLOW_LINK) ? 0 : AT_SYMLINK_NOFOLLOW;
  if ((path ? fstatat(fd, path, &s, flags) : fstat(fd, &s)) != 0) return errno;
  out->device = (uint64_t)s.st_dev;
  out->inode = s.st_ino;
  out->size = (uint64_t)s.st_size;
  out->changed_seconds = s.st_ctimespec.tv_sec;
  out->changed_nanoseconds = s.st_ctimespec.tv_nsec;
  out->modified_seconds = s.st_mtimespec.tv_sec;
  out->modified_nanoseconds = s.st_mtimespec.tv_nsec;
  out->mode = s.st_mode;
  out->links = s.st_nlink;
  out->owner = s.st_uid;
#endif
  return 0;
}

// The magic number of a file system and the bytes free to this user. Returns 0 or an errno value.
static inline int shared_store_file_system(const char *path, uint64_t *magic, uint64_t *free) {
  struct statfs s;
  if (statfs(path, &s) != 0) return errno;
  *magic = (uint64_t)s.f_type & 0xffffffff;
  *free = (uint64_t)s.f_bavail * (uint64_t)s.f_bsize;
  return 0;
}

// A file without a name: it becomes visible whole, by linkat, or not at all. -1 with errno
// EOPNOTSUPP where the file system, or the platform, has none.
static inline int shared_store_open_nameless(const char *directory, mode_t mode) {
#ifdef O_TMPFILE
  return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
#else
  errno = EOPNOTSUPP;
  return -1;
#endif
}

#endif
