import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { seenListCases, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { addListMembers } from '../../../domain/lists/change-members.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

const PATH = '/1.1/lists/statuses.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/statuses on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const posts = new PostStage(relations)
    const { id: listId } = await makeList(context, owner.id, { memberIds: [owner.id, other.id] })
    const ids: bigint[] = []
    for (let count = 0; count < 6; count += 1) {
      ids.unshift((await posts.write(count % 2 === 0 ? owner.id : other.id)).id)
    }
    const list = `list_id=${listId}`
    await timelineCases(t, { stage: posts, path: PATH, owner: list, as: other.as, ids })
    await t.test('200 spec/v1-streams-and-lists.md#lists: include_rts', async () => {
      const [outside] = await relations.people(1)
      const { id: postId } = await posts.write(outside?.id ?? 0n)
      const { id } = await repost(context, { userId: other.id, postId })
      assert.deepEqual(await idsOn(posts, `${PATH}?${list}`, owner.as), [id, ...ids])
      assert.deepEqual(await idsOn(posts, `${PATH}?${list}&include_rts=false`, owner.as), ids)
    })
    await t.test('200 spec/v2-users-and-lists.md#list-timeline: a protected member', async () => {
      const closed = await relations.person()
      const memberIds = [closed.id]
      await addListMembers(context, { userId: owner.id, listId, memberIds, skips: false })
      const { id } = await posts.write(closed.id)
      await changeUserState(context, { userId: closed.id, action: 'protect' })
      assert.ok(!(await idsOn(posts, `${PATH}?${list}`, owner.as)).includes(id))
      assert.ok((await idsOn(posts, `${PATH}?${list}`, closed.as)).includes(id))
    })
    await seenListCases(t, stage, { method: 'GET', path: PATH })
  })
}
