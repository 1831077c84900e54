import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { makeList } from '../../../test/support/lists/make-list.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { openSearch } from '../../../test/support/streams/recent-search.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { removeListMembers } from '../../domain/lists/change-members.ts'
import { updateList } from '../../domain/lists/update-list.ts'

const RECENT = '/2/tweets/search/recent'
const ALL = '/2/tweets/search/all'
const COUNTS = '/2/tweets/counts/recent'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/rule-language.md#lists-in-queries: list: on ${engine}`, async (t) => {
    const stage = await openSearch(t, engine, { limits: 'off' })
    const { context, author, other, app } = stage
    const [asAuthor, asOther] = [await app.asUser(author.id), await app.asUser(other.id)]
    const list = await makeList(context, other.id, { memberIds: [author.id] })
    const empty = await makeList(context, other.id)
    const secret = await makeList(context, other.id, { isPrivate: true, memberIds: [author.id] })
    const find = async (query: string, path = RECENT, as = app.asApp) => {
      const { status, json } = await stage.get(path, { query, max_results: '100' }, as)
      assert.equal(status, 200, JSON.stringify(json))
      return ((json.data ?? []) as { id: string }[]).map(({ id }) => id)
    }
    const refusal = async (query: string, path = RECENT, as = app.asApp) => {
      const { status, json } = await stage.get(path, { query }, as)
      assert.equal(status, 400)
      return json.errors.map(({ message }: { message: string }) => message)
    }
    const notFound = (id: bigint | string) => [`Could not find the list [${id}]`]

    await t.test('finds and counts the posts of members', async () => {
      assert.deepEqual(await find(`list:${list.id}`), stage.ids)
      assert.deepEqual(await find(`list:${list.id}`, ALL), [...stage.ids, ...(await old())])
      assert.deepEqual(await find(`"number 3" list:${list.id}`), [stage.ids[21]])
      assert.deepEqual(await find(`owl -list:${list.id} -from:${other.id}`), [])
      assert.deepEqual(await find(`list:${empty.id}`), [])
      const total = async (query: string) => (await stage.get(COUNTS, { query })).json.meta.total_tweet_count
      assert.equal(await total(`list:${list.id}`), 25)
      assert.equal(await total(`list:${empty.id}`), 0)
      assert.equal(await total(`"owl number" list:${list.id}`), 25)
    })

    await t.test('400/2 the same error for an unknown list and a private list of another user', async () => {
      for (const path of [RECENT, COUNTS]) {
        assert.deepEqual(await refusal(`list:${secret.id}`, path), notFound(secret.id))
        assert.deepEqual(await refusal(`owl -list:12`, path), notFound('12'))
        assert.deepEqual(await refusal('list:9999999999999999999', path), notFound('9999999999999999999'))
      }
      assert.deepEqual(await refusal(`list:${secret.id}`, RECENT, asAuthor), notFound(secret.id))
      assert.deepEqual(await find(`list:${secret.id}`, RECENT, asOther), stage.ids)
    })

    await t.test('400/2 an invalid id, and more than five lists', async () => {
      const six = [1, 2, 3, 4, 5, 6].map((id) => `list:${id}`).join(' OR ')
      assert.deepEqual(await refusal(six), ['A query can name 5 lists at most'])
      assert.match((await refusal('list:birds')).join(), /no viable alternative/)
    })

    await t.test(
      '400/2 a list of a suspended owner, or of a protected owner whom the caller does not follow',
      async () => {
        await changeUserState(context, { userId: other.id, action: 'protect' })
        assert.deepEqual(await refusal(`list:${list.id}`, RECENT, asAuthor), notFound(list.id))
        assert.deepEqual(await find(`list:${list.id}`, RECENT, asOther), stage.ids)
        await changeUserState(context, { userId: other.id, action: 'unprotect' })
        await changeUserState(context, { userId: other.id, action: 'suspend' })
        assert.deepEqual(await refusal(`list:${list.id}`), notFound(list.id))
        await changeUserState(context, { userId: other.id, action: 'unsuspend' })
      },
    )

    await t.test('changes of the list apply immediately', async () => {
      await updateList(context, { userId: other.id, listId: list.id, isPrivate: true })
      assert.deepEqual(await refusal(`list:${list.id}`), notFound(list.id))
      await updateList(context, { userId: other.id, listId: list.id, isPrivate: false })
      await removeListMembers(context, { userId: other.id, listId: list.id, memberIds: [author.id] })
      assert.deepEqual(await find(`list:${list.id}`), [])
    })

    async function old(): Promise<string[]> {
      return (await find('"owl of last"', ALL)).slice(0, 1)
    }
  })
}
