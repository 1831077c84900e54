/** /console/api/apps/:app_id/environments: spec/console.md#environments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console-suites.ts'
import { openWebhookConsole } from '../../../../../test/support/webhook-console.ts'

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
  await refusesForeignOrigins(t, own, [['POST', path, { label: 'dev' }]])
})
