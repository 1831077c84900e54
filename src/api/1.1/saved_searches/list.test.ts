import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savedSearchStage } from '../../../../test/support/http/saved-search-stage.ts'

test('spec/v1-streams-and-lists.md#other-calls: only the saved searches of the calling user, oldest first', async (t) => {
  const { own, other } = await savedSearchStage(t)
  const saved = [
    (await own('create.json?query=cats', 'POST')).body,
    (await own('create.json?query=dogs', 'POST')).body,
  ]
  assert.deepEqual((await own('list.json')).body, saved)
  assert.deepEqual((await other('list.json')).body, [])
})
