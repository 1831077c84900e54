/** Tests host names, listeners and proxies (spec/server.md#listeners). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { v11Endpoint, v11Family } from '../../src/api/1.1/_family.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { freePort } from '../deploy/tools.ts'
import { createTestApp } from '../support/api-client.ts'
import { CONSOLE_PASSWORD, ConsoleClient } from '../support/console/console.ts'
import { authorization, type Signing, signed } from '../support/http/signed-wire.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, requestText } from '../support/http/wire.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

type Header = readonly [name: string, value: string]

const ECHO = '/1.1/test/echo/1.json'

async function statusOf(url: string, path: string, ...headers: Header[]): Promise<number> {
  return (await exchange(url, requestText(`GET ${path} HTTP/1.1`, headers))).status
}

describe('host names', () => {
  test('with a list, a server accepts only these names, in upper or lower case, and on any port unless the name has a port', async (t) => {
    const settings = { hosts: 'api.example.org,localhost:8080' }
    const { url } = await startTestServer(t, { settings, families: testFamilies() })
    for (const [host, status] of [
      ['api.example.org', 400],
      ['API.Example.org', 400],
      ['api.example.org:80', 400],
      ['localhost:8080', 400],
      ['api.example.org:443', 400],
      ['api.example.org:8080', 400],
      ['localhost', 404],
      ['localhost:8081', 404],
      ['evil.example', 404],
      ['api.example.org.evil.example', 404],
      ['', 404],
    ] as const) {
      assert.equal(await statusOf(url, ECHO, ['host', host]), status, host)
    }
    const unknown = await exchange(url, requestText('GET /1/a.json HTTP/1.1', [['host', 'evil.example']]))
    assert.equal(unknown.status, 410)
  })

  test('without a list, a server accepts every name', async (t) => {
    const { url } = await startTestServer(t, { families: testFamilies() })
    for (const host of ['anything.example', 'x', '127.0.0.1:1']) {
      assert.equal(await statusOf(url, ECHO, ['host', host]), 400)
    }
  })

  test('over TLS, a listed name without a port also matches the port 443, and a listed port matches no other port', async (t) => {
    const { certFile, keyFile } = await testCertificate(t)
    const settings = { hosts: 'api.example.org,other.example:443', tls_cert: certFile, tls_key: keyFile }
    const { url } = await startTestServer(t, { settings, families: testFamilies() })
    assert.equal(await statusOf(url, ECHO, ['host', 'api.example.org:443']), 400)
    assert.equal(await statusOf(url, ECHO, ['host', 'other.example:80']), 404)
  })

  test('behind a trusted proxy, the name that the client used counts', async (t) => {
    const settings = { hosts: 'api.example.org', trusted_proxy: '127.0.0.1' }
    const { url } = await startTestServer(t, { settings, families: testFamilies() })
    const proto: Header = ['x-forwarded-proto', 'https']
    const inside: Header = ['host', 'backend:8080']
    assert.equal(await statusOf(url, ECHO, inside, proto, ['x-forwarded-host', 'api.example.org']), 400)
    assert.equal(await statusOf(url, ECHO, inside, proto), 404)
  })
})

describe('listeners', () => {
  /** Families with one endpoint for each part of the API. */
  function families() {
    const at = (path: string) =>
      v11Endpoint({
        paths: [path],
        summary: 'Answers.',
        auth: ['none'],
        params: {},
        handle: async () => ({ status: 200, body: '{}' }),
      })
    const base = v11Family([at('/1.1/media/test.json'), at('/1.1/test.json')])
    const part = (name: string) => ({
      ...v11Family([at(`/${name}/test.json`)]),
      name,
      owns: (path: string) => path.startsWith(`/${name}/`),
    })
    return [base, part('stream'), part('console')]
  }
  const PATHS = ['/1.1/test.json', '/1.1/media/test.json', '/stream/test.json', '/console/test.json']

  test('one listener serves all parts of the API', async (t) => {
    const { url, server } = await startTestServer(t, { families: families() })
    assert.deepEqual(Object.keys(server.urls), ['public'])
    for (const path of PATHS) assert.equal(await statusOf(url, path), 200, path)
  })

  test('with separate ports, the main listener has no streams and no console, and uploads are on both', async (t) => {
    const settings = { upload_port: '0', stream_port: '0', console_port: '0' }
    const { server } = await startTestServer(t, { settings, families: families() })
    const served = async (url = '') => {
      const statuses = await Promise.all(PATHS.map((path) => statusOf(url, path)))
      return PATHS.filter((_, index) => statuses[index] === 200)
    }
    const [base, upload, stream, console] = PATHS
    assert.deepEqual(await served(server.urls.public), [base, upload])
    assert.deepEqual(await served(server.urls.upload), [upload])
    assert.deepEqual(await served(server.urls.stream), [stream])
    assert.deepEqual(await served(server.urls.console), [console])
  })

  test('spec/console.md#landing-page: pages lead to a console with its own port, and the console to the API', async (t) => {
    const [port, consolePort] = [await freePort(), await freePort()]
    const settings = { port: String(port), console_port: String(consolePort) }
    const { server, url, context } = await startTestServer(t, { settings })
    const consoleUrl = server.urls.console ?? ''
    for (const path of ['/', '/versioning', '/settings/sign_in']) {
      const page = await (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text()
      assert.ok(page.includes(`href="http://localhost:${consolePort}/console"`), path)
      assert.ok(!page.includes('href="/console"'), path)
    }
    assert.equal(await statusOf(consoleUrl, '/console'), 200)
    for (const each of [url, consoleUrl]) assert.equal(await statusOf(each, '/openapi.json'), 200)
    assert.equal(await statusOf(consoleUrl, '/versioning'), 404)
    const credentials = { email: 'ada@example.org', password: CONSOLE_PASSWORD }
    await createConsoleUser(context, { accountName: 'acme', role: 'admin', ...credentials })
    const { body } = await new ConsoleClient(consoleUrl).post('/session', credentials)
    assert.equal(body.api_url, `http://localhost:${port}`)
  })

  test('requests for other listeners are refused in the format of the family', async (t) => {
    const { server } = await startTestServer(t, { settings: { stream_port: '0' } })
    const answer = await exchange(server.urls.stream ?? '', requestText('GET /labs/2/tweets HTTP/1.1'))
    assert.equal(answer.body, '{"errors":[{"message":"Sorry, that page does not exist","code":34}]}')
  })
})

