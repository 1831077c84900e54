/**
 * Tests POST 2/lists/:id/members and DELETE 2/lists/:id/members/:user_id over HTTP. A common suite tests the pages of
 * members.
 */
import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { usersOfListSuite } from '../../../../test/support/lists/page-suites.ts'
import { forbidden, ListStage, messagesOf } from '../../../../test/support/lists/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { block } from '../../../domain/graph/block.ts'
import { findList, isListMember } from '../../../domain/lists/find-lists.ts'

usersOfListSuite('members')

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`changes of 2/lists/:id/members on ${engine}`, async (t) => {
    const stage = await ListStage.open(t, engine)
    const { store } = stage.context
    const [owner, member, other] = await stage.people(3)
    assert.ok(owner && member && other)
    const { id } = await stage.list(owner)
    const add = (userId: unknown, as = owner.as, listId: unknown = id) =>
      stage.send('POST', `/lists/${listId}/members`, as, { user_id: userId })
    const remove = (userId: unknown, as = owner.as, listId: unknown = id) =>
      stage.send('DELETE', `/lists/${listId}/members/${userId}`, as)

    await t.test(
      'spec/v2-users-and-lists.md#list-calls: 200 a member is added and removed; repeated calls succeed',
      async () => {
        for (const userId of [String(member.id), String(member.id)]) {
          const { status, body } = await add(userId)
          assert.deepEqual([status, body], [200, { data: { is_member: true } }])
        }
        assert.equal(await isListMember(store, id, member.id), true)
        for (const userId of [member.id, member.id, 5n, '9999999999999999999']) {
          const { status, body } = await remove(userId)
          assert.deepEqual([status, body], [200, { data: { is_member: false } }])
        }
        assert.equal((await findList(store, id))?.memberCount, 0)
      },
    )
    await t.test('403/1 spec/v2-users-and-lists.md#list-rules: the list of another user', async () => {
      const added = await add(String(member.id), other.as)
      const denied = forbidden('You are not allowed to add members to this List.')
      assert.deepEqual([added.status, added.body], [403, denied])
      const removed = await remove(member.id, other.as)
      const undone = forbidden('You are not allowed to delete members from this List.')
      assert.deepEqual([removed.status, removed.body], [403, undone])
      const { id: closed } = await stage.list(owner, { isPrivate: true })
      for (const answer of [
        await add(String(member.id), other.as, closed),
        await remove(member.id, other.as, closed),
      ]) {
        assert.deepEqual([answer.status, answer.body], [200, { errors: [stage.notFound(closed)] }])
      }
    })
    await t.test('403/1 spec/v2-users-and-lists.md#list-rules: a user who blocks the owner', async () => {
      await block(stage.context, { userId: other.id, blockedId: owner.id })
      const { status, body } = await add(String(other.id))
      assert.deepEqual(
        [status, body],
        [403, forbidden('You are not allowed to add this user to your Lists.')],
      )
    })
    await t.test(
      '400/2 spec/v2-users-and-lists.md#list-rules: an unknown user, and invalid bodies',
      async () => {
        const hidden = await stage.person()
        await stage.lookups.act(hidden.id, 'suspend')
        for (const userId of ['5', String(hidden.id)]) {
          assert.deepEqual(messagesOf(await add(userId)), ['This user cannot be found.'])
        }
        assert.deepEqual(messagesOf(await add(null)), ['user_id: can not be empty'])
        assert.deepEqual(messagesOf(await add('x')), ['user_id: does not match ^[0-9]{1,19}$'])
        assert.deepEqual(messagesOf(await remove('x')), [
          'The `user_id` query parameter value [x] does not match ^[0-9]{1,19}$',
        ])
      },
    )
  })
}
