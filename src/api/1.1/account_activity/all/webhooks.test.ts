import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWebhookServer, WebhookStage } from '../../../../../test/support/webhooks/webhook-stage.ts'
import { managingSuite } from '../../../../../test/support/webhooks/webhook-suites.ts'
import { declareEnvironment } from '../../../../domain/webhooks/environments.ts'

const shared = sharedWebhookServer()

managingSuite(
  {
    webhooks: 'all/dev/webhooks.json',
    one: (id) => `all/dev/webhooks/${id}.json`,
    room: 1,
    subscribe: () => 'all/dev/subscriptions.json',
  },
  shared,
)

test('spec/webhooks.md#calls: environments are distinguished by case, and listed with their webhooks', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const { mine, receiver } = scene
  const lower = await scene.register('all/dev/webhooks.json')
  const upper = await scene.register('all/Dev/webhooks.json', { ...receiver, url: `${receiver.url}/2` })
  for (const as of [mine.asApp, mine.asOwner]) {
    const { text } = await scene.ask('GET', 'all/webhooks.json', as)
    const { environments } = JSON.parse(text) as {
      environments: { environment_name: string; webhooks: { id: string }[] }[]
    }
    assert.deepEqual(
      environments.map(({ environment_name, webhooks }) => [environment_name, webhooks.map(({ id }) => id)]),
      [
        ['Dev', [upper]],
        ['dev', [lower]],
      ],
    )
  }
  await scene.refused(
    '404/34',
    'Sorry, that page does not exist.',
    'PUT',
    `all/dev/webhooks/${upper}.json`,
    mine.asOwner,
  )
  assert.equal((await scene.ask('GET', 'all/DEV/webhooks.json', mine.asApp)).text, '[]')
})

test('403/200 an undeclared environment, for an app that has declared environments', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const { mine, server } = scene
  await declareEnvironment(server.context, { appId: mine.app.appId, environment: 'prod' })
  await scene.register('all/prod/webhooks.json')
  for (const label of ['dev', 'Prod', 'pro%00d', 'p'.repeat(65)]) {
    await scene.refused('403/200', 'Forbidden.', 'GET', `all/${label}/webhooks.json`, mine.asApp)
  }
  const url = encodeURIComponent(scene.receiver.url)
  await scene.refused('403/200', 'Forbidden.', 'POST', `all/dev/webhooks.json?url=${url}`, mine.asOwner)
})

test('spec/webhooks.md#webhook-limits: an environment has at most one webhook, for any value of the setting `limits`, because its calls do not name a webhook', async (t) => {
  for (const limits of ['relaxed', 'off']) {
    const scene = await WebhookStage.set(t, { settings: { limits } })
    const { mine, receiver } = scene
    await scene.register('all/dev/webhooks.json')
    const second = encodeURIComponent(`${receiver.url}/2`)
    await scene.refused(
      '403/214',
      'Too many resources already created.',
      'POST',
      `all/dev/webhooks.json?url=${second}`,
      mine.asOwner,
    )
    // Calls that use no environment have the id of the webhook, so an app may have more webhooks than the
    // documented three.
    for (const path of ['/3', '/4', '/5', '/6'])
      await scene.register('webhooks.json', { ...receiver, url: receiver.url + path })
  }
})
