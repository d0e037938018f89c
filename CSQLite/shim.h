// What Swift cannot reach by itself: C variadics, function-like macros and calls that the
// platform's own Swift module leaves out. Nothing here decides anything.
#ifndef SHARED_STORE_SQLITE_SHIM_H
#define SHARED_STORE_SQLITE_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#endif
#include <unistd.h>

// https://www.sqlite.org/c3ref/c_static.html: cast macros, invisible to Swift.
static inline sqlite3_destructor_type shared_store_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

static inline sqlite3_destructor_type shared_store_sqlite_static(void) { return SQLITE_STATIC; }

// https://www.sqlite.org/c3ref/db_config.html: variadic.
static inline int shared_store_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

// The name of an extended code; sqlite3_errstr() only knows a sentence for the primary code.
static inline const char *shared_store_code_name(int code) {
#define SHARED_STORE_NAME(x) \
  case x: return #x
  switch (code) {
    SHARED_STORE_NAME(SQLITE_OK);
    SHARED_STORE_NAME(SQLITE_ERROR);
    SHARED_STORE_NAME(SQLITE_INTERNAL);
    SHARED_STORE_NAME(SQLITE_PERM);
    SHARED_STORE_NAME(SQLITE_ABORT);
    SHARED_STORE_NAME(SQLITE_BUSY);
    SHARED_STORE_NAME(SQLITE_LOCKED);
    SHARED_STORE_NAME(SQLITE_NOMEM);
    SHARED_STORE_NAME(SQLITE_READONLY);
    SHARED_STORE_NAME(SQLITE_INTERRUPT);
    SHARED_STORE_NAME(SQLITE_IOERR);
    SHARED_STORE_NAME(SQLITE_CORRUPT);
    SHARED_STORE_NAME(SQLITE_NOTFOUND);
    SHARED_STORE_NAME(SQLITE_FULL);
    SHARED_STORE_NAME(SQLITE_CANTOPEN);
    SHARED_STORE_NAME(SQLITE_PROTOCOL);
    SHARED_STORE_NAME(SQLITE_SCHEMA);
    SHARED_STORE_NAME(SQLITE_TOOBIG);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT);
    SHARED_STORE_NAME(SQLITE_MISMATCH);
    SHARED_STORE_NAME(SQLITE_MISUSE);
    SHARED_STORE_NAME(SQLITE_AUTH);
    SHARED_STORE_NAME(SQLITE_RANGE);
    SHARED_STORE_NAME(SQLITE_NOTADB);
    SHARED_STORE_NAME(SQLITE_BUSY_RECOVERY);
    SHARED_STORE_NAME(SQLITE_BUSY_SNAPSHOT);
    SHARED_STORE_NAME(SQLITE_BUSY_TIMEOUT);
    SHARED_STORE_NAME(SQLITE_CANTOPEN_ISDIR);
    SHARED_STORE_NAME(SQLITE_CANTOPEN_SYMLINK);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_CHECK);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_DATATYPE);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_FOREIGNKEY);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_NOTNULL);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_PRIMARYKEY);
    SHARED_STORE_NAME(SQLITE_CONSTRAINT_UNIQUE);
    SHARED_STORE_NAME(SQLITE_CORRUPT_INDEX);
    SHARED_STORE_NAME(SQLITE_IOERR_ACCESS);
    SHARED_STORE_NAME(SQLITE_IOERR_FSTAT);
    SHARED_STORE_NAME(SQLITE_IOERR_FSYNC);
    SHARED_STORE_NAME(SQLITE_IOERR_LOCK);
    SHARED_STORE_NAME(SQLITE_IOERR_NOMEM);
    SHARED_STORE_NAME(SQLITE_IOERR_READ);
    SHARED_STORE_NAME(SQLITE_IOERR_SHMMAP);
    SHARED_STORE_NAME(SQLITE_IOERR_SHMOPEN);
    SHARED_STORE_NAME(SQLITE_IOERR_SHMSIZE);
    SHARED_STORE_NAME(SQLITE_IOERR_SHORT_READ);
    SHARED_STORE_NAME(SQLITE_IOERR_TRUNCATE);
    SHARED_STORE_NAME(SQLITE_IOERR_WRITE);
    SHARED_STORE_NAME(SQLITE_READONLY_CANTINIT);
    SHARED_STORE_NAME(SQLITE_READONLY_CANTLOCK);
    SHARED_STORE_NAME(SQLITE_READONLY_DBMOVED);
    SHARED_STORE_NAME(SQLITE_READONLY_DIRECTORY);
    SHARED_STORE_NAME(SQLITE_READONLY_RECOVERY);
    SHARED_STORE_NAME(SQLITE_READONLY_ROLLBACK);
    default: return (const char *)0;
  }
#undef SHARED_STORE_NAME
}

// The header of the WAL index: https://www.sqlite.org/walformat.html#the_wal_index_header. Every
// commit changes it, and SQLite's own readers compare it to know whether their cache is still good.
#define SHARED_STORE_INDEX_WORDS 6

struct shared_store_index_header {
  uint64_t words[SHARED_STORE_INDEX_WORDS];
};

// The header in the shared memory that the connection has mapped already; NULL when it has none,
// or only a private copy of it. Valid as long as the connection is open.
static inline const volatile uint64_t *shared_store_index_header_of(sqlite3 *db) {
  sqlite3_file *file = 0;
  void volatile *region = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return 0;
  int code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
  return code == SQLITE_OK || code == SQLITE_READONLY ? (const volatile uint64_t *)region : 0;
}

static inline struct shared_store_index_header shared_store_copy_index_header(
    const volatile uint64_t *header) {
  struct shared_store_index_header copy;
  for (int i = 0; i < SHARED_STORE_INDEX_WORDS; i++) copy.words[i] = header[i];
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return copy;
}

static inline int shared_store_index_header_is(
    const volatile uint64_t *header, const struct shared_store_index_header *copy) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  for (int i = 0; i < SHARED_STORE_INDEX_WORDS; i++) {
    if (header[i] != copy->words[i]) return 0;
  }
  return 1;
}

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
