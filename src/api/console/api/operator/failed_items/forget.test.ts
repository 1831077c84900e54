/** Removing failed items from the list at the desk (spec/console.md#failed-items-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { recordFailed } from '../../../../../log/failed-items.ts'

const PATH = '/operator/failed_items/forget'

test('200 removes one item, then all items of a reader; the audit log has both actions', async (t) => {
  const { ann, context, developer } = await startDesk(t, 'sqlite')
  const { store, clock } = context
  await store.write(async (tx) => {
    for (const item of ['event 1', 'event 2', 'event 3'])
      await recordFailed(tx, { reader: 'search', item, error: new Error('broken') }, clock.now())
  })
  const one = { reader: 'search', item: 'event 2' }
  assert.deepEqual((await ann.post(PATH, one)).body, { forgotten: 1 })
  assert.deepEqual((await ann.post(PATH, one)).body, { forgotten: 0 })
  assert.deepEqual((await ann.post(PATH, { reader: 'search' })).body, { forgotten: 2 })
  assert.deepEqual((await ann.get('/operator/failed_items')).body.items, [])
  const { entries } = (await ann.get('/operator/audit?action=failed-items.forget')).body
  assert.deepEqual(
    entries.map(({ details }: { details: object }) => details),
    [{ items: 2 }, { items: 1 }],
  )

  await t.test('400/field-invalid without a reader, which would remove all items', async () => {
    for (const body of [{}, { reader: '' }]) await refused(ann.post(PATH, body), 400, 'field-invalid')
  })
  await refusesOthers(t, { operator: ann, developer }, [['POST', PATH, one]])
})
