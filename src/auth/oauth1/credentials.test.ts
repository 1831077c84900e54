import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAccepted, PROTOCOL, signedFacts } from '../../../test/support/oauth/oauth-facts.ts'
import { byPart } from '../../../test/support/part.ts'
import { cpuMs } from '../../../test/support/processes/cpu-time.ts'
import * as fc from '../../../test/support/properties.ts'
import {
  MAX_NONCE_LENGTH,
  MAX_PARAMETERS,
  type RequestFacts,
  readCredentials,
  type SignedRequest,
} from './credentials.ts'
import { MAX_HEADER_LENGTH, MAX_HEADER_PAIRS } from './header.ts'

const PLACES = ['header', 'query', 'form'] as const
const BARE: RequestFacts = {
  method: 'GET',
  scheme: 'https',
  host: 'api.example.com',
  target: '/1.1/users/show.json?user_id=1',
  authorization: [],
  contentType: undefined,
  form: undefined,
}

function kindOf(request: RequestFacts): string {
  return readCredentials(request).kind
}

function signedOf(request: RequestFacts): SignedRequest {
  const credentials = readCredentials(request)
  assert.equal(credentials.kind, 'signed')
  return credentials as SignedRequest
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(PROTOCOL).filter(([known]) => known !== name))
}

/** The only `Authorization` header of a request. */
function headerOf({ authorization: [header] }: RequestFacts): string {
  assert.ok(header)
  return header
}

/** A correctly signed request whose `Authorization` header is rewritten by `change`. */
function withHeader(change: (header: string) => string): RequestFacts {
  const genuine = signedFacts()
  return { ...genuine, authorization: [change(headerOf(genuine))] }
}

describe('locations of credentials', () => {
  for (const place of PLACES) {
    test(`spec/signatures.md#credentials: the ${place}`, () => {
      const request = signedFacts({ place })
      assert.ok(isAccepted(request))
      const { consumerKey, token, nonce, timestamp, signature } = signedOf(request)
      assert.deepEqual(
        { consumerKey, token, nonce, timestamp, length: signature.length },
        {
          consumerKey: PROTOCOL['oauth_consumer_key'],
          token: PROTOCOL['oauth_token'],
          nonce: PROTOCOL['oauth_nonce'],
          timestamp: 1318622958,
          length: 28,
        },
      )
    })

    test(`spec/clients.md#signed-requests: oauth_verifier and oauth_callback are read if the credentials are in the ${place}`, () => {
      const extra = { oauth_verifier: 'v & w', oauth_callback: 'https://x.example/cb?a=b' }
      const inHome = signedFacts({ place, protocol: { ...PROTOCOL, ...extra } })
      const inQuery = signedFacts({ place, query: Object.entries(extra) })
      const inForm = signedFacts({ place, form: Object.entries(extra) })
      for (const request of [inHome, inQuery, inForm]) {
        assert.ok(isAccepted(request))
        const { verifier, callback } = signedOf(request)
        assert.deepEqual([verifier, callback], [extra.oauth_verifier, extra.oauth_callback])
      }
    })
  }

  test('spec/clients.md#signed-requests: oauth_verifier may be in the header while the credentials are in the form', () => {
    const inForm = signedFacts({ place: 'form' })
    const request = { ...inForm, authorization: ['OAuth oauth_verifier="123"'] }
    assert.equal(signedOf(request).verifier, '123')
  })

  test('without callback and verifier, both values are undefined', () => {
    const { callback, verifier } = signedOf(signedFacts())
    assert.deepEqual([callback, verifier], [undefined, undefined])
  })

  test('spec/errors.md#authentication-order: a request without credentials has the kind none', () => {
    assert.equal(kindOf(BARE), 'none')
    assert.equal(
      kindOf({ ...BARE, method: 'POST', contentType: 'application/json', form: undefined }),
      'none',
    )
  })

  test('an Authorization header of another scheme is ignored', () => {
    for (const header of ['Bearer AAAA', 'Basic a2V5OnNlY3JldA==', '', 'OAuth2 x', 'OAuthoauth_token="a"']) {
      assert.equal(kindOf({ ...BARE, authorization: [header] }), 'none', header)
    }
  })

  test('credentials together with a header of another scheme are unreadable', () => {
    assert.equal(kindOf({ ...signedFacts({ place: 'query' }), authorization: ['Bearer AAAA'] }), 'unreadable')
  })

  test('spec/clients.md#signed-requests: a parameter with different values in two locations is unreadable', () => {
    for (const name of Object.keys(PROTOCOL)) {
      const other = name === 'oauth_version' ? '1.00' : `${PROTOCOL[name]}1`
      const request = signedFacts({ query: [[name, other]] })
      assert.equal(kindOf(request), 'unreadable', name)
    }
  })

  test('spec/signatures.md#credentials: a parameter in another location than the other oauth_* parameters is unreadable', () => {
    for (const name of Object.keys(PROTOCOL)) {
      const query: [string, string][] = [[name, PROTOCOL[name] ?? '']]
      const split = signedFacts({ protocol: without(name), query })
      assert.equal(kindOf(split), 'unreadable', name)
    }
  })

  test('spec/clients.md#signed-requests: with mayMoveToken, only oauth_token may be in another location, and it has only one value', () => {
    const token: [string, string] = ['oauth_token', PROTOCOL['oauth_token'] ?? '']
    const move = { mayMoveToken: true }
    for (const place of ['query', 'form'] as const) {
      const moved = signedFacts({ protocol: without('oauth_token'), [place]: [token] })
      const read = readCredentials(moved, move)
      assert.ok(read.kind === 'signed' && read.token === token[1], place)
      const twice = signedFacts({ [place]: [['oauth_token', 'another']] })
      assert.equal(readCredentials(twice, move).kind, 'unreadable')
    }
    const key: [string, string] = ['oauth_consumer_key', PROTOCOL['oauth_consumer_key'] ?? '']
    const other = signedFacts({ protocol: without('oauth_consumer_key'), query: [key] })
    assert.equal(readCredentials(other, move).kind, 'unreadable')
  })

  test('two complete sets of credentials in two locations are unreadable', () => {
    const inQuery = signedFacts({ place: 'query' })
    const inHeader = signedFacts({ protocol: { ...PROTOCOL, oauth_nonce: 'another' } })
    assert.equal(kindOf({ ...inQuery, authorization: inHeader.authorization }), 'unreadable')
  })

  test('two Authorization headers are unreadable, even if they are equal', () => {
    const header = headerOf(signedFacts())
    for (const second of [header, 'Bearer AAAA', '']) {
      assert.equal(kindOf({ ...signedFacts(), authorization: [header, second] }), 'unreadable')
      assert.equal(kindOf({ ...signedFacts(), authorization: [second, header] }), 'unreadable')
    }
  })
})

