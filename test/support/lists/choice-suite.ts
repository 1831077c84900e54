/** The contract of lists that a user follows or pins, as tests for API v2. */
import assert from 'node:assert/strict'
import { createTestApp } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import { idsOn, ListStage, messagesOf } from './stage.ts'

export function choiceSuite(name: 'followed_lists' | 'pinned_lists', member: 'following' | 'pinned'): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`2/users/:id/${name} adds and removes lists, on ${engine}`, async (t) => {
      const stage = await ListStage.open(t, engine)
      const [owner, user] = await stage.people(2)
      assert.ok(owner && user)
      const [one, two] = [await stage.list(owner), await stage.list(owner)]
      const path = `/users/${user.id}/${name}`
      const choose = (listId: unknown, as = user.as) => stage.send('POST', path, as, { list_id: listId })
      const end = (listId: unknown, as = user.as) => stage.send('DELETE', `${path}/${listId}`, as)
      const chosen = async () => idsOn(await stage.lookups.got(path, user.as))

      await t.test(
        '200 spec/v2-users-and-lists.md#list-calls: the choice is made and ended, and repeated calls succeed',
        async () => {
          for (const { id } of [one, two, two]) {
            const { status, body } = await choose(String(id))
            assert.deepEqual([status, body], [200, { data: { [member]: true } }])
          }
          assert.deepEqual(await chosen(), [String(two.id), String(one.id)])
          for (const { id } of [two, two]) {
            const { status, body } = await end(id)
            assert.deepEqual([status, body], [200, { data: { [member]: false } }])
          }
          assert.deepEqual(await chosen(), [String(one.id)])
        },
      )
      await t.test(
        '200 spec/v2-users-and-lists.md#list-visibility: a list that the caller may not see',
        async () => {
          const { id } = await stage.list(owner, { isPrivate: true })
          for (const answer of [await choose(String(id)), await end(id)]) {
            assert.deepEqual([answer.status, answer.body], [200, { errors: [stage.notFound(id, 'list_id')] }])
          }
          assert.equal((await end('9999999999999999999')).body.errors.length, 1)
        },
      )
      await t.test('400/2 spec/v2.md#callers: a call for another user, and bad bodies', async () => {
        const wrong = [
          `The \`id\` query parameter value [${user.id}] must be the same as the authenticating user [${owner.id}]`,
        ]
        assert.deepEqual(messagesOf(await choose(String(one.id), owner.as)), wrong)
        assert.deepEqual(messagesOf(await end(one.id, owner.as)), wrong)
        assert.deepEqual(messagesOf(await choose(undefined)), ['list_id: can not be empty'])
        assert.deepEqual(messagesOf(await choose('x')), ['list_id: does not match ^[0-9]{1,19}$'])
        assert.deepEqual(messagesOf(await end('x')), [
          'The `list_id` query parameter value [x] does not match ^[0-9]{1,19}$',
        ])
      })
      await t.test('403/3 spec/labs-lookup.md#enrolment: an app without a project', async () => {
        const as = await (await createTestApp(stage.context)).asUser(user.id)
        assert.equal((await choose(String(one.id), as)).status, 403)
        assert.equal((await end(one.id, as)).status, 403)
      })
    })
  }
}
