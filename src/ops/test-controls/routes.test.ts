import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { Connections } from '../../../test/support/http/connections.ts'
import { requestText } from '../../../test/support/http/wire.ts'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { startInTestMode, TEST_TOKEN } from '../../../test/support/test-mode.ts'
import { must } from '../../lib/assert.ts'
import { createLogger } from '../../lib/log.ts'
import { addTestControls } from './routes.ts'

interface Route {
  readonly method: string
  readonly path: string
}

/** All routes of the test controls. */
async function routesOf({ server, context }: TestServer): Promise<readonly Route[]> {
  const app = Fastify() as unknown as FastifyInstance
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url.replaceAll(/:\w+/g, 'x') })
  })
  addTestControls(app, must(server.testControls, 'test controls'), context.store)
  await app.ready()
  await app.close()
  return routes
}

/** A request with exactly this path; `fetch` would normalize the path. */
function textOf({ method, path }: Route, token?: string): string {
  return requestText(`${method} ${path} HTTP/1.1`, [
    ['host', 'localhost'],
    ...(method === 'GET' || method === 'HEAD' ? [] : [['content-length', '0'] as const]),
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
  ])
}

interface Trial {
  readonly route: Route
  readonly token?: string | undefined
  readonly expected: readonly number[]
}

/** Asserts that each request gets one of the expected statuses. */
async function assertStatuses(connections: Connections, trials: readonly Trial[]): Promise<void> {
  const wrong = await connections.bulk(trials, async ({ route, token, expected }) => {
    const { status } = await connections.exchange(textOf(route, token))
    return expected.includes(status) ? [] : [`${status} ${route.method} ${route.path} with ${token}`]
  })
  assert.deepEqual(wrong, [])
}

/** Variants of a path that a lenient router might treat as the same path. */
function spellings(path: string): readonly string[] {
  return [
    path,
    path.replace('t', '%74'),
    path.replace('/test', '/TEST'),
    `/${path}`,
    `http://localhost${path}`,
  ]
}

test('test controls are off by default, and need the test token', async (t) => {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) })
  const on = await startInTestMode(t, { logger })
  const off = await startTestServer(t)
  const operatorOf = ({ config }: TestServer) =>
    readFileSync(join(config.data, 'operator.token'), 'utf8').trim()
  const routes = await routesOf(on)
  assert.ok(routes.length > 12)

  await t.test('while the controls are off, every variant of every route returns 404', async (t) => {
    const trials = routes.flatMap((route) => [
      ...[undefined, operatorOf(off), TEST_TOKEN].map((token) => ({ route, token, expected: [404] })),
      ...spellings(route.path).map((path) => ({
        route: { ...route, path },
        token: operatorOf(off),
        expected: [404],
      })),
    ])
    await assertStatuses(new Connections(t, off.server.opsUrl), trials)
  })

  await t.test('every route returns 401 without a token, or with the operator token', async (t) => {
    const trials = routes.flatMap((route) => [
      ...spellings(route.path).flatMap((path) =>
        [undefined, 'wrong', operatorOf(on)].map((token) => ({
          route: { ...route, path },
          token,
          expected: [401, 404],
        })),
      ),
      { route, token: operatorOf(on), expected: [401] },
    ])
    await assertStatuses(new Connections(t, on.server.opsUrl), trials)
  })

  await t.test(
    'every route with a method other than GET answers wrong bodies with one error, and never with a 5xx',
    async () => {
      const writing = routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
      for (const [type, body] of [
        ['application/json', undefined],
        ['application/json', '{"a":'],
        ['application/json', '{"__proto__":{"a":1}}'],
        ['application/json', '[]'],
        ['application/x-nothing', 'a'],
      ] as const) {
        const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': type }
        for (const { method, path } of writing) {
          const sent = { method, headers, signal: AbortSignal.timeout(10_000), ...(body && { body }) }
          const response = await fetch(`${on.server.opsUrl}${path}`, sent)
          const place = `${response.status} ${method} ${path} ${body}: ${JSON.stringify(lines.at(-1))}`
          const answer = (await response.json()) as object
          assert.ok(response.status < 500, place)
          if (response.status >= 400) assert.deepEqual(Object.keys(answer), ['error'], place)
        }
      }
    },
  )

  await t.test('a reset needs no body, even if its content type is JSON', async () => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' }
    const { status } = await fetch(`${on.server.opsUrl}/test/reset`, { method: 'POST', headers })
    assert.equal(status, 200)
  })

  await t.test('an error for an unknown path has the format of all other errors', async () => {
    const headers = { authorization: `Bearer ${operatorOf(on)}` }
    const response = await fetch(`${on.server.opsUrl}/unknown?a=1`, { headers })
    assert.equal(response.status, 404)
    assert.deepEqual(await response.json(), {
      error: 'The admin listener has no GET /unknown; see docs/operating.md.',
    })
  })

  await t.test('the public listener has no test controls', async (t) => {
    const trials = routes.map((route) => ({ route, token: TEST_TOKEN, expected: [404] }))
    await assertStatuses(new Connections(t, on.url), trials)
  })

  await t.test('the server logs a warning at its start when test controls are on', () => {
    const warnings = lines.filter(({ msg }) => String(msg).startsWith('TEST CONTROLS ARE ON'))
    assert.equal(warnings.length, 1)
    assert.equal(warnings[0]?.['level'], 40)
  })
})
