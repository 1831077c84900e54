/** A webhook at the desk (spec/console.md#webhooks-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { refusesOthers } from '../../../../../test/support/console/desk-refusals.ts'
import { openDeskWebhook } from '../../../../../test/support/console/desk-webhooks.ts'

test('200 a webhook of another user’s app, with the app', async (t) => {
  const opened = await openDeskWebhook(t)
  const { operator, stage, receiver, path } = opened
  const { body } = await operator.get(path)
  const { url, environment, is_valid, app } = body
  assert.deepEqual([url, environment, is_valid], [receiver.url, '', true])
  assert.deepEqual([app.id, app.owner.username], [String(stage.mine.app.appId), stage.mine.owner.screenName])
  const page = await operator.get(`/operator/apps/${app.id}`)
  assert.deepEqual([page.body.webhooks[0].id, page.body.environments], [body.id, []])

  await t.test('404/webhook-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(operator.get(`/operator/webhooks/${id}`), 404, 'webhook-not-found')
  })
  await refusesOthers(t, opened, [['GET', path]])
})