describe('proxies', () => {
  test('spec/clients.md#signed-requests: the signed URL is the URL that the client requested, even behind a proxy', async (t) => {
    const settings = { trusted_proxy: '127.0.0.0/8' }
    const { url, context } = await startTestServer(t, { settings, families: testFamilies() })
    const app = await createTestApp(context)
    const { id } = await createOneUser(context)
    const token = await issueToken(context, { appId: app.appId, userId: id })
    const signing: Signing = {
      method: 'GET',
      scheme: 'https',
      host: 'api.example.org',
      target: ECHO,
      consumer: { key: app.consumerKey, secret: app.consumerSecret },
      token: { key: token.accessToken, secret: token.accessTokenSecret },
      timestamp: Math.floor(context.clock.now() / 1000),
    }
    const ask = (...headers: Header[]) =>
      statusOf(url, ECHO, ['authorization', authorization(signed(signing))], ...headers)
    const inside: Header = ['host', 'backend:8080']
    const host: Header = ['x-forwarded-host', 'api.example.org']
    const proto: Header = ['x-forwarded-proto', 'https']
    assert.equal(await ask(inside, host, proto), 200)
    assert.equal(await ask(['host', 'api.example.org'], proto), 200)
    assert.equal(await ask(inside, ['forwarded', 'for=203.0.113.9;proto=https;host=api.example.org']), 200)
    const quoted: Header = ['forwarded', 'for="[2001:db8::1]:4711"; Proto=HTTPS; host="api.example.org"']
    assert.equal(await ask(inside, quoted), 200)
    assert.equal(await ask(inside, proto), 401)
    // The proxy does not forward https, and the server does not know that the client is on loopback.
    assert.equal(await ask(inside, host), 403)
  })

  test('headers of untrusted proxies are ignored', async (t) => {
    const settings = { trusted_proxy: '203.0.113.0/24' }
    const { url } = await startTestServer(t, { settings, families: testFamilies() })
    assert.equal(
      await statusOf(url, ECHO, ['x-forwarded-proto', 'http'], ['x-forwarded-for', '203.0.113.9']),
      400,
    )
  })
})
