import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

const PATH = '/1.1/statuses/home_timeline.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`statuses/home_timeline on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations, context } = stage
    const [viewer, one, other, stranger] = await relations.people(4)
    assert.ok(viewer !== undefined && one !== undefined && other !== undefined && stranger !== undefined)
    for (const { id } of [one, other]) await letFollow(context, { follower: viewer.id, followee: id })
    const ids: bigint[] = []
    for (const { id } of [one, other, viewer, one, other]) ids.unshift((await stage.write(id)).id)
    await stage.write(stranger.id)

    await timelineCases(t, { stage, path: PATH, as: viewer.as, ids })
    await t.test('200 spec/posts.md#timelines: exclude_replies', async () => {
      const parent = await stage.write(other.id)
      const text = `@${other.screenName} yes`
      const reply = await stage.write(one.id, { text, inReplyToId: parent.id })
      assert.deepEqual(await idsOn(stage, PATH, viewer.as), [reply.id, parent.id, ...ids])
      assert.deepEqual(await idsOn(stage, `${PATH}?exclude_replies=true`, viewer.as), [parent.id, ...ids])
    })
    await t.test('200 without posts of suspended users', async () => {
      await changeUserState(context, { userId: other.id, action: 'suspend' })
      const left = await idsOn(stage, PATH, viewer.as)
      assert.deepEqual(left.slice(-3), [ids[1], ids[2], ids[4]])
    })
  })
}
