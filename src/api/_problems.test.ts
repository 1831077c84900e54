import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AuthError, type AuthReason } from '../auth/errors.ts'
import { StoreUnavailable } from '../db/errors.ts'
import { EdgeError, type EdgeReason } from '../http/endpoint.ts'
import { BadParameter } from '../http/params.ts'
import { Problem, type ProblemBase, renderProblem } from './_problems.ts'

const BASE: ProblemBase = 'https://api.twitter.com/labs/2/problems/'

function rendered(error: unknown) {
  const { status, body = '', headers } = renderProblem(BASE, error)
  return { status, body: JSON.parse(body) as Record<string, unknown>, type: headers?.['content-type'] }
}

/** The compiler checks that every reason is listed. */
const OF_EDGE: Record<EdgeReason, number> = {
  'unknown-path': 404,
  'bad-request': 400,
  'body-too-large': 413,
  'request-timeout': 408,
  'headers-too-large': 431,
  'rate-limited': 429,
  'user-context-only': 403,
  'app-context-only': 403,
  'no-write-permission': 403,
  'no-message-permission': 403,
  'no-scope': 403,
  'unacceptable-format': 400,
  'tls-required': 403,
  'version-inactive': 410,
  'endpoint-retired': 410,
  'api-date-invalid': 400,
  'over-capacity': 503,
}

const OF_AUTH: Record<AuthReason, number> = {
  'no-credentials': 401,
  'unreadable-credentials': 401,
  'bad-signature': 401,
  'timestamp-out-of-range': 401,
  'bad-token': 401,
  'user-suspended': 403,
}

describe('spec/errors.md#problem-objects: problems', () => {
  for (const [reason, status] of Object.entries(OF_EDGE) as [EdgeReason, number][]) {
    test(`${status} ${reason}`, () => {
      const answer = rendered(new EdgeError(reason, 'for the log'))
      assert.equal(answer.status, status)
      if (reason === 'unknown-path') {
        // All API versions share the router, so this response is the same as in v1.1.
        assert.deepEqual(answer.body, {
          errors: [{ message: 'Sorry, that page does not exist', code: 34 }],
        })
        return
      }
      assert.equal(answer.type, 'application/problem+json; charset=utf-8')
      assert.equal(answer.body['status'], status)
      const shows = ['version-inactive', 'endpoint-retired', 'api-date-invalid'].includes(reason)
      assert.equal(answer.body['detail'] === 'for the log', shows)
    })
  }

  for (const [reason, status] of Object.entries(OF_AUTH) as [AuthReason, number][]) {
    test(`${status} ${reason}: about:blank and the reason phrase, without the cause`, () => {
      const title = status === 401 ? 'Unauthorized' : 'Forbidden'
      assert.deepEqual(rendered(new AuthError(reason, 'for the log')).body, {
        title,
        type: 'about:blank',
        status,
        detail: title,
      })
    })
  }

  test('400 invalid-request lists the errors, with the literal type of the family', () => {
    const errors = [{ parameters: { '': [] }, message: 'Request parameter `ids` can not be empty' }]
    assert.deepEqual(rendered(new Problem('invalidRequest', undefined, errors)), {
      status: 400,
      body: {
        errors,
        title: 'Invalid Request',
        detail: 'One or more parameters to your request was invalid.',
        type: `${BASE}invalid-request`,
      },
      type: 'application/problem+json; charset=utf-8',
    })
  })

  test('400 the error of a parameter has the pattern, or says that the value is invalid', () => {
    const messageOf = (pattern?: string) => {
      const [fault] = rendered(new BadParameter('id', '1a', pattern)).body['errors'] as { message: string }[]
      return fault?.message
    }
    assert.equal(
      messageOf('^[0-9]{1,19}$'),
      'The `id` query parameter value [1a] does not match ^[0-9]{1,19}$',
    )
    assert.equal(messageOf(), 'The `id` query parameter value [1a] is not valid')
  })

  test('500 and 503 do not reveal the internal error', () => {
    for (const [error, status] of [
      [new TypeError('a secret'), 500],
      ['not even an error', 500],
      [undefined, 500],
      [new StoreUnavailable('a secret'), 503],
    ] as const) {
      const answer = rendered(error)
      assert.equal(answer.status, status)
      assert.ok(!JSON.stringify(answer).includes('secret'))
    }
  })
})
