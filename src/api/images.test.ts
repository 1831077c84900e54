import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startTestServer } from '../../test/support/server.ts'
import { defaultPictureOf } from './1.1/_picture.ts'

test('spec/users.md#pictures: the default picture exists in every size, and any cache may store it', async (t) => {
  const { url } = await startTestServer(t)
  for (const [name, size] of [
    ['default_profile_normal.png', 48],
    ['default_profile_bigger.png', 73],
    ['default_profile_mini.png', 24],
    ['default_profile.png', 400],
  ] as const) {
    for (const coding of ['gzip', 'identity']) {
      const answer = await fetch(`${url}/images/${name}`, { headers: { 'accept-encoding': coding } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
      assert.equal(answer.headers.get('content-encoding'), null)
      assert.equal(answer.headers.get('content-length'), String(bytes.length))
      assert.match(answer.headers.get('cache-control') ?? '', /max-age/)
      assert.equal(bytes.toString('latin1', 1, 4), 'PNG')
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [size, size])
      assert.ok(bytes.length < 4_096, `${bytes.length} bytes`)
      const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
      const middle = 3 * (size * Math.floor(size / 2) + Math.floor(size / 2))
      assert.deepEqual([...pixels.subarray(0, 3)], [204, 214, 221])
      assert.deepEqual([...pixels.subarray(middle, middle + 3)], [245, 248, 250])
    }
  }
})

test('404 for another name, and for an empty name', async (t) => {
  const { url } = await startTestServer(t)
  for (const name of ['other.png', 'default_profile_huge.png', 'toString', '__proto__', '..%2Fx', '']) {
    const answer = await fetch(`${url}/images/${name}`)
    assert.equal(answer.status, 404, name)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.doesNotMatch(answer.headers.get('cache-control') ?? '', /public/)
  }
})

test('the URL of the picture has the host that the client uses; without a host there is no URL', () => {
  const path = '/images/default_profile_normal.png'
  for (const [scheme, host] of [
    ['https', 'api.example.org'],
    ['http', 'localhost:8080'],
  ] as const) {
    assert.equal(defaultPictureOf({ scheme, host }), `${scheme}://${host}${path}`)
  }
  assert.equal(defaultPictureOf({ scheme: 'http', host: '' }), null)
})
