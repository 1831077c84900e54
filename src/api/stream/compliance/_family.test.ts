import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StoreCorrupt, StoreRefused, StoreUnavailable } from '../../../db/errors.ts'
import { EdgeError, type EdgeReason } from '../../../http/endpoint.ts'
import { SemaphoreFull } from '../../../lib/async/semaphore.ts'
import { MalformedEncoding } from '../../../lib/percent.ts'
import { StreamError } from './_errors.ts'
import { complianceFamily } from './_family.ts'

const family = complianceFamily([], () => Date.UTC(2020, 7, 12, 10))

function statusOf(error: unknown): number {
  return family.renderError(error, { path: '/stream/' }).status
}

describe('spec/compliance-stream.md#errors: error bodies', () => {
  test('have a message and a time, and no internal details', () =>
    assert.deepEqual(family.renderError(new Error('secret'), { path: '/' }), {
      status: 500,
      body: '{"error":{"message":"Internal server error.","sent":"2020-08-12T10:00:00+00:00"}}',
      headers: {},
    }))

  test('a 401 has a challenge, and a 429 says how long to wait', () => {
    const { headers } = family.renderError(new StreamError('invalidCredentials'), { path: '/' })
    assert.deepEqual(headers, { 'www-authenticate': 'Basic realm="Firehose"' })
    const limited = family.renderError(new StreamError('tooManyRequests', 17), { path: '/' })
    assert.deepEqual([limited.status, limited.headers], [429, { 'retry-after': '17' }])
  })

  test('503 when the database is not available, or too many password checks are waiting', () => {
    for (const error of [
      new StoreUnavailable('test'),
      new StoreCorrupt('test'),
      new StoreRefused('test'),
      new SemaphoreFull('test'),
      new EdgeError('over-capacity', 'test'),
      new StreamError('unavailable'),
    ]) {
      assert.equal(statusOf(error), 503, String(error))
    }
  })

  test('errors of the HTTP layer have the error format of this family', () => {
    const statuses: Partial<Record<EdgeReason, number>> = {
      'unknown-path': 404,
      'bad-request': 400,
      'api-date-invalid': 400,
      'body-too-large': 413,
      'request-timeout': 408,
      'headers-too-large': 431,
      'tls-required': 403,
    }
    for (const [reason, status] of Object.entries(statuses)) {
      assert.equal(statusOf(new EdgeError(reason as EdgeReason, 'test')), status, reason)
    }
    assert.equal(statusOf(new MalformedEncoding('escape')), 400)
  })
})

test('owns all paths of the stream host', () => {
  assert.ok(family.owns('/stream/compliance/accounts/acme/publishers/twitter/prod.json'))
  assert.ok(family.owns('/stream/'))
  assert.ok(!family.owns('/1.1/statuses/filter.json'))
})
