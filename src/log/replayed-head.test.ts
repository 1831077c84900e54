/** Tests combinations of the responses of a standby and its primary (docs/decisions/0154-read-replicas.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { StoreUnavailable } from '../db/errors.ts'
import type { Reader } from '../db/store.ts'
import { replayedHead } from './replayed-head.ts'

type Answerer = Pick<Reader, 'first'>

/** A fake database that gives these responses in order. The last response is repeated. */
function answering(...answers: readonly (object | Promise<object>)[]): Answerer & { readonly asked: number } {
  let asked = 0
  return {
    get asked() {
      return asked
    },
    async first() {
      asked += 1
      return (await answers[Math.min(asked, answers.length) - 1]) as never
    },
  }
}

const EVENT = { at: 7, checksum: 9 }
const NONE = { at: null, checksum: null }
const STANDBY = { is_standby: 1, head: 5n, ...EVENT }
const BEHIND = { head: 4n, trimmed: 0n, ...NONE }

/** Resolves when all work that waits for no timer has run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('a primary that does not show the last commit yet is queried again', async () => {
  const clock = new TestClock()
  const primary = answering(BEHIND, BEHIND, { head: 5n, trimmed: 0n, ...EVENT })
  const asked = replayedHead(answering(STANDBY), primary, { clock })
  for (let each = 0; each < 2; each += 1) {
    await turn()
    clock.advance(50)
  }
  assert.equal(await asked, 5n)
  assert.equal(primary.asked, 3)
})

test('a standby is refused when it is ahead of the primary for a second', async () => {
  const clock = new TestClock()
  const asked = replayedHead(answering(STANDBY), answering(BEHIND), { clock })
  const refused = assert.rejects(
    asked,
    (error) =>
      error instanceof StoreUnavailable && /is ahead of the primary: .* 5, .* 4;/.test(error.message),
  )
  for (let each = 0; each < 20; each += 1) {
    await turn()
    clock.advance(50)
  }
  await refused
})

test('the standby is refused when both databases lack its last event', async () => {
  const options = { clock: new TestClock() }
  const standby = answering({ ...STANDBY, ...NONE })
  await assert.rejects(
    replayedHead(standby, answering({ head: 8n, trimmed: 4n, ...NONE }), options),
    /another history/,
  )
  assert.equal(await replayedHead(standby, answering({ head: 8n, trimmed: 5n, ...NONE }), options), 5n)
})

test('a primary that fails, or does not respond within a second, does not exclude the standby', async () => {
  const clock = new TestClock()
  const failing: Answerer = { first: () => Promise.reject(new StoreUnavailable('no primary')) }
  assert.equal(await replayedHead(answering(STANDBY), failing, { clock }), 'unknown')
  const silent: Answerer = { first: () => new Promise(() => undefined) }
  const asked = replayedHead(answering(STANDBY), silent, { clock })
  await turn()
  clock.advance(1_000)
  assert.equal(await asked, 'unknown')
})
