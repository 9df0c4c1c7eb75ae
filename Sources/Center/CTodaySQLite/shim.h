/* SQLite declarations that Swift can import.
 *
 * `SQLITE_TRANSIENT` is -1 cast to a function pointer, which Swift doesn't import, and `sqlite3_db_config` is variadic.
 * Each inline function below wraps a use of one of these, without logic of its own. */
#ifndef TODAYCENTER_CSQLITE_SHIM_H
#define TODAYCENTER_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Both copy the bound value. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Rejects schema tricks in a file that another program may have written. */
static inline int csqlite_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

#endif
