import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { bearer } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode, type TestModeServer } from '../../../test/support/test-mode.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import type { Engine } from '../../db/query.ts'
import { openRuntime } from '../../runtime.ts'
import { buildUser } from '../../testing/world/accounts.ts'
import { buildFollow, buildPost } from '../../testing/world/content.ts'
import { buildDefaultWorld } from '../../testing/world/default-world.ts'
import { buildRule } from '../../testing/world/rules.ts'

const START = Date.UTC(2020, 7, 12)
/**
 * Time at which the test reads. The time is later than the posts, because searches do not find posts of the last
 * seconds.
 */
const READ_AT = START + 600_000

interface Stage extends TestModeServer {
  /** The bodies of the responses to many read requests, by path. */
  reads(): Promise<Record<string, string>>
  /** Makes changes that affect the response to each of these read requests. */
  change(): Promise<void>
  readonly asApp: ReturnType<typeof bearer>
  readonly tester: bigint
}

async function open(t: TestContext, engine: Engine): Promise<Stage> {
  const server = await startInTestMode(t, {
    engine,
    clock: new TestClock(START),
    settings: { test_controls: 'on', limits: 'off', api_date: 'latest' },
  })
  const { context, control, get } = server
  const world = await buildDefaultWorld(context)
  const asApp = bearer(world.app.bearerToken)
  const [tester, friend] = [BigInt(world.user.id), BigInt(world.friend.id)]
  const post = await buildPost(context, { authorId: tester, text: 'The first heron of the year' })
  await buildRule(context, { appId: BigInt(world.app.id), value: 'heron', tag: 'birds' })
  await server.server.testControls?.snapshots.saveStart()
  const paths = [
    `/1.1/followers/ids.json?user_id=${friend}`,
    `/1.1/users/show.json?user_id=${tester}`,
    `/1.1/statuses/user_timeline.json?user_id=${tester}`,
    `/1.1/statuses/show.json?id=${post.id}`,
    '/1.1/search/tweets.json?q=heron',
    `/2/tweets?ids=${post.id}&tweet.fields=public_metrics,created_at,author_id`,
    `/2/users/${tester}?user.fields=public_metrics,created_at`,
    `/2/users/${tester}/tweets`,
    '/2/tweets/search/recent?query=heron',
    '/2/tweets/counts/recent?query=heron',
    '/2/tweets/search/stream/rules',
  ]
  let changes = 0
  return {
    ...server,
    asApp,
    tester,
    async reads() {
      await control('PUT', '/test/clock', { now: READ_AT })
      const answers = await Promise.all(paths.map((path) => get(path, asApp)))
      const texts = answers.map(({ status, text }) => `${status} ${text}`)
      return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
    },
    async change() {
      changes += 1
      await control('PUT', '/test/clock', { now: START + changes * 10_000 })
      const { id } = await buildUser(context, { screenName: `new_${changes}` })
      await buildFollow(context, { follower: id, followee: friend })
      await buildPost(context, { authorId: tester, text: `Another heron ${changes}`, quoteId: post.id })
      await buildRule(context, { appId: BigInt(world.app.id), value: `egret ${changes}` })
    },
  }
}

