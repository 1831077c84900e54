import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../test/support/server.ts'

test('GET docs', async (t) => {
  const { url } = await startTestServer(t)

  await t.test('200 a page that loads scripts of this server, and has no inline scripts', async () => {
    const response = await fetch(`${url}/docs`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
    const page = await response.text()
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
    assert.deepEqual(
      scripts.map(([, attributes = '', inside]) => [/src="(\/[^"]+)"/.exec(attributes)?.[1], inside]),
      [
        ['/docs/configuration.js', ''],
        ['/docs/scalar.js', ''],
      ],
    )
    assert.doesNotMatch(page, /https?:|\sstyle=|<style|\son\w+=/)
    for (const [, attributes = ''] of scripts) {
      const path = /src="([^"]+)"/.exec(attributes)?.[1] ?? ''
      const { status, headers } = await fetch(url + path)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript;charset=utf-8'])
    }
  })

  await t.test(
    'nothing is loaded from other sites; inline scripts are forbidden, and inline styles, which Scalar writes, are allowed',
    async () => {
      const { headers } = await fetch(`${url}/docs`)
      const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'"
      assert.equal(headers.get('content-security-policy'), policy)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    },
  )

  await t.test('there is a link for browsers without scripts', async () => {
    const page = await (await fetch(`${url}/docs`)).text()
    assert.match(page, /<noscript>.*href="\/openapi\.json"/)
  })

  await t.test('404 as a page, for other paths below docs', async () => {
    const response = await fetch(`${url}/docs/nothing.js`)
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [404, 'text/html;charset=utf-8'],
    )
  })
})
