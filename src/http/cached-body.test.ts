import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { CachedBodies, cachedAnswer } from './cached-body.ts'

/** A call with the given request headers. */
function call(headers: Readonly<Record<string, string>> = {}) {
  return { header: (name: string) => headers[name] }
}

describe('cached bodies', () => {
  test('are rendered once for all requests, including concurrent requests', async () => {
    const bodies = new CachedBodies()
    let made = 0
    const make = async () => `text ${++made}`
    const [first, second] = await Promise.all([bodies.get('a', make), bodies.get('a', make)])
    assert.equal(first, second)
    assert.equal((await bodies.get('a', make)).text, 'text 1')
    assert.equal((await bodies.get('b', make)).text, 'text 2')
    assert.equal(gunzipSync(first.gzipped).toString(), 'text 1')
  })

  test('a failure rejects the waiting requests, and the next request renders the body again', async () => {
    const bodies = new CachedBodies()
    const fail = () => Promise.reject(new Error('not now'))
    await assert.rejects(bodies.get('a', fail), /not now/)
    assert.equal((await bodies.get('a', () => 'there')).text, 'there')
  })
})

describe('RFC 9110 13.1.2: responses with cached bodies', () => {
  const held = new CachedBodies().get('a', () => 'a body')
  const gzip = { 'accept-encoding': 'gzip' }

  test('a response has the text, its compressed form, a strong etag and the headers that the caller adds', async () => {
    const {
      status,
      body,
      gzipped,
      headers = {},
    } = cachedAnswer(await held, call(), { 'content-type': 'text/x' })
    assert.deepEqual([status, body, headers['content-type']], [200, 'a body', 'text/x'])
    assert.equal(gunzipSync(gzipped ?? '').toString(), 'a body')
    assert.match(headers['etag'] ?? '', /^"[\w-]+"$/)
    assert.equal(headers['cache-control'], 'no-cache')
  })

  test('RFC 9110 8.8.3.3: different texts have different etags, and different codings have different etags', async () => {
    const etagOf = async (body: typeof held, headers = {}) =>
      cachedAnswer(await body, call(headers)).headers?.['etag']
    const other = new CachedBodies().get('a', () => 'another body')
    const etags = await Promise.all([etagOf(held), etagOf(held, gzip), etagOf(other), etagOf(other, gzip)])
    assert.equal(new Set(etags).size, 4)
  })

  for (const [title, wrap] of [
    ['the etag itself', (etag: string) => etag],
    ['the etag marked weak by a proxy', (etag: string) => `W/${etag}`],
    ['the etag in a list', (etag: string) => `"x", ${etag} ,"y"`],
    ['a star', () => '*'],
  ] as const) {
    test(`the status is 304 without a body for ${title}`, async () => {
      for (const accepts of [{}, gzip]) {
        const etag = cachedAnswer(await held, call(accepts)).headers?.['etag'] ?? ''
        const answer = cachedAnswer(await held, call({ ...accepts, 'if-none-match': wrap(etag) }))
        assert.deepEqual([answer.status, answer.body, answer.headers?.['etag']], [304, undefined, etag])
      }
    })
  }

  test('the status is 200 for the etag of another text or of another coding', async () => {
    const packed = cachedAnswer(await held, call(gzip)).headers?.['etag'] ?? ''
    for (const header of ['"x"', packed, packed.slice(1), '']) {
      assert.equal(cachedAnswer(await held, call({ 'if-none-match': header })).status, 200, header)
    }
  })
})
