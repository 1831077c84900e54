import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AuthError, type AuthReason } from '../../auth/errors.ts'
import { StoreBusy } from '../../db/errors.ts'
import { Refusal } from '../../domain/context.ts'
import { EdgeError, type EdgeReason } from '../../http/endpoint.ts'
import { BadParameter } from '../../http/params.ts'
import { NotAuthorized, V11Error } from './_errors.ts'
import { renderV11Error, v11Endpoint, v11Family } from './_family.ts'

function rendered(error: unknown): string {
  const { status, body = '' } = renderV11Error(error, { path: '/1.1/a.json' })
  const [first] = (JSON.parse(body) as { errors: { code: number; message: string }[] }).errors
  return `${status}/${first?.code}`
}

/** The type makes the compiler check that every reason is present. */
const OF_EDGE: Record<EdgeReason, string> = {
  'unknown-path': '404/34',
  'bad-request': '400/214',
  'body-too-large': '413/214',
  'request-timeout': '408/214',
  'headers-too-large': '431/214',
  'rate-limited': '429/88',
  'user-context-only': '403/220',
  'app-context-only': '403/220',
  'no-write-permission': '403/261',
  'no-message-permission': '403/93',
  'no-scope': '401/89',
  'unacceptable-format': '406/214',
  'tls-required': '403/92',
  'version-inactive': '410/68',
  'endpoint-retired': '410/251',
  'api-date-invalid': '400/214',
  'over-capacity': '503/130',
}

const OF_AUTH: Record<AuthReason, string> = {
  'no-credentials': '400/215',
  'unreadable-credentials': '400/215',
  'bad-signature': '401/32',
  'timestamp-out-of-range': '401/135',
  'bad-token': '401/89',
  'user-suspended': '403/64',
}

describe('spec/errors.md#v11-body: v1.1 errors', () => {
  for (const [reason, expected] of Object.entries(OF_EDGE) as [EdgeReason, string][]) {
    test(`${expected} ${reason}`, () => assert.equal(rendered(new EdgeError(reason, 'why')), expected))
  }

  for (const [reason, expected] of Object.entries(OF_AUTH) as [AuthReason, string][]) {
    test(`${expected} ${reason}`, () => assert.equal(rendered(new AuthError(reason, 'why')), expected))
  }

  test('spec/retired-endpoints.md#ended-v11-streams: after the end of user and site streams, the response is plain text', () => {
    for (const path of ['/1.1/user.json', '/1.1/site.json']) {
      const { status, body, headers } = renderV11Error(new EdgeError('endpoint-retired', 'why'), { path })
      assert.deepEqual([status, headers], [410, { 'content-type': 'text/plain;charset=utf-8' }])
      assert.match(body ?? '', /^The Site Streams and User Streams .* See https:\/\/t\.co\/usss\r\n$/)
    }
  })

  test('the body is a list with one error, and the code is before the message', () => {
    const { body } = renderV11Error(new AuthError('bad-token', 'why'), { path: '/' })
    assert.equal(body, '{"errors":[{"code":89,"message":"Invalid or expired token."}]}')
  })

  test('400/44 names the parameter and does not repeat the value', () => {
    const { body } = renderV11Error(new BadParameter('cursor', '<script>'), { path: '/' })
    assert.equal(body, '{"errors":[{"code":44,"message":"cursor parameter is invalid."}]}')
  })

  test('errors of endpoints and refusals of commands have their codes', () => {
    assert.equal(rendered(new V11Error('queryParametersMissing')), '400/25')
    assert.equal(rendered(new Refusal('user-not-found', 'why')), '404/50')
    assert.equal(rendered(new Refusal('user-suspended', 'why')), '403/63')
  })

  test('spec/followers.md#target: only the error about a protected account has a body without a list of errors', () => {
    assert.deepEqual(renderV11Error(new NotAuthorized(), { path: '/1.1/a.json' }), {
      status: 401,
      body: '{"request":"/1.1/a.json","error":"Not authorized."}',
    })
  })

  test('503/130 and 500/131 say nothing about the internal error', () => {
    assert.equal(rendered(new StoreBusy('a secret')), '503/130')
    for (const error of [new TypeError('a secret'), new Refusal('name-invalid', 'a secret'), 'text', null]) {
      assert.equal(rendered(error), '500/131')
      assert.ok(!renderV11Error(error, { path: '/' }).body?.includes('secret'))
    }
  })
})

describe('spec/followers.md#paths-and-methods: formats', () => {
  const endpoint = (path: `/${string}`) =>
    v11Endpoint({ paths: [path], summary: '', params: {}, handle: async () => ({ status: 200, body: '' }) })
  const family = v11Family([endpoint('/1.1/a/b.json'), endpoint('/1.1/show/:id.json')])

  for (const [path, expected] of [
    ['/1.1/a/b.xml', 'unacceptable-format'],
    ['/1.1/a/b.RSS', 'unacceptable-format'],
    ['/1.1/a/b.JSON', 'unacceptable-format'],
    ['/1.1/A/B.JSON', undefined],
    ['/1.1/show/5.atom', 'unacceptable-format'],
    ['/1.1/a/b', undefined],
    ['/1.1/a/b.', undefined],
    ['/1.1/a/b.json', undefined],
    ['/1X1/a/b.xml', undefined],
    ['/1.1/a/c.xml', undefined],
    ['/1.1/a/b.xml/c', undefined],
    ['/1.1/show/5/6.xml', undefined],
  ] as const) {
    test(`${path}: ${expected === undefined ? 404 : 406}`, () => {
      assert.equal(family.whyUnknown?.(path), expected)
    })
  }
})
