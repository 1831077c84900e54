import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppendListener } from '../db/store.ts'
import type { LoggedEvent } from '../log/event.ts'
import { PositionTooOld } from '../log/tail.ts'
import { CurrentLog, type FollowedTail, type Follower } from './current-log.ts'

/** A log in memory, whose head is asked for by hand. */
class Bench {
  readonly asked: PromiseWithResolvers<void>[] = []
  readonly seen: string[] = []
  committed = 0n
  oldest = 1n
  isBroken = false
  /** Whether what is there is in memory. */
  isHeld = false
  reads = 0
  /** While this process is the only one that appends. */
  term: number | undefined
  #tailHead = 0n
  #onAppend: AppendListener = () => undefined
  readonly log: CurrentLog

  constructor() {
    const bench = this
    const tail: FollowedTail = {
      get head() {
        return bench.#tailHead
      },
      async reach() {
        bench.#tailHead = bench.committed
      },
      heldAfter: (position, max) =>
        bench.isHeld && position < bench.#tailHead ? bench.#after(position, max) : undefined,
      async readAfter(position, max) {
        bench.reads += 1
        if (bench.isBroken) throw new Error('not now')
        if (position + 1n < bench.oldest) throw new PositionTooOld(position, bench.oldest)
        return bench.#after(position, max)
      },
    }
    const store = {
      first: async () => {
        const asked = Promise.withResolvers<void>()
        this.asked.push(asked)
        await asked.promise
        return { head: this.committed } as never
      },
      get term() {
        return bench.term
      },
      onAppend: (listener: AppendListener) => {
        this.#onAppend = listener
        return () => undefined
      },
    }
    this.log = new CurrentLog(store, tail)
    const follower: Follower = {
      apply: ({ position }) => this.seen.push(String(position)),
      forgetAll: () => this.seen.push('all'),
    }
    this.log.follow(follower)
  }

  #after(position: bigint, max: number): LoggedEvent[] {
    const events: LoggedEvent[] = []
    for (let at = position + 1n; at <= this.#tailHead && events.length < max; at += 1n) {
      events.push({ kind: 'user.created', user_id: at, position: at, at: 0, partition: 1 })
    }
    return events
  }

  /** What was committed stands in memory. */
  hold(): void {
    this.isHeld = true
    this.#tailHead = this.committed
  }

  /** This process commits. */
  append(): void {
    this.committed += 1n
    this.#onAppend(this.committed, [])
  }

  answer(): void {
    this.asked.shift()?.resolve()
  }
}

