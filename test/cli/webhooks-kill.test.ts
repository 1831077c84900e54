/** Deliveries to webhooks over servers that are killed: nothing is forgotten, at most something is repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { must } from '../../src/lib/assert.ts'
import { ask, signature } from '../support/api-client.ts'
import { startCli } from '../support/cli.ts'
import { freshConfig, testRuntime } from '../support/engines.ts'
import { createUsers } from '../support/users.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

/** Follows that are told, and after which deliveries the server is killed. */
const EVENTS = 40
const KILLED_AFTER = [5, 17]

test('promise 1 for webhooks: a server that is killed while it delivers forgets nothing', async (t) => {
  const config = await freshConfig(t, 'sqlite')
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
  const flags = ['--port', '0', '--ops-port', '0', '--webhook-allow', '127.0.0.1', '--data', config.data]
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
  /** Those that came before all before them had come. */
  const tooEarly: number[] = []
  let isHeld = false
  receiver.onDelivery = (response, { body }) => {
    const [told] = body['follow_events'] as { readonly target: { readonly id_str: string } }[]
    const place = friends.findIndex(({ id }) => String(id) === told?.target.id_str)
    if (place > heard.size) tooEarly.push(place)
    heard.add(place)
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
    killAt.shift()
    server = await start()
  }
  while (heard.size < EVENTS) await receiver.until(receiver.deliveries.length + 1)
  assert.deepEqual(tooEarly, [])
  // Each kill repeats what was not noted yet, and that is little.
  assert.ok(receiver.deliveries.length <= EVENTS + KILLED_AFTER.length * 25)
})
