/**
 * Fingerprints of nonces are made otherwise than before, and those that lie in the table tell nothing any more. Where there are
 * any, the mark goes with them: what was signed before is refused then, as after a crash of the database.
 */
import type { Migration } from '../migration.ts'

export const nonceFingerprints: Migration = {
  name: '0024-nonce-fingerprints',
  statements: () => [],
  postgresStatements: ['delete from nonces where exists (select from nonces where fingerprint <> 0)'],
}
