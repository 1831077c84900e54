import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { bearer } from '../../../test/support/api-client.ts'
import { testDatabase } from '../../../test/support/databases/databases.ts'
import { ENGINES, temporaryDirectory } from '../../../test/support/engines.ts'
import { byPart, slowTest } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { must } from '../../lib/assert.ts'
import { launch } from '../../testing/launch.ts'

const START = Date.UTC(2020, 7, 12, 20)

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface State {
  readonly state: string
  readonly position_ms: number
  readonly published: number
  readonly counts: Readonly<Record<string, number>>
}

async function open(t: TestContext, engine: Engine) {
  const database = engine === 'postgres' ? { database: await testDatabase(t), pool: '4' } : {}
  const launched = await launch({
    settings: { ...database, log_level: 'error' },
    ...{ startAt: START, speed: 0, log: process.stderr },
  })
  t.after(() => launched.close())
  const { server, world } = launched
  const control = async (method: string, path: string, body?: object): Promise<Answer> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${server.opsUrl}${path}`, {
      method,
      headers: { authorization: 'Bearer aviary-test-token', ...type },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  assert.ok('app' in world)
  const authorization = bearer(world.app.bearerToken)('GET', '')
  return {
    server,
    control,
    step: (ms: number) => must(server.testControls, 'controls').clock.step(ms),
    traffic: async () => (await control('GET', '/test/traffic')).body['traffic'] as State,
    get: async (path: string) => (await fetch(`${server.url}${path}`, { headers: { authorization } })).text(),
  }
}

const TIME = (second: number) => new Date(Date.UTC(2020, 6, 1, 12, 0, second)).toUTCString()

/** A recording of v1.1 posts with ten seconds between two posts. */
function recording(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(TIME(index * 10)) ?? []
    const id = `12783000000000000${String(index).padStart(2, '0')}`
    const user = { id: 77_001, id_str: '77001', name: 'Recorded', screen_name: 'recorded_user' }
    return JSON.stringify({
      created_at: `Wed ${month} ${day} ${time} +0000 ${year}`,
      ...{ id_str: id, text: `recorded heron ${index}`, user, lang: 'en' },
    })
  })
  return `${lines.join('\n')}\n`
}

for (const engine of ENGINES) {
  const test = slowTest
  test(`simulated and replayed traffic, on ${engine}`, async (t) => {
    const { server, control, step, traffic, get } = await open(t, engine)
    const [rate, seconds] = byPart([0.5, 10], [0.5, 30])

    const simulate = async () => {
      const options = { seed: 7, rate, seconds, users: 20, storm: true }
      assert.equal((await control('POST', '/test/simulate', options)).status, 200)
      await step(seconds * 1_000 + 1_000)
      const state = await traffic()
      const posts = await get('/2/users/by/username/sim7_0?user.fields=public_metrics')
      return { state, posts }
    }

    await t.test('after a reset, the same seed makes the same traffic', async () => {
      const first = await simulate()
      assert.equal(first.state.state, 'finished')
      const { posts = 0, replies = 0, likes = 0, suspensions = 0 } = first.state.counts
      assert.ok(posts > 0 && replies > 0 && likes > 0 && suspensions > 0, JSON.stringify(first.state.counts))
      await control('POST', '/test/reset')
      assert.deepEqual(await simulate(), first)
    })

    await t.test('one simulation or replay runs at a time; it can be stepped, paused and ended', async () => {
      await control('POST', '/test/reset')
      await control('POST', '/test/simulate', { seed: 1, rate: 1, users: 10 })
      assert.equal((await control('POST', '/test/simulate', { seed: 1, rate: 1 })).status, 409)
      await control('PUT', '/test/traffic', { paused: true })
      const { counts } = await traffic()
      await step(30_000)
      assert.deepEqual((await traffic()).counts, counts)
      await control('PUT', '/test/traffic', { step: 20 })
      assert.notDeepEqual((await traffic()).counts, counts)
      assert.equal((await control('PUT', '/test/traffic', { seek: 0 })).status, 409)
      await control('DELETE', '/test/traffic')
      assert.equal((await traffic()).state, 'stopped')
      assert.equal((await control('PUT', '/test/traffic', { paused: false })).status, 409)
    })

    await t.test('posts of a recording are published at the recorded intervals', async () => {
      const file = join(await temporaryDirectory(t), 'recorded.jsonl')
      await writeFile(file, `${recording(6)}{"neither": "post"}\n`)
      assert.equal((await control('POST', '/test/replay', { file, speed: 10 })).status, 200)
      await step(0)
      for (const published of [1, 2, 3]) {
        assert.equal((await traffic()).published, published)
        await step(1_000)
      }
      await control('PUT', '/test/traffic', { seek: 45_000 })
      await step(1_000)
      const state = await traffic()
      // The post at 40 s must not be published.
      assert.deepEqual([state.state, state.published], ['finished', 5])
      assert.match(await get('/2/users/by/username/recorded_user'), /"77001"/)
    })

    await t.test('the error for invalid input names the accepted values', async () => {
      const refused = async (path: string, body: object) => {
        const { status, body: answer } = await control('POST', path, body)
        assert.ok(status === 400 || status === 404, path)
        return String(answer['error'])
      }
      assert.match(await refused('/test/simulate', { seed: 1 }), /send seed and rate/)
      assert.match(await refused('/test/simulate', { seed: 1, rate: 9_999 }), /rate is .* 500/)
      assert.match(await refused('/test/simulate', { seed: 1, rate: 500, seconds: 604_800 }), /at most/)
      assert.match(await refused('/test/replay', { file: '/no/such/file' }), /does not exist/)
      assert.match(await refused('/test/replay', { file: '-' }), /standard input/)
      assert.match(await refused('/test/replay', { file: '/tmp', speed: 0 }), /speed/)
    })
    await server.close()
  })
}
