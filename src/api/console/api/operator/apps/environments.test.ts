/** Adding environments for webhooks at the desk (spec/console.md#webhooks-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { declareEnvironment } from '../../../../../domain/webhooks/environments.ts'

test('201 the response lists the environments of the app; the audit log has the new environment', async (t) => {
  const { ann, context, developer, user } = await startDesk(t, 'sqlite')
  const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
  const path = `/operator/apps/${appId}/environments`
  for (const label of ['prod', 'dev', 'prod']) assert.equal((await ann.post(path, { label })).status, 201)
  const { environments, history } = (await ann.get(`/operator/apps/${appId}`)).body
  assert.deepEqual(environments, ['dev', 'prod'])
  assert.deepEqual(
    history.map(({ action, details }: Record<string, unknown>) => [action, details]),
    [
      ['app.add_environment', { environment: 'dev' }],
      ['app.add_environment', { environment: 'prod' }],
    ],
  )

  await t.test('400/environment-invalid for a label with invalid characters', () =>
    refused(ann.post(path, { label: 'no label' }), 400, 'environment-invalid'),
  )
  await t.test('400/field-invalid without a label', () => refused(ann.post(path, {}), 400, 'field-invalid'))
  await t.test('404/app-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.post(`/operator/apps/${id}/environments`, { label: 'dev' }), 404, 'app-not-found')
  })
  await t.test('409/too-many-webhooks beyond 100 environments', async () => {
    for (let number = 3; number <= 100; number += 1)
      await declareEnvironment(context, { appId, environment: `e${number}` })
    await refused(ann.post(path, { label: 'one-more' }), 409, 'too-many-webhooks')
  })
  await refusesOthers(t, { operator: ann, developer }, [['POST', path, { label: 'dev' }]])
})