describe('the header', () => {
  test('spec/signatures.md#header-parsing: the scheme is in upper or lower case', () => {
    for (const scheme of ['oauth', 'OAUTH', 'oAuTh']) {
      assert.ok(isAccepted(withHeader((header) => header.replace('OAuth', scheme))), scheme)
    }
  })

  const separators = { 'bare comma': ',', 'comma and space': ', ', 'comma and line break': ',\n' }
  for (const [what, separator] of Object.entries(separators)) {
    test(`spec/clients.md#signed-requests: header pairs separated by a ${what}`, () => {
      assert.ok(isAccepted(signedFacts({ separator })))
    })
  }

  test('spec/signatures.md#header-parsing: spaces, tabs and folded lines around separators are optional', () => {
    for (const separator of [' ,', ' , ', ',\r\n ', '\t,\t', ',   ', ',,']) {
      assert.ok(isAccepted(signedFacts({ separator })), JSON.stringify(separator))
    }
    assert.ok(isAccepted(withHeader((header) => `${header},`)))
    assert.ok(isAccepted(withHeader((header) => header.replaceAll('="', ' = "'))))
    assert.ok(isAccepted(withHeader((header) => header.replace('OAuth ', 'OAuth\r\n  '))))
  })

  test('spec/signatures.md#header-parsing: realm is ignored and never signed', () => {
    for (const realm of ['realm=""', 'Realm="https://x.example/, a=%zz"', 'realm="a\\"b, \\\\"']) {
      assert.ok(isAccepted(withHeader((header) => header.replace('OAuth ', `OAuth ${realm}, `))), realm)
      assert.ok(isAccepted(withHeader((header) => `${header}, ${realm}`)), realm)
    }
  })

  test('spec/signatures.md#header-parsing: in the query or the form, realm is an ordinary parameter', () => {
    const request = signedFacts({ query: [['realm', 'a']] })
    assert.ok(isAccepted(request))
    assert.match(signedOf(request).baseString, /realm%3Da/)
  })

  test('spec/signatures.md#header-parsing: names and values are percent-decoded once, and + stays +', () => {
    const protocol = { ...PROTOCOL, oauth_nonce: 'a+b/c=%20 d' }
    const request = signedFacts({ protocol })
    assert.ok(isAccepted(request))
    assert.equal(signedOf(request).nonce, 'a+b/c=%20 d')
    const bare = headerOf(request).replace('a%2Bb%2Fc%3D', 'a+b/c=').replace('oauth_nonce', 'oauth%5Fnonce')
    assert.ok(isAccepted({ ...request, authorization: [bare] }))
  })

  const unparsable: Record<string, string> = {
    'no pairs': 'OAuth',
    'no pairs behind a space': 'OAuth ',
    'a value without quotes': 'OAuth oauth_token=abc',
    'no value': 'OAuth oauth_token',
    'an open quote': 'OAuth oauth_token="abc',
    'an open quote in a realm that ends in a backslash': 'OAuth realm="abc\\',
    'no name': 'OAuth ="abc"',
    'no separator': 'OAuth a="b"c="d"',
    'a semicolon for a separator': 'OAuth a="b";c="d"',
    'text after the last pair': 'OAuth a="b" c',
    'a broken escape': 'OAuth oauth_token="%4"',
    'octets that are not UTF-8': 'OAuth oauth_token="%E9"',
    'a broken escape in a name': 'OAuth oauth%token="a"',
    'a backslash in a value': 'OAuth oauth_token="a\\"b"',
    'single quotes': "OAuth oauth_token='abc'",
    'a NUL': 'OAuth oauth_token\0="abc"',
  }
  for (const [what, header] of Object.entries(unparsable)) {
    test(`spec/errors.md#authentication-order: a header with ${what} is unreadable`, () => {
      assert.equal(kindOf({ ...BARE, authorization: [header] }), 'unreadable')
    })
  }

  test('headers up to the limits of length and pairs are read; larger headers are unreadable', () => {
    const padded = (length: number) =>
      withHeader((header) => `${header},${' '.repeat(length - header.length - 1)}`)
    assert.ok(isAccepted(padded(MAX_HEADER_LENGTH)))
    assert.equal(kindOf(padded(MAX_HEADER_LENGTH + 1)), 'unreadable')
    const own = Object.keys(PROTOCOL).length + 1
    const filled = (pairs: number) => withHeader((header) => header + ', realm="a"'.repeat(pairs - own))
    assert.ok(isAccepted(filled(MAX_HEADER_PAIRS)))
    assert.equal(kindOf(filled(MAX_HEADER_PAIRS + 1)), 'unreadable')
  })

  test('a header of a megabyte is refused in less than two seconds', () => {
    for (const filling of ['a', ',', ' ', '"', '\\', '%', '%41', 'a="b",', 'a="\\', 'realm="\\"', 'é']) {
      const header = `OAuth ${filling.repeat(Math.ceil(1_000_000 / filling.length))}`
      const many = Array.from({ length: 20 }, () => header.slice(0, MAX_HEADER_LENGTH))
      const taken = cpuMs(() => {
        assert.equal(kindOf({ ...BARE, authorization: [header] }), 'unreadable')
        for (const longest of many) assert.equal(kindOf({ ...BARE, authorization: [longest] }), 'unreadable')
      })
      assert.ok(taken < 2000, `${taken} ms for ${filling}`)
    }
  })
})

