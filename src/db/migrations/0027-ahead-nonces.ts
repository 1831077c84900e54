/**
 * Used nonces with a timestamp ahead of the server clock. The server stores these nonces before it responds. Other
 * nonces may be lost in a crash, because afterwards the server refuses timestamps from before the crash. Also adds a row that is rewritten to test whether the database
 * accepts writes.
 */
import type { Migration } from '../migration.ts'

export const aheadNonces: Migration = {
  name: '0027-ahead-nonces',
  // This table is defined per engine, like all tables of short-lived data, which are not backed up.
  statements: () => [],
  sqliteStatements: [
    'create table ahead_nonces (nonce integer primary key, second integer not null)',
    // This index is also the second copy that "aviary verify" compares.
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
