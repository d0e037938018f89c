#include "CSharedStoreMigrations.h"

#ifndef __has_embed
#error "This compiler has no #embed (clang 19 or newer is needed)."
#endif

// To add a migration: one array here, one row below. A test compares both with the folder.
static const char store_and_snapshots[] = {
#embed "../../Migrations/0001_create_store_and_snapshots.sql" suffix(, 0) if_empty(0)
};
static const char documents_and_search[] = {
#embed "../../Migrations/0002_create_documents_and_search.sql" suffix(, 0) if_empty(0)
};
static const char jobs[] = {
#embed "../../Migrations/0003_create_jobs.sql" suffix(, 0) if_empty(0)
};

#define ROW(name, array) { name, array, sizeof(array) - 1 }

static const struct shared_store_migration table[] = {
    ROW("0001_create_store_and_snapshots.sql", store_and_snapshots),
    ROW("0002_create_documents_and_search.sql", documents_and_search),
    ROW("0003_create_jobs.sql", jobs),
};

size_t shared_store_migration_count(void) { return sizeof(table) / sizeof(table[0]); }

struct shared_store_migration shared_store_migration_at(size_t index) {
  if (index >= shared_store_migration_count()) return (struct shared_store_migration){0, 0, 0};
  return table[index];
}
