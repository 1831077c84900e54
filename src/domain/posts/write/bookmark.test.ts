import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { atLaterTime } from '../../../../test/support/later.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../../test/support/users.ts'
import { query } from '../../../db/query.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { DEACTIVATED_RETENTION_MS } from '../../accounts/user-states.ts'
import { FIRST_CURSOR } from '../../graph/id-page.ts'
import { BOOKMARKS_DEPTH, bookmarkIds } from '../read/bookmarks.ts'
import { requirePost } from '../read/find-posts.ts'
import { cleanUpDeleted } from '../state/clean-up-deleted.ts'
import { purgeDepartedUsers } from '../state/purge-departed-users.ts'
import { bookmark, unbookmark } from './bookmark.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { editPost } from './edit-post.ts'
import { repost } from './repost.ts'

const allBookmarks = query()((k) => k.selectFrom('bookmarks').select(['user_id', 'post_id']))

const addBookmark = query<{ user: bigint; position: bigint; post: bigint }>()((k, p) =>
  k.insertInto('bookmarks').values({ user_id: p('user'), position: p('position'), post_id: p('post') }),
)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`bookmarks on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    const { context, store } = runtime
    const { id: authorId } = await createOneUser(context)
    const { id: userId } = await createOneUser(context)
    const write = async () => (await createPost(context, { authorId, text: `${context.ids.next()}` })).id
    const countOf = async (id: bigint) => (await requirePost(store, id)).counts.bookmarks
    const stored = async () => (await store.rows(allBookmarks, {})).length

    await t.test('all versions and reposts of a post share one bookmark, with one event', async () => {
      const first = await write()
      const { id: newest } = await editPost(context, { postId: first, text: 'newest' })
      const { id: repostId } = await repost(context, { userId: authorId, postId: first })
      const added = await eventsOf(runtime, async () => {
        assert.equal(await bookmark(context, { userId, postId: newest, mustBeNewest: true }), true)
        assert.equal(await bookmark(context, { userId, postId: first }), false)
        assert.equal(await bookmark(context, { userId, postId: repostId }), false)
      })
      assert.deepEqual(added.map(factsOf), [{ kind: 'post.bookmarked', user_id: userId, post_id: first }])
      assert.equal(await countOf(newest), 1)
      await assert.rejects(bookmark(context, { userId, postId: first, mustBeNewest: true }), {
        reason: 'post-superseded',
      })
      const removed = await eventsOf(runtime, async () => {
        assert.equal(await unbookmark(context, { userId, postId: repostId }), true)
        assert.equal(await unbookmark(context, { userId, postId: newest }), false)
        assert.equal(await unbookmark(context, { userId, postId: 5n }), false)
      })
      assert.deepEqual(removed.map(factsOf), [{ kind: 'post.unbookmarked', user_id: userId, post_id: first }])
      assert.equal(await countOf(newest), 0)
    })

    await t.test('the bookmarks of a deleted post are erased', async () => {
      const users = await createUsers(context, 3)
      const postId = await write()
      for (const { id } of users) await bookmark(context, { userId: id, postId })
      await deletePost(context, { postId })
      assert.equal(await stored(), 3)
      assert.equal(await cleanUpDeleted(context), 3)
      assert.equal(await stored(), 0)
      await assert.rejects(bookmark(context, { userId, postId }), { reason: 'post-not-found' })
    })

    await t.test('the bookmarks of a permanently deactivated user are erased and not counted', async () => {
      const { id: leaving } = await createOneUser(context)
      const posts = [await write(), await write()]
      for (const postId of posts) {
        await bookmark(context, { userId: leaving, postId })
        await bookmark(context, { userId, postId })
      }
      await changeUserState(context, { userId: leaving, action: 'deactivate' })
      await purgeDepartedUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS - 1))
      assert.equal(await stored(), 4)
      await purgeDepartedUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS))
      assert.equal(await stored(), 2)
      for (const postId of posts) assert.equal(await countOf(postId), 1)
    })

    await t.test(
      'pages show the newest 800 bookmarks, the newest post first, in both directions',
      async () => {
        const { id: reader } = await createOneUser(context)
        const total = BOOKMARKS_DEPTH + 5
        // A bookmark with a larger position is newer.
        await store.write(async (tx) => {
          for (let n = 1; n <= total; n++)
            await tx.run(addBookmark, { user: reader, position: BigInt(n), post: BigInt(1_000 + n) })
        })
        const expected = Array.from({ length: BOOKMARKS_DEPTH }, (_, n) => BigInt(1_000 + total - n))
        const pageAt = async (cursor: bigint, count: number) => {
          const { ids, ...cursors } = await bookmarkIds(store, { userId: reader, cursor, count })
          return { ids: ids === '' ? [] : ids.split(',').map(BigInt), ...cursors }
        }
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 90, max: 300 }), async (count) => {
            const there: bigint[][] = []
            let page = await pageAt(FIRST_CURSOR, count)
            for (;;) {
              there.push(page.ids)
              if (page.nextCursor === 0n) break
              page = await pageAt(page.nextCursor, count)
            }
            assert.deepEqual(there.flat(), expected)
            const back: bigint[][] = [page.ids]
            while (page.previousCursor !== 0n) {
              page = await pageAt(page.previousCursor, count)
              back.unshift(page.ids)
            }
            assert.deepEqual(back.flat(), expected)
          }),
          { numRuns: 6 },
        )
      },
    )
  })
}
