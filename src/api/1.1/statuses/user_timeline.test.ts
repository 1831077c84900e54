import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { ownerCases } from '../../../../test/support/posts/owner-suite.ts'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

const PATH = '/1.1/statuses/user_timeline.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`statuses/user_timeline on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations, context } = stage
    const [author, viewer, other] = await relations.people(3)
    assert.ok(author !== undefined && viewer !== undefined && other !== undefined)
    const others = await stage.write(other.id)
    const ids: bigint[] = []
    for (let count = 0; count < 4; count++) ids.unshift((await stage.write(author.id)).id)
    const reply = await stage.write(author.id, { text: `@${other.screenName} yes`, inReplyToId: others.id })
    const shared = await repost(context, { userId: author.id, postId: others.id })
    ids.unshift(shared.id, reply.id)

    await timelineCases(t, { stage, path: PATH, owner: `user_id=${author.id}`, as: viewer.as, ids })
    await t.test('200 with a screen name, without a screen name, and for apps', async () => {
      assert.deepEqual(
        await idsOn(stage, `${PATH}?screen_name=${author.screenName}`, relations.app.asApp),
        ids,
      )
      assert.deepEqual(await idsOn(stage, PATH, author.as), ids)
    })
    await t.test('200 spec/posts.md#timelines: exclude_replies and include_rts', async () => {
      const read = (query: string) => idsOn(stage, `${PATH}?user_id=${author.id}&${query}`, viewer.as)
      assert.deepEqual(await read('exclude_replies=true'), ids.toSpliced(1, 1))
      assert.deepEqual(await read('include_rts=false'), ids.slice(1))
      assert.deepEqual(await read('include_rts=0&exclude_replies=1'), ids.slice(2))
    })
    await t.test('200 without dropped posts and without reposts of hidden posts', async () => {
      const dropped = await stage.write(author.id)
      await changePostState(context, { postId: dropped.id, action: 'drop' })
      await changePostState(context, { postId: others.id, action: 'drop' })
      assert.deepEqual(await idsOn(stage, `${PATH}?user_id=${author.id}`, viewer.as), ids.slice(1))
    })
    await ownerCases(t, stage, PATH)
  })
}
