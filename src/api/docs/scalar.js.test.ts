import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'

test('GET docs/scalar.js', async (t) => {
  const { url } = await startTestServer(t)
  const where = `${url}/docs/scalar.js`

  await t.test('200 the complete script of Scalar, compressed to less than half', slow, async () => {
    const [packed, plain] = await Promise.all([
      fetch(where),
      fetch(where, { headers: { 'accept-encoding': 'identity' } }),
    ])
    assert.equal(packed.headers.get('content-type'), 'text/javascript;charset=utf-8')
    const text = await packed.text()
    assert.equal(await plain.text(), text)
    assert.match(text, /Scalar=\{createApiReference:/)
    const [small, large] = [packed, plain].map(({ headers }) => Number(headers.get('content-length')))
    assert.ok((small ?? 0) > 500_000 && (small ?? 0) < (large ?? 0) / 2, `${small} of ${large}`)
  })

  await t.test('304 for a client with the current version', async () => {
    const etag = (await fetch(where)).headers.get('etag') ?? ''
    const { status, headers } = await fetch(where, { headers: { 'if-none-match': etag } })
    assert.deepEqual([status, headers.get('cache-control')], [304, 'no-cache'])
  })
})
