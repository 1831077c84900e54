import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask, createTestApp, signature } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowTest } from '../../../test/support/part.ts'
import { Consumer, createAccount, pathOf } from '../../../test/support/streams/compliance-stream.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { createProjectApp } from '../../../test/support/streams/rule-suite.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { subscribeReceiver } from '../../../test/support/webhooks/webhooks.ts'
import type { Engine } from '../../db/query.ts'
import { issueToken } from '../../domain/apps/tokens.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { partitionOf } from '../../log/partition.ts'
import { buildPost } from '../../testing/world/content.ts'
import { buildRule } from '../../testing/world/rules.ts'

const START = Date.UTC(2020, 7, 12)
const DAY_MS = 86_400_000

async function stage(t: TestContext, engine: Engine) {
  const machine = new TestClock(START)
  const settings = { api_date: 'latest', webhook_allow: '127.0.0.1' }
  const server = await startInTestMode(t, { engine, clock: machine, settings })
  const { control } = server
  return {
    ...server,
    machine,
    step: async (step: number) => {
      const { status, body } = await control('PUT', '/test/clock', { step })
      assert.equal(status, 200)
      return Number(body['now_ms'])
    },
  }
}

for (const engine of ENGINES) {
  const test = slowTest
  test(`a server whose clock is set back, on ${engine}`, async (t) => {
    const { context, server, url, machine, control, step } = await stage(t, engine)
    const user = await createOneUser(context)
    const app = await createTestApp(context)
    const asUser = await app.asUser(user.id)
    const reset = () => control('POST', '/test/reset')
    await server.testControls?.snapshots.saveStart()

    await t.test(
      'after a step back of less than a rate window, the window continues; after a larger step, a new window begins',
      async () => {
        const followers = () => ask(`${url}/1.1/followers/ids.json?user_id=${user.id}`, app.asApp)
        const resetIn = ({ headers }: { headers: Headers }) =>
          Number(headers.get('x-rate-limit-reset')) - context.clock.now() / 1_000
        for (let call = 0; call < 15; call += 1) await followers()
        await step(-600_000)
        const continued = await followers()
        assert.equal(continued.status, 429)
        assert.equal(resetIn(continued), 1_500)
        await step(-600_000)
        const begun = await followers()
        assert.deepEqual([begun.status, begun.headers.get('x-rate-limit-remaining')], [200, '14'])
        assert.equal(resetIn(begun), 900)
        await reset()
      },
    )

    await t.test('a signature with the time of the server or of the machine is accepted once', async () => {
      const path = `${url}/1.1/account/verify_credentials.json`
      const { accessToken, accessTokenSecret } = await issueToken(context, {
        appId: app.appId,
        userId: user.id,
      })
      const consumer = { key: app.consumerKey, secret: app.consumerSecret }
      const token = { key: accessToken, secret: accessTokenSecret }
      const byMachine = signature(consumer, token, () => machine.now())
      const wrong = signature(consumer, token, () => machine.now() - 400_000)
      for (const ms of [DAY_MS, -30 * DAY_MS, -1_000]) {
        await step(ms)
        for (const credentials of [asUser, byMachine]) {
          assert.equal((await ask(path, credentials)).status, 200)
        }
        const header = byMachine('GET', path)
        assert.equal((await ask(path, () => header)).status, 200)
        assert.match((await ask(path, () => header)).text, /"code":32/)
        assert.match((await ask(path, wrong)).text, /"code":135/)
      }
      await reset()
    })

    await t.test(
      'open streams continue to get messages and keep-alives, and new connections work',
      async () => {
        const project = await createProjectApp(context)
        await buildRule(context, { appId: project.appId, value: 'cat' })
        await createAccount(context)
        const open = async () => [
          await PostReader.open(`${url}/2/tweets/search/stream`, project.asApp),
          await PostReader.open(`${url}/1.1/statuses/filter.json?track=cat`, asUser),
        ]
        const compliance = await Consumer.open(url, pathOf(partitionOf(user.id), '&positions=true'))
        const streams = await open()
        await buildPost(context, { authorId: user.id, text: 'cat before' })
        await Promise.all(streams.map((stream) => stream.some(1)))
        await step(-30 * DAY_MS)
        const { id: postId } = await buildPost(context, { authorId: user.id, text: 'cat after' })
        await deletePost(context, { userId: user.id, postId })
        await Promise.all(
          streams.map((stream) => stream.until(() => stream.texts.join().includes('cat after'))),
        )
        await compliance.until(() => JSON.stringify(compliance.messages).includes(String(postId)))
        const alive = () => [...streams, compliance].map(({ keepAlives }) => keepAlives)
        const positions = () => compliance.messages.filter((message) => 'position' in message).length
        const before = positions()
        for (let seconds = 0; seconds < 60; seconds += 1) {
          machine.advance(1_000)
          await new Promise(setImmediate)
        }
        await Promise.all(streams.map((stream) => stream.until(() => stream.keepAlives > 0)))
        await compliance.until(() => positions() > before)
        assert.equal(alive().length, 3)
        for (const stream of [...streams, compliance]) {
          assert.equal(stream.hasEnded, false)
          stream.close()
        }
        // A position is a number in the log. It contains no time, so it stays valid when the clock is set back.
        const last = compliance.messages.findLast((message) => 'position' in message)?.['position']
        const resumed = await Consumer.open(url, pathOf(partitionOf(user.id), `&resume_after=${last}`))
        assert.equal(resumed.status, 200)
        resumed.close()
        await reset()
      },
    )

    await t.test(
      'deliveries are retried after their delay, and not only when the clock reaches the old time again',
      async () => {
        const webhooks = { nextChallenge: () => context.clock.now() + DAY_MS }
        const { receiver, user: author } = await subscribeReceiver(t, { runtime: server.runtime, webhooks })
        let refused = 0
        receiver.onDelivery = (response) => {
          refused += 1
          response.writeHead(500).end()
        }
        await buildPost(context, { authorId: author.id, text: 'a post' })
        await waitUntil(() => refused === 1)
        await step(-30 * DAY_MS)
        receiver.onDelivery = (response) => response.writeHead(200).end()
        await waitUntil(() => {
          machine.advance(1_000)
          return receiver.deliveries.length === 2
        })
        assert.ok(machine.now() < START + DAY_MS)
        await reset()
      },
    )
  })
}
