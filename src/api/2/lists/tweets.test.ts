import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { pagesOfPosts } from '../../../../test/support/lists/page-suites.ts'
import { idsOn, ListStage } from '../../../../test/support/lists/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { cappedReadTest } from '../../../../test/support/v2-lookup/capped-reads.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { mute } from '../../../domain/graph/mute.ts'
import { addListMembers } from '../../../domain/lists/change-members.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`2/lists/:id/tweets on ${engine}`, async (t) => {
    const stage = await ListStage.open(t, engine)
    const [owner, one, two] = await stage.people(3)
    assert.ok(owner && one && two)
    const { id } = await stage.list(owner, { memberIds: [one.id, two.id] })
    const expected: string[] = []
    for (const { id: author } of [one, two, one, one, two, owner]) {
      const post = String(await stage.lookups.post(author, 'a post'))
      if (author !== owner.id) expected.unshift(post)
    }
    const path = `/lists/${id}/tweets`
    await pagesOfPosts(t, stage, path, expected)
    await t.test(
      'spec/v2-users-and-lists.md#list-timeline: 200 reposts and posts of muted members are included; replaced versions and reposts of deleted posts are left out',
      async () => {
        const [maker, member, viewer] = await stage.people(3)
        assert.ok(maker && member && viewer)
        const { context } = stage
        const own = await stage.list(maker, { memberIds: [member.id] })
        let number = 0
        const write = (authorId: bigint) => createPost(context, { authorId, text: `post ${++number}` })
        const [kept, gone] = [await write(viewer.id), await write(viewer.id)]
        const ofKept = await repost(context, { userId: member.id, postId: kept.id })
        await repost(context, { userId: member.id, postId: gone.id })
        const written = await write(member.id)
        const edited = await editPost(context, { postId: written.id, userId: member.id, text: 'edited' })
        await deletePost(context, { postId: gone.id, userId: viewer.id })
        await mute(context, { userId: viewer.id, mutedId: member.id })
        const shown = idsOn(await stage.lookups.got(`/lists/${own.id}/tweets`, viewer.as))
        assert.deepEqual(shown, [String(edited.id), String(ofKept.id)])
      },
    )
    await t.test(
      'spec/v2-users-and-lists.md#list-timeline: 200 posts that the viewer may not see are left out',
      async () => {
        const [closed, hidden, blocker, viewer] = await stage.people(4)
        assert.ok(closed && hidden && blocker && viewer)
        const memberIds = [closed.id, hidden.id, blocker.id]
        await addListMembers(stage.context, { userId: owner.id, listId: id, memberIds, skips: false })
        const secrets: string[] = []
        for (const { id: author } of [closed, hidden, blocker]) {
          secrets.push(String(await stage.lookups.post(author, 'a secret', { age: 1_000 })))
        }
        const [ofClosed = '', , ofBlocker = ''] = secrets
        await stage.lookups.act(closed.id, 'protect')
        await stage.lookups.act(hidden.id, 'suspend')
        await block(stage.context, { userId: blocker.id, blockedId: viewer.id })
        const shownTo = async (as = stage.lookups.app.asApp) => idsOn(await stage.lookups.got(path, as))
        assert.deepEqual(await shownTo(viewer.as), expected)
        assert.deepEqual(await shownTo(), [ofBlocker, ...expected])
        assert.deepEqual(new Set(await shownTo(closed.as)), new Set([ofClosed, ofBlocker, ...expected]))
        await stage.lookups.act(closed.id, 'unprotect')
        await follow(stage.context, { follower: viewer.id, followee: closed.id })
        await stage.lookups.act(closed.id, 'protect')
        assert.deepEqual(await shownTo(viewer.as), [ofClosed, ...expected])
      },
    )
  })
}

cappedReadTest(async (stage) => {
  const [owner, member] = [await stage.user(), await stage.user()]
  await stage.post(member.id, 'one')
  const { id } = await makeList(stage.context, owner.id, { memberIds: [member.id] })
  return { path: `/lists/${id}/tweets` }
})
