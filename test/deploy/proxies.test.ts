/**
 * Tests nginx and Caddy with the files in the folder deploy. Streams, signatures and the address of the client must
 * pass through.
 */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { partitionOf } from '../../src/log/partition.ts'
import { createTestApp } from '../support/api-client.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { Consumer, createAccount, pathOf } from '../support/streams/compliance-stream.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { streamStage } from '../support/streams/post-stream-suite.ts'
import { deployed, deployedText, freePort, needs, run, startNginx, startProxy } from './tools.ts'

const STREAM = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

/** Tests streams and signed requests through a proxy at `url`. */
async function checkProxied(
  t: TestContext,
  stage: Awaited<ReturnType<typeof streamStage>>,
  url: string,
): Promise<void> {
  const { context, app, authorId, post } = stage

  await t.test('each message of a live stream arrives immediately', async () => {
    const reader = await PostReader.open(`${url}${STREAM.path}`, app.asApp)
    assert.equal(reader.status, 200)
    for (const text of ['cat one', 'cat two', 'cat three']) {
      await post(text)
      // A buffering proxy would keep this message until the buffer is full.
      await reader.until(() => reader.lines.some(({ data }) => data?.text === text))
    }
    reader.close()
  })

  await t.test('each message of the compliance stream arrives immediately, with gzip', async () => {
    await createAccount(context)
    const consumer = await Consumer.open(url, pathOf(partitionOf(authorId)))
    assert.deepEqual([consumer.status, consumer.headers['content-encoding']], [200, 'gzip'])
    for (const [index, action] of (['suspend', 'unsuspend', 'suspend', 'unsuspend'] as const).entries()) {
      await changeUserState(context, { userId: authorId, action })
      await consumer.some(index + 1)
    }
    consumer.close()
  })

  await t.test('a signed request with odd characters in its path and query is accepted', async () => {
    const asUser = await (await createTestApp(context)).asUser(authorId)
    for (const path of [
      '/1.1/account/verify_credentials.json?a=%20b%2Bc&e=',
      '/1.1/users/show.json?screen_name=%E2%82%AC',
    ]) {
      const at = `${url}${path}`
      const answer = await fetch(at, { headers: { authorization: asUser('GET', at) } })
      assert.notEqual(answer.status, 401, `${path}: ${await answer.text()}`)
    }
  })

  await t.test(
    'the server sees the address of the client, even when the client sends another address in a header',
    async () => {
      const at = `${url}/2/tweets/20`
      for (const name of ['x-forwarded-for', 'forwarded']) {
        const value = name === 'forwarded' ? 'for=8.8.8.8;proto=http' : '8.8.8.8'
        const headers = { authorization: app.asApp('GET', at), [name]: value, 'x-forwarded-proto': 'http' }
        // If the server saw the address 8.8.8.8 without TLS, the status would be 403.
        assert.notEqual((await fetch(at, { headers })).status, 403, name)
      }
    },
  )
}

const SETTINGS = { settings: { limits: 'off', trusted_proxy: '127.0.0.1' } }

describe('nginx', needs('nginx'), () => {
  test('serves Aviary with deploy/nginx/aviary.conf', async (t) => {
    const stage = await streamStage(t, STREAM, SETTINGS)
    const certificate = await testCertificate(t, ['api.example.org'])
    const upstream = deployedText('nginx/upstream-local.conf').replace(
      '127.0.0.1:8080',
      new URL(stage.url).host.replace('localhost', '127.0.0.1'),
    )
    const { url, tlsPort } = await startNginx(t, upstream, certificate)
    await checkProxied(t, stage, url)
    const status = await new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: tlsPort,
        ca: certificate.cert,
        servername: 'api.example.org',
      }
      const headers = { host: 'api.example.org', accept: 'text/html' }
      request({ ...options, headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    assert.equal(status, 200)
  })
})

describe('Caddy', needs('caddy'), () => {
  test('serves Aviary with deploy/caddy/Caddyfile', async (t) => {
    const stage = await streamStage(t, STREAM, SETTINGS)
    const folder = await temporaryDirectory(t)
    const port = await freePort()
    const site = deployedText('caddy/Caddyfile')
      .replace('api.example.org {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:8080', new URL(stage.url).host.replace('localhost', '127.0.0.1'))
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    mkdirSync(join(folder, 'home'))
    const home = { HOME: join(folder, 'home') }
    const words = ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
    await startProxy(t, words, `http://127.0.0.1:${port}/`, home)
    await checkProxied(t, stage, `http://127.0.0.1:${port}`)
    const valid = run(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', deployed('caddy/Caddyfile')],
      home,
    )
    assert.equal(valid.code, 0, valid.text)
  })
})
