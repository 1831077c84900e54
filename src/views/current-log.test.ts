import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import type { AppendListener } from '../db/store.ts'
import type { LoggedEvent } from '../log/event.ts'
import { PositionTooOld } from '../log/read-table.ts'
import { CurrentLog, type FollowedTail, type Follower } from './current-log.ts'
import { type CacheSpec, LogCache } from './log-cache.ts'

/** A log in memory whose polls the test controls. */
class Bench {
  /** Polls that are in progress. */
  readonly looks: PromiseWithResolvers<void>[] = []
  readonly seen: string[] = []
  readonly clock = new TestClock()
  committed = 0n
  oldest = 1n
  isBroken = false
  hasForeignCommits = false
  history = 0
  /** True when the tail has the committed events in its buffer. */
  isHeld = false
  reads = 0
  #tailHead = 0n
  #completeAt = this.clock.monotonic()
  #looking: Promise<void> | undefined
  #onAppend: AppendListener = () => undefined
  readonly log: CurrentLog

  constructor() {
    const bench = this
    const tail: FollowedTail = {
      get head() {
        return bench.#tailHead
      },
      get history() {
        return bench.history
      },
      get ageMs() {
        return bench.clock.monotonic() - bench.#completeAt
      },
      get hasForeignCommits() {
        return bench.hasForeignCommits
      },
      look: () => bench.#look(),
      async catchUp() {
        await bench.#looking?.catch(() => undefined)
        await bench.#look()
      },
      async reach() {
        bench.#tailHead = bench.committed
      },
      bufferedAfter: (position, max) =>
        bench.isHeld && position < bench.#tailHead ? bench.#after(position, max) : undefined,
      async readAfter(position, max) {
        bench.reads += 1
        if (bench.isBroken) throw new Error('not now')
        if (position + 1n < bench.oldest) throw new PositionTooOld(position, bench.oldest)
        return bench.#after(position, max)
      },
    }
    const store = {
      onAppend: (listener: AppendListener) => {
        this.#onAppend = listener
        return () => undefined
      },
    }
    this.log = new CurrentLog(store, tail)
    const follower: Follower = {
      apply: ({ position }) => this.seen.push(String(position)),
      clear: () => this.seen.push('all'),
    }
    this.log.follow(follower)
  }

  /** A poll that begins now and returns the state that the log has when the poll ends. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    const began = this.clock.monotonic()
    const request = Promise.withResolvers<void>()
    this.looks.push(request)
    await request.promise
    this.#tailHead = this.committed
    this.#completeAt = began
  }

  #after(position: bigint, max: number): LoggedEvent[] {
    const events: LoggedEvent[] = []
    for (let at = position + 1n; at <= this.#tailHead && events.length < max; at += 1n) {
      events.push({ kind: 'user.created', user_id: at, position: at, at: 0, partition: 1 })
    }
    return events
  }

  /** Buffers committed events. */
  hold(): void {
    this.isHeld = true
    this.#tailHead = this.committed
  }

  /** Commits an event of this process. */
  append(): void {
    this.committed += 1n
    this.#onAppend(this.committed, [])
  }

  answer(): void {
    this.looks.shift()?.resolve()
  }

