/** An unmodified client reads the filtered stream of API v2 across a restart of the server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../../test/support/part.ts'
import { testCertificate } from '../../test/support/processes/certificates.ts'
import { createApp, createToken, serve } from '../support/aviary.ts'
import { CLIENT_ENGINES, newInstallation } from '../support/installation.ts'
import { PUBLIC_NAMES, startProxy } from '../support/public-names.ts'
import type { World } from './clients/world.ts'

const SCRIPT = fileURLToPath(new URL('./clients/twitter-api-v2.ts', import.meta.url))

for (const engine of CLIENT_ENGINES) {
  test(`twitter-api-v2 manages rules, reads the stream, and reconnects by itself after a restart on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const app = await createApp(place, 'acceptance', '--permissions', 'read-write')
    const token = await createToken(place, app, 'acceptance')
    const { certFile, keyFile } = await testCertificate(t, PUBLIC_NAMES)
    const flags = ['--tls-cert', certFile, '--tls-key', keyFile, '--limits', 'off']
    const first = await serve(t, place, ...flags)
    const { port } = new URL(first.url)
    const proxy = await startProxy(t, Number(port))
    const client = spawn(process.execPath, ['--no-deprecation', SCRIPT], {
      env: { NODE_EXTRA_CA_CERTS: certFile, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => client.kill())
    const world: World = {
      key: app.consumer_key,
      secret: app.consumer_secret,
      bearer: app.bearer_token,
      accessToken: token.access_token,
      accessSecret: token.access_token_secret,
    }
    client.stdin.end(JSON.stringify(world))
    const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value ?? 'null')

    assert.deepEqual(await next(), { event: 'rules', before: null, created: 2, deleted: 1, values: ['cat'] })
    assert.deepEqual(await next(), {
      event: 'data',
      text: 'a cat before',
      author: 'acceptance',
      tags: ['cats'],
    })
    await first.stop()
    await serve(t, place, ...flags, '--port', port)
    assert.deepEqual(await next(), { event: 'reconnected' })
    assert.deepEqual(await next(), {
      event: 'data',
      text: 'a cat after',
      author: 'acceptance',
      tags: ['cats'],
    })
  })
}
