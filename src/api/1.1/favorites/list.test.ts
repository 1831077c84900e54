import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { whoseCases } from '../../../../test/support/posts/whose-suite.ts'
import { like } from '../../../domain/posts/like.ts'

const PATH = '/1.1/favorites/list.json'

test('favorites/list', async (t) => {
  const stage = await PostStage.open(t)
  const { relations, context } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const ids: bigint[] = []
  for (let count = 0; count < 6; count++) ids.unshift((await stage.write(author.id)).id)
  for (const postId of ids) await like(context, { userId: viewer.id, postId })

  await timelineCases(t, { stage, path: PATH, whose: `user_id=${viewer.id}`, as: author.as, ids })
  await t.test('200 what others like, and what oneself likes when nobody is named', async () => {
    assert.deepEqual(await idsOn(stage, `${PATH}?screen_name=${viewer.screenName}`, relations.app.asApp), ids)
    assert.deepEqual(await idsOn(stage, PATH, viewer.as), ids)
  })
  await t.test('200 without those that the viewer does not see', async () => {
    const unseen = await stage.unseen(author)
    for (const { id: postId, error } of unseen) {
      if (error[1] === 136) await like(context, { userId: viewer.id, postId })
    }
    assert.equal((await idsOn(stage, PATH, viewer.as)).length, ids.length + 1)
    assert.deepEqual(await idsOn(stage, `${PATH}?user_id=${viewer.id}`, author.as), ids)
  })
  await whoseCases(t, stage, PATH)
})
