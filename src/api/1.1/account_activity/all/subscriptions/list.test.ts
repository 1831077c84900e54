import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WebhookStage } from '../../../../../../test/support/webhooks/webhook-stage.ts'
import { declareEnvironment } from '../../../../../domain/webhooks/environments.ts'

const PATH = 'all/dev/subscriptions/list.json'

test('spec/webhooks.md#calls: the subscriptions of an environment', async (t) => {
  const scene = await WebhookStage.set(t)
  const { mine, user } = scene
  const listed = async () => JSON.parse((await scene.ask('GET', PATH, mine.asApp)).text) as unknown
  const empty = { environment: 'dev', application_id: String(mine.app.appId), subscriptions: [] }
  assert.deepEqual(await listed(), empty)
  await scene.register('all/dev/webhooks.json')
  await scene.ask('POST', 'all/dev/subscriptions.json', await scene.asUser(user))
  assert.deepEqual(await listed(), { ...empty, subscriptions: [{ user_id: String(user.id) }] })
})

test('403/200 an environment of another app', async (t) => {
  const scene = await WebhookStage.set(t)
  await declareEnvironment(scene.server.context, { appId: scene.mine.app.appId, environment: 'Dev' })
  await scene.refused('403/200', 'Forbidden.', 'GET', PATH, scene.mine.asApp)
})
