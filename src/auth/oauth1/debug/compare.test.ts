import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  baseStringByTheRfc,
  encodeByTheRfc,
  type NameAndValue,
} from '../../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../../test/support/properties.ts'
import { compareBaseStrings } from './compare.ts'
import type { MistakeName } from './finding.ts'
import { type KeyMistake, keyMistake } from './key-mistake.ts'

const ADDRESS = { method: 'POST', scheme: 'https', host: 'api.example:8443', path: '/1.1/a b.json' }

const PARAMETERS: readonly NameAndValue[] = [
  ['oauth_consumer_key', 'key'],
  ['oauth_nonce', 'n1'],
  ['oauth_timestamp', '1600000000'],
]

/** A text in which each mistake is possible: it has a space, and a character that `encodeURIComponent` does not encode. */
const text = fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 })).map(([a, b]) => `${a} ö!${b}`)

const encodeTwice = (value: string) => encodeByTheRfc(encodeByTheRfc(value))

/** A base string whose parameter `status` has the text `value`. */
function withStatus(value: string, encodedTwice = encodeTwice(value)): string {
  const base = baseStringByTheRfc(ADDRESS, [...PARAMETERS, ['status', 'STATUS']])
  return base.replace('STATUS', () => encodedTwice)
}

type Mutation = (status: string) => string

const right = (status: string) => withStatus(status)

const MUTATIONS: Readonly<
  Record<Exclude<MistakeName, 'other' | 'url' | 'value' | 'parameter-missing'>, Mutation>
> = {
  empty: () => ' ',
  'white-space': (status) => `${right(status)}\n`,
  'encoded-as-a-whole': (status) => encodeByTheRfc(right(status)),
  'separator-missing': (status) => right(status).replace('&', ''),
  method: (status) => right(status).replace('POST', 'GET'),
  'method-case': (status) => right(status).replace('POST', 'post'),
  'url-not-encoded': (status) => right(status).replace('https%3A%2F%2F', 'https://'),
  'url-encoded-twice': (status) => {
    const [method, url = '', parameters] = right(status).split('&')
    return [method, encodeByTheRfc(url), parameters].join('&')
  },
  'query-in-url': (status) => right(status).replace('.json&', '.json%3Fa%3Db&'),
  scheme: (status) => right(status).replace('https', 'http'),
  host: (status) => right(status).replace('api.example', 'localhost'),
  'host-case': (status) => right(status).replace('api.example', 'API.example'),
  port: (status) => right(status).replace('%3A8443', ''),
  path: (status) => right(status).replace('.json', ''),
  'parameters-not-encoded': (status) => {
    const [method, url, parameters = ''] = right(status).split('&')
    return `${method}&${url}&${decodeURIComponent(parameters)}`
  },
  'body-left-out': (status) => right(status).replace(/%26status.*/, ''),
  'oauth-parameter-missing': (status) => right(status).replace('%26oauth_nonce%3Dn1', ''),
  'signature-included': (status) =>
    right(status).replace('%26oauth_timestamp', '%26oauth_signature%3Dx%26oauth_timestamp'),
  'parameter-extra': (status) => `${right(status)}%26z%3D1`,
  'parameter-twice': (status) =>
    right(status).replace('%26oauth_nonce%3Dn1', '%26oauth_nonce%3Dn1%26oauth_nonce%3Dn1'),
  order: (status) =>
    right(status).replace(
      'oauth_nonce%3Dn1%26oauth_timestamp%3D1600000000',
      'oauth_timestamp%3D1600000000%26oauth_nonce%3Dn1',
    ),
  'hex-case': (status) =>
    withStatus(status, encodeByTheRfc(encodeByTheRfc(status).replaceAll(/%../g, (hex) => hex.toLowerCase()))),
  'plus-for-space': (status) =>
    withStatus(status, encodeByTheRfc(encodeByTheRfc(status).replaceAll('%20', '+'))),
  'encoded-twice': (status) => withStatus(status, encodeTwice(encodeByTheRfc(status))),
  'encoded-once-less': (status) => withStatus(status, encodeByTheRfc(status)),
  'reserved-characters': (status) =>
    withStatus(status, encodeByTheRfc(encodeByTheRfc(status).replaceAll('%21', '!'))),
  timestamp: (status) => right(status).replace('1600000000', '1600000001'),
  nonce: (status) => right(status).replace('Dn1', 'Dn2'),
}

