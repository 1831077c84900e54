/** Tests that commands print the URLs of the running server, with its port, TLS and public names. */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import { type Config, readConfig } from '../../src/config.ts'
import { ENGINES, freshConfig } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { runMain } from '../support/run-main.ts'
import { startTestServer } from '../support/server.ts'

const WHO = ['--email', 'firehose@example.org', '--password', 'battery staple']
const PATH = '/stream/compliance/accounts/acme/publishers/twitter/prod.json?partition=1'

function placeOf({ data, database }: Config): string[] {
  return ['--data', data, ...(database === '' ? [] : ['--database', database])]
}

/** Runs a command that must succeed. */
async function ran(config: Config, ...words: string[]) {
  const ended = await runMain([...words, ...placeOf(config), '--json'])
  assert.equal(ended.code, 0, ended.err)
  return { value: JSON.parse(ended.out), err: ended.err }
}

/** The base of the URLs that `stream-account list` prints, and the notes that it prints. */
async function listed(config: Config, ...words: string[]): Promise<[base: string, note: string]> {
  const { value, err } = await ran(config, 'stream-account', 'list', 'acme', ...words)
  const [first] = value.streams[0].urls
  assert.ok(first.endsWith(PATH), first)
  return [first.slice(0, -PATH.length), err]
}

/** Makes a data directory that has a stream. No server uses it yet. */
async function freshStream(t: TestContext, engine: 'sqlite' | 'postgres'): Promise<Config> {
  const config = await freshConfig(t, engine)
  await ran(config, 'stream-account', 'create', 'acme', ...WHO)
  return config
}

/** Settings of a server that uses the same data directory. */
function withSettings({ data, database }: Config, settings: Readonly<Record<string, string>>): Config {
  const place = database === '' ? { data } : { data, database, pool: '4' }
  return readConfig({ port: '0', ops_port: '0', log_level: 'silent', ...place, ...settings }, {})
}

for (const engine of ENGINES) {
  describe(`stream-account prints the URL of the running server (${engine})`, () => {
    test('the URL has the port of the server; if no server runs, it has the port of the settings, and a note is printed', async (t) => {
      const config = await freshStream(t, engine)
      const [before, note] = await listed(config)
      assert.equal(before, 'http://localhost:8080')
      assert.match(note, /^No server is running on this data: http:\/\/localhost:8080 is its address/)
      const { url, close } = await startTestServer(t, { config })
      assert.deepEqual(await listed(config), [url, ''])
      const created = await ran(config, 'stream-account', 'create', 'acme', ...WHO)
      assert.equal(created.value.urls[0], `${url}${PATH}`)
      const authorization = `Basic ${btoa('firehose@example.org:battery staple')}`
      const headers = { authorization, 'accept-encoding': 'gzip' }
      const stream = await fetch(created.value.urls[0], { headers })
      assert.equal(stream.status, 200)
      await stream.body?.cancel()
      await close()
      assert.deepEqual(await listed(config), [before, note])
    })

    test('the URL has https, the public host name and the port of the listener for streams', async (t) => {
      const config = await freshStream(t, engine)
      const { certFile, keyFile } = await testCertificate(t)
      const settings = { tls_cert: certFile, tls_key: keyFile, stream_port: '0', hosts: 'stream.example.org' }
      const { server } = await startTestServer(t, { config: withSettings(config, settings) })
      const { port } = new URL(server.urls.stream ?? '')
      assert.deepEqual(await listed(config), [`https://stream.example.org:${port}`, ''])
    })

    test('the URL has the base_url and stream_url of the server; settings of the command take precedence', async (t) => {
      const config = await freshStream(t, engine)
      const settings = {
        base_url: 'https://api.example.org',
        hosts: 'a.example',
        trusted_proxy: '192.0.2.0/24',
      }
      const { close } = await startTestServer(t, { config: withSettings(config, settings) })
      assert.deepEqual(await listed(config), ['https://api.example.org', ''])
      assert.deepEqual(await listed(config, '--base-url', 'https://b.example/'), ['https://b.example', ''])
      assert.deepEqual(await listed(config, '--stream-url', 'https://s.example'), ['https://s.example', ''])
      assert.deepEqual(await listed(config, '--url', 'https://u.example'), ['https://u.example', ''])
      assert.deepEqual(await listed(config, '--port', '9000'), ['http://localhost:9000', ''])
      await close()
      assert.deepEqual(await listed(config, '--hosts', 'a.example'), ['http://a.example:8080', ''])
      for (const wrong of [
        'api.example.org',
        'https://a.example/path',
        'ftp://a.example',
        'https://u:p@a.example',
      ]) {
        const refused = await runMain([
          'stream-account',
          'list',
          'acme',
          '--base-url',
          wrong,
          ...placeOf(config),
        ])
        assert.deepEqual([refused.code, refused.out], [2, ''], wrong)
        assert.match(refused.err, /--base-url: .* is not accepted; use a URL without a path/)
      }
    })
  })
}

test('on PostgreSQL, the URL is the URL of the server that started last, with a note about the other servers', async (t) => {
  const config = await freshStream(t, 'postgres')
  const first = await startTestServer(t, {
    config: withSettings(config, { base_url: 'https://one.example' }),
  })
  const second = await startTestServer(t, {
    config: withSettings(config, { base_url: 'https://two.example' }),
  })
  const [url, note] = await listed(config)
  assert.equal(url, 'https://two.example')
  assert.match(
    note,
    /^Other servers on this data have the address https:\/\/one\.example; .* --base-url or --url/,
  )
  await second.close()
  assert.deepEqual(await listed(config), ['https://one.example', ''])
  await first.close()
})

test('after a server was killed and started again, the URL is the URL of the running server', async (t) => {
  const config = await freshStream(t, 'sqlite')
  const server = new KillableServer(t, config)
  await server.start()
  const killed = server.url
  assert.deepEqual(await listed(config), [killed, ''])
  await server.killAndStart()
  assert.notEqual(server.url, killed)
  assert.deepEqual(await listed(config), [server.url, ''])
})
