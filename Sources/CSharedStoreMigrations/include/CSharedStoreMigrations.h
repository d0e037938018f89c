#ifndef CSHARED_STORE_MIGRATIONS_H
#define CSHARED_STORE_MIGRATIONS_H

#include <stddef.h>

// One file of Migrations/, as it was when this was compiled. `sql` ends with a NUL.
struct shared_store_migration {
  const char *name;
  const char *sql;
  size_t length;
};

size_t shared_store_migration_count(void);

// `index` counts from 0; migration number n stands at index n - 1.
struct shared_store_migration shared_store_migration_at(size_t index);

#endif
