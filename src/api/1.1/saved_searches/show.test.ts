import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savedSearchStage } from '../../../../test/support/http/saved-search-stage.ts'

test('saved_searches/show', async (t) => {
  const { own, other } = await savedSearchStage(t)
  const { body: saved } = await own('create.json?query=cats', 'POST')
  await t.test('200 a saved search of the user', async () => {
    assert.deepEqual((await own(`show/${saved.id_str}.json`)).body, saved)
  })
  await t.test('404/34 an unknown search, and a search of another user', async () => {
    for (const answer of [await own('show/1.json'), await other(`show/${saved.id_str}.json`)]) {
      assert.deepEqual([answer.status, answer.code], [404, 34])
    }
  })
  await t.test('400/44 an id that is not a number', async () => {
    const { status, code } = await own('show/x.json')
    assert.deepEqual([status, code], [400, 44])
  })
})
