/** Reads, signs and verifies whole requests, and tests which changes of a signed request are allowed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CONSUMER_SECRET,
  formText,
  isAccepted,
  isVerified,
  PROTOCOL,
  signedFacts,
  TOKEN_SECRET,
} from '../../../test/support/oauth/oauth-facts.ts'
import {
  baseStringByTheRfc,
  encodeByTheRfc,
  headerByTheRfc,
  type NameAndValue,
} from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import { type RequestFacts, readCredentials, type SignedRequest } from './credentials.ts'
import { SigningKey, sign, verify } from './signature.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const PATH = '/1.1/statuses/update.json'

function signedOf(request: RequestFacts): SignedRequest {
  const credentials = readCredentials(request)
  assert.equal(credentials.kind, 'signed')
  return credentials as SignedRequest
}

function headerOf({ authorization: [header] }: RequestFacts): string {
  assert.ok(header)
  return header
}

describe('signed parts', () => {
  test('spec/signatures.md#base-uri: host in lower case, default port dropped, other port kept', () => {
    for (const host of [
      'API.Example.COM',
      'api.example.com:443',
      'api.example.com:',
      'Api.Example.Com:443',
    ]) {
      assert.ok(isAccepted({ ...signedFacts(), host }), host)
    }
    const kept = signedFacts({ host: 'api.example.com:8443' })
    assert.ok(isAccepted(kept))
    assert.ok(isAccepted(signedFacts({ scheme: 'http', host: 'api.example.com:443' })))
    assert.ok(isAccepted({ ...signedFacts({ scheme: 'http' }), host: 'api.example.com:80' }))
    assert.ok(isAccepted(signedFacts({ scheme: 'http', host: '[2001:db8::1]:8080' })))
    assert.ok(!isAccepted({ ...kept, host: 'api.example.com' }))
    assert.ok(!isAccepted({ ...signedFacts(), host: 'api.example.com:80' }))
  })

  test('spec/signatures.md#base-uri: the scheme is the scheme that the client used', () => {
    assert.ok(isAccepted(signedFacts({ scheme: 'http' })))
    assert.ok(!isAccepted({ ...signedFacts(), scheme: 'http' }))
    assert.ok(!isAccepted({ ...signedFacts({ scheme: 'http' }), scheme: 'https' }))
  })

  test('spec/signatures.md#base-uri: the path is signed as sent, neither re-encoded nor normalised', () => {
    const paths = [
      '/',
      '/a%2fb',
      '/a%2Fb',
      '/A//b/../c/',
      '/~a%7E',
      "/a!*'()",
      '/a+b%20c',
      '/é',
      '/a;b=c',
      '/a%',
    ]
    for (const path of paths) {
      const request = signedFacts({ path })
      assert.ok(isAccepted(request), path)
      assert.ok(signedOf(request).baseString.includes(`${encodeByTheRfc(path)}&`), path)
    }
    assert.ok(!isAccepted({ ...signedFacts({ path: '/a%2Fb' }), target: '/a%2fb?include_entities=true' }))
    assert.ok(!isAccepted({ ...signedFacts({ path: '/a' }), target: '/a/?include_entities=true' }))
  })

  test('spec/signatures.md#base-string: the method is signed in upper case', () => {
    assert.ok(isAccepted({ ...signedFacts({ method: 'GET' }), method: 'get' }))
    assert.match(signedOf({ ...signedFacts(), method: 'post' }).baseString, /^POST&/)
  })

  test('spec/clients.md#signed-requests: a path with a bare trailing ? has no query', () => {
    const request = signedFacts({ query: [] })
    assert.ok(isAccepted({ ...request, target: `${request.target}?` }))
  })

  test('spec/signatures.md#signed-parameters: a body is signed only if its type is form-urlencoded', () => {
    const withForm = signedFacts()
    const types = [FORM_TYPE, `${FORM_TYPE}; charset=utf-8`, 'Application/X-WWW-Form-URLencoded ;a=b']
    for (const contentType of types) assert.ok(isAccepted({ ...withForm, contentType }), contentType)
    for (const contentType of ['text/plain', `${FORM_TYPE}x`, `text/plain; ${FORM_TYPE}`, '', undefined]) {
      assert.ok(!isAccepted({ ...withForm, contentType }), `${contentType}`)
    }
  })

  for (const [what, contentType] of [
    ['a JSON body', 'application/json'],
    ['a multipart body', 'multipart/form-data; boundary=x'],
  ] as const) {
    test(`spec/signatures.md#unsigned-bodies: ${what} is not signed`, () => {
      const request = { ...signedFacts({ form: [] }), contentType }
      assert.ok(isAccepted(request))
      assert.ok(isAccepted({ ...request, form: 'a=b&oauth_token=other&%' }))
    })
  }

  test('spec/signatures.md#unsigned-bodies: the form of an upload command is signed', () => {
    const form: NameAndValue[] = [
      ['command', 'INIT'],
      ['media_type', 'image/png'],
      ['total_bytes', '9'],
    ]
    const init = signedFacts({ path: '/1.1/media/upload.json', query: [], form })
    assert.ok(isAccepted(init))
    assert.ok(!isAccepted({ ...init, form: 'command=INIT&media_type=image%2Fpng&total_bytes=8' }))
  })

  test('spec/signatures.md#parameter-order: sorted by encoded key, then by encoded value, in byte order, for any order in the request', () => {
    const names = ['é', 'a~', 'a-', 'Z', 'a', 'a b', 'a.b', '~', '1', '10', '2']
    const values = ['~', 'é', ' ', 'z', 'Z', '', '10', '9']
    const query: NameAndValue[] = [
      ...names.map((name): NameAndValue => [name, 'v']),
      ...values.map((value): NameAndValue => ['b', value]),
    ]
    const request = signedFacts({ query, form: [] })
    assert.ok(isAccepted(request))
    assert.ok(isAccepted({ ...request, target: `${PATH}?${formText(query.toReversed())}` }))
    const parameters = decodeURIComponent(signedOf(request).baseString.split('&')[2] ?? '')
    assert.equal(
      parameters.replace(/oauth_.*(?=&~)/, '…'),
      '%C3%A9=v&1=v&10=v&2=v&Z=v&a=v&a%20b=v&a-=v&a.b=v&a~=v&b=&b=%20&b=%C3%A9&b=10&b=9&b=Z&b=z&b=~&…&~=v',
    )
  })

  test("spec/signatures.md#encoding: + and %20 are equal, ~ and %7E are equal, and !*'() may be bare or encoded", () => {
    const value = "a b~c!*'()-._é"
    const request = signedFacts({ query: [['q', value]], form: [['q', value]] })
    const spellings = [
      value,
      'a%20b~c%21%2A%27%28%29-._%C3%A9',
      'a+b%7Ec%21%2a%27%28%29-._%c3%a9',
      'a%20b%7ec!*%27()%2D%2E%5F%C3%a9',
    ]
    for (const spelling of spellings) {
      assert.ok(isAccepted({ ...request, target: `${PATH}?q=${spelling}` }), spelling)
      assert.ok(isAccepted({ ...request, form: `q=${spelling}` }), spelling)
    }
    assert.ok(!isAccepted({ ...request, form: `q=${value.replace(' ', '%2B')}` }))
  })

  test('text that was encoded twice is decoded only once', () => {
    const request = signedFacts({ form: [['status', 'a b']] })
    assert.ok(isAccepted({ ...request, form: 'status=a%20b' }))
    assert.ok(!isAccepted({ ...request, form: 'status=a%2520b' }))
    assert.ok(isAccepted(signedFacts({ form: [['status', 'a%20b']] })))
  })

  test('spec/signatures.md#signed-parameters: oauth_callback and oauth_verifier are signed like any oauth_* parameter', () => {
    for (const name of ['oauth_callback', 'oauth_verifier']) {
      const request = signedFacts({ protocol: { ...PROTOCOL, [name]: 'abc' } })
      const header = headerOf(request)
      assert.ok(isAccepted(request))
      assert.ok(!isAccepted({ ...request, authorization: [header.replace('"abc"', '"abd"')] }))
      assert.ok(!isAccepted({ ...request, authorization: [header.replace(`${name}="abc", `, '')] }))
    }
  })
})

describe('the signature', () => {
  const documented = signedFacts({
    host: 'api.twitter.com',
    form: [['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']],
  })

  test('spec/signatures.md#encoding: the signature is percent-decoded once', () => {
    const header = headerOf(documented)
    assert.ok(header.includes('"hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"'))
    const isAcceptedAs = (signature: string) => {
      const changed = header.replace('hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D', signature)
      return isAccepted({ ...documented, authorization: [changed] })
    }
    assert.ok(isAcceptedAs('hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D'))
    assert.ok(isAcceptedAs('hCtSmYh+iHYCEqBWrE7C7hYmtUk='))
    assert.ok(!isAcceptedAs('hCtSmYh%252BiHYCEqBWrE7C7hYmtUk%253D'))
  })

  test('spec/signatures.md#encoding: the server does not repair a + that arrives as a space', () => {
    const credentials = formText(
      Object.entries({ ...PROTOCOL, oauth_signature: 'hCtSmYh+iHYCEqBWrE7C7hYmtUk=' }),
    )
    const inQuery = (text: string) =>
      isAccepted({ ...documented, authorization: [], target: `${documented.target}&${text}` })
    assert.ok(inQuery(credentials))
    assert.ok(!inQuery(credentials.replace('hCtSmYh%2B', 'hCtSmYh+')))
    assert.ok(!inQuery(credentials.replace('hCtSmYh%2B', 'hCtSmYh%20')))
  })

  test('another base64 spelling of the same digest is refused', () => {
    const baseString = 'GET&a&b'
    const signature = sign(baseString, new SigningKey('c', 't'))
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    // The last digit of a base64 SHA-1 has two bits that a decoder ignores.
    const otherDigit = digits.charAt(digits.indexOf(signature.charAt(26)) ^ 1)
    const sameOctets = `${signature.slice(0, 26)}${otherDigit}=`
    assert.deepEqual(Buffer.from(sameOctets, 'base64'), Buffer.from(signature, 'base64'))
    assert.ok(verify({ baseString, signature }, new SigningKey('c', 't')))
    assert.ok(!verify({ baseString, signature: sameOctets }, new SigningKey('c', 't')))
  })

  test('a signature is refused if a secret is missing or the two secrets are swapped', () => {
    const credentials = readCredentials(signedFacts())
    assert.ok(isVerified(credentials, CONSUMER_SECRET, TOKEN_SECRET))
    assert.ok(!isVerified(credentials, CONSUMER_SECRET, ''))
    assert.ok(!isVerified(credentials, '', TOKEN_SECRET))
    assert.ok(!isVerified(credentials, '', ''))
    assert.ok(!isVerified(credentials, TOKEN_SECRET, CONSUMER_SECRET))
  })
})

describe('a request changed in transit', () => {
  const genuine = signedFacts()
  const changes: Record<string, Partial<RequestFacts>> = {
    'another method': { method: 'PUT' },
    'another scheme': { scheme: 'http' },
    'another host': { host: 'api.example.org' },
    'another port': { host: 'api.example.com:8443' },
    'another path': { target: genuine.target.replace('update', 'delete') },
    'path moved into the host': {
      host: 'api.example.com/1.1',
      target: genuine.target.replace('/1.1', ''),
    },
    'another query value': { target: genuine.target.replace('true', 'false') },
    'another query name': { target: genuine.target.replace('include', 'exclude') },
    'a query parameter added': { target: `${genuine.target}&a=b` },
    'a query parameter taken away': { target: PATH },
    'a query parameter repeated': { target: `${genuine.target}&include_entities=true` },
    'a fragment': { target: `${genuine.target}#x` },
    'another body': { form: `${genuine.form}!` },
    'a body parameter added': { form: `${genuine.form}&a=b` },
    'a body taken away': { form: undefined },
    'a body of another type': { contentType: 'application/json' },
    'a value cut into two parameters': { form: 'status=Hello+Ladies+%2B&Gentlemen' },
    'octets that are not UTF-8': { form: `${genuine.form}%FF` },
  }
  for (const [what, change] of Object.entries(changes)) {
    test(`is refused: ${what}`, () => {
      assert.ok(isAccepted(genuine))
      assert.ok(!isAccepted({ ...genuine, ...change }))
    })
  }

  for (const name of Object.keys(PROTOCOL)) {
    test(`is refused: another ${name}`, () => {
      const header = headerOf(genuine)
      const changed = header.replace(
        new RegExp(`(${name}="[^"]*)(.)"`),
        (_, start, last) => `${start}${last === '2' ? '3' : '2'}"`,
      )
      assert.notEqual(changed, header)
      assert.ok(!isAccepted({ ...genuine, authorization: [changed] }))
    })
  }

  test('may have its parameters reordered, or moved between query and form: the base string stays the same', () => {
    const moved = `${PATH}?${genuine.form}&include_entities=true`
    assert.ok(isAccepted({ ...genuine, target: moved, form: undefined }))
    const pairs = headerOf(genuine).slice('OAuth '.length).split(', ').toReversed()
    assert.ok(isAccepted({ ...genuine, authorization: [`OAuth ${pairs.join(', ')}`] }))
  })

  const word = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 6 })
  const pairs = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 })
  const octet = fc.constantFrom(...'abcxyz019-_.~&=+/%')
  const parts = fc.constantFrom('method' as const, 'host' as const, 'target' as const, 'form' as const)

  test('is refused for any other change of method, host, path, query or body, unless the meaning is the same', () => {
    fc.assert(
      fc.property(word, pairs, pairs, parts, fc.nat(), octet, (name, query, form, part, at, by) => {
        const request = signedFacts({ path: `/${name}/${name}.json`, query, form })
        const text = request[part] ?? ''
        const index = at % text.length
        const changed = { ...request, [part]: text.slice(0, index) + by + text.slice(index + 1) }
        assert.equal(isAccepted(changed), meaning(changed) === meaning(request))
      }),
      { numRuns: 1500 },
    )
  })
})

/** The meaning of a request, independent of order and encoding. */
function meaning({ method, host, target, form }: RequestFacts): string {
  const [path, query = ''] = target.split(/\?(.*)/s)
  const pieces = `${query}&${form}`.split('&').filter((piece) => piece !== '')
  const isMalformed = pieces.some((piece) => /%(?![0-9a-f]{2})|%[89a-f]/i.test(piece))
  const parameters = [...new URLSearchParams(pieces.join('&'))].map((pair) => pair.join('\0')).sort()
  return JSON.stringify([isMalformed, method.toUpperCase(), host.toLowerCase(), path, parameters])
}

