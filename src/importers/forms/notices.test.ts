import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { IGNORE_FAULTS } from '../../lib/repair.ts'
import { InvalidItem } from '../json-fields.ts'
import { VALUE_FORMS } from './index.ts'
import { readValue } from './read-value.ts'

/** Items of a JSON text, with ids as digits. */
function itemsOf(json: string): unknown {
  const { items } = readValue(VALUE_FORMS, json, IGNORE_FAULTS)
  return JSON.parse(JSON.stringify(items, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

function noticesOf(json: string): unknown {
  return (itemsOf(json) as { notice?: unknown }[]).map(({ notice }) => notice)
}

const ID = '490828800000000001'
const POST = { on: 'post', id: ID, authorId: '11' }

/** Recorded values, each with the notices that it contains. */
const NOTICES: readonly (readonly [string, ...object[]])[] = [
  [
    `{"delete":{"status":{"id":${ID},"id_str":"${ID}","user_id":11,"user_id_str":"11"},"timestamp_ms":"1405857600001"}}`,
    { ...POST, action: 'delete' },
  ],
  // Notices from before 2012 have no `id_str`, so the digits of the number are read.
  [`{"delete":{"status":{"id":${ID},"user_id":11}}}`, { ...POST, action: 'delete' }],
  [`{"delete":{"favorite":{"tweet_id":${ID},"user_id":11}}}`, { on: 'like', userId: '11', postId: ID }],
  [`{"delete":{"direct_message":{"id":${ID},"user_id":11}}}`, { on: 'message', id: ID, userId: '11' }],
  [
    `{"scrub_geo":{"user_id":11,"up_to_status_id":${ID}},"timestamp_ms":"1"}`,
    { on: 'user', action: 'scrub_geo', id: '11', upToId: ID },
  ],
  [
    `{"status_withheld":{"id":${ID},"user_id":11,"withheld_in_countries":["fr","DE","nowhere"]}}`,
    { ...POST, action: 'withhold', countries: ['DE', 'FR'] },
  ],
  [
    `{"status_withheld":{"status":{"id":${ID},"user_id":11},"withheld_in_countries":[],"timestamp_ms":"1"}}`,
    { ...POST, action: 'withhold', countries: [] },
  ],
  [
    '{"user_withheld":{"id":11,"withheld_in_countries":["DE"]}}',
    { on: 'user', action: 'withhold', id: '11', countries: ['DE'] },
  ],
  [
    '{"user_withheld":{"user":{"id":11,"id_str":"11"},"withheld_in_countries":["XX"],"timestampMs":"2020-08-27T23:49:41.839+00:00"}}',
    { on: 'user', action: 'withhold', id: '11', countries: ['XX'] },
  ],
  [`{"drop":{"status":{"id":${ID},"user_id":11},"timestamp_ms":"1"}}`, { ...POST, action: 'drop' }],
  [`{"undrop":{"status":{"id":${ID},"user_id":11},"timestamp_ms":"1"}}`, { ...POST, action: 'undrop' }],
  ...(
    [
      ['user_delete', 'deactivate'],
      ['user_undelete', 'reactivate'],
      ['user_protect', 'protect'],
      ['user_unprotect', 'unprotect'],
      ['user_suspend', 'suspend'],
      ['user_unsuspend', 'unsuspend'],
    ] as const
  ).map(
    ([name, action]) =>
      [`{"${name}":{"id":11,"timestamp_ms":"1"}}`, { on: 'user', action, id: '11' }] as const,
  ),
  [
    `{"id":"tag:search.twitter.com,2005:${ID}","objectType":"activity","verb":"delete","object":{"id":"object:search.twitter.com,2005:${ID}"},"actor":{"objectType":"person","id":"id:twitter.com:11"}}`,
    { ...POST, action: 'delete' },
  ],
  [
    `{"id":"${ID}","action":"delete","created_at":"2014-07-20T12:00:00.000Z","redacted_at":"2014-07-21T12:00:00.000Z","reason":"deleted"}`,
    { on: 'result', id: ID, reason: 'deleted', createdAt: Date.UTC(2014, 6, 20, 12) },
  ],
  [
    `{"for_user":"7","message":{"delete":{"status":{"id":${ID},"user_id":11}}}}`,
    { ...POST, action: 'delete' },
  ],
]

/** Recorded values without effect, each with the kind and the name under which it is counted. */
const COUNTS: readonly (readonly [string, string])[] = [
  ['{"limit":{"track":1234,"timestamp_ms":"1"}}', 'counted limit'],
  ['{"disconnect":{"code":4,"stream_name":"","reason":""}}', 'counted disconnect'],
  ['{"warning":{"code":"FALLING_BEHIND","message":"x","percent_full":60}}', 'counted warning'],
  ['{"control":{"control_uri":"/1.1/site"}}', 'counted control'],
  ['{"info":{"message":"Replay Request Completed","activity_count":1}}', 'counted info'],
  ['{"error":{"message":"Force closing connection","sent":"2020-08-12T10:00:00+00:00"}}', 'counted error'],
  ['{"errors":[{"title":"operational-disconnect","disconnect_type":"x"}]}', 'counted disconnect'],
  ['{"position":"12"}', 'counted position'],
  ['{"gap":{"from":"12","to":"12","reason":"unreadable"}}', 'counted gap'],
  ['{"friends":[1,2,3]}', 'not-kept friends'],
  ['{"friends_str":["1"]}', 'not-kept friends_str'],
  ['{"event":{"event":"follow","source":{},"target":{}}}', 'not-kept event'],
  ['{"tweet_edit":{"id":"2","initial_tweet_id":"1","edit_tweet_ids":["1","2"]}}', 'not-kept tweet_edit'],
  ['{"direct_message":{"id":1,"text":"private","sender_id":1,"recipient_id":2}}', 'held-back direct_message'],
]

test('spec/data-files.md#stream-notices: notices of every kind are read, and messages without effect are counted', () => {
  for (const [json, ...notices] of NOTICES) assert.deepEqual(noticesOf(json), notices, json)
  for (const [json, expected] of COUNTS) {
    const [kind, name] = expected.split(' ')
    assert.deepEqual(itemsOf(json), [{ kind, name, count: 1 }], json)
  }
})

test('spec/data-files.md#stream-notices: a notice without ids is rejected, and the reason shows nothing of its content', () => {
  for (const json of [
    '{"delete":{}}',
    '{"delete":{"status":{"user_id":11}}}',
    '{"scrub_geo":{"user_id":11}}',
    '{"user_protect":7}',
    '{"status_withheld":{"id":"secret","user_id":11}}',
    '{"id":"1","action":"delete","reason":"a whim"}',
  ]) {
    assert.throws(() => itemsOf(json), InvalidItem, json)
  }
})

test('a post is never recognised as a notice', () => {
  const keys = fc.constantFrom('delete', 'limit', 'text', 'id', 'drop', 'timestamp_ms', 'info')
  fc.assert(
    fc.property(fc.uniqueArray(keys), (names) => {
      const fields = Object.fromEntries(names.map((name) => [name, {}]))
      const others = names.filter((name) => name !== 'timestamp_ms')
      const isNotice = VALUE_FORMS.find((form) => form.matches(fields))?.name === 'stream notice'
      assert.equal(isNotice, others.length === 1 && !['text', 'id'].includes(others[0] ?? ''))
    }),
  )
})
