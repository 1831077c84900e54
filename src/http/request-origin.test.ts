import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { type RequestOriginOptions, requestOriginReader } from './request-origin.ts'

interface Given {
  readonly from?: string
  readonly tls?: boolean
  readonly headers?: Record<string, string>
}

/** A request from the address `from` with the given headers. */
function request({ from = '198.51.100.1', tls = false, headers = {} }: Given): IncomingMessage {
  const socket = { remoteAddress: from, encrypted: tls }
  return { socket, headers: { host: 'inside:8080', ...headers } } as unknown as IncomingMessage
}

function outerOf(given: Given, options: Partial<RequestOriginOptions> = {}) {
  return requestOriginReader({ trustedProxy: [], insecureHttp: [], ...options })(request(given))
}

const PROXY = { trustedProxy: ['10.0.0.0/8', 'fd00::/8'] }

/** The origin of a request that comes through one trusted proxy with these headers. */
function through(headers: Record<string, string>) {
  const { scheme, host, address, isSecureEnough } = outerOf({ from: '10.1.1.1', headers }, PROXY)
  return [scheme, host, address, isSecureEnough]
}

describe('the origin of a request', () => {
  test('without a proxy, the origin is read from the connection', () => {
    const plain = { scheme: 'http', host: 'inside:8080', address: '198.51.100.1', isSecureEnough: false }
    assert.deepEqual(outerOf({}), plain)
    assert.deepEqual(outerOf({ tls: true }), { ...plain, scheme: 'https', isSecureEnough: true })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a', forwarded: 'proto=https' }
    assert.deepEqual(outerOf({ headers: forwarded }), plain)
  })

  test('plain HTTP is accepted from loopback and from the configured networks', () => {
    for (const [from, expected] of [
      ['127.0.0.1', true],
      ['127.8.9.10', true],
      ['::1', true],
      ['::ffff:127.0.0.1', true],
      ['::FFFF:127.0.0.1', true],
      ['172.17.0.5', true],
      ['::ffff:172.17.0.5', true],
      ['172.18.0.5', false],
      ['fe80::1%eth0', true],
      ['fe81::1', false],
      ['', false],
    ] as const) {
      const options = { insecureHttp: ['172.17.0.0/16', 'fe80::/16'] }
      assert.equal(outerOf({ from }, options).isSecureEnough, expected, from)
    }
  })

  test('headers of a trusted proxy are used; RFC 7239 takes precedence over the older headers', () => {
    assert.deepEqual(
      through({
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'api.example.org',
        'x-forwarded-for': '203.0.113.9',
      }),
      ['https', 'api.example.org', '203.0.113.9', true],
    )
    assert.deepEqual(
      through({
        forwarded: 'for="[2001:db8::1]:4711"; Proto=HTTPS ;host="a.example:8443"',
        'x-forwarded-host': 'b.example',
        'x-forwarded-proto': 'http',
      }),
      ['https', 'a.example:8443', '2001:db8::1', true],
    )
  })

  test('the entry of the outermost trusted proxy counts, and entries that the client sent do not count', () => {
    assert.deepEqual(
      through({
        'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.2.2.2',
        'x-forwarded-proto': 'http, https, http',
        'x-forwarded-host': 'spoofed, api.example.org, middle',
      }),
      ['https', 'api.example.org', '203.0.113.9', true],
    )
    assert.deepEqual(
      through({ forwarded: 'for=1.1.1.1;proto=https, for=203.0.113.9;proto=http, for="[fd00::2]"' }),
      ['http', 'inside:8080', '203.0.113.9', false],
    )
  })

  test('a header with a single value applies to all proxies', () => {
    assert.deepEqual(
      through({ 'x-forwarded-for': '203.0.113.9, 10.2.2.2', 'x-forwarded-proto': 'https' }).slice(0, 3),
      ['https', 'inside:8080', '203.0.113.9'],
    )
  })

  test('a proxy that hides the address of its client or sends invalid values does not make the client more trusted', () => {
    const local = { trustedProxy: ['127.0.0.1'] }
    const isSecure = (headers: Record<string, string>) =>
      outerOf({ from: '127.0.0.1', headers }, local).isSecureEnough
    for (const headers of [
      { 'x-forwarded-proto': 'http' },
      { 'x-forwarded-for': 'unknown' },
      { 'x-forwarded-for': '127.0.0.1.evil' },
      { forwarded: 'for=_hidden;proto=http' },
      { forwarded: 'proto="ht\\tp"' },
    ]) {
      assert.equal(isSecure(headers as Record<string, string>), false, JSON.stringify(headers))
    }
    assert.equal(isSecure({ forwarded: 'for=unknown;proto=https' }), true)
    // Without the proxy headers, the request would count as a request from this machine.
    assert.equal(isSecure({}), true)
  })

  test('commas and semicolons inside quotes are not separators', () => {
    assert.deepEqual(through({ forwarded: 'for="[2001:db8::1]";by="a,b;c";proto=https' }).slice(0, 3), [
      'https',
      'inside:8080',
      '2001:db8::1',
    ])
  })

  test('HTTP/2: the authority takes precedence over the host', () => {
    assert.equal(outerOf({ headers: { ':authority': 'api.example.org' } }).host, 'api.example.org')
  })

  test('for any headers of a proxy, the reader throws no error and returns a valid address', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom('f', 'o', 'r', '=', '"', '[', ']', ':', ',', ';', '1', '.', '\\'),
        maxLength: 30,
      }),
    )
    fc.assert(
      fc.property(text, text, text, (forwarded, host, address) => {
        const headers = { 'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': host }
        for (const given of [headers, { ...headers, forwarded }]) {
          const outer = outerOf({ from: '10.1.1.1', headers: given }, PROXY)
          assert.match(outer.scheme, /^https?$/)
          assert.match(outer.address, /^[0-9a-f.:]+$/i)
        }
      }),
    )
  })
})
