import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { StoreCorrupt, StoreRefused } from '../db/errors.ts'
import type { EventsTable } from '../db/schema.ts'
import { type Event, NO_REFERENCES } from './event.ts'
import { partitionOf } from './partition.ts'
import { checksumOf, fromRow, toDraft } from './record.ts'

const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

/** Events of different shapes: some have only ids, some have lists and texts, and some have no user. */
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
    kind: fc.constant('post.created' as const),
    user_id: id,
    post_id: id,
    in_reply_to_post_id: fc.option(id),
    in_reply_to_user_id: fc.option(id),
    quoted_id: fc.option(id),
    quoted_user_id: fc.option(id),
    reposted_id: fc.option(id),
    reposted_user_id: fc.option(id),
    mentioned: fc.array(id.map(String), { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('user.pinned' as const), user_id: id, post_id: fc.option(id) }),
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

test('a decoded event equals the encoded event, with exact ids, position, time and partition', () => {
  fc.assert(
    fc.property(id, fc.nat(), anyEvent, (position, at, event) => {
      const partition = partitionOf('user_id' in event ? event.user_id : 0n)
      assert.deepEqual(fromRow(rowOf(position, at, event)), { ...event, position, at, partition })
    }),
  )
})

test('the JSON contains no fields that have a column, and no empty references', () => {
  const post = { kind: 'post.created', user_id: 1n, post_id: 2n, ...NO_REFERENCES } as const
  assert.equal(toDraft(0, post).facts, '{}')
  const quote = toDraft(0, { ...post, quoted_id: 3n, quoted_user_id: 4n, mentioned: ['5'] })
  assert.equal(quote.facts, '{"quoted_id":"3","quoted_user_id":"4","mentioned":["5"]}')
  assert.equal(toDraft(0, { kind: 'user.pinned', user_id: 1n, post_id: null }).facts, '{"post_id":null}')
  assert.equal(
    toDraft(0, { kind: 'post.liked', user_id: 1n, post_id: 2n, author_id: 3n }).facts,
    '{"author_id":"3"}',
  )
})

test('events of earlier releases, with all fields in JSON, can still be read', () => {
  const facts =
    '{"user_id":"12","post_id":"13","in_reply_to_post_id":null,"in_reply_to_user_id":null,"quoted_id":"14",' +
    '"quoted_user_id":"15","reposted_id":null,"reposted_user_id":null,"mentioned":[]}'
  const draft = { at: 5, kind: 'post.created', user_id: 12n, post_id: 13n, partition: 3, facts }
  const said = { kind: 'post.created', user_id: 12n, post_id: 13n, quoted_id: 14n, quoted_user_id: 15n }
  const expected = { ...NO_REFERENCES, ...said, position: 6n, at: 5, partition: 3 }
  assert.deepEqual(fromRow({ ...draft, position: 6n, checksum: checksumOf(6n, draft) }), expected)
})

test('a row in which any column was changed is StoreCorrupt', () => {
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
    assert.throws(() => fromRow({ ...row, ...change }), StoreCorrupt, Object.keys(change)[0])
  }
})

test('a row in which any single bit of the facts was flipped is StoreCorrupt', () => {
  const row = rowOf(1n, 0, { kind: 'user.followed', user_id: 12n, followee_id: 13n })
  const bytes = Buffer.from(row.facts)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    const byte = flipped[bit >> 3] ?? 0
    flipped[bit >> 3] = byte ^ (1 << (bit & 7))
    assert.throws(() => fromRow({ ...row, facts: flipped.toString('latin1') }), StoreCorrupt)
  }
})

test('an event of an unknown kind is refused, but not reported as corrupt', () => {
  const row = rowOf(1n, 0, { kind: 'user.created', user_id: 1n })
  const newer = { ...row, kind: 'user.teleported' }
  assert.throws(() => fromRow({ ...newer, checksum: checksumOf(1n, newer) }), StoreRefused)
})
