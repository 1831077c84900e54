/** Enabling OAuth 2.0 for apps at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { findClient, isClientSecret } from '../../../../../domain/apps/oauth2/client.ts'
import { must } from '../../../../../lib/assert.ts'

test('200 a confidential client, whose secret works; the audit log has the reason and no secret', async (t) => {
  const { ann, context, developer, user } = await startDesk(t, 'sqlite')
  const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
  const path = `/operator/apps/${appId}/oauth2`
  const good = { client_type: 'confidential', reason: ' asked by mail ' }
  const made = (await ann.put(path, good)).body
  const { client, app } = must(await findClient(context.store, made.client_id), 'the client')
  assert.deepEqual([app.id, isClientSecret(client, made.client_secret)], [appId, true])
  assert.deepEqual((await ann.put(path, { ...good, client_type: 'public' })).body, {
    ...{ client_id: made.client_id, client_type: 'public', client_secret: null },
  })
  const { history, client_type } = (await ann.get(`/operator/apps/${appId}`)).body
  assert.equal(client_type, 'public')
  assert.deepEqual(
    history.map(({ action, reason, details }: Record<string, unknown>) => [action, reason, details]),
    [
      ['app.set_client_type', 'asked by mail', { type: 'public' }],
      ['app.set_client_type', 'asked by mail', { type: 'confidential' }],
    ],
  )
  assert.ok(!JSON.stringify(history).includes(made.client_secret))

  await t.test('400/field-invalid for another type, and for a blank reason', async () => {
    for (const wrong of [{ client_type: 'private' }, { reason: ' ' }])
      await refused(ann.put(path, { ...good, ...wrong }), 400, 'field-invalid')
  })
  await t.test('404/app-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.put(`/operator/apps/${id}/oauth2`, good), 404, 'app-not-found')
  })
  await refusesOthers(t, { operator: ann, developer }, [['PUT', path, good]])
})
