/** Declares tests of the relations that users change with API v2: follows, blocks, mutes. */
import assert from 'node:assert/strict'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import type { Person } from '../posts/stage.ts'
import { ActionStage, actionErrorTests, assertForbidden, assertInvalid } from './actions.ts'

interface RelationActions {
  readonly list: 'following' | 'blocking' | 'muting'
  /** The member `data` in the response to POST and to DELETE. */
  readonly added: object
  readonly removed: object
  readonly oneself: string
}

/** Declares tests that all relations share. */
export function relationActionSuite({ list, added, removed, oneself }: RelationActions): void {
  for (const engine of ENGINES) {
    slowOnPostgres(engine)(`${list} on ${engine}`, async (t) => {
      const stage = await ActionStage.open(t, engine)
      const { me } = stage
      const mine = `/2/users/${me.id}/${list}`
      const idsNow = async () => {
        const { status, body } = await stage.send('GET', mine)
        assert.equal(status, 200)
        return (body.data ?? []).map(({ id }: { id: string }) => BigInt(id))
      }
      const add = ({ id }: Person) => stage.does('POST', mine, { target_user_id: String(id) }, added)
      const remove = ({ id }: Person) => stage.does('DELETE', `${mine}/${id}`, undefined, removed)

      await t.test('200 spec/v2-users-and-lists.md#relation-calls: added, listed, removed', async () => {
        const [one, other] = [await stage.person(), await stage.person()]
        await add(one)
        await add(other)
        assert.deepEqual(await idsNow(), [other.id, one.id])
        await remove(one)
        assert.deepEqual(await idsNow(), [other.id])
        await remove(other)
      })
      await t.test('200 spec/v2.md#repeated-actions: a repeated call returns the state', async () => {
        const one = await stage.person()
        await add(one)
        await add(one)
        assert.deepEqual(await idsNow(), [one.id])
        await remove(one)
        await remove(one)
        assert.deepEqual(await idsNow(), [])
      })
      await t.test('400/2 spec/v2-users-and-lists.md#relation-calls: missing and hidden users', async () => {
        const hidden = await stage.person()
        await changeUserState(stage.context, { userId: hidden.id, action: 'suspend' })
        for (const id of ['5', String(hidden.id)]) {
          assertInvalid(await stage.send('POST', mine, { target_user_id: id }), 'This user cannot be found.')
          assertInvalid(await stage.send('DELETE', `${mine}/${id}`), 'This user cannot be found.')
        }
      })
      await t.test('403/1 spec/v2-users-and-lists.md#relation-calls: the user itself', async () => {
        assertForbidden(await stage.send('POST', mine, { target_user_id: String(me.id) }), oneself)
      })
      if (list !== 'following')
        await t.test('400/2 spec/v2.md#callers: the list of another user is private', async () => {
          const other = await stage.person()
          const { status, body } = await stage.send('GET', `/2/users/${other.id}/${list}`)
          assert.deepEqual([status, body.title], [400, 'Invalid Request'])
        })
      await actionErrorTests(t, stage, { list, member: 'target_user_id', self: 'source_user_id' })
    })
  }
}
