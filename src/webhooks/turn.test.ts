import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { type Delivery, LIVE } from '../domain/webhooks/queue.ts'
import { GIVEN_MOST, GivenRoom } from './given.ts'
import type { Lease } from './lease.ts'
import { READ } from './queue-reader.ts'
import { targetOf } from './transport/outbound.ts'
import { Signable, Signer } from './transport/signature.ts'
import { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'

const LANE = { webhookId: 1n, userId: 2n, jobId: LIVE }

/** A lane with a receiver that answers when it is told to, and the queue that it is read from. */
class LaneBench {
  readonly sent: bigint[] = []
  readonly #queue: bigint[] = []
  readonly #answers: (() => void)[] = []
  #reads: (() => void)[] = []
  #noted: () => void = () => undefined
  #head = 0n
  reads = 0
  readonly room = new GivenRoom()
  readonly turn = new Turn(this.#services(), LANE, { hold: async () => true } as unknown as Lease)

  /** Puts so many into the queue. */
  put(count: number): Delivery[] {
    return Array.from({ length: count }, () => {
      this.#head += 1n
      this.#queue.push(this.#head)
      return { ...LANE, position: this.#head }
    })
  }

  /** Answers what is being sent, and lets a reading of the queue end. */
  async step(): Promise<void> {
    for (const end of this.#reads.splice(0)) end()
    this.#answers.shift()?.()
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }

  /** Lets the turn end once nothing is left of the lane. */
  async end(taking: Promise<boolean>): Promise<void> {
    let isOver = false
    taking.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.step()
      this.#noted()
    }
  }

  #services(): TurnServices {
    const noted = new Promise<void>((resolve) => {
      this.#noted = resolve
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
        // As it was when the reading began.
        waitingIn: async (_: unknown, after: bigint) => {
          this.reads += 1
          const found = this.#queue.filter((position) => position > after).slice(0, READ)
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
      givenRoom: this.room,
      notes: { note: () => noted, hurry: () => undefined },
      observer: { settled: () => undefined, tried: () => undefined },
    }
    return services as unknown as TurnServices
  }
}

type Action = { readonly kind: 'own' | 'foreign' | 'step'; readonly count: number }

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('own' as const, 'own' as const, 'foreign' as const, 'step' as const),
  count: fc.integer({ min: 1, max: 4 }),
})

test('a lane is told in order and without a gap, whoever puts what into it and whenever it is read', async () => {
  const lanes = fc.record({
    before: fc.nat({ max: 60 }),
    room: fc.constantFrom(0, 3, 1_000),
    actions: fc.array(action, { maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(lanes, async ({ before, room, actions }) => {
      const lane = new LaneBench()
      lane.room.left = room
      lane.put(before)
      const taking = lane.turn.take()
      let isGap = false
      let put = before
      for (const { kind, count } of actions) {
        if (kind === 'step') await lane.step()
        if (kind === 'foreign') isGap = lane.put(count).length > 0
        if (kind === 'own') {
          // What the courier does: whoever finds that another process was there first says so before.
          if (isGap) lane.turn.ring()
          isGap = false
          lane.turn.give(lane.put(count))
        }
        if (kind !== 'step') put += count
      }
      if (isGap) lane.turn.ring()
      await lane.end(taking)
      const all = Array.from({ length: put }, (_, index) => BigInt(index + 1))
      // A turn may end before the lane does, which is then read by the next one.
      assert.deepEqual(lane.sent, all.slice(0, lane.sent.length))
      assert.ok(lane.sent.length >= Math.min(put, before))
      assert.equal(lane.room.left, room, 'what is given takes room only until it is sent or forgotten')
    }),
    { numRuns: 60 },
  )
})

test('what is given is not read again', async () => {
  const lane = new LaneBench()
  lane.put(1)
  const taking = lane.turn.take()
  for (let turn = 0; turn < 5; turn++) {
    await lane.step()
    lane.turn.give(lane.put(2))
  }
  await lane.end(taking)
  assert.deepEqual(
    lane.sent,
    Array.from({ length: 11 }, (_, index) => BigInt(index + 1)),
  )
  assert.equal(lane.reads, 1)
})

test('a burst is not read again, but what is beyond the room of a lane', async () => {
  const within = await burst(Array(15).fill(10))
  assert.deepEqual([within.sent.length, within.reads], [151, 1])
  const beyond = await burst([GIVEN_MOST, 1])
  assert.ok(beyond.sent.length > 1 && beyond.reads > 1)
})

/** A turn into which so many are given at once, piece by piece. */
async function burst(pieces: readonly number[]): Promise<LaneBench> {
  const lane = new LaneBench()
  lane.put(1)
  const taking = lane.turn.take()
  await lane.step()
  for (const count of pieces) lane.turn.give(lane.put(count))
  await lane.end(taking)
  return lane
}
