/**
 * Tests signed requests before and after servers are killed. No request is accepted twice, even if its
 * timestamp is ahead of the clock of the server, or behind it.
 */
import assert from 'node:assert/strict'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { must } from '../../src/lib/assert.ts'
import { startPostgres } from '../support/databases/postgres-server.ts'
import { ENGINES, freshConfig, type Hooks, testRuntime } from '../support/engines.ts'
import { type Protocol, type Signing, sendSigned, signed } from '../support/http/signed-wire.ts'
import type { WireAnswer } from '../support/http/wire.ts'
import { slowTest as test } from '../support/part.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { createUsers } from '../support/users.ts'

/**
 * Seconds by which a timestamp is ahead of the clock, negative if it is behind. The server accepts up to 300.
 */
const STAMPED = [-250, -5, -1, 0, 1, 2, 4, 60, 290]

interface Sent {
  readonly by: number
  readonly signing: Signing
  readonly protocol: Protocol
}

function verdictOf({ status, body }: WireAnswer): string {
  if (status === 200) return '200'
  const { errors } = JSON.parse(body) as { readonly errors: readonly { readonly code: number }[] }
  return `${status}/${errors[0]?.code}`
}

async function stage(t: Hooks, config: Awaited<ReturnType<typeof freshConfig>>) {
  const runtime = await testRuntime(t, config)
  const { context } = runtime
  const owner = must((await createUsers(context, 1))[0], 'a user')
  const app = await createApp(context, { name: 'App', ownerId: owner.id, permissions: 'read-write' })
  const token = await issueToken(context, { appId: app.appId, userId: owner.id })
  await runtime.close()
  let posts = 0
  const signing = (by: number): Sent => {
    posts += 1
    const made: Signing = {
      method: 'POST',
      scheme: 'http',
      // The host is equal for every server, independent of the port.
      host: 'api.example.org',
      target: '/1.1/statuses/update.json',
      form: `status=${posts}`,
      consumer: { key: app.consumerKey, secret: app.consumerSecret },
      token: { key: token.accessToken, secret: token.accessTokenSecret },
      timestamp: Math.floor(Date.now() / 1000) + by,
    }
    return { by, signing: made, protocol: signed(made) }
  }
  const send = async (url: string, { signing, protocol }: Sent) =>
    verdictOf(await sendSigned(url, signing, protocol))
  /** Sends each request twice. The server must accept the first and refuse the second. */
  const sendAll = async (url: string): Promise<readonly Sent[]> => {
    const all = STAMPED.map(signing)
    for (const sent of all) {
      const verdict = await send(url, sent)
      // On SQLite, timestamps before the first start are also refused.
      if (sent.by >= 0 || verdict !== '401/135') assert.equal(verdict, '200', `stamped ${sent.by} s ahead`)
      assert.equal(await send(url, sent), verdict === '200' ? '401/32' : verdict)
    }
    return all
  }
  const replayAll = async (url: string, all: readonly Sent[]) => {
    for (const sent of all) {
      const verdict = await send(url, sent)
      // 135 is the error for timestamps before the start of the server. Only timestamps that are far ahead of
      // the clock are certainly later than the start.
      assert.match(verdict, sent.by < 60 ? /^401\/(32|135)$/ : /^401\/32$/, `stamped ${sent.by} s ahead`)
    }
  }
  return { send, sendAll, replayAll, signing }
}

for (const engine of ENGINES) {
  test(`spec/signatures.md#nonce: a server on ${engine} that is killed and started again accepts no request twice, and accepts requests with correct clocks`, async (t) => {
    const config = await freshConfig(t, engine)
    const { send, sendAll, replayAll, signing } = await stage(t, config)
    const server = new KillableServer(t, config)
    await server.start()
    const sent = [...(await sendAll(server.url))]
    for (let kill = 0; kill < 2; kill += 1) {
      await server.killAndStart()
      assert.equal(await send(server.url, signing(0)), '200')
      await replayAll(server.url, sent)
      const ahead = [1, 30, 299].map(signing)
      for (const each of ahead) assert.equal(await send(server.url, each), '200')
      sent.push(...ahead)
    }
  })
}

test('spec/signatures.md#nonce: two servers on PostgreSQL, and the server that remains when the first is killed, accept no request twice', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const { send, signing } = await stage(t, config)
  const one = new KillableServer(t, config)
  const other = new KillableServer(t, config)
  await one.start()
  const alone = [1, 3, 60, 290].map(signing)
  for (const each of alone) assert.equal(await send(one.url, each), '200')
  await other.start()
  const together = [1, 3, 60, 290].map(signing)
  for (const each of together) assert.equal(await send(one.url, each), '200')
  await one.kill()
  for (const each of [...alone, ...together]) assert.match(await send(other.url, each), /^401\//)
  await one.start()
  for (const each of [...alone, ...together]) assert.match(await send(one.url, each), /^401\//)
})

test('spec/signatures.md#nonce: after a crash of PostgreSQL no request is accepted twice', async (t) => {
  const postgres = await startPostgres({ fsync: true })
  t.after(() => postgres.stop())
  const database = await postgres.createDatabase('crashing')
  const config = { ...(await freshConfig(t, 'sqlite')), database }
  const { send, signing } = await stage(t, config)
  const servers = [new KillableServer(t, config), new KillableServer(t, config)] as const
  for (const server of servers) await server.start()
  const all = [-5, 0, 1, 3, 60, 290].map(signing)
  for (const each of all) assert.equal(await send(servers[0].url, each), '200')
  postgres.kill()
  await postgres.restart()
  for (const { url } of servers) {
    // The response is 503 until the server has connected to PostgreSQL again.
    for (let verdict = ''; verdict !== '200'; verdict = await send(url, signing(0))) {
      assert.match(verdict, /^(503\/130)?$/)
    }
    for (const each of all) assert.match(await send(url, each), /^401\//, `stamped ${each.by} s ahead`)
  }
})
