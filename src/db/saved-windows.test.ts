import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { type SavedWindow, SavedWindows } from './saved-windows.ts'

const HOURS = 10_800

for (const engine of ENGINES) {
  test(`a window is written as far as anybody has counted it, and anew when it has begun anew (${engine})`, async (t) => {
    const clock = new TestClock()
    const { store } = await testRuntime(t, await freshConfig(t, engine), clock)
    const saved = new SavedWindows(store, clock)
    const now = clock.now()
    const write = async (window: Partial<SavedWindow>) => {
      saved.note({ key: 'a', startedAt: now, seconds: HOURS, used: 0, ...window })
      await saved.flush()
      const [{ startedAt = 0, used = 0 } = {}] = await saved.load(now)
      return [startedAt - now, used]
    }
    assert.deepEqual(await write({ used: 2 }), [0, 2])
    assert.deepEqual(await write({ used: 1 }), [0, 2])
    assert.deepEqual(await write({ used: 3 }), [0, 3])
    assert.deepEqual(await write({ startedAt: now + 5_000, used: 1 }), [5_000, 1])
    assert.deepEqual(await write({ startedAt: now, used: 9 }), [5_000, 1])
    // The trace of a clock that once ran a year ahead.
    assert.deepEqual(await write({ startedAt: now + 3e10, used: 4 }), [3e10, 4])
    assert.deepEqual(await write({ startedAt: now + 5_000, used: 2 }), [5_000, 2])
  })
}
