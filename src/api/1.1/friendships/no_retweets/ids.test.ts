import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { assertError } from '../../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { RelationStage } from '../../../../../test/support/relations/stage.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { follow } from '../../../../domain/graph/follow.ts'
import { updateFollowSettings } from '../../../../domain/graph/follow-settings.ts'

const PATH = '/1.1/friendships/no_retweets/ids.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`friendships/no_retweets/ids on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const { context } = stage
    const asker = await stage.person()
    const friends = (await stage.people(4)).map(({ id }) => id)
    for (const followee of friends) await follow(context, { follower: asker.id, followee })
    const silent = friends.slice(1).sort()
    for (const followee of silent) {
      await updateFollowSettings(context, { follower: asker.id, followee, wantsRetweets: false })
    }

    await t.test('spec/followers.md#companions: a plain array of ids, with every digit', async () => {
      const { status, text } = await stage.get(PATH, asker.as)
      assert.deepEqual([status, text], [200, `[${silent.join(',')}]`])
    })
    await t.test('200 strings with stringify_ids; an empty array without users', async () => {
      const { text } = await stage.get(`${PATH}?stringify_ids=t`, asker.as)
      assert.equal(text, JSON.stringify(silent.map(String)))
      assert.equal((await stage.get(PATH, (await stage.person()).as)).text, '[]')
    })
    await t.test('200 without hidden users', async () => {
      const [gone, ...others] = silent
      assert.ok(gone !== undefined)
      await changeUserState(context, { userId: gone, action: 'suspend' })
      assert.equal((await stage.get(PATH, asker.as)).text, `[${others.join(',')}]`)
    })
    await t.test('403/220 a bearer token', async () => {
      const answer = await stage.get(PATH, stage.app.asApp)
      assertError(answer, 403, 220, 'Your credentials do not allow access to this resource.')
    })
  })
}