  fail(): void {
    this.looks.shift()?.reject(new Error('not now'))
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** True if a promise settles within the next few turns of the event loop. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  promise.then(() => {
    settled = true
  })
  await turn()
  return settled
}

test('for one second, requests use memory without a poll', async () => {
  const bench = new Bench()
  bench.committed = 1n
  bench.clock.advance(1_000)
  await bench.log.ensureFresh()
  assert.equal(bench.looks.length, 0)
  assert.equal(bench.log.isStale, false)
  assert.deepEqual(bench.seen, [])
})

test('memory that is older than one second is refreshed before use, once for all waiting requests', async () => {
  const bench = new Bench()
  bench.committed = 1n
  bench.clock.advance(1_001)
  assert.equal(bench.log.isStale, true)
  const first = bench.log.ensureFresh()
  await turn()
  const late = bench.log.ensureFresh()
  await turn()
  assert.equal(bench.looks.length, 1)
  assert.equal(await isSettled(first), false)
  bench.answer()
  await Promise.all([first, late])
  assert.deepEqual(bench.seen, ['1'])
  await bench.log.ensureFresh()
  assert.equal(bench.looks.length, 0)
})

test('the age counts from the start of the poll: a request that joined a slow poll waits for the next poll', async () => {
  const bench = new Bench()
  bench.clock.advance(1_001)
  const first = bench.log.ensureFresh()
  await turn()
  bench.clock.advance(900)
  const joined = bench.log.ensureFresh()
  await turn()
  bench.clock.advance(200)
  bench.committed = 1n
  bench.answer()
  await turn()
  assert.equal(bench.looks.length, 1, 'another look')
  assert.equal(await isSettled(joined), false)
  bench.committed = 2n
  bench.answer()
  await Promise.all([first, joined])
  assert.deepEqual(bench.seen, ['1', '2'])
})

test('if polls take longer than a second, a request waits for at most two polls', async () => {
  const bench = new Bench()
  bench.clock.advance(1_001)
  const request = bench.log.ensureFresh()
  await turn()
  for (let look = 0; look < 2; look += 1) {
    assert.equal(await isSettled(request), false)
    bench.clock.advance(5_000)
    bench.answer()
    await turn()
  }
  await request
  assert.equal(bench.log.isCurrent, true)
})

test('commits of other processes that the tail already knows are applied before the response', async () => {
  const bench = new Bench()
  bench.committed = 1n
  bench.hasForeignCommits = true
  const request = bench.log.ensureFresh()
  await turn()
  bench.answer()
  await request
  assert.deepEqual(bench.seen, ['1'])
})

test('a failed poll clears memory, and the next request polls again', async () => {
  const bench = new Bench()
  bench.clock.advance(2_000)
  const failed = bench.log.ensureFresh()
  await turn()
  bench.fail()
  await failed
  assert.equal(bench.log.isCurrent, false)
  assert.deepEqual(bench.seen, ['all'])
  const again = bench.log.ensureFresh()
  await turn()
  bench.answer()
  await again
  assert.equal(bench.log.isCurrent, true)
})

test('catchUp polls even when memory is fresh', async () => {
  const bench = new Bench()
  bench.committed = 1n
  const request = bench.log.catchUp()
  await turn()
  assert.equal(bench.looks.length, 1)
  bench.answer()
  await request
  assert.deepEqual(bench.seen, ['1'])
})

test('commits of this process are applied without a poll', async () => {
  const bench = new Bench()
  assert.equal(bench.log.isBehind, false)
  bench.append()
  bench.append()
  assert.equal(bench.log.isStale, true)
  await bench.log.ensureFresh()
  assert.deepEqual(bench.seen, ['1', '2'])
  assert.equal(bench.looks.length, 0)
})

test('followers receive every event once, in order, with any number of requests', async () => {
  const bench = new Bench()
  for (let round = 0; round < 1_200; round += 1) bench.append()
  await Promise.all([bench.log.freshen(), bench.log.reach(700n), bench.log.freshen()])
  assert.deepEqual(
    bench.seen,
    Array.from({ length: 1_200 }, (_, index) => String(index + 1)),
  )
})

test('memory is not current while the log cannot be read', async () => {
  const bench = new Bench()
  bench.isBroken = true
  bench.append()
  await bench.log.freshen()
  assert.equal(bench.log.isCurrent, false)
  assert.deepEqual(bench.seen, ['all'])
  bench.isBroken = false
  await bench.log.freshen()
  assert.equal(bench.log.isCurrent, true)
  assert.deepEqual(bench.seen, ['all', '1'])
})

test('if events were trimmed before they were read, memory is cleared', async () => {
  const bench = new Bench()
  for (let round = 0; round < 10; round += 1) bench.append()
  bench.oldest = 8n
  await bench.log.freshen()
  assert.deepEqual(bench.seen, ['all', '8', '9', '10'])
})

test('requests of one event loop turn are resolved together at the end of the turn', async () => {
  const bench = new Bench()
  const order: string[] = []
  const asking = ['a', 'b'].map((name) => bench.log.ensureFresh().then(() => order.push(name)))
  bench.append()
  await Promise.resolve()
  order.push('the turn goes on')
  await Promise.all(asking)
  assert.deepEqual(order, ['the turn goes on', 'a', 'b'])
  assert.deepEqual(bench.seen, ['1'])
})

test('buffered events are applied synchronously and only once, without a read', () => {
  const bench = new Bench()
  for (let at = 0; at < 600; at += 1) bench.append()
  bench.hold()
  const caughtUp = bench.log.freshen()
  // The events are applied before a request waits for them.
  assert.equal(bench.log.isBehind, false)
  assert.deepEqual(
    bench.seen,
    Array.from({ length: 600 }, (_, index) => String(index + 1)),
  )
  assert.equal(bench.reads, 0)
  return caughtUp
})

test('events beyond the buffer are read from the log', async () => {
  const bench = new Bench()
  bench.append()
  bench.hold()
  await bench.log.freshen()
  bench.isHeld = false
  bench.append()
  await bench.log.freshen()
  assert.deepEqual(bench.seen, ['1', '2'])
  assert.equal(bench.reads, 1)
})

test('when another primary is promoted, memory is cleared once, even without events and with fresh memory', async () => {
  const bench = new Bench()
  bench.history = 1
  assert.equal(bench.log.isStale, true)
  await bench.log.freshen()
  assert.deepEqual(bench.seen, ['all'])
  assert.equal(bench.log.isStale, false)
  await bench.log.ensureFresh()
  assert.deepEqual(bench.seen, ['all'])
})

test('results of reads that run during a promotion of another primary are not cached', async () => {
  const bench = new Bench()
  const reads: PromiseWithResolvers<ReadonlyMap<string, string>>[] = []
  const spec: CacheSpec<string, string> = {
    read() {
      const read = Promise.withResolvers<ReadonlyMap<string, string>>()
      reads.push(read)
      return read.promise
    },
    bytesOf: () => 1,
    changedBy: () => [],
  }
  const cache = new LogCache(bench.log, spec, 10_000)
  const running = cache.first('a')
  await turn()
  bench.history = 1
  await bench.log.freshen()
  reads[0]?.resolve(new Map([['a', 'of a lost commit']]))
  await running
  assert.equal(cache.size, 0)
  const next = cache.first('a')
  await turn()
  reads[1]?.resolve(new Map([['a', 'as the new primary has it']]))
  assert.equal(await next, 'as the new primary has it')
  assert.equal(cache.size, 1)
})
