import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { ownerCases } from '../../../../test/support/posts/owner-suite.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { like } from '../../../domain/posts/write/like.ts'

const PATH = '/1.1/favorites/list.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`favorites/list on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations, context } = stage
    const [author, viewer] = await relations.people(2)
    assert.ok(author !== undefined && viewer !== undefined)
    const ids: bigint[] = []
    for (let count = 0; count < 6; count++) ids.unshift((await stage.write(author.id)).id)
    for (const postId of ids) await like(context, { userId: viewer.id, postId })

    await timelineCases(t, { stage, path: PATH, owner: `user_id=${viewer.id}`, as: author.as, ids })
    await t.test(
      '200 decision 0016: an edited post is listed as its newest version, at the position of the id of this version',
      async () => {
        const [fan] = await relations.people(1)
        assert.ok(fan !== undefined)
        const [older, newer] = [await stage.write(author.id), await stage.write(author.id)]
        for (const { id } of [older, newer]) await like(context, { userId: fan.id, postId: id })
        const edit = await editPost(context, { postId: older.id, text: 'what was meant' })
        const [first, second] = await relations.got<AnsweredPost[]>(PATH, fan.as)
        assert.deepEqual([first?.id, first?.text, second?.id], [edit.id, 'what was meant', newer.id])
        assert.equal(first?.['favorited'], true)
        assert.deepEqual(await idsOn(stage, `${PATH}?max_id=${edit.id - 1n}`, fan.as), [newer.id])
      },
    )
    await t.test('200 likes of others, and of the caller when no user is named', async () => {
      assert.deepEqual(
        await idsOn(stage, `${PATH}?screen_name=${viewer.screenName}`, relations.app.asApp),
        ids,
      )
      assert.deepEqual(await idsOn(stage, PATH, viewer.as), ids)
    })
    await t.test('200 without posts that are hidden from the viewer', async () => {
      const unseen = await stage.unseen(author)
      for (const { id: postId, error } of unseen) {
        if (error[1] === 136) await like(context, { userId: viewer.id, postId })
      }
      assert.equal((await idsOn(stage, PATH, viewer.as)).length, ids.length + 1)
      assert.deepEqual(await idsOn(stage, `${PATH}?user_id=${viewer.id}`, author.as), ids)
    })
    await ownerCases(t, stage, PATH)
  })
}
