/**
 * The fingerprint function changed, so stored fingerprints are useless. If there were fingerprints, the row with
 * the fingerprint 0 is removed too. Then requests that were signed earlier are refused, as after a crash.
 */
import type { Migration } from '../migration.ts'

export const nonceFingerprints: Migration = {
  name: '0024-nonce-fingerprints',
  statements: () => [],
  postgresStatements: ['delete from nonces where exists (select from nonces where fingerprint <> 0)'],
}
