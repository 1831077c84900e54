/**
 * Tests the parts that depend on the clock of a server: caps, retention, retries, times in tokens and ids, and
 * schedules.
 */
import assert from 'node:assert/strict'
import { ask, bearer } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { userTokens } from '../../../test/support/oauth/oauth2.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { createProjectApp } from '../../../test/support/streams/rule-suite.ts'
import { raw } from '../../../test/support/tables.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { attemptsMade, subscribeReceiver } from '../../../test/support/webhooks/webhooks.ts'
import { query } from '../../db/query.ts'
import { dayOf } from '../../domain/usage/period.ts'
import { addUsage, MONTHLY_CAP, usageAccountOf } from '../../domain/usage/usage.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { buildPost } from '../../testing/world/content.ts'

const queuesOf = query<{ webhook: bigint }>()((k, p) =>
  k.selectFrom('webhook_lanes').select('user_id').where('webhook_id', '=', p('webhook')),
)

const failuresOf = query<{ webhook: bigint }>()((k, p) =>
  k.selectFrom('webhook_attempts').select('outcome').where('webhook_id', '=', p('webhook')),
)

const START = Date.UTC(2020, 7, 12)
const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  test(`the parts that follow the clock of a server, on ${engine}`, async (t) => {
    const settings = { api_date: 'latest', webhook_allow: '127.0.0.1' }
    const { context, server, url, control } = await startInTestMode(t, { engine, settings })
    const frozen = await control('PUT', '/test/clock', { now: START, speed: 0 })
    assert.equal(frozen.body['now_ms'], START)
    const { store, clock } = context
    const app = await createProjectApp(context)
    const user = await createOneUser(context)
    const step = async (step: string) =>
      assert.equal((await control('PUT', '/test/clock', { step })).status, 200)

    await t.test('ids contain the time of the clock', async () => {
      await step('90s')
      const { id } = await buildPost(context, { authorId: user.id, text: 'a heron' })
      // An id follows the newest id. If many ids were made in one millisecond, the newest id may have the next
      // millisecond.
      const after = snowflakeTime(id) - (START + 90_000)
      assert.ok(after >= 0 && after < 10, `${after} ms after the clock`)
    })

    await t.test('a token of OAuth 2.0 ends after two hours', async () => {
      const scope = 'tweet.read users.read'
      const { accessToken } = await userTokens(context, { appId: app.appId, userId: user.id, scope })
      const status = async () => (await ask(`${url}/2/users/me`, bearer(accessToken))).status
      assert.equal(await status(), 200)
      await step('119m')
      assert.equal(await status(), 200)
      await step('1m')
      assert.equal(await status(), 401)
    })

    await t.test(
      'a refused delivery is sent again after its delay, and webhooks are challenged each day',
      async () => {
        const webhooks = { nextChallenge: () => clock.now() + DAY_MS }
        const { receiver, user: author } = await subscribeReceiver(t, { runtime: server.runtime, webhooks })
        receiver.onDelivery = (response) => response.writeHead(500).end()
        await buildPost(context, { authorId: author.id, text: 'a post' })
        await receiver.until(1)
        // The delay begins when the server stores the attempt, and must not begin after the next step.
        await attemptsMade(server, 1)
        await step('1s')
        assert.equal(receiver.deliveries.length, 1)
        receiver.onDelivery = (response) => void setTimeout(() => response.end(), 50)
        await step('5s')
        await receiver.until(2)
        assert.equal(receiver.challenges.length, 0)
        await step('1d')
        // Due challenges are sent once an hour.
        await step('2h')
        await receiver.untilChallenged(1)
      },
    )

    await t.test('a receiver has seconds of real time to respond, at any speed of the clock', async () => {
      const webhooks = { nextChallenge: () => clock.now() + 100 * DAY_MS }
      const {
        receiver,
        webhook,
        user: author,
      } = await subscribeReceiver(t, { runtime: server.runtime, webhooks })
      // 50 ms are 50 s of this clock, and a receiver has three seconds.
      receiver.onDelivery = (response) => void setTimeout(() => response.end(), 50)
      await control('PUT', '/test/clock', { speed: 1_000 })
      await buildPost(context, { authorId: author.id, text: 'a slow receiver' })
      await receiver.until(1)
      const about = { webhook: webhook.id }
      // The delivery is over when its queue is empty, or when a failed attempt is stored.
      const isOver = async () =>
        (await store.rows(queuesOf, about)).length === 0 || (await store.rows(failuresOf, about)).length > 0
      await waitUntil(isOver)
      await control('PUT', '/test/clock', { speed: 0 })
      assert.equal((await store.rows(failuresOf, about)).length, 0)
    })

    await t.test('events are stored for the number of days in the setting', async () => {
      const oldest = async () => {
        const [row] = await store.rows(raw<{ at: number }>('select min(at) as at from events'), {})
        return Number(row?.at)
      }
      assert.ok((await oldest()) < clock.now() - DAY_MS)
      await buildPost(context, { authorId: user.id, text: 'a later heron' })
      await step('40d')
      await buildPost(context, { authorId: user.id, text: 'the last heron' })
      await step('2h')
      assert.ok((await oldest()) > clock.now() - 30 * DAY_MS)
    })

    await t.test('the monthly cap ends at the end of the month', async () => {
      const account = await usageAccountOf(store, app.appId, '2')
      await addUsage(store, [{ account, day: dayOf(clock.now()), posts: MONTHLY_CAP }])
      const search = () => ask(`${url}/2/tweets/search/recent?query=heron`, app.asApp)
      assert.match((await search()).text, /"title":"UsageCapExceeded"/)
      await step('10d')
      assert.equal((await search()).status, 429)
      await step('25d')
      assert.equal((await search()).status, 200)
    })
  })
}
