/** POST /console/api/session/passkey/options: spec/console.md#passkeys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConsoleClient,
  CONSOLE_PASSWORD as password,
} from '../../../../../../test/support/console/console.ts'
import { TestAuthenticator } from '../../../../../../test/support/oauth/authenticator.ts'
import { addressUrl } from '../../../../../../test/support/oauth/passkeys.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

const PATH = '/session/passkey/options'

test('the relying party of passkeys is the host name by which the browser reaches the console', async (t) => {
  const { url } = await startTestServer(t)
  const ask = (at: string, headers = {}) => new ConsoleClient(at).call('POST', PATH, {}, headers)
  await t.test('409/passkeys-unavailable at an IP address', async () => {
    const { status, body } = await ask(addressUrl(url))
    assert.deepEqual([status, body.reason], [409, 'passkeys-unavailable'])
  })
  await t.test('403/foreign-origin', async () => {
    assert.equal((await ask(url, { origin: 'https://evil.example' })).status, 403)
  })
  assert.equal((await ask(url)).body.options.rpId, 'localhost')
})

test('behind a proxy that does not forward the host name, the setting base_url names the relying party', async (t) => {
  const base = 'https://console.example.org'
  const server = await startTestServer(t, { settings: { base_url: `${base}/` } })
  const { cookie } = await ConsoleClient.signedIn(server)
  const client = new ConsoleClient(server.url, cookie?.split('=')[1])
  // The browser uses the base URL. In the `host` header, the proxy sends the name by which it knows this
  // server.
  const browser = { origin: base, 'sec-fetch-site': 'same-origin' }
  const begun = await client.call('POST', '/passkeys/options', { current_password: password }, browser)
  assert.equal(begun.body.options.rp.id, 'console.example.org')
  const authenticator = new TestAuthenticator(base, 'any')
  const credential = authenticator.register(begun.body.options)
  assert.equal((await client.call('POST', '/passkeys', { name: 'Any', credential }, browser)).status, 201)
  const { options } = (await client.call('POST', PATH, {}, browser)).body
  assert.equal(options.rpId, 'console.example.org')
  const answer = { credential: authenticator.signIn(options) }
  assert.equal((await client.call('POST', '/session/passkey', answer, browser)).status, 201)
  // A browser that reaches the server without the proxy gets the server's own host name as relying party.
  const local = new ConsoleClient(server.url)
  assert.equal((await local.post(PATH, {})).body.options.rpId, 'localhost')
})

test('behind a trusted proxy, the forwarded host name is the relying party', async (t) => {
  const { url } = await startTestServer(t, { settings: { trusted_proxy: '127.0.0.1' } })
  const forwarded = { 'x-forwarded-host': 'aviary.example.org', 'x-forwarded-proto': 'https' }
  const browser = { ...forwarded, origin: 'https://aviary.example.org' }
  const { body } = await new ConsoleClient(url).call('POST', PATH, {}, browser)
  assert.equal(body.options.rpId, 'aviary.example.org')
})
