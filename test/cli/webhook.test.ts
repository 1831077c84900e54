/** Tests `aviary webhook`: environments, and results of deliveries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../src/domain/graph/follow.ts'
import { deliveriesOf } from '../../src/domain/webhooks/deliveries.ts'
import { must } from '../../src/lib/assert.ts'
import { freshConfig } from '../support/engines.ts'
import { checkJsonKeys } from '../support/http/json-keys.ts'
import { runMain } from '../support/run-main.ts'
import { TestClock } from '../support/test-clock.ts'
import { createUsers } from '../support/users.ts'
import { attemptsMade, settled, startWebhooks, subscribeReceiver } from '../support/webhooks/webhooks.ts'

test('webhook add-environment, list, deliveries and resend work', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  // The command uses the machine's clock. The clock of this test is moved ahead of the machine's clock.
  const clock = new TestClock(Date.now())
  const bench = await startWebhooks(t, config, clock)
  const { app, webhook, user, receiver } = await subscribeReceiver(t, bench)
  const run = (...words: string[]) => runMain(['webhook', ...words, '--data', config.data])
  const json = async (...words: string[]) => {
    const { out, err, code } = await run(...words, '--json')
    assert.equal(code, 0, err)
    const result = JSON.parse(out) as Record<string, unknown>
    // The event has the format of the log, so the names of its members are not checked.
    checkJsonKeys({ ...result, event: null }, `webhook ${words[0]}`)
    return result
  }
  const [appId, id] = [String(app.appId), String(webhook.id)]
  assert.deepEqual(await json('add-environment', appId, 'prod'), { app_id: appId, environment: 'prod' })
  const again = await run('add-environment', appId, 'prod')
  assert.deepEqual([again.out, again.err], ['The app already has the environment prod.\n', ''])
  assert.equal((await run('add-environment', appId, 'no label')).code, 1)
  const byOldName = await run('environment', appId, 'dev')
  assert.deepEqual([byOldName.code, byOldName.out], [0, 'Added the environment dev.\n'])
  assert.match(byOldName.err, /^aviary: the command "environment" is now "add-environment"; [^\n]*\n$/)
  assert.doesNotMatch((await run('--help')).out, /^ {2}environment /m)
  assert.deepEqual(await json('list', appId), {
    webhooks: [{ id, environment: '', url: receiver.url, valid: true }],
  })

  receiver.onDelivery = (response) => response.writeHead(500).end('no')
  const [friend] = await createUsers(bench.runtime.context, 1)
  await follow(bench.runtime.context, { follower: user.id, followee: must(friend, 'a user').id })
  for (const [index, seconds] of [0, 4, 28, 243].entries()) {
    clock.advance(seconds * 1_000)
    await attemptsMade(bench, index + 1)
  }
  const { store } = bench.runtime
  await settled(async () => (await deliveriesOf(store, { webhookId: webhook.id, max: 9 })).length === 1)
  const { deliveries } = (await json('deliveries', id, '--outcome', 'dead-lettered')) as {
    deliveries: Record<string, unknown>[]
  }
  const byOldWord = await run('deliveries', id, '--outcome', 'parked', '--json')
  assert.deepEqual(JSON.parse(byOldWord.out), { deliveries, next: null })
  assert.match(byOldWord.err, /^aviary: --outcome parked is now --outcome dead-lettered; [^\n]*\n$/)
  assert.equal(deliveries.length, 1)
  const { outcome, attempts, status, response, user_id } = deliveries[0] ?? {}
  assert.deepEqual([outcome, attempts, status, response, user_id], ['parked', 4, 500, 'no', String(user.id)])
  assert.match((await run('deliveries', id)).out, /dead-lettered after 4 attempts; 500 no/)
  assert.equal((await run('deliveries', id, '--outcome', 'lost')).code, 2)
  assert.equal((await run('deliveries', id, '--cursor', '1.2')).code, 2)
  assert.deepEqual(await json('deliveries', id, '--outcome', 'waiting'), { deliveries: [], next: null })
  const { settled_at, position } = deliveries[0] ?? {}
  const cursor = (beyond: number) =>
    [Date.parse(String(settled_at)) + beyond, position, user.id, '0'].join('.')
  const page = async (at: string) => (await json('deliveries', id, '--cursor', at))['deliveries']
  assert.deepEqual([((await page(cursor(1))) as unknown[]).length, await page(cursor(0))], [1, []])

  const one = [id, String(user.id), String(position)] as const
  const found = (await json('delivery', ...one)) as {
    outcome: string
    event: { kind: string }
    attempts: number
    attempt_log: { outcome: string; request: { url: string; bytes: number }; response: object }[]
  }
  assert.deepEqual([found.outcome, found.event.kind, found.attempts], ['parked', 'user.followed', 4])
  assert.equal(found.attempt_log.length, 4)
  for (const each of found.attempt_log) {
    assert.deepEqual([each.outcome, each.request.url], ['refused', receiver.url])
    assert.ok(each.request.bytes > 0)
    assert.deepEqual(each.response, { status: 500, body: 'no' })
  }
  assert.match((await run('delivery', ...one)).out, /\n4\. .*: refused after \d+ ms; 500 no/)
  assert.equal((await run('delivery', id, '1', '1')).code, 1)
  assert.equal((await run('delivery', ...one, '--replay', 'x')).code, 2)
  assert.equal((await run('deliveries', '1')).code, 1)

  receiver.onDelivery = (response) => response.end()
  assert.equal((await run('resend', id, String(user.id))).code, 2)
  assert.equal((await run('resend', id, String(user.id), '1')).code, 1)
  assert.deepEqual(await json('resend', id), { resent: 1 })
  clock.advance(1_000)
  await receiver.until(5)
  await settled(async () => (await deliveriesOf(store, { webhookId: webhook.id, max: 9 })).length === 1)
  assert.match(
    (await run('delivery', ...one)).out,
    /: delivered\.\n.*\n(?:\d\. .*refused.*\n){4}5\. .*: accepted after \d+ ms; 200\n$/,
  )
  assert.deepEqual(await json('resend', id), { resent: 0 })
  assert.deepEqual(await json('resend', ...one), { resent: 1 })
  clock.advance(1_000)
  await receiver.until(6)
})
