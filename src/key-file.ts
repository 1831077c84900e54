/**
 * The key that encrypts ("seals") secrets. The key is in a file in the data directory, with permissions for its owner
 * only. It is never in the database.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from './db/errors.ts'
import { query } from './db/query.ts'
import type { Reader, Store } from './db/store.ts'
import type { Random } from './lib/time/clock.ts'
import { KEY_BYTES, SealBroken, Vault } from './lib/vault.ts'

export const KEY_FILE = 'aviary.key'

const CHECK_NAME = 'key_check'
const CHECK_TEXT = 'this database was sealed with this key'

export interface KeySettings {
  /** The key as 64 hex digits; empty if the key file is used. */
  readonly key: string
  /** Directory of the key file. */
  readonly data: string
}

/** Path of the key file; undefined when a setting provides the key. */
export function keyFileOf({ key, data }: KeySettings): string | undefined {
  return key === '' ? join(data, KEY_FILE) : undefined
}

/**
 * Opens the vault of a database. For a new database, the key from the settings is used; without this setting, the key
 * file is used, and created if it is missing. The function then stores a check value that this key has sealed. For an
 * existing database, only its original key is accepted. With a wrong key, every token would fail without a visible
 * reason.
 * @throws {StoreRefused} when the key is missing, malformed, or belongs to another database
 */
export async function openVault(store: Store, settings: KeySettings, random: Random): Promise<Vault> {
  const file = keyFileOf(settings)
  const isNew = !(await hasKeyNote(store))
  if (isNew && file !== undefined) makeKey(file, random)
  const vault = findVault(settings, random)
  if (isNew) {
    const value = vault.seal(CHECK_TEXT, CHECK_NAME)
    // No event: the key is not part of the network.
    await store.write((tx) => tx.run(writeFact, { name: CHECK_NAME, value }))
  }
  // The key of a new database is also checked, because another process may have stored its check value first.
  await requireKey(store, vault)
  return vault
}

/**
 * The vault with the key that the settings `key` and `data` determine.
 * @throws {StoreRefused} when the key is missing or malformed
 */
export function findVault(settings: KeySettings, random: Random): Vault {
  const file = keyFileOf(settings)
  if (file === undefined) return vaultOf(settings.key, file, random)
  // This call throws when the user of this process has no access to the directory.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new StoreRefused(
      `there is no ${file}, and the secrets in the database are sealed with it; put it back from a backup, or name the right directory with --data`,
    )
  }
  return vaultOf(readFileSync(file, 'utf8').trim(), file, random)
}

function vaultOf(hex: string, file: string | undefined, random: Random): Vault {
  if (!/^[0-9a-f]{64}$/i.test(hex)) {
    throw new StoreRefused(
      `the key (${file ?? 'setting "key"'}) must be 64 hex digits; restore it from your backup`,
    )
  }
  return new Vault(Buffer.from(hex, 'hex'), random)
}

/**
 * Refuses a key that did not seal the secrets of the database.
 * @throws {StoreRefused}
 */
export async function requireKey(reader: Reader, vault: Vault): Promise<void> {
  const note = await reader.first(readFact, { name: CHECK_NAME })
  if (note === undefined) return
  try {
    vault.open(note.value, CHECK_NAME)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new StoreRefused(
      `the key is not the one that this database was sealed with; put the right ${KEY_FILE} into the data directory, or give it as the setting "key"`,
      { cause: error },
    )
  }
}

/**
 * True when the database has the check value of a key. A database without a check value contains no sealed values: it
 * is new, or the process that migrated it ended before it created the key.
 */
export async function hasKeyNote(reader: Reader): Promise<boolean> {
  return (await reader.first(readFact, { name: CHECK_NAME })) !== undefined
}

/**
 * Creates the key file if it is missing. The write is atomic, because another process may read the file at the same
 * time.
 */
function makeKey(file: string, random: Random): void {
  if (existsSync(file)) return
  const temporary = `${file}.${random(6).toString('hex')}`
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    writeSync(handle, `${random(KEY_BYTES).toString('hex')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    linkSync(temporary, file)
  } catch (error) {
    // Another process has created the file first, so its key is used.
    if (!(Error.isError(error) && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

const readFact = query<{ name: string }>()((k, p) =>
  k.selectFrom('facts').select('value').where('name', '=', p('name')),
)

const writeFact = query<{ name: string; value: string }>()((k, p) =>
  k
    .insertInto('facts')
    .values({ name: p('name'), value: p('value') })
    .onConflict((conflict) => conflict.doNothing()),
)
