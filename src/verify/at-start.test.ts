import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { cloneData } from '../../test/support/databases/clone-data.ts'
import { fillDatabase } from '../../test/support/databases/complete-database.ts'
import { tamper } from '../../test/support/databases/tamper.ts'
import { CHEAP_PASSWORDS, migratedConfig } from '../../test/support/engines.ts'
import { slow, slowTest } from '../../test/support/part.ts'
import type { Config } from '../config.ts'
import { StoreCorrupt } from '../db/errors.ts'
import type { Engine } from '../db/query.ts'
import { createLogger } from '../lib/log.ts'
import { openRuntime } from '../runtime.ts'
import { type Server, startServer } from '../server.ts'
import { requireIntact, watchSoundness } from './at-start.ts'

const SILENT = createLogger('silent')

async function damaged(t: TestContext, engine: Engine = 'sqlite'): Promise<Config> {
  const whole = await migratedConfig(t, engine)
  const runtime = await openRuntime(whole, { manner: 'command', passwordCost: CHEAP_PASSWORDS })
  await fillDatabase(runtime, 40)
  await runtime.close()
  const config = await cloneData(t, whole)
  await tamper(config, 'update user_counts set friends_count = 7 where user_id = 1000')
  return config
}

async function started(t: TestContext, config: Config): Promise<Server> {
  const server = await startServer(config, { logger: SILENT })
  t.after(() => server.close())
  return server
}

/** Repeats a request until the response has this status. */
async function askUntil(url: string, status: number): Promise<Response> {
  for (;;) {
    const response = await fetch(url)
    if (response.status === status) return response
    await response.arrayBuffer()
  }
}

test('spec/server.md#damage: damaged data is never served without an error', async (t) => {
  const config = await damaged(t)

  await t.test('verify_at_start=wait: the server does not start, and the error has the reason', async () => {
    await assert.rejects(startServer(config, { logger: SILENT }), (error) => {
      assert.ok(error instanceof StoreCorrupt)
      assert.match(error.message, /is not served: User 1000 is said to have .* Run "aviary verify"/)
      return true
    })
  })

  // Each verification is a thread that loads the program. The test above shows that the default is to wait, because its
  // settings do not contain verify_at_start.
  await t.test(
    'verify_at_start=wait is the default, and a server with undamaged data starts',
    slow,
    async (t) => {
      const sound = await cloneData(t, config)
      await tamper(
        sound,
        'update user_counts set friends_count = (select count(*) from friends where follower_id = 1000) where user_id = 1000',
      )
      assert.equal(sound.verify_at_start, 'wait')
      const { opsUrl } = await started(t, sound)
      assert.equal((await fetch(`${opsUrl}/readyz`)).status, 200)
    },
  )

  await t.test(
    'verify_at_start=background: after damage is found, every request gets 503/130',
    slow,
    async (t) => {
      const { url, opsUrl } = await started(t, { ...config, verify_at_start: 'background' })
      const ready = await askUntil(`${opsUrl}/readyz`, 503)
      assert.match(JSON.stringify(await ready.json()), /User 1000 is said to have/)
      for (const path of ['/1.1/followers/ids.json', '/nothing', '/2/users']) {
        const response = await fetch(`${url}${path}`)
        assert.equal(response.status, 503)
      }
      const answer = await fetch(`${url}/1.1/followers/ids.json`)
      assert.equal(JSON.parse(await answer.text()).errors[0].code, 130)
    },
  )

  await t.test('verify_at_start=background logs every fault', slow, async () => {
    const lines = new PassThrough()
    const logged = once(lines, 'data')
    const damage = await new Promise<StoreCorrupt>((resolve) => {
      watchSoundness({ ...config, verify_at_start: 'background' }, createLogger('fatal', lines), resolve)
    })
    assert.match(damage.message, /User 1000/)
    const [line] = await logged
    const { level, faults } = JSON.parse(String(line))
    assert.equal(level, 60)
    assert.equal(faults[0].check, 'counters')
  })

  await t.test('verify_at_start=off: the server does not verify the data', async (t) => {
    const { opsUrl } = await started(t, { ...config, verify_at_start: 'off' })
    assert.equal((await fetch(`${opsUrl}/readyz`)).status, 200)
  })

  await t.test('a stop of the server does not wait for the verification', async () => {
    let isTold = false
    const stop = watchSoundness({ ...config, verify_at_start: 'background' }, SILENT, () => {
      isTold = true
    })
    await stop()
    assert.equal(isTold, false)
  })
})

slowTest('PostgreSQL is not verified at start: it has checksums of its own', async (t) => {
  const config = await damaged(t, 'postgres')
  await requireIntact(config, SILENT)
  await started(t, config)
})