describe('required parameters', () => {
  const required = without('oauth_token')
  delete required['oauth_version']

  for (const name of Object.keys(required)) {
    for (const place of PLACES) {
      test(`spec/signatures.md#required-parameters: a request without ${name} in the ${place}, or with an empty value, is unreadable`, () => {
        assert.equal(kindOf(signedFacts({ place, protocol: without(name) })), 'unreadable')
        assert.equal(kindOf(signedFacts({ place, protocol: { ...PROTOCOL, [name]: '' } })), 'unreadable')
      })
    }
  }

  test('spec/signatures.md#required-parameters: a request without oauth_signature, or with an empty value, is unreadable', () => {
    assert.equal(
      kindOf(withHeader((header) => header.replace(/, oauth_signature="[^"]*"/, ''))),
      'unreadable',
    )
    assert.equal(
      kindOf(withHeader((header) => header.replace(/(oauth_signature=)"[^"]*"/, '$1""'))),
      'unreadable',
    )
  })

  test('spec/signatures.md#required-parameters: oauth_token may be missing; an empty oauth_token counts as missing and is still signed', () => {
    const missing = signedFacts({ protocol: without('oauth_token') })
    const empty = signedFacts({ protocol: { ...PROTOCOL, oauth_token: '' } })
    for (const request of [missing, empty]) {
      assert.ok(isAccepted(request))
      assert.equal(signedOf(request).token, undefined)
    }
    assert.match(signedOf(empty).baseString, /oauth_token%3D%26/)
    assert.doesNotMatch(signedOf(missing).baseString, /oauth_token/)
  })

  test('spec/signatures.md#required-parameters: only HMAC-SHA1 is accepted; PLAINTEXT, RSA-SHA1 and other methods are refused', () => {
    for (const method of ['PLAINTEXT', 'RSA-SHA1', 'HMAC-SHA256', 'hmac-sha1', 'HMAC-SHA1 ']) {
      const protocol = { ...PROTOCOL, oauth_signature_method: method }
      assert.equal(kindOf(signedFacts({ protocol })), 'refused', method)
    }
  })

  test('spec/clients.md#signed-requests: oauth_version is optional; it is 1.0 or 1.0A in either case, in any location, and is signed as sent', () => {
    for (const place of PLACES) {
      assert.ok(isAccepted(signedFacts({ place, protocol: without('oauth_version') })), place)
      for (const version of ['1.0', '1.0A', '1.0a']) {
        const request = signedFacts({ place, protocol: { ...PROTOCOL, oauth_version: version } })
        assert.ok(isAccepted(request), `${version} in the ${place}`)
        assert.match(signedOf(request).baseString, new RegExp(`oauth_version%3D${version}`))
      }
    }
    // A signature for 1.0 is not valid for 1.0A.
    assert.ok(!isAccepted(withHeader((header) => header.replace('version="1.0"', 'version="1.0A"'))))
  })

  test('spec/signatures.md#required-parameters: any other oauth_version is refused', () => {
    for (const version of ['2.0', '1', '', '1.0b', '1.0 A', '1.0AA', '1.00', '1.1', ' 1.0', 'A', '1,0']) {
      assert.equal(
        kindOf(signedFacts({ protocol: { ...PROTOCOL, oauth_version: version } })),
        'refused',
        version,
      )
    }
  })

  test('a timestamp that is not a number of seconds is unreadable', () => {
    for (const timestamp of ['-1', '1.5', '1e9', ' 1318622958', '0x10', '１２', '9'.repeat(16), 'now']) {
      const protocol = { ...PROTOCOL, oauth_timestamp: timestamp }
      assert.equal(kindOf(signedFacts({ protocol })), 'unreadable', timestamp)
    }
    const protocol = { ...PROTOCOL, oauth_timestamp: '0' }
    assert.equal(signedOf(signedFacts({ protocol })).timestamp, 0)
  })

  test('spec/clients.md#signed-requests: nonces of 17 to 42 characters are accepted, with + / = or in decimal', () => {
    const nonces = [
      '1'.repeat(17),
      'K7ny27JTpKVsTgdyLdDfmQQWVLERj2zAK5BslRsqyw=',
      'a+b/c==',
      '158330000098765432',
    ]
    for (const nonce of nonces) {
      for (const place of PLACES) {
        const request = signedFacts({ place, protocol: { ...PROTOCOL, oauth_nonce: nonce } })
        assert.ok(isAccepted(request), `${nonce} in the ${place}`)
        assert.equal(signedOf(request).nonce, nonce)
      }
    }
  })

  test('spec/signatures.md#nonce: a nonce has only ASCII characters and is not longer than the limit', () => {
    const withNonce = (nonce: string) => signedFacts({ protocol: { ...PROTOCOL, oauth_nonce: nonce } })
    assert.ok(isAccepted(withNonce('n'.repeat(MAX_NONCE_LENGTH))))
    assert.equal(kindOf(withNonce('n'.repeat(MAX_NONCE_LENGTH + 1))), 'refused')
    assert.equal(kindOf(withNonce('noncé')), 'refused')
    assert.equal(kindOf(withNonce('\u0080')), 'refused')
  })

  test('a Host that is not a host with an optional port is unreadable', () => {
    for (const host of [
      '',
      'a.example/1.1',
      'a.example?x',
      'a.example#x',
      'u@a.example',
      'a.example:x',
      'a b',
      '[::1',
      'a.example:0',
    ]) {
      assert.equal(kindOf({ ...signedFacts(), host }), 'unreadable', host)
    }
  })

  test('a request target that is not a path with an optional query is unreadable', () => {
    for (const target of ['', '*', 'https://api.example.com/a', 'a', '/a#b', '/a?b#c']) {
      assert.equal(kindOf({ ...signedFacts(), target }), 'unreadable', target)
    }
  })

  test('an invalid encoding in the query or form makes credentials unreadable, and is ignored in a request without credentials', () => {
    for (const text of ['a=%', 'a=%E9', '%zz=1', 'a=%ED%A0%80']) {
      assert.equal(kindOf({ ...signedFacts(), target: `/a?${text}` }), 'unreadable', text)
      assert.equal(kindOf({ ...signedFacts(), form: text }), 'unreadable', text)
      assert.equal(kindOf({ ...signedFacts({ place: 'query' }), form: text }), 'unreadable', text)
      assert.equal(kindOf({ ...BARE, target: `/a?${text}` }), 'none', text)
    }
  })

  test('the reason for unreadable credentials contains no value of the request', () => {
    const value = 'hunter2'
    const protocols = Object.keys(PROTOCOL).map((name) => ({ ...PROTOCOL, [name]: `${value}é`.repeat(20) }))
    const requests = [
      ...protocols.map((protocol) => signedFacts({ protocol })),
      ...protocols.map((protocol) => signedFacts({ query: Object.entries(protocol) })),
      { ...signedFacts(), host: `${value}/` },
      { ...signedFacts(), target: value },
      { ...signedFacts(), form: `${value}=%` },
      { ...BARE, authorization: [`OAuth ${value}`] },
    ]
    const reasons = requests.map((request) => readCredentials(request)).filter((found) => 'reason' in found)
    assert.ok(reasons.length >= 10)
    for (const { reason } of reasons) assert.doesNotMatch(reason, new RegExp(value))
  })
})

describe('repeated parameters', () => {
  test('spec/signatures.md#duplicates: equal repeats of an oauth_* pair count once', () => {
    const form: [string, string][] = [
      ['oauth_verifier', '42'],
      ['oauth_body_hash', 'h'],
    ]
    const once = signedFacts({ protocol: { ...PROTOCOL, oauth_verifier: '42', oauth_body_hash: 'h' } })
    const formText = new URLSearchParams(form).toString()
    assert.ok(isAccepted({ ...once, form: `${once.form}&${formText}` }))
    assert.ok(isAccepted({ ...once, target: `${once.target}&${formText}`, form: `${once.form}&${formText}` }))
  })

  test('spec/clients.md#signed-requests: twitter-api-v2 sends an equal pair in header and form, and signs the pair once', () => {
    const request = signedFacts({ protocol: { ...PROTOCOL, oauth_verifier: '42' }, form: [] })
    const repeating = {
      ...request,
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
      form: `oauth_verifier=42&oauth_token=${PROTOCOL['oauth_token']}`,
    }
    assert.ok(isAccepted(repeating))
  })

  test('spec/signatures.md#duplicates: a repeat of the same value in another encoding counts as equal', () => {
    const request = signedFacts({ protocol: { ...PROTOCOL, oauth_verifier: 'a~b c' } })
    assert.ok(isAccepted({ ...request, form: `${request.form}&oauth%5fverifier=a%7eb+c` }))
  })

  test('spec/signatures.md#duplicates: an oauth_* name with two different values makes the credentials unreadable', () => {
    for (const name of ['oauth_verifier', 'oauth_callback', 'oauth_body_hash']) {
      const request = signedFacts({ protocol: { ...PROTOCOL, [name]: 'a' }, query: [[name, 'b']] })
      assert.equal(kindOf(request), 'unreadable', name)
    }
    const twice = withHeader((header) => `${header}, oauth_nonce="other"`)
    assert.equal(kindOf(twice), 'unreadable')
    assert.equal(kindOf(withHeader((header) => `${header}, oauth_signature="other"`)), 'unreadable')
    const queried = signedFacts()
    assert.equal(kindOf({ ...queried, target: `${queried.target}&oauth_signature=other` }), 'unreadable')
  })

  test('spec/signatures.md#duplicates: all repeats of other names are signed, sorted by value', () => {
    const query: [string, string][] = [
      ['a', '2'],
      ['a', '1'],
      ['a', '2'],
    ]
    const request = signedFacts({ query, form: [['a', '']] })
    assert.ok(isAccepted(request))
    assert.ok(signedOf(request).baseString.includes('&a%3D%26a%3D1%26a%3D2%26a%3D2%26oauth_'))
    assert.ok(!isAccepted({ ...request, target: request.target.replace('&a=2', '') }))
  })

  test('spec/clients.md#signed-requests: unknown oauth_* parameters are signed like any other', () => {
    const request = signedFacts({
      protocol: { ...PROTOCOL, oauth_body_hash: '2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    })
    assert.ok(isAccepted(request))
    assert.ok(
      !isAccepted({
        ...request,
        authorization: [headerOf(request).replace('oauth_body_hash', 'oauth_body_hasg')],
      }),
    )
  })

  test('parameters up to the limit are read; a request with more is unreadable', () => {
    const own = Object.keys(PROTOCOL).length + 1
    const query = (count: number) =>
      Array.from({ length: count }, (_, index): [string, string] => ['a', `${index}`])
    assert.ok(isAccepted(signedFacts({ query: query(MAX_PARAMETERS - own), form: [] })))
    assert.equal(kindOf(signedFacts({ query: query(MAX_PARAMETERS - own + 1), form: [] })), 'unreadable')
  })

  test('a form of a megabyte is read or refused in less than two seconds', () => {
    for (const filling of ['&', 'a&', 'a=%41&', '+', '=', 'a=b&a=b&', '%C3%A9']) {
      const form = filling.repeat(Math.ceil(1_000_000 / filling.length))
      const taken = cpuMs(() =>
        assert.ok(['signed', 'unreadable'].includes(kindOf({ ...signedFacts(), form }))),
      )
      assert.ok(taken < 2000, `${taken} ms for ${filling}`)
    }
  })
})

describe('arbitrary requests', () => {
  const units = fc
    .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0x7f)), {
      maxLength: 40,
    })
    .map((codes) => String.fromCharCode(...codes))
  const pieces = fc.constantFrom(
    ...[
      'OAuth ',
      'oauth_',
      'oauth_token',
      'oauth_nonce="a"',
      'oauth_signature="',
      'realm="',
      '"',
      '=',
      ',',
      '&',
    ],
    ...['%', '%4', '%C3%A9', '%ff', '+', ' ', '\\', '\r\n', '\0', '?', '#', '/', '1318622958', 'é', '\ud83d'],
    ...Object.entries(PROTOCOL).flatMap(([name, value]) => [`${name}="${value}",`, `&${name}=${value}`]),
    'oauth_signature="tnnArxj06cWHq44gCs1OSKk%2FjLY%3D",',
  )
  const text = fc.oneof(
    units,
    fc.array(pieces, { maxLength: 14 }).map((list) => list.join('')),
  )
  const anyFacts: fc.Arbitrary<RequestFacts> = fc.record({
    method: text,
    scheme: fc.constantFrom('http', 'https'),
    host: fc.oneof(text, fc.constant('api.example.com')),
    target: fc.oneof(
      text,
      text.map((query) => `/a?${query}`),
    ),
    authorization: fc.oneof(
      fc.array(text, { maxLength: 2 }),
      text.map((pairs) => [`OAuth ${pairs}`]),
    ),
    contentType: fc.option(fc.oneof(text, fc.constant('application/x-www-form-urlencoded')), {
      nil: undefined,
    }),
    form: fc.option(text, { nil: undefined }),
  })

  test('the result is one of the four kinds, and no error is thrown', () => {
    const kinds = new Set(['none', 'unreadable', 'refused', 'signed'])
    fc.assert(
      fc.property(anyFacts, (request) => {
        assert.ok(kinds.has(kindOf(request)))
        assert.ok(!isAccepted(request))
      }),
      { numRuns: byPart(1_800, 5_000) },
    )
  })
})