describe('the base string', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  const names = fc.oneof(fc.constantFrom('a', 'b', '', 'a b', 'oauth'), text)
  const pairs = fc.array(fc.tuple(names, fc.oneof(fc.constantFrom('', '1', '2'), text)), { maxLength: 20 })
  const unknown = fc.stringMatching(/^oauth_[a-z_.~-]{1,8}x$/)
  const extras = fc.uniqueArray(fc.tuple(unknown, text), { selector: ([name]) => name, maxLength: 3 })
  const hosts = ['API.example.com', 'a.example:443', 'A.example:80', 'a:8443', '[::1]:8080', '[::1]']
  const paths = fc
    .array(text, { maxLength: 4 })
    .map((segments) => `/${segments.map(encodeURIComponent).join('/')}`)

  test('equals a base string that is built step by step according to RFC 5849 section 3.4.1, with repeated and empty pairs and any encoding', () => {
    fc.assert(
      fc.property(
        fc.record({
          query: pairs,
          form: pairs,
          extra: extras,
          method: fc.constantFrom('GET', 'post', 'Put', 'DELETE'),
          scheme: fc.constantFrom('http' as const, 'https' as const),
          host: fc.constantFrom(...hosts),
          path: paths,
        }),
        fc.infiniteStream(fc.nat(3)),
        ({ query, form, extra, method, scheme, host, path }, manner) => {
          const protocol = [...Object.entries(PROTOCOL), ...extra]
          const request: RequestFacts = {
            method,
            scheme,
            host,
            target: `${path}?${spellPairs(query, manner)}`,
            authorization: [headerByTheRfc([['realm', 'x'], ...protocol, ['oauth_signature', 's']], ',')],
            contentType: FORM_TYPE,
            form: spellPairs(form, manner),
          }
          const addressed = { method, scheme, host: new URL(`${scheme}://${host}`).host, path }
          const expected = baseStringByTheRfc(addressed, [...query, ...form, ...protocol])
          assert.equal(signedOf(request).baseString, expected)
        },
      ),
      { numRuns: 800 },
    )
  })

  test('equals the base string that is built step by step, also for hundreds of parameters', () => {
    const many = fc.array(fc.tuple(names, text), { minLength: 100, maxLength: 300 })
    fc.assert(
      fc.property(many, (query) => assert.ok(isAccepted(signedFacts({ query, form: [] })))),
      { numRuns: 20 },
    )
  })
})

/** Pairs in unusual encodings; `manner` selects one of four encodings for each pair. */
function spellPairs(pairs: readonly NameAndValue[], manner: Iterator<number>): string {
  return pairs
    .map(([name, value]) => {
      const isShort = value === '' && name !== '' && manner.next().value === 0
      return isShort ? spell(name, manner) : `${spell(name, manner)}=${spell(value, manner)}`
    })
    .join('&')
}

function spell(text: string, manner: Iterator<number>): string {
  const characters = [...text].map((character) => {
    const how = manner.next().value
    if (how === 0 && !'&=+%?#'.includes(character)) return character
    if (how === 1 && character === ' ') return '+'
    const octets = [...Buffer.from(character)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`)
    if (how === 2) return octets.join('')
    return how === 3 ? octets.join('').toUpperCase() : encodeByTheRfc(character)
  })
  return characters.join('')
}
