import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '../../request-log/entry.ts'
import { RequestLog } from './log.ts'
import { readQuery, select } from './query.ts'

function entry(id: number, body = '', more: Partial<LogEntry> = {}): LogEntry {
  const message = { headers: [], body, bodyBytes: body.length, isCut: false }
  return {
    ...{ id, kind: 'request', at: id, family: '2', endpoint: '/2/tweets/:id', appId: 7n, userId: undefined },
    request: {
      method: 'GET',
      origin: 'http://h',
      target: `/2/tweets/${id}?a=b`,
      httpVersion: '1.1',
      ...message,
    },
    response: { status: id % 2 === 0 ? 200 : 429, ...message },
    ...{ ms: 1, limits: undefined, refusal: undefined, faults: [], stream: undefined, delivery: undefined },
    ...more,
  }
}

test('above the maximum number of entries or bytes, the oldest entries are dropped', () => {
  const log = new RequestLog({ entries: 3, bytes: 1_000_000 })
  for (let id = 1; id <= 5; id += 1) log.add(entry(id))
  assert.deepEqual([log.entries().map(({ id }) => id), log.size, log.dropped], [[3, 4, 5], 3, 2])
  const small = new RequestLog({ entries: 100, bytes: 10_000 })
  for (let id = 1; id <= 5; id += 1) small.add(entry(id, 'x'.repeat(1_500)))
  assert.ok(small.bytes <= 10_000)
  assert.deepEqual(
    small.entries().map(({ id }) => id),
    [5],
  )
  small.clear()
  assert.deepEqual([small.size, small.bytes, small.nextId()], [0, 0, 1])
})

test('a follower receives entries until it stops', () => {
  const log = new RequestLog()
  const seen: number[] = []
  const end = log.follow(({ id }) => seen.push(id))
  log.add(entry(1))
  end()
  log.add(entry(2))
  assert.deepEqual(seen, [1])
})

test('each parameter of a query selects entries; the result is the newest entries, or the next entries if the query has `since`', () => {
  const entries = [1, 2, 3, 4].map((id) => entry(id))
  const ids = (sent: Record<string, string>) => select(entries, readQuery(sent)).map(({ id }) => id)
  assert.deepEqual(ids({}), [1, 2, 3, 4])
  assert.deepEqual(ids({ limit: '2' }), [3, 4])
  assert.deepEqual(ids({ since: '1', limit: '2' }), [2, 3])
  assert.deepEqual(ids({ since: '1970-01-01T00:00:00.004Z' }), [4])
  assert.deepEqual(ids({ status: '429' }), [1, 3])
  assert.deepEqual(ids({ status: '2xx' }), [2, 4])
  assert.deepEqual(ids({ path: '/2/tweets/*' }), [1, 2, 3, 4])
  assert.deepEqual(ids({ path: '/2/tweets/:id' }), [1, 2, 3, 4])
  assert.deepEqual(ids({ path: '/2/tweets/3' }), [3])
  assert.deepEqual(ids({ app: '7' }), [1, 2, 3, 4])
  assert.deepEqual(ids({ app: '8' }), [])
  assert.deepEqual(ids({ user: '8' }), [])
  assert.deepEqual(ids({ kind: 'stream' }), [])
  assert.deepEqual(ids({ fault: 'slow' }), [])
  assert.deepEqual(ids({ method: 'get' }), [1, 2, 3, 4])
  for (const [sent, message] of [
    [{ status: 'bad' }, /such as 429, or 4xx/],
    [{ limit: '0' }, /from 1 to 1000/],
    [{ since: 'yesterday' }, /id of an entry, or a time/],
    [{ app: 'mine' }, /decimal digits/],
    [{ kind: 'call' }, /request, stream, webhook/],
    [{ colour: 'red' }, /there is no parameter colour; use app, user/],
  ] as const) {
    assert.throws(() => readQuery(sent), message)
  }
})
