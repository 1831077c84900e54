import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import {
  consoleLinkUrl,
  consoleUrlOf,
  localHostOf,
  publicUrlOf,
  type ServerAddress,
  streamUrlOf,
} from './server-address.ts'

const HERE: ServerAddress = {
  local: { public: 'http://localhost:8080' },
  baseUrl: '',
  streamUrl: '',
  hosts: [],
  isProxied: false,
}

/** Addresses of servers, each with the expected public URL and stream URL. */
const CASES: readonly [about: string, place: Partial<ServerAddress>, publicUrl: string, streamUrl: string][] =
  [
    ['no name', {}, 'http://localhost:8080', 'http://localhost:8080'],
    [
      'a listener of its own for the stream',
      { local: { public: 'http://localhost:8080', stream: 'http://localhost:8443' } },
      'http://localhost:8080',
      'http://localhost:8443',
    ],
    ['a host', { hosts: ['a.example'] }, 'http://a.example:8080', 'http://a.example:8080'],
    [
      'a host, TLS on its usual port',
      { hosts: ['a.example'], local: { public: 'https://localhost:443', stream: 'https://localhost:8443' } },
      'https://a.example',
      'https://a.example:8443',
    ],
    [
      'hosts with ports',
      {
        hosts: ['a.example:1', 's.example:8443', 'b.example:8080'],
        local: { public: 'http://localhost:8080', stream: 'http://localhost:8443' },
      },
      'http://b.example:8080',
      'http://s.example:8443',
    ],
    ['only a host with another port', { hosts: ['a.example:80'] }, 'http://a.example', 'http://a.example'],
    [
      'this machine last',
      { hosts: ['localhost', '[::1]', 'a.example'] },
      'http://a.example:8080',
      'http://a.example:8080',
    ],
    ['only this machine', { hosts: ['[::1]'], isProxied: true }, 'http://[::1]:8080', 'http://[::1]:8080'],
    ['a proxy', { hosts: ['a.example'], isProxied: true }, 'https://a.example', 'https://a.example'],
    ['a proxy without names', { isProxied: true }, 'http://localhost:8080', 'http://localhost:8080'],
    [
      'base_url',
      { baseUrl: 'https://b.example', hosts: ['a.example'] },
      'https://b.example',
      'https://b.example',
    ],
    [
      'base_url and a stream listener',
      {
        baseUrl: 'https://b.example:444',
        local: { public: 'http://localhost:1', stream: 'https://localhost:8443' },
      },
      'https://b.example:444',
      'https://b.example:8443',
    ],
    [
      'both',
      { baseUrl: 'https://b.example', streamUrl: 'https://s.example' },
      'https://b.example',
      'https://s.example',
    ],
  ]

for (const [about, place, publicUrl, streamUrl] of CASES) {
  test(`the URLs of a server: ${about}`, () => {
    const whole = { ...HERE, ...place }
    assert.deepEqual([publicUrlOf(whole), streamUrlOf(whole)], [publicUrl, streamUrl])
  })
}

test('spec/console.md#one-time-links: one-time links begin with the URL at which browsers open the console', () => {
  const own = { public: 'http://localhost:8080', console: 'http://localhost:9000' }
  for (const [place, url] of [
    [{}, 'http://localhost:8080/console'],
    [{ local: own }, 'http://localhost:9000/console'],
    [{ hosts: ['a.example'], isProxied: true }, 'https://a.example/console'],
    [{ baseUrl: 'https://b.example' }, 'https://b.example/console'],
    [{ baseUrl: 'https://b.example', hosts: ['a.example'] }, 'https://b.example/console'],
    [{ baseUrl: 'https://b.example', local: own }, 'https://b.example:9000/console'],
    // The URL of a separate stream host does not lead to the console.
    [{ baseUrl: 'https://b.example', streamUrl: 'https://s.example' }, 'https://b.example/console'],
  ] as const) {
    const whole = { ...HERE, ...place }
    assert.equal(consoleUrlOf(whole), url)
    assert.equal(consoleLinkUrl(whole, 'token'), `${url}/link#token`)
  }
})

test('for any host names, the URL is valid and has no path', () => {
  const host = fc.stringMatching(/^[a-z0-9.\-[\]:]{1,20}$/)
  fc.assert(
    fc.property(fc.array(host), fc.boolean(), (hosts, isProxied) => {
      const url = publicUrlOf({ ...HERE, hosts, isProxied })
      assert.equal(new URL(url).pathname, '/')
      assert.ok(!url.endsWith('/'), url)
    }),
  )
})

test('a host name may end with colons', () => {
  for (const host of ['a.example:', 'a.example::']) {
    assert.equal(publicUrlOf({ ...HERE, hosts: [host] }), 'http://a.example:8080')
  }
})

test('in the URL of a listener an IPv6 address is in brackets', () => {
  assert.equal(localHostOf('::'), 'localhost')
  assert.equal(localHostOf('192.0.2.1'), '192.0.2.1')
  assert.equal(localHostOf('2001:db8::1'), '[2001:db8::1]')
})
