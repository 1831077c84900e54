/** /console/api/apps/:app_id/environments: spec/console.md#environments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { openWebhookConsole } from '../../../../../test/support/console/webhook-console.ts'

test('environments are added and listed', async (t) => {
  const { own, other, app } = await openWebhookConsole(t)
  const path = `${app}/environments`
  assert.deepEqual((await own.get(path)).body, { environments: [] })
  for (const label of ['prod', 'dev', 'dev']) assert.equal((await own.post(path, { label })).status, 201)
  assert.deepEqual((await own.get(path)).body, { environments: ['dev', 'prod'] })
  await t.test('404/app-not-found for the app of another user', () =>
    refused(other.get(path), 404, 'app-not-found'),
  )
  await t.test('400/field-invalid without a label', () => refused(own.post(path, {}), 400, 'field-invalid'))
  await t.test('400/environment-invalid for a label with a slash', () =>
    refused(own.post(path, { label: 'a/b' }), 400, 'environment-invalid'),
  )
  await refusesForeignOrigins(t, own, [
    ['POST', path, { label: 'dev' }],
    ['DELETE', `${path}/dev`],
  ])
})

test('an environment without webhooks is removed, and then no webhook can use its label', async (t) => {
  const { own, other, app, register } = await openWebhookConsole(t)
  const path = `${app}/environments`
  for (const label of ['prod', 'dev']) await own.post(path, { label })
  const webhook = await register('dev')
  await t.test('409/environment-in-use for an environment with a webhook', () =>
    refused(own.delete(`${path}/dev`), 409, 'environment-in-use'),
  )
  await own.delete(webhook)
  await t.test('404/app-not-found for the app of another user', () =>
    refused(other.delete(`${path}/dev`), 404, 'app-not-found'),
  )
  assert.equal((await own.delete(`${path}/dev`)).status, 204)
  assert.deepEqual((await own.get(path)).body, { environments: ['prod'] })
  await t.test('404/environment-unknown for a removed environment, and for an invalid label', async () => {
    for (const label of ['dev', 'Prod', 'a%00', '%C3%BC'])
      await refused(own.delete(`${path}/${label}`), 404, 'environment-unknown')
  })
  const asked = { url: 'https://a.example/hook', environment: 'dev' }
  await refused(own.post(`${app}/webhooks`, asked), 404, 'environment-unknown')
})
