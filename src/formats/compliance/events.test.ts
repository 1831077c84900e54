import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readIdList } from '../../id-lists/read-id-list.ts'
import {
  EVENT_KINDS,
  type Event,
  type EventKind,
  type LoggedEvent,
  type UserAction,
} from '../../log/event.ts'
import type { Day } from '../fields/day.ts'
import { isStreamed, messageOf } from './events.ts'

const ID = 1290000000000000001n
const AT = Date.parse('2020-08-27T23:49:41.839Z')

function stateChange(action: UserAction, countries: readonly string[] = []): LoggedEvent {
  return {
    kind: 'user.state_changed',
    user_id: ID,
    action,
    withheld_in_countries: countries,
    reason: 'not sent',
    position: 7n,
    at: AT,
    partition: 3,
  }
}

/** The events about users in the table of spec/compliance-stream.md#events, with the names of their messages. */
const SIMPLE: Readonly<Record<Exclude<UserAction, 'withhold' | 'unwithhold'>, string>> = {
  protect: 'user_protect',
  unprotect: 'user_unprotect',
  suspend: 'user_suspend',
  unsuspend: 'user_unsuspend',
  deactivate: 'user_delete',
  reactivate: 'user_undelete',
}

const POST = { post_id: 1290000000000000001n, user_id: 42n } as const
const CHANGED = { kind: 'post.state_changed', ...POST, reason: 'not sent' } as const
const STATUS =
  '"status":{"id":1290000000000000001,"id_str":"1290000000000000001","user_id":42,"user_id_str":"42"}'

