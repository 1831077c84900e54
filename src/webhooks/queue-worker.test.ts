import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldLease } from '../../test/support/processes/leases.ts'
import * as fc from '../../test/support/properties.ts'
import { type Delivery, LIVE_JOB } from '../domain/webhooks/queue.ts'
import type { DeliveryServices } from './delivery-services.ts'
import { BufferCapacity, MAX_BUFFERED } from './pending-buffer.ts'
import { READ_SIZE } from './queue-reader.ts'
import { QueueWorker } from './queue-worker.ts'
import { targetOf } from './transport/outbound.ts'
import { Signable, Signer } from './transport/signature.ts'

const QUEUE = { webhookId: 1n, userId: 2n, jobId: LIVE_JOB }

/** A queue with a receiver whose responses the test controls. */
class QueueBench {
  readonly sent: bigint[] = []
  readonly #queue: bigint[] = []
  readonly #answers: (() => void)[] = []
  #reads: (() => void)[] = []
  #resolveSaved: () => void = () => undefined
  #head = 0n
  reads = 0
  readonly capacity = new BufferCapacity()
  readonly worker = new QueueWorker(this.#services(), QUEUE, heldLease())

  /** Queues `count` deliveries. */
  put(count: number): Delivery[] {
    return Array.from({ length: count }, () => {
      this.#head += 1n
      this.#queue.push(this.#head)
      return { ...QUEUE, position: this.#head }
    })
  }

  /** Responds to the current request, and lets a read of the queue end. */
  async step(): Promise<void> {
    for (const end of this.#reads.splice(0)) end()
    this.#answers.shift()?.()
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }

  /** Runs until the worker ends. */
  async end(taking: Promise<boolean>): Promise<void> {
    let isOver = false
    taking.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.step()
      this.#resolveSaved()
    }
  }

  #services(): DeliveryServices {
    const saved = new Promise<void>((resolve) => {
      this.#resolveSaved = resolve
    })
    const services = {
      stopping: new AbortController().signal,
      context: { clock: { now: () => 1 } },
      log: { ensureFresh: async () => undefined },
      tail: {
        head: 2n ** 60n,
        readAfter: async (position: bigint) => [{ position: position + 1n }],
      },
      destinations: {
        find: async () => ({
          mayHear: true,
          target: targetOf(new URL('http://a.example')),
          signer: new Signer(''),
        }),
      },
      renderings: { get: async ({ position }: Delivery) => new Signable(String(position)) },
      queue: {
        // The queue as it was at the start of the read.
        read: async (_: unknown, after: bigint) => {
          this.reads += 1
          const found = this.#queue.filter((position) => position > after).slice(0, READ_SIZE)
          await new Promise<void>((resolve) => this.#reads.push(resolve))
          return found.map((position) => ({ position, attempts: 0 }))
        },
      },
      outbound: {
        send: async ({ body }: { readonly body: Buffer }) => {
          this.sent.push(BigInt(String(body)))
          await new Promise<void>((resolve) => this.#answers.push(resolve))
          return { status: 200, text: '', isCut: false, tookMs: 1 }
        },
      },
      bufferCapacity: this.capacity,
      results: { add: () => saved, flushSoon: () => undefined },
      observer: { settled: () => undefined, attempted: () => undefined },
    }
    return services as unknown as DeliveryServices
  }
}

type Action = { readonly kind: 'own' | 'foreign' | 'step'; readonly count: number }

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('own' as const, 'own' as const, 'foreign' as const, 'step' as const),
  count: fc.integer({ min: 1, max: 4 }),
})

test('a queue is delivered in order and without a gap, for any process that adds deliveries and any timing of reads', async () => {
  const benches = fc.record({
    before: fc.nat({ max: 60 }),
    room: fc.constantFrom(0, 3, 1_000),
    actions: fc.array(action, { maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(benches, async ({ before, room, actions }) => {
      const bench = new QueueBench()
      bench.capacity.left = room
      bench.put(before)
      const taking = bench.worker.run()
      let hasForeign = false
      let put = before
      for (const { kind, count } of actions) {
        if (kind === 'step') await bench.step()
        if (kind === 'foreign') hasForeign = bench.put(count).length > 0
        if (kind === 'own') {
          // Like the scheduler, the test announces changes of other processes before changes of this process.
          if (hasForeign) bench.worker.wake()
          hasForeign = false
          bench.worker.buffer(bench.put(count))
        }
        if (kind !== 'step') put += count
      }
      if (hasForeign) bench.worker.wake()
      await bench.end(taking)
      const all = Array.from({ length: put }, (_, index) => BigInt(index + 1))
      // The worker may end before the queue is empty; the next worker then reads the rest.
      assert.deepEqual(bench.sent, all.slice(0, bench.sent.length))
      assert.ok(bench.sent.length >= Math.min(put, before))
      assert.equal(
        bench.capacity.left,
        room,
        'buffered deliveries use capacity only until they are sent or dropped',
      )
    }),
    { numRuns: 60 },
  )
})

test('buffered deliveries are not read again', async () => {
  const bench = new QueueBench()
  bench.put(1)
  const taking = bench.worker.run()
  for (let turn = 0; turn < 5; turn++) {
    await bench.step()
    bench.worker.buffer(bench.put(2))
  }
  await bench.end(taking)
  assert.deepEqual(
    bench.sent,
    Array.from({ length: 11 }, (_, index) => BigInt(index + 1)),
  )
  assert.equal(bench.reads, 1)
})

test('the deliveries of a burst are not read again, except deliveries beyond the capacity of the buffer', async () => {
  const within = await burst(Array(15).fill(10))
  assert.deepEqual([within.sent.length, within.reads], [151, 1])
  const beyond = await burst([MAX_BUFFERED, 1])
  assert.ok(beyond.sent.length > 1 && beyond.reads > 1)
})

/** Buffers batches of the given sizes, all at once. */
async function burst(sizes: readonly number[]): Promise<QueueBench> {
  const bench = new QueueBench()
  bench.put(1)
  const taking = bench.worker.run()
  await bench.step()
  for (const count of sizes) bench.worker.buffer(bench.put(count))
  await bench.end(taking)
  return bench
}
