/* SQLite as Swift can see it.
 *
 * `SQLITE_TRANSIENT` is -1 cast to a function pointer, which Swift does not
 * import, and `sqlite3_db_config` is variadic. Each inline function below gives
 * a name to a use of one of those; there is no logic here.
 */
#ifndef TODAYCENTER_CSQLITE_SHIM_H
#define TODAYCENTER_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Both copy what they bind. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Refuses schema tricks of a file that somebody else may have written. */
static inline int csqlite_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

#endif
