import { mkdtempSync } from 'node:fs'
import type http from 'node:http'
import { Duplex } from 'node:stream'
import Fastify from 'fastify'
import { v11Endpoint, v11Family } from '../../src/api/1.1/_family.ts'
import { readConfig } from '../../src/config.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { startServer } from '../../src/server.ts'
import { authorization, signed } from '../../test/support/signed-wire.ts'

const N = Number(process.argv[2] ?? 20000)
const which = process.argv[3] ?? 'all'
class Pipe extends Duplex {
  done: (() => void) | undefined
  got = 0
  remoteAddress = '127.0.0.1'
  _read() {}
  _write(chunk: Buffer, _e: unknown, cb: () => void) {
    this.got += chunk.length
    cb()
    this.done?.()
  }
  setTimeout() {
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}
async function drive(server: http.Server, requests: (i: number) => Buffer, n: number) {
  const pipes = Array.from({ length: 16 }, () => {
    const p = new Pipe()
    server.emit('connection', p)
    return p
  })
  let sent = 0
  const start = process.cpuUsage()
  const t = performance.now()
  await Promise.all(
    pipes.map(
      (p) =>
        new Promise<void>((resolve) => {
          const next = () => {
            if (sent >= n) return resolve()
            const r = requests(sent++)
            setImmediate(() => p.push(r))
          }
          p.done = next
          next()
        }),
    ),
  )
  const u = process.cpuUsage(start)
  for (const p of pipes) p.destroy()
  return { us: (u.user + u.system) / n, wall: ((performance.now() - t) * 1000) / n }
}
const bare = Fastify({ logger: false })
bare.get('*', async (_q, r) => {
  r.header('content-type', 'application/json;charset=utf-8')
  return '{}'
})
await bare.listen({ port: 0 })
const config = readConfig(
  { data: mkdtempSync('/tmp/inproc-'), port: '0', ops_port: '0', log_level: 'silent' },
  {},
)
const ENOUGH = 1e9
const empty = v11Endpoint({
  paths: ['/1.1/bench/empty.json'],
  summary: '',
  window: { user: ENOUGH, app: ENOUGH },
  params: {},
  handle: async () => ({ status: 200, body: '{}' }),
})
const spent = v11Endpoint({
  paths: ['/1.1/bench/spent.json'],
  summary: '',
  window: { user: 0, app: 0 },
  params: {},
  handle: async () => ({ status: 200, body: '{}' }),
})
let app: any
const s = await startServer(config, { families: [v11Family([empty, spent])] })
const { context } = s.runtime
const user = await createUser(context, { screenName: 'bench' })
const a = await createApp(context, { name: 'bench', ownerId: user.id, permissions: 'read' })
const tok = await issueToken(context, { appId: a.appId, userId: user.id })
const edgeServer: http.Server = (s as any).listeners?.[0] ?? (globalThis as any).__edge
const get = (path: string, auth: string) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: api.example.org\r\n${auth === '' ? '' : `authorization: ${auth}\r\n`}\r\n`,
  )
const b = get('/1.1/bench/empty.json', `Bearer ${a.bearerToken}`)
const n429 = get('/1.1/bench/spent.json', `Bearer ${a.bearerToken}`)
const n401 = get('/1.1/bench/spent.json', `Bearer x`)
const plain = get('/x', '')
const oauth = Array.from({ length: N * 2 }, () =>
  get(
    '/1.1/bench/empty.json',
    authorization(
      signed({
        method: 'GET',
        scheme: 'http',
        host: 'api.example.org',
        target: '/1.1/bench/empty.json',
        consumer: { key: a.consumerKey, secret: a.consumerSecret },
        token: { key: tok.accessToken, secret: tok.accessTokenSecret },
        timestamp: Math.floor(Date.now() / 1000),
      }),
    ),
  ),
)
const forged = get(
  '/1.1/bench/empty.json',
  authorization(
    signed({
      method: 'GET',
      scheme: 'http',
      host: 'api.example.org',
      target: '/1.1/bench/empty.json',
      consumer: { key: a.consumerKey, secret: a.consumerSecret },
      token: { key: tok.accessToken, secret: 'x' },
      timestamp: Math.floor(Date.now() / 1000),
    }),
  ),
)
let o = 0
const runs: Record<string, () => Promise<{ us: number; wall: number }>> = {
  bare: () => drive(bare.server, () => plain, N),
  bearer: () => drive(edgeServer, () => b, N),
  '429': () => drive(edgeServer, () => n429, N),
  '401': () => drive(edgeServer, () => n401, N),
  oauth: () => drive(edgeServer, () => oauth[o++ % oauth.length]!, N / 4),
  '401 oauth': () => drive(edgeServer, () => forged, N / 2),
}
for (let round = 0; round < 4; round++) {
  const out: Record<string, string> = {}
  for (const [k, f] of Object.entries(runs))
    if (which === 'all' || which === k) {
      const r = await f()
      out[k] = r.us.toFixed(1)
    }
  console.log(JSON.stringify(out))
}
await s.close()
await bare.close()
