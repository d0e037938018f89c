// What Swift cannot reach by itself: C variadics, function-like macros and calls that the
// platform's own Swift module leaves out. Nothing here decides anything.
#ifndef SHARED_STORE_SQLITE_SHIM_H
#define SHARED_STORE_SQLITE_SHIM_H


#include <sqlite3.h>
#include <stdint.h>

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

#endif
