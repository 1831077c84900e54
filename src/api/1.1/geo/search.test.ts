import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { geoStage } from '../../../../test/support/http/geo-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/v1-streams-and-lists.md#trends-and-places: places by words and point on ${engine}`,
    async (t) => {
      const { ids } = await geoStage(t, engine)
      assert.deepEqual(await ids('geo/search.json?query=london'), ['a1', 'b2'])
      assert.deepEqual(await ids('geo/search.json?query=LONDON%20new&max_results=5'), ['b2'])
      assert.deepEqual(await ids('geo/search.json?query=london&lat=51.5&long=0'), ['a1'])
      assert.deepEqual(await ids('geo/search.json?query=atlantis'), [])
      assert.deepEqual(await ids('geo/search.json?query=london&max_results=1'), ['a1'])
    },
  )
}

test('geo/search refuses', async (t) => {
  const { call } = await geoStage(t)
  const refused = async (path: string) => {
    const { status, code } = await call(path)
    return [status, code]
  }
  await t.test('400/25 without a query', async () => {
    assert.deepEqual(await refused('geo/search.json'), [400, 25])
  })
  await t.test('400/3 only one of two coordinates, and an invalid point', async () => {
    assert.deepEqual(await refused('geo/search.json?lat=1'), [400, 3])
    assert.deepEqual(await refused('geo/search.json?lat=1&long=181'), [400, 3])
  })
  await t.test('400/44 an unknown granularity', async () => {
    assert.deepEqual(await refused('geo/search.json?query=a&granularity=street'), [400, 44])
  })
})
