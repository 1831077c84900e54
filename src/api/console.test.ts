import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtConsole } from '../../test/console/support/built.ts'
import { startTestServer } from '../../test/support/server.ts'

const PAGE =
  '<style nonce="AVIARY_NONCE"></style><script src="/console/assets/a.js" nonce="AVIARY_NONCE"></script>'

test('the page of the console', async (t) => {
  const consoleFolder = await builtConsole(t, { 'index.html': PAGE })
  const { url } = await startTestServer(t, { bounds: { consoleFolder } })

  await t.test('is served at the path of each page of the console, with a new nonce each time', async () => {
    const nonces = new Set<string>()
    for (const path of ['', '/', '/apps', '/apps/12/requests', '/compliance/a/b/c/d']) {
      const response = await fetch(`${url}/console${path}`)
      assert.equal(response.status, 200, path)
      assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'self' 'nonce-([\w-]{24})'/.exec(policy)?.[1] ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; /)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(await response.text(), PAGE.replaceAll('AVIARY_NONCE', nonce))
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 5)
  })

  await t.test('preloads the session and the scripts of its path', async () => {
    const parts = { Shell: ['assets/Shell-1.js'], UsagePage: ['assets/UsagePage-1.js'] }
    const folder = await builtConsole(t, {
      'index.html': '<head></head>',
      'pages.json': JSON.stringify(parts),
    })
    const server = await startTestServer(t, { bounds: { consoleFolder: folder } })
    const body = await (await fetch(`${server.url}/console/apps/12/usage`)).text()
    const link = (name: string) =>
      `<link rel="modulepreload" crossorigin href="/console/assets/${name}-1.js">`
    const session = '<link rel="preload" as="fetch" crossorigin href="/console/api/session">'
    assert.equal(body, `<head>${session}${link('Shell')}${link('UsagePage')}</head>`)
  })

  await t.test('404 for paths of the API of the console that have no endpoint', async () => {
    for (const path of ['/api', '/api/none', '/api/none/of/these']) {
      const response = await fetch(`${url}/console${path}`)
      assert.equal(response.status, 404, path)
      assert.equal(((await response.json()) as { reason: string }).reason, 'page-not-found')
    }
  })

  await t.test('404 for other paths', async () => {
    assert.equal((await fetch(`${url}/consoles`)).status, 404)
    assert.equal((await fetch(`${url}/console/1/2/3/4/5/6`)).status, 404)
    assert.equal((await fetch(`${url}/console/assets/a/b`)).status, 404, 'no page is below the files')
  })
})

test('if the console was not built, the page says how to build it', async (t) => {
  const consoleFolder = join(await builtConsole(t, {}), 'none')
  const { url } = await startTestServer(t, { bounds: { consoleFolder } })
  const response = await fetch(`${url}/console/apps`)
  assert.equal(response.status, 503)
  assert.match(await response.text(), /npm run console/)
})
