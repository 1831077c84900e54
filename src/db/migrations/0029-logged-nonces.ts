/**
 * On PostgreSQL, used nonces now survive a crash and are replicated to a standby, so nonces ahead of the clock need no
 * separate table there. If a server was killed while it counted nonces in memory, there is no marker row. The migration
 * then inserts one, so that requests signed before the migration are refused.
 */
import type { Migration } from '../migration.ts'

export const loggedNonces: Migration = {
  name: '0029-logged-nonces',
  statements: () => [],
  postgresStatements: [
    'alter table nonces set logged',
    `insert into nonces (fingerprint, second) values (0, extract(epoch from clock_timestamp())::bigint + 1)
      on conflict do nothing`,
    'insert into nonces (fingerprint, second) select nonce, second from ahead_nonces on conflict do nothing',
    'drop table ahead_nonces',
  ],
}
