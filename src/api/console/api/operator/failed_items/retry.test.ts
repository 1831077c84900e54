/** Retrying failed items at the desk (spec/console.md#failed-items-at-the-desk). */
import assert from 'node:assert/strict'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'
import { recordFailed } from '../../../../../log/failed-items.ts'

const PATH = '/operator/failed_items/retry'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `a retry is done by the server, and is in the audit log, on ${engine}`,
    async (t) => {
      const { ann, context, developer, postId } = await startDesk(t, engine)
      const item = `post ${postId}`
      const { store, clock } = context
      await store.write((tx) =>
        recordFailed(tx, { reader: 'search', item, error: new Error('broken') }, clock.now()),
      )
      const listed = async () => (await ann.get('/operator/failed_items')).body.items
      assert.equal((await listed()).length, 1)
      assert.deepEqual((await ann.post(PATH, { reader: 'webhooks' })).body, { asked: 0 })
      assert.deepEqual((await ann.post(PATH, { reader: 'search', item })).body, { asked: 1 })
      await waitUntil(async () => (await listed()).length === 0)
      const { entries } = (await ann.get('/operator/audit?action=failed-items.retry')).body
      assert.deepEqual(
        entries.map(({ actor, subject, details }: Record<string, unknown>) => [actor, subject, details]),
        [['ann@example.org', { kind: 'failed-items', key: 'search', name: item }, { items: 1 }]],
      )

      await t.test('400/field-invalid for a name that is not a string', () =>
        refused(ann.post(PATH, { reader: 7 }), 400, 'field-invalid'),
      )
      await refusesOthers(t, { operator: ann, developer }, [['POST', PATH, {}]])
    },
  )
}
