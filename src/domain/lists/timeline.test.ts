import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { plantPosts } from '../../../test/support/databases/planted.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { makeList } from '../../../test/support/lists/make-list.ts'
import { createUsers } from '../../../test/support/users.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { block } from '../graph/block.ts'
import { follow } from '../graph/follow.ts'
import { FIRST_CURSOR } from '../graph/id-page.ts'
import { createPost } from '../posts/write/create-post.ts'
import { deletePost } from '../posts/write/delete-post.ts'
import { editPost } from '../posts/write/edit-post.ts'
import { repost } from '../posts/write/repost.ts'
import { LIST_LIMITS } from './list.ts'
import { listTimeline, listTimelinePage } from './timeline.ts'

for (const engine of ENGINES) {
  test(`timelines of lists on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    await visiblePosts(t, runtime)
    await pages(t, runtime)
  })
}

async function visiblePosts(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test(
    'spec/v2-users-and-lists.md#list-timeline: posts of members whom the viewer can see',
    async () => {
      const [owner, open, closed, hidden, blocker, outside] = (await createUsers(context, 6)).map(
        ({ id }) => id,
      )
      assert.ok(owner && open && closed && hidden && blocker && outside)
      const { id: listId } = await makeList(context, owner, { memberIds: [open, closed, hidden, blocker] })
      const write = async (authorId: bigint) =>
        (await createPost(context, { authorId, text: `by ${authorId}` })).id
      const ids: bigint[] = []
      for (const author of [open, closed, hidden, blocker, outside]) ids.push(await write(author))
      const [ofOpen = 0n, ofClosed = 0n, , ofBlocker = 0n, ofOutside = 0n] = ids
      await follow(context, { follower: owner, followee: closed })
      await changeUserState(context, { userId: closed, action: 'protect' })
      await changeUserState(context, { userId: hidden, action: 'suspend' })
      await block(context, { userId: blocker, blockedId: owner })
      const { id: reposted } = await repost(context, { userId: open, postId: ofOutside })
      const shownTo = (userId: bigint | null, excludeReposts = false) =>
        listTimeline(store, { listId, viewer: { userId }, count: 20, excludeReposts })
      assert.deepEqual(await shownTo(owner), [reposted, ofClosed, ofOpen])
      assert.deepEqual(await shownTo(owner, true), [ofClosed, ofOpen])
      assert.deepEqual(await shownTo(null), [reposted, ofBlocker, ofOpen])
      assert.deepEqual(await shownTo(closed), [reposted, ofBlocker, ofClosed, ofOpen])
      await deletePost(context, { postId: ofOutside })
      const { id: edited } = await editPost(context, { postId: ofOpen, userId: open, text: 'edited' })
      assert.deepEqual(await shownTo(null), [edited, ofBlocker])
    },
  )
}

async function pages(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test(
    'spec/v2-users-and-lists.md#list-timeline: up to 800 posts, in pages in both directions',
    async () => {
      const [owner, ...members] = (await createUsers(context, 3)).map(({ id }) => id)
      assert.ok(owner)
      const { id: listId } = await makeList(context, owner, { memberIds: members })
      const texts = Array.from({ length: LIST_LIMITS.timelineDepth / 2 + 5 }, (_, index) => ({
        text: `${index}`,
      }))
      const written: bigint[] = []
      let newest = firstSnowflakeAt(context.clock.now() - 60_000)
      const nextId = () => {
        newest += 1n
        return newest
      }
      for (const member of members) written.push(...(await plantPosts(context, member, texts, nextId)))
      const expected = written.sort((a, b) => (a > b ? -1 : 1)).slice(0, LIST_LIMITS.timelineDepth)
      const viewer = { userId: owner }
      const read = (cursor: bigint) => listTimelinePage(store, { userId: listId, cursor, count: 90 }, viewer)
      const seen: string[] = []
      const back: bigint[] = []
      for (let cursor = FIRST_CURSOR; cursor !== 0n; ) {
        const page = await read(cursor)
        seen.push(page.ids)
        back.push(page.previousCursor)
        cursor = page.nextCursor
      }
      assert.equal(seen.join(','), expected.join(','))
      assert.equal(back[0], 0n)
      for (let index = seen.length - 1; index > 0; index -= 1) {
        assert.equal((await read(back[index] ?? 0n)).ids, seen[index - 1])
      }
      const below = await listTimeline(store, {
        listId,
        viewer,
        count: 20,
        maxId: (expected.at(-1) ?? 0n) - 1n,
      })
      assert.deepEqual(below, [])
      const last = expected.at(-3)
      assert.deepEqual(
        await listTimeline(store, { listId, viewer, count: 20, maxId: last }),
        expected.slice(-3),
      )
    },
  )
}
