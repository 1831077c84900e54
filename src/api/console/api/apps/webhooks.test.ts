/** /console/api/apps/:app_id/webhooks: spec/webhooks.md#challenge. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { needsOwnWebhook, openWebhookConsole } from '../../../../../test/support/console/webhook-console.ts'
import { signed } from '../../../../../test/support/webhooks/webhook-receiver.ts'

test('a receiver that passes the challenge is registered; a failed challenge returns its reason', async (t) => {
  const opened = await openWebhookConsole(t)
  const { stage, own, app } = opened
  const { receiver, mine } = stage
  const path = `${app}/webhooks`
  const wanted = { url: receiver.url, environment: '' }

  receiver.onChallenge = (response) => response.end('{"response_token":"sha256=wrong"}')
  const wrong = await own.post(path, wanted)
  assert.equal(wrong.status, 200)
  assert.equal(wrong.body.webhook, null)
  const { result, request, response, expected } = wrong.body.challenge
  const token = new URL(request.url).searchParams.get('crc_token') ?? ''
  assert.deepEqual(
    [result, response],
    ['wrong-token', { status: 200, body: '{"response_token":"sha256=wrong"}' }],
  )
  assert.equal(expected, signed(mine.app.consumerSecret, token))
  assert.doesNotMatch(JSON.stringify(wrong.body), new RegExp(mine.app.consumerSecret))

  receiver.onChallenge = (answer) => answer.writeHead(404).end('no such page')
  const missing = (await own.post(path, wanted)).body.challenge
  assert.deepEqual([missing.result, missing.response], ['bad-status', { status: 404, body: 'no such page' }])
  const closed = (await own.post(path, { ...wanted, url: 'http://127.0.0.1:1/hook' })).body.challenge
  assert.deepEqual([closed.result, closed.response.status], ['unreachable', null])
  assert.deepEqual((await own.get(path)).body, { webhooks: [] })

  receiver.onChallenge = (answer, sent) =>
    answer.end(JSON.stringify({ response_token: signed(receiver.secret, sent) }))
  const added = await own.post(path, wanted)
  assert.deepEqual([added.status, added.body.challenge.result, added.body.webhook.valid], [201, 'met', true])
  assert.deepEqual((await own.get(path)).body.webhooks, [added.body.webhook])

  await t.test('409/too-many-webhooks for a URL that is registered already', () =>
    refused(own.post(path, wanted), 409, 'too-many-webhooks'),
  )
  await t.test('400/webhook-url-invalid for a URL with the scheme ftp', () =>
    refused(own.post(path, { ...wanted, url: 'ftp://example.org/' }), 400, 'webhook-url-invalid'),
  )
  await t.test('400/field-invalid without a URL', () => refused(own.post(path, {}), 400, 'field-invalid'))
  await t.test('404/environment-unknown for an environment that the app has not declared', async () => {
    await own.post(`${app}/environments`, { label: 'dev' })
    await refused(own.post(path, { ...wanted, environment: 'prod' }), 404, 'environment-unknown')
  })
  const webhook = `${path}/${added.body.webhook.id}`
  await needsOwnWebhook(t, opened, webhook, [['DELETE', '']])
  assert.equal((await own.delete(webhook)).status, 204)
  assert.deepEqual((await own.get(path)).body, { webhooks: [] })
})
