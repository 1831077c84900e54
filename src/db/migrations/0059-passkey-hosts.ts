/**
 * The host for which each passkey was made (spec/console.md#passkeys). A passkey of an earlier version has no host
 * until its next sign-in.
 */
import type { Migration } from '../migration.ts'

export const passkeyHosts: Migration = {
  name: '0059-passkey-hosts',
  statements: () => ['alter table console_passkeys add column host text'],
  sqliteStatements: [
    'drop index console_passkeys_copy',
    `create index console_passkeys_copy on console_passkeys (credential_id, console_user_id, public_key, counter,
      transports, name, created_at, used_at, host)`,
  ],
}
