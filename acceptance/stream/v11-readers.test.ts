/** Unmodified clients of the v1.1 streams read statuses/filter. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../../test/support/part.ts'
import { testCertificate } from '../../test/support/processes/certificates.ts'
import { createApp, createToken, serve } from '../support/aviary.ts'
import { CLIENT_ENGINES, newInstallation } from '../support/installation.ts'
import { PUBLIC_NAMES, startProxy } from '../support/public-names.ts'

const READER = fileURLToPath(new URL('./clients/v11-reader.ts', import.meta.url))
const WRITER = fileURLToPath(new URL('./clients/v11-writer.ts', import.meta.url))

for (const engine of CLIENT_ENGINES) {
  for (const client of ['twit', 'twitter']) {
    test(`${client} reads statuses/filter on ${engine}`, async (t) => {
      const place = await newInstallation(t, engine)
      const app = await createApp(place, 'acceptance', '--permissions', 'read-write')
      const token = await createToken(place, app, 'acceptance')
      const { certFile, keyFile } = await testCertificate(t, PUBLIC_NAMES)
      const { url } = await serve(t, place, '--tls-cert', certFile, '--tls-key', keyFile, '--limits', 'off')
      const proxy = await startProxy(t, Number(new URL(url).port))
      const env = { NODE_EXTRA_CA_CERTS: certFile, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy }
      const world = JSON.stringify({
        key: app.consumer_key,
        secret: app.consumer_secret,
        bearer: app.bearer_token,
        accessToken: token.access_token,
        accessSecret: token.access_token_secret,
      })
      const run = (script: string, ...args: string[]) => {
        const child = spawn(process.execPath, ['--no-deprecation', script, ...args], {
          env,
          stdio: ['pipe', 'pipe', 'inherit'],
        })
        t.after(() => child.kill())
        child.stdin.end(world)
        return child
      }
      const lines = createInterface({ input: run(READER, client).stdout })[Symbol.asyncIterator]()
      const next = async () => JSON.parse((await lines.next()).value ?? 'null')
      assert.deepEqual(await next(), { event: 'connected' })
      run(WRITER)
      assert.deepEqual(await next(), { event: 'post', text: 'a cat', author: 'acceptance' })
      assert.deepEqual(await next(), { event: 'post', text: 'no #dogs', author: 'acceptance' })
    })
  }
}