test('each documented mistake is found in any base string, and no other mistake is reported', () => {
  for (const [mistake, mutate] of Object.entries(MUTATIONS)) {
    // If the client does not encode values enough, their `&` and `=` look like separators of parameters.
    const value = mistake === 'encoded-once-less' ? text.map((some) => some.replaceAll(/[&=%]/g, '-')) : text
    const property = fc.property(value, (status) => {
      const [server, yours] = [right(status), mutate(status)]
      const { findings, isSame, firstByte = -1 } = compareBaseStrings(server, yours, new Set(['status']))
      assert.deepEqual(
        [isSame, findings.map((each) => each.mistake)],
        [false, [mistake]],
        `${server}\n${yours}`,
      )
      assert.equal(server.slice(0, firstByte), yours.slice(0, firstByte))
      assert.notEqual(server[firstByte], yours[firstByte])
    })
    fc.assert(property, { numRuns: 60 })
  }
})

test('equal strings have no finding, and each of several mistakes has its own finding', () => {
  const server = right('a b')
  assert.deepEqual(compareBaseStrings(server, server, new Set()), {
    ...{ isSame: true, firstByte: undefined, server: '', yours: '', findings: [] },
  })
  const yours = server.replace('POST', 'GET').replace('https', 'http').replace('Dn1', 'Dn2')
  const { findings, firstByte } = compareBaseStrings(server, yours, new Set())
  assert.deepEqual(
    [firstByte, findings.map(({ mistake, parameter }) => [mistake, parameter])],
    [
      0,
      [
        ['method', undefined],
        ['scheme', undefined],
        ['nonce', 'oauth_nonce'],
      ],
    ],
  )
  assert.equal(findings[1]?.server, 'https://api.example:8443/1.1/a b.json')
  const missing = compareBaseStrings(server, server.replace(/%26status.*/, ''), new Set())
  assert.deepEqual(missing.findings, [
    { mistake: 'parameter-missing', parameter: 'status', server: 'status%3Da%2520b' },
  ])
})

test('any two texts are compared without a crash, and different texts have a finding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const { isSame, findings } = compareBaseStrings(one, other, new Set())
      assert.equal(isSame, one === other)
      assert.equal(findings.length === 0, isSame)
    }),
  )
})

test('spec/signatures.md#key: each mistake in the key is named', () => {
  const secret = fc.string({ minLength: 2, maxLength: 12 }).map((value) => `a/${value}`)
  const sha1 = (key: string, base: string, encoding: 'base64' | 'hex' = 'base64') =>
    createHmac('sha1', key).update(base).digest(encoding)
  fc.assert(
    fc.property(secret, secret, fc.string(), (consumerSecret, token, base) => {
      const tokenSecret = `${token}t`
      const [c, t] = [encodeByTheRfc(consumerSecret), encodeByTheRfc(tokenSecret)]
      const expected: readonly (readonly [KeyMistake, string])[] = [
        ['right', sha1(`${c}&${t}`, base)],
        ['no-separator', sha1(`${c}${t}`, base)],
        ['no-separator', sha1(c, base)],
        ['no-token-secret', sha1(`${c}&`, base)],
        ['only-token-secret', sha1(`&${t}`, base)],
        ['swapped', sha1(`${t}&${c}`, base)],
        ['hex', sha1(`${c}&${t}`, base, 'hex')],
        ['secrets-with-blanks', sha1(`${encodeByTheRfc(`${consumerSecret} `)}&${t}`, base)],
        ['secrets-with-blanks', sha1(`${c}&${encodeByTheRfc(`${tokenSecret}\n`)}`, base)],
        ['secrets-with-blanks', sha1(`%0D%0A${c}&%0D%0A${t}`, base)],
        ['url-safe', sha1(`${c}&${t}`, base).replace('=', '')],
        ['other', sha1('wrong', base)],
      ]
      const secrets = { consumerSecret, tokenSecret }
      const found = expected.map(([, signature]) => keyMistake(base, signature, secrets))
      assert.deepEqual(
        found,
        expected.map(([mistake]) => mistake),
      )
      assert.equal(keyMistake(base, sha1(c, base), { consumerSecret, tokenSecret: '' }), 'no-separator')
    }),
  )
})
