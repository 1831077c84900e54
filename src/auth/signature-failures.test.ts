import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { createLogger } from '../lib/log.ts'
import type { SignedRequest } from './oauth1/credentials.ts'
import { MAX_APPS, MAX_FAILURES_PER_APP, SignatureFailures } from './signature-failures.ts'

const REQUEST = {
  method: 'GET',
  scheme: 'https',
  host: 'api.example.org',
  target: '/1.1/a.json?b=c',
  authorization: [],
  contentType: undefined,
  form: undefined,
} as const

function begin() {
  const clock = new TestClock()
  const failures = new SignatureFailures(clock, createLogger('silent'))
  const add = (consumerKey: string, reason = 'because', isKnown = true, baseString = 'GET&uri&a%3Db') => {
    clock.set(clock.now() + 1)
    failures.add(REQUEST, { consumerKey, baseString } as unknown as SignedRequest, reason, isKnown)
  }
  return { failures, add }
}

describe('signature failures', () => {
  test('the newest failures are first, with the origin that the server saw', () => {
    const { failures, add } = begin()
    add('key', 'first')
    add('key', 'second')
    assert.deepEqual(failures.list('key'), [
      {
        at: '2020-08-12T00:00:00.002Z',
        reason: 'second',
        method: 'GET',
        origin: 'https://api.example.org',
        path: '/1.1/a.json',
        consumer_key: 'key',
        base_string: 'GET&uri&a%3Db',
      },
      {
        at: '2020-08-12T00:00:00.001Z',
        reason: 'first',
        method: 'GET',
        origin: 'https://api.example.org',
        path: '/1.1/a.json',
        consumer_key: 'key',
        base_string: 'GET&uri&a%3Db',
      },
    ])
  })

  test('the number of failures per app is limited, and many failures of one app do not displace failures of other apps', () => {
    const { failures, add } = begin()
    add('quiet')
    for (let time = 0; time < 5 * MAX_FAILURES_PER_APP; time += 1) add('loud', String(time))
    assert.equal(failures.list('quiet').length, 1)
    const loud = failures.list('loud')
    assert.equal(loud.length, MAX_FAILURES_PER_APP)
    assert.equal(loud[0]?.reason, String(5 * MAX_FAILURES_PER_APP - 1))
  })

  test('all unknown keys together count as one app', () => {
    const { failures, add } = begin()
    add('known')
    for (let guess = 0; guess < 3 * MAX_APPS; guess += 1) add(`guess${guess}`, 'unknown', false)
    assert.equal(failures.list('known').length, 1)
    assert.equal(failures.list().length, 1 + MAX_FAILURES_PER_APP)
  })

  test('above the limit of apps, the app whose latest failure is oldest is dropped', () => {
    const { failures, add } = begin()
    for (let app = 0; app < MAX_APPS; app += 1) add(`app${app}`)
    add('app0')
    add('one more')
    assert.equal(failures.list('app0').length, 2)
    assert.equal(failures.list('app1').length, 0)
    assert.equal(failures.list('app2').length, 1)
  })

  test('a huge base string is cut after a whole parameter, and its URL is cut too', () => {
    const { failures, add } = begin()
    const pairs = Array.from({ length: 2_000 }, (_, index) => `name%2520${index}%3D%25E2%2598%2583`)
    add('key', 'huge', true, `POST&${'u'.repeat(10_000)}&${pairs.join('%26')}`)
    add('key', 'one', true, `POST&uri&${'%25'.repeat(5_000)}%3Dx`)
    const [one, huge] = failures.list('key')
    assert.ok((huge?.base_string.length ?? 0) < 5_000)
    assert.match(huge?.base_string ?? '', /^POST&u{500}&name%25200%3D.*%25E2%2598%2583$/)
    assert.equal(one?.base_string, 'POST&uri&')
  })
})
