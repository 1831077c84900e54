import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import type { CallerFacts } from '../http/endpoint.ts'
import type { AnsweredRequest } from '../http/exchange.ts'
import { appRequestJson, MAX_TARGET_LENGTH } from './app-entry.ts'
import { MAX_REQUESTS_PER_APP } from './app-log.ts'
import { AppRequests, MAX_APPS, MAX_BYTES } from './app-requests.ts'
import { HourCounter } from './hour-counter.ts'

interface TestCaller extends CallerFacts {
  readonly appId: bigint
}

function stage() {
  const clock = new TestClock()
  const counter = new HourCounter({ clock, store: async () => undefined, onFailure: () => undefined })
  const log = new AppRequests<TestCaller>({
    clock,
    counter,
    originOf: () => ({ scheme: 'https', host: 'h' }),
    callers: {
      appOf: (caller) => caller?.appId,
      userOf: () => 5n,
      credentialsOf: () => 'oauth1',
      reasonOf: (error) => String(error),
    },
  })
  const answer = (appId: bigint | undefined, more: Partial<AnsweredRequest<TestCaller>> = {}) => {
    const caller =
      appId === undefined
        ? undefined
        : { kind: 'app' as const, appId, windowKey: undefined, appKey: undefined, accessLevel: undefined }
    log.answered({
      ...{ transaction: 't', method: 'GET', target: '/2/tweets?ids=1', family: '2', endpoint: '/2/tweets' },
      ...{ status: 200, milliseconds: 1.23456, caller, error: undefined, body: 'the answer' },
      ...{ charge: { allowed: true, limit: 15, remaining: 14, reset: 900 }, messages: undefined, ...more },
    })
  }
  return { clock, counter, log, answer }
}

test('an entry has the facts about a request, and secrets in the query are masked', () => {
  const { log, answer, clock } = stage()
  answer(undefined)
  answer(1n, { target: '/oauth/x?oauth_token=secret&a=b' })
  answer(1n, { status: 401, error: 'why', target: `/${'x'.repeat(3_000)}` })
  const [first, second] = log.entries(1n).map(appRequestJson)
  assert.deepEqual(first, {
    ...{ id: '1', at: new Date(clock.now()).toISOString(), method: 'GET', endpoint: '/2/tweets' },
    ...{ path: '/oauth/x?oauth_token=***&a=b', family: '2', status: 200, ms: 1.235, user_id: '5' },
    ...{ credentials: 'oauth1', limits: { limit: 15, remaining: 14, reset: 900 }, transaction: 't' },
    is_recorded: false,
  })
  assert.deepEqual([second?.error, second?.reason], ['the answer', 'why'])
  assert.equal(second?.path.length, MAX_TARGET_LENGTH)
})

test('the log of an app has the latest requests of the app, and its readers get copies of the entries', () => {
  const { log, answer, counter } = stage()
  for (let count = 0; count < MAX_REQUESTS_PER_APP + 2; count += 1) answer(1n)
  const entries = log.entries(1n)
  answer(1n)
  assert.deepEqual(
    [entries.length, entries[0]?.id, entries.at(-1)?.id, log.dropped],
    [MAX_REQUESTS_PER_APP, 3, MAX_REQUESTS_PER_APP + 2, 3],
  )
  assert.equal(log.find(1n, 4)?.id, 4)
  assert.equal(log.find(2n, 4), undefined)
  assert.equal(counter.waitingOf(1n).requests[0]?.requests, MAX_REQUESTS_PER_APP + 3)
  log.clear(1n)
  assert.deepEqual([log.entries(1n), log.size, log.bytes], [[], 0, 0])
})

test('above the limit, the logs of apps without recent requests are dropped', () => {
  const { log, answer, clock } = stage()
  for (let app = 1n; app <= BigInt(MAX_APPS) + 1n; app += 1n) {
    clock.step(1)
    answer(app)
  }
  assert.deepEqual([log.entries(1n).length, log.entries(BigInt(MAX_APPS) + 1n).length], [0, 1])
  assert.ok(log.size > MAX_APPS / 2)
  for (let app = 1n; app <= 16n; app += 1n) {
    clock.step(1)
    for (let count = 0; count < 300; count += 1) answer(app, { target: `/${'y'.repeat(1_999)}` })
  }
  assert.ok(log.bytes > MAX_BYTES)
  log.tick()
  assert.ok(log.bytes <= MAX_BYTES && log.entries(16n).length > 0)
})

test('headers and bodies are recorded while a reader follows the app or while a recording is on', () => {
  const { log, clock } = stage()
  const request = {
    headers: {},
    rawHeaders: [],
    url: '/',
    method: 'GET',
    httpVersion: '1.1',
    httpVersionMajor: 1,
  }
  const begins = () => log.begin(request as never) !== undefined
  assert.equal(begins(), false)
  const end = log.follow(1n, () => undefined)
  assert.equal(begins(), true)
  end()
  assert.equal(begins(), false)
  log.record(1n, clock.now() + 60_000)
  assert.deepEqual([begins(), log.recordedUntil(1n), log.recorded], [true, clock.now() + 60_000, 1])
  clock.advance(60_000)
  assert.deepEqual([begins(), log.recordedUntil(1n)], [false, undefined])
})