/** The other events in that table, with the exact text of each message. */
const ROWS: readonly (readonly [what: string, event: Event, message: string])[] = [
  [
    'delete',
    {
      kind: 'post.deleted',
      ...POST,
      initial_id: POST.post_id,
      in_reply_to_post_id: null,
      quoted_id: null,
      reposted_id: null,
      reason: 'not sent',
    },
    `{"delete":{${STATUS},"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'a test event, which is a delete',
    { kind: 'compliance.tested', ...POST, account_name: 'not sent' },
    `{"delete":{${STATUS},"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'drop',
    { ...CHANGED, action: 'drop', withheld_in_countries: [] },
    `{"drop":{${STATUS},"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'undrop',
    { ...CHANGED, action: 'undrop', withheld_in_countries: [] },
    `{"undrop":{${STATUS},"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'status_withheld',
    { ...CHANGED, action: 'withhold', withheld_in_countries: ['DE', 'FR'] },
    `{"status_withheld":{${STATUS},"withheld_in_countries":["DE","FR"],"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'status_withheld of a post that is no longer withheld',
    { ...CHANGED, action: 'unwithhold', withheld_in_countries: [] },
    `{"status_withheld":{${STATUS},"withheld_in_countries":[],"timestamp_ms":"1597000000123"}}`,
  ],
  [
    'tweet_edit, whose ids are texts',
    {
      kind: 'post.edited',
      user_id: 42n,
      post_id: 1290000000000000002n,
      initial_id: 1290000000000000001n,
      versions: ['1290000000000000001', '1290000000000000002'],
    },
    '{"tweet_edit":{"id":"1290000000000000002","initial_tweet_id":"1290000000000000001",' +
      '"edit_tweet_ids":["1290000000000000001","1290000000000000002"],"timestamp_ms":"1597000000123"}}',
  ],
  [
    'scrub_geo',
    { kind: 'user.geo_scrubbed', user_id: 42n, up_to_post_id: 1290000000000000001n, reason: 'not sent' },
    '{"scrub_geo":{"user_id":42,"user_id_str":"42","up_to_status_id":1290000000000000001,' +
      '"up_to_status_id_str":"1290000000000000001","timestamp_ms":"1597000000123"}}',
  ],
  [
    'delete of a favorite',
    { kind: 'post.unliked', user_id: 42n, post_id: 1n, author_id: 2n },
    '{"delete":{"favorite":{"tweet_id":1,"tweet_id_str":"1","user_id":42,"user_id_str":"42"},' +
      '"timestamp_ms":"1597000000123"}}',
  ],
]

describe('spec/compliance-stream.md#events: messages', () => {
  for (const [action, name] of Object.entries(SIMPLE)) {
    test(`${action} is sent as ${name}, with every digit of the id`, () =>
      assert.equal(
        messageOf(stateChange(action as UserAction)),
        `{"${name}":{"id":1290000000000000001,"id_str":"1290000000000000001","timestamp_ms":"1598572181839"}}\r\n`,
      ))
  }

  for (const [action, countries] of [
    ['withhold', ['DE', 'XY']],
    ['unwithhold', []],
  ] as const) {
    test(`${action} is sent as user_withheld with the complete new list and both times`, () =>
      assert.equal(
        messageOf(stateChange(action, countries)),
        `{"user_withheld":{"user":{"id":1290000000000000001,"id_str":"1290000000000000001"},` +
          `"withheld_in_countries":${JSON.stringify(countries)},"timestamp_ms":"1598572181839",` +
          '"timestampMs":"2020-08-27T23:49:41.839+00:00"}}\r\n',
      ))
  }

  for (const [what, event, message] of ROWS) {
    test(`${what}: the message is correct to the byte`, () =>
      assert.equal(
        messageOf({ ...event, position: 7n, at: 1_597_000_000_123, partition: 3 }),
        `${message}\r\n`,
      ))
  }

  test('the reason is internal and not sent', () =>
    assert.doesNotMatch(messageOf(stateChange('suspend')) ?? '', /not sent/))

  test('spec/compliance-stream.md#events: drop and undrop are sent from 2020-02-07 on, also when they are repeated', () => {
    for (const action of ['drop', 'undrop'] as const) {
      const of = { ...CHANGED, action, withheld_in_countries: [] }
      const logged = { position: 7n, at: AT, partition: 3 }
      const repeated = { kind: 'compliance.retold', user_id: POST.user_id, of_at: AT, of } as const
      for (const event of [of, repeated]) {
        const sentOn = (day: Day) => messageOf({ ...event, ...logged }, undefined, day)
        assert.equal(sentOn('2020-02-06'), undefined, `${action} as ${event.kind}`)
        assert.equal(
          sentOn('2020-02-07'),
          `{"${action}":{${STATUS},"timestamp_ms":"1598572181839"}}\r\n`,
          `${action} as ${event.kind}`,
        )
      }
    }
  })

  test('events of other kinds are not sent', () => {
    const facts = { position: 1n, at: AT, partition: 1 }
    assert.equal(messageOf({ kind: 'user.created', user_id: ID, ...facts }), undefined)
    assert.equal(messageOf({ kind: 'user.followed', user_id: ID, followee_id: 2n, ...facts }), undefined)
    assert.equal(
      messageOf({ kind: 'import.applied', of: 'users', lines: 1, imported: 1, ...facts }),
      undefined,
    )
  })
})

test('this file tests the text of every kind of event that the stream sends', () => {
  const tested = new Set<EventKind>(['user.state_changed', ...ROWS.map(([, { kind }]) => kind)])
  // A repeated event has the message of the event that it repeats.
  const streamed = (Object.keys(EVENT_KINDS) as EventKind[]).filter(
    (kind) => isStreamed(kind) && kind !== 'compliance.retold',
  )
  assert.deepEqual([...tested].toSorted(), streamed.toSorted())
})

test('spec/id-lists.md#accepted-forms: a recording with every message is read without faults and has no ids', async () => {
  const users = [...(Object.keys(SIMPLE) as UserAction[]), 'withhold' as const].map((action) =>
    messageOf(stateChange(action)),
  )
  const recording = [...users, ...ROWS.map(([, , message]) => `${message}\r\n`)].join('')
  for (const subject of ['tweets', 'users'] as const) {
    const faults: unknown[] = []
    const ids: bigint[] = []
    const pieces = (async function* () {
      yield Buffer.from(recording)
    })()
    await readIdList(
      pieces,
      { subject, column: undefined, maxLength: undefined },
      {
        take: async (batch) => void ids.push(...batch.ids),
        fault: (fault) => faults.push(fault),
        warn: (warning) => faults.push(warning),
      },
    )
    assert.deepEqual([faults, ids], [[], []], subject)
  }
})
