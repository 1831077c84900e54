import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtConsole } from '../../../test/console/support/built.ts'
import { startTestServer } from '../../../test/support/server.ts'

const SCRIPT = `console.log("${'a'.repeat(2_000)}")`

test('the files of the console', async (t) => {
  const consoleFolder = await builtConsole(t, {
    'index.html': '<p>not an asset</p>',
    'assets/index-1a2b.js': SCRIPT,
    'assets/index-1a2b.js.gz': gzipSync(SCRIPT),
    'assets/index-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/plain.css': 'p { color: red }',
  })
  const { url } = await startTestServer(t, { bounds: { consoleFolder } })
  const get = (name: string, coding: string) =>
    fetch(`${url}/console/assets/${name}`, { headers: { 'accept-encoding': coding } })

  await t.test(
    'files are sent in an encoding that the browser accepts, with headers for a permanent cache',
    async () => {
      const forms = [
        ['gzip, deflate, br', 'br'],
        ['br;q=0, gzip', 'gzip'],
        ['br;q=0.5', 'br'],
        ['identity', null],
      ] as const
      for (const [accepted, coding] of forms) {
        const response = await get('index-1a2b.js', accepted)
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-encoding'), coding, accepted)
        assert.equal(response.headers.get('content-type'), 'text/javascript;charset=utf-8')
        assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
        assert.match(response.headers.get('vary') ?? '', /accept-encoding/)
        assert.equal(await response.text(), SCRIPT)
      }
      const css = await get('plain.css', 'br')
      assert.equal(css.headers.get('content-encoding'), null)
      assert.equal(await css.text(), 'p { color: red }')
    },
  )

  await t.test('404 for other names, and for paths outside the folder', async () => {
    for (const name of ['none.js', 'index-1a2b.js.gz', '..%2findex.html', '%2e%2e%2findex.html', 'a%00.js']) {
      const response = await get(name, 'identity')
      assert.equal(response.status, 404, name)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
  })
})
