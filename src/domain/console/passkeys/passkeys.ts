/** Lists, renames and removes the passkeys of a console user (spec/console.md#passkeys). */
import type { Selectable } from 'kysely'
import { query } from '../../../db/query.ts'
import type { ConsolePasskeysTable } from '../../../db/schema.ts'
import type { Reader } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import { isPlainText } from '../../plain-text.ts'
import type { Credential } from './webauthn.ts'

/** Maximum number of passkeys of a console user. */
export const MAX_PASSKEYS = 20
/** In code points. */
const MAX_NAME_LENGTH = 50

export interface Passkey extends Credential {
  /** Short identifier for URLs: a hash of the credential id, which has up to 1,023 bytes. */
  readonly key: string
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Time of the last sign-in; undefined before the first sign-in. */
  readonly usedAt: number | undefined
  /**
   * Host for which the passkey was made. Undefined for a passkey that an earlier version stored and that was not used
   * since.
   */
  readonly host: string | undefined
}

/** The passkeys of a console user, oldest first. */
export async function listPasskeys(reader: Reader, consoleUserId: bigint): Promise<readonly Passkey[]> {
  return (await reader.rows(passkeysOf, { consoleUserId })).map(passkeyOf)
}

/**
 * Changes the name of a passkey.
 * @throws {Refusal} `passkey-not-found`, also for a passkey of another user; `name-too-long`, `name-invalid`
 */
export async function renamePasskey(
  { store }: Pick<Context, 'store'>,
  consoleUserId: bigint,
  key: string,
  name: string,
): Promise<Passkey> {
  checkPasskeyName(name)
  return store.write(async (tx) => {
    // No event: only the owner of a passkey reads its name.
    const passkey = await requirePasskey(tx, consoleUserId, key)
    await tx.run(updateName, { id: passkey.id, name })
    return { ...passkey, name }
  })
}

/**
 * Removes a passkey. After the commit the passkey does not sign in. Sessions stay.
 * @throws {Refusal} `passkey-not-found`, also for a passkey of another user
 */
export async function removePasskey(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { consoleUserId, accountName }: { readonly consoleUserId: bigint; readonly accountName: string },
  key: string,
): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    const { id } = await requirePasskey(tx, consoleUserId, key)
    await tx.run(deletePasskey, { id })
    append(tx, now, { kind: 'console.changed', account_name: accountName, change: 'passkey_removed' })
  })
}

/** Requires a name of 1 to 50 characters on one line. @throws {Refusal} `name-too-long`, `name-invalid` */
export function checkPasskeyName(name: string): void {
  if (name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw new Refusal('name-too-long', `the name of a passkey has 1 to ${MAX_NAME_LENGTH} characters`)
  }
  if (!isPlainText(name)) {
    throw new Refusal('name-invalid', 'the name of a passkey cannot have line breaks or control characters')
  }
}

/** Converts a stored passkey. */
export function passkeyOf(row: Selectable<ConsolePasskeysTable>): Passkey {
  return {
    key: hashSecret(row.credential_id),
    id: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports),
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
    host: row.host ?? undefined,
  }
}

async function requirePasskey(reader: Reader, consoleUserId: bigint, key: string): Promise<Passkey> {
  const found = (await listPasskeys(reader, consoleUserId)).find((each) => each.key === key)
  if (found === undefined) throw new Refusal('passkey-not-found', 'the user has no such passkey')
  return found
}

// Uses the index console_passkeys_user.
const passkeysOf = query<{ consoleUserId: bigint }>()((k, p) =>
  k
    .selectFrom('console_passkeys')
    .selectAll()
    .where('console_user_id', '=', p('consoleUserId'))
    .orderBy('created_at')
    .orderBy('credential_id'),
)

// This query and the next query use the primary key.
const updateName = query<{ id: string; name: string }>()((k, p) =>
  k
    .updateTable('console_passkeys')
    .set({ name: p('name') })
    .where('credential_id', '=', p('id')),
)

const deletePasskey = query<{ id: string }>()((k, p) =>
  k.deleteFrom('console_passkeys').where('credential_id', '=', p('id')),
)
