/** The table of counters/postgres-windows.ts. It is in this folder because migrations may not import that file. */

/**
 * Statements that create the table, for a migration.
 *
 * `started_at` is in milliseconds since the Unix epoch. Counting changes no indexed column, so PostgreSQL can update a
 * row without new index entries when its page has free space. The table is logged, so that windows survive a crash.
 */
export const RATE_WINDOWS_TABLE: readonly string[] = [
  `create table rate_windows (
    key text collate "C" primary key,
    started_at bigint not null,
    length_s integer not null,
    used integer not null
  ) with (fillfactor = 70)`,
  'create index rate_windows_end on rate_windows ((started_at + length_s * 1000::bigint))',
]
