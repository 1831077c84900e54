/**
 * Used nonces whose timestamp lay ahead of the server's clock, on disk before the request that brought them is answered:
 * a start after a crash refuses what was stamped before it, which says nothing about these. And one row that is written
 * again and again, to see whether the database takes writes.
 */
import type { Migration } from '../migration.ts'

export const aheadNonces: Migration = {
  name: '0027-ahead-nonces',
  // Made by each engine for itself, as all that lives for minutes: no backup holds it.
  statements: () => [],
  sqliteStatements: [
    'create table ahead_nonces (nonce integer primary key, second integer not null)',
    // Also the copy that "aviary verify" compares.
    'create index ahead_nonces_copy on ahead_nonces (second, nonce)',
    'create table write_probe (one integer primary key, filler text not null)',
    'create index write_probe_copy on write_probe (filler)',
  ],
  postgresStatements: [
    'create table ahead_nonces (nonce bigint primary key, second bigint not null)',
    'create index ahead_nonces_second on ahead_nonces (second)',
    'create table write_probe (one bigint primary key, filler text not null)',
  ],
}