/** The bodies of the responses, after the search index contains all posts about herons. */
async function settled({ reads, control, get, asApp, tester }: Stage): Promise<Record<string, string>> {
  await control('PUT', '/test/clock', { now: READ_AT })
  await waitUntil(async () => {
    const herons = (await get(`/2/users/${tester}/tweets`, asApp)).text.match(/heron/g)?.length
    const { text } = await get('/2/tweets/search/recent?query=heron', asApp)
    return text.includes(`"result_count":${herons}`)
  })
  return reads()
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`resets and snapshots, on ${engine}`, async (t) => {
    const stage = await open(t, engine)
    const { control, reads, change, url, asApp, context, config } = stage
    const start = await settled(stage)

    await t.test('after a reset, every response has the same bytes as at the start', async () => {
      await change()
      assert.notDeepEqual(await reads(), start)
      assert.deepEqual((await control('POST', '/test/reset')).body, { reset: true })
      assert.deepEqual(await settled(stage), start)
    })

    await t.test(
      'concurrent resets, and resets while requests run, restore the state at the start',
      async () => {
        await change()
        const [first, second] = await Promise.all([
          control('POST', '/test/reset'),
          control('POST', '/test/reset'),
          ...Array.from({ length: byPart(4, 10) }, () => reads()),
        ])
        assert.deepEqual([first?.status, second?.status], [200, 200])
        assert.deepEqual(await settled(stage), start)
      },
    )

    await t.test('the same changes after a reset make the same ids', async () => {
      await control('POST', '/test/reset')
      const { id } = await buildPost(context, { authorId: 1001n, text: 'an id' })
      await control('POST', '/test/reset')
      const { id: again } = await buildPost(context, { authorId: 1001n, text: 'an id' })
      assert.equal(again, id)
      await control('POST', '/test/reset')
    })

    await t.test('snapshots are saved, copied, listed, restored and deleted', async () => {
      await change()
      assert.equal((await control('PUT', '/test/snapshots/one')).status, 200)
      const one = await settled(stage)
      await change()
      const two = await settled(stage)
      assert.notDeepEqual(two, one)
      assert.equal((await control('PUT', '/test/snapshots/two')).status, 200)
      assert.equal((await control('PUT', '/test/snapshots/fork', { from: 'one' })).status, 200)
      const { body } = await control('GET', '/test/snapshots')
      const names = (body['snapshots'] as { name: string }[]).map(({ name }) => name)
      assert.deepEqual(names, ['fork', 'one', 'two'])
      assert.equal((await control('POST', '/test/snapshots/fork/restore')).status, 200)
      assert.deepEqual(await settled(stage), one)
      assert.equal((await control('POST', '/test/snapshots/two/restore')).status, 200)
      assert.deepEqual(await settled(stage), two)
      for (const name of names) assert.equal((await control('DELETE', `/test/snapshots/${name}`)).status, 200)
      assert.deepEqual((await control('GET', '/test/snapshots')).body, { snapshots: [] })
      assert.equal((await control('POST', '/test/snapshots/one/restore')).status, 404)
    })

    await t.test('open streams are closed, and new streams receive posts', async () => {
      const connect = () =>
        fetch(`${url}/2/tweets/search/stream`, { headers: { authorization: asApp('GET', '') } })
      const before = await connect()
      assert.equal(before.status, 200)
      await control('POST', '/test/reset')
      await before.text().catch(() => undefined)
      const after = await connect()
      assert.equal(after.status, 200)
      await buildPost(context, { authorId: 1002n, text: 'A heron after the reset' })
      const reader = after.body?.getReader()
      let text = ''
      while (!text.includes('A heron after the reset')) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
        assert.equal(done, false, text)
        text += new TextDecoder().decode(value)
      }
      await reader?.cancel()
      await control('POST', '/test/reset')
    })

    await t.test('while an import runs, a restore is refused', async () => {
      await control('PUT', '/test/snapshots/before-import')
      const restore = '/test/snapshots/before-import/restore'
      const command = await openRuntime(config, { manner: 'command' })
      const refused = [await control('POST', '/test/reset'), await control('POST', restore)]
      await command.close()
      for (const { status, body } of refused) {
        assert.equal(status, 409)
        assert.match(String(body['error']), /an import/)
      }
      assert.equal((await control('POST', restore)).status, 200)
      assert.equal((await control('POST', '/test/reset')).status, 200)
      await control('DELETE', '/test/snapshots/before-import')
      assert.deepEqual(await settled(stage), start)
    })

    await t.test('invalid input is refused', async () => {
      for (const name of ['start', 'UPPER', '-x', 'a'.repeat(41), '..']) {
        const { status } = await control('PUT', `/test/snapshots/${encodeURIComponent(name)}`)
        assert.equal(status === 400 || status === 404, true, name)
      }
      assert.equal((await control('PUT', '/test/snapshots/x', { from: 'nothing' })).status, 404)
      assert.equal((await control('PUT', '/test/snapshots/x', { form: 'x' })).status, 400)
      assert.equal((await control('DELETE', '/test/snapshots/x')).status, 404)
    })
  })
}
