import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

const PATH = '/1.1/statuses/retweets_of_me.json'

test('statuses/retweets_of_me', async (t) => {
  const stage = await PostStage.open(t)
  const [viewer, other] = await stage.relations.people(2)
  assert.ok(viewer !== undefined && other !== undefined)
  const ids: bigint[] = []
  for (let count = 0; count < 5; count++) {
    const { id } = await stage.write(viewer.id)
    await repost(stage.context, { userId: other.id, postId: id })
    await stage.write(viewer.id)
    ids.unshift(id)
  }
  await timelineCases(t, { stage, path: PATH, as: viewer.as, ids })
})
