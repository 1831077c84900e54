/**
 * Tests deliveries to webhooks when servers are killed. No delivery is lost, and some deliveries are
 * repeated.
 */
import assert from 'node:assert/strict'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { must } from '../../src/lib/assert.ts'
import { ask, signature } from '../support/api-client.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, freshConfig, testRuntime } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { createUsers } from '../support/users.ts'
import { startReceiver } from '../support/webhooks/webhook-receiver.ts'

/** Number of follows, and the numbers of deliveries after which the test kills the server. */
const EVENTS = 40
const KILLED_AFTER = [5, 17]

/**
 * Maximum milliseconds until the next server continues. The time is shorter than a lease, and longer than a
 * busy machine needs.
 */
const AT_ONCE_MS = 30_000

for (const engine of ENGINES) {
  test(`promise 1 for webhooks: a server on ${engine} that is killed while it delivers loses no delivery, and the next server continues immediately`, async (t) => {
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config)
    const { context } = runtime
    const [owner, ...friends] = await createUsers(context, EVENTS + 1)
    const { id: userId } = must(owner, 'a user')
    const app = await createApp(context, {
      name: 'App',
      ownerId: userId,
      permissions: 'read-write-directmessages',
    })
    const token = await issueToken(context, { appId: app.appId, userId })
    const as = signature(
      { key: app.consumerKey, secret: app.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => Date.now(),
    )
    const place = ['--data', config.data, ...(config.database === '' ? [] : ['--database', config.database])]
    const flags = ['--port', '0', '--ops-port', '0', '--webhook-allow', '127.0.0.1', ...place]
    const start = async () => {
      const run = startCli(t, ['serve', ...flags])
      const [, url = ''] = await run.said(/Aviary serves (\S+)/)
      return { run, url: `${url}/1.1/account_activity/all/dev` }
    }
    const receiver = await startReceiver(t, app.consumerSecret)
    let server = await start()
    const hook = `${server.url}/webhooks.json?url=${encodeURIComponent(receiver.url)}`
    assert.equal((await ask(hook, as, 'POST')).status, 200)
    assert.equal((await ask(`${server.url}/subscriptions.json`, as, 'POST')).status, 204)

    const killAt = [...KILLED_AFTER]
    const heard = new Set<number>()
    /** Deliveries that arrived before a delivery that precedes them in the queue. */
    const tooEarly: number[] = []
    let isHeld = false
    receiver.onDelivery = (response, { body }) => {
      const [follow] = body['follow_events'] as { readonly target: { readonly id_str: string } }[]
      const nth = friends.findIndex(({ id }) => String(id) === follow?.target.id_str)
      if (nth > heard.size) tooEarly.push(nth)
      heard.add(nth)
      isHeld = heard.size === killAt[0]
      if (!isHeld) response.end()
    }
    for (const friend of friends) await follow(context, { follower: userId, followee: friend.id })
    while (killAt.length > 0) {
      const before = receiver.deliveries.length
      await receiver.until(before + 1)
      if (!isHeld) continue
      server.run.kill('SIGKILL')
      await server.run.ended
      const held = receiver.deliveries.length
      killAt.shift()
      server = await start()
      const started = Date.now()
      await receiver.until(held + 1)
      assert.ok(Date.now() - started < AT_ONCE_MS, `${Date.now() - started} ms`)
    }
    while (heard.size < EVENTS) await receiver.until(receiver.deliveries.length + 1)
    assert.deepEqual(tooEarly, [])
    // Each time a server is killed, only the few deliveries whose result was not saved are repeated.
    assert.ok(receiver.deliveries.length <= EVENTS + KILLED_AFTER.length * 25)
  })
}
