import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { hidesAtOnce, openSearch } from '../../../../test/support/recent-search.ts'
import { block } from '../../../domain/graph/block.ts'

for (const engine of ENGINES) {
  test(`search/tweets on ${engine}`, async (t) => {
    const stage = await openSearch(t, engine)
    await t.test('followers.md 3: search/tweets', async () => {
      const path = '/1.1/search/tweets.json'
      const { status, json } = await stage.get(path, { q: 'owl filter:hashtags', count: '4' })
      assert.equal(status, 200)
      assert.deepEqual(
        json.statuses.map(({ id_str }: { id_str: string }) => id_str),
        stage.ids.slice(0, 4),
      )
      assert.equal(json.search_metadata.max_id_str, stage.ids[0])
      const older = new URLSearchParams(json.search_metadata.next_results.slice(1))
      const next = await stage.get(path, Object.fromEntries(older))
      assert.equal(next.json.statuses[0].id_str, stage.ids[4])
      const asUser = await stage.app.asUser(stage.other.id)
      assert.equal((await stage.get(path, { q: 'owl', count: '100' }, asUser)).json.statuses.length, 26)
      await block(stage.context, { userId: stage.author.id, blockedId: stage.other.id })
      assert.equal((await stage.get(path, { q: 'owl', count: '100' }, asUser)).json.statuses.length, 1)
    })

    await t.test('compliance-stream.md 3: what is hidden is not found from its commit on', () =>
      hidesAtOnce(stage, async () => {
        const { json } = await stage.get('/1.1/search/tweets.json', { q: 'owl', count: '100' })
        return json.statuses.map(({ id_str }: { id_str: string }) => id_str)
      }),
    )

    const refused = async (query: Record<string, string>): Promise<[number, number]> => {
      const { status, json } = await stage.get('/1.1/search/tweets.json', query)
      return [status, json.errors[0].code]
    }
    await t.test('400/25 without a query', async () => {
      assert.deepEqual(await refused({ q: ' ' }), [400, 25])
    })
    await t.test('403/195 a query that asks for nothing that can be looked up, or is too long', async () => {
      assert.deepEqual(await refused({ q: '-owl' }), [403, 195])
      assert.deepEqual(await refused({ q: 'x'.repeat(501) }), [403, 195])
    })
    await t.test('400/44 an id that is none', async () => {
      assert.deepEqual(await refused({ q: 'owl', since_id: 'x' }), [400, 44])
    })
  })
}
