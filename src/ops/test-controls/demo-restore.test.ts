/** Restores the data of the demo while streams are open. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { migrateByCopy } from '../../../test/support/databases/migrated-file.ts'
import { CHEAP_PASSWORDS, ENGINES, freshConfig } from '../../../test/support/engines.ts'
import { byPart, slowTest as test } from '../../../test/support/part.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { createProjectApp } from '../../../test/support/streams/rule-suite.ts'
import { startInTestMode, TEST_TOKEN } from '../../../test/support/test-mode.ts'
import type { Config } from '../../config.ts'
import type { Engine } from '../../db/query.ts'
import { loadNetwork } from '../../demo/load.ts'
import { castOf, loadPosts } from '../../demo/load-posts.ts'
import { DEMO_USERS } from '../../demo/network.ts'
import { openRuntime } from '../../runtime.ts'
import { buildUser } from '../../testing/world/accounts.ts'
import { buildFollow, buildPost } from '../../testing/world/content.ts'
import { buildRule } from '../../testing/world/rules.ts'

const SEED = 1
const USERS = byPart(2_000, 2_000, DEMO_USERS)

/**
 * Maximum duration of a restore. The goal is one second, but in the whole suite other tests use the processors at the
 * same time.
 */
const MAX_MS = byPart(10_000, 10_000, 1_000)

/** @returns the id of the most popular user */
async function loadDemo(config: Config): Promise<bigint> {
  const options = { manner: 'command', migrate: migrateByCopy, passwordCost: CHEAP_PASSWORDS } as const
  const { context, close } = await openRuntime(config, options)
  try {
    const { top, visitor } = await loadNetwork(context, { seed: SEED, users: USERS, data: config.data })
    await loadPosts(
      context,
      SEED,
      castOf(SEED, USERS, visitor.screenName),
      byPart({ watches: 4 }, { watches: 4 }, {}),
    )
    return top.id
  } finally {
    await close()
  }
}

async function open(t: TestContext, engine: Engine) {
  const settings = { test_controls: 'on', test_token: TEST_TOKEN, limits: 'off', api_date: 'latest' }
  const config = await freshConfig(t, engine, settings)
  const topId = await loadDemo(config)
  return { ...(await startInTestMode(t, { config })), topId }
}

for (const engine of ENGINES) {
  test(`the demo world is restored in a second while streams are open, on ${engine}`, async (t) => {
    const { context, control, url, topId } = await open(t, engine)
    const app = await createProjectApp(context)
    await buildRule(context, { appId: app.appId, value: 'heron' })
    const state = async () => {
      const paths = [
        `/1.1/followers/ids.json?user_id=${topId}`,
        `/2/users/${topId}?user.fields=public_metrics`,
      ]
      return Promise.all(paths.map(async (path) => (await ask(`${url}${path}`, app.asApp)).text))
    }
    const before = await state()
    assert.equal((await control('PUT', '/test/snapshots/demo')).status, 200)
    const times: number[] = []
    for (let round = 1; round <= 3; round += 1) {
      const stream = await PostReader.open(`${url}/2/tweets/search/stream`, app.asApp)
      t.after(() => stream.close())
      const { id: follower } = await buildUser(context, { screenName: `new_${round}` })
      await buildFollow(context, { follower, followee: topId })
      await buildPost(context, { authorId: topId, text: `A heron ${round}` })
      await stream.some(1)
      assert.notDeepEqual(await state(), before)
      const started = performance.now()
      assert.equal((await control('POST', '/test/snapshots/demo/restore')).status, 200)
      times.push(Math.round(performance.now() - started))
      const { errors } = await stream.last()
      assert.match(errors[0].disconnect_type, /OperationalDisconnect$/)
      assert.deepEqual(await state(), before)
    }
    t.diagnostic(`${USERS} users: ${times.join(', ')} ms`)
    assert.ok(Math.min(...times) < MAX_MS, `${times.join(', ')} ms`)
  })
}
