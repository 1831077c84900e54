import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshConfig, type Hooks, testRuntime } from '../../../test/support/engines.ts'
import { testFacts } from '../../../test/support/processes/cluster-contract.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { openCluster } from '../../cluster/open.ts'
import type { Store } from '../../db/store.ts'
import { type Clock, systemRandom } from '../../lib/time/clock.ts'
import type { StoredItem } from '../store-batch.ts'
import { BatchWriter } from './batch-writer.ts'
import { Tally } from './tally.ts'

/** A clock whose timers end immediately. Time passes only in timers and in {@link SpentClock.spend}. */
class SpentClock implements Clock {
  #time = 0
  now = () => 1_600_000_000_000 + Math.floor(this.#time)
  monotonic = () => this.#time
  spend(ms: number): void {
    this.#time += ms
  }
  after(ms: number, task: () => void): () => void {
    this.#time += ms
    queueMicrotask(task)
    return () => undefined
  }
  every(): () => void {
    return () => undefined
  }
}

/** The store, except that each transaction takes `cost()` milliseconds by the clock. */
function spending(store: Store, clock: SpentClock, cost: () => number): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'writeAlone') {
        const writeAlone: Store['writeAlone'] = (command) =>
          target.writeAlone((tx) => {
            clock.spend(cost())
            return command(tx)
          })
        return writeAlone
      }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const FIRST_FOLLOWER = 1_000n

/**
 * Numbers of edges in the transactions of an import that runs while a server runs.
 * @param edgeMs milliseconds of the statements for one edge
 */
async function slicesOf(t: Hooks, edges: number, edgeMs: (slice: number) => number) {
  const config = await freshConfig(t, 'sqlite')
  const stopped = new TestClock()
  const { context } = await testRuntime(t, config, stopped)
  const server = openCluster({ store: context.store, url: '', clock: stopped, random: systemRandom })
  await server.join(testFacts('{}'))
  const clock = new SpentClock()
  const slices: number[] = []
  let waiting = 0
  const store = spending(context.store, clock, () => waiting * edgeMs(slices.length))
  const writer = await BatchWriter.open(
    { ...context, clock, store },
    new Tally(),
    undefined,
    { data: config.data, stdin: emptyInput(), importArchive: async () => assert.fail('there is no archive') },
    undefined,
  )
  const flush = async (number: number) => {
    await writer.flush(0, number)
    slices.push(waiting)
    waiting = 0
  }
  for (let number = 0; number < edges; number += 1) {
    const edge = { follower: FIRST_FOLLOWER + BigInt(number), followee: 1n + BigInt(number % 7) }
    writer.add({ kind: 'edge', edge } satisfies StoredItem, { place: '', text: '' })
    waiting += 1
    if (writer.isFull) await flush(number)
  }
  await server.close()
  return slices
}

async function* emptyInput(): AsyncGenerator<Buffer> {
  // No input.
}

test('spec/server.md#writing-beside-a-server: slices of follows take about 5 ms', async (t) => {
  const [first, ...others] = await slicesOf(t, 2_000, () => 0.025)
  // The sum of the weights is not exact, so a slice can have one more edge.
  assert.ok(first === 50 || first === 51)
  assert.ok(others.length >= 9)
  for (const edges of others) assert.ok(edges >= 190 && edges <= 201, `${edges} edges take 0.025 ms each`)
})

test('spec/server.md#writing-beside-a-server: slices of follows have 50 edges or more, and at most 10,001 if they take no time', async (t) => {
  const slow = await slicesOf(t, 500, () => 1)
  assert.ok(slow.every((edges) => edges === 50 || edges === 51))
  const free = await slicesOf(t, 11_000, () => 0)
  assert.ok(Math.max(...free) <= 10_001)
  const suddenlySlow = await slicesOf(t, 3_000, (slice) => (slice < 2 ? 0.01 : 0.1))
  assert.ok((suddenlySlow[1] ?? 0) >= 400)
  assert.ok(
    suddenlySlow.slice(3).every((edges) => edges <= 51),
    'after one long slice they are short again',
  )
})
