/** The key that seals secrets: beside the data, readable by its owner only, never in the database. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from './db/errors.ts'
import { query } from './db/query.ts'
import type { Store } from './db/store.ts'
import type { Random } from './lib/clock.ts'
import { KEY_BYTES, SealBroken, Vault } from './lib/vault.ts'

export const KEY_FILE = 'aviary.key'

const CHECK_NAME = 'key_check'
const CHECK_TEXT = 'this database was sealed with this key'

/**
 * The vault of the settings `key` and `data`; makes the key file when there is none.
 * @throws {StoreRefused} when the key is not 64 hex digits
 */
export function openVault(settings: { readonly key: string; readonly data: string }, random: Random): Vault {
  const file = join(settings.data, KEY_FILE)
  const hex = settings.key === '' ? readOrMake(file, random) : settings.key
  if (!/^[0-9a-f]{64}$/i.test(hex)) {
    throw new StoreRefused(
      `the key (${settings.key === '' ? file : 'setting "key"'}) must be 64 hex digits; restore it from your backup`,
    )
  }
  return new Vault(Buffer.from(hex, 'hex'), random)
}

/**
 * Notes in a new database which key it is sealed with, and refuses another key later: a wrong key would make
 * every token fail in a way that nobody could explain.
 * @throws {StoreRefused}
 */
export async function checkKey(store: Store, vault: Vault): Promise<void> {
  const note = await store.first(readFact, { name: CHECK_NAME })
  if (note === undefined) {
    const value = vault.seal(CHECK_TEXT, CHECK_NAME)
    await store.write((tx) => tx.run(writeFact, { name: CHECK_NAME, value }))
    return
  }
  try {
    vault.open(note.value, CHECK_NAME)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new StoreRefused(
      `the key is not the one that this database was sealed with; put the right ${KEY_FILE} into the data directory`,
      { cause: error },
    )
  }
}

function readOrMake(file: string, random: Random): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const hex = random(KEY_BYTES).toString('hex')
  try {
    // Fails when another process was faster; then its key is the one.
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${hex}\n`)
    fsyncSync(handle)
    closeSync(handle)
    return hex
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      return readFileSync(file, 'utf8').trim()
    throw error
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
