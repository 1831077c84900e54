import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { firstSnowflakeAt } from '../lib/ids/snowflake.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { deref, IndexedCache, slotOf } from './indexed-cache.ts'

interface Thing {
  readonly id: bigint
  readonly version: number
}

function logOf(): CurrentLog {
  const log = {
    isStale: false,
    isCurrent: true,
    follow: () => undefined,
    freshen: async () => undefined,
  }
  return log as unknown as CurrentLog
}

/** An event that changes the value with the given id. */
function about(id: bigint): LoggedEvent {
  return { kind: 'token.revoked', user_id: id, app_id: 1n, token: '', position: 1n, at: 0, partition: 1 }
}

/** The source of cached values: for each id, the number of its last change. */
class Things {
  readonly versions = new Map<bigint, number>()
  reads = 0

  cache(bytesMost: number): IndexedCache<Thing> {
    const spec = {
      read: async (ids: readonly bigint[]) => {
        this.reads += ids.length
        return new Map(ids.flatMap((id) => this.#row(id)))
      },
      bytesOf: () => 100,
      changedBy: (event: LoggedEvent) =>
        event.kind === 'token.revoked' ? [event.user_id] : ('all' as const),
    }
    return new IndexedCache<Thing>(logOf(), spec, bytesMost)
  }

  #row(id: bigint): [bigint, Thing][] {
    const version = this.versions.get(id)
    return version === undefined ? [] : [[id, { id, version }]]
  }
}

/** Ids, of which some share a slot of the cache. */
const IDS = [1n, 50_550n, 101_099n, 1_000_000_001n, 263_692n, 7n, 2n ** 63n - 1n, 1_212_092_628_029_698_048n]

test('find returns the result of a full read, after any changes and evictions, and for ids with leading zeros', async () => {
  const id = fc.constantFrom(...IDS)
  const written = fc
    .tuple(id, fc.nat(2))
    .map(([one, zeros]) => `${one}`.padStart(`${one}`.length + zeros, '0').slice(-19))
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('find' as const),
      values: fc.array(written, { minLength: 1, maxLength: 6 }),
    }),
    fc.record({ kind: fc.constant('change' as const), id }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('all' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom(0, 700, 100_000),
      async (steps, max) => {
        const things = new Things()
        for (const one of IDS) things.versions.set(one, 0)
        const cache = things.cache(max)
        for (const [at, step] of steps.entries()) {
          if (step.kind === 'find') {
            const ids = ParsedIds.parse(step.values.join(','))
            assert.ok(ids !== undefined)
            assert.deepEqual(
              (await cache.find(ids)).map((thing) => thing && [thing.id, thing.version]),
              ids.ids.map((one) => (things.versions.has(one) ? [one, things.versions.get(one)] : undefined)),
            )
          } else if (step.kind === 'all') cache.clear()
          else {
            if (step.kind === 'change') things.versions.set(step.id, at + 1)
            else things.versions.delete(step.id)
            cache.apply(about(step.id))
          }
          assert.ok(cache.bytes <= max)
        }
      },
    ),
  )
})

test('a cached value is read from the source only once, each lookup is a hit, and a reference is empty after invalidation', async () => {
  const things = new Things()
  things.versions.set(5n, 0)
  const cache = things.cache(100_000)
  const ids = ParsedIds.of([5n, 6n])
  await cache.find(ids)
  const place = cache.refOf(5n)
  assert.ok(place !== undefined)
  assert.deepEqual([deref(place)?.id, things.reads, cache.hits, cache.misses], [5n, 2, 0, 2])
  await cache.find(ids)
  assert.deepEqual([things.reads, cache.hits, cache.misses], [3, 1, 3])
  cache.apply(about(5n))
  assert.equal(deref(place), undefined)
  await cache.find(ids)
  cache.clear()
  assert.deepEqual([deref(place), cache.refOf(5n)], [undefined, undefined])
})

test('almost all ids that one process made have different slots, although they end in equal bits', () => {
  const ids = Array.from({ length: 3_000 }, (_, minute) => firstSnowflakeAt(Date.UTC(2020, 5, 1, 0, minute)))
  const { highs, lows } = ParsedIds.of(ids)
  const slots = new Set(lows.map((low, index) => slotOf(highs[index] ?? 0, low)))
  assert.ok(slots.size > 2_900, `${slots.size} slots of 3,000 ids`)
})
