/** Tests GET 2/users/search over HTTP. */
import assert from 'node:assert/strict'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { ActionStage } from '../../../../test/support/v2-lookup/actions.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`GET 2/users/search on ${engine}`, async (t) => {
    const stage = await ActionStage.open(t, engine)
    const { me, context } = stage
    const herons: string[] = []
    for (let n = 0; n < 5; n++) herons.push(String((await stage.person({ name: `Heron ${n}` })).id))
    const page = async (query: string) => {
      const { status, body } = await stage.send('GET', `/2/users/search?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: (body.data ?? []).map(({ id }: { id: string }) => id), meta: body.meta }
    }
    const messages = async (query: string) => {
      const { status, body } = await stage.send('GET', `/2/users/search?${query}`)
      assert.equal(status, 400)
      return body.errors.map(({ message }: { message: string }) => message)
    }

    await t.test(
      '200 spec/v2-users-and-lists.md#user-calls: users are found by words in their names',
      async () => {
        assert.deepEqual(await page('query=heron'), { ids: herons, meta: { result_count: 5 } })
        assert.deepEqual(await page('query=nothing%20at%20all'), { ids: [], meta: { result_count: 0 } })
      },
    )
    await t.test(
      '200 spec/v2.md#paging: pages lead to the end and back, and the page token is accepted under both names',
      async () => {
        const first = await page('query=heron&max_results=2')
        assert.deepEqual([first.ids, first.meta.previous_token], [herons.slice(0, 2), undefined])
        const second = await page(`query=heron&max_results=2&next_token=${first.meta.next_token}`)
        assert.deepEqual(second.ids, herons.slice(2, 4))
        const third = await page(`query=heron&max_results=2&pagination_token=${second.meta.next_token}`)
        assert.deepEqual([third.ids, third.meta.next_token], [herons.slice(4), undefined])
        const back = await page(`query=heron&max_results=2&pagination_token=${second.meta.previous_token}`)
        assert.deepEqual(back.ids, herons.slice(0, 2))
      },
    )
    await t.test('200 suspended users and users who block the caller are left out', async () => {
      const [hidden, blocker] = [await stage.person({ name: 'Egret' }), await stage.person({ name: 'Egret' })]
      await changeUserState(context, { userId: hidden.id, action: 'suspend' })
      await block(context, { userId: blocker.id, blockedId: me.id })
      assert.deepEqual(await page('query=egret'), { ids: [], meta: { result_count: 0 } })
    })
    await t.test(
      '400/2 spec/errors.md#invalid-parameters: an invalid query, an invalid size and invalid tokens',
      async () => {
        assert.deepEqual(await messages('max_results=5'), ['Request parameter `query` can not be empty'])
        assert.deepEqual(await messages('query=a-b'), [
          "The `query` query parameter value [a-b] does not match ^[A-Za-z0-9_' ]{1,50}$",
        ])
        assert.deepEqual(await messages('query=heron&max_results=1001'), [
          'The `max_results` query parameter value [1001] is not between 1 and 1000',
        ])
        const { next_token } = (await page('query=heron&max_results=1')).meta
        assert.deepEqual(await messages(`query=egret&next_token=${next_token}`), [
          `The \`next_token\` query parameter value [${next_token}] is not valid`,
        ])
      },
    )
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const alone = await (await createTestApp(context)).asUser(me.id)
      const { status, body } = await stage.send('GET', '/2/users/search?query=heron', undefined, alone)
      assert.equal(status, 403)
      assert.match(body.type, /client-forbidden$/)
    })
  })
}
