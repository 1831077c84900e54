/** Tests the reader of the relay when a standby is promoted (docs/decisions/0161-lost-history.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsMsg } from '@nats-io/jetstream'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Store } from '../../db/store.ts'
import type { JetStream } from '../../nats/jet-stream.ts'
import type { LogEntry } from '../event.ts'
import { checksumOf } from '../record.ts'
import { encodeRow, SERVER_HEADER, TIMELINE_HEADER } from './message.ts'
import { RelayReader } from './reader.ts'
import { RelayRefused, streamName } from './stream.ts'

const SERVER = 'server'
const TIMELINE = 'sqlite'

/** A fake NATS with the stream of the server. The test sends the messages. */
function natsOf() {
  const closed = Promise.withResolvers<void>()
  let callback: (message: JsMsg) => void = () => undefined
  const description = JSON.stringify({
    ...{ form: 1, server: SERVER, incarnation: 'first', timeline: TIMELINE, offset: '0', reason: 'none' },
  })
  const info = {
    config: { description, subjects: ['log'], num_replicas: 1 },
    state: { first_seq: 1, last_seq: 0 },
  }
  const messages = { stop: () => closed.resolve(), closed: () => closed.promise }
  const consumer = {
    consume: async (options: { readonly callback: typeof callback }) => {
      callback = options.callback
      return messages
    },
  }
  const nats = {
    connection: { isClosed: () => false },
    js: { consumers: { get: async () => consumer } },
    jsm: { streams: { info: async () => ({ name: streamName(SERVER), ...info }) } },
  } as unknown as JetStream
  return { nats, send: (message: JsMsg) => callback(message) }
}

/** The message of an event whose position equals the sequence of the message. */
function messageOf(seq: number): JsMsg {
  const facts = JSON.stringify({})
  const draft = { at: 0, kind: 'user.created', user_id: 1n, post_id: null, partition: 1, facts }
  const position = BigInt(seq)
  const text = encodeRow({ position, ...draft, checksum: checksumOf(position, draft) })
  const headers = new Map([
    [SERVER_HEADER, SERVER],
    [TIMELINE_HEADER, TIMELINE],
  ])
  return { seq, headers, string: () => text } as unknown as JsMsg
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

test('events from before a promotion that have not been delivered are dropped, and the session ends', async () => {
  const clock = new TestClock()
  const offered: LogEntry[] = []
  let primaryTimeline = 1
  const { nats, send } = natsOf()
  const reader = new RelayReader(
    {
      store: { engine: 'sqlite' } as Store,
      serverId: SERVER,
      clock,
      offer: (batch) => void offered.push(...batch),
      head: () => 0n,
      primaryTimeline: () => primaryTimeline,
      onStream: () => undefined,
    },
    nats,
  )
  const live = Promise.withResolvers<void>()
  const running = reader.run(new AbortController().signal, live.resolve)
  const refused = assert.rejects(
    running,
    (error) => error instanceof RelayRefused && /another primary/.test(error.message),
  )
  await live.promise
  send(messageOf(1))
  await turn()
  assert.deepEqual(
    offered.map(({ position }) => position),
    [1n],
  )
  send(messageOf(2))
  primaryTimeline = 2
  await turn()
  assert.equal(offered.length, 1)
  // The next comparison with the stream ends the session.
  clock.advance(2_000)
  await refused
})
