#include "CSharedStoreMigrations.h"

#ifndef __has_embed
#error "This compiler has no #embed (clang 19 or newer is needed)."
#endif

// To add a migration: one array here, one row below. A test compares both with the folder.
static const char identity_and_snapshots[] = {
#embed "../../Migrations/0001_create_identity_and_snapshots.sql" suffix(, 0) if_empty(0)
};

static const char documents_and_undo[] = {
#embed "../../Migrations/0002_create_documents_and_undo.sql" suffix(, 0) if_empty(0)
};

static const char search_index[] = {
#embed "../../Migrations/0003_create_search_index.sql" suffix(, 0) if_empty(0)
};

static const char jobs[] = {
#embed "../../Migrations/0004_create_jobs.sql" suffix(, 0) if_empty(0)
};

static const char prefixes_and_counted_units[] = {
#embed "../../Migrations/0005_add_prefix_index_and_counted_units.sql" suffix(, 0) if_empty(0)
};

#define ROW(name, array) { name, array, sizeof(array) - 1 }
static const struct shared_store_migration table[] = {
    ROW("0001_create_identity_and_snapshots.sql", identity_and_snapshots),
    ROW("0002_create_documents_and_undo.sql", documents_and_undo),
    ROW("0003_create_search_index.sql", search_index),
    ROW("0004_create_jobs.sql", jobs),
    ROW("0005_add_prefix_index_and_counted_units.sql", prefixes_and_counted_units),
};

size_t shared_store_migration_count(void) { return sizeof(table) / sizeof(table[0]); }

struct shared_store_migration shared_store_migration_at(size_t index) {
  if (index >= shared_store_migration_count()) return (struct shared_store_migration){0, 0, 0};
  return table[index];
}
