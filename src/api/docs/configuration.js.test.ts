import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { startTestServer } from '../../../test/support/server.ts'

test('200 GET docs/configuration.js: the script starts the reference when the page is loaded, and uses no services of other sites', async (t) => {
  const { url } = await startTestServer(t)
  const response = await fetch(`${url}/docs/configuration.js`)
  assert.equal(response.headers.get('content-type'), 'text/javascript;charset=utf-8')
  const started: [string, Record<string, unknown>][] = []
  let ready = () => {}
  runInNewContext(await response.text(), {
    document: {
      addEventListener: (name: string, listener: () => void) => {
        if (name === 'DOMContentLoaded') ready = listener
      },
    },
    Scalar: { createApiReference: (...args: [string, Record<string, unknown>]) => started.push(args) },
  })
  assert.equal(started.length, 0)
  ready()
  const [[selector, configuration] = ['', {}]] = started
  assert.equal(selector, '#reference')
  const { url: document, withDefaultFonts, proxyUrl, telemetry, agent, mcp, hideClientButton } = configuration
  assert.equal(document, '/openapi.json')
  assert.deepEqual([withDefaultFonts, proxyUrl, telemetry, hideClientButton], [false, '', false, true])
  assert.deepEqual(
    [agent, mcp].map((each) => (each as { disabled: boolean }).disabled),
    [true, true],
  )
})
