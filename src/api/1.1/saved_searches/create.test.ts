import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { savedSearchStage } from '../../../../test/support/http/saved-search-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`saved_searches/create on ${engine}`, async (t) => {
    const { own } = await savedSearchStage(t, engine)
    const create = (query: string) => own(`create.json${query}`, 'POST')

    await t.test(
      'spec/v1-streams-and-lists.md#other-calls: returns the saved search; the same query is saved only once',
      async () => {
        const { status, body } = await create('?query=%23cats%20OR%20dogs')
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body), ['created_at', 'id', 'id_str', 'name', 'position', 'query'])
        assert.deepEqual([body.name, body.query, body.position], ['#cats OR dogs', '#cats OR dogs', null])
        assert.equal((await create('?query=%23cats%20OR%20dogs')).body.id_str, body.id_str)
      },
    )
    await t.test('403/38 without a query', async () => {
      for (const query of ['', '?query=%20']) {
        const { status, code } = await create(query)
        assert.deepEqual([status, code], [403, 38], query)
      }
    })
    await t.test('400/44 a query that is too long, or has a NUL', async () => {
      for (const query of [`?query=${'x'.repeat(501)}`, '?query=a%00b']) {
        const { status, code } = await create(query)
        assert.deepEqual([status, code], [400, 44])
      }
    })
    await t.test('403/172 more than 25 saved searches', async () => {
      for (let count = 1; count < 25; count += 1) assert.equal((await create(`?query=q${count}`)).status, 200)
      const { status, code } = await create('?query=more')
      assert.deepEqual([status, code], [403, 172])
      assert.equal((await create('?query=q1')).status, 200)
    })
  })
}
