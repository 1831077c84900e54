import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { MAX_HEADERS, originForm, readHead } from './head.ts'

interface Given {
  readonly url?: string | undefined
  readonly raw?: readonly string[]
  readonly version?: readonly [number, number]
  readonly headers?: Record<string, string>
}

function request({ url = '/', raw = ['Host', 'a'], version = [1, 1], headers = {} }: Given): IncomingMessage {
  const [httpVersionMajor, httpVersionMinor] = version
  return { url, rawHeaders: raw, headers, httpVersionMajor, httpVersionMinor } as unknown as IncomingMessage
}

function reasonOf(given: Given): string {
  try {
    readHead(request(given))
    return 'fine'
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

describe('the head of a request', () => {
  test('returns every authorization line, with the name in upper or lower case', () => {
    const raw = ['Host', 'a', 'Authorization', 'one', 'x', 'y', 'AUTHORIZATION', 'two', 'authorization', '']
    assert.deepEqual(readHead(request({ raw })), ['one', 'two', ''])
  })

  test('RFC 9112 3.2: HTTP/1.1 needs one host, HTTP/1.0 may have none', () => {
    assert.equal(reasonOf({ raw: [] }), 'bad-request')
    assert.equal(reasonOf({ raw: [], version: [1, 0] }), 'fine')
    assert.equal(reasonOf({ raw: ['Host', 'a', 'host', 'a'] }), 'bad-request')
    assert.equal(reasonOf({ raw: ['HOST', ''] }), 'fine')
  })

  test('RFC 9113 8.3.1: an authority and a host must agree', () => {
    const h2 = { version: [2, 0] as const }
    const headers = { ':authority': 'a', host: 'a' }
    assert.equal(reasonOf({ ...h2, raw: [], headers }), 'fine')
    assert.equal(reasonOf({ ...h2, raw: ['host', 'a'], headers }), 'fine')
    assert.equal(reasonOf({ ...h2, raw: ['host', 'b'], headers: { ...headers, host: 'b' } }), 'bad-request')
    assert.equal(reasonOf({ ...h2, raw: [], headers: {} }), 'bad-request')
  })

  test('a target is a path of visible ASCII without a fragment', () => {
    for (const url of [
      '/',
      '/a?b#c',
      '/#',
      '*',
      'a',
      '',
      '/\xe9',
      '/a b',
      '/a\tb',
      '//a',
      '/~a!\'()*;,"<>{}|\\^`[]@:',
    ]) {
      const isBad = url === '' || !url.startsWith('/') || /[#\s\xe9]/.test(url)
      assert.equal(reasonOf({ url }), isBad ? 'bad-request' : 'fine', url)
    }
    assert.equal(reasonOf({ url: undefined }), 'fine')
  })

  test('more headers than the maximum are refused', () => {
    const raw = (count: number) => ['Host', 'a', ...Array(count - 1).fill(['x', 'y'])].flat()
    assert.equal(reasonOf({ raw: raw(MAX_HEADERS) }), 'fine')
    assert.equal(reasonOf({ raw: raw(MAX_HEADERS + 1) }), 'headers-too-large')
  })

  test('RFC 9112 3.2.2: an absolute URL becomes a path, and its authority becomes the host', () => {
    for (const [url, path, host] of [
      ['/a?b', '/a?b', 'before'],
      ['http://a.example/b?c', '/b?c', 'a.example'],
      ['HTTPS://a.example:8443/b', '/b', 'a.example:8443'],
      ['http://a.example', '/', 'a.example'],
      ['http://a.example?b', '/?b', 'a.example'],
      ['http:///b', 'http:///b', 'before'],
      ['ftp://a.example/b', 'ftp://a.example/b', 'before'],
      ['*', '*', 'before'],
    ] as const) {
      const given = request({ url, headers: { host: 'before' } })
      assert.deepEqual([originForm(given), given.headers.host], [path, host], url)
    }
  })
})