test('requests that ask in the same turn share a question, which is put after all of them', async () => {
  const bench = new Bench()
  const asking = [bench.log.catchUp(), bench.log.catchUp(), bench.log.catchUp()]
  assert.equal(bench.asked.length, 0)
  // Committed after they asked, and before the question is put.
  bench.committed = 1n
  await turn()
  assert.equal(bench.asked.length, 1, 'one question for three')
  const later = bench.log.catchUp()
  await turn()
  assert.equal(bench.asked.length, 2, 'who comes later is no part of it')
  bench.answer()
  await Promise.all(asking)
  assert.deepEqual(bench.seen, ['1'])
  bench.answer()
  await later
  assert.deepEqual(bench.seen, ['1'])
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

test('what this process commits is known without asking', async () => {
  const bench = new Bench()
  assert.equal(bench.log.isBehind, false)
  bench.append()
  bench.append()
  assert.equal(bench.log.isBehind, true)
  await bench.log.catchUpToKnown()
  assert.deepEqual(bench.seen, ['1', '2'])
  assert.equal(bench.asked.length, 0)
})

test('followers are told of every event once, in order, however many ask', async () => {
  const bench = new Bench()
  for (let round = 0; round < 1_200; round += 1) bench.append()
  await Promise.all([bench.log.catchUpToKnown(), bench.log.reach(700n), bench.log.catchUpToKnown()])
  assert.deepEqual(
    bench.seen,
    Array.from({ length: 1_200 }, (_, index) => String(index + 1)),
  )
})

test('while the log cannot be read nothing is current', async () => {
  const bench = new Bench()
  bench.isBroken = true
  bench.append()
  await bench.log.catchUpToKnown()
  assert.equal(bench.log.isCurrent, false)
  assert.deepEqual(bench.seen, ['all'])
  bench.isBroken = false
  await bench.log.catchUpToKnown()
  assert.equal(bench.log.isCurrent, true)
  assert.deepEqual(bench.seen, ['all', '1'])
})

test('what was trimmed before it was read may have been about anything', async () => {
  const bench = new Bench()
  for (let round = 0; round < 10; round += 1) bench.append()
  bench.oldest = 8n
  await bench.log.catchUpToKnown()
  assert.deepEqual(bench.seen, ['all', '8', '9', '10'])
})

test('who is the only one that appends asks once, and knows its own commits', async () => {
  const bench = new Bench()
  bench.term = 1
  bench.committed = 3n
  const first = bench.log.catchUp()
  await new Promise(setImmediate)
  bench.answer()
  await first
  assert.deepEqual(bench.seen, ['1', '2', '3'])
  bench.append()
  await bench.log.catchUp()
  assert.deepEqual(bench.seen, ['1', '2', '3', '4'])
  assert.equal(bench.asked.length, 0)
})

test('who finds nothing to ask is answered at the end of the turn, with all who came in it', async () => {
  const bench = new Bench()
  bench.term = 1
  const first = bench.log.catchUp()
  await turn()
  bench.answer()
  await first
  const order: string[] = []
  const asking = ['a', 'b'].map((name) => bench.log.catchUp().then(() => order.push(name)))
  bench.append()
  await first
  order.push('the turn goes on')
  await Promise.all(asking)
  assert.deepEqual(order, ['the turn goes on', 'a', 'b'])
  assert.deepEqual(bench.seen, ['1'])
  assert.equal(bench.asked.length, 0)
})

test('when others may append again it is asked, and once more in the next term', async () => {
  const bench = new Bench()
  const asking = async (term: number | undefined) => {
    bench.term = term
    bench.committed += 1n
    const caughtUp = bench.log.catchUp()
    await new Promise(setImmediate)
    const asked = bench.asked.length
    bench.answer()
    await caughtUp
    return asked
  }
  assert.deepEqual([await asking(1), await asking(1), await asking(undefined)], [1, 0, 1])
  assert.deepEqual([await asking(2), await asking(2)], [1, 0])
  // Nobody else can commit within a term: what this makes believe there is found later.
  assert.deepEqual(bench.seen, ['1', '2', '3', '4'])
})

test('a head that could not be read is asked for again in the same term', async () => {
  const bench = new Bench()
  bench.term = 1
  bench.committed = 1n
  bench.isBroken = true
  const failed = bench.log.catchUp()
  await new Promise(setImmediate)
  bench.answer()
  await failed
  assert.equal(bench.log.isCurrent, false)
  bench.isBroken = false
  const again = bench.log.catchUp()
  await new Promise(setImmediate)
  assert.equal(bench.asked.length, 1)
  bench.answer()
  await again
  assert.equal(bench.log.isCurrent, true)
})

test('what is in memory is applied at once, once, and nothing is read for it', () => {
  const bench = new Bench()
  for (let at = 0; at < 600; at += 1) bench.append()
  bench.hold()
  const caughtUp = bench.log.catchUpToKnown()
  // Before anybody has waited: whoever asks next has nothing to do.
  assert.equal(bench.log.isBehind, false)
  assert.deepEqual(
    bench.seen,
    Array.from({ length: 600 }, (_, index) => String(index + 1)),
  )
  assert.equal(bench.reads, 0)
  return caughtUp
})

test('what stands behind the end of memory is read', async () => {
  const bench = new Bench()
  bench.append()
  bench.hold()
  await bench.log.catchUpToKnown()
  bench.isHeld = false
  bench.append()
  await bench.log.catchUpToKnown()
  assert.deepEqual(bench.seen, ['1', '2'])
  assert.equal(bench.reads, 1)
})
