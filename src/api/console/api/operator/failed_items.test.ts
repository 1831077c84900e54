/** Failed items at the desk (spec/console.md#failed-items-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../test/support/console/desk-refusals.ts'
import { FAILED_PAGE_SIZE, recordFailed } from '../../../../log/failed-items.ts'

const PATH = '/operator/failed_items'

test('200 failed items are filtered by reader and item, in pages', async (t) => {
  const { ann, context, developer } = await startDesk(t, 'sqlite')
  const { store, clock } = context
  assert.deepEqual((await ann.get(PATH)).body, { items: [], next: null })
  await store.write(async (tx) => {
    for (let number = 0; number < FAILED_PAGE_SIZE; number += 1) {
      const item = `job ${String(number).padStart(3, '0')}`
      await recordFailed(tx, { reader: 'purge', item, error: new Error('broken <b>row</b>') }, clock.now())
    }
    await recordFailed(tx, { reader: 'search', item: 'event 7', error: new Error('broken') }, clock.now())
  })
  const first = (await ann.get(PATH)).body
  const [{ reader, item, attempts, error, is_retry_requested }] = first.items
  assert.deepEqual([reader, item, attempts, is_retry_requested], ['purge', 'job 000', 1, false])
  assert.equal(error, 'Error: broken <b>row</b>')
  assert.deepEqual(first.next, { reader: 'purge', item: 'job 199' })
  const query = new URLSearchParams({ after_reader: first.next.reader, after_item: first.next.item })
  const rest = (await ann.get(`${PATH}?${query}`)).body
  assert.deepEqual([rest.items.map((each: { item: string }) => each.item), rest.next], [['event 7'], null])
  assert.equal((await ann.get(`${PATH}?reader=search`)).body.items.length, 1)

  await t.test('400/field-invalid for control characters', () =>
    refused(ann.get(`${PATH}?reader=%07`), 400, 'field-invalid'),
  )
  await refusesOthers(t, { operator: ann, developer }, [['GET', PATH]])
})
