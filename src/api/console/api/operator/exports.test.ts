/** The list of exports at the desk (spec/console.md#exports-at-the-desk). */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertProblem, startDesk } from '../../../../../test/support/console/desk.ts'

suite('/console/api/operator/exports', () => {
  test('200: the formats of each kind, and an empty list before the first export', async (t) => {
    const { ann } = await startDesk(t, 'sqlite')
    const before = await ann.get('/operator/exports')
    assert.deepEqual(before.body.exports, [])
    assert.equal(before.body.formats.posts[0], 'v1')
    assert.deepEqual(before.body.formats.follows, ['text', 'csv'])
  })

  test('403/operators-only for other console users', async (t) => {
    const { developer } = await startDesk(t, 'sqlite')
    assertProblem(await developer.get('/operator/exports'), '403/operators-only')
  })
})
