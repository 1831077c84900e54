import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { StoreDamaged, StoreRefused } from '../db/errors.ts'
import type { EventsTable } from '../db/schema.ts'
import type { Event } from './event.ts'
import { partitionOf } from './partition.ts'
import { checksumOf, fromRow, toDraft } from './record.ts'

const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

/** One of each shape: ids only, lists and texts, no user at all. */
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('user.followed' as const), user_id: id, followee_id: id }),
  fc.record({
    kind: fc.constant('user.state_changed' as const),
    user_id: id,
    action: fc.constantFrom('protect' as const, 'suspend' as const, 'withhold' as const),
    withheld_in_countries: fc.array(fc.constantFrom('DE', 'FR')),
    reason: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({
    kind: fc.constant('token.revoked' as const),
    user_id: id,
    app_id: id,
    token: fc.string(),
  }),
  fc.record({
    kind: fc.constant('import.applied' as const),
    of: fc.constant('follows' as const),
    lines: fc.nat(),
    imported: fc.nat(),
  }),
)

function rowOf(position: bigint, at: number, event: Event): EventsTable {
  const draft = toDraft(at, event)
  return { ...draft, position, checksum: checksumOf(position, draft) }
}

test('an event comes back as it went in, ids exact, with position, time and partition', () => {
  fc.assert(
    fc.property(id, fc.nat(), anyEvent, (position, at, event) => {
      const partition = partitionOf('user_id' in event ? event.user_id : 0n)
      assert.deepEqual(fromRow(rowOf(position, at, event)), { ...event, position, at, partition })
    }),
  )
})

test('a change of any column is StoreDamaged', () => {
  const row = rowOf(7n, 1_000, { kind: 'user.followed', user_id: 12n, followee_id: 13n })
  const changes: Partial<EventsTable>[] = [
    { position: 8n },
    { at: 1_001 },
    { kind: 'user.unfollowed' },
    { user_id: 13n },
    { user_id: null },
    { post_id: 1n },
    { partition: row.partition === 1 ? 2 : 1 },
    { facts: row.facts.replace('13', '14') },
    { checksum: row.checksum ^ 1 },
  ]
  for (const change of changes) {
    assert.throws(() => fromRow({ ...row, ...change }), StoreDamaged, Object.keys(change)[0])
  }
})

test('any single bit of the facts that flips is StoreDamaged', () => {
  const row = rowOf(1n, 0, { kind: 'user.followed', user_id: 12n, followee_id: 13n })
  const bytes = Buffer.from(row.facts)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    const byte = flipped[bit >> 3] ?? 0
    flipped[bit >> 3] = byte ^ (1 << (bit & 7))
    assert.throws(() => fromRow({ ...row, facts: flipped.toString('latin1') }), StoreDamaged)
  }
})

test('an event of a kind that this program does not know is refused, and is not called damaged', () => {
  const row = rowOf(1n, 0, { kind: 'user.created', user_id: 1n })
  const newer = { ...row, kind: 'user.teleported' }
  assert.throws(() => fromRow({ ...newer, checksum: checksumOf(1n, newer) }), StoreRefused)
})
