/**
 * Used nonces whose timestamp lay ahead of the server's clock, on disk before the request that brought them is answered:
 * a start after a crash refuses what was stamped before it, which says nothing about these.
 */
import type { Migration } from '../migration.ts'

export const aheadNonces: Migration = {
  name: '0031-ahead-nonces',
  // Made by each engine for itself, as all that lives for minutes: no backup holds it.
  statements: () => [],
  sqliteStatements: [
    'create table ahead_nonces (nonce integer primary key, second integer not null)',
    // Also the copy that "aviary verify" compares.
    'create index ahead_nonces_copy on ahead_nonces (second, nonce)',
  ],
  postgresStatements: [
    'create table ahead_nonces (nonce bigint primary key, second bigint not null)',
    'create index ahead_nonces_second on ahead_nonces (second)',
  ],
}
