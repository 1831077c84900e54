import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { recordingLogger } from '../../test/support/logged.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { StoreFull } from '../db/errors.ts'
import type { Store } from '../db/store.ts'
import { type SavedWindow, SavedWindows } from './saved-windows.ts'

const HOURS = 10_800

for (const engine of ENGINES) {
  test(`a window is saved with its highest count, and replaced by a newer window (${engine})`, async (t) => {
    const clock = new TestClock()
    const { store } = await testRuntime(t, await freshConfig(t, engine), clock)
    const saved = new SavedWindows(store, clock)
    const now = clock.now()
    const write = async (window: Partial<SavedWindow>) => {
      saved.add({ key: 'a', startedAt: now, seconds: HOURS, used: 0, ...window })
      await saved.flush()
      const [{ startedAt = 0, used = 0 } = {}] = await saved.load(now)
      return [startedAt - now, used]
    }
    assert.deepEqual(await write({ used: 2 }), [0, 2])
    assert.deepEqual(await write({ used: 1 }), [0, 2])
    assert.deepEqual(await write({ used: 3 }), [0, 3])
    assert.deepEqual(await write({ startedAt: now + 5_000, used: 1 }), [5_000, 1])
    assert.deepEqual(await write({ startedAt: now, used: 9 }), [5_000, 1])
    // The stored row was written while the clock was a year ahead.
    assert.deepEqual(await write({ startedAt: now + 3e10, used: 4 }), [3e10, 4])
    assert.deepEqual(await write({ startedAt: now + 5_000, used: 2 }), [5_000, 2])
  })
}

test('windows that could not be saved are saved later, without overwriting newer ones', async (t) => {
  const clock = new TestClock()
  const { store } = await testRuntime(t, await freshConfig(t, 'sqlite'), clock)
  let isBroken = true
  const { logger, lines } = recordingLogger()
  const failing: Pick<Store, 'rows' | 'write' | 'logger'> = {
    logger,
    rows: (query, parameters) => store.rows(query, parameters),
    write: (command) => (isBroken ? Promise.reject(new StoreFull('no room')) : store.write(command)),
  }
  const saved = new SavedWindows(failing, clock)
  const now = clock.now()
  const add = (key: string, used: number) => saved.add({ key, startedAt: now, seconds: HOURS, used })
  add('a', 1)
  add('b', 1)
  const flushed = saved.flush()
  add('b', 2)
  await assert.rejects(flushed, StoreFull)
  clock.advance(1_000)
  await waitUntil(() => lines.length > 0)
  assert.match(String(lines[0]?.['msg']), /rate windows could not be saved/)
  isBroken = false
  await saved.flush()
  const loaded = await saved.load(now)
  assert.deepEqual(Object.fromEntries(loaded.map(({ key, used }) => [key, used])), { a: 1, b: 2 })
})
