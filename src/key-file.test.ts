import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, migratedConfig } from '../test/support/engines.ts'
import type { Config } from './config.ts'
import { StoreRefused } from './db/errors.ts'
import { findVault, KEY_FILE, keyFileOf } from './key-file.ts'
import { systemRandom } from './lib/time/clock.ts'
import { openRuntime } from './runtime.ts'

/** A new database that was opened once and closed. */
async function opened(t: TestContext, settings = {}): Promise<Config> {
  const config = await migratedConfig(t, 'sqlite', settings)
  await (await openRuntime(config, { manner: 'command' })).close()
  return config
}

async function refused(config: Config, words: RegExp): Promise<void> {
  await assert.rejects(openRuntime(config, { manner: 'command' }), (error) => {
    assert.ok(error instanceof StoreRefused)
    assert.match(error.message, words)
    return true
  })
}

describe('spec/server.md#secrets-at-rest: the key that seals secrets', () => {
  for (const engine of ENGINES) {
    test(`is created for a new database on ${engine}, is readable only by its owner, and is found again`, async (t) => {
      const config = await freshConfig(t, engine)
      const first = await openRuntime(config, { manner: 'command' })
      const file = join(config.data, KEY_FILE)
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      assert.match(await readFile(file, 'utf8'), /^[0-9a-f]{64}\n$/)
      const sealed = first.context.vault.seal('words', 'place')
      await first.close()
      const second = await openRuntime(config, { manner: 'command' })
      assert.equal(second.context.vault.open(sealed, 'place'), 'words')
      await second.close()
    })

    test(`is created only once when any number of processes start together on ${engine}`, async (t) => {
      const config = await freshConfig(t, engine)
      const all = await Promise.all(
        Array.from({ length: 4 }, () => openRuntime(config, { manner: 'command' })),
      )
      const sealed = all[0]?.context.vault.seal('words', 'place') ?? ''
      for (const { context, close } of all) {
        assert.equal(context.vault.open(sealed, 'place'), 'words')
        await close()
      }
      assert.deepEqual(
        (await readdir(config.data)).filter((name) => name.startsWith(KEY_FILE)),
        [KEY_FILE],
      )
    })
  }

  test('is not created again for a database whose secrets the missing key has sealed', async (t) => {
    const config = await opened(t)
    const file = join(config.data, KEY_FILE)
    await rm(file)
    await refused(config, /there is no .*aviary\.key, and the secrets .* put it back from a backup/)
    assert.equal(existsSync(file), false)
  })

  test('is refused when it belongs to another database, or is malformed', async (t) => {
    const config = await opened(t)
    await writeFile(join(config.data, KEY_FILE), '00'.repeat(32))
    await refused(config, /not the one that this database was sealed with; put the right aviary\.key/)
    await writeFile(join(config.data, KEY_FILE), 'something else')
    await refused(config, /must be 64 hex digits/)
  })

  test('may be the value of a setting; then no file is read or created', async (t) => {
    const key = 'A5'.repeat(32)
    const config = await opened(t, { key })
    assert.equal(existsSync(join(config.data, KEY_FILE)), false)
    assert.equal(keyFileOf(config), undefined)
    findVault(config, systemRandom)
    await refused({ ...config, key: '' }, /there is no/)
    await refused({ ...config, key: 'b6'.repeat(32) }, /not the one/)
    await refused({ ...config, key: 'xyz' }, /setting "key"/)
  })
})
