/** Deliveries at the desk (spec/console.md#webhooks-at-the-desk). */
import assert from 'node:assert/strict'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { openDeskWebhook } from '../../../../../../test/support/console/desk-webhooks.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`deliveries of any app, without their bodies, on ${engine}`, async (t) => {
    const opened = await openDeskWebhook(t, engine)
    const { operator, stage, path, delivery, list } = opened
    const [{ event, screen_name, outcome, attempts }] = await list('?outcome=delivered')
    const owner = stage.mine.owner.screenName
    assert.deepEqual([event, screen_name, outcome, attempts], ['post.created', owner, 'delivered', 1])
    assert.deepEqual([await list('?outcome=dead-lettered'), await list('?outcome=waiting')], [[], []])
    const shown = await operator.get(delivery)
    const { logged, tries } = shown.body
    assert.deepEqual([logged.kind, tries.length, tries[0].outcome], ['post.created', 1, 'accepted'])
    assert.ok(!JSON.stringify(shown.body).includes('a secret plan'))

    await t.test('400/field-invalid for an unknown outcome, and for an invalid cursor', async () => {
      for (const query of ['outcome=lost', 'cursor=x', 'outcome=waiting&cursor=x'])
        await refused(operator.get(`${path}/deliveries?${query}`), 400, 'field-invalid')
    })
    await t.test('404/delivery-not-found for an unknown id', async () => {
      for (const id of ['1-0-1', 'x'])
        await refused(operator.get(`${path}/deliveries/${id}`), 404, 'delivery-not-found')
    })
    await t.test('404/webhook-not-found for unknown ids', async () => {
      for (const id of ['1', 'x']) {
        const other = `/operator/webhooks/${id}/deliveries`
        await refused(operator.get(other), 404, 'webhook-not-found')
        await refused(operator.get(`${other}/1-0-1`), 404, 'webhook-not-found')
      }
    })
    await refusesOthers(t, opened, [
      ['GET', `${path}/deliveries`],
      ['GET', delivery],
    ])
  })
}
