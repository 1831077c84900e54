import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogReaders, type ReplacedReaders, settlingOf } from './settle.ts'

/** A set of log readers that never reach the newest event. */
function stuckReaders(): LogReaders {
  const reader = { position: 0n }
  return {
    tail: { head: 1n, catchUp: () => Promise.reject(new Error('the log is closed')) },
    ...{ compliance: reader, postStreams: reader, statusStreams: reader, userStreams: reader },
    indexer: reader,
    webhooks: { isIdleAt: () => false },
  }
}

const STORE = { onAppend: () => () => undefined }

test('a reset does not wait for the readers that it is replacing', async () => {
  let looks = 0
  const readers: ReplacedReaders = {
    live: stuckReaders(),
    get isReplacing() {
      looks += 1
      return true
    },
  }
  await settlingOf(STORE, readers).settle()
  assert.equal(looks, 1)
})

test('a reset does not wait for readers that it has replaced', async () => {
  const former = stuckReaders()
  let looks = 0
  const readers: ReplacedReaders = {
    isReplacing: false,
    get live() {
      looks += 1
      return looks < 10 ? former : stuckReaders()
    },
  }
  await settlingOf(STORE, readers).settle()
  assert.equal(looks, 10)
})
