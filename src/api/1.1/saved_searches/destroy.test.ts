import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { savedSearchStage } from '../../../../test/support/http/saved-search-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`saved_searches/destroy on ${engine}`, async (t) => {
    const { own, other } = await savedSearchStage(t, engine)
    const { body: saved } = await own('create.json?query=cats', 'POST')
    await t.test('404/34 a search of another user, which is not removed', async () => {
      const { status, code } = await other(`destroy/${saved.id_str}.json`, 'POST')
      assert.deepEqual([status, code], [404, 34])
    })
    await t.test('200 the removed search, which does not exist afterwards', async () => {
      assert.deepEqual((await own(`destroy/${saved.id_str}.json`, 'POST')).body, saved)
      assert.equal((await own(`destroy/${saved.id_str}.json`, 'POST')).status, 404)
      assert.deepEqual((await own('list.json')).body, [])
    })
    await t.test('400/44 an id that is not a number', async () => {
      const { status, code } = await own('destroy/x.json', 'POST')
      assert.deepEqual([status, code], [400, 44])
    })
  })
}
